"""Where things answer (K5)."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerSplitView

from kobana_finance import failures, health, welcome
from kobana_finance.schema import openapi_json, openapi_yaml

urlpatterns = [
    path("", welcome.root),
    path("", include("mcp_gateway.urls")),
    path("", include("finance_api.sign_in.urls")),
    path("account/", include("finance_api.account.urls")),
    path("v1/", include("finance_api.urls")),
    path("openapi.json", openapi_json),
    path("openapi.yaml", openapi_yaml),
    path("v1/openapi.json", openapi_json),
    path("v1/openapi.yaml", openapi_yaml),
    path("favicon.ico", RedirectView.as_view(url="/static/finance_api/icon.svg")),
    path("docs", SpectacularSwaggerSplitView.as_view(url="/openapi.json"), name="docs"),
    path("admin/", admin.site.urls),
    path("healthz", health.alive),
    path("readyz", health.ready),
]

handler400 = failures.bad_request
handler403 = failures.forbidden
handler404 = failures.not_found
handler500 = failures.internal_error
