"""Options of a page: what is sent, waited for, clicked and scrolled."""

from dataclasses import replace
from pathlib import Path

import pytest
from loopback import Exchange, Site

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import OptionError
from pagesight.render.net.cookies import parse_cookie, read_cookies
from pagesight.render.options import Cookie, RenderOptions
from pagesight.render.sources.source import read_source

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TEXT = "<p>The ferry of the town crosses the sound four times a day. " * 12


async def test_headers_and_cookies_go_to_their_own_site_alone(
    site: Site, other_site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    sent: dict[str, tuple[str | None, ...]] = {}

    def note(exchange: Exchange) -> None:
        names = ("X-Key", "Cookie", "User-Agent")
        sent[exchange.path] = tuple(exchange.headers.get(name) for name in names)

    def page(exchange: Exchange) -> None:
        note(exchange)
        exchange.answer(f"{TEXT}<img src=/moved><img src={foreign('/image')}>".encode())

    def foreign(path: str) -> str:
        return other_site.url(path, "localhost")

    def moved(exchange: Exchange) -> None:
        note(exchange)
        exchange.redirect(foreign("/moved-there"))

    site.pages |= {"/": page, "/moved": moved, "/plain": page}
    other_site.pages |= {"/image": note, "/moved-there": note}
    asking = replace(
        options,
        headers=(("X-Key", "secret"),),
        cookies=(Cookie("session", "1"),),
        user_agent="Tester/1",
    )
    assert "secret" not in repr(asking)
    await pool.render(site.url(), asking)
    read_source(site.url("/plain"), asking)
    assert sent["/"] == sent["/moved"] == sent["/plain"] == ("secret", "session=1", "Tester/1")
    assert sent["/image"] == sent["/moved-there"] == (None, None, "Tester/1")


async def test_a_fetch_takes_no_header_to_where_it_is_redirected(
    site: Site, other_site: Site, options: RenderOptions
) -> None:
    sent: list[str | None] = []

    def there(exchange: Exchange) -> None:
        sent.extend((exchange.headers.get("X-Key"), exchange.headers.get("Cookie")))
        exchange.answer(b"<p>there")

    site.pages["/"] = lambda exchange: exchange.redirect(other_site.url("/", "localhost"))
    other_site.pages["/"] = there
    asking = replace(options, headers=(("X-Key", "k"),), cookies=(Cookie("a", "1"),))
    assert read_source(site.url(), asking).page.html == "<p>there"
    assert sent == [None, None]


async def test_what_is_clicked_and_waited_for_is_there(
    site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    site.pages["/"] = f"""{TEXT}<button id=more>more</button><script>
      more.onclick = () => setTimeout(() => document.body.append('two', 'fold'), 3500)
      </script>""".encode()
    asking = replace(options, click=("#more",), wait_for="twofold")
    capture = await pool.render(site.url(), asking)
    assert "twofold" in capture.page.html
    assert capture.warnings == ()


async def test_a_wait_of_seconds_is_kept(
    site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    script = "<script>setTimeout(() => document.body.append('late'), 2500)</script>"
    site.pages["/"] = (TEXT + script).encode()
    assert "late" in (await pool.render(site.url(), replace(options, wait=4.0))).page.html


async def test_what_does_not_come_is_a_warning(
    site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    site.pages["/"] = TEXT.encode()
    asking = replace(options, click=("#none", "no << selector"), wait_for="x", deadline=8.0)
    assert set((await pool.render(site.url(), asking)).warnings) == {
        "there is nothing to click at #none",
        "there is nothing to click at no << selector",
        "x did not appear in time",
    }


async def test_a_list_that_grows_is_followed_as_far_as_asked_for(
    site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    site.pages["/"] = f"""{TEXT}<div id=list></div><script>
      const add = () => {{ for (let i = 0; i < 4; i++) list.insertAdjacentHTML("beforeend",
        `<p class=item style="height: 300px">item</p>`) }};
      addEventListener("scroll", () => {{
        if (scrollY + innerHeight * 1.5 > document.documentElement.scrollHeight) add() }});
      add();</script>""".encode()
    few = await pool.render(site.url(), replace(options, scroll=2))
    many = await pool.render(site.url(), replace(options, scroll=10))
    assert many.page.html.count('class="item"') > few.page.html.count('class="item"') > 4


@pytest.mark.parametrize("soon", ["setTimeout(add, 100)", "fetch('/more').then(add)"])
async def test_a_list_that_grows_at_its_very_end_is_followed_in_a_box(
    soon: str, site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    page = f"""<style>html, body {{height: 100%; margin: 0; overflow: hidden}}
      #box {{height: 80vh; overflow-y: scroll}}</style><div id=box>{TEXT}</div><script>
      const add = () => box.insertAdjacentHTML("beforeend",
        `<p class=item style="height: 500px">item</p>`);
      add(), add();
      box.addEventListener("scroll", () => {{
        if (box.scrollTop + box.clientHeight > box.scrollHeight - 20) {soon} }})</script>"""
    site.pages |= {"/": page.encode(), "/more": b"more"}
    capture = await pool.render(site.url(), replace(options, scroll=20, deadline=60.0))
    assert capture.page.html.count('class="item"') >= 6


@pytest.mark.parametrize(
    "headers",
    [
        (("X-A", "b\r\nX-C: d"),),
        (("X A", "b"),),
        (("", "b"),),
        (("Host", "a.example"),),
        (("Content-Length", "5"),),
        (("Cookie", "a=b"),),
        (("X-A", "\u20ac"),),
    ],
)
async def test_a_header_that_would_be_more_than_one_is_refused(
    headers: tuple[tuple[str, str], ...],
) -> None:
    with pytest.raises(OptionError, match="header"):
        RenderOptions(headers=headers)


async def test_cookies_are_read_as_they_are_written(tmp_path: Path) -> None:
    assert parse_cookie("a=b=c") == Cookie("a", "b=c")
    with pytest.raises(OptionError):
        parse_cookie("a")
    with pytest.raises(OptionError):
        parse_cookie("a=b\nc")
    file = tmp_path / "cookies.txt"
    line = ".a.example\tTRUE\t/x\tFALSE\t0\tname\tvalue\n"
    file.write_text("# Netscape HTTP Cookie File\n" + line)
    assert read_cookies(file) == (Cookie("name", "value", ".a.example", "/x"),)
    file.write_text("no cookies")
    with pytest.raises(OptionError, match="Netscape"):
        read_cookies(file)


@pytest.mark.parametrize(
    "button",
    [
        *("<button id=m>Load more</button>", "<a id=m href=#>Load more</a>"),
        *("<button id=m>Mehr laden</button>", "<a id=m href=#>Voir plus</a>"),
        *("<button id=m>Показать ещё</button>", "<a id=m href=#>もっと見る</a>"),
    ],
)
async def test_a_button_that_adds_to_a_list_is_clicked_as_often_as_asked_for(
    button: str, site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    script = """let n = 0; m.onclick = () => fetch('/more').then(() => {
      list.insertAdjacentHTML('beforeend', `<p>item ${++n}.`); if (n == 4) m.remove(); })"""
    page = f"{TEXT}<a href=/all>More news</a><div id=list></div>{button}<script>{script}</script>"
    site.pages |= {"/": page.encode(), "/more": b"{}"}
    three = await pool.render(site.url(), replace(options, load_more=3))
    all_of_them = await pool.render(site.url(), replace(options, load_more=50))
    assert "item 3." in three.page.html
    assert "item 4." not in three.page.html
    assert "item 4." in all_of_them.page.html
    assert "/all" not in site.requested


async def test_no_button_is_clicked_unasked(site: Site, pool: BrowserPool) -> None:
    page = f"{TEXT}<button onclick=\"document.title = 'clicked'\">Load more</button>"
    site.pages["/"] = page.encode()
    assert (await pool.render(site.url())).title == ""
