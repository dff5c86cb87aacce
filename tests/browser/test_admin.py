"""The admin as an organization's admin uses it: one screen gives a colleague what they may do."""

from playwright.sync_api import BrowserContext

from tests.browser.screen import DESK, PASSWORD, SHOTS, Screen, grave_faults
from tests.finance_api.dashboard.office import staff
from tests.live import Live
from tests.world import World, person


def _seen(screen: Screen, name: str) -> None:
    """Django's own pages have scripts and a width of their own; everybody must be able to use
    them all the same."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    screen.page.screenshot(path=SHOTS / f"admin_{name}.desk.png", full_page=True)
    assert grave_faults(screen.page) == [], name
    assert screen.complaints == [], name


def test_a_colleague_is_let_in_on_one_screen(
    profile: BrowserContext, live: Live, place: World
) -> None:
    admin = staff(place)
    admin.set_password(PASSWORD)
    admin.save()
    newcomer = f"nova-{person().pk}@exemplo.com.br"
    screen = Screen.of(profile, live.url)
    page = screen.page
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    screen.open("/admin/")
    _seen(screen, "login")
    page.get_by_label("E-mail").fill(admin.email)
    page.get_by_label("Senha").fill(PASSWORD)
    page.get_by_role("button", name="Acessar").click()
    page.wait_for_url("**/admin/")
    _seen(screen, "index")
    screen.open("/admin/finance_api/user/add/")
    _seen(screen, "person_new")
    page.locator("#id_email").fill(newcomer)
    page.locator("#id_name").fill("Nova Colega")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("#id_password2").fill(PASSWORD)
    page.get_by_label("Financeiro").check()
    page.get_by_label(place.workspace.name).check()
    page.locator("input[name=_save]").click()
    page.wait_for_url("**/membership/**")
    _seen(screen, "membership")
    screen.open("/admin/finance_api/membership/")
    assert "Nova Colega" in page.locator("#result_list").inner_text()
    _seen(screen, "memberships")
    screen.open("/admin/finance_api/role/")
    page.locator("#result_list").get_by_role("link").first.click()
    _seen(screen, "role")
