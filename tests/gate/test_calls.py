"""Calls of scripts: what proves a question, and what never passes."""

import json

import pytest

from leadline.gate.calls import ScriptCall, call_permit
from leadline.gate.links import Denied

SITE = "http://shop.example"
ASKING = {
    "data": ScriptCall(f"{SITE}/api/items?page=2"),
    "a word that is a deed": ScriptCall(f"{SITE}/api/items?q=delete", typed="delete"),
    "GraphQL": ScriptCall(
        f"{SITE}/graphql", "POST", '{"query": "query A { a }", "variables": {"t": "owl"}}', "owl"
    ),
    "GraphQL in short": ScriptCall(f"{SITE}/graphql", "POST", '{"query": "{ a(t: \\"owl\\") { b } }"}', "owl"),
    "GraphQL about mutations": ScriptCall(
        f"{SITE}/graphql", "POST", '{"query": "{ mutation(gene: 7) { name } }"}'
    ),
    "several at once": ScriptCall(f"{SITE}/graphql", "POST", '[{"query": "query A { a }"}]'),
    "a search": ScriptCall(f"{SITE}/indexes/films/search", "POST", '{"q": "owl", "limit": 20}', "owl"),
    "pairs": ScriptCall(f"{SITE}/search", "POST", "query=owl&page=1", "owl"),
    "pairs in JSON": ScriptCall(
        f"{SITE}/1/queries/search", "POST", '{"requests": [{"params": "query=owl&page=0"}]}', "owl"
    ),
    "a word below a key of searching": ScriptCall(
        f"{SITE}/films/_search", "POST", '{"query": {"match": {"title": "owl"}}}', "owl"
    ),
}


@pytest.mark.parametrize("call", ASKING.values(), ids=ASKING)
def test_questions_pass(call: ScriptCall) -> None:
    assert not isinstance(call_permit(call), Denied)


CHANGING = {
    "a deed by GET": ScriptCall(f"{SITE}/basket/add?id=3"),
    "a mutation by GET": ScriptCall(f"{SITE}/graphql?query=mutation%20%7B%20drop%20%7D"),
    "a mutation": ScriptCall(f"{SITE}/graphql", "POST", '{"query": "mutation A { a }"}', "owl"),
    "a mutation beside a query": ScriptCall(
        f"{SITE}/graphql", "POST", '{"query": "query A { a } mutation B { b }", "operationName": "B"}', "owl"
    ),
    "a mutation behind a remark": ScriptCall(
        f"{SITE}/graphql", "POST", json.dumps({"query": "# query {\n mutation B { b }"}), "owl"
    ),
    "a mutation among queries": ScriptCall(
        f"{SITE}/graphql", "POST", '[{"query": "{ a }"}, {"query": "mutation { b }"}]', "owl"
    ),
    "a subscription": ScriptCall(f"{SITE}/graphql", "POST", '{"query": "subscription { a }"}'),
    "a stored operation": ScriptCall(f"{SITE}/graphql", "POST", '{"operationName": "Search", "id": "x"}', "owl"),
    "another method": ScriptCall(f"{SITE}/api/search", "PUT", '{"q": "owl"}', "owl"),
    "a deed in a value": ScriptCall(f"{SITE}/api/search", "POST", '{"q": "owl", "action": "delete"}', "owl"),
    "a deed in a key": ScriptCall(f"{SITE}/api/search", "POST", '{"q": "owl", "delete": "7"}', "owl"),
    "no word": ScriptCall(f"{SITE}/api/search", "POST", '{"seen": 1}', "owl"),
    "before anything was typed": ScriptCall(f"{SITE}/api/search", "POST", '{"q": "owl"}'),
    "a word under another name": ScriptCall(f"{SITE}/api/search", "POST", '{"message": "owl"}', "owl"),
    "no address of searching": ScriptCall(f"{SITE}/api/track", "POST", '{"q": "owl"}', "owl"),
    "too long": ScriptCall(f"{SITE}/api/search", "POST", '{"q": "owl", "x": "' + "a" * 300_000 + '"}', "owl"),
}


@pytest.mark.parametrize("call", CHANGING.values(), ids=CHANGING)
def test_what_may_change_something_does_not(call: ScriptCall) -> None:
    assert isinstance(call_permit(call), Denied)
