"""A world that can be visited: its web, its faults and its ledger, in one function from request to reply."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from leadline_lab.serve.faults import Fault, Faulty
from leadline_lab.serve.ledger import Ledger
from leadline_lab.spec import Faults
from leadline_lab.web import Ask, Reply, Web


@dataclass(frozen=True, slots=True)
class Served:
    """A reply, and what is to happen to it on its way."""

    reply: Reply
    fault: Fault | None = None


class Lab:
    """`faults` instead of the world's own, if given."""

    def __init__(self, web: Web, faults: Faults | None = None) -> None:
        self.web = web
        self.ledger = Ledger()
        spec = web.world.spec
        self._faulty = Faulty(spec.seed, spec.faults if faults is None else faults)

    def serve(self, ask: Ask) -> Served:
        """The request has reached the site even where no answer comes back, so the reply is always made."""
        whole = self.web.reply(ask)
        reply, fault = (whole, None) if whole.status == 421 else self._faulty.strike(ask, whole)
        self.ledger.enter(urlsplit(ask.url).hostname or "", reply.status, fault, whole.submitted)
        return Served(reply, fault)
