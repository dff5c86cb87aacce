"""The account of ours behind a payment or a charge, as the bank knows it."""

from finance_api.bank import port
from finance_api.core.errors import Unprocessable
from finance_api.ledger.actions import require_account
from finance_api.ledger.models import Account
from finance_api.titles.models import Title


def account_of(title: Title) -> Account | None:
    """The account the title is settled on, else the one it is expected on."""
    account: Account | None = title.account or title.expected_account
    return account


def missing_of(account: Account | None) -> list[str]:
    """What the account lacks to be known to a bank, as paths of the API."""
    if account is None:
        return ["financial_account_id"]
    needed = {
        "bank_id": account.bank,
        "agency": account.agency,
        "account_number": account.account_number,
    }
    return [f"financial_account.{name}" for name, value in needed.items() if not value]


def at_bank(title: Title) -> port.Account:
    """The account as the port shows it; nothing may be missing of it. Raises `Unprocessable` for
    one that is inactive or of another company."""
    account = account_of(title)
    assert account is not None  # noqa: S101  `missing_of` was asked
    assert account.bank is not None  # noqa: S101
    require_account(account, title.company_id)
    return port.Account(
        bank_code=account.bank.code,
        agency=account.agency or "",
        agency_digit=account.agency_digit,
        number=account.account_number or "",
        digit=account.account_digit,
        holder=title.company.name,
        document=title.company.cnpj,
    )


def require_complete(noun: str, missing: list[str]) -> None:
    """Refuse what the bank could not do: `Unprocessable`, `details {missing}`, all pieces at
    once."""
    if missing:
        raise Unprocessable(
            f"The {noun} lacks what the bank needs: {', '.join(missing)}. Fill in what "
            "details.missing names, then repeat this.",
            details={"missing": missing},
        )
