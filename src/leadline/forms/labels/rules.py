"""The rules by name, as `forms.labels=` of the configuration has them."""

from collections.abc import Callable, Mapping

from leadline.errors import BadConfiguration
from leadline.forms.labels.answer import FieldLabel, LabelSource
from leadline.forms.labels.claims import CHOICES, Claim, Role, claims_of, grouped
from leadline.forms.labels.features import side_of
from leadline.forms.labels.hiwe import hiwe_text, naive_text
from leadline.forms.labels.surroundings import Surroundings
from leadline.forms.labels.understand import SIDES, tidy, understood
from leadline.forms.labels.unopened import Rule, by_parts
from leadline.forms.layout.boxes import Text
from leadline.forms.layout.scene import scene_of
from leadline.forms.layout.source import Source
from leadline.model.form import Control, Form

_Chooser = Callable[[Claim, Surroundings], Text | None]


def labels_of(form: Form, source: Source, rule: str = "layout") -> tuple[FieldLabel, ...]:
    """The label of every field of a form, by one of `RULES`."""
    if rule not in RULES:
        raise BadConfiguration(f"forms.labels = {rule!r} is not a rule; known: {', '.join(RULES)}")
    return by_parts(form, source, RULES[rule])


def _alone(choose: _Chooser, *, widened: bool) -> Rule:
    """A rule that gives each claim its text without regard to the others, and nothing but texts."""

    def rule(form: Form, source: Source) -> tuple[FieldLabel, ...]:
        scene = scene_of(source, form, widened=widened)
        surroundings = Surroundings(scene)
        claims = claims_of(form, scene, source.controls)

        def read(role: Role, control: Control) -> tuple[str, LabelSource]:
            claim = claims.get((role, control.place))
            text = choose(claim, surroundings) if claim is not None else None
            if claim is None or text is None:
                return "", LabelSource.NONE
            return tidy(text.words), SIDES[side_of(claim, text)]

        answers = []
        for field in grouped(form):
            places = tuple(control.place for control in field)
            if field[0].kind not in CHOICES:
                values = tuple(option.label for option in field[0].options)
                answers.append(FieldLabel(places, *read(Role.FIELD, field[0]), values=values))
                continue
            values = tuple(read(Role.VALUE, control)[0] for control in field)
            role = Role.VALUE if len(field) == 1 else Role.GROUP
            answers.append(FieldLabel(places, *read(role, field[0]), values=values))
        return tuple(answers)

    return rule


RULES: Mapping[str, Rule] = {
    "layout": understood,
    "hiwe": _alone(hiwe_text, widened=False),
    "naive": _alone(naive_text, widened=True),
}
