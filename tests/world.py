"""Builders of a small world, as plain functions, and callers that use the API as its clients do."""

import base64
import itertools
import json
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, ClientHandler, encode_multipart
from django.utils import timezone

from finance_api.core.isolation import open_organizations
from finance_api.identity import tokens
from finance_api.identity.models import (
    Membership,
    Organization,
    PersonalToken,
    Role,
    User,
    Workspace,
    WorkspaceGrant,
)

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Answer:
    """What a call was answered."""

    status: int
    body: Any
    headers: Any
    raw: bytes

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(self.body["error"]["code"])

    @property
    def issues(self) -> dict[str, str]:
        """The faulty fields of a refusal: path to code."""
        return {issue["path"]: issue["code"] for issue in self.body["error"]["details"]["issues"]}


@dataclass(frozen=True)
class Form:
    """A body with a file in it: the file's name, its bytes, its declared type, and texts beside
    it."""

    name: str
    content: bytes
    type: str = "application/pdf"
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def encoded(self) -> bytes:
        file = SimpleUploadedFile(self.name, self.content, self.type)
        return encode_multipart(BOUNDARY, {"file": file, **self.texts})

    @property
    def arguments(self) -> dict[str, Any]:
        """The same as a tool takes it."""
        content = base64.b64encode(self.content).decode()
        named = {"content_base64": content, "file_name": self.name, "mime_type": self.type}
        return {**named, **self.texts}


#: Loads the middleware once for all the clients of a test process.
_HANDLER = ClientHandler(enforce_csrf_checks=False)


def in_process() -> Client:
    """A client of the product in this process; a fault of ours is answered as the product does."""
    client = Client(raise_request_exception=False)
    client.handler = _HANDLER
    return client


@dataclass
class Api:
    """A caller of /v1 with one token."""

    token: str
    headers: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=in_process)

    def call(
        self, method: str, path: str, body: Any = None, raw: bytes | None = None, **headers: Any
    ) -> Answer:
        """A call with a JSON body, with raw bytes in its place, or with a `Form`."""
        sent = {"Authorization": f"Bearer {self.token}", **self.headers, **headers}
        if isinstance(body, Form):
            raw, kind = body.encoded, MULTIPART_CONTENT
        else:
            kind = "application/json"
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        response = self.client.generic(method, f"/v1/{path}", data, content_type=kind, headers=sent)
        content = response.getvalue()
        is_json = response.headers.get("Content-Type") == "application/json"
        parsed = json.loads(content) if content and is_json else None
        return Answer(response.status_code, parsed, response.headers, content)

    def get(self, path: str, **headers: Any) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any, **headers: Any) -> Answer:
        return self.call("POST", path, body, **headers)

    def patch(self, path: str, body: Any, **headers: Any) -> Answer:
        return self.call("PATCH", path, body, **headers)

    def delete(self, path: str, **headers: Any) -> Answer:
        return self.call("DELETE", path, **headers)

    def made(self, path: str, body: Any) -> Any:
        """Create a record and give it back; the test fails here if it was refused."""
        answer = self.post(path, body)
        assert answer.status == 201, answer.body
        return answer.body


def organization(name: str = "") -> Organization:
    return Organization.objects.create(name=name or f"Grupo {next(_numbers)}")


def workspace(of: Organization, name: str = "", **settings: Any) -> Workspace:
    """A workspace with its approval gate off, for the tests that are not about it."""
    settings = {"approval_gate": False, **settings}
    return Workspace.objects.create(
        organization=of, name=name or f"Livros {next(_numbers)}", **settings
    )


def person(email: str = "", **fields: Any) -> User:
    """A person without a password: hashing one is slow, and most tests sign nobody in."""
    email = email or f"pessoa{uuid.uuid4().hex[:12]}@exemplo.com.br"
    return User.objects.create_user(email, None, **{"name": "Ana Souza", **fields})


def member(
    who: User,
    of: Organization,
    *,
    role: str | None = "Admin",
    permissions: Iterable[str] = (),
    workspaces: Iterable[Workspace] = (),
    active: bool = True,
) -> Membership:
    membership = Membership.objects.create(
        organization=of, person=who, active=active, extra_permissions=list(permissions)
    )
    if role:
        membership.roles.add(Role.objects.get(organization=None, name=role))
    for each in workspaces:
        grant(membership, each)
    return membership


def grant(membership: Membership, to: Workspace) -> None:
    with transaction.atomic():
        open_organizations([membership.organization_id])
        WorkspaceGrant.objects.create(membership=membership, workspace=to)


def token(
    who: User, of: Organization, audience: str = "api", scopes: Iterable[str] = (), **fields: Any
) -> str:
    """A token that is in use: the first use of a new one costs a statement more, once."""
    text, digest = tokens.mint()
    given = {"name": "Teste", "used_at": timezone.now(), **fields}
    PersonalToken.objects.create(
        person=who,
        organization=of,
        audience=audience,
        scopes=list(scopes),
        digest=digest,
        **given,
    )
    return text


def every_scope() -> list[str]:
    """Each scope by its own name, as an API token must hold them: `finance.all` reads only (K9)."""
    from finance_api.rest import catalog

    operations = [endpoint.operation for endpoint in catalog.endpoints().values()]
    return sorted({operation.required_scope for operation in operations if operation.scope})


@dataclass
class World:
    """One organization, one workspace, one person who may do everything, and their API."""

    organization: Organization
    workspace: Workspace
    person: User
    membership: Membership
    api: Api
    mcp_token: str


def world(**settings: Any) -> World:
    of = organization()
    place = workspace(of, **settings)
    who = person()
    membership = member(who, of, workspaces=[place])
    return World(
        organization=of,
        workspace=place,
        person=who,
        membership=membership,
        api=Api(token(who, of, "api", every_scope())),
        mcp_token=token(who, of, "mcp", ["finance.all", "finance.all.write"]),
    )
