import { describe, expect, test } from "@jest/globals";
import { check, edgesOf, graphOf } from "./fixture.ts";
import { callsIn } from "./followed.ts";

const base = "function Base() {}\nBase.prototype.go = function () {};\nfunction Foo() {}\n";

/** What a function calls that stands behind a source. */
async function called(source: string, body: string): Promise<readonly string[]> {
  const all = await callsIn("a.js", `${source}\nfunction f() { ${body} }`);
  return all.flatMap(({ from, to }) => (from === "f" && to.includes(".") ? [to] : []));
}

describe("functions that make objects, in JavaScript", () => {
  test.each<readonly [source: string, body: string, expected: readonly string[]]>([
    // What they build on.
    ["util.inherits(Foo, Base);", "new Foo().go();", ["Base.go"]],
    ["inherits(Foo, Base);", "new Foo().go();", ["Base.go"]],
    ["Foo.prototype = Object.create(Base.prototype);", "new Foo().go();", ["Base.go"]],
    ["Foo.prototype = new Base();", "new Foo().go();", ["Base.go"]],
    ["Object.setPrototypeOf(Foo.prototype, Base.prototype);", "new Foo().go();", ["Base.go"]],
    ["util.inherits(Foo, Base); Foo.prototype.go = function () {};", "new Foo().go();", ["Foo.go"]],
    ["util.inherits(Foo, Foo);", "new Foo().go();", []],
    ["util.inherits(Foo, Other);", "new Foo().go();", []],
    ["copy(Foo, Base);", "new Foo().go();", []],
    // What their objects have.
    ["Foo.prototype = { run: function () {}, stop() {} };", "new Foo().stop();", ["Foo.stop"]],
    ["Object.assign(Foo.prototype, { run() {} });", "new Foo().run();", ["Foo.run"]],
    ["extend(Foo.prototype, Base.prototype, { run() {} });", "new Foo().run();", ["Foo.run"]],
    ["Object.defineProperty(Foo.prototype, 'all', { run() {} });", "new Foo().run();", []],
    ["take({ run() {} });", "new Foo().run();", []],
    [
      "function Bar() { this.base = new Base(); }\nBar.prototype.run = () => 1;",
      "new Bar().base.go();",
      ["Base.go"],
    ],
    // Names in names.
    [
      "var app = app || {};\napp.sub = {};\napp.sub.stop = function () {};",
      "app.sub.stop();",
      ["app.sub.stop"],
    ],
    ["app.sub = { stop() {} };", "app.sub.stop();", ["app.sub.stop"]],
    [
      "app.Model = function () {};\napp.Model.prototype.save = function () {};",
      "new app.Model().save();",
      ["app.Model", "app.Model.save"],
    ],
    [
      "app.Model = function () { this.reset(); };\napp.Model.prototype.reset = function () {};",
      "new app.Model().reset();",
      ["app.Model", "app.Model.reset"],
    ],
  ])("%s %s", async (source, body, expected) => {
    expect(await called(base + source, body)).toEqual(expected);
  });

  test("are told apart by the function in which they stand", async () => {
    const part = (name: string): string =>
      `(function () { function Foo() {} Foo.prototype.${name} = function () {}; function ${name}s() { new Foo().${name}(); } })();`;
    const all = await callsIn("a.js", `${part("run")}\n${part("stop")}\n${part("run")}`);
    const methods = all.filter(({ to }) => to.includes("."));
    expect(methods).toEqual([
      { from: "runs", to: "Foo.run" },
      { from: "stops", to: "Foo.stop" },
      { from: "runs~2", to: "Foo.run~2" },
    ]);
  });

  test("inherit, and `this` is their object", () =>
    check(
      `//- base.js
module.exports = Base;
function Base() {}
Base.prototype.go = function () {};
//- foo.js
var Base = require("./base");
module.exports = Foo;
util.inherits(Foo, Base);
function Foo() { this.go(); }
Foo.prototype.run = function () { this.go(); };
`,
      [
        "foo.js#Foo inherit base.js#Base",
        "foo.js#Foo call base.js#Base.go",
        "foo.js#Foo.run call base.js#Base.go",
        "foo.js import base.js",
      ],
    ));
});

describe("functions that run where they stand", () => {
  test.each<readonly [source: string, body: string, expected: readonly string[]]>([
    ["const kit = (() => { return { run() {} }; })();", "kit.run();", ["kit.run"]],
    ["var kit = (function () { function run() {} return { run: run }; })();", "kit.run();", ["kit.run"]],
    ["var kit = function () { function run() {} return { run }; }();", "kit.run();", ["kit.run"]],
    ["var kit = (function () { function run() {} return { run }; }());", "kit.run();", ["kit.run"]],
    [
      "var kit = {}; kit.sub = (function () { function run() {} return { run }; })();",
      "kit.sub.run();",
      ["kit.sub.run"],
    ],
    ["const foo = (() => new Foo())();", "foo.go();", ["Foo.go"]],
    ["const run = (() => { const inner = () => new Foo(); return inner; })();", "run().go();", ["Foo.go"]],
    ["const Kind = (() => class { go() {} })();", "new Kind().go();", ["Kind.class.go"]],
    ["const none = (() => 5)();", "none.go();", []],
  ])("%s %s", async (source, body, expected) => {
    expect(await called(`class Foo { go() {} }\n${source}`, body)).toEqual(expected);
  });

  test("a function without a name that one gives is called by the name that it gets", async () => {
    const source =
      "const run = (() => { if (a) return (x) => 1; return (y) => 2; })();\nfunction f() { run(1); }";
    expect(await callsIn("a.ts", source)).toEqual([{ from: "f", to: "run" }]);
  });

  test("also as what a module exports", () =>
    check(
      `//- kit.js
module.exports = (function () {
  function hidden() {}
  return { shown: hidden };
})();
//- use.js
const kit = require("./kit");
function f() { kit.shown(); }
`,
      [
        "kit.js#module.exports call kit.js#module.exports.hidden",
        "use.js#f call kit.js#module.exports.hidden inferred",
        "use.js import kit.js",
      ],
    ));
});

test("what a module exports calls itself by", async () => {
  const source = "module.exports.run = function () {};\nfunction f() { module.exports.run(); }";
  expect(await callsIn("a.js", source)).toEqual([{ from: "f", to: "module.exports.run" }]);
});

test("what a module exports is the object of its methods", async () => {
  const source = "module.exports = { run() { [1].forEach(() => this.stop()); }, stop: function () {} };";
  expect(await callsIn("a.js", source)).toEqual([{ from: "run", to: "stop" }]);
});

describe("an object and a namespace of one name", () => {
  test.each<readonly [string, readonly string[]]>([
    ["const Tool = { run() {} };\ndeclare namespace Tool { type Code = string }", ["Tool.run"]],
    ["namespace Tool { export function run() {} }\nfunction Tool() {}", ["Tool.run"]],
    ["const Tool = { run() {} } as const satisfies Record<string, unknown>;", ["Tool.run"]],
  ])("%s", async (source, expected) => {
    const edges = edgesOf(await graphOf(`//- a.ts\n${source}\nfunction f() { Tool.run(); }\n`));
    expect(edges.flatMap((edge) => /^a\.ts#f call a\.ts#(\S+)$/.exec(edge)?.[1] ?? [])).toEqual(expected);
  });
});

describe("functions that methods write on their own object are methods", () => {
  test.each<[code: string, rows: readonly string[]]>([
    [
      "class Foo { constructor() { this.go = () => { own(); }; } run() { this.go(); } }",
      ["Foo.go call own", "Foo.run call Foo.go"],
    ],
    [
      "class Foo { go: Function; set(n: number) { this.go = function () { return n; }; } }\nfunction f(foo: Foo) { foo.go(); }",
      ["f call Foo.go inferred"],
    ],
    [
      "class Foo { go: any; constructor() { all.each(() => { this.go = () => 1; }); } run() { this.go(); } }",
      ["Foo.run call Foo.go"],
    ],
    [
      "class Foo { go: any; constructor(own: any) { this.go = () => own(); } }\nclass Bar extends Foo { run() { this.go(); } }",
      ["Bar inherit Foo", "Bar.run call Foo.go"],
    ],
    // What the field says counts, too.
    [
      "class Bar { stop() {} }\nclass Foo { go: () => Bar; constructor() { this.go = () => all[0]; } run() { this.go().stop(); } }",
      ["Foo.run call Bar.stop inferred", "Foo.run call Foo.go"],
    ],
    [
      "class Bar { stop() {} }\nclass Foo { go: (fn: (bar: Bar) => void) => void; constructor() { this.go = (fn: any) => {}; } run() { this.go((bar) => bar.stop()); } }",
      ["Foo.run call Bar.stop inferred", "Foo.run call Foo.go"],
    ],
    [
      "class Bar { stop() {} }\nclass Foo { go: (bar: Bar) => void; constructor() { this.go = (bar) => bar.stop(); } }",
      ["Foo.go call Bar.stop inferred"],
    ],
    // `this` of a function is not that of the method around it.
    ["class Foo { constructor() { each(function () { this.go = () => 1; }); } run() { this.go(); } }", []],
    ["class Foo { set(that: Bar) { that.go = () => 1; } run() { this.go(); } }", []],
  ])("%s", async (code, rows) =>
    expect(edgesOf(await graphOf(`//- a.ts\nfunction own() {}\n${code}\n`))).toEqual(
      rows.map((row) => row.replace(/(^| )(?=(?:[A-Z]|f |own))/g, "$1a.ts#")),
    ),
  );
});
