"""What rust_calls.py kept of the crates of a repository, as one JSON object for each call:

    RUST_CALLS=FOLDER python3 rust_told.py > REPOSITORY/told.jsonl

`truth` is `path:line` of the definition, `outside` for what the repository does not define or a derive makes, and
`unclear` for what a macro defines, for values that are called, and where several blocks would do. A method of a trait
is the one of the block that the types choose, the trait's own where the block has none or a type parameter is asked.
"""

import json
import os
import re

from rust_types import ANY, PATH, fits, parse, plain, split


class Answers:
    """What one crate's calls lead to, other crates of the repository being known by their names."""

    def __init__(self, crate, others):
        others = [one for one in others if one["crate"] != crate["crate"]]
        self.places = {}
        for one in [*others, crate]:
            self.places.update(one["places"])
        self.crates = {one["crate"] for one in [*others, crate]}
        self.blocks = {}
        for one in [*others, crate]:
            for block in one["blocks"]:
                if block["trait"]:
                    self.blocks.setdefault(block["trait"], []).append(block)

    def truth(self, path):
        path = re.sub(r"::\{constructor#0\}$", "", path)
        for asked in (path, path.rpartition("::")[0]):
            if asked in self.places and (asked == path or (self.places[asked] or [""])[0] == "Enum"):
                return self.places[asked][1] if self.places[asked] else "unclear"
        return "unclear" if path.split("::")[0] in self.crates else "outside"

    def called(self, ty):
        found = re.match(rf"FnDef\({PATH}, \[(.*)\]\)$", ty)
        if not found:
            return "unclear"
        path, given = plain(found[1]), split(found[2])
        trait, _, name = path.rpartition("::")
        if re.match(r"\w+::ops::function::Fn(?:Once|Mut)?$", trait):
            return "unclear"
        known = self.places.get(trait)
        isTrait = known[0] == "Trait" if known else re.match(r"[A-Z]", trait.split("::")[-1]) is not None
        types = [parse(one) for one in given if not one.startswith("'")]
        if not isTrait or not types or types[0] == ANY or types[0][0].startswith("dyn "):
            return self.truth(path)
        return self.chosen(trait, name, types) or self.truth(path)

    def chosen(self, trait, name, types):
        """The method of the only block for these types, None where that is the trait's own."""
        fitting, isHidden = [], False
        for block in self.blocks.get(trait, []):
            if not block.get("self") or not block.get("written"):
                isHidden = isHidden or not block["isDerived"]
                continue
            free = frozenset(block["free"])
            given = parse(block["written"], free)[1]
            if fits(parse(block["self"], free), types[0]) and all(map(fits, given, types[1:])):
                fitting.append(block)
        if len(fitting) == 1:
            method = f"{fitting[0]['of']}::{name}"
            return self.truth(method) if method in self.places else None
        return "unclear" if fitting or isHidden or trait in self.places else "outside"


def main():
    crates = []
    for name in sorted(os.listdir(os.environ["RUST_CALLS"])):
        with open(os.path.join(os.environ["RUST_CALLS"], name), encoding="utf8") as file:
            crates.append(json.load(file))
    libraries = [one for one in crates if not one["isTest"]]
    told = {}
    for crate in crates:
        answers = Answers(crate, libraries)
        for call in crate["calls"]:
            path, line, column, name = call["at"]
            truth = answers.truth(call["made"]) if "made" in call else answers.called(call["ty"])
            kind = "new" if "made" in call else "call"
            one = {"kind": kind, "file": path, "line": line, "column": column, "callee": name, "truth": truth}
            holder = answers.places.get(call["in"])
            # What a procedural macro makes of a function calls it where its name stands.
            if truth == f"{path}:{line}" and not holder or holder and truth == holder[1] == f"{path}:{line}":
                continue
            if holder:
                one["caller"] = f"{holder[1]}:{call['in'].split('::')[-1]}"
            known = told.get((path, line, column, name))
            if not known or known["truth"] == "unclear":
                told[(path, line, column, name)] = one
        for block in crate["blocks"]:
            heir = block["of"] if block["trait"] is None else block.get("heir")
            for base in [block["trait"]] if block["trait"] else block["bases"]:
                of, to = answers.places.get(heir), answers.places.get(base)
                if of and to and block["at"]:
                    path, line = of[1].rsplit(":", 1)
                    one = {"kind": "inherit", "file": path, "line": int(line), "column": 1}
                    one.update(callee=base.split("::")[-1], truth=to[1], heir=f"{of[1]}:{heir.split('::')[-1]}")
                    told[(path, int(line), 1, f"{heir}:{base}")] = one
    for _, one in sorted(told.items()):
        print(json.dumps(one))


main()
