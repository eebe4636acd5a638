"""The words by which jobs are read, in the languages that recipes' words are in."""

import re
from collections.abc import Mapping

_APPLY = (
    r"(?:quick |easy |1-click )?apply(?: (?:now|here|today|online"
    r"|for (?:this |the )?(?:job|position|role|post|vacancy)|to (?:this )?(?:job|position)"
    r"|with .{1,20}|on .{1,30}|via .{1,20}))?"
    r"|(?:submit|send|start)(?: us)? (?:your |an )?application"
    r"|login to apply|i['’]m interested|apply job|(?:jetzt |online |hier )?bewerben"
    r"|jetzt online bewerben|zur bewerbung|bewerbung (?:starten|senden)|postuler(?: .{1,30})?"
    r"|je postule|candidater|envoyer (?:ma|votre) candidature|(?:solicitar|inscribirme"
    r"|postular(?:me|se)?|postúlate|aplicar)(?: .{1,20})?|candidati(?: ora)?"
    r"|invia (?:la )?candidatura|candidatar-se|candidate-se|quero me candidatar"
    r"|enviar (?:candidatura|currículo)|solliciteer(?: (?:nu|direct|hier))?|solliciteren"
    r"|direct solliciteren|aplikuj(?: teraz)?|откликнуться|отправить резюме|応募する"
    r"|この求人に応募(?:する)?|申请职位|立即申请|投递简历|應徵|立即應徵|ansök(?: nu| här)?"
    r"|sök jobbet|søg (?:stillingen|jobbet)|søk (?:stillingen|på stillingen|her)|ansøg(?: nu)?"
    r"|odpovědět(?: na (?:inzerát|nabídku))?|mám zájem|jelentkezem|υποβολή αίτησης|başvur"
    r"|hae (?:paikkaa|nyt)|지원하기|envoy(?:er|ez) votre cv(?: .{0,30})?|応募フォーム(?:へ"
    r"|はこちら)?"
    r"|エントリー(?:する|はこちら)?|apply (?:for|to) .{3,25}|how to apply|to apply|aplica (?:ahora"
    r"|a esta oferta)"
)
asks_to_apply = re.compile(_APPLY, re.I).fullmatch
# What comes after the description of a job.
ends_job = re.compile(
    rf"(?:{_APPLY})|(?:similar|related|more|other|recommended|featured|latest) (?:jobs|positions"
    rf"|vacancies|openings)"
    r"(?: .{0,30})?|share(?: this)?(?: .{0,20})?|job (?:overview|alerts?)|company (?:information"
    r"|details|overview)|contact(?: us| info\w*)?|ähnliche (?:jobs|stellen\w*)|offres similaires"
    r"|podobné nabídky"
    r"|empleos similares|offerte simili|vagas semelhantes|vergelijkbare vacatures"
    r"|похожие вакансии",
    re.I,
).fullmatch
# Headings of a job's description: the tasks, who is sought, what is offered.
JOB_HEADINGS: Mapping[str, "re.Pattern[str]"] = {
    "tasks": re.compile(
        r"(?:(?:key|your|main|core|primary|job|essential) )?(?:responsibilities"
        r"|duties|tasks)(?: (?:and|&) .{3,30})?|your role|what you(?:['’]ll| will) (?:do"
        r"|be doing)|(?:job|role|position)"
        r" (?:description|summary|purpose)|about (?:the|this) (?:role|job|position)"
        r"|the role|(?:deine|ihre|die) aufgaben|aufgaben(?:gebiet|bereich)?|stellenbeschreibung"
        r"|(?:vos |tes )?missions?|description du poste|le poste"
        r"|(?:tus )?(?:funciones|responsabilidades)|descripción del (?:puesto|empleo)"
        r"|responsabilità|mansioni|descrizione (?:del lavoro|della posizione)|atividades"
        r"|responsabilidades e atribuições|descrição da vaga|functieomschrijving|wat ga je doen\??"
        r"|taken|(?:jouw )?werkzaamheden|(?:twoje )?(?:obowiązki|zadania)|zakres obowiązków"
        r"|обязанности|仕事内容|業務内容|(?:주요|담당) ?업무|직무 ?내용|모집 ?요강|工作职责"
        r"|岗位职责|职位描述|工作內容|arbetsuppgifter"
        r"|om tjänsten|arbejdsopgaver|om jobbet|arbeidsoppgaver|náplň práce"
        r"|co (?:(?:vás|tě) u nás čeká|budete dělat|budeš dělat)\??|feladatok"
        r"|what you(?:['’]ll| will) (?:work on|own|be responsible for)|in this (?:role"
        r"|position),? you will"
        r"|(?:das|was) (?:erwartet|machst) (?:dich|sie|du)|was (?:dich|sie) erwartet|deine mission"
        r"|(?:vos|tes) (?:activités|tâches|responsabilités)|votre (?:mission|rôle)"
        r"|ce que (?:vous ferez|tu feras)"
        r"|(?:lo )?qu[ée] har[áa]s|(?:tu misión|tus tareas)|cosa farai|di cosa ti occuperai"
        r"|le tue (?:attività|responsabilità)"
        r"|(?:dit|wat) ga je doen|wat je gaat doen|wat doe je\??|jouw (?:functie|taken|rol)"
        r"|czym się zajmiesz|czym będziesz się zajmować|co będziesz robić|twoja rola|sobre a vaga"
        r"|o que (?:você vai|vais) fazer|suas atividades|お仕事の?内容|职位详情|职位介绍",
        re.I,
    ),
    "profile": re.compile(
        r"(?:(?:key|job|minimum|preferred|required|basic|your|essential) )?(?:requirements?"
        r"|qualifications?|skills)(?: (?:and|&) .{3,30})?|required (?:knowledge|skills"
        r"|experience).{0,30}|your profile|(?:what )?we expect(?: from you)?|nice to have"
        r"|must haves?"
        r"|(?:the |our )?ideal candidate|who (?:you are|we(?:['’]re| are) looking for)"
        r"|what we(?:['’]re"
        r"| are) looking for|what you(?:['’]ll| will)? bring|you have|about you"
        r"|educational? (?:requirements?|\+ experience)"
        r"|(?:dein|ihr|das) profil|anforderungen|was (?:du|sie) mitbring(?:st|en)|(?:votre "
        r"|ton )?profil(?: recherché)?|requisitos|perfil(?: buscado)?|requisiti|profilo"
        r"|competenze richieste|qualificações|requisitos e qualificações"
        r"|functie-?eisen|wie ben jij\??|jouw profiel|wij vragen|wymagania|(?:nasze )?oczekiwania"
        r"|требования|応募資格|応募条件|求める人物像|(?:자격|지원) ?(?:요건|자격)|우대 ?사항"
        r"|任职要求|岗位要求|应聘条件|條件要求|kvalifikationer|din profil"
        r"|vi söker dig.{0,30}|dine kvalifikationer|kvalifikasjoner"
        r"|požadujeme|požadavky|co od vás očekáváme\??|elvárások"
        r"|you (?:might|may|could) be a (?:good|great) fit if|(?:what )?you(?:['’]ll| will)? need"
        r"|you(?:['’]ll)? bring"
        r"|das (?:bringen sie|bringst du) mit|was wir (?:erwarten|uns wünschen)|wen wir suchen"
        r"|compétences (?:attendues|requises)|ce que nous (?:cherchons|recherchons)|vous êtes"
        r"|(?:lo )?qu[ée] (?:buscamos|necesitas)|a quién buscamos|chi (?:cerchiamo|sei)"
        r"|cosa cerchiamo|il tuo profilo"
        r"|(?:dit|wat) (?:breng|neem|heb) je mee|dit ben jij|wat vragen (?:wij|we)"
        r"|wie (?:zoeken wij|zoeken we)"
        r"|kogo szukamy\??|czego oczekujemy|o que (?:esperamos|procuramos)|quem procuramos"
        r"|求める人材|应聘要求",
        re.I,
    ),
    "offer": re.compile(
        r"(?:our |your |job |the )?benefits|perks(?: (?:and|&) benefits)?"
        r"|what we (?:can )?offer(?: you)?\??|we offer|why (?:join|work (?:for|with|at)) .{2,20}"
        r"|what['’]s in it for you\??|compensation (?:and|&) benefits"
        r"|(?:wir bieten|unser angebot|was wir (?:dir |ihnen )?bieten|benefits|deine vorteile)"
        r"|nous offrons|(?:nos )?avantages|ofrecemos|beneficios|offriamo|cosa offriamo|benefícios"
        r"|oferecemos|wat (?:wij )?bieden(?: wij)?\??|wij bieden|arbeidsvoorwaarden|oferujemy"
        r"|(?:co )?oferujemy|условия|мы предлагаем|待遇|福利厚生|福利待遇|복리 ?후생"
        r"|혜택(?: 및 복지)?|vi erbjuder|vi tilbyder|vi tilbyr|nabízíme"
        r"|co nabízíme\??|amit kínálunk"
        r"|das bieten wir(?: ihnen| dir)?|darauf (?:kannst du|können sie) (?:dich|sich) freuen"
        r"|das erwartet dich bei uns"
        r"|ce que nous (?:offrons|proposons)|nous (?:vous|te) (?:offrons|proposons)"
        r"|(?:qué )?te ofrecemos|qué ofrecemos"
        r"|cosa ti offriamo|dit (?:krijg je|bieden wij|bieden we)(?: van ons)?|wat krijg je"
        r"|wat wij bieden"
        r"|co (?:dajemy|zyskasz|zapewniamy)|o que (?:você recebe|oferecemos)|我们提供",
        re.I,
    ),
}
_MOST_KINDS = 2  # of employment
EMPLOYMENT: Mapping[str, "re.Pattern[str]"] = {
    "FULL_TIME": re.compile(
        r"full[- ]?time|vollzeit|100 ?%|temps plein|temps complet|tiempo completo"
        r"|jornada completa|tempo pieno|full time|tempo (?:integral|completo)"
        r"|período integral|voltijd|fulltime|pełny etat|pełen etat|полная занятость"
        r"|полный (?:рабочий )?день|正社員|フルタイム|全职|全職|heltid|fuldtid|plný úvazek"
        r"|plný pracovní|teljes munkaid|πλήρης|tam zamanlı|kokoaika|정규직|hlavní pracovní", re.I
    ),
    "PART_TIME": re.compile(
        r"part[- ]?time|teilzeit|temps partiel|mi-temps|tiempo parcial|media jornada|medio tiempo"
        r"|jornada parcial|tempo parziale|meio período|tempo parcial|deeltijd|parttime|część etatu"
        r"|niepełny etat|частичная занятость|неполный|パート|アルバイト|兼职|兼職|deltid"
        r"|částečný úvazek|zkrácený úvazek|részmunkaid|μερική|yarı zamanlı|osa-aika|minijob", re.I
    ),
    "CONTRACTOR": re.compile(
        r"contractor|freelanc|\bcontract\b|auf honorarbasis|freiberuf|indépendant|autónomo"
        r"|libero professionista|\bpj\b|zzp|b2b|業務委託|外包|konsult|živnost|ičo", re.I
    ),
    "TEMPORARY": re.compile(
        r"temporary|\btemp\b|fixed[- ]term|seasonal|(?<!un)befristet|\bcdd\b|intérim|temporal\b"
        r"|eventual|tempo determinato|temporário|tijdelijk|umowa na czas określony|временн"
        r"|契約社員|派遣|계약직|기간의 정함이 있는|visstid|tidsbegränsad|midlertidig"
        r"|vikariat|na dobu určitou|dočasn", re.I
    ),
    "INTERN": re.compile(
        r"\bintern(?:ship)?\b|praktik|\bstage\b|stagiaire|alternance|prácticas|becari|tirocinio"
        r"|estágio|\bstaż|стажиров|インターン|实习|實習|trainee|stáž|gyakorn", re.I
    ),
    "VOLUNTEER": re.compile(r"volunteer|ehrenamt|bénévol|voluntari|volontari|vrijwillig|wolontari"
        r"|волонт|ボランティア|志愿|志願|frivillig|dobrovoln", re.I),
    "OTHER": re.compile(r"permanent|unbefristet|festanstellung|\bcdi\b|indefinido"
        r"|tempo indeterminato|efetivo|\bclt\b|\bvast\b|umowa o pracę|na czas nieokreślony|постоянн"
        r"|tillsvidare|fastanställning|fast stilling|na dobu neurčitou|无固定"
        r"|기간의 정함이 없는", re.I),
}  # fmt: skip
UNITS: Mapping[str, "re.Pattern[str]"] = {
    "YEAR": re.compile(r"year|\bral\b|annu|p\.?\s?a\.?\b|/ ?yr|jahr|\bp\.\s?a|par an\b|/ ?an\b|año"
    "|anno"
        r"|\bano\b|jaar|rok\b|roczn|год|年|år\b|év", re.I),
    "MONTH": re.compile(r"month|/ ?mo\b|monat|mois|mensu|al mes|\bmes\b|mese|mensil|mês|mensal"
        r"|maand|miesi|mies\.|měsí|mesia|мес|月|månad|måned|\bmd\b|hó", re.I),
    "HOUR": re.compile(r"hour|/ ?hr?\b|stunde|\bstd|heure|hora|\bora\b|uur|godz|час|时|時|timme"
        r"|\btime\b|hod", re.I),
    "WEEK": re.compile(r"week|woche|semaine|semana|settimana|tydzień|недел|周|週|vecka", re.I),
    "DAY": re.compile(r"\bday\b|daily|\btag\b|täglich|\bjour|día|giorno|\bdia\b|\bdag\b|dzień"
        r"|день|日|den\b", re.I),
}  # fmt: skip
works_from_home = re.compile(
    r"\b(?:remote|work from home|home ?office|télétravail|teletrabajo|en remoto|da remoto"
    r"|thuiswerk\w*|praca zdalna|zdalnie|удал[её]нн\w*|distans|hjemmefra|práce z domova)\b|リモート"
    r"|远程|遠端",
    re.I,
).search
# The forms of companies in law, with which a name ends, or begins.
is_company = re.compile(
    r"(?=.{4,80}$)(?:.*[\s,](?:gmbh|ag|kg|e\. ?v\.|ltd\.?|limited|llc|inc\.?|plc|corp\.?"
    r"|s\.?a\.?s\.?|sarl"
    r"|s\.a\.|s\.?l\.?u?\.?|s\.?r\.?l\.?|s\.p\.a\.|b\.?v\.?|n\.v\.|sp\. z o\. ?o\.|ltda\.?|lda\.?"
    r"|a\.s\."
    r"|s\.r\.o\.|oyj?|ab|a/s|aps|kft\.?)|(?:株式会社|有限会社|合同会社).+|.+(?:株式会社|有限会社"
    r"|合同会社|有限公司|集团))",
    re.I,
).fullmatch
# What a site of one's jobs puts before one's name: "Careers at Brook", "Werken bij De Waard".
before_employer = re.compile(
    r"(?:(?:jobs?|careers?|work(?:ing)?|karriere|arbeiten|stellen|carri[èe]res?|recrutement"
    r"|trabalhe"
    r"|carreiras|trabaja|empleo|lavora|werken|vacatures|praca|kariera) )?(?:at|with|bei|chez|na|no"
    r"|em|en|con|bij|w|presso|da) "
    r"(?!(?:us|uns|noi|nous|nosotros|ons|nas|nós|me)\b)(?=[^\W\d_])",
    re.I,
).match
# What the law has the titles of jobs say: "(m/w/d)", "H/F".
is_for_everyone = re.compile(
    r"[(\[]\s?[mwfhvkxdi](?:\s?[/|*]\s?[mwfhvkxdia*]{1,3}){1,3}\s?[)\]]|\s[HF]/[FH](?:\s|$)", re.I
).search
# Addresses of jobs, and of those who offer them.
leads_to_job = re.compile(
    r"/(?:(?:[\w-]{1,40}[-_])?jobs?|view-?job|ofert[ay]s?-(?:de-)?(?:trabajo|empleo|emprego|pracy)"
    r"|vacatures?|vacanc(?:y|ies)|stellen(?:angebote?|anzeigen?)?|careers?|positions?"
    r"|openings?|emplois?|offres?-d?-?emploi|empleos?|vagas?|lavoro|praca|vakansii?)(?:[/_.?-]|$)",
    re.I,
).search
leads_to_employer = re.compile(
    r"/(?:employers?|compan(?:y|ies)|recruiters?|firm[ae]n?|arbeitgeber|entreprises?|empresas?"
    r"|aziend[ae]|bedrijf)(?:[/_.?-]|$)",
    re.I,
).search
says_until = re.compile(
    r"\b(?:by|before|until|no later than|bis(?: spätestens| einschließlich)?(?: zum)?|avant le"
    r"|jusqu['’]au|hasta el|antes del|até(?: o dia)?|entro il|fino al|vóór|uiterlijk"
    r"|tot(?: en met)?"
    r"|do(?: dnia)?|senest|senast|до)[ \w,]{0,14}?(?=\d)",
    re.I,
).search


def is_employment(text: str) -> bool:
    """Return whether a text names kinds of employment, and not so many as a choice does."""
    return 0 < len(employment_in(text)) <= _MOST_KINDS


def employment_in(text: str) -> tuple[str, ...]:
    """Return the kinds of employment that a text names, as schema.org's users write them.

    >>> employment_in("Full-time, permanent"), employment_in("Teilzeit"), employment_in("blue")
    (('FULL_TIME', 'OTHER'), ('PART_TIME',), ())
    """
    return tuple(name for name, is_such in EMPLOYMENT.items() if is_such.search(text))
