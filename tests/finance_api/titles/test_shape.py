"""The shapes of a payable and a receivable: every listed field is always there (rest-api §1.8)."""

from tests.finance_api.titles.desk import both, desk

ROW = {
    "id",
    "company_id",
    "description",
    "amount",
    "interest_amount",
    "discount_amount",
    "ticket_amount",
    "nominal_amount",
    "due_date",
    "payment_date",
    "competence_date",
    "type",
    "status",
    "person_id",
    "person_name",
    "category_id",
    "category_name",
    "classification_center_id",
    "classification_center_name",
    "financial_account_id",
    "expected_account_id",
    "payment_method_kind",
    "document",
    "document_number",
    "document_date",
    "installment_number",
    "total_installments",
    "parcels_amount",
    "group_id",
    "transaction_id",
    "ir_relevant",
    "notes",
    "is_reconciled",
    "tax_charges_count",
    "classification_center_allocations_count",
    "attachments_count",
    "created_at",
    "updated_at",
    "created_via",
    "updated_via",
}
OF_ROW = {
    "payables": {"operation_kind", "payment_approval"},
    "receivables": {
        "kobana_charge_uid",
        "kobana_charge_kind",
        "kobana_status",
        "kobana_registration_status",
        "charge_state",
        "kobana_status_updated_at",
    },
}
DETAIL = {"classification_center_allocations", "tax_charges", "reconciliation"}
OF_DETAIL = {
    "payables": {
        "barcode",
        "pix_copia_e_cola",
        "pix_key",
        "pix_key_type",
        "bank_code",
        "bank_ispb",
        "agency",
        "agency_digit",
        "account_number",
        "account_digit",
        "transfer_purpose",
        "tax_kind",
        "tax_data",
        "beneficiary_name",
        "beneficiary_document",
        "scheduled_to",
        "kobana_payment_uid",
        "kobana_status",
        "kobana_status_updated_at",
        "approved_at",
        "rejected_at",
        "rejection_reason",
        "payment_source",
    },
    "receivables": {
        "kobana_charge_id",
        "kobana_charge_url",
        "kobana_barcode",
        "kobana_digitable_line",
        "kobana_pix_qrcode",
    },
}


@both
def test_rows_and_details_have_exactly_the_fields_of_the_reference(path: str) -> None:
    at = desk(path)
    made = at.made()
    assert set(made) == ROW | OF_ROW[path] | DETAIL | OF_DETAIL[path]
    (row,) = at.listed()
    assert set(row) == ROW | OF_ROW[path]
    assert row == {name: made[name] for name in row}
    assert at.get(made["id"]) == made


@both
def test_a_new_title_says_what_was_sent_and_what_follows_from_it(path: str) -> None:
    at = desk(path)
    answer = at.create(
        document="pedido 7",
        document_number="NF-12",
        document_date="2026-03-01",
        notes="linha 1\nlinha 2",
        ir_relevant=True,
        payment_method_kind="pix",
        expected_account_id=at.books.account,
        category_id=at.category,
    )
    made = answer.body
    assert answer.status == 201, made
    assert answer.headers["Location"] == f"/v1/{path}/{made['id']}"
    assert made["status"] == "pending"
    assert made["type"] == "normal"
    assert made["amount"] == made["nominal_amount"] == "100.00"
    assert made["due_date"] == made["competence_date"] == "2026-03-10T00:00:00.000Z"
    assert made["person_name"] == "Imobiliária Sol"
    assert made["category_id"] == at.category
    assert made["document"] == "pedido 7"
    assert made["document_number"] == "NF-12"
    assert made["document_date"] == "2026-03-01T00:00:00.000Z"
    assert made["notes"] == "linha 1\nlinha 2"
    assert made["ir_relevant"] is True
    assert made["expected_account_id"] == at.books.account
    assert made["financial_account_id"] is None
    assert made["transaction_id"] is made["payment_date"] is made["reconciliation"] is None
    assert made["is_reconciled"] is False
    assert made["created_via"] == made["updated_via"] == "api"


@both
def test_fields_trims_a_row_and_a_detail(path: str) -> None:
    at = desk(path)
    made = at.made(category_id=at.category)
    wanted = "amount,nominal_amount,category_name,is_reconciled,attachments_count"
    expected = {
        "id": made["id"],
        "amount": "100.00",
        "nominal_amount": "100.00",
        "category_name": made["category_name"],
        "is_reconciled": False,
        "attachments_count": 0,
    }
    assert at.listed(f"?fields={wanted}") == [expected]
    assert at.api.get(f"{path}/{made['id']}?fields={wanted}").body == expected
    assert at.api.get(f"{path}?fields=attachments").code == "BAD_REQUEST"


@both
def test_what_a_get_answers_can_be_sent_back_without_changing_anything(path: str) -> None:
    at = desk(path)
    first, second = at.center("Loja 1"), at.center("Loja 2")
    made = at.made(
        category_id=at.category,
        competence_date="2026-02-28",
        classification_centers=[
            {"classification_center_id": first, "percentage": 70},
            {"classification_center_id": second, "amount": "30.00"},
        ],
    )
    back = {name: value for name, value in made.items() if not name.endswith("_name")}
    for _ in range(3):
        assert at.patched(made["id"], **{**back, "tax_charges": []}) == made


def test_a_payable_keeps_its_payment_coordinates() -> None:
    at = desk("payables")
    sent = {
        "barcode": "34191091233456789123845123450004816460000012345",
        "pix_key": "+5511912345684",
        "pix_key_type": "phone",
        "bank_code": "001",
        "bank_ispb": "00000000",
        "agency": "0001",
        "account_number": "12345",
        "account_digit": "6",
        "beneficiary_name": "Imobiliária Sol",
        "beneficiary_document": "12.ABC.345/01DE-35",
        "tax_kind": "darf",
        "tax_data": {"tax_code": "0561", "fine_amount": 1.1, "total_amount": 20},
        "scheduled_to": "2026-03-09",
        "operation_kind": "payment",
        "payment_method_kind": "tribute",
    }
    made = at.made(**sent)
    assert {name: made[name] for name in sent} == {
        **sent,
        "scheduled_to": "2026-03-09T00:00:00.000Z",
    }
    assert made["payment_source"] == "manual"
    changed = at.patched(made["id"], bank_code=None, pix_key="+5511912345685")
    assert changed["bank_code"] is None
    assert changed["pix_key"] == "+5511912345685"
    assert changed["bank_ispb"] == "00000000"
    assert changed["updated_at"] > made["updated_at"]


def test_payment_methods_are_those_of_the_side() -> None:
    payables, receivables = desk("payables"), desk("receivables")
    assert payables.create(payment_method_kind="utility").status == 201
    refused = receivables.create(payment_method_kind="utility")
    assert refused.issues == {"payment_method_kind": "invalid_choice"}
    assert receivables.listed() == []


@both
def test_every_fault_of_a_body_is_named_at_once(path: str) -> None:
    at = desk(path)
    answer = at.create(
        amount="0.00",
        due_date="2026-02-30",
        description=" ",
        type="other",
        total_installments=1,
        recurrence_period="daily",
        person_id=123,
        ir_relevant="true",
    )
    assert answer.status == 422
    assert answer.code == "VALIDATION_ERROR"
    assert set(answer.issues) == {
        "amount",
        "due_date",
        "description",
        "type",
        "total_installments",
        "recurrence_period",
        "person_id",
        "ir_relevant",
    }
    assert at.listed() == []


@both
def test_one_side_never_shows_the_other(path: str) -> None:
    at = desk(path)
    other = "receivables" if path == "payables" else "payables"
    made = at.made()
    assert at.api.get(f"{other}/{made['id']}").code == "NOT_FOUND"
    assert at.api.patch(f"{other}/{made['id']}", {"notes": "x"}).code == "NOT_FOUND"
    assert at.api.delete(f"{other}/{made['id']}").code == "NOT_FOUND"
    assert at.api.get(other).body["data"] == []
    assert at.api.get(f"{other}/ids").body["data"] == []
    assert at.get(made["id"]) == made
