"""Where things answer (K5)."""

from django.urls import include, path

urlpatterns = [
    path("v1/", include("finance_api.urls")),
]
