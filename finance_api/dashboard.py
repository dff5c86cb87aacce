"""tbd"""

from django.contrib.admin import AdminSite


class Dashboard(AdminSite):
    pass
