"""The Python package rfc3986: uri_reference, is_valid and the attributes of the reference;
resolve_with(strict=True) for targets.

valid: is_valid(), which needs no component to be there.
Not answered: the offset; userinfo, host and port of an authority that the package cannot divide;
input that is not UTF-8, because uri_reference takes text. A path that is None is given as "".
"""
import base64
import json
import sys
import warnings

from rfc3986 import exceptions, uri_reference

warnings.simplefilter("ignore", DeprecationWarning)  # of is_valid


def text(question, key):
    if key + "_base64" in question:
        return base64.b64decode(question[key + "_base64"]).decode("utf-8")
    return question.get(key)


def components(s):
    u = uri_reference(s)
    answer = {
        "valid": bool(u.is_valid()),
        "scheme": u.scheme,
        "path": u.path or "",
        "query": u.query,
        "fragment": u.fragment,
    }
    try:
        parts = u.authority_info()
        answer.update(userinfo=parts["userinfo"], host=parts["host"], port=parts["port"])
    except exceptions.InvalidAuthority:
        pass
    return answer


for line in sys.stdin:
    question = json.loads(line)
    try:
        s, base = text(question, "input"), text(question, "base")
    except UnicodeDecodeError:
        print("{}", flush=True)
        continue
    if base is None:
        answer = components(s)
    else:
        try:
            answer = {"target": uri_reference(s).resolve_with(base, strict=True).unsplit()}
        except exceptions.ResolutionError:
            answer = {"target": None}
    print(json.dumps(answer), flush=True)
