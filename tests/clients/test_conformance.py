"""The conformance suite of the protocol, in the two versions that it can judge. What it finds
missing is in `expected_failures/`, each line with its reason; all else must hold."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.agent import NEW, OLD
from tests.clients.node import HERE, Node, command
from tests.clients.proxy import proxying
from tests.journeys.results import Suite, keep
from tests.live import serving
from tests.world import world

#: The checks of the stateless era that want no fixture, and how often each is made.
STATELESS = Counter(
    {
        "sep-2575-request-meta-invalid-missing-meta": 1,
        "sep-2575-request-meta-invalid-missing-protocol-version": 1,
        "sep-2575-request-meta-invalid-missing-client-capabilities": 1,
        "sep-2575-http-server-meta-invalid-400": 3,
        "sep-2575-request-meta-client-info-optional": 1,
        "sep-2575-server-implements-discover": 1,
        "sep-2575-server-identifies-in-result-meta": 1,
        "sep-2575-server-declares-prompts-in-discover": 1,
        "sep-2575-discover-capabilities-match-handlers": 1,
        "sep-2575-server-unsupported-version-error": 1,
        "sep-2575-http-server-unsupported-version-400": 1,
        "sep-2575-http-server-header-mismatch-400": 1,
        "sep-2575-http-server-method-not-found-404-initialize": 1,
        "sep-2575-http-server-method-not-found-404-ping": 1,
        "sep-2575-http-server-method-not-found-404-logging-setlevel": 1,
        "sep-2575-http-server-method-not-found-404-resources-subscribe": 1,
        "sep-2575-http-server-method-not-found-404-resources-unsubscribe": 1,
        "sep-2575-http-server-method-not-found-404": 1,
        "sep-2575-http-server-error-jsonrpc-id": 1,
    }
)


def judged(node: Node, version: str, folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The checks of each scenario, once the suite is content."""
    words = ["--suite", "all", "--spec-version", version, "-o", str(folder / "checks")]
    words += ["--expected-failures", str(HERE / "expected_failures" / f"{version}.yml")]
    with proxying() as proxy, serving(folder, MCP_ALLOWED_ORIGINS=proxy.url) as server:
        proxy.to, proxy.token = server.port, world().mcp_token
        suite = [command("conformance"), "server", "--url", f"{proxy.url}/mcp", *words]
        done = node.run(suite, folder)
        assert proxy.seen
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
    return {
        # The folder is named after the scenario and the moment.
        path.parent.name.removeprefix("server-").rsplit("-", 6)[0]: json.loads(path.read_text())
        for path in (folder / "checks").glob("*/checks.json")
    }


@pytest.mark.parametrize("version", [NEW, OLD])
def test_what_wants_no_fixture_holds(node: Node, tmp_path: Path, version: str) -> None:
    scenarios = judged(node, version, tmp_path)
    held = {
        name
        for name, checks in scenarios.items()
        if not any(check["status"] in {"FAILURE", "WARNING"} for check in checks)
    }
    if version == NEW:
        checks = scenarios["server-stateless"]
        assert Counter(c["id"] for c in checks if c["status"] == "SUCCESS") == STATELESS
        assert {"tools-list", "http-header-validation", "dns-rebinding-protection"} <= held
    else:
        assert {"server-initialize", "ping", "tools-list"} <= held
    checks = [check for each in scenarios.values() for check in each]
    passed = sum(check["status"] == "SUCCESS" for check in checks)
    keep(Suite(version, len(held), len(scenarios), passed))
