"""What a visitor sees and does, in a real browser, offline."""

import json
from urllib.request import urlopen

import pytest
from loopback import Site
from playwright.sync_api import Browser, Page, expect
from visitor import WAIT, Served, Visit

from pagesight.app.serve.demo.sources import SAMPLES

pytestmark = pytest.mark.browser

STORY = (
    "<h1>Harbour news</h1>" + "<p>The ferry sails at nine in the morning, from the pier.</p>" * 6
)


def test_the_demo_opens_on_a_finished_sample_and_asks_nobody_else(visit: Visit) -> None:
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    page = visit.open()
    expect(page.locator(".ps-badge b")).to_have_text("listing")
    expect(page.locator(".ps-extractor")).to_contain_text("listview")
    assert page.locator(".ps-box.is-kept").count() > 20
    assert [url for url in asked if url.startswith("http") and "127.0.0.1" not in url] == []


@pytest.mark.parametrize(("genre", "name"), [(str(g), name) for g, name in SAMPLES.items()])
def test_each_genre_has_a_sample_that_is_read_as_such(visit: Visit, genre: str, name: str) -> None:
    page = visit.open("?sample=contact" if name != "contact" else "")
    page.click(f"#sample-{name}")
    page.wait_for_selector(f".ps-result[data-query='sample={name}']")
    expect(page.locator(".ps-badge b")).to_have_text(genre)


@pytest.mark.parametrize("do", ["hover", "focus", "click"])
def test_a_block_of_text_marks_its_place_on_the_picture(visit: Visit, do: str) -> None:
    page = visit.open("?sample=article")
    block = page.locator(".ps-block.is-kept").first
    getattr(block, do)()
    number = block.get_attribute("data-block")
    expect(page.locator(f".ps-box[data-block='{number}']")).to_have_class(
        "ps-box is-kept is-active"
    )


def test_a_tap_on_the_picture_opens_the_text_of_the_block(served: Served, browser: Browser) -> None:
    phone = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page = Visit(phone, served).open("?sample=article&tab=metadata")
    box = page.locator(".ps-box.is-kept").nth(2)
    box.tap()
    block = page.locator(f".ps-block[data-block='{box.get_attribute('data-block')}']")
    expect(block).to_have_class("ps-block is-text is-kept is-active")
    expect(block).to_be_in_viewport()
    phone.close()


def test_the_slider_changes_at_once_what_is_kept(visit: Visit) -> None:
    page = visit.open("?sample=article")
    before = page.locator(".ps-block.is-kept").count()
    slide(page, 99)
    assert page.locator(".ps-block.is-kept").count() < before
    assert page.locator(".ps-box.is-kept").count() < before
    expect(page.locator(".ps-kept")).to_have_text(str(page.locator(".ps-block.is-kept").count()))
    page.click(".ps-reset")
    assert page.locator(".ps-block.is-kept").count() == before


def test_the_chart_of_genres_and_the_evidence_are_shown(visit: Visit) -> None:
    page = visit.open("?sample=forum&tab=genre")
    expect(page.locator("#ps-panel-genre .ps-chart li")).to_have_count(8, timeout=WAIT)
    expect(page.locator("#ps-panel-genre .ps-chart li").first).to_contain_text("forum")
    expect(page.locator(".ps-evidence img")).to_be_visible()


def test_markdown_is_shown_rendered_or_as_source(visit: Visit) -> None:
    page = visit.open("?sample=docs&tab=markdown")
    expect(page.locator(".ps-prose h2").first).to_have_text("Loading a table")
    page.get_by_text("Source", exact=True).click()
    expect(page.locator(".ps-source")).to_contain_text("## Loading a table")
    expect(page.locator(".ps-prose")).to_be_hidden()


@pytest.mark.parametrize(("name", "holds"), [("CSV", "€24.00,"), ("JSON", '"price": "€24.00"')])
def test_records_can_be_downloaded(visit: Visit, name: str, holds: str) -> None:
    page = visit.open("?sample=shop&tab=records")
    expect(page.locator("#ps-panel-records tbody tr")).to_have_count(9)
    with page.expect_download() as coming:
        page.locator("#ps-panel-records").get_by_role("link", name=name).click()
    assert coming.value.suggested_filename == f"records.{name.lower()}"
    assert holds in coming.value.path().read_text("utf-8")


def test_the_table_of_records_says_nothing_twice(visit: Visit) -> None:
    page = visit.open("?sample=shop&tab=records")
    text = page.locator("#ps-panel-records tbody tr").first.locator(".of-text")
    expect(text).to_have_text("A heavy mug with a thumb rest, glazed in oat.")


def test_another_extractor_is_set_beside_the_chosen_one(visit: Visit) -> None:
    page = visit.open("?sample=docs&tab=compare")
    page.get_by_text("goce-listview").click()
    expect(page.locator(".ps-other")).to_have_text("goce-listview")
    expect(page.locator(".ps-diff").nth(1).locator(".is-only").first).to_be_visible()
    expect(page.locator(".ps-diff").nth(0).locator(".is-lost").first).to_be_visible()


def test_the_address_holds_what_is_shown(visit: Visit) -> None:
    page = visit.open("?sample=article&extractor=goce-article")
    expect(page.locator(".ps-extractor")).to_have_text("goce-article")
    page = visit.open("?sample=article")
    slide(page, 97)
    page.get_by_role("tab", name="Metadata").click()
    kept, address = page.locator(".ps-kept").inner_text(), page.url
    again = visit.open(address.partition("/?")[2].join(["?", ""]))
    expect(again.locator(".ps-kept")).to_have_text(kept)
    expect(again.get_by_role("tab", name="Metadata")).to_have_attribute("aria-selected", "true")


def test_the_address_holds_what_is_left_out(visit: Visit) -> None:
    page = visit.open("?sample=article&favor=recall&images=no")
    shown = page.locator(".ps-result")
    expect(shown).to_have_attribute("data-query", "sample=article&favor=recall&images=no")
    page.get_by_text("Upload a file, choose the extractor").click()
    expect(page.get_by_label("images")).to_be_checked()
    page.get_by_label("images").uncheck()
    page.wait_for_selector(".ps-result[data-query='sample=article&favor=recall']")


def test_arrow_keys_move_between_tabs(visit: Visit) -> None:
    page = visit.open()
    page.get_by_role("tab", name="Content").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Markdown")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Markdown")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Details")).to_have_attribute("aria-selected", "true")


def test_arrow_keys_move_between_blocks(visit: Visit) -> None:
    page = visit.open("?sample=article")
    page.locator(".ps-block.is-kept").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".ps-block.is-kept").nth(1)).to_be_focused()


def test_an_upload_is_read_though_an_address_is_filled_in(visit: Visit) -> None:
    page = visit.open()
    page.fill("#address input, #address textarea", "https://nowhere.invalid/")
    visit.upload("harbour.html", STORY)
    expect(page.locator(".ps-result h2")).to_have_text("Harbour news")
    expect(page.locator("#address input, #address textarea")).to_have_value("")


def test_after_an_error_nothing_of_the_last_page_stays(visit: Visit) -> None:
    visit.open()
    page = visit.ask("https://nowhere.invalid/")
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.locator(".ps-result")).to_have_count(0)


@pytest.mark.parametrize("typed", ["/etc/passwd", "file:///etc/passwd", "ftp://a.example/"])
def test_files_and_other_schemes_are_refused(visit: Visit, typed: str) -> None:
    visit.open()
    expect(visit.ask(typed).get_by_role("alert")).to_contain_text("not an address of a web page")


def test_private_addresses_are_refused_without_talk_of_options(visit: Visit, site: Site) -> None:
    visit.open()
    alert = visit.ask(site.url("/")).get_by_role("alert")
    expect(alert).to_contain_text("public internet")
    assert "--" not in alert.inner_text()
    assert site.requested == []


def test_https_is_put_before_a_bare_host(visit: Visit) -> None:
    visit.open()
    alert = visit.ask("nowhere.invalid/page").get_by_role("alert")
    expect(alert).to_contain_text("https://nowhere.invalid/page")


def test_neither_errors_nor_json_name_paths_of_the_server(visit: Visit) -> None:
    visit.open()
    page = visit.upload("report.html", b"%PDF-1.7 nothing else")
    text = page.get_by_role("alert").inner_text()
    assert "report.html" in text
    assert "/tmp" not in text
    page = visit.open()
    visit.upload("harbour.html", STORY)
    shown = json.loads(page.locator(".ps-json").text_content() or "")
    assert shown["requested_url"] == "harbour.html"
    assert "/tmp" not in page.content()


def test_the_visitors_browser_loads_nothing_that_the_page_names(visit: Visit, site: Site) -> None:
    visit.open()
    tracker = (
        f'<p>A bell <img src="{site.url("/pixel.gif")}" alt="bell"> rang twice on the quay.</p>'
    )
    page = visit.upload("harbour.html", STORY + tracker * 3)
    page.get_by_role("tab", name="Markdown").click()
    expect(page.locator(".ps-prose a").first).to_have_attribute("href", site.url("/pixel.gif"))
    assert page.locator(".ps-prose img").count() == 0
    assert site.requested == []


def test_nothing_of_a_page_runs_and_dollars_stay_dollars(visit: Visit) -> None:
    visit.open()
    hostile = (
        "<title>&lt;img src=x onerror=window.ran=1&gt;</title>"
        "<p>It costs $$5$$ and &lt;script&gt;window.ran=1&lt;/script&gt; no more than that.</p>"
        '<p><a href="javascript:window.ran=1">A link that does nothing good</a> and its text.</p>'
    )
    page = visit.upload("hostile.html", hostile + STORY)
    page.get_by_role("tab", name="Markdown").click()
    expect(page.locator(".ps-prose")).to_contain_text("$$5$$")
    assert page.evaluate("window.ran") is None
    assert page.locator("[href^='javascript:' i], .ps [onerror], .ps script[src]").count() == 0


def test_uploads_and_pictures_do_not_stay_on_the_server(visit: Visit) -> None:
    visit.open()
    visit.upload("harbour.html", STORY)
    assert [file for file in visit.served.files.rglob("*") if file.is_file()] == []


def test_the_picture_has_words_for_those_who_do_not_see_it(visit: Visit) -> None:
    words = visit.open("?sample=news").locator(".ps-picture img").get_attribute("alt") or ""
    assert "Latest news" in words
    assert "32 of" in words


def test_the_one_public_endpoint_has_a_name(served: Served) -> None:
    with urlopen(served.address + "demo/gradio_api/info") as answer:
        named = json.load(answer)["named_endpoints"]
    assert list(named) == ["/extract"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_view_is_wider_than_the_window(
    served: Served, browser: Browser, width: int, scheme: str
) -> None:
    tab = browser.new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)  # type: ignore[arg-type]
    page = Visit(tab, served).open("?sample=shop")
    for name in page.get_by_role("tab").all_inner_texts():
        page.get_by_role("tab", name=name).click()
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, name
    page.get_by_role("tab", name="Metadata").click()
    narrowest = min(
        box["width"] for dd in page.locator(".ps-facts dd").all() if (box := dd.bounding_box())
    )
    assert narrowest > 200
    assert dark(page) == (scheme == "dark")
    tab.close()


def dark(page: Page) -> bool:
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(map(int, colour.strip("rgba()").split(",")[:3])) < 200


def slide(page: Page, to: int) -> None:
    page.locator("#ps-threshold").evaluate(
        "(slider, to) => {"
        " slider.value = to; slider.dispatchEvent(new Event('input', {bubbles: true})) }",
        to,
    )


# The texts of a result that differ too little from what is behind them (WCAG 2.2, 1.4.3).
FAINT = """() => {
  const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((part) => part / 255)
      .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0.9) return colour;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll(".ps *, #samples button, #ask button")].filter((each) => {
    const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !each.checkVisibility() || each.closest(".ps-picture")) return false;
    const style = getComputedStyle(each);
    const pair = [light(parse(style.color)), light(ground(each))].sort((a, b) => b - a);
    const large = parseFloat(style.fontSize) >= 24;
    return (pair[0] + 0.05) / (pair[1] + 0.05) < (large ? 3 : 4.5);
  }).map((each) => `${each.className || each.tagName}: ${each.textContent.slice(0, 40)}`);
}"""


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground(
    served: Served, browser: Browser, scheme: str
) -> None:
    tab = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    for name in SAMPLES.values():
        page = Visit(tab, served).open(f"?sample={name}")
        page.check(".ps-show-dropped")
        for tab_name in page.get_by_role("tab").all_inner_texts():
            page.get_by_role("tab", name=tab_name).click()
            assert page.evaluate(FAINT) == [], f"{name}, {tab_name}"
    tab.close()
