"""How much somebody may still ask for: so many calls in a window that slides (K31).

With Redis all processes count together; without it each counts for itself (K3). While Redis is
away each process counts for itself as well: the budget is looser, and nothing else fails.
"""

import hashlib
import logging
import math
import time
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django_redis import get_redis_connection
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis.exceptions import RedisError

from finance_api.core.errors import RateLimited
from finance_api.identity.tokens import Credential
from finance_api.rest.windows import Counted, Windows

#: For so long Redis is not asked again after it failed to answer, and its absence is not repeated.
_AWAY_SECONDS = 5.0
_LOG_SECONDS = 60.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Budget:
    """What is left after a call: how many of how many, and in how many seconds there are more."""

    limit: int
    remaining: int
    reset: int
    exhausted: bool

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every answer to a known caller."""
        return {
            "ratelimit-limit": str(self.limit),
            "ratelimit-remaining": str(self.remaining),
            "ratelimit-reset": str(self.reset),
        }

    def require(self) -> None:
        """Refuse a call that was one too many; it counted for nothing and used no key (R79)."""
        if self.exhausted:
            raise RateLimited(
                f"The request budget is spent. Wait {self.reset} seconds and try again.",
                details={"retry_after": self.reset},
                headers={"Retry-After": str(self.reset)},
            )


def spend_call(credential: Credential, *, writes: bool) -> Budget:
    """One call of a person in an organization, through whichever door: reads and writes apart."""
    kind = "writes" if writes else "reads"
    amount = settings.WRITES_PER_HOUR if writes else settings.READS_PER_HOUR
    who = f"{credential.organization_id}/{credential.person.pk}"
    return _spend(RateLimitItemPerHour(amount), kind, who)


def spend_message(credential: Credential) -> Budget:
    """One message to the MCP endpoint with a token, whatever it asks for."""
    return _spend(RateLimitItemPerMinute(settings.MCP_PER_MINUTE), "messages", credential.token_id)


def spend_sign_in(address: str, email: str) -> Budget:
    """One attempt to sign in, with what was named and from where; the scarcer budget of the two.

    Both count whether or not there is such a person, so that nothing shows who has an account.
    """
    named = hashlib.sha256(email.strip().lower().encode("utf-8", "replace")).hexdigest()
    person = RateLimitItemPerMinute(settings.SIGN_INS_PER_PERSON, 15)
    place = RateLimitItemPerHour(settings.SIGN_INS_PER_ADDRESS)
    spent = [_spend(person, "sign-ins", named), _spend(place, "sign-ins from", address)]
    return next((budget for budget in spent if budget.exhausted), spent[0])


def spend_registration(address: str) -> Budget:
    """One client registered from an address, or fetched because it asked for one."""
    return _spend(RateLimitItemPerHour(settings.CLIENTS_PER_ADDRESS), "clients", address)


def spend_token_request(address: str) -> Budget:
    """One request about tokens from an address: for some, to revoke one, or about one."""
    place = RateLimitItemPerHour(settings.TOKEN_REQUESTS_PER_ADDRESS)
    return _spend(place, "token requests", address)


def _spend(item: RateLimitItem, kind: str, who: str) -> Budget:
    counted = _count(item, kind, who)
    wait = max(1, math.ceil(counted.reset_time - time.time()))
    remaining = max(0, item.amount - counted.calls) if counted.granted else 0
    return Budget(item.amount, remaining, wait, exhausted=not counted.granted)


def _count(item: RateLimitItem, kind: str, who: str) -> Counted:
    if settings.REDIS_URL and _AWAY.may_ask():
        try:
            granted = _shared().hit(item, kind, who)
            left = _shared().get_window_stats(item, kind, who)
            return Counted(granted, item.amount - left.remaining, left.reset_time)
        except RedisError as error:
            _AWAY.note(error)
    return _OWN.hit(item.amount, item.get_expiry(), kind, who)


@cache
def _shared() -> MovingWindowRateLimiter:
    pool = get_redis_connection("default").connection_pool
    return MovingWindowRateLimiter(RedisStorage(settings.REDIS_URL, connection_pool=pool))


class _Away:
    """What this process knows of a Redis that does not answer."""

    def __init__(self) -> None:
        self.until = 0.0
        self.silent_until = 0.0

    def may_ask(self) -> bool:
        return time.monotonic() >= self.until

    def note(self, error: RedisError) -> None:
        now = time.monotonic()
        self.until = now + _AWAY_SECONDS
        if now >= self.silent_until:
            self.silent_until = now + _LOG_SECONDS
            _log.warning(
                "Redis does not answer: request budgets are counted in each process alone.",
                extra={"error": type(error).__name__},
            )


_AWAY = _Away()
_OWN = Windows()
