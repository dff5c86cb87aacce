"""Automatic rules over REST, and so over MCP."""

import uuid
from collections.abc import Mapping
from typing import Any

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.automation import actions
from finance_api.automation.models import AutomaticRule
from finance_api.automation.serializers import (
    SCOPES,
    RuleCreation,
    RuleOrder,
    RuleRecord,
    RuleUpdate,
)
from finance_api.core.operations import WRITE, operation
from finance_api.rest.lists import FLAG, ID, Filter, Listing, choice
from finance_api.rest.viewsets import WorkspaceViewSet


class AutomaticRuleViewSet(WorkspaceViewSet):
    """Automatic rules: what transactions and billings are given as they are entered."""

    resource = scope = "automatic_rules"
    noun, nouns = "automatic rule", "automatic rules"
    model = AutomaticRule
    row = record = RuleRecord
    creation, update = RuleCreation, RuleUpdate
    listing = Listing(
        filters=(
            Filter("company_id", ID, many=True, description="For this company only."),
            Filter(
                "scope",
                choice(*SCOPES),
                description="What it is applied to: billings are payables and receivables.",
            ),
            Filter("active", FLAG, description="Whether it is applied."),
        ),
        sorts={"position": "evaluation_order", "created_at": "created_at"},
        default_sort="position",
    )

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        return {**super().shapes(), "reorder": (RuleOrder, None)}

    def list(self, request: Request) -> Response:
        """List automatic rules in the order they are tried: by company, scope and position."""
        return super().list(request)

    def create(self, request: Request) -> Response:
        """Create an automatic rule, behind all others of its company and scope.

        It needs at least one criterion and one action. From then on every transaction or billing
        that is entered, through any channel, is given what the first rule sets whose criteria all
        hold; what it sets replaces what was sent. What was entered before stays as it is. The
        transaction that settling makes, transfers and balance adjustments are left alone.
        """
        return super().create(request)

    def partial_update(self, request: Request, id: uuid.UUID) -> Response:
        """Change an automatic rule. Only the fields that are sent are written.

        Company and scope never change; reorder the rules to change a position. Records entered
        before stay as they are.
        """
        return super().partial_update(request, id)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Delete an automatic rule for good. A person confirms first.

        The others keep their positions. To stop it for a while set active to false instead.
        """
        return super().destroy(request, id)

    @operation(WRITE, key="allowed", idempotent=True)
    @action(detail=False, methods=["post"])
    def reorder(self, request: Request) -> Response:
        """Put the automatic rules of a company and scope in a new order.

        ordered_ids must name all of them, inactive ones too, each once; list them first. They are
        numbered from 1.
        """

        def run() -> Response:
            actions.reorder(self.warrant, **self.body(RuleOrder))
            return Response(status=204)

        return self.write(run)

    def do_create(self, data: dict[str, Any]) -> AutomaticRule:
        return actions.create_rule(self.warrant, **data)

    def do_update(self, row: AutomaticRule, data: dict[str, Any]) -> None:
        actions.change_rule(self.warrant, row, **data)
