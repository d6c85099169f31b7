/** Ways of JavaScript that were not followed: modules that are loaded in place, objects that are written out. */
import { describe, expect, test } from "@jest/globals";
import { check, edgesOf, graphOf } from "./fixture.ts";
import { callsIn } from "./followed.ts";

const lib = `//- foo.js
class Foo { go() {} static make() { return new Foo(); } }
module.exports = Foo;
//- util.js
exports.a = function () {};
exports.b = () => { exports.a(); };
//- factory.js
const Foo = require("./foo");
module.exports = function create() { return { foo: new Foo(), run() {}, stop: () => {} }; };
//- esm.mjs
export function fn() {}
`;
const own = "util.js#exports.b call util.js#exports.a";
const made = "factory.js#module.exports call foo.js#Foo";
const always = [own, made, "foo.js#Foo.make call foo.js#Foo"];

const rows = (table: readonly (readonly [code: string, calls: readonly string[]])[]): void => {
  test.each(table)("%s", (code, calls) =>
    check(`${lib}//- main.js\n${code}\n`, [
      ...always,
      ...calls.map((to) => (to.startsWith("main") ? to : `main.js#f call ${to}`)),
    ]),
  );
};

describe("modules that are loaded in place", () => {
  rows([
    ["function f() { require('./foo').make(); }", ["foo.js#Foo.make"]],
    ["function f() { new (require('./foo'))().go(); }", ["foo.js#Foo", "foo.js#Foo.go"]],
    ["function f() { require('./util').a(); }", ["util.js#exports.a"]],
    ["async function f() { (await import('./esm.mjs')).fn(); }", ["esm.mjs#fn"]],
    [
      "async function f() { const { fn } = await import(/* webpackChunkName: 'esm' */ './esm.mjs'); fn(); }",
      ["esm.mjs#fn"],
    ],
    [
      "async function f() { (await import(/* webpackChunkName: 'esm' */ './esm.mjs')).fn(); }",
      ["esm.mjs#fn"],
    ],
    ["function f() { import('./esm.mjs').then((m) => m.fn()); }", ["esm.mjs#fn inferred"]],
    ["function f() { require('express')().go(); require('./gone').a(); }", []],
    ["function f(require) { require('./util').b(); }", ["util.js#exports.b"]],
  ]);
});

describe("objects that are written out", () => {
  rows([
    [
      "const create = require('./factory');\nfunction f() { create().run(); const it = create(); it.stop(); it.foo.go(); }",
      [
        "factory.js#module.exports",
        ...["factory.js#module.exports.run", "factory.js#module.exports.stop", "foo.js#Foo.go"].map(
          (to) => `${to} inferred`,
        ),
      ],
    ],
    [
      "const Foo = require('./foo');\nconst all = { foo: Foo.make() };\nfunction f() { all.foo.go(); }",
      ["main.js call foo.js#Foo.make", "foo.js#Foo.go inferred"],
    ],
  ]);
});

describe("variables that are exported where they get their value", () => {
  test.each<[string, string, readonly string[]]>([
    ["var run = exports.run = function () {};", "it.run();", ["run"]],
    ["var run = module.exports.run = () => {}; function own() { run(); exports.run(); }", "own();", ["run"]],
    [
      "var Kit = exports.Kit = function Kit() {}; Kit.prototype.go = function () {};",
      "new it.Kit().go();",
      ["Kit", "Kit.go"],
    ],
    ["const kit = module.exports = function () {}; kit.go = () => {};", "it(); it.go();", ["kit", "kit.go"]],
    ["var app = exports = module.exports = {}; app.use = function () {};", "it.use();", ["app.use"]],
    [
      "var exports = module.exports = function () {}; exports.go = function () {};",
      "it();",
      ["module.exports"],
    ],
  ])("%s %s", async (kit, code, calls) => {
    const source = `//- kit.js\n${kit}\n//- main.js\nconst it = require("./kit");\nfunction f() { ${code} }\n`;
    const edges = edgesOf(await graphOf(source));
    expect(edges.flatMap((edge) => / call kit\.js#(\S+)/.exec(edge)?.[1] ?? []).sort()).toEqual(calls);
  });
});

describe("names that are exported by taking something apart", () => {
  const store =
    "//- store.js\nexport const kit = { run() {}, save() {} };\nexport const { run, save: keep, gone = 1 } = kit;\nexport const [one] = [kit];\n";
  test.each<[string, readonly string[]]>([
    ["import { run } from './store.js';\nfunction f() { run(); }", ["kit.run"]],
    ["import { keep } from './store.js';\nfunction f() { keep(); }", ["kit.save"]],
    ["import { one } from './store.js';\nfunction f() { one.run(); }", ["kit.run"]],
    ["import { save } from './store.js';\nfunction f() { save(); }", []],
  ])("%s", async (code, calls) => {
    const edges = edgesOf(await graphOf(`${store}//- main.js\n${code}\n`));
    expect(edges.flatMap((edge) => /^main\.js#f call \S+#(\S+)/.exec(edge)?.[1] ?? [])).toEqual(calls);
  });
});

describe("types that comments say", () => {
  const says = (comment: string, code: string) => `class Foo { go() {} }\n/**\n * ${comment}\n */\n${code}`;
  test.each<[string, string, readonly string[]]>([
    ["@param {Foo} foo It.", "function f(foo) { foo.go(); }", ["f Foo.go"]],
    ["@param {?Foo} [foo] It.", "const f = (foo) => { foo.go(); };", ["f Foo.go"]],
    ["@param {(Foo|null)} foo", "exports.f = function (foo) { foo.go(); };", ["exports.f Foo.go"]],
    ["@param {Foo[]} all", "function f(all) { all[0].go(); }", ["f Foo.go"]],
    ["@param {Array.<Foo>} all", "function f(all) { all.forEach((foo) => foo.go()); }", ["f Foo.go"]],
    ["@param {Object.<string, Foo>} all", "function f(all) { all.x.go(); }", ["f Foo.go"]],
    ["@param {...Foo} all", "function f(...all) { all[0].go(); }", ["f Foo.go"]],
    ["@param {{ foo: Foo }} it", "function f(it) { it.foo.go(); }", ["f Foo.go"]],
    [
      "@returns {Promise<Foo>} It.",
      "async function g() {}\nasync function f() { (await g()).go(); }",
      ["f Foo.go", "f g"],
    ],
    ["@type {Foo}", "let one;\nfunction f() { one.go(); }", ["f Foo.go"]],
    ["@param {Object} it\n * @param {Foo} it.foo", "function f(it) { it.go(); }", []],
    ["@param {Object} it\n * @param {Foo} it.foo", "function f(it) { it.foo.go(); }", ["f Foo.go"]],
    ["@param {Object} it\n * @param {Foo} it.foo", "const f = ({ foo }) => foo.go();", ["f Foo.go"]],
    ["@param {{ foo: Foo }} it", "function f({ foo }) { foo.go(); }", ["f Foo.go"]],
    [
      "@param {number} x\n * @param {{ foo: Foo }} it",
      "function f(x, { foo: y = 1 } = {}) { y.go(); }",
      ["f Foo.go"],
    ],
    ["@param {{ it: { foo: Foo } }} it", "exports.f = ({ it: { foo } }) => foo.go();", ["exports.f Foo.go"]],
    [
      "@typedef {object} Kit\n * @property {Foo=} foo It.\n *//** @param {Kit} it",
      "const f = ({ foo }, x) => foo.go();",
      ["f Foo.go"],
    ],
    [
      "@typedef {{ foo: Foo }} Kit\n *//** @type {Kit[]}",
      "const all = [];\nfunction f() { for (const one of all) one.foo.go(); }",
      ["f Foo.go"],
    ],
    ["@typedef {Foo | null} Maybe\n *//** @param {Maybe} x", "function f(x) { x.go(); }", ["f Foo.go"]],
    [
      "@callback Make\n * @param {Foo} x\n * @returns {Foo}\n *//** @param {Make} x",
      "function f(x) { x().go(); }",
      ["f Foo.go"],
    ],
    ["@typedef {(x: Foo) => void} Handler\n *//** @type {Handler}", "const f = (x) => x.go();", ["f Foo.go"]],
    [
      "@type {(x: number, it: { foo: Foo }) => void}",
      "const f = (x, { foo }) => { foo.go(); };",
      ["f Foo.go"],
    ],
    ["@returns {void}", "function f() {\n  /** @param {Foo} x */\n  return (x) => x.go();\n}", ["f Foo.go"]],
    [
      "@returns {void}",
      "function f(all) {\n  all.map(/** @param {Foo} x */ (x) => x.go());\n}",
      ["f Foo.go"],
    ],
    [
      "@param {unknown} x",
      "function f(x) { /** @type {Foo} */ (x).go(); const y = /** @type {Foo} */ (x); y.go(); }",
      ["f Foo.go"],
    ],
    ["@param {Foo} x", "function f(x) { /** @type {const} */ (x).go(); }", ["f Foo.go"]],
    ["@param {string} foo", "function f(foo) { foo.go(); }", []],
    ["@param {Foo foo", "function f(foo) { foo.go(); }", []],
  ])("%s", async (comment, code, calls) => {
    const found = await callsIn("a.js", says(comment, code));
    expect(found.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(calls);
  });

  test("of a field and of a method", async () => {
    const source = `class Foo { go() {} }
class A {
  /** @type {Foo} */
  foo = null;
  /** @param {Foo} foo */
  f(foo) { foo.go(); }
  g() { this.foo.go(); }
}`;
    const found = await callsIn("a.js", source);
    expect(found.map(({ from }) => from).sort()).toEqual(["A.f", "A.g"]);
  });
});

describe("names for types of other files, in comments", () => {
  test.each<[string, string, readonly string[]]>([
    ['@typedef {import("./foo")} Foo', "Foo", ["Foo.go"]],
    ['@typedef {import("./all").Other} Mine', "Mine", ["Other.run"]],
    ['@import { Other as Mine, Other } from "./all"', "Mine", ["Other.run"]],
    ['@import Mine from "./foo"', "Mine", ["Foo.go"]],
    ['@import Mine, { Other } from "./new"', "Mine", ["New.go"]],
    ['@import Gone, { Other } from "./new"', "Other", ["Other.run"]],
    ['@import * as all from "./all"', "all.Other", ["Other.run"]],
    ['@import { Kit2 as Mine } from "./kit"', "Mine", ["Kit.run"]],
    ['@typedef {import("./kit").Tools["kit"]} Mine', "Mine", []],
    ['@typedef {import("./gone").Other} Mine', "Mine", []],
    ["@typedef {Object} Mine", "Mine", []],
  ])("%s", async (comment, type, calls) => {
    const all =
      "//- all.js\nexports.Other = class Other { run() {} };\n//- new.js\nexport default class New { go() {} }\nexport class Other { run() {} }\n" +
      "//- kit.js\nclass Kit { run() {} }\n/** @typedef {Kit} Kit2 */\n/** @typedef {object} Tools\n * @property {Kit} kit */\nmodule.exports = () => new Kit();\n";
    const code = `/** ${comment} */\n/** @param {${type}} it */\nfunction f(it) { it.go(); it.run(); }`;
    const edges = edgesOf(await graphOf(`${lib}${all}//- main.js\n${code}\n`));
    const found = edges.flatMap((edge) => /^main\.js#f call \S+#(\S+)/.exec(edge)?.[1] ?? []);
    expect(found).toEqual(calls);
  });
});

describe("classes that are assigned", () => {
  const base = "//- base.js\nmodule.exports = class Base { go() {} };\n";
  test.each<[string, string, readonly string[]]>([
    ["a name", "const Base = require('./base');\nfunction f() { new Base().go(); }", ["f Base", "f Base.go"]],
    [
      "a base",
      "const Base = require('./base');\nexports.A = class A extends Base { f() { this.go(); } };",
      ["A.f Base.go"],
    ],
    [
      "without a name",
      "const Base = require('./base');\nexports.A = class extends Base { f() { this.go(); } };",
      ["A.f Base.go"],
    ],
  ])("as %s", async (_, code, calls) => {
    const edges = edgesOf(await graphOf(`${base}//- main.js\n${code}\n`));
    const found = edges.flatMap((edge) => {
      const [, from, to] = /^main\.js#(\S+) call \S+#(\S+)/.exec(edge) ?? [];
      return from === undefined ? [] : [`${from} ${to}`];
    });
    expect(found.sort()).toEqual(calls);
  });
});

describe("what is written on a parameter or a variable is known by that name alone", () => {
  test.each<[string, readonly string[]]>([
    ["function g(app) { app.go = function () {}; } function f(app) { app.go(); }", []],
    ["function g(app) { app.go = function () {}; } function f() { const app = make(); app.go(); }", []],
    ["function g() { const app = make(); app.go = () => {}; } function f(app) { app.go(); }", []],
    ["function f(app) { app.go = function () {}; app.go(); }", ["f f.app.go"]],
    ["function f(app) { app.go = function () {}; (() => app.go())(); }", ["f f.app.go"]],
    ["const app = {}; function g() { app.go = () => {}; } function f() { app.go(); }", ["f g.app.go"]],
    ["function App() {} function g() { App.go = () => {}; } function f() { App.go(); }", ["f g.App.go"]],
  ])("%s", async (code, calls) => {
    const found = await callsIn("a.js", `export const x = 1;\n${code}`);
    expect(found.map(({ from, to }) => `${from} ${to}`)).toEqual(calls);
  });
});

describe("names for folders that other tools than TypeScript know", () => {
  const vite = (alias: string) =>
    `vite.config.ts\nexport default defineConfig({ resolve: { alias: ${alias} } });`;
  test.each<[string, string, readonly string[]]>([
    ["svelte.config.js\nexport default {};", "$lib/db", ["src/lib/db.ts"]],
    ["nuxt.config.ts\nexport default defineNuxtConfig({});", "~/src/lib/db", ["src/lib/db.ts"]],
    ["nuxt.config.ts\nexport default defineNuxtConfig({});", "~~/src/lib/db", ["src/lib/db.ts"]],
    ["nuxt.config.ts\nexport default defineNuxtConfig({});", "@/lib/db", ["app/lib/db.ts"]],
    [
      'deno.json\n{ "imports": { "@/": "./src/", "db": "./src/lib/db.ts" } }',
      "@/lib/db.ts",
      ["src/lib/db.ts"],
    ],
    ['deno.jsonc\n{ "imports": { /* it */ "db": "./src/lib/db.ts", } }', "db", ["src/lib/db.ts"]],
    ['deno.json\n{ "imports": { "db/": "https://deno.land/src/lib/" } }', "db/db.ts", []],
    [vite('{ "@": path.resolve(__dirname, "./src") }'), "@/lib/db", ["src/lib/db.ts"]],
    [
      vite('{ "@": fileURLToPath(new URL("./src", import.meta.url)), lib: resolve(__dirname, "src/lib") }'),
      "lib/db",
      ["src/lib/db.ts"],
    ],
    [vite('{ "@": folderOf("src") }'), "@/lib/db", []],
    [vite('{ "@kit/lib": path.resolve(__dirname, "./src/lib"), }'), "@kit/lib/db", ["src/lib/db.ts"]],
    [vite('{ "@": import.meta.dirname + "/src" }'), "@/lib/db", ["src/lib/db.ts"]],
    ["vue.config.js\nmodule.exports = {};", "@/lib/db", ["src/lib/db.ts"]],
    ["vue.config.js\nmodule.exports = { alias: { '@': resolve('app') } };", "@/lib/db", ["app/lib/db.ts"]],
    [
      "webpack.dev.js\nmodule.exports = { resolve: { alias: { lib: path.join(__dirname, 'src', 'lib') } } };",
      "lib/db",
      [],
    ],
    [
      "webpack.dev.js\nmodule.exports = { resolve: { alias: { lib: path.join(__dirname, 'src/lib') } } };",
      "lib/db",
      ["src/lib/db.ts"],
    ],
    ["other.config.ts\nexport default {};", "$lib/db", []],
  ])("%s: %s", async (config, from, found) => {
    const lib =
      "//- src/lib/db.ts\nexport function query() {}\n//- app/lib/db.ts\nexport function query() {}\n";
    const source = `//- ${config}\n${lib}//- src/pages/a.ts\nimport { query } from "${from}";\nexport function run() { query(); }\n`;
    const calls = edgesOf(await graphOf(source)).flatMap(
      (edge) => /#run call (\S+)#query$/.exec(edge)?.[1] ?? [],
    );
    expect(calls).toEqual(found);
  });
});
