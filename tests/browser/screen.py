"""A page as a person sees it in a real browser, on a desk and on a phone; and what must be true of
every page: it is readable by everybody, fits the phone, and breaks nothing."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from finance_api.identity.models import User

SHOTS = Path(__file__).resolve().parent.parent.parent / "var" / "shots"
PASSWORD = "uma senha muito comprida"
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 780}
_GRAVE = ("serious", "critical")


@dataclass
class Screen:
    """The screen of one person at one site."""

    page: Page
    base: str
    #: What a page complained of on the console: a policy that was broken, a file that is missing.
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        """That a form came back with its faults, or that a page is not there, is no fault."""
        if message.location["url"] == self.page.url and "status of 4" in message.text:
            return
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} {message.location['url']}")

    @classmethod
    def of(cls, context: BrowserContext, base: str) -> "Screen":
        return cls(context.new_page(), base)

    def open(self, path: str) -> None:
        """Go there; the page must be there."""
        response = self.page.goto(f"{self.base}{path}")
        assert response is not None
        assert response.status == 200, (path, response.status)

    def at(self) -> str:
        """The path of the page that is shown."""
        return urlsplit(self.page.url).path

    def sign_in(self, who: User, password: str = PASSWORD) -> None:
        """Fill in the page that asks who it is, by its labels."""
        self.page.get_by_label("E-mail").fill(who.email)
        self.page.get_by_label("Senha").fill(password)
        self.page.get_by_role("button", name="Entrar").click()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def text(self) -> str:
        return self.page.locator("main").inner_text()

    def look(self, name: str) -> None:
        """Keep what is seen under `var/shots/`, on a desk and on a phone, and judge it."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        for width, size in (("desk", DESK), ("phone", PHONE)):
            self.page.set_viewport_size(size)  # type: ignore[arg-type]
            self.page.screenshot(path=SHOTS / f"{name}.{width}.png", full_page=True)
            self._judge(f"{name} on a {width}")
        self.page.set_viewport_size(DESK)  # type: ignore[arg-type]

    def _judge(self, where: str) -> None:
        assert grave_faults(self.page) == [], where
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.page.evaluate(wide) <= 0, f"{where} is wider than the screen"
        assert self.page.locator("script").count() == 0, f"{where} has a script"
        assert self.complaints == [], where


def grave_faults(page: Page) -> list[dict[str, Any]]:
    """What axe-core finds that keeps somebody from using the page."""
    # It would fetch stylesheets again, some from where they are not.
    options = {"resultTypes": ["violations"], "preload": False}
    found = Axe().run(page, options=options).response["violations"]
    return [
        {"rule": each["id"], "where": [node["html"] for node in each["nodes"]]}
        for each in found
        if each["impact"] in _GRAVE
    ]
