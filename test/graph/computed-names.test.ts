/** Methods of which only a part of the name is known where they are asked for. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const classes = `class Base:
    def visit_base(self): pass
class Visitor(Base):
    def visit_own(self): pass
    def other(self): pass
    visit_field = 1
class Heir(Visitor):
    def visit_heir_later(self): pass
    @property
    def visit_value(self): pass
`;
const bases = ["Heir inherit a.py#Visitor", "Visitor inherit a.py#Base"];
const all = ["Base.visit_base", "Visitor.visit_own", "Heir.visit_heir_later"];
const to = (from: string, rows: readonly string[], sure = "ambiguous"): readonly string[] =>
  rows.map((row) => `${from} call a.py#${row} ${sure}`);

describe("methods named in part", () => {
  test.each<[code: string, rows: readonly string[]]>([
    ['def run(v: Visitor, k): getattr(v, f"visit_{k}")(1)', to("run", all)],
    ['def run(v: Visitor, k): getattr(v, "visit_" + k, None)(1)', to("run", all)],
    ['def run(v: Visitor, k): getattr(v, "visit_%s" % k)()', to("run", all)],
    ['def run(v: Visitor, k):\n    f = getattr(v, "visit_{}".format(k))\n    if f: f()', to("run", all)],
    ['def run(v: Visitor, k):\n    name = "visit_" + k\n    f = getattr(v, name)\n    f()', to("run", all)],
    ['def run(v: Visitor, k): getattr(v, f"visit_{k}_later")()', to("run", all.slice(2), "inferred")],
    ['def run(v: Heir, k): getattr(v, f"visit_h{k}")()', to("run", all.slice(2), "inferred")],
    ['def run(v: Visitor, k): getattr(v, f"{k}_visit")(); getattr(v, k)(); getattr(v, "v" + k)()', []],
    ['def run(v, k): getattr(v, f"visit_{k}")()', []],
    ['name = "visit_" + k\ndef run(v: Visitor, name): getattr(v, name)()', []],
  ])("%s", (code, rows) =>
    check(
      `//- a.py\n${classes}${code}\n`,
      [...bases, ...rows].map((row) => `a.py#${row}`),
    ),
  );

  test("of its own object, and of so many none", () => {
    const many = Array.from({ length: 65 }, (_, at) => `    def on_${at}(self): pass\n`).join("");
    return check(
      `//- a.py
class Bus:
    def run(self, k): getattr(self, "on_" + k)(); getattr(self, "do_" + k)()
    def do_it(self): pass
${many}`,
      ["a.py#Bus.run call a.py#Bus.do_it inferred"],
    );
  });
});
