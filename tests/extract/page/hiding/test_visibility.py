"""Hidden text in pages that no browser looked at."""

import pytest
from hidden_ways import FOLDED, INJECTED, REAL, SEEN, WAYS, real, styled

from pagesight.extract.markdown.write import to_markdown, to_text
from pagesight.extract.page.document import Document, read
from pagesight.extract.registry import EXTRACTORS, extractor
from pagesight.render.page import Page, Unseen


def document(html: str) -> Document:
    return read(Page("https://example.org/a", html))


def text(html: str) -> str:
    return to_text(document(html).visible_blocks)


@pytest.mark.parametrize("where", ["inline", "sheet"])
@pytest.mark.parametrize("way", WAYS)
def test_text_hidden_by_style_is_left_out_and_its_visible_twin_is_not(way: str, where: str) -> None:
    hides, shows = (styled(style, where) for style in WAYS[way])
    assert text(hides) == f"Title\n{SEEN}\n{SEEN}"
    assert document(hides).hidden_chars == len(INJECTED)
    assert text(shows) == f"Title\n{SEEN}\n{INJECTED}\n{SEEN}"


@pytest.mark.parametrize("attribute", ["hidden", 'hidden=""', 'aria-hidden="true"'])
def test_text_hidden_by_an_attribute_is_left_out(attribute: str) -> None:
    assert text(f"<p>{SEEN}</p><p {attribute}>{INJECTED}</p>") == SEEN


def test_hidden_text_is_kept_when_asked_for() -> None:
    page = Page("", f"<p>{SEEN}</p><p hidden>{INJECTED}</p>")
    whole = read(page, include_hidden=True)
    assert (to_text(whole.visible_blocks), whole.hidden_chars) == (f"{SEEN}\n{INJECTED}", 0)


@pytest.mark.parametrize("name", FOLDED)
def test_what_a_click_shows_is_kept(name: str) -> None:
    assert SEEN in text(f"<h1>Title</h1><p>Some words that are seen.</p>{FOLDED[name]}")


@pytest.mark.parametrize("name", REAL)
def test_what_a_click_shows_on_a_real_page_is_kept(name: str) -> None:
    assert REAL[name] in text(real(name))


@pytest.mark.parametrize(
    ("loading", "hidden", "is_kept"),
    [
        ('<div id="tableLoading"><i class="spinner-border"></i></div>', "<table><td>", True),
        ('<div class="loader"></div>', "<ul><li>", True),
        ('<div class="loader"></div>', "<p>", False),  # an error message, say
        ('<div class="uploader"></div>', "<table><td>", False),
        ("", "<table><td>", False),
    ],
)
def test_a_list_that_waits_for_a_script_behind_a_spinner_is_kept(
    loading: str, hidden: str, is_kept: bool
) -> None:
    page = f'<p>{SEEN}</p>{loading}<div style="display:none">{hidden}{INJECTED}</div>'
    assert (INJECTED in text(page)) == is_kept


def test_text_hidden_inside_of_what_a_click_shows_is_left_out() -> None:
    folded = f'<div class="tab-pane" style="display: none">{SEEN} <b hidden>{INJECTED}</b></div>'
    assert text(f"<p>{SEEN}</p>{folded}") == f"{SEEN}\n{SEEN}"


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        ('<p>one <span style="display:none">x</span> two</p>', "one two"),
        ('<p>one<i hidden>x</i> <a href="/" hidden>y</a> two</p>', "one two"),
        ('<p>one <img src="a.png" alt="x" style="display:none"> two</p>', "one two"),
        ('<p>one <span hidden><img src="a.png" alt="x"><br><br></span>two</p>', "one two"),
        ('<p style="visibility:hidden">x <b style="visibility:visible">one</b></p>', "**one**"),
        ('<p style="font-size:0">x <b style="font-size:12px">one</b></p>', "**one**"),
        ('<div hidden><p style="visibility:visible">x</p></div><p>one</p>', "one"),
        ('<p title="x">one<!-- x --></p><input type="hidden" value="x">', "one"),
        ("<style>p::after {content: 'x'}</style><p>one</p>", "one"),
    ],
)
def test_hidden_pieces_of_a_visible_block_are_left_out(body: str, markdown: str) -> None:
    assert to_markdown(document(f"{body}<p>{SEEN}</p>").visible_blocks) == f"{markdown}\n\n{SEEN}"


@pytest.mark.parametrize(
    "sheet",
    [
        ".a {display: none} p.a {display: block}",
        "#i {display: block} .a {display: none}",
        ".a {display: block !important} #i {display: none}",
        ".a {display: none} .a {display: block}",
        "@media print {.a {display: none}}",
        "@media (max-width: 600px) {.a {display: none}}",
        ".a:hover, .b > .a, .b + .a, .a.c, .a[title] {display: none}",
        "/* .a {display: none} */ .b::after {content: '.a {display: none}'}",
        ".a {opacity: 0; transition: opacity 1s}",
        "main .a {display: none}",
    ],
)
def test_a_rule_that_does_not_win_or_apply_hides_nothing(sheet: str) -> None:
    body = f'<div class="x"><p class="a" id="i">{SEEN}</p></div>'
    assert text(f"<style>{sheet}</style><p>{SEEN}</p>{body}") == f"{SEEN}\n{SEEN}"


@pytest.mark.parametrize(
    "sheet",
    [
        "p.a, .b {display: none}",
        ".x > .a {display: none}",
        "div .a#i {display: none}",
        "@media screen and (min-width: 600px) {.a {display: none}}",
        "@supports (color: red) {.a {display: none}}",
        "[data-k='v'] {display: none}",
        ".a {display: none !important} p.a {display: block}",
    ],
)
def test_a_rule_that_wins_hides(sheet: str) -> None:
    body = f'<div class="x"><p class="a" id="i" data-k="v">{INJECTED}</p></div>'
    assert text(f"<style>{sheet}</style><p>{SEEN}</p>{body}") == SEEN


@pytest.mark.parametrize(
    "html",
    [
        f"<style>body {{opacity: 0}}</style><body><p>{SEEN}</p>",
        f"<style>.page {{visibility: hidden}}</style><div class='page'><p>{SEEN}</p></div>",
        f"<style>.in {{opacity: 0}}</style><p>{SEEN}</p><p class='in fade-up'>{SEEN}</p>",
        f"<style>[v-cloak] {{display: none}}</style><div v-cloak><p>{SEEN}</p></div><p>end</p>",
        f"<div id=S:1 hidden><p>{SEEN}</p></div><p>{SEEN}</p><p>{SEEN}</p>",
        f"<noscript><style>p {{display: none}}</style></noscript><p>{SEEN}</p>",
        f"<link rel=stylesheet href=a.css><p style='color: #fff'>{SEEN}</p>",
    ],
)
def test_what_waits_for_scripts_is_kept_where_none_ran(html: str) -> None:
    assert SEEN in text(html).splitlines()[0]
    assert document(html).hidden_chars == 0


@pytest.mark.parametrize("name", EXTRACTORS)
def test_no_extractor_returns_injected_text(name: str) -> None:
    paragraphs = "".join(f"<p>{SEEN} {SEEN} Number {n}.</p>" for n in range(6))
    item = f'<li class="item"><a href="/1">{SEEN}</a> <b style="opacity: 0">{INJECTED}</b></li>'
    page = f"""<body><h1>Title</h1><article>{paragraphs}<p style="display:none">{INJECTED}</p>
      <p>{SEEN} <span hidden>{INJECTED}</span></p>
      <p>{SEEN} <img src="a.png" alt="{INJECTED}" hidden></p></article><ul>{item * 5}</ul></body>"""
    extraction = extractor(name)(document(page))
    assert SEEN in extraction.text
    records = [f"{record.title} {record.text}" for record in extraction.records]
    assert INJECTED not in " ".join((extraction.text, extraction.markdown, *records))


def test_a_caption_that_screen_readers_pass_over_is_kept() -> None:
    html = f"<figure><img src=a.png alt=x><figcaption aria-hidden=true>{SEEN}</figcaption></figure>"
    assert text(f"<p>{SEEN}</p><p>{SEEN}</p>{html}").count(SEEN) == 3  # as Pandoc writes figures


def test_marks_that_do_not_fit_the_html_are_not_trusted() -> None:
    page = Page("", f"<p>{SEEN}</p><p>{SEEN}</p>", unseen=(Unseen(5, "display"),))
    assert to_text(read(page).visible_blocks) == f"{SEEN}\n{SEEN}"


@pytest.mark.parametrize("name", ["sr-only", "visually-hidden", "screen-reader-text"])
def test_words_for_screen_readers_are_left_out_beside_text_and_name_a_sign_alone(name: str) -> None:
    unseen = f"<span class={name}>Sale price</span>"
    assert text(f"<p>{unseen}$48</p><p>{SEEN}</p>") == f"$48\n{SEEN}"
    colon = f"<p>Holm<span class={name}>: </span>late ferries</p><p>{SEEN}</p>"
    assert text(colon) == f"Holm: late ferries\n{SEEN}"
    cells = f"<table><tr><td>Cart<td><i class=tick></i>{unseen}</table>"
    assert text(f"{cells}<p>{SEEN}</p>") == f"Cart\nSale price\n{SEEN}"
    assert text(f"<h2 class={name}>Ingredients</h2><p>{SEEN}</p>") == f"Ingredients\n{SEEN}"


def test_words_for_screen_readers_are_no_caption() -> None:
    caption = "<figcaption><i></i><span class=sr-only>Terminal window</span></figcaption>"
    assert text(f"<figure>{caption}<p>{SEEN}</p></figure>") == SEEN


@pytest.mark.parametrize(("label", "is_seen"), [("Caution", True), ("Note", False)])
def test_the_title_that_a_box_is_labelled_with_is_seen(label: str, is_seen: bool) -> None:
    title = "<p aria-hidden=true><svg></svg>Caution</p>"
    shown = text(f"<aside aria-label={label}>{title}<p>{SEEN}</p></aside>")
    assert shown == (f"Caution\n{SEEN}" if is_seen else SEEN)


@pytest.mark.parametrize("popup", ["class=modal style='display: none'", "id=pop-up hidden"])
def test_a_popup_longer_than_the_page_awaits_a_click_and_no_script(popup: str) -> None:
    html = f"<div {popup}>{'<p>terms of use</p>' * 99}</div>" + f"<p>{SEEN}</p>" * 9
    assert text(html).split() == SEEN.split() * 9


def test_a_template_is_no_text_unless_it_is_all_there_is() -> None:
    template = f"<template><p>{SEEN}</p></template>"
    assert text(f"<p>end</p><p>end</p>{template}") == f"end\nend\n{SEEN}"
    assert SEEN not in text(f"<p>{'end ' * 99}</p>{template}")
