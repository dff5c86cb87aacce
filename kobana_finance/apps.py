"""The Django admin, served by the dashboard's own site so that every page of it stands behind
the walls."""

from django.contrib.admin.apps import AdminConfig


class DashboardConfig(AdminConfig):
    default_site = "finance_api.dashboard.Dashboard"
