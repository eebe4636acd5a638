"""Records as the demo's table has them: what each says once, and no empty column."""

from pagesight.app.serve.demo.view import records_table
from pagesight.extract.records.record import Record

_STORY = Record(
    title="A bell", url="https://a.example/bell", text="Coast A bell Divers found it. 19 March",
    date="2026-03-19", summary="Divers found it.",
)  # fmt: skip


def test_a_record_with_a_summary_shows_that_and_not_all_its_text() -> None:
    table = records_table([_STORY])
    assert table["columns"] == ["title", "date", "text", "url"]
    assert table["rows"][0]["text"] == "Divers found it."


def test_a_post_shows_its_text_and_nothing_that_is_for_programs() -> None:
    facts = {"author_url": "https://a.example/u/1", "date_text": "today", "markdown": "*Hose*"}
    post = Record("", "", "Ann Hose traps grit.", author="Ann", attributes=facts, type="post")
    assert records_table([post])["rows"] == [{"author": "Ann", "text": "Hose traps grit."}]


def test_what_half_of_the_records_are_labelled_with_has_a_column() -> None:
    homes = [
        Record(f"Home {number}", "", f"Home {number} Beds 3", attributes={"Beds": "3"})
        for number in range(2)
    ]
    table = records_table([*homes, Record("Home 2", "", "Home 2")])
    assert (table["columns"], table["rows"][0]["Beds"]) == (["title", "Beds"], "3")
    assert "Beds" not in records_table([homes[0], *3 * [Record("Home 2", "", "Home 2")]])["columns"]


def test_a_table_s_rows_show_their_cells_once() -> None:
    cells = {"Name": "Gudrun", "Year": "1901"}
    row = Record("Gudrun", "", "Gudrun 1901", attributes=cells, type="row")
    assert records_table([row])["rows"] == [{"title": "Gudrun", "Year": "1901"}]
