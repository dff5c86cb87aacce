"""`/healthz`: the process answers. `/readyz`: so do the database, and Redis where it is
configured (K5)."""

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from redis.exceptions import RedisError


def alive(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


def ready(request: HttpRequest) -> JsonResponse:
    checks = {"database": _database()}
    if settings.REDIS_URL:
        checks["redis"] = _redis()
    well = all(checks.values())
    words = {name: "ok" if fine else "unreachable" for name, fine in checks.items()}
    return JsonResponse(
        {"status": "ok" if well else "unavailable", **words}, status=200 if well else 503
    )


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _redis() -> bool:
    try:
        cache.get("readyz")
    except RedisError:
        return False
    return True
