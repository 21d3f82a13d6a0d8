"""The rules by name, as `forms.labels=` of the configuration has them."""

from collections.abc import Callable, Mapping

from leadline.errors import BadConfiguration
from leadline.forms.labels.claims import Claim, Role, claims_of
from leadline.forms.labels.features import side_of
from leadline.forms.labels.hiwe import hiwe_text, naive_text
from leadline.forms.labels.surroundings import Surroundings
from leadline.forms.labels.understand import SIDES, tidy, understood
from leadline.forms.labels.unopened import Rule, by_parts
from leadline.forms.layout.boxes import Text
from leadline.forms.layout.scene import scene_of
from leadline.forms.layout.source import Source
from leadline.model.field import CHOICES, Field, LabelSource, fields_of
from leadline.model.form import Control, Form

_Chooser = Callable[[Claim, Surroundings], Text | None]


def labels_of(form: Form, source: Source, rule: str = "layout") -> tuple[Field, ...]:
    """The fields of a form with their labels, by one of `RULES`."""
    if rule not in RULES:
        raise BadConfiguration(f"forms.labels = {rule!r} is not a rule; known: {', '.join(RULES)}")
    return by_parts(form, source, RULES[rule])


def _alone(choose: _Chooser, *, widened: bool) -> Rule:
    """A rule that gives each claim its text without regard to the others, and nothing but texts."""

    def rule(form: Form, source: Source) -> tuple[Field, ...]:
        scene = scene_of(source, form, widened=widened)
        surroundings = Surroundings(scene)
        claims = claims_of(form, scene, source.controls)

        def read(role: Role, control: Control) -> tuple[str, LabelSource]:
            claim = claims.get((role, control.place))
            text = choose(claim, surroundings) if claim is not None else None
            if claim is None or text is None:
                return "", LabelSource.NONE
            return tidy(text.words), SIDES[side_of(claim, text)]

        def labelled(field: Field) -> Field:
            if field.control not in CHOICES:
                values = tuple(option.label for option in field.first.options)
                return Field(field.controls, *read(Role.FIELD, field.first), value_labels=values)
            values = tuple(read(Role.VALUE, control)[0] for control in field.controls)
            role = Role.VALUE if len(field.controls) == 1 else Role.GROUP
            return Field(field.controls, *read(role, field.first), value_labels=values)

        return tuple(map(labelled, fields_of(form)))

    return rule


RULES: Mapping[str, Rule] = {
    "layout": understood,
    "hiwe": _alone(hiwe_text, widened=False),
    "naive": _alone(naive_text, widened=True),
}
