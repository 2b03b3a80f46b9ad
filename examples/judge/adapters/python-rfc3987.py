"""The Python package rfc3987: parse with the rule URI_reference; resolve for targets.

valid: parse raises no ValueError.
Not answered: the offset; userinfo, host and port where there is an authority, because parse does not
divide it; input that is not UTF-8, because parse takes text.
"""
import base64
import json
import sys

from rfc3987 import parse, resolve


def text(question, key):
    if key + "_base64" in question:
        return base64.b64decode(question[key + "_base64"]).decode("utf-8")
    return question.get(key)


def components(s):
    try:
        u = parse(s, rule="URI_reference")
    except ValueError:
        return {"valid": False}
    answer = {"valid": True}
    answer.update((name, u[name]) for name in ("scheme", "path", "query", "fragment"))
    if u["authority"] is None:
        answer.update(userinfo=None, host=None, port=None)
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
            answer = {"target": resolve(base, s)}
        except ValueError:
            answer = {"target": None}
    print(json.dumps(answer), flush=True)
