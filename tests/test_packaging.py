"""The package as users get it."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements.lock"
FOLDERS = ("render", "datasets", "extract", "vision", "app")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """Names of the files in the wheel, less its own metadata."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet"]
    # A copy: building leaves a build folder beside pyproject.toml.
    source = tmp_path_factory.mktemp("source") / "pagesight"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(source)], check=True)
    subprocess.run([*command, "-w", str(out), str(source)], check=True, capture_output=True)
    (built,) = out.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        return frozenset(n for n in archive.namelist() if ".dist-info/" not in n)


def tracked(suffix: str) -> set[str]:
    listing = subprocess.run(
        ["git", "ls-files", *FOLDERS], cwd=ROOT, check=True, capture_output=True, encoding="utf-8"
    )
    names = ["__init__.py", *listing.stdout.split("\n")]
    return {f"pagesight/{name}" for name in names if name.endswith(suffix)}


def test_what_package_indexes_show_has_no_link_that_is_relative() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    shown = (ROOT / project["readme"]).read_text("utf-8")
    assert re.findall(r"\]\((?!https://)|<img|src=", shown) == []


@pytest.mark.slow
def test_the_wheel_holds_every_module(wheel: frozenset[str]) -> None:
    assert {name for name in wheel if name.endswith(".py")} == tracked(".py")


@pytest.mark.slow
def test_the_wheel_holds_all_weights(wheel: frozenset[str]) -> None:
    weights = {name for name in tracked("") if "/weights/" in name}
    assert weights <= wheel


@pytest.mark.slow
def test_the_wheel_holds_nothing_outside_pagesight(wheel: frozenset[str]) -> None:
    assert {name.split("/")[0] for name in wheel} == {"pagesight"}


@pytest.mark.parametrize("heavy", ["torch", "playwright", "gradio"])
def test_extracting_with_what_learns_nothing_from_torch_stays_light(heavy: str) -> None:
    code = (
        "import sys\n"
        "from pagesight.extract.page.document import read\n"
        "from pagesight.extract.registry import extractor\n"
        "from pagesight.render.page import Page\n"
        "page = Page('https://light.example/', '<p>One sentence of a page.</p>' * 3)\n"
        "texts = [extractor(name)(read(page)).text for name in ('article', 'listview', 'sight')]\n"
        f"sys.exit(not all(texts) or {heavy!r} in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_shipped_weights_stay_under_40_megabytes() -> None:
    size = sum(f.stat().st_size for d in FOLDERS for f in (ROOT / d).glob("**/weights/**/*.*"))
    assert size < 40e6


def test_no_weights_are_pickles() -> None:
    allowed = {".safetensors", ".npz", ".onnx", ".json", ".md"}
    weights = [f for d in FOLDERS for f in (ROOT / d).glob("**/weights/**/*") if f.is_file()]
    assert [f.name for f in weights if f.suffix not in allowed] == []


def test_the_lock_has_a_fitting_version_of_every_requirement() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    named = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for extra in project["project"]["optional-dependencies"].values():
        named += extra
    others = [line for line in named if Requirement(line).name != "pagesight"]  # its own extras
    unfit = [line for line in others if not is_locked(Requirement(line))]
    assert unfit == [], "run make lock"


def is_locked(requirement: Requirement) -> bool:
    name = canonicalize_name(requirement.name)
    versions = re.findall(rf"^{name}==(\S+)", LOCK.read_text("utf-8"), re.MULTILINE)
    return bool(versions) and all(version in requirement.specifier for version in versions)


def test_the_lock_names_no_place_to_get_packages_from() -> None:
    lines = LOCK.read_text("utf-8").splitlines()
    assert [line for line in lines if not re.match(r"#|[a-z0-9-]+==[^/@]+(#|$)", line)] == []
