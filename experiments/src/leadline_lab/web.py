"""The web of a world: a pure function from request to reply.

`Web(world).reply(Ask("GET", url))` is what a server of that site would answer; `Web(world).sheet(url)` is the page
before it is HTML, with everything a truth needs. Nothing is remembered between requests: sessions and tokens are
keyed hashes, endless pages are computed, and equal requests get equal replies.

`Reply.submitted` is the form a request sent, whether it is a search or not: whoever serves counts them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode, urlsplit

from leadline_lab.anatomy import FormModel, Prose, Sheet
from leadline_lab.pages import COOKIE, Writer, form_model, known_session, new_session, page_sheet, sheet
from leadline_lab.pages.answers import Submission, answer, record
from leadline_lab.pages.files import file_at, notices
from leadline_lab.pages.manner import manner_of
from leadline_lab.pages.sending import fields_sent
from leadline_lab.plan import HOME, Page, SitePlan, plan_of
from leadline_lab.randomness import number
from leadline_lab.render import Skin, render, skin
from leadline_lab.world import World

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A request; names of headers in any case."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    headers: Headers
    body: bytes
    sheet: Sheet | None = None
    """What the body says, None if it is no page."""
    submitted: FormModel | None = None
    """The form that was sent."""


class Web:
    """All sites of a world."""

    def __init__(self, world: World) -> None:
        self.world = world

    def sheet(self, url: str) -> Sheet | None:
        """The page that a visitor without a session gets at a URL; None if no site has that host, or if what is
        there is no page (robots.txt)."""
        reply = self._reply(Ask("GET", url))
        if reply.status in (301, 302):
            reply = self._reply(Ask("GET", dict(reply.headers)["Location"]))
        return reply.sheet

    def reply(self, ask: Ask) -> Reply:
        """What the server of the site answers; 421 if no site of this world has that host."""
        reply = self._reply(ask)
        if reply.sheet is not None and not reply.body:
            reply = self._rendered(reply, reply.sheet)
        return replace(reply, body=b"") if ask.method == "HEAD" else reply

    def unwritten(self, ask: Ask) -> Reply:
        """The same answer with its page not written as HTML: for those who want to know what it says."""
        return self._reply(ask)

    def _rendered(self, reply: Reply, made: Sheet) -> Reply:
        looks = _skin(self.world, urlsplit(made.url).netloc)
        body = render(made, looks).encode(looks.charset, "xmlcharrefreplace")
        kind = ("Content-Type", f"text/html; charset={looks.charset}")
        return replace(reply, headers=(kind, *reply.headers), body=body)

    def _reply(self, ask: Ask) -> Reply:
        parts = urlsplit(ask.url)
        site = self.world.find(parts.hostname or "")
        if site is None:
            return _plain(421, "no such host in this world")
        if ask.method not in ("GET", "HEAD", "POST"):
            return _plain(405, "method not allowed")
        # A GET form without a single field to send still sends a question mark: that is a submission.
        path = f"{parts.path or '/'}?{parts.query}" if "?" in ask.url else parts.path or "/"
        if parts.hostname != site.host:
            return Reply(301, (("Location", f"http://{site.host}{path}"),), b"")
        return _Visit(self.world, plan_of(self.world, site), path, ask).reply()


class _Visit:
    """One request to one site."""

    def __init__(self, world: World, plan: SitePlan, path: str, ask: Ask) -> None:
        self.world, self.plan, self.ask = world, plan, ask
        self.path, self.visit = self._without_visit(path)
        known = {name.lower(): value for name, value in ask.headers.items()}
        self.cookie = _cookie(known.get("cookie", ""))
        if not known_session(world, plan.site.number, self.cookie):
            self.cookie = ""
        self.kind = known.get("content-type", "")

    def reply(self) -> Reply:
        """Files, then what is sent, then records, then pages."""
        found = file_at(self.world, self.plan, self.path)
        if found is not None:
            return Reply(200, (("Content-Type", found.type),), found.content)
        bare, mark, query = self.path.partition("?")
        sending = bool(mark) or self.ask.method == "POST"
        index = self._form_at(bare, sending)
        if index is not None and sending:
            sent = fields_sent(query, self.kind, self.ask.body if self.ask.method == "POST" else b"")
            if bare in self.plan.handlers or self._meant(index, sent):
                said = Submission(index, sent, self.cookie, self.path, self.visit)
                made, model = answer(self.world, self.plan, said)
                return Reply(made.status, (), b"", self._finished(made), model)
        if index is not None and bare in self.plan.handlers:
            writer = self._writer(HOME)
            return self._page(sheet(writer, [writer.form(index)], writer.manner.brand, "form", address=self.path))
        there = self.plan.record_at(self.path)
        if there is not None and (shown := record(self._writer(HOME), *there, self.path)):
            return self._page(shown)
        page = self.plan.addresses.page(self.path.removesuffix("?"))
        return self._missing() if page is None else self._page(self._noted(page, page_sheet(self._writer(page))))

    def _form_at(self, bare: str, sending: bool) -> int | None:
        """The form whose action this is: a path of its own, or the page it stands on if something is sent."""
        index = self.plan.handlers.get(bare)
        if index is not None or not sending:
            return index
        page = self.plan.addresses.page(bare)
        there = () if page is None else self.plan.stands.on.get(page, ())
        return next((i for i in there if self.plan.actions[i] == bare), None)

    def _meant(self, index: int, sent: Mapping[str, object]) -> bool:
        """Whether what was sent to a page is for the form on it: some field of it came, or nothing at all."""
        model = form_model(self.world, self.plan, index, self.cookie)
        return not sent or any(field.name in sent for field in model.inputs)

    def _writer(self, page: Page) -> Writer:
        session = self.cookie or new_session(self.world, self.plan.site.number, self.path)
        return Writer(self.world, self.plan, page, session, self.visit)

    def _page(self, made: Sheet) -> Reply:
        """Gives a session to visitors who have none and get a form that wants one."""
        headers: Headers = ()
        if not self.cookie and _wants_session(self.plan):
            session = new_session(self.world, self.plan.site.number, self.path)
            headers = (("Set-Cookie", f"{COOKIE}={session}; Path=/; HttpOnly"),)
        return Reply(made.status, headers, b"", self._finished(made))

    def _finished(self, made: Sheet) -> Sheet:
        said = notices(self.world, self.plan.site.number)
        if not said.opensearch and not said.search_action:
            return made
        return replace(made, opensearch=said.opensearch, search_action=said.search_action)

    def _noted(self, page: Page, made: Sheet) -> Sheet:
        """Copies keep the address they were asked for and may say what they are copies of."""
        own = self.plan.addresses.path(page)
        copy = page.kind == "print" or own != self.path or self.visit
        if not copy:
            return made
        original = Page("item", page.number) if page.kind == "print" else page
        canonical = self.plan.url(original) if self.plan.outline.canonical else ""
        return replace(made, url=self.plan.root + self.path, canonical=canonical)

    def _missing(self) -> Reply:
        writer = self._writer(HOME)
        soft = self.plan.outline.soft_404
        if soft and number(self.plan.site.host, "soft") % 2:
            return self._page(replace(page_sheet(writer), url=self.plan.root + self.path))
        text = writer.roll.pick(writer.manner.speech.messages["not_found"])
        status = 200 if soft else 404
        return self._page(sheet(writer, [Prose((text,))], text, "missing", status=status, address=self.path))

    def _without_visit(self, path: str) -> tuple[str, str]:
        """The path without what does not change the page, and the id its links are to carry."""
        outline = self.plan.outline
        name = manner_of(self.world, self.plan.site.number).session_name if outline.session else ""
        drop = {name, outline.references} - {""}
        bare, _, query = path.partition("?")
        came = ""
        if drop and query:
            pairs = parse_qsl(query, keep_blank_values=True)
            came = next((value for key, value in pairs if key == name), "")
            kept = [(key, value) for key, value in pairs if key not in drop]
            if len(kept) < len(pairs):
                path = f"{bare}?{urlencode(kept)}" if kept else bare
        if not name:
            return path, ""
        if came and outline.session == "sticky":
            return path, came[:64]
        return path, f"{number(self.world.spec.seed, 'visit', self.plan.site.number, path, came):016x}"


def _wants_session(plan: SitePlan) -> bool:
    return any(source.token for source in plan.sources.values())


def _cookie(said: str) -> str:
    pairs = (part.strip().partition("=") for part in said.split(";"))
    return next((value for name, _, value in pairs if name == COOKIE), "")


def _plain(status: int, text: str) -> Reply:
    return Reply(status, (("Content-Type", "text/plain; charset=utf-8"),), text.encode())


@lru_cache(maxsize=2048)
def _skin(world: World, host: str) -> Skin:
    site = world.find(host)
    assert site is not None
    return skin(world, site)
