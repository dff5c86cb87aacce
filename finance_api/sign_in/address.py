"""Where a request comes from, as what its budgets are counted by."""

import ipaddress
from collections.abc import Mapping
from typing import Any

from django.conf import settings


def address_of(headers: Mapping[str, Any]) -> str:
    """The client's address: what the nearest proxy says it is where one is trusted, else the peer.

    IPv6 counts by the network of 64 bits that one subscriber has.
    """
    told = str(headers.get("HTTP_X_FORWARDED_FOR") or "") if settings.TRUST_PROXY else ""
    text = told.rpartition(",")[2].strip() or str(headers.get("REMOTE_ADDR") or "")
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return "unknown"
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False))
