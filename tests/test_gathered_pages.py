"""The corpus of gathered pages: which pages are chosen, and what its two lists hold."""

import hashlib
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from gather_pages import Site, chosen_pages, gathered, genres_in, hosts_of, licence_in, sites_in

from pagesight.datasets.schema import Genre

LISTS = Path(__file__).parent / "studies/genre"
PAGE = (
    "<title>A page</title><link rel=stylesheet href=/a.css>"
    f"<h1>A page</h1>{'<p>Some words to be read on it. </p>' * 60}"
)


def written(root: Path, *paths: str) -> Path:
    """Write a page at each of the paths, and the style sheet that all of them have."""
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(PAGE)
    (root / "a.css").write_text("h1 { color: white; background: navy }")
    return root


def test_pages_to_label_are_the_front_page_and_then_one_of_each_folder_in_turn(
    tmp_path: Path,
) -> None:
    root = written(tmp_path, "b/1.html", "b/2.html", "b/3.html", "c/1.html", "index.html")
    first, *others = chosen_pages(root)
    assert first == "index.html"
    assert {path.split("/")[0] for path in others[:2]} == {"b", "c"}
    assert len(others) == 4


def test_pages_whose_style_sheet_is_not_at_hand_are_not_to_be_labelled(tmp_path: Path) -> None:
    root = written(tmp_path, "index.html", "b.html")
    (root / "b.html").write_text(PAGE.replace("/a.css", "/lost.css"))
    assert list(chosen_pages(root)) == ["index.html"]


def test_a_folder_may_be_named_as_a_page(tmp_path: Path) -> None:
    (tmp_path / "404.html").mkdir()
    assert list(chosen_pages(written(tmp_path, "index.html"))) == ["index.html"]


def test_sites_that_are_kept_back_are_left_out(tmp_path: Path) -> None:
    listing = tmp_path / "listing"
    listing.write_text("A/kept a1\nb/free b1\n")
    kept_back = {hashlib.sha1(b"a/kept").hexdigest()}
    assert list(sites_in(listing, kept_back)) == [Site("b/free", "b1")]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("CNAME", "quay.example\n"),
        ("index.html", "<link rel=canonical href='https://quay.example/a'>"),
        ("a.html", "<!-- Mirrored from quay.example/a by HTTrack -->"),
    ],
)
def test_a_copy_of_a_site_says_whose_it_is(tmp_path: Path, file: str, text: str) -> None:
    written(tmp_path, "index.html")
    (tmp_path / file).write_text(text)
    assert "quay.example" in set(hosts_of(tmp_path))


def test_a_label_names_the_repository_the_path_and_the_genre(tmp_path: Path) -> None:
    labels = tmp_path / "labels"
    labels.write_text("a/b index.html service\na/b our shop/cart.html other\n")
    assert genres_in(labels) == {
        "a/b": {"index.html": Genre.SERVICE, "our shop/cart.html": Genre.OTHER}
    }


@pytest.mark.parametrize(
    ("file", "text", "licence"),
    [
        ("LICENSE", "Permission is hereby granted, free of\ncharge, to any person", "MIT"),
        ("LICENSE.md", "All rights reserved", "none stated"),
        ("README", "Permission is hereby granted, free of charge, to any person", "none stated"),
    ],
)
def test_the_licence_is_that_of_the_repositorys_own_file(
    tmp_path: Path, file: str, text: str, licence: str
) -> None:
    (tmp_path / file).write_text(text)
    assert licence_in(tmp_path) == licence


@pytest.mark.browser
def test_a_corpus_has_the_labelled_pages_with_their_genres(tmp_path: Path) -> None:
    site = written(tmp_path / "a+b" / "repo", "index.html", "b.html")
    for arguments in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=A", "-c", "user.email=a@b.invalid", "commit", "-qm", "A site"),
    ):
        subprocess.run(("git", "-C", str(site), *arguments), check=True)
    sites = [Site("a/b", "HEAD")]
    (row,) = gathered(sites, tmp_path, genres={"a/b": {"b.html": Genre.ARTICLE}})
    assert row["url"].to_pylist() == ["https://a.github.io/b/b.html"]
    assert row["genre"].to_pylist() == ["article"]
    unlabelled = [row["genre"].to_pylist() for row in gathered(sites, tmp_path)]
    assert unlabelled == [[None], [None]]


def test_every_label_is_of_a_listed_repository_and_given_once() -> None:
    lines = (LISTS / "labels.txt").read_text().splitlines()
    listed = [line.split()[0] for line in (LISTS / "repositories.txt").read_text().splitlines()]
    assert set(genres_in(LISTS / "labels.txt")) == set(listed)
    assert max(Counter(line.rsplit(" ", 1)[0] for line in lines).values()) == 1
    assert max(Counter(listed).values()) == 1
