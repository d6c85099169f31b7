/** Functions that are kept in tables, given back or chosen by their names, and calls through such tables. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

/** The rows are written shorter: `run own` is a call that `run` makes of `own`, `- own` one that the file makes. */
const rowsOf = (path: string, lib: string, rows: readonly string[]): string[] =>
  rows.map((row) => {
    const [from, to, sureness = ""] = row.split(" ");
    if (to === "inherit") return row;
    const place = to!.includes("#") ? to! : `${path}#${to}`;
    const target = to!.startsWith("b#") ? `${lib}#${to!.slice(2)}` : place;
    return `${from === "-" ? path : `${path}#${from}`} call ${target} ${sureness}`.trim();
  });

const typescript = (code: string, rows: readonly string[]) =>
  check(
    `//- b.ts
export function save(x?: any) {}
export class Panel { static open() {} go() {} get at() { return 1; } }
export const size = 1;
//- a.tsx
import { save, Panel, size } from "./b";
import * as b from "./b";
function own(x?: any) {}
function two(x?: any) {}
${code}
`,
    rowsOf("a.tsx", "b.ts", rows),
  );

const python = (code: string, rows: readonly string[]) =>
  check(
    `//- b.py
def index(request=None): pass
class View:
    def go(self): pass
    @property
    def size(self): return 1
size = 1
//- a.py
import functools
import b
from b import index, View, size
def own(x=None): pass
def two(x=None): pass
${code}
`,
    rowsOf("a.py", "b.py", rows),
  );

describe("functions that are kept in TypeScript", () => {
  test.each<[code: string, rows: readonly string[]]>([
    ["const h = { save, a: own };", ["- own", "- b#save"]],
    ["const h = { a: b.save, b: { c: two } };", ["- b#save", "- two"]],
    ["const h = [own, b.save];", ["- own", "- b#save"]],
    ["const h = new Map([['a', own], ['b', two]]);", ["- own", "- two"]],
    ["app.use({ actions: [own] }, [two]);", ["- own", "- two"]],
    ["const h = { a: own as any, b: two satisfies any };", ["- own", "- two"]],
    ["function run() { return own; }", ["run own"]],
    ["function run() { function own() {} return { own }; }", ["run run.own"]],
    ["function* run() { yield own; }", ["run own"]],
    ["const run = () => own;", ["run own"]],
    ["function run(f = own, { g = two } = {}) {}", ["run own", "run two"]],
    ["function run(f: () => void = own) {}", ["run own"]],
    ["function run(c: any) { on(c ? own : two, c || save); }", ["run own", "run two", "run b#save"]],
    ["function run(c: any) { const f = own; let g = c ?? two; }", ["run own", "run two"]],
    ["const A = (c: any) => <p {...{ a: own }} b={c ? two : save}/>;", ["A own", "A two", "A b#save"]],
    ["class C { handler = own; static all = [two]; }", ["C own", "C two"]],
    [
      "class C { m() {} h = { a: this.m }; constructor() { this.k = this.m; } }",
      ["C C.m", "C.constructor C.m"],
    ],
    ["class C { m() {} n(e: any) { e.on('x', this.m.bind(this)); } }", ["C.n C.m"]],
    ["on(own.bind(null, 1)); const run = two.bind(null);", ["- own", "- two"]],
    ["window.onload = own; opts.cb ||= two;", ["- own", "- two"]],
    ["function run() { const own = useCallback(() => {}, []); return [own]; }", ["run run.own"]],
    ["function run() { const own: F = ((x) => x) as F; return own; }", ["run run.own"]],
    ["function run() { const own = (async () => {})(); return [own]; }", []],
    ["class C { own: F = own; }", ["C own"]],
    [
      "class C extends Panel { x = 1; m(e: any) { on(this.go.bind(this), this.x, this.y); } }",
      ["C.m b#Panel.go", "a.tsx#C inherit b.ts#Panel"],
    ],
    ["function run(k: any) { let f: any; f = own; if (k) f = b.save; on(f); }", ["run own", "run b#save"]],
    ["const h = { go() {}, a: 1 } as const; function run() { on(h.go, h.a); }", ["run h.go"]],
    [
      "class C { constructor(private readonly p: Panel) {} run() { on(this.p.go, this.p.at, this.q.go); } }",
      ["C.run b#Panel.at inferred", "C.run b#Panel.go inferred"],
    ],
    ["class C { p: Panel; run() { return { go: this.p.go.bind(this.p) }; } }", ["C.run b#Panel.go inferred"]],
    // What a hook only looks at.
    ["function Run() { useEffect(() => {}, [own]); React.useMemo(() => 1, [two, own]); }", []],
    ["function Run() { useEffect(own, [two]); useAll([own], 1); watch(1, [two]); }", ["Run own", "Run two"]],
    // What is no function, only compared, asked, typed, exported, or but another name.
    ["let f; f = own; f = b.save;", []],
    ["const h = { size, Panel, b: Panel, c: size, d: b, e: [Panel, size] };", []],
    ["const x = own === two; if (own) {} typeof own; throw own;", []],
    ["[own, two].includes(x); [own].indexOf(x);", []],
    ["type H = { a: typeof own }; let t: typeof own;", []],
    ["export { own }; export default { own, b: two };", []],
    ["module.exports = { own, two }; exports.a = own; module.exports.b = two;", []],
    ["const other = own; export const more = b.save;", []],
    ["function run(own: any) { const two = 1; return { own, b: [own, two], c: own }; }", []],
  ])("%s", typescript);
});

describe("functions that are kept in Python", () => {
  test.each<[code: string, rows: readonly string[]]>([
    ["H = {'a': own, 'b': b.index}", ["- own", "- b#index"]],
    ["H = [own]; G = (two, 1); F = {index}", ["- own", "- two", "- b#index"]],
    ["H = [('a', own), {'a': two}]", ["- own", "- two"]],
    ["H = {View: own, 'b': [two]}", ["- own", "- two"]],
    ["class C:\n    all = [own, two]", ["C own", "C two"]],
    ["class C:\n    def m(self): pass\n    H = {'a': m}", ["C C.m"]],
    [
      "class C:\n    def m(self): pass\n    def n(self, o):\n        o.cb = self.m\n        self.all['x'] = own",
      ["C.n C.m", "C.n own"],
    ],
    ["def run(c):\n    return own if c else two", ["run own", "run two"]],
    ["def run():\n    return own, two", ["run own", "run two"]],
    ["def run():\n    yield own", ["run own"]],
    ["run = lambda: own", ["- own"]],
    ["def run(f=own, *, g: int = two): pass", ["run own", "run two"]],
    ["def run(c):\n    on(c or own)", ["run own"]],
    ["def run(c):\n    f = own\n    g = c or two", ["run own", "run two"]],
    ["def run(f):\n    def inner(): f()\n    return inner", ["run run.inner"]],
    ["@mark('f', [own, two])\ndef test_x(f): pass", ["test_x own", "test_x two"]],
    // What is no function, only compared, asked, typed, listed as public, or but another name.
    ["H = [size, View, b, unknown]; G = {'a': View, 'b': size}", []],
    ["x = own is two; y = own == two; z = not own; w = x in (own, two)", []],
    ["isinstance(x, (own, two)); assert own", []],
    ["__all__ = ['own']\nx: own = 1\nother = own\nmore = b.index", []],
    ["class C:\n    def m(self): pass\n    n = m\n    k = own", []],
    ["def run(own, c):\n    two = 1\n    return [own, two], {'a': own}, own if c else two", []],
  ])("%s", python);
});

/** What the file itself makes of the table is left out: `run` alone is asked. */
const ofRun = (rows: readonly string[]) => ["- own", "- two", ...rows];
const both = ofRun(["run own ambiguous", "run two ambiguous"]);

describe("methods of what is known that are handed on", () => {
  test.each<[code: string, rows: readonly string[]]>([
    [
      "function run(e: any, p: Panel) { e.on('x', p.go, p.at, p.none); }",
      ["run b#Panel.at inferred", "run b#Panel.go inferred"],
    ],
    [
      "function run(e: any) { const p = new Panel(); e.on('x', p.go.bind(p)); }",
      ["run b#Panel", "run b#Panel.go inferred"],
    ],
    [
      "function run(p: Panel) { return { go: p.go, all: [p.at] }; }",
      ["run b#Panel.at inferred", "run b#Panel.go inferred"],
    ],
    ["export const V = (props: { onSave(): void }) => <p onClick={props.onSave}/>;", []],
    ["function run(e: any, p: any, { q }: any) { e.on('x', p.go, q.go, e.x.go); }", []],
  ])("%s", typescript);
  test.each<[code: string, rows: readonly string[]]>([
    [
      "def run(s, v: View):\n    s.connect(v.go, v.size)",
      ["run b#View.go inferred", "run b#View.size inferred"],
    ],
    ["def run(s):\n    v = View()\n    s.connect(receiver=v.go)", ["run b#View", "run b#View.go inferred"]],
    ["def run(v: View):\n    return functools.partial(v.go, 1)", ["run b#View.go inferred"]],
    ["def run(s, v, w: Other):\n    s.connect(v.go, w.go)", []],
  ])("%s", python);
});

describe("calls through a table in Python", () => {
  const table = "H = {'a': own, 'b': two}";
  test.each<[code: string, rows: readonly string[]]>([
    [`${table}\ndef run(k):\n    H[k](1)`, both],
    [`${table}\ndef run(k):\n    H.get(k)(1)`, both],
    [`${table}\ndef run(k):\n    f = H.get(k)\n    if f: f(1)`, both],
    [`${table}\ndef run(k):\n    H.get(k, index)(1)`, [...both, "run b#index"]],
    [`${table}\ndef run():\n    for k, f in H.items(): f(1)`, both],
    [`${table}\ndef run():\n    for f in H.values(): f(1)`, both],
    ["H: dict[str, object] = {'a': own, 'b': two}\ndef run(k):\n    H[k](1)", both],
    [
      "H: dict[str, Callable[[int], View]] = {'a': own, 'b': two}\ndef run(k):\n    H[k](1).go()",
      [...both, "run b#View.go inferred"],
    ],
    ["H = [own, two]\ndef run():\n    for f in H: f(1)", both],
    ["H = (own, two)\ndef run():\n    return all(f(1) for f in H)", both],
    ["H = {own, two}\ndef run():\n    return [f(1) for f in H]", both],
    ["H = [('a', own), ('b', two)]\ndef run():\n    for n, f in H: f(1)", both],
    ["H = [{'a': own}, {'a': two}]\ndef run():\n    for f in H: f['a'](1)", both],
    [
      "H = {'a': own, 'b': two, 'c': index, 'd': t3, 'e': t4}\ndef t3(): pass\ndef t4(): pass\ndef run(k):\n    H[k](1)",
      ofRun([
        ...["- b#index", "- t3", "- t4", "run b#index ambiguous", "run t3 ambiguous", "run t4 ambiguous"],
        ...["run own ambiguous", "run two ambiguous"],
      ]),
    ],
    [
      "class C:\n    all = [own, two]\n    def run(self):\n        for f in self.all: f(1)",
      ["C own", "C two", "C.run own ambiguous", "C.run two ambiguous"],
    ],
    [
      "H = [own, View()]\ndef run():\n    for f in H: f.go()",
      ["- own", "- b#View", "run b#View.go inferred"],
    ],
  ])("%s", python);
});

describe("calls through a table in TypeScript", () => {
  const table = "const h = { a: own, b: two };";
  test.each<[code: string, rows: readonly string[]]>([
    [`${table} function run(k: string) { h[k](1); }`, both],
    [`${table} function run(k: string) { h[k]?.(1); }`, both],
    [`${table} function run(k: string) { h[k]!(1); }`, both],
    [`${table} function run(k: string) { const f = h[k]; f(1); }`, both],
    [`${table} function run(k: string) { h.a(); }`, ofRun(["run own inferred"])],
    [`${table} function run(k: string) { h["b"](); }`, ofRun(["run two inferred"])],
    [`${table} function run() { Object.values(h).forEach((f) => f()); }`, both],
    [`${table} function run() { for (const f of Object.values(h)) f(); }`, both],
    [`${table} function run() { for (const [k, f] of Object.entries(h)) f(); }`, both],
    ["const h: Record<string, () => void> = { a: own, b: two }; function run(k: string) { h[k](); }", both],
    [
      "type H = (x: any) => void; const h: Record<string, H> = { a: own, b: two }; function run(k: string) { h[k](); }",
      both,
    ],
    ["const h: { [k: string]: () => void } = { a: own, b: two }; function run(k: string) { h[k](); }", both],
    ["const h = { a: own, b: two } as const; function run(k: 'a') { h[k](); }", both],
    ["const h = { a: own, b: two } satisfies any; function run(k: 'a') { h[k](); }", both],
    ["const h = Object.freeze({ a: own, b: two }); function run(k: string) { h[k](); }", both],
    [
      "const h = { a: { own }, b: { c: two } }; function run(k: string) { h.b[k](); }",
      ofRun(["run two inferred"]),
    ],
    [
      "const h = new Map([['a', own], ['b', two]]); function run(k: string) { h.get(k)!(1); h.get(k)?.(1); }",
      both,
    ],
    ["const h = [own, two]; function run() { for (const f of h) f(); h.forEach((f) => f()); }", both],
    [
      "const h = { a() {}, b: () => 1 }; function run(k: string) { h[k](); }",
      ["run h.a ambiguous", "run h.b ambiguous"],
    ],
    [
      "class C { m() {} n() {} h = { a: this.m, b: this.n }; run(k: string) { this.h[k](); } }",
      ["C C.m", "C C.n", "C.run C.m ambiguous", "C.run C.n ambiguous"],
    ],
    [
      "const h: Record<string, Panel> = { a: x, b: y }; function run(k: string) { h[k].go(); }",
      ["run b#Panel.go inferred"],
    ],
    ["const h: any = { a: 1, b: size }; function run(k: string) { h[k](); x[k](); }", []],
  ])("%s", typescript);
});

describe("tables that are filled later", () => {
  test.each<[code: string, rows: readonly string[]]>([
    [
      "const h: Record<string, () => void> = {}; h.a = own; h['b'] = two; function run(k: string) { h[k](); }",
      both,
    ],
    ["const h = {} as any; h.a = own; h.b = two; function run(k: string) { h[k](); }", both],
    [
      "const h = { a: own }; h.b = two; function run(k: string) { h[k](); h.b(); }",
      ofRun(["run own ambiguous", "run two inferred"]),
    ],
    ["const h: any = {}; h.a = own; h.b = two; function run() { h.a(); }", ofRun(["run own inferred"])],
    [
      "const h: any = {}; function set() { h.a = own; h[String(1)] = two; } function run(k: string) { h[k](); }",
      ["run own ambiguous", "run two ambiguous", "set own", "set two"],
    ],
    [
      "const h: any = {}; h.a = () => {}; h.b = function () {}; function run(k: string) { h[k](); }",
      ["run h.a ambiguous", "run h.b ambiguous"],
    ],
    [
      "const h: any = {}; function set(h: any, own: any) { h.a = own; h.b = () => {}; } function run(k: string) { h[k](); }",
      [],
    ],
  ])("%s", typescript);
});
