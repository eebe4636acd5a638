"""Options say what is wrong with them."""

from pathlib import Path
from typing import Any

import pytest

from pagesight.app.config import Options
from pagesight.datasets.schema import Genre
from pagesight.render.errors import OptionError
from pagesight.render.options import RenderOptions


def test_a_genre_is_known_by_its_name() -> None:
    assert Options(genre="product").genre is Genre.PRODUCT  # type: ignore[arg-type]


def test_hosts_and_a_deadline_are_those_of_rendering_and_reading() -> None:
    rendering = RenderOptions(allow=("a.example",))
    options = Options(rendering=rendering, allow=["localhost"], allow_private=True, deadline=5)
    assert options.rendering.allow == ("a.example", "localhost")
    assert options.rendering.allow_private
    assert options.rendering.deadline == options.limits.seconds == 5


def test_without_them_rendering_stays_as_it_was_given() -> None:
    rendering = RenderOptions(deadline=7, allow_private=True, allow=("a.example",))
    assert Options(rendering=rendering).rendering == rendering


def test_folders_of_models_may_be_given_as_text() -> None:
    options = Options(models={"sight": "mine"}, genre_model="theirs")  # type: ignore[dict-item, arg-type]
    assert (options.models["sight"], options.genre_model) == (Path("mine"), Path("theirs"))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"genre": "shop"}, r"genre='shop': choose one of article, listing, collection"),
        ({"extractor": "best"}, r"extractor='best': choose one of auto, article"),
        ({"by": "smell"}, r"by='smell': choose one of both, screenshot, html"),
        ({"allow": "localhost"}, r"allow='localhost': wanted a list of hosts"),
        ({"deadline": -1}, r"deadline=-1: wanted seconds, more than 0"),
        ({"deadline": "soon"}, r"deadline='soon': wanted seconds"),
        ({"rendering": {}}, r"rendering=\{\}: wanted RenderOptions"),
        ({"limits": 5}, r"limits=5: wanted Limits"),
        ({"models": {"sight": 5}}, r"5 is no path of a model folder"),
        ({"genre": []}, r"genre=\[\]: choose one of"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Options(**given)
