/** Ways of JavaScript that were not followed: modules that are loaded in place, objects that are written out. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

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
