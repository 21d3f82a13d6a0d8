"""Where forms are sent must not hide pages of the site."""

from leadline_lab.plan import plan_of
from leadline_lab.plan.addresses import item_path, section_path
from leadline_lab.spec import spec
from leadline_lab.world import open_world


def test_no_form_is_sent_to_a_program_that_shows_pages() -> None:
    """`/cgi-bin/list.pl?c=4` is a section: a form whose action is `/cgi-bin/list.pl` would answer in its place."""
    world = open_world(spec("small", seed=1))
    for number in range(len(world)):
        plan = plan_of(world, world.site(number))
        shown = {section_path(plan.outline, n).partition("?")[0] for n in range(len(plan.outline.sections))}
        shown.add(item_path(plan.outline, 0).partition("?")[0])
        assert not shown & plan.handlers.keys()
