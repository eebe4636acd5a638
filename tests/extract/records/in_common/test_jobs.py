"""Where the jobs of a list are, and for whom."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.record import Record
from pagesight.render.page import Page

_LONG = "We build robots that pick fruit, and we look for people who build them with us."
_JOBS = (("Field Technician", "Leeds"), ("Office Manager", "Umeå"), ("Data Engineer", "Munich"))


def _records(card: str, folder: str = "jobs") -> tuple[Record, ...]:
    """Return the records of three jobs, each written by the template."""
    cards = "".join(
        f"<li>{card.format(link=f'/{folder}/{n}', job=job, town=town, n=n)}</li>"
        for n, (job, town) in enumerate(_JOBS)
    )
    html = f"<body><h1>Openings</h1><ul>{cards}</ul></body>"
    document = read(Page("https://robots.example/", html))
    return Listing(document, np.ones(len(document.blocks), np.bool_)).records


@pytest.mark.parametrize(
    "card",
    [
        "<a href={link}><b>{job}</b><div>Firmware<i>·</i>{town}<i>·</i>Hybrid</div></a>",
        "<h3><a href={link}>{job}</a></h3><p><span>Full-time</span> <span>•</span> {town}</p>",
        "<h2><a href={link}>{job}</a></h2><ul><li>{town}<li>Vollzeit<li>vor {n} Tagen</ul>",
        "<h2><a href={link}>{job}</a></h2><p>{town}</p><a href={link}/apply>Apply now</a>",
    ],
    ids=["after its department", "after a term", "in a list", "before a button"],
)
def test_the_last_name_beside_a_job_is_where_it_is(card: str) -> None:
    found = _records(card)
    assert [each.attributes.get("location") for each in found] == [town for _, town in _JOBS]
    assert {each.type for each in found} == {"job"}


def test_a_part_of_a_company_is_no_place() -> None:
    found = _records("<h3><a href={link}>{job}</a></h3><p>Finance</p>")
    assert not any("location" in each.attributes for each in found)


def test_the_picture_of_a_job_is_called_after_whom_one_works_for() -> None:
    logo = "<a href=/firm/{n}><img src=/{n}.png alt='Logo of {town} Works'></a>"
    found = _records(f"{logo}<h3><a href={{link}}>{{job}}</a></h3><p>{{town}}</p>")
    firms = [each.attributes.get("hiringOrganization") for each in found]
    assert firms == [f"{town} Works" for _, town in _JOBS]


def test_what_leads_to_no_job_has_none_of_that() -> None:
    found = _records("<h3><a href={link}>{job}</a></h3><p>{town}</p>", "stories")
    assert [(each.type, dict(each.attributes)) for each in found] == [("item", {})] * 3


def test_what_a_job_pays_is_no_price_of_it() -> None:
    card = "<h2><a href={link}>{job}</a></h2><p>{town}</p><p>1.60{n} € brutos/mes</p>"
    found = _records(card, "oferta-trabajo")
    assert [(each.type, each.price, each.attributes["baseSalary"]) for each in found] == [
        ("job", "", f"1.60{n} €") for n in range(3)
    ]


def test_jobs_for_everyone_are_jobs_wherever_they_lead_and_their_buttons_no_places() -> None:
    card = (
        "<h3>{job} (m/w/d)</h3><p><span>{town}</span> <span>Vollzeit</span></p>"
        "<p><a href={link}>Ansehen</a></p>"
    )
    found = _records(card, "a")
    assert {each.type for each in found} == {"job"}
    assert [each.attributes.get("location") for each in found] == [town for _, town in _JOBS]


def test_what_stands_before_the_title_is_no_place_where_one_works_from_home() -> None:
    found = _records("<p>Outsourcing {n}</p><h3><a href={link}>{job}</a></h3><p>🏠 Remote</p>")
    assert [each.attributes.get("location") for each in found] == ["🏠 Remote"] * 3


_DEPARTMENTS = (
    ("Robotics", (("Field Technician", "Leeds"), ("Data Engineer", "Munich, Bavaria"))),
    ("Finance", (("Office Manager", "Umeå"),)),
    ("People", (("Team Recruiter", "Leeds"), ("Payroll Clerk", "Munich"))),
)


@pytest.mark.parametrize(
    ("group", "job"),
    [
        (
            "<div class=group><div class=name>{}</div>{}</div>",
            "<div class=posting><a href={link}>Apply</a><a href={link}><h5>{job}</h5>"
            "<div><span>Hybrid — </span><span>{town}</span></div></a></div>",
        ),
        (
            "<h2>{}</h2><div class=jobs>{}</div>",
            "<a href={link}><h3>{job}</h3><p>Robotics • {town}</p></a>",
        ),
        (
            "<section><h3>{} (2)</h3><table><tbody>{}</tbody></table></section>",
            "<tr class=job><td><a href={link}><p class='body body--medium'>{job}</p>"
            "<p class='body body--small'>{town}</p></a></td></tr>",
        ),
        ("<h3>{}</h3><ul>{}</ul>", "<li><a href={link}>{job}</a> <span>{town}</span></li>"),
    ],
    ids=["cards", "links", "rows", "lines"],
)
def test_jobs_below_the_departments_of_a_company_are_an_item_each(group: str, job: str) -> None:
    wanted = [(name, *job) for name, jobs in _DEPARTMENTS for job in jobs]
    groups = "".join(
        group.format(
            name, "".join(job.format(link=f"/jobs/{t[:4]}", job=t, town=town) for t, town in jobs)
        )
        for name, jobs in _DEPARTMENTS
    )
    document = read(Page("https://robots.example/", f"<body><h1>Openings</h1>{groups}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    facts = [(each.attributes.get("category"), each.attributes.get("location")) for each in found]
    read_off = zip(facts, (each.title for each in found), strict=True)
    assert [(name, title, town) for (name, town), title in read_off] == wanted


def test_what_stands_between_jobs_alone_is_no_department() -> None:
    job = "<div class=job><h3><a href=/jobs/{0}>Engineer {0} of data</a></h3><p>Leeds</p></div>"
    first, last = ("".join(map(job.format, numbers)) for numbers in ((1, 2, 3), (4, 5, 6)))
    body = f"<h1>Openings</h1><p>{_LONG}</p><div>{first}<p>Advertise here</p>{last}</div>"
    document = read(Page("https://robots.example/", f"<body>{body}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [each.attributes.get("category") for each in found] == [None] * 6
