"""What was seen by ruby_calls.rb, in the notation of the other oracles:

    python3 bench/graph-compilers/ruby_told.py CLONE < /tmp/seen.json > CLONE/told.jsonl

Only what a run came to is told. Left out is what the line that calls does not name: hooks, operators of the language
that run a method, and methods that C calls (`sort` and `<=>`, `send`), but for `map(&:go)`.
"""
import json
import os
import re
import sys

root = os.path.realpath(sys.argv[1]) + "/"
lines = {}


def line_of(path, number):
    if path not in lines:
        if not os.path.isfile(path):
            return ""  # a text that was evaluated
        with open(path, encoding="utf-8", errors="replace") as file:
            lines[path] = file.read().split("\n")
    return lines[path][number - 1] if number <= len(lines[path]) else ""


def names(text, name):
    """Whether a line says a name where it may be called; `a.b = 1` calls `b=`."""
    word = re.escape(name.rstrip("="))
    end = r"\s*(?:=(?!=)|[-+*/|&]+=)" if name.endswith("=") else r"(?![\w?!])"
    return re.search(r"(?<![\w@$:])" + word + end + r"|&:" + word + r"\b", text) is not None


def holder(label):
    """The method or class of a label: `block (2 levels) in run`, `<class:Foo>`."""
    name = re.sub(r"^.* in ", "", label)
    inner = re.match(r"<(?:class|module):(.*)>$", name)
    if inner:
        return inner.group(1)
    return None if name.startswith("<") or name == "" else name


seen = set()
for said in map(json.loads, sys.stdin):
    path, number, via, label, name, target, at = said
    made = name == "initialize" and via == "new"
    text = line_of(path, number)
    if not re.match(r"[A-Za-z_]", name) or not names(text, "new" if made else name):
        continue
    if not re.search(r"\bdef\b", line_of(target, at)):
        continue
    caller = holder(label)
    seen.add((path, number, name, f"{target[len(root):]}:{at}", caller))

for column, (path, number, name, truth, caller) in enumerate(sorted(seen, key=str), 1):
    told = {"kind": "call", "file": path[len(root):], "line": number, "column": column, "callee": name, "truth": truth, "seen": True}
    if caller:
        told["caller"] = f"{path[len(root):]}:{number}:{caller}"
    print(json.dumps(told))
