"""A real Chromium, before a real server. No part of `make test`: `make browser` runs these."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.screen import DESK, PASSWORD, Screen
from tests.live import Live
from tests.world import World, world

_NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser that is installed here; each test has a fresh profile of it."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.skip("There is no Chromium here: nothing was looked at. Install `chromium`.")
    # Playwright keeps a loop in this thread, whose tests nevertheless run one after the other.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        # Without its sandbox, as root in a container; it opens only this project's pages.
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def profile(chromium: Browser) -> Iterator[BrowserContext]:
    """A profile without a past, whose person reads Portuguese."""
    context = chromium.new_context(locale="pt-BR", viewport=DESK)  # type: ignore[arg-type]
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def screen(profile: BrowserContext, live: Live) -> Screen:
    return Screen.of(profile, live.url)


@pytest.fixture
def place() -> World:
    """One workspace behind the gate, and a person who may do everything in it and can sign in."""
    of = world(approval_gate=True)
    of.person.set_password(PASSWORD)
    of.person.save()
    return of
