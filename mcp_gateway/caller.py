"""Who sent a message: the credential, the connection's default workspace, the access they give."""

import uuid
from dataclasses import dataclass, field

from finance_api.core.errors import WorkspaceAccessDenied
from finance_api.identity.access import Access, enter
from finance_api.identity.tokens import Credential
from finance_api.rest.catalog import Endpoint
from mcp_gateway.narrowing import Narrowing

CHANNEL = "mcp"


@dataclass
class Caller:
    """One request's caller. The access is looked up when first needed, and once per workspace."""

    credential: Credential
    request_id: str
    default_workspace: uuid.UUID | None
    narrowing: Narrowing = field(default_factory=Narrowing)
    _access: Access | None = field(default=None, repr=False)

    def require_default(self) -> None:
        """Refuse a default workspace the person does not reach, before any message is read (K8)."""
        if self.default_workspace is not None and self.access().workspace is None:
            raise WorkspaceAccessDenied

    def access(self, wanted: uuid.UUID | None = None) -> Access:
        """The access in the workspace wanted, else the default, else the only one reached."""
        wanted = wanted or self.default_workspace
        if self._access is None:
            self._access = enter(self.credential, CHANNEL, self.request_id, wanted)
        return self._access.at(wanted) if wanted else self._access

    def reaches(self, endpoint: Endpoint) -> bool:
        """Whether this caller sees an operation through this connection: what lists show."""
        if self.narrowing.leaves_out(endpoint):
            return False
        return self.access().refusal_of_right(endpoint.operation) is None
