#!/usr/bin/env python3
"""What rustc says of every call in a repository of Rust; rust_told.py makes one JSON object a line of it:

    export RUST_CALLS=FOLDER RUST_CALLS_OF=REPOSITORY    # FOLDER: an empty one, not in the repository
    RUSTC_WRAPPER=rust_calls.py cargo +nightly check --workspace --all-targets --target-dir ANOTHER
    python3 rust_told.py > REPOSITORY/told.jsonl

As a wrapper it has rustc compile what it was asked to, and print the tree of typed expressions and the tree of
definitions of each crate of the repository (`-Zunpretty=thir-tree`, `-Zunpretty=hir-tree`), which it keeps shortened.
Calls that the text of a macro makes are left out: the compiler knows the macro's place only.
What stands in a macro's brackets is judged where it reaches the compiler as it was written. Build scripts and
procedural macros run, as cargo has them run; nothing else of the repository does.
"""

import json
import os
import re
import subprocess
import sys

from rust_types import PATH, plain

SPAN = re.compile(r"span: (.*?):(\d+):(\d+): (\d+):(\d+) \(#(\d+)\)")


class Sources:
    def __init__(self, repository):
        self.repository = os.path.realpath(repository)
        self.files = {}

    def file(self, name):
        """Path in the repository and lines, or None for what lies outside."""
        if name not in self.files:
            whole = os.path.realpath(name)
            isInside = whole.startswith(self.repository + os.sep) and os.path.isfile(whole)
            self.files[name] = None
            if isInside:
                with open(whole, encoding="utf8", errors="replace") as file:
                    self.files[name] = (whole[len(self.repository) + 1 :], file.read().split("\n"))
        return self.files[name]

    def span(self, line):
        """`(path, line, column, text)` of what was written by hand in the repository."""
        found = SPAN.search(line)
        file = found and found[6] == "0" and self.file(found[1])
        if not file:
            return None
        path, lines = file
        top, left, bottom, right = (int(found[at]) for at in (2, 3, 4, 5))
        text = "\n".join(lines[top - 1 : bottom])
        end = len(text) - len(lines[bottom - 1]) + right - 1
        return (path, top, left, text[left - 1 : end])


def definitions(lines, sources):
    """Of the tree of definitions: places by path, and the blocks that fulfil traits."""
    places, blocks = {}, []
    owner = kind = part = item = None
    block = None
    for line in lines:
        found = re.match(rf"{PATH} => OwnerNodes", line)
        if found:
            owner, kind, part, item, block = plain(found[1]), None, None, None, None
            continue
        if item is not None or owner is None:
            continue
        indent = len(line) - len(line.lstrip())
        said = line.strip()
        if indent == 8 and said.startswith("node: "):
            item = None if re.match(r"node: (?:Item|TraitItem|ImplItem|ForeignItem)\(", said) else ""
        elif indent == 16 and said.startswith("kind: "):
            kind = re.match(r"kind: (\w+)", said)[1]
            block = {"of": owner, "free": [], "trait": None, "bases": []} if kind in ("Impl", "Trait") else None
        elif indent == 16 and said.startswith("span: "):
            item = sources.span(said) or ""
            place = placeOf(item, owner.split("::")[-1]) if item else None
            places[owner] = place and [kind, place]
            if block is not None and (kind == "Trait" or block["trait"]):
                block["at"] = place if kind == "Trait" else item and f"{item[0]}:{item[1]}"
                block["isDerived"] = not item and derives(said)
                blocks.append(block)
        elif block is not None:
            part = takeBlock(block, indent, said, part, sources)
    return places, blocks


def takeBlock(block, indent, said, part, sources):
    """A line of a block or trait; gives which part of it the next lines are of."""
    if indent == 24:
        part = re.match(r"(\w+)", said)[1] if re.match(r"\w+:", said) else part
    elif indent == 20:
        part = "bounds" if said == "bounds: [" else None
    found = re.match(PATH, said)
    if part == "generics" and said.startswith("def_id: "):
        named = re.search(r"::([\w']+)\),?$", said)
        if named:
            block["free"].append(named[1])
    elif part == "of_trait" and said.startswith("span: ") and "written" not in block:
        spanned = sources.span(said)
        block["written"] = spanned and spanned[3]
    elif part == "of_trait" and found and block["trait"] is None:
        block["trait"] = plain(found[1])
    elif part == "self_ty" and said.startswith("span: ") and "self" not in block:
        spanned = sources.span(said)
        block["self"] = spanned and spanned[3]
    elif part == "self_ty" and found and "heir" not in block:
        block["heir"] = plain(found[1])
    elif part == "bounds" and found and plain(found[1]) not in block["bases"]:
        block["bases"].append(plain(found[1]))
    return part


def derives(said):
    """Whether what a macro made stands in the brackets of a `derive`, where no block is written."""
    found = SPAN.search(said)
    if not found or not os.path.isfile(found[1]):
        return True
    with open(found[1], encoding="utf8", errors="replace") as file:
        written = file.read().split("\n")[int(found[2]) - 1][int(found[3]) - 1 :]
    return not re.match(r"(?:unsafe\s+)?impl\b|\$", written)


def placeOf(item, name):
    path, line, _, text = item
    name = re.escape(name)
    found = re.search(rf"\b(?:fn|struct|enum|union|trait|type|mod|const|static)\s+(?:r#)?{name}\b", text)
    return f"{path}:{line + text[: found.start() if found else 0].count(chr(10))}"


def calls(lines, sources):
    """Of the tree of expressions: what is called, by what name, from where."""
    holder = last = None
    state, told = None, []
    for line in lines:
        said = line.strip()
        if said.startswith("DefId(") and line.startswith("DefId(") and said.endswith("):"):
            holder, state = plain(re.match(PATH, said)[1]), None
        elif said.startswith("span: "):
            if state and state["wait"] == "span":
                at = sources.span(said)
                named = at and nameIn(at)
                if named:
                    told.append({"in": holder, "ty": state["ty"], "at": [at[0], *named]})
                state = None
            last = said
        elif said == "Call {":
            state = {"wait": "ty"}
        elif said == "Adt {":
            state = {"wait": "did", "span": last}
        elif state:
            if state["wait"] == "ty" and said.startswith("ty: "):
                state.update(ty=said[4:], wait="from")
            elif state["wait"] == "from" and said.startswith("from_hir_call: "):
                state = {**state, "wait": "fun"} if said.endswith("true") else None
            elif state["wait"] == "fun" and said == "fun:":
                state["wait"] = "span"
            elif state["wait"] == "did" and said.startswith("did: "):
                state.update(did=plain(re.search(PATH, said)[1]), wait="variants")
            elif state["wait"] == "variants" and said.startswith("variants: "):
                at = sources.span(state["span"])
                named = at and madeIn(at, {state["did"].split("::")[-1], *re.findall(r'name: "(\w+)"', said)})
                if named:
                    told.append({"in": holder, "made": state["did"], "at": [at[0], *named]})
                state = None
    return told


def nameIn(at):
    """`[line, column, name]` of the last name in what is called."""
    text = at[3].rstrip()
    if text.endswith(">"):
        depth = 0
        for end in range(len(text) - 1, -1, -1):
            depth += (text[end] == ">" and text[end - 1] != "-") - (text[end] == "<")
            if depth == 0:
                break
        text = re.sub(r"(?:::)?\s*$", "", text[:end])
    found = re.search(r"(\w+)$", text)
    return found and placed(at, found.start(1), found[1])


def madeIn(at, names):
    """The same for `Foo(1)`, `Kind::Foo { a: 1 }`."""
    text, end = at[3], 0
    while True:
        found = re.match(r"\s*(\w+)\s*", text[end:])
        if not found:
            return None
        name, start = found[1], end + found.start(1)
        end += found.end()
        if text.startswith("::", end):
            end += 2
            if text[end : end + 1] != "<":
                continue
        if text[end : end + 1] == "<":
            depth = 1
            while depth and end + 1 < len(text):
                end += 1
                depth += (text[end] == "<") - (text[end] == ">" and text[end - 1] != "-")
            end += 1
        if text.startswith("::", end):
            end += 2
            continue
        isMade = re.match(r"\s*[({]", text[end:]) and (name in names or name == "Self" or name[0].isupper())
        return placed(at, start, name) if isMade else None


def placed(at, offset, name):
    before = at[3][:offset]
    line = at[1] + before.count("\n")
    column = offset - before.rfind("\n") if "\n" in before else at[2] + offset
    return [line, column, name]


def wrap(arguments):
    done = subprocess.run(arguments, check=False).returncode
    name = arguments[arguments.index("--crate-name") + 1] if "--crate-name" in arguments else ""
    root = next((one for one in arguments if one.endswith(".rs")), None)
    sources = Sources(os.environ["RUST_CALLS_OF"])
    if done != 0 or root is None or name == "build_script_build" or not sources.file(root):
        return done
    kept = []
    for one in arguments:
        if one.startswith("incremental=") and kept[-1] == "-C":
            kept.pop()
        elif not one.startswith(("--emit=", "--error-format=", "--json=")):
            kept.append(one)
    isTest = "--test" in arguments

    def printed(tree, read):
        command = [*(one for one in kept), f"-Zunpretty={tree}", "--cap-lints", "allow"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as tool:
            return read(tool.stdout, sources)

    places, blocks = printed("hir-tree", definitions)
    told = {"crate": name, "isTest": isTest, "places": places, "blocks": blocks, "calls": printed("thir-tree", calls)}
    kind = "test" if isTest else "lib"
    path = os.path.join(os.environ["RUST_CALLS"], f"{name}-{kind}-{os.getpid()}.json")
    with open(path, "w", encoding="utf8") as file:
        json.dump(told, file)
    return done


if __name__ == "__main__":
    sys.exit(wrap(sys.argv[1:]))
