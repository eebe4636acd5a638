"""The demo's page from one question to the next: what stays in it, and what must not."""

from playwright.sync_api import expect
from visitor import WAIT, Visit

STORY = "<article><h1>The harbour</h1>" + "<p>The ferry sails at nine, and again at noon.</p>" * 9


def test_after_a_failure_neither_address_nor_sample_stays_and_no_timer_runs(visit: Visit) -> None:
    errors: list[str] = []
    visit.page.on("pageerror", lambda error: errors.append(str(error)))
    page = visit.open("?sample=forum&threshold=5")
    visit.ask("nowhere.invalid/page")
    assert page.url.endswith("/demo/")
    expect(page.locator("#samples .is-shown")).to_have_count(0)
    expect(page.locator("#address input, #address textarea")).to_have_value("nowhere.invalid/page")
    page.wait_for_timeout(2500)  # of the timer, which counts seconds
    assert errors == []


def test_a_threshold_of_the_address_is_not_that_of_the_next_upload(visit: Visit) -> None:
    page = visit.open("?threshold=5")
    visit.upload("harbour.html", STORY)
    expect(page.locator(".ps-result h2")).to_have_text("The harbour")
    assert "threshold" not in page.url
    assert page.locator(".ps-reset").is_hidden()


def test_what_is_no_page_is_named_as_the_command_line_names_it(visit: Visit) -> None:
    visit.open()
    alert = visit.upload("report.html", b"%PDF-1.7 nothing else").get_by_role("alert")
    expect(alert).to_contain_text("a PDF document, not HTML")
    assert "slow" not in alert.inner_text()


def test_rivals_and_our_own_extractors_are_compared(visit: Visit) -> None:
    page = visit.open("?sample=article&tab=compare")
    systems = page.locator("#ps-panel-compare .ps-systems")
    expect(systems).to_contain_text("web2text", timeout=WAIT)
    expect(systems).to_contain_text("trafilatura")
    expect(page.locator("#ps-panel-compare .ps-difference").last).not_to_be_empty()


def test_at_390_pixels_all_samples_and_tabs_are_seen(visit: Visit) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 844})
    page = visit.open("?sample=shop")
    for each in (*page.locator("#samples button").all(), *page.locator(".ps-tabs button").all()):
        box = each.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
