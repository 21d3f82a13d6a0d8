"""Forms of the web of a world, filled in and sent as a browser does it."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlencode, urljoin

import pytest
from reading_sheets import anchors, forms

from leadline_lab.anatomy import FormModel, Pager, Results, Sheet
from leadline_lab.plan import SitePlan, plan_of
from leadline_lab.sources import Source
from leadline_lab.spec import Faults, spec
from leadline_lab.web import Ask, Reply, Web
from leadline_lab.world import World, open_world

FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def world() -> World:
    quiet = Faults(soft_404_sites=0.0, calendar_sites=0.0, session_sites=0.0)
    return open_world(replace(spec("medium", seed=12), faults=quiet))


@pytest.fixture(scope="module")
def web(world: World) -> Web:
    return Web(world)


class Visitor:
    """A browser as far as forms need one: keeps cookies, sends defaults."""

    def __init__(self, web: Web, plan: SitePlan) -> None:
        self.web, self.plan, self.cookies = web, plan, ""

    def get(self, url: str) -> Reply:
        return self._kept(self.web.reply(Ask("GET", url, {"Cookie": self.cookies})))

    def send(self, form: FormModel, filled: dict[str, str], *, cookies: bool = True) -> Reply:
        """The form with its defaults, some fields filled in otherwise."""
        pairs = [
            (field.name, filled.get(field.name, field.default))
            for field in form.inputs
            if field.control not in ("radio", "checkbox") or field.default or field.name in filled
        ]
        url, headers = self.plan.root + form.action, {"Cookie": self.cookies} if cookies else {}
        if form.method == "get":
            return self._kept(self.web.reply(Ask("GET", f"{url}?{urlencode(pairs)}", headers)))
        headers["Content-Type"] = FORM
        return self._kept(self.web.reply(Ask("POST", url, headers, urlencode(pairs).encode())))

    def _kept(self, reply: Reply) -> Reply:
        given = dict(reply.headers).get("Set-Cookie", "")
        self.cookies = given.partition(";")[0] or self.cookies
        return reply

    def form(self, index: int) -> FormModel:
        """The form as it stands on its page."""
        page = next((p for p, there in self.plan.stands.on.items() if index in there), None)
        reply = self.get(self.plan.url(page) if page is not None else f"{self.plan.root}/")
        assert reply.sheet is not None
        return next(f for f in forms(reply.sheet) if f.key == self.plan.forms[index].key)


def _searches(world: World) -> Iterator[tuple[SitePlan, int, Source]]:
    for subject in world.subjects:
        for n in world.of("deep", subject):
            plan = plan_of(world, world.site(n))
            for i, form in enumerate(plan.forms):
                if form.kind == "search" and form.source and plan.sources[form.source].size < 3_000:
                    yield plan, i, plan.sources[form.source]


def _results(sheet: Sheet | None) -> Results | None:
    assert sheet is not None
    found = [b for zone in sheet.zones if zone.role == "main" for b in zone.blocks if isinstance(b, Results)]
    return found[0] if found else None


def _pager(sheet: Sheet | None) -> Pager | None:
    assert sheet is not None
    return next((b for zone in sheet.zones for b in zone.blocks if isinstance(b, Pager)), None)


def test_the_default_query_brings_what_the_source_gives_to_it(web: Web, world: World) -> None:
    """A source that answers everything to nothing shows records; one that does not, does not."""
    gave = 0
    for plan, i, source in list(_searches(world))[:60]:
        if plan.forms[i].steps > 1:
            continue
        visitor = Visitor(web, plan)
        form = visitor.form(i)
        if any(f.required or (f.choices and f.control == "select") for f in form.inputs):
            continue
        reply = visitor.send(form, {})
        assert reply.status == 200
        assert reply.submitted is not None
        assert reply.submitted.key == form.key
        if source.default != "all":
            assert _results(reply.sheet) is None
        elif source.overflow != "refuse" or source.cap is None or source.cap >= source.size:
            assert _results(reply.sheet) is not None
            gave += 1
    assert gave > 5


def test_paging_brings_other_records_until_the_end(web: Web, world: World) -> None:
    """The ways to the next page of an answer lead to new records, in each way of paging."""
    seen: set[str] = set()
    for plan, i, source in _searches(world):
        if source.paging in seen or source.default != "all" or plan.forms[i].steps > 1:
            continue
        visitor = Visitor(web, plan)
        reply = visitor.send(visitor.form(i), {})
        keys: set[str] = set()
        pager, pages = _pager(reply.sheet), 0
        while pager is not None and pager.following and pages < 4:
            found = _results(reply.sheet)
            assert found is not None
            assert not keys & set(found.keys)
            keys |= set(found.keys)
            following = urljoin(plan.root, pager.following)
            if pager.style == "post":
                headers = {"Cookie": visitor.cookies, "Content-Type": FORM}
                reply = web.reply(Ask("POST", following, headers, urlencode(pager.hidden).encode()))
            else:
                reply = visitor.get(following)
            pager, pages = _pager(reply.sheet), pages + 1
        if pages:
            seen.add(source.paging)
    assert seen == {"next", "numbered", "offset", "post", "more"}


def test_a_visitor_may_choose_how_many_records_a_page_has(web: Web, world: World) -> None:
    """Another number of records a page gives the same records in the same order, that many at a time."""
    checked = 0
    for plan, i, source in _searches(world):
        if source.default != "all" or plan.forms[i].steps > 1 or source.size < 60:
            continue
        visitor = Visitor(web, plan)
        form = visitor.form(i)
        chosen = next((f for f in form.inputs if f.meaning == "per_page"), None)
        usual = _results(visitor.send(form, {}).sheet) if chosen is not None else None
        if chosen is None or usual is None:
            continue
        for value in [c.value for c in chosen.choices if c.value.isdigit()]:
            reply = visitor.send(form, {chosen.name: value})
            found, pager = _results(reply.sheet), _pager(reply.sheet)
            assert found is not None
            assert len(found.keys) <= int(value)
            assert len(found.keys) == int(value) or pager is None  # a page that is not full is the only one
            assert found.keys[: len(usual.keys)] == usual.keys[: len(found.keys)]
            checked += 1
    assert checked > 5


def test_records_have_pages_where_results_say_so(web: Web, world: World) -> None:
    """Links of results lead to the record they stand at, and a made-up key to nothing."""
    checked = 0
    for plan, i, source in list(_searches(world))[:40]:
        if source.default != "all" or not source.has_details or plan.forms[i].steps > 1:
            continue
        visitor = Visitor(web, plan)
        found = _results(visitor.send(visitor.form(i), {}).sheet)
        if found is None:
            continue
        for key, link in list(zip(found.keys, found.links, strict=True))[:3]:
            reply = web.reply(Ask("GET", urljoin(plan.root, link)))
            assert (reply.status, reply.submitted) == (200, None)
            assert reply.sheet is not None
            assert reply.sheet.type == "record"
            assert key in repr(reply.sheet.zones)
            checked += 1
        assert web.reply(Ask("GET", urljoin(plan.root, f"{found.links[0]}zz"))).status == 404
    assert checked > 20


def test_tokens_belong_to_a_session(web: Web, world: World) -> None:
    """A form with a token answers its own session, and neither a visitor without cookies nor a forged token."""
    checked = 0
    for plan, i, source in _searches(world):
        if not source.token or source.default != "all" or plan.forms[i].steps > 1:
            continue
        visitor = Visitor(web, plan)
        form = visitor.form(i)
        token = next((f for f in form.inputs if f.meaning == "token"), None)
        if token is None or _results(visitor.send(form, {}).sheet) is None:
            continue
        assert visitor.cookies
        assert _results(visitor.send(form, {}, cookies=False).sheet) is None
        assert _results(visitor.send(form, {token.name: "0" * 16}).sheet) is None
        other = Visitor(web, plan)
        other.get(f"{plan.root}/no/such/page")
        assert other.cookies != visitor.cookies
        assert _results(other.send(form, {}).sheet) is None
        checked += 1
    assert checked >= 2


def test_a_form_in_steps_shows_the_next_step_before_records(web: Web, world: World) -> None:
    """The first step is answered with the second, which carries what was said, and that one with an answer."""
    checked = 0
    for plan, i, _ in _searches(world):
        if plan.forms[i].steps < 2:
            continue
        visitor = Visitor(web, plan)
        first = visitor.form(i)
        assert first.step == 1
        choice = {f.name: next(c.value for c in reversed(f.choices)) for f in first.inputs if f.choices}
        reply = visitor.send(first, choice)
        assert reply.sheet is not None
        second = next((f for f in forms(reply.sheet) if f.key == first.key), None)
        assert second is not None
        if second.step != 2:
            continue
        assert {f.name for f in second.inputs if f.control == "hidden"} >= set(choice)
        last = visitor.send(second, {})
        assert last.submitted is not None
        assert last.submitted.step == 2
        checked += 1
    assert checked >= 1


def test_forms_that_are_no_searches_say_thanks_or_complain(web: Web, world: World) -> None:
    """Every form can be sent; those that search nothing bring no records, and all of them are told apart."""
    kinds = set()
    for n in range(0, len(world), 40):
        plan = plan_of(world, world.site(n))
        visitor = Visitor(web, plan)
        for i, planned in enumerate(plan.forms):
            if planned.kind in ("search", "site-search"):
                continue
            form = visitor.form(i)
            reply = visitor.send(
                form, {f.name: "x" for f in form.inputs if f.control in ("text", "password", "email")}
            )
            assert reply.status == 200
            assert reply.submitted is not None
            assert reply.submitted.key == planned.key
            assert _results(reply.sheet) is None
            kinds.add(planned.kind)
    assert {"login", "contact", "mailing-list"} <= kinds


def test_site_search_finds_pages_by_their_titles(web: Web, world: World) -> None:
    """A word of a title brings links to pages with it; a word of none brings none."""
    checked = 0
    for n in range(len(world)):
        plan = plan_of(world, world.site(n))
        i = next((i for i, form in enumerate(plan.forms) if form.kind == "site-search"), None)
        if i is None:
            continue
        visitor = Visitor(web, plan)
        form = visitor.form(i)
        box = next(f.name for f in form.inputs if f.meaning == "keyword")
        word = plan.outline.titles.words[plan.outline.titles.digits(0)[0]]
        hit, miss = (visitor.send(form, {box: text}) for text in (word, "zzyzx"))
        assert hit.sheet is not None
        assert miss.sheet is not None
        main = replace(hit.sheet, zones=tuple(z for z in hit.sheet.zones if z.role == "main"))
        assert any(word.lower() in anchor.text.lower() for anchor in anchors(main))
        assert not list(anchors(replace(miss.sheet, zones=tuple(z for z in miss.sheet.zones if z.role == "main"))))
        checked += 1
        if checked == 30:
            break
    assert checked == 30


def test_opening_the_program_behind_a_form_sends_nothing(web: Web, world: World) -> None:
    """A GET of a form's action without any field shows the form and counts as no submission."""
    for plan, _, _ in list(_searches(world))[:20]:
        for path, i in plan.handlers.items():
            reply = web.reply(Ask("GET", plan.root + path))
            assert (reply.status, reply.submitted) == (200, None)
            assert reply.sheet is not None
            assert plan.forms[i].key in [f.key for f in forms(reply.sheet)]


def test_files_are_read_from_multipart_forms(web: Web, world: World) -> None:
    """A form in parts is understood like any other."""
    for n in range(len(world)):
        plan = plan_of(world, world.site(n))
        index = next((i for i, f in enumerate(plan.forms) if f.kind == "contact" and f.depth <= 2), None)
        if index is None:
            continue
        form = Visitor(web, plan).form(index)
        if form.method != "post":
            continue
        parts = "".join(
            f'--cut\r\nContent-Disposition: form-data; name="{f.name}"\r\n\r\n{f.default or "a@b.example"}\r\n'
            for f in form.inputs
            if not f.honeypot
        )
        head = {"Content-Type": 'multipart/form-data; boundary="cut"'}
        reply = web.reply(Ask("POST", plan.root + form.action, head, f"{parts}--cut--\r\n".encode()))
        assert reply.sheet is not None
        assert reply.sheet.type == "answer"
        return
    pytest.fail("no contact form in this world")
