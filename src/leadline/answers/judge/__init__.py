"""Judging answers: results, nothing, too many, something missing, an error, a block page.

How a loop uses it::

    template = Template.of_form(form_document)
    for n in range(2):  # only where a text field takes any word
        choice = ((field, nonsense(seed, n)),)
        template = learn_probe(template, document, choice, records).with_answer(document, choice)
    ...
    verdict = judge_unread(response, template)  # block pages and HTTP errors: nothing to read
    if verdict is None:
        document = read(response)
        verdict = judge(document, choice, cut_records(document), template, settings)
        template = template.with_answer(document, choice)
        counts = counts.seen(verdict.counted, len(records), whole=...)
"""
