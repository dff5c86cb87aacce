"""The application, as a WSGI server loads it: complete before the first request, so that workers
share what was made once and none begins cold."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kobana_finance.settings")

application = get_wsgi_application()

from mcp_gateway import tools  # noqa: E402  the apps had to be loaded first

tools.describe_all()
