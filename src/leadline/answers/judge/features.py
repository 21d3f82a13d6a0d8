"""What distinguishes one kind of answer from another, as numbers with names.

What stays is template, what varies is data: features say what changed against the form's page, the answers to
nonsense, the answer to a question with nothing filled in, and the questions that brought results: lines that are
new, where they stand and how they are marked, the form shown again, a field named that was left out, a number
without rows, furniture that is gone. What the lexicon makes of the words is a few numbers among them. Amounts are
logarithms, so that no bound has to be set: what is few and what is many is learned.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from math import log1p

from leadline.answers.judge.counts import YEAR
from leadline.answers.judge.evidence import Evidence, words_in
from leadline.answers.judge.keys import ECHO, key_of, tokens
from leadline.answers.judge.lines import message_of
from leadline.answers.judge.template import pairs_of
from leadline.lexicon.tables import is_unspaced
from leadline.model.query import Reply

REPLIES = [reply.value for reply in Reply if reply is not Reply.FAILED]
"""What an answer may be, in the order of the weights."""
_SENTENCE = re.compile(r"[.!?。！？]['\"”»)]*$")
_NUMBER = re.compile(r"(?<![a-z\d.,-])(?:\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})+|\d+)(?![a-z\d-])")
_WORD = re.compile(r"[^\W\d_]{3,}")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_INCIDENT = re.compile(
    r"\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?=[0-9a-f-]{0,40}\d)(?=[0-9a-f-]{0,40}[a-f])[0-9a-f-]{8,40}\b", re.IGNORECASE
)
"""An address of ours or the number of an incident: who refuses a visitor names him and his case."""
_TRACE = re.compile(
    r"[/\\]\w{1,60}[/\\]\w{1,60}\.\w{2,5}\b|:\d{1,9}\)|\b0x[0-9a-f]{6,16}|\b\w{1,60}\.\w{1,60}\.\w{1,60}\(",
    re.IGNORECASE,
)
"""A file, a line of code, an address in memory: a program that broke tells where."""
_PARTS = {
    "script": re.compile(r"<script\b"),
    "script of its own": re.compile(r"<script(?![^>]*\bsrc)"),
    "refresh": re.compile(r"http-equiv=[\"']?refresh", re.IGNORECASE),
    "picture": re.compile(r"<(?:img|canvas|svg|iframe|progress)\b"),
    "link": re.compile(r"<a\b"),
    "mail": re.compile(r"href=[\"']?mailto:"),
    "preformatted": re.compile(r"<pre\b"),
}
Pairs = Iterator[tuple[str, float]]


def features(page: Evidence) -> dict[str, float]:
    """The vector of one answer; what is not named is 0."""
    parts = (_source, _nonsense, _memory, _question, _records, _worded, _form, _frame, _said)
    return {name: float(value) for part in parts for name, value in part(page) if value}


def _share(some: Iterable[str], of: Iterable[str]) -> float:
    return tokens(some) / max(tokens(of), 1)


def _source(page: Evidence) -> Pairs:
    """How much is known."""
    template = page.template
    yield "asked nonsense", page.nonsense
    yield "probed", bool(template.probes)
    yield f"nonsense is {template.usual_reply}", bool(template.probes)
    yield "nonsense lists something", template.suggests
    yield "form's page known", log1p(len(template.form))
    yield "results known", bool(template.answered)
    yield "no results in answers so far", 0 if template.answered else log1p(template.answers)


def _nonsense(page: Evidence) -> Pairs:
    """Against the answers to nonsense."""
    message, keys = page.message, {key for _, key in page.lines}
    yield "nonsense says nothing", bool(page.template.probes) and not message
    if not message:
        return
    there = message & keys
    telling = {key for key in message if message_of(key, page.document.page.language) is not None}
    yield "message of nonsense", _share(there, message)
    yield "all of the message of nonsense", there == message
    yield "a line of nonsense", bool(there)
    yield "known words of nonsense", bool(telling) and telling <= keys
    yield "known words of nonsense gone", bool(telling) and not telling & keys
    yield "message of nonsense came to nothing asked", _share(there & page.template.blank, there)


def _memory(page: Evidence) -> Pairs:
    """Against answers with results and the answer to nothing asked."""
    template, beside = page.template, page.beside
    had = template.probes[0].filled if template.probes else frozenset()
    yield "lacks what stood beside nonsense", bool(had - template.probes[0].words - page.filled) if had else 0
    yield "lacks what the form wants", bool(template.wanted - page.filled)
    yield "nonsense lacked what the form wants", bool(had and template.wanted - had)
    if template.answered:
        yield "filled in like results", any(known <= page.filled for known in template.answered)
    if template.beside:
        yield "says what results say", _share((key for key in beside if key in template.beside), beside)
        yield "says nothing that results say", template.beside.isdisjoint(beside)
        yield "says what no results say", log1p(tokens(key for key in beside if key not in template.beside))
    if template.blank and not page.rows:  # a form that has grown stands beside rows as well
        yield "answer to nothing asked known", True
        yield "says what came to nothing asked", _share((key for key in beside if key in template.blank), beside)
        yield "all that came to nothing asked", template.blank <= set(beside)
    yield from _earlier(page)


def _earlier(page: Evidence) -> Pairs:
    """Against what earlier questions were told. What a narrower question finds, a broader one finds as well: it
    was not told that nothing matches."""
    template, asked, told = page.template, pairs_of(page.choice), frozenset(page.beside)
    earlier = template.earlier
    alike = [one for one in earlier if len(one.told & told) * 2 > len(one.told | told)]
    yield "answers without results", log1p(len(earlier))
    yield "share of them that say this", len(alike) / max(len(earlier), 1)
    for reply in {one.reply for one in alike}:
        yield f"{reply.value} said this", log1p(sum(one.reply is reply for one in alike))
    yield "told to a question that has results, narrowed", any(one.narrowed for one in alike)
    yield "a broader question found nothing", any(one.asked and one.asked < asked for one in earlier)
    yield "a broader question was told this", any(one.asked < asked for one in alike)
    needed = frozenset.intersection(*template.answered) if template.answered else frozenset()
    yield "lacks what all results had", bool(needed - page.filled)
    if alike:
        had = {name for one in alike for name, _ in one.asked}
        yield "all that were told this lack what results had", bool(needed - had - page.filled)


def _question(page: Evidence) -> Pairs:
    typed = [value for _, value in page.choice if value.strip()]
    yield "nothing asked", not typed
    yield "fields filled in", log1p(len(typed))
    yield "asked with few letters", 1 / min(map(len, typed)) if typed else 0
    numeric = page.template.numeric
    yield "a word where numbers brought results", any(name in numeric and v.isalpha() for name, v in page.choice)


def _records(page: Evidence) -> Pairs:
    cuts, rows, count = page.records.cuts, page.rows, page.count
    words = sum(map(words_in, page.rest))
    yield "records cut", log1p(len(cuts))
    yield "rows", log1p(len(rows))
    yield "rows at all", bool(rows)
    yield "only rows are new", bool(rows) and not page.said
    yield "records lead nowhere", bool(cuts) and page.leads_nowhere
    yield "records lead on", bool(cuts) and not page.leads_nowhere
    yield "new words", log1p(words)
    yield "new lines", log1p(len(page.rest))
    yield "nothing new", not page.rest
    if count is not None:
        yield "counts nothing", not count.total
    if count is not None and page.counts_some:
        yield "counts some", True
        yield "counts so many", log1p(count.total)
        room = max(words - words_in(key_of(count.text)), 0)  # a record has a word at least
        yield "words beside the count", log1p(room)
        yield "counts more than there are words", room < count.total
        yield "no word beside the count", not room
        yield "says which it shows", count.first is not None


def _worded(page: Evidence) -> Pairs:
    """What the lexicon makes of the words."""
    if not page.notices:
        return
    notice, nothing = page.notices[0], page.first("none")
    before = sum(words_in(key) for at, _, key in page.apart if at < notice.place)
    yield "not as nonsense", any(page.lines[one.place][1] not in page.known for one in page.notices)
    if not page.rows:
        yield f"says {notice.kind}", 1 / (1 + log1p(before))
    elif nothing is not None:
        above = nothing.place < page.first_row or page.leads_nowhere
        yield "says none above" if above else "says none below", True


def _form(page: Evidence) -> Pairs:
    """The form shown again, and what is marked in it."""
    shown, chosen = page.forms, {pair for pair in page.choice if pair[1]}
    yield "form again", bool(shown)
    yield "another form", any(form not in shown and any(form.fields) for form in page.document.page.forms)
    yield "what was asked stands in it", any((c.name, c.value) in chosen for form in shown for c in form.fields)
    yield "marked as wrong", log1p(max(page.marks, 0))
    if "aria-invalid" in page.document.html:
        wrong = {c.name for form in shown for c in form.controls if c.attribute("aria-invalid") == "true"}
        yield "field marked that was filled in", bool(wrong & page.filled)
        yield "field marked that was left out", bool(wrong - page.filled)


def _frame(page: Evidence) -> Pairs:
    """The site's own page around it, or not; the status. Answers may stand in another frame than the form does;
    what nonsense and results had is the site's own, too."""
    document, template, keys = page.document, page.template, {key for _, key in page.lines}
    yield "status 4xx", 400 <= document.status < 500
    yield "status 5xx", document.status >= 500
    own = keys & (page.known | template.beside | template.blank)
    yield "lines of the site", log1p(len(own))
    yield "share of the form's page", _share(keys & template.form, template.form)
    yield "share of the page that is the site's", _share(own, keys)
    words = sum(map(words_in, keys))
    yield "words of the page", log1p(words)
    if len(own) > 1 or page.forms:  # the form itself is the site's: pages that scripts fill say nothing else
        return
    yield "no furniture", True
    for name, part in _PARTS.items():
        yield f"no furniture, {name}", part.search(document.html) is not None
    texts = [line.text for line, _ in page.lines]
    yield "no furniture, incident", any(map(_INCIDENT.search, texts))
    yield "no furniture, trace", any(map(_TRACE.search, texts))
    fields = [c for form in document.page.forms for c in form.fields if c.name not in page.filled]
    yield "no furniture, fields", log1p(len(fields))


def _said(page: Evidence) -> Pairs:
    """The new lines beside rows: a message, or a record that stands alone."""
    counted = page.count.text if page.counts_some and page.count is not None else None
    said = [one for one in page.said if one[0].text != counted]
    if not said:
        return
    where = "beside rows: " if page.rows else ""
    lines = [line for line, _ in said]
    yield f"{where}lines said", log1p(len(said))
    yield f"{where}longest line", log1p(max(tokens((key,)) for _, key in said))
    if where:
        return
    yield "begins with a full stop", _SENTENCE.search(lines[0].text) is not None
    yield "has a link", any(line.leads for line in lines)
    yield "line marked as wrong", any(line.mark == "wrong" for line in lines)
    yield "line marked as notice", any(line.mark == "notice" for line in lines)
    yield "line inside the form", any(line.in_form for line in lines)
    yield "repeats the question", any(ECHO in key for _, key in said)
    if not page.counts_some and (numbers := list(_numbers(page))):
        yield "a number", True
        yield f"a number of {len(str(max(number for number, _ in numbers)))} digits", True
        yield "a number in groups", any(is_grouped for _, is_grouped in numbers)
    yield from _named(page)


def _numbers(page: Evidence) -> Iterator[tuple[int, bool]]:
    """Numbers of the new lines, and whether they are written as amounts are; without those that were asked for,
    years, and what links say: titles."""
    for line, _ in page.said:
        if line.leads:
            continue
        text = line.text.casefold()
        for value in page.repeated:
            text = text.replace(value, " ")
        numbers = (found[0] for found in _NUMBER.finditer(text) if not YEAR.fullmatch(found[0]))
        yield from ((int(re.sub(r"\D", "", number)[:12]), not number.isdigit()) for number in numbers)


def _named(page: Evidence) -> Pairs:
    """Fields that new lines name, by whether they were filled in: by their labels, or by a word of label or name,
    the more telling the fewer fields have it. A record names many: its own. Where the question is repeated, its
    fields are named as well."""
    told = [f" {key} " for _, key in page.said if ECHO not in key] or [f" {key} " for _, key in page.said]
    words = {word for key in told for word in _WORD.findall(key)}
    fields: dict[str, set[str]] = {}
    called: dict[str, set[str]] = {}  # a range is two fields of one label
    for name, label in page.template.labels:
        fields.setdefault(name, set()).update(_WORD.findall(f"{label} {_HUMP.sub(' ', name).casefold()}"))
        if label and any(f" {label} " in key or (is_unspaced(label) and label in key) for key in told):
            called.setdefault(label, set()).add(name)
    left = [names for names in called.values() if not names & page.filled]
    yield "fields named", log1p(len(called))
    yield "names a field that was left out", bool(left)
    yield "names a field that is wanted", any(names & page.template.wanted for names in left)
    yield "names a field that was filled in", len(left) < len(called)
    often = Counter(word for some in fields.values() for word in some)
    likely = {name: sum(1 / often[word] for word in words & some) for name, some in fields.items()}
    asked, others = (
        max((chance for name, chance in likely.items() if (name in page.filled) is is_filled), default=0)
        for is_filled in (True, False)
    )
    yield "a word of a field filled in", asked >= others and asked > 0
    yield "a word of a field left out", others > asked
