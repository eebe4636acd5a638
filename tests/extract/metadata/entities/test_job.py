"""Jobs read off the page by their labels and headings, where its markup states none or less."""

import pytest

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.read import entities
from pagesight.extract.page.document import read
from pagesight.render.page import Page

TASKS = "<h2>Responsibilities</h2><ul><li>Bake the bread.</li><li>Clean the oven.</li></ul>"
APPLY = "<a href=/apply>Apply now</a>"


def jobs(body: str, path: str = "p/1", lang: str = "en") -> list[Entity]:
    html = f"<html lang={lang}><body><main>{body}</main></body></html>"
    document = read(Page(f"https://town.example/{path}", html))
    return [each for each in entities(document) if each.type == "JobPosting"]


def said(job: Entity) -> dict[str, str]:
    """Return the fields as texts: of the place its name and address, of the pay its numbers."""
    place = next(iter(job.entities("jobLocation")), Entity("Place", {}))
    pay = next(iter(job.entities("baseSalary")), Entity("MonetaryAmount", {}))
    value = next(iter(pay.entities("value")), Entity("QuantitativeValue", {}))
    numbers = (value.text(name) for name in ("value", "minValue", "maxValue", "unitText"))
    found = {
        "title": job.text("title"), "by": job.text("hiringOrganization"),
        "place": ", ".join(filter(None, (place.text("name"), place.text("address")))),
        "kind": " ".join(job.texts("employmentType")), "posted": job.text("datePosted"),
        "until": job.text("validThrough"), "where": job.text("jobLocationType"),
        "pay": " ".join(filter(None, (pay.text("currency"), *numbers))),
        "number": job.text("identifier"), "count": job.text("totalJobOpenings"),
    }  # fmt: skip
    return {name: text for name, text in found.items() if text}


@pytest.mark.parametrize(
    ("lang", "body", "expected"),
    [
        pytest.param(
            "en",
            "<h1>Baker</h1><dl><dt>Company</dt><dd>Crust Ltd</dd><dt>Location</dt><dd>Leeds</dd>"
            "<dt>Employment type</dt><dd>Full-time</dd><dt>Salary</dt><dd>£28,000 - £32,000 a year"
            f"</dd><dt>Closing date</dt><dd>31 May 2026</dd></dl>{TASKS}{APPLY}",
            {"title": "Baker", "by": "Crust Ltd", "place": "Leeds", "kind": "FULL_TIME",
             "until": "2026-05-31", "pay": "GBP 28000 32000 YEAR"},
            id="a list of terms",
        ),
        pytest.param(
            "en",
            f"<h1>Miller</h1>{TASKS}<h4>Job Overview</h4><ul><li>Posted date : 1 June 2026</li>"
            "<li>Location : Jakarta</li><li>Job nature : Part time</li><li>Salary : Rp 8,000,000"
            f" monthly</li><li>Application date : 10 June 2026</li></ul>{APPLY}",
            {"title": "Miller", "place": "Jakarta", "kind": "PART_TIME", "posted": "2026-06-01",
             "until": "2026-06-10", "pay": "IDR 8000000 MONTH"},
            id="a box of lines beside the text",
        ),
        pytest.param(
            "en",
            "<h1>Driver</h1><table><tr><th>Employer</th><td>Vans Inc."
            "</td></tr><tr><th>Job type</th>"
            "<td>Contract</td></tr><tr><th>Pay</th><td>$25 per hour</td></tr><tr><th>Work location"
            f"</th><td>Austin, TX</td></tr></table>{APPLY}",
            {"title": "Driver", "by": "Vans Inc.", "place": "Austin, TX", "kind": "CONTRACTOR",
             "pay": "USD 25 HOUR"},
            id="a table",
        ),
        pytest.param(
            "en",
            "<h1>Editor</h1><p><strong>Company:</strong> Page Co<br>"
            "<strong>Location:</strong> Remote"
            f"<br><strong>Contract type:</strong> Temporary</p>{TASKS}<button>Apply</button>",
            {"title": "Editor", "by": "Page Co", "place": "Remote", "kind": "TEMPORARY",
             "where": "TELECOMMUTE"},
            id="bold labels of lines, from home",
        ),
        pytest.param(
            "en",
            "<h1>Tailor</h1><ul><li><i class='bi bi-geo-alt'></i> Kuala Lumpur</li><li>"
            "<i class='bi bi-cash'></i> $20k</li><li>"
            "<i class='bi bi-briefcase'></i> Internship</li>"
            f"<li>Experience: 2 years</li><li>Deadline: 1 July 2026</li></ul>{TASKS}{APPLY}",
            {"title": "Tailor", "place": "Kuala Lumpur", "kind": "INTERN", "until": "2026-07-01",
             "pay": "USD 20000"},
            id="icons by their classes",
        ),
        pytest.param(
            "en",
            "<h1>Engineer</h1><p>Full-time | Remote, European time</p><p>Company: Ovens AG</p>"
            "<p>Location: Ghent</p>"
            f"{TASKS}<h2>Requirements</h2><p>Five years of work.</p>{APPLY}",
            {"title": "Engineer", "by": "Ovens AG", "place": "Ghent", "kind": "FULL_TIME"},
            id="the kind of employment stands under the title, without a label",
        ),
        pytest.param(
            "de",
            "<h1>Bäcker (m/w/d)</h1><p>Arbeitgeber: Krume GmbH</p><p>Arbeitsort: 14057 Berlin</p>"
            "<p>Anstellungsart: Vollzeit</p><p>Gehalt: 3.200 € im Monat</p><p>Bewerbungsfrist:"
            " 30.06.2026</p><h2>Deine Aufgaben</h2><p>Brot backen."
            "</p><a href=/b>Jetzt bewerben</a>",
            {"title": "Bäcker (m/w/d)", "by": "Krume GmbH", "place": "14057 Berlin",
             "kind": "FULL_TIME", "pay": "EUR 3200 MONTH", "until": "2026-06-30"},
            id="German",
        ),
        pytest.param(
            "fr",
            "<h1>Boulanger</h1><dl><dt>Entreprise</dt><dd>Au Four</dd><dt>Lieu de travail</dt>"
            "<dd>Lyon</dd><dt>Type de contrat</dt><dd>CDD</dd><dt>Salaire</dt><dd>2 100 € par mois"
            "</dd></dl><h2>Missions</h2><p>Cuire.</p><a href=/p>Postuler</a>",
            {"title": "Boulanger", "by": "Au Four", "place": "Lyon", "kind": "TEMPORARY",
             "pay": "EUR 2100 MONTH"},
            id="French",
        ),
        pytest.param(
            "es",
            "<h1>Panadera</h1><p>Empresa: Horno SL</p><p>Ubicación: Sevilla</p><p>Jornada: Tiempo"
            " completo</p><p>Fecha de publicación: 4 de mayo de 2026</p><h2>Requisitos</h2>"
            "<p>Ganas.</p>",
            {"title": "Panadera", "by": "Horno SL", "place": "Sevilla", "kind": "FULL_TIME",
             "posted": "2026-05-04"},
            id="Spanish",
        ),
        pytest.param(
            "it",
            "<h1>Panettiere</h1><p><b>Azienda:</b> Forno Srl</p><p><b>Sede di lavoro:</b> Bari</p>"
            "<p><b>Contratto:</b> Tempo determinato</p><a href=/c>Candidati ora</a>",
            {"title": "Panettiere", "by": "Forno Srl", "place": "Bari", "kind": "TEMPORARY"},
            id="Italian",
        ),
        pytest.param(
            "pt",
            "<h1>Padeiro</h1><h3>Empresa</h3><p>Forno Lda</p><h3>Local de trabalho</h3><p>Porto</p>"
            "<h3>Salário</h3><p>R$ 2.500,00 por mês</p><a href=/c>Candidatar-se</a>",
            {"title": "Padeiro", "by": "Forno Lda", "place": "Porto", "pay": "BRL 2500.00 MONTH"},
            id="Portuguese, under headings",
        ),
        pytest.param(
            "nl",
            "<h1>Bakker</h1><p>Werkgever: De Oven</p><p>Standplaats: Gent</p><p>Dienstverband:"
            " Deeltijd</p><p>Sluitingsdatum: 1 juli 2026</p><a href=/s>Solliciteer</a>",
            {"title": "Bakker", "by": "De Oven", "place": "Gent", "kind": "PART_TIME",
             "until": "2026-07-01"},
            id="Dutch",
        ),
        pytest.param(
            "cs",
            "<h1>Pekař</h1><div><div>Společnost</div><p>Pec s.r.o.</p></div><div><div>Plat</div>"
            "<p>50 000 – 80 000 Kč</p></div><div><div>Typ úvazku</div><p>Plný úvazek</p></div>"
            "<button>Odpovědět</button>",
            {"title": "Pekař", "by": "Pec s.r.o.", "kind": "FULL_TIME", "pay": "CZK 50000 80000"},
            id="Czech",
        ),
        pytest.param(
            "ja",
            "<h1>パン職人</h1><table><tr><th>会社名</th><td>かまど株式会社"
            "</td></tr><tr><th>勤務地</th>"
            "<td>大阪市</td></tr><tr><th>雇用形態</th><td>正社員</td></tr></table><h2>仕事内容</h2>"
            "<p>パンを焼きます。</p>",
            {"title": "パン職人", "by": "かまど株式会社", "place": "大阪市", "kind": "FULL_TIME"},
            id="Japanese",
        ),
    ],
)  # fmt: skip
def test_a_job_is_read_by_its_labels(lang: str, body: str, expected: dict[str, str]) -> None:
    (job,) = jobs(body, "jobs/1", lang)
    assert said(job) == expected
    assert {*job.sources.values()} == {"page"}


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Baker", "<h1>Baker</h1><p><a class=topcard__org-name-link>Crust Ltd</a> "
         "<i class=location>Leeds</i></p><p class=job-type>Full-time</p>"),
        ("Crust Ltd - Baker", "<h2>Baker</h2><div class=sort-by-location>Leeds /</div>"
         "<div class=sort-by-commitment>Full-time /</div>"),
        ("Baker - Crust Ltd", "<h1>Baker</h1><p><i data-ui=job-location>Leeds</i> · Ovens · "
         "<i data-ui=job-type>Full time</i></p>"),
    ],
)  # fmt: skip
def test_a_job_is_read_by_what_its_elements_are_called_and_by_the_page_s_title(
    title: str, body: str
) -> None:
    (job,) = jobs(f"<title>{title}</title>{body}{TASKS}{APPLY}", "jobs/1")
    assert said(job) == {"title": "Baker", "by": "Crust Ltd", "place": "Leeds", "kind": "FULL_TIME"}


def test_the_name_of_the_site_beside_the_job_s_is_no_employer() -> None:
    (job,) = jobs(f"<title>Baker | Town Example</title><h1>Baker</h1>{TASKS}{APPLY}"
                  "<p class=job-type>Full-time</p>", "jobs/1")  # fmt: skip
    assert "by" not in said(job)


def test_headings_of_a_job_and_a_way_to_apply_are_enough_where_the_address_says_job() -> None:
    body = f"<h1>Research baker</h1>{TASKS}<h2>Requirements</h2><p>Patience.</p>{APPLY}"
    (job,) = jobs(body, "careers/research-baker")
    assert said(job) == {"title": "Research baker"}
    assert not jobs(body, "blog/research-baker")


@pytest.mark.parametrize(
    ("lang", "body", "expected"),
    [
        ("en", "<table><tr><td>Requisition Number</td><td>11-0243</td></tr><tr><td>Post Date</td>"
         "<td>12/9/2011</td></tr><tr><td>Title</td><td>Baker</td></tr><tr><td>City</td><td>Addison"
         "</td></tr><tr><td>State</td><td>TX</td></tr></table>",
         {"title": "Baker", "place": "Addison, TX", "posted": "2011-12-09", "number": "11-0243"}),
        ("de", "<h1>Bäcker</h1><p>Kennziffer: 12/2026</p><p>Dienstort: Wien</p><p>Anzahl Stellen: 2"
         "</p>", {"title": "Bäcker", "place": "Wien", "number": "12/2026", "count": "2"}),
    ],
)  # fmt: skip
def test_the_number_of_a_job_tells_that_a_page_is_of_one(
    lang: str, body: str, expected: dict[str, str]
) -> None:
    tasks = {"en": TASKS, "de": "<h2>Ihre Aufgaben</h2><p>Brot.</p>"}
    (job,) = jobs(body + tasks[lang], lang=lang)
    assert said(job) == expected


def test_a_label_is_no_value_of_another() -> None:
    body = (
        "<h1>Porter</h1><table><tr><td>Location: City</td><td>New York</td></tr><tr><td>Location "
        "Name</td><td>Midtown</td></tr><tr><td>Job ID</td><td>14BR</td></tr></table>"
    )
    (job,) = jobs(body + TASKS)
    assert said(job) == {"title": "Porter", "place": "Midtown", "number": "14BR"}


def test_where_the_title_is_the_site_s_the_job_is_named_above_the_labels() -> None:
    body = "<h1>Careers</h1><p>Baker</p><p>Full-time</p><p>posted 3/11/2010</p><dl><dt>Req ID</dt>"
    body += "<dd>169</dd><dt>Location</dt><dd>McLean, VA</dd></dl>"
    (job,) = jobs(f"<title>Careers</title>{body}{TASKS}{APPLY}")
    assert said(job) == {
        "title": "Baker", "place": "McLean, VA", "kind": "FULL_TIME", "posted": "2010-03-11",
        "number": "169",
    }  # fmt: skip


def test_headings_that_follow_a_job_do_not_name_it() -> None:
    body = f"<h2>Share</h2><p>Baker</p><p>Job ID: 7</p><p>Location: Leeds</p>{TASKS}"
    (job,) = jobs(f"<title>Careers</title>{body}")
    assert said(job) == {"title": "Baker", "place": "Leeds", "number": "7"}


@pytest.mark.parametrize("name", ["Job Details", "Careers / Town", "Jobs in Leeds"])
def test_what_kind_of_page_it_is_is_no_employer(name: str) -> None:
    (job,) = jobs(f"<title>Baker - {name}</title><h1>Baker</h1>{TASKS}{APPLY}"
                  "<p class=job-type>Full-time</p>", "jobs/1")  # fmt: skip
    assert "by" not in said(job)


@pytest.mark.parametrize(
    ("tasks", "profile"),
    [
        ("Your tasks:", "Your profile:"),
        ("Essential duties", "Nice to have"),
        ("Your role", "We expect"),
    ],
)
def test_headings_of_a_job_have_many_words(tasks: str, profile: str) -> None:
    body = f"<h1>Baker</h1><h2>{tasks}</h2><p>Bread.</p><h2>{profile}</h2><p>Patience.</p>"
    (job,) = jobs(f"{body}<a href=/a>Send us your application</a>", "jobs/baker")
    assert job.text("description").startswith(tasks)


def test_the_description_ends_where_one_applies() -> None:
    labels = "<h1>Baker</h1><p>Job type: Full-time</p><p>Location: Leeds</p>"
    (job,) = jobs(f"{labels}{TASKS}{APPLY}<h2>Similar jobs</h2><p>Miller</p>")
    assert job.text("description") == "Responsibilities\nBake the bread.\nClean the oven."


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param(
            "blog/1",
            "<h1>How we pay</h1><p>Salary: it depends</p><p>Company: culture matters</p>"
            "<h2>Benefits</h2><p>We like fruit.</p>",
            id="an article on jobs",
        ),
        pytest.param(
            "jobs",
            "<h1>Open positions</h1>"
            + "".join(
                f"<h3>Baker {n}</h3><p>Location: Leeds</p><p>Job type: Full-time</p>{APPLY}"
                for n in range(5)
            ),
            id="a list of jobs",
        ),
        pytest.param(
            "jobs/search",
            "<h1>Jobs</h1><p>Job type</p><p>Full time, part time, freelance, internship</p>"
            f"<p>Location</p><p>Any</p>{APPLY}",
            id="the filters of a list",
        ),
        pytest.param(
            "docs/api",
            "<h1>Job object</h1><dl><dt>type</dt><dd>A string</dd>"
            "<dt>company</dt><dd>An id</dd></dl>",
            id="a page of documentation",
        ),
    ],
)
def test_other_pages_show_no_job(path: str, body: str) -> None:
    assert not jobs(body, path)


def test_what_the_markup_states_comes_first_and_the_page_has_the_rest() -> None:
    stated = (
        '<script type="application/ld+json">{"@type": "JobPosting", "title": "Head baker",'
        ' "employmentType": "FULL_TIME"}</script>'
    )
    labels = f"<h1>Head baker</h1><p>Job type: Full-time</p><p>Company: Crust Ltd</p>{APPLY}"
    (job,) = jobs(stated + labels)
    assert job.sources["employmentType"] == "both"
    assert (job.text("hiringOrganization"), job.sources["hiringOrganization"]) == (
        "Crust Ltd",
        "page",
    )


_BARE = "<h1>Baker</h1><p>Leeds · Full-time · £28,000 - £32,000 a year</p>"


def test_terms_below_the_title_need_no_labels() -> None:
    (job,) = jobs(f"{_BARE}<h2>What you will do</h2><p>Bake.</p>{APPLY}")
    assert said(job) == {
        "title": "Baker", "place": "Leeds", "kind": "FULL_TIME", "pay": "GBP 28000 32000 YEAR",
    }  # fmt: skip


def test_terms_without_a_heading_of_a_job_are_of_something_else() -> None:
    assert not jobs(f"<h1>Oven</h1><p>Full-time use · £28 a month</p>{APPLY}")


_SHOPS = "has three shops of its own and bakes for a hundred others in town."


@pytest.mark.parametrize(
    ("title", "text", "employer"),
    [
        ("Baker - Careers at Crust", f"Crust {_SHOPS}", "Crust"),
        ("Baker - Town", f"Our bakery {_SHOPS}", ""),
    ],
)  # fmt: skip
def test_a_site_that_its_text_names_is_the_employer(title: str, text: str, employer: str) -> None:
    html = (
        f"<html lang=en><head><title>{title}</title></head><body>{_BARE}{TASKS}<p>{text}</p>{APPLY}"
    )
    (job,) = (e for e in entities(read(Page("https://town.example/p", html))))
    assert job.text("hiringOrganization") == employer


def test_the_title_of_a_german_job_says_for_whom_and_the_text_until_when() -> None:
    heads = "<p>Das erwartet Sie:</p><p>Brot.</p><p>Das bringen Sie mit:</p><p>Kraft.</p>"
    until = "<p>Ihre Bewerbung senden Sie bis spätestens 15. Januar 2027 an die Stadt.</p>"
    (job,) = jobs(f"<h1>Bäcker (m/w/d)</h1><p>In Teilzeit, Ulm.</p>{heads}{until}", lang="de")
    assert said(job) == {"title": "Bäcker (m/w/d)", "kind": "PART_TIME", "until": "2027-01-15"}


def test_a_company_is_known_by_its_form_in_law() -> None:
    (job,) = jobs(
        f"<h1>Piekarz</h1><h2>Meble Karpaty Sp. z o.o.</h2><p>Pełny etat</p>{TASKS}{APPLY}"
    )
    assert said(job)["by"] == "Meble Karpaty Sp. z o.o."


def test_a_town_may_stand_beside_the_terms_above_the_title() -> None:
    (job,) = jobs(f"<p>Linden · Full-time · permanent</p><h1>Baker</h1>{TASKS}{APPLY}")
    assert said(job)["place"] == "Linden"


def test_the_town_is_nearer_to_the_terms_than_who_employs() -> None:
    (job,) = jobs(f"<h1>Baker</h1><p>Crust and Sons</p><p>Gent · Full-time</p>{TASKS}{APPLY}")
    assert said(job)["place"] == "Gent"


def test_the_name_of_a_job_cut_short_in_the_page_s_title_is_no_employer_beside_another() -> None:
    body = f"<p>Linden · Full-time</p><h1>Baker (m/f) for the night</h1>{TASKS}{APPLY}"
    html = f"<html lang=en><head><title>Baker (m/f) | Crust</title></head><body>{body}"
    (job,) = (e for e in entities(read(Page("https://jobs.example/p", html))))
    assert job.text("hiringOrganization") == "Crust"
