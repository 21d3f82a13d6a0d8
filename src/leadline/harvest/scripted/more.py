"""More of a list: scrolled for, or pressed for, to see what is asked for then."""

from collections.abc import Sequence

from leadline.answers.paging.pager import Direction, direction_of, is_one_thing, number_in
from leadline.gate.links import Denied, SeenLink, follow
from leadline.harvest.scripted.carried import Carried, same_call
from leadline.harvest.scripted.learn import turns_of
from leadline.harvest.scripted.session import Session
from leadline.model.call import RecordedCall
from leadline.model.page import Page
from leadline.web.browsing import Clickable

_ON = (Direction.NEXT, Direction.MORE, Direction.OLDER)
_SECOND = 2


async def ask_for_more(session: Session, first: Carried) -> None:
    """Scroll, or press what leads on, and see what is asked for."""
    in_use = session.in_use
    before = len(in_use.calls)

    def second() -> RecordedCall | None:
        asked = (call for call in in_use.calls[before:] if same_call(call.answer.request, first.request))
        return next((call for call in asked if turns_of(first, call)), None)

    await in_use.scroll()
    more = second()
    if more is None and (onward := leads_on(await in_use.clickable(), session.page)) is not None:
        await in_use.click(onward)
        more = second()
    if more is not None:
        session.turns = turns_of(first, more)


def leads_on(offered: Sequence[Clickable], page: Page) -> Clickable | None:
    """What to press for more of a list: what says so and names no deed."""
    ranked: list[tuple[int, Clickable]] = []
    for one in offered:
        text = one.text or one.rel
        if is_one_thing(text) or isinstance(
            follow(SeenLink(text, one.href or page.url, language=page.language)), Denied
        ):
            continue
        way, number = direction_of(text), number_in(text)
        if way in _ON:
            ranked.append((_ON.index(way), one))
        elif number is not None and number.first == number.last == _SECOND:
            ranked.append((len(_ON), one))
    return min(ranked, default=(0, None), key=lambda one: one[0])[1] if ranked else None
