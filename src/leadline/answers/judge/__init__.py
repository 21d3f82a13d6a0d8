"""Judging answers: results, nothing, too many, something missing, an error, a block page.

How a loop uses it::

    template = Template.of_form(form_document)
    for n in range(2):  # only where a text field takes any word
        choice = ((field, nonsense(seed, n)),)
        template = learnt(template, document, choice, records).noted(document, choice)
    ...
    verdict = refused(response, template)  # block pages and HTTP errors: nothing to read
    if verdict is None:
        document = read(response)
        verdict = judge(document, choice, cut_records(document), template, settings)
        template = template.noted(document, choice)
        counts = counts.seen(verdict.counted, len(records), whole=...)
"""

from leadline.answers.judge.believing import Counts
from leadline.answers.judge.counts import Count, count_of
from leadline.answers.judge.nonsense import nonsense
from leadline.answers.judge.settings import RULES, JudgeSettings
from leadline.answers.judge.template import Probe, Template
from leadline.answers.judge.verdict import Judged, judge, learnt, refused

__all__ = [
    "RULES",
    "Count",
    "Counts",
    "JudgeSettings",
    "Judged",
    "Probe",
    "Template",
    "count_of",
    "judge",
    "learnt",
    "nonsense",
    "refused",
]
