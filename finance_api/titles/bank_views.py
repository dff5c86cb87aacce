"""What the bank is asked to do with a payable or a receivable, as actions of their viewsets
(rest-api §2.9, §2.10)."""

import uuid
from collections.abc import Callable, Mapping
from typing import Any, Final

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.core.operations import WRITE, always, operation
from finance_api.rest.confirmation import Question
from finance_api.rest.viewsets import WorkspaceViewSet
from finance_api.titles import bodies, charge, dispatch, question
from finance_api.titles.models import Title

#: What every order to the bank is: money moves, a person confirms, and a key makes it run once.
_ORDER: Final = WRITE.but(
    lock="dispatch", moves_money=True, destructive=True, confirms=always, key="required"
)
_DISPATCH: Final = _ORDER.but(permission="dispatch", scope="payables.dispatch")
_CHARGE: Final = _ORDER.but(permission="charge", scope="receivables.charge")
#: The actions of this module, and what a question calls them.
_ACTS: Final[Mapping[str, question.Act]] = {
    "send_to_bank": "send_to_bank",
    "cancel_dispatch": "cancel_dispatch",
    "charge": "charge",
    "cancel_charge": "cancel_charge",
}


class BankActions(WorkspaceViewSet):
    """What all orders to the bank have in common."""

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        orders = ("send_to_bank", "cancel_dispatch", "cancel_charge")
        return {
            **super().shapes(),
            **dict.fromkeys(orders, (None, cls.record)),
            "charge": (bodies.ChargeRequest, cls.record),
        }

    def question(self, row: Title, data: Mapping[str, Any]) -> Question:
        act = _ACTS.get(self.action)
        if act is not None:
            return question.about_bank(row, act, data.get("kind"))
        return super().question(row, data)

    def order(
        self, id: uuid.UUID, run: Callable[[Title], None], data: Mapping[str, Any]
    ) -> Response:
        """Confirm, record the order, and answer with the record as it stands before the bank has
        heard; it is told once this has committed."""
        title = self.locked(id)
        self.confirm(title, data)
        run(title)
        return Response(self.represent(id))


class DispatchActions(BankActions):
    """Payments at the bank."""

    @operation(_DISPATCH)
    @action(detail=True, methods=["post"], url_path="send-to-bank")
    def send_to_bank(self, request: Request, id: uuid.UUID) -> Response:
        """Send a {noun} to the bank, which pays it. A person confirms first.

        It must be pending, approved where the approval gate is on, and not at the bank yet. It
        needs an account with bank, agency and number (financial_account_id, else
        expected_account_id) and, by payment_method_kind: pix a pix_key with pix_key_type or a
        pix_copia_e_cola; ted a bank_code or bank_ispb, agency, account_number,
        beneficiary_document; bank_billet and utility a barcode; tribute a barcode or tax_data.
        details.missing names what lacks.

        The bank pays on scheduled_to, else at once. Its answer comes later: get the {noun} again
        and read kobana_status. Once paid it is settled by itself; until then it is locked.
        """
        return self.write(lambda: self.order(id, self._send, {}))

    @operation(_DISPATCH)
    @action(detail=True, methods=["post"], url_path="cancel-dispatch")
    def cancel_dispatch(self, request: Request, id: uuid.UUID) -> Response:
        """Ask the bank not to pay a {noun} that was sent. A person confirms first.

        The answer comes before the bank's: kobana_status is canceling. Get the {noun} again to
        learn whether it became canceled, or paid because the cancellation came too late.
        """
        return self.write(lambda: self.order(id, self._cancel_dispatch, {}))

    def _send(self, title: Title) -> None:
        dispatch.send(self.warrant, title)

    def _cancel_dispatch(self, title: Title) -> None:
        dispatch.cancel(self.warrant, title)


class ChargeActions(BankActions):
    """Charges at the bank."""

    @operation(_CHARGE)
    @action(detail=True, methods=["post"])
    def charge(self, request: Request, id: uuid.UUID) -> Response:
        """Charge the customer of a {noun} through the bank. A person confirms first.

        It must be pending and without a live charge. Its person needs a CPF or CNPJ, and its
        financial_account_id, else its expected_account_id, a bank, an agency and a number;
        details.missing names what lacks.

        The answer comes before the bank's: charge_state is registering. Get the {noun} again, and
        hand out kobana_digitable_line, kobana_charge_url or kobana_pix_qrcode only once it is
        registered. When the customer pays, it is settled by itself. While the charge is live,
        amount, due date and person cannot change and the {noun} cannot be deleted.
        """

        def run() -> Response:
            kind = self.body(bodies.ChargeRequest)["kind"]
            return self.order(
                id, lambda title: charge.issue(self.warrant, title, kind), {"kind": kind}
            )

        return self.write(run)

    @operation(_CHARGE)
    @action(detail=True, methods=["post"], url_path="charge/cancel")
    def cancel_charge(self, request: Request, id: uuid.UUID) -> Response:
        """Cancel the live charge of a {noun} at the bank. A person confirms first.

        A bank slip is cancelled at once; a Pix takes time: get the {noun} again until charge_state
        is canceled, or paid because the cancellation came too late.
        """
        return self.write(lambda: self.order(id, self._cancel_charge, {}))

    def _cancel_charge(self, title: Title) -> None:
        charge.cancel(self.warrant, title)
