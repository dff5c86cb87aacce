"""Warrant: the proof that one operation was admitted. No write exists without one.

Only `identity.access` makes it, so a function that takes a warrant cannot be reached by a path that
forgot to ask.
"""

import uuid
from dataclasses import dataclass

from finance_api.core.locks import SecurityPolicy
from finance_api.core.operations import Operation


@dataclass(frozen=True)
class Warrant:
    """Who does what, where, and through which door."""

    operation: Operation
    person_id: uuid.UUID
    organization_id: uuid.UUID
    workspace_id: uuid.UUID
    channel: str
    token_kind: str
    agent: str
    request_id: str
    policy: SecurityPolicy
    approval_gate: bool
