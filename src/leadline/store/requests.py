"""Requests as JSON and back: what is planned stays sendable after kill -9."""

import base64
import json

from leadline.gate.targets import planned_before
from leadline.model.page import Request
from leadline.store.codec import dumps
from leadline.store.damage import stored


def pack_request(request: Request) -> str:
    body = None if request.body is None else base64.b64encode(request.body).decode("ascii")
    told = {"url": request.url, "method": request.method, "headers": request.headers, "body": body}
    return dumps({**told, "permit": request.permit.why})


@stored("a request")
def unpack_request(text: str) -> Request:
    """A planned request, judged again. Raises `BadTarget` where it orders a deed."""
    values = json.loads(text)
    body = None if values["body"] is None else base64.b64decode(values["body"])
    headers = tuple((name, value) for name, value in values["headers"])
    if values["method"] not in ("GET", "POST"):
        raise ValueError("its method is none that a form has")
    permit = planned_before(values["url"], body, values.get("permit", ""))
    return Request(values["url"], values["method"], headers, body, permit=permit)
