"""Forms of a plan as they stand on pages, with what a session has to send back.

Sessions are not stored anywhere: a session's id is a keyed hash that the site can check, and the token a form
carries is a keyed hash of that id. A form without a token is the same on every page and made once.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from leadline_lab.anatomy import FormModel
from leadline_lab.forms import form
from leadline_lab.plan import SitePlan, plan_of
from leadline_lab.randomness import number
from leadline_lab.world import World

COOKIE = "visit"
_NOTHING: Mapping[str, Sequence[str]] = {}


def new_session(world: World, site: int, address: str) -> str:
    """What a visitor without a session is given at this address."""
    name = f"{number(world.spec.seed, 'visitor', site, address) >> 16:012x}"
    return name + _seal(world, site, name)


def known_session(world: World, site: int, session: str) -> bool:
    """A session this site has given out."""
    return len(session) == 20 and session[12:] == _seal(world, site, session[:12])


def _seal(world: World, site: int, name: str) -> str:
    return f"{number(world.spec.seed, 'session', site, name) >> 32:08x}"


def token_of(world: World, plan: SitePlan, index: int, session: str) -> str:
    """What the form has to send back in this session; empty if its source wants nothing."""
    source = plan.sources.get(plan.forms[index].source)
    if source is None or not source.token:
        return ""
    return f"{number(world.spec.seed, 'token', plan.site.number, source.key, session):016x}"


def form_model(
    world: World,
    plan: SitePlan,
    index: int,
    session: str,
    step: int = 0,
    carried: Mapping[str, Sequence[str]] = _NOTHING,
) -> FormModel:
    token = token_of(world, plan, index, session)
    if not token and not carried and not step:
        return _same_everywhere(world, plan.site.number, index)
    return _made(world, plan, index, step, token, carried)


@lru_cache(maxsize=2048)
def _same_everywhere(world: World, site: int, index: int) -> FormModel:
    return _made(world, plan_of(world, world.site(site)), index, 0, "", _NOTHING)


def _made(
    world: World, plan: SitePlan, index: int, step: int, token: str, carried: Mapping[str, Sequence[str]]
) -> FormModel:
    planned = plan.forms[index]
    source = plan.sources.get(planned.source)
    return form(world, plan.site, planned, source, plan.actions[index], step, token, carried)
