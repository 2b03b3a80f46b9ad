"""Python's urllib.parse: urlsplit and the attributes of its result; urljoin for targets.

valid: urlsplit, hostname and port raise no ValueError. The documentation promises no validation.
Not answered: the offset; input that is not UTF-8, because urlsplit takes text. Where urlsplit has ''
or None for an absent component and for an empty one, the answer is null, so an empty one is lost.
"""
import base64
import json
import sys
from urllib.parse import urljoin, urlsplit


def text(question, key):
    if key + "_base64" in question:
        return base64.b64decode(question[key + "_base64"]).decode("utf-8")
    return question.get(key)


def components(s):
    try:
        u = urlsplit(s)
        host, port = u.hostname, u.port
    except ValueError:
        return {"valid": False}
    userinfo, at, _ = u.netloc.rpartition("@")
    return {
        "valid": True,
        "scheme": u.scheme or None,
        "userinfo": userinfo if at else None,
        "host": host,
        "port": None if port is None else str(port),
        "path": u.path,
        "query": u.query or None,
        "fragment": u.fragment or None,
    }


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
            answer = {"target": urljoin(base, s)}
        except ValueError:
            answer = {"target": None}
    print(json.dumps(answer), flush=True)
