"""The OpenAPI document as files: made once per process, the same for everybody."""

from functools import cache

import yaml
from django.http import HttpRequest, HttpResponse, JsonResponse

from finance_api.rest.schema import document


def openapi_json(request: HttpRequest) -> HttpResponse:
    return JsonResponse(document(), headers={"Access-Control-Allow-Origin": "*"})


def openapi_yaml(request: HttpRequest) -> HttpResponse:
    return HttpResponse(
        _yaml(),
        content_type="application/yaml; charset=utf-8",
        headers={"Access-Control-Allow-Origin": "*"},
    )


@cache
def _yaml() -> str:
    return yaml.safe_dump(document(), sort_keys=False, allow_unicode=True)
