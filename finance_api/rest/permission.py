"""Admits the operation of the action and puts the warrant on the request."""

from typing import TYPE_CHECKING

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from finance_api.core.errors import MethodNotAllowed
from finance_api.identity.access import Access
from finance_api.rest import catalog

if TYPE_CHECKING:  # DRF's views import this module while they load
    from rest_framework.views import APIView


class AdmitsOperation(BasePermission):
    """No action runs without its operation admitted; an action without an operation is refused."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        operation = catalog.operation_of(view)
        if operation is None:
            raise MethodNotAllowed
        access: Access = request.auth  # type: ignore[assignment]  # ours, not DRF's Token
        request.warrant = access.admit(operation)  # type: ignore[attr-defined]
        return True
