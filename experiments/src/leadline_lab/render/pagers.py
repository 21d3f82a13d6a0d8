"""Ways to other pages of an answer: links, a form whose buttons page, a button that loads more."""

from leadline_lab.anatomy import Anchor, Pager
from leadline_lab.render.blocks import anchor
from leadline_lab.render.controls import hidden
from leadline_lab.render.skins import Skin
from leadline_lab.render.writing import Attribute, text_of


def pager(block: Pager, skin: Skin) -> str:
    if block.style == "more":
        return _more(block, skin)
    steps = _buttons(block, skin) if block.style == "post" else _links(block, skin)
    template = skin.family.pager
    shown = template.frame.replace("{}", template.between.join(steps)) if steps else ""
    if block.style == "post" and block.field and shown:
        return _start(block.following or block.previous, skin) + _kept(block, skin) + shown + skin.hand.end("form")
    return shown


def _links(block: Pager, skin: Skin) -> list[str]:
    template = skin.family.pager
    before, after = block.words
    steps = []
    if block.previous:
        steps.append(_step(block.previous, before, "prev" if block.rel else "", skin))
    last = None
    for number, href in block.numbered:
        if last is not None and number > last + 1:
            steps.append(template.step.replace("{}", "&hellip;"))
        here = number == block.here or not href
        steps.append(template.here.replace("{}", str(number)) if here else _step(href, str(number), "", skin))
        last = number
    if block.following:
        steps.append(_step(block.following, after, "next" if block.rel else "", skin))
    return steps


def _step(href: str, text: str, rel: str, skin: Skin) -> str:
    return skin.family.pager.step.replace("{}", anchor(Anchor(href, text, rel=rel), skin))


def _buttons(block: Pager, skin: Skin) -> list[str]:
    """Buttons with a number each, or one form a button if the page's number is part of its address."""
    template, (before, after) = skin.family.pager, block.words
    wanted = [(block.here - 1, block.previous, before)]
    wanted += [(number, href, str(number)) for number, href in block.numbered if number != block.here]
    wanted.append((block.here + 1, block.following, after))
    steps = []
    for number, href, text in wanted:
        if not href:
            continue
        if block.field:
            shown = _button(text, skin, (("name", block.field), ("value", str(number))))
        else:
            shown = _start(href, skin) + _kept(block, skin) + _submit(text, skin) + skin.hand.end("form")
        steps.append(template.step.replace("{}", shown))
    return steps


def _start(action: str, skin: Skin) -> str:
    return skin.hand.tag("form", (("action", action), ("method", skin.habits.post)))


def _kept(block: Pager, skin: Skin) -> str:
    return "".join(hidden(name, value, skin) for name, value in block.hidden)


def _submit(text: str, skin: Skin) -> str:
    return skin.hand.tag("input", (("type", "submit"), ("value", text)), skin.names.attribute("button"))


def _button(text: str, skin: Skin, given: tuple[Attribute, ...]) -> str:
    start = skin.hand.tag("button", given, skin.names.attribute("button"))
    return f"{start}{text_of(text)}{skin.hand.end('button')}"


def _more(block: Pager, skin: Skin) -> str:
    """A script would ask the endpoint; some sites have a link for browsers without."""
    if not block.following:
        return ""
    shown = _button_that_loads(block, skin)
    if skin.habits.noscript:
        shown += f"<noscript>{anchor(Anchor(block.following, block.words[1]), skin)}</noscript>"
    return skin.family.pager.frame.replace("{}", skin.family.pager.step.replace("{}", shown))


def _button_that_loads(block: Pager, skin: Skin) -> str:
    given = (("type", "button"), ("data-url", block.following))
    start = skin.hand.tag("button", given, skin.names.attribute("more"))
    return f"{start}{text_of(block.words[1])}{skin.hand.end('button')}"
