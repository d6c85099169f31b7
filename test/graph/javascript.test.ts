import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

describe("ECMAScript modules", () => {
  rows([
    [
      "named, renamed, default, namespace; endings left out or written as .js",
      `//- src/a.ts
export function f() {}
export default function main() {}
export const g = () => f();
//- src/dir/index.ts
export function h() {}
//- src/b.ts
import main, { f as ff, g } from "./a.js";
import * as a from "./a";
import { h } from "./dir";
export function run() { ff(); main(); a.g(); h(); g(); }
`,
      [
        "src/a.ts#g call src/a.ts#f",
        "src/b.ts#run call src/a.ts#f",
        "src/b.ts#run call src/a.ts#main",
        "src/b.ts#run call src/a.ts#g",
        "src/b.ts#run call src/dir/index.ts#h",
        "src/b.ts import src/a.ts",
        "src/b.ts import src/dir/index.ts",
      ],
    ],
    [
      "through files that pass names on, even in a circle",
      `//- one.ts
export function f() {}
function hidden() {}
export { hidden as shown };
export default class {}
//- two.ts
export * from "./one";
export * from "./three";
export { f as renamed, default as One } from "./one";
export * as whole from "./one";
//- three.ts
export * from "./two";
//- main.ts
import { f, renamed, shown, whole, One, absent } from "./three";
f(); renamed(); shown(); whole.f(); new One(); absent();
`,
      ["main.ts call one.ts#f", "main.ts call one.ts#hidden", "main.ts call one.ts#default"],
    ],
    [
      "an anonymous default export, an object as one",
      `//- a.js
export default () => {};
//- b.js
function helper() {}
export default { run() { helper(); }, stop: () => helper() };
//- c.js
import a from "./a.js";
import b from "./b.js";
a(); b.run(); b.stop();
`,
      [
        "b.js#default.run call b.js#helper",
        "b.js#default.stop call b.js#helper",
        "c.js call a.js#default",
        "c.js call b.js#default.run",
        "c.js call b.js#default.stop",
      ],
    ],
    [
      "dynamic imports",
      `//- a.ts
export function f() {}
//- b.ts
async function g() {
  const { f } = await import("./a");
  const a = await import("./a");
  f(); a.f();
}
`,
      ["b.ts#g call a.ts#f", "b.ts import a.ts"],
    ],
    [
      "nothing of a package outside, nothing of the browser",
      `//- a.ts
import { map } from "lodash";
import fs from "node:fs";
function local() {}
map(map); fs.readFileSync("x"); console.log(1); [1].map(fs); "".local();
`,
      [],
    ],
  ]);
});

describe("CommonJS", () => {
  rows([
    [
      "exports one by one, as an object, as one thing",
      `//- a.js
exports.f = function () {};
module.exports.g = () => {};
//- b.js
function h() {}
module.exports = { h, i: h, j() {} };
//- c.js
module.exports = function make() {};
//- d.js
class Thing { run() {} }
module.exports = Thing;
//- main.js
const a = require("./a");
const { h, i: other } = require("./b");
const b = require("./b.js");
const make = require("./c");
const Thing = require("./d");
a.f(); a.g(); h(); other(); b.j(); make(); new Thing().run();
`,
      [
        "main.js call a.js#exports.f",
        "main.js call a.js#module.exports.g",
        "main.js call b.js#h",
        "main.js call b.js#j",
        "main.js call c.js#module.exports",
        "main.js call d.js#Thing",
        "main.js call d.js#Thing.run",
      ],
    ],
    [
      "functions added to a name, and to a prototype",
      `//- a.js
var app = module.exports = {};
app.init = function () { this.setup(); };
app.setup = function () {};
function Point() { this.reset(); }
Point.prototype.reset = function () { this.move(); };
Point.prototype.move = function () {};
function f() { const p = new Point(); p.move(); app.init(); }
`,
      [
        "a.js#app.init call a.js#app.setup",
        "a.js#Point call a.js#Point.reset",
        "a.js#Point.reset call a.js#Point.move",
        "a.js#f call a.js#Point",
        "a.js#f call a.js#Point.move inferred",
        "a.js#f call a.js#app.init",
      ],
    ],
  ]);
});

describe("where packages and settings say modules are", () => {
  const lib = `//- packages/lib/src/index.ts
export function f() {}
//- packages/lib/src/deep/x.ts
export function g() {}
`;
  rows([
    [
      "workspace packages: exports, built files among sources, subpaths",
      `${lib}//- packages/lib/package.json
{ "name": "@org/lib", "main": "dist/index.js", "exports": { ".": { "import": "./dist/index.js" }, "./x": "./dist/deep/x.js" } }
//- packages/app/main.ts
import { f } from "@org/lib";
import { g } from "@org/lib/x";
f(); g();
`,
      [
        "packages/app/main.ts call packages/lib/src/index.ts#f",
        "packages/app/main.ts call packages/lib/src/deep/x.ts#g",
      ],
    ],
    [
      "built files that tests import by their path, where no such file is there",
      `${lib}//- packages/lib/package.json
{ "name": "@org/lib" }
//- packages/lib/test/a.test.ts
import { f } from "../dist";
import { g } from "../dist/browser/deep/x.js";
import { h } from "../lib/own.js";
import { i } from "../../lib/build/none.js";
f(); g(); h(); i();
//- packages/lib/lib/own.ts
export function h() {}
//- packages/lib/src/own.ts
export function h() {}
`,
      [
        "packages/lib/test/a.test.ts call packages/lib/src/index.ts#f",
        "packages/lib/test/a.test.ts call packages/lib/src/deep/x.ts#g",
        "packages/lib/test/a.test.ts call packages/lib/lib/own.ts#h",
      ],
    ],
    [
      "built files in a folder that is one of the sources, too",
      `${lib}//- packages/lib/package.json
{ "name": "@org/lib" }
//- packages/lib/src/web/index.ts
export function onlyWeb() {}
//- packages/lib/web.d.ts
export * from "./dist/web/index.d.ts";
//- packages/app/main.ts
import { onlyWeb } from "@org/lib/web";
onlyWeb();
`,
      ["packages/app/main.ts call packages/lib/src/web/index.ts#onlyWeb"],
    ],
    [
      "a file of types that says by names of modules what a package gives",
      `//- kit/package.json
{ "name": "kit", "types": "types/index.d.ts", "exports": { "./vite": { "types": "./types/index.d.ts" } } }
//- kit/types/index.d.ts
declare module "kit" { export class Server { start(): void } }
declare module "kit/vite" { export function plugin(): void; }
export {};
//- app/main.ts
import { Server } from "kit";
import { plugin } from "kit/vite";
plugin();
function run(server: Server) { server.start(); }
`,
      [
        "app/main.ts call kit/types/index.d.ts#plugin",
        "app/main.ts#run call kit/types/index.d.ts#Server.start inferred",
      ],
    ],
    [
      "an interface that a module adds to another module's: both are meant there",
      `//- app.ts
export interface App { one(): void }
export class Kit { open() {} }
//- plug.ts
import { type App, Kit } from "./app";
declare module "./app" {
  interface App { two(): void }
  interface Kit { close(): void }
}
function f(app: App, kit: Kit) { app.one(); app.two(); kit.open(); kit.close(); new Kit(); }
`,
      [
        "plug.ts#f call app.ts#App.one inferred",
        "plug.ts#f call plug.ts#App.two inferred",
        "plug.ts#f call app.ts#Kit.open inferred",
        "plug.ts#f call plug.ts#Kit.close inferred",
        "plug.ts#f call app.ts#Kit",
      ],
    ],
    [
      "what modules add to classes and interfaces of another one is theirs wherever they are used",
      `//- app.ts
export interface App { one(): void }
export class Kit { open() {} }
export function create(): App { return null!; }
function inside(app: App) { app.two(); }
//- index.ts
export * from "./app";
//- db.ts
export class Db { query() {} }
//- plug.ts
import { Db } from "./db";
class Other { other() {} }
declare module "./app" {
  interface App { two(): Db; me: App }
  interface Kit { close(): void }
  interface Other { none(): void }
}
//- plug2.ts
import { Db } from "./db";
declare module "./index" { interface App { three(): void } }
declare module "fastify" {
  interface Server { db: Db; self: Server }
  export { Db as Data };
}
//- user.ts
import { create, Kit, Other } from "./index";
import type { Server, Data } from "fastify";
import type { Other as Outside } from "plug";
function f(app = create()) { app.two().query(); app.me.one(); app.me.three(); new Kit().close(); new Other().other(); }
function g(server: Server, data: Data, outside: Outside) { server.self.db.query(); server.get(); data.query(); outside.none(); }
`,
      [
        "app.ts#inside call plug.ts#App.two inferred",
        "user.ts#f call app.ts#create",
        "user.ts#f call plug.ts#App.two inferred",
        "user.ts#f call db.ts#Db.query inferred",
        "user.ts#f call app.ts#App.one inferred",
        "user.ts#f call plug2.ts#App.three inferred",
        "user.ts#f call app.ts#Kit",
        "user.ts#f call plug.ts#Kit.close",
        "user.ts#g call db.ts#Db.query inferred",
      ],
    ],
    [
      "paths and baseUrl, with comments, inherited",
      `${lib}//- tsconfig.base.json
{ // where things are
  "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["packages/lib/src/*"], "lib": ["packages/lib/src/index.ts"], }, }
}
//- app/tsconfig.json
{ "extends": "../tsconfig.base.json" }
//- app/main.ts
import { f } from "lib";
import { g } from "~/deep/x";
f(); g();
`,
      ["app/main.ts call packages/lib/src/index.ts#f", "app/main.ts call packages/lib/src/deep/x.ts#g"],
    ],
    [
      "paths of configurations that are named otherwise: extended twice, and one of several parts",
      `${lib}//- tsconfig.shared.json
{ "compilerOptions": { "paths": { "lib": ["./packages/lib/src/index.ts"] } } }
//- tsconfig.test.json
{ "extends": "./tsconfig.shared", "include": ["test"] }
//- tsconfig.json
{ "extends": "./tsconfig.test.json" }
//- main.ts
import { f } from "lib";
f();
//- web/tsconfig.json
{ "files": [], "references": [{ "path": "./tsconfig.node.json" }, { "path": "./tsconfig.app.json" }, { "path": "../packages/lib" }, 1] }
//- web/tsconfig.node.json
{ "include": ["vite.config.ts"] }
//- web/tsconfig.app.json
{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }
//- web/src/a.ts
export function h() {}
//- web/src/main.ts
import { h } from "@/a";
h();
`,
      ["main.ts call packages/lib/src/index.ts#f", "web/src/main.ts call web/src/a.ts#h"],
    ],
    [
      "#imports",
      `${lib}//- package.json
{ "imports": { "#lib/*": "./packages/lib/src/*" } }
//- main.ts
import { g } from "#lib/deep/x.ts";
g();
`,
      ["main.ts call packages/lib/src/deep/x.ts#g"],
    ],
    [
      "settings that are no JSON",
      `${lib}//- package.json
{ "name": [1, }
//- tsconfig.json
null
//- main.ts
import { g } from "./packages/lib/src/deep/x";
g();
`,
      ["main.ts call packages/lib/src/deep/x.ts#g"],
    ],
  ]);
});

describe("classes and types of TypeScript", () => {
  rows([
    [
      "this, super, private methods, fields with arrows, accessors",
      `//- a.ts
class Base {
  constructor() {}
  run() {}
  static make() { return new this(); }
}
export class Child extends Base {
  #hidden() {}
  handler = () => this.run();
  constructor() { super(); }
  get twin(): Child { return this; }
  run() { super.run(); this.#hidden(); this.handler(); this.twin.handler(); }
}
Child.make().run();
`,
      [
        "a.ts#Base.make call a.ts#Base",
        "a.ts#Child inherit a.ts#Base",
        "a.ts#Child.handler call a.ts#Child.run",
        "a.ts#Child.constructor call a.ts#Base.constructor",
        "a.ts#Child.run call a.ts#Base.run",
        "a.ts#Child.run call a.ts#Child.#hidden",
        "a.ts#Child.run call a.ts#Child.handler",
        "a.ts#Child.run call a.ts#Child.twin",
        "a.ts call a.ts#Base.make",
        "a.ts call a.ts#Child.run inferred",
      ],
    ],
    [
      "a method that gives its receiver gives the class that it was called on",
      `//- a.ts
class Query {
  from(): this { return this; }
  later(): Promise<this> { return Promise.resolve(this); }
  bare() { return this; }
  other(): Query { return new Query(); }
  run() {}
}
class Insert extends Query {
  run() {}
  into() { return super.from(); }
}
async function go(one: Insert) {
  one.from().bare().run();
  (await one.later()).run();
  one.into().run();
  one.other().run();
  new Query().from().run();
}
`,
      [
        "a.ts#Insert inherit a.ts#Query",
        "a.ts#Insert.into call a.ts#Query.from",
        "a.ts#Query.other call a.ts#Query",
        "a.ts#go call a.ts#Insert.into inferred",
        "a.ts#go call a.ts#Insert.run inferred",
        "a.ts#go call a.ts#Query",
        "a.ts#go call a.ts#Query.bare inferred",
        "a.ts#go call a.ts#Query.from",
        "a.ts#go call a.ts#Query.later inferred",
        "a.ts#go call a.ts#Query.other inferred",
        "a.ts#go call a.ts#Query.run inferred",
      ],
    ],
    [
      "a type parameter is at least its constraint; an awaited call with arguments of types",
      `//- a.ts
interface Backend { open(): void; shut(): void; find<T>(): Promise<T>; }
class Base<B extends Backend = Backend, K extends keyof B = keyof B> {
  backend: B;
  constructor(private readonly other: B | undefined) {}
  run(key: K) { this.backend.open(); this.other?.shut(); key.open(); }
}
class Heir extends Base<Backend> { go() { this.backend.open(); } }
const start = <T extends Backend>(one: T, two: Promise<T>) => { one.open(); };
async function load<T extends string>(given: T, base: Backend) {
  const { rows } = await base.find<{ rows: T[] }>();
  await fetched<T>(given);
  given.open();
}
async function fetched<T>(x: T): Promise<T> { return x; }
`,
      [
        "a.ts#Base.run call a.ts#Backend.open inferred",
        "a.ts#Base.run call a.ts#Backend.shut inferred",
        "a.ts#Heir inherit a.ts#Base",
        "a.ts#Heir.go call a.ts#Backend.open inferred",
        "a.ts#start call a.ts#Backend.open inferred",
        "a.ts#load call a.ts#Backend.find inferred",
        "a.ts#load call a.ts#fetched",
      ],
    ],
    [
      "members of a type that is written within another one",
      `//- a.ts
class Node { go() {} }
type Factory = Readonly<{ kind: Node; make(name: string): Node; }>;
const Nodes: Factory = freeze<Factory>({ kind: new Node(), make(name) { return new Node(); } });
function f() { Nodes.make("x").go(); }
function g() { Nodes.kind.go(); }
`,
      [
        "a.ts call a.ts#Node",
        "a.ts#f call a.ts#Factory.make inferred",
        "a.ts#f call a.ts#Node.go inferred",
        "a.ts#g call a.ts#Node.go inferred",
        "a.ts#make call a.ts#Node",
      ],
    ],
    [
      "a type variable that the class decides which a function is given",
      `//- a.ts
type Type<T> = new () => T;
declare function inject<T>(token: Type<T>): T;
declare function make<T>(cls: new (...args: unknown[]) => T): Promise<T>;
declare function pick<T extends object>(list: readonly string[]): T;
class Box { get<T>(kind: { new (): T }, fallback?: T): T { return new kind(); } }
class Service { run() {} stop() {} wait() {} }
class Page {
  private readonly service = inject(Service);
  open() { this.service.run(); }
  async close(box: Box) { (await make(Service)).stop(); box.get(Service).wait(); pick(Service).run(); }
}
`,
      [
        "a.ts#Page call a.ts#inject",
        "a.ts#Page.open call a.ts#Service.run inferred",
        "a.ts#Page.close call a.ts#make",
        "a.ts#Page.close call a.ts#pick",
        "a.ts#Page.close call a.ts#Service.stop inferred",
        "a.ts#Page.close call a.ts#Service.wait inferred",
        "a.ts#Page.close call a.ts#Box.get inferred",
      ],
    ],
    [
      "a function may say what its object is",
      `//- a.ts
class Foo { go() {} next() {} }
class Bar {
  run(this: Foo, n: number) { this.go(); [n].forEach(() => this.next()); }
  other() { this.go(); this.last(); }
  last() {}
}
function f(this: Foo) { const x = () => this.next(); }
declare function each<T>(this: Bar, one: T): T;
function g(foo: Foo) { each(foo).go(); }
`,
      [
        "a.ts#Bar.run call a.ts#Foo.go inferred",
        "a.ts#Bar.run call a.ts#Foo.next inferred",
        "a.ts#Bar.other call a.ts#Bar.last",
        "a.ts#f.x call a.ts#Foo.next inferred",
        "a.ts#g call a.ts#each",
        "a.ts#g call a.ts#Foo.go inferred",
      ],
    ],
    [
      "modules that a script declares for the whole program",
      `//- expect.d.ts
declare function expect(target?: any): Expect.Root;
declare namespace Expect { interface Root { be(x: number): void } }
declare module "expect.js" {
  export = expect;
}
//- kit.d.ts
declare module "kit" {
  export class Foo { go(): void }
}
//- own.ts
export const one = 1;
declare module "other" { interface Bar { go(): void } }
//- b.ts
import expect from "expect.js";
import { Foo } from "kit";
import { Bar } from "other";
import { Foo as None } from "nowhere";
function f(bar: Bar, none: None) { expect(1).be(2); new Foo().go(); bar.go(); none.go(); }
`,
      [
        "b.ts#f call expect.d.ts#expect",
        "b.ts#f call expect.d.ts#Expect.Root.be inferred",
        "b.ts#f call kit.d.ts#Foo",
        "b.ts#f call kit.d.ts#Foo.go",
        "b.ts#f call own.ts#Bar.go inferred",
      ],
    ],
    [
      "declarations of modules that import from themselves and from each other",
      `//- view.d.ts
import "view";
declare module "view" {
  import { View } from "view";
  import { Other, Real } from "more";
  export { Other, Real };
  export function draw(view: View, other: Other): void;
}
declare module "more" {
  export { Other } from "view";
  export class Real { go(): void }
}
//- b.ts
import { draw, Other, Real, View } from "view";
function f(view: View, other: Other) { draw(view, other); view.go(); other.go(); new Real().go(); }
`,
      ["b.ts#f call view.d.ts#draw", "b.ts#f call view.d.ts#Real", "b.ts#f call view.d.ts#Real.go"],
    ],
    [
      "a class and an interface of one name are one type, which is made by the class",
      `//- a.ts
export interface Con extends Mixed.Con, Partial<import("./b").Mix> { extra(): void }
export class Con { own() { this.extra(); this.mixed(); this.glob(); } }
class Sub extends Con { f() { this.own(); } }
function g(given: import("./b").Foo, kit: typeof import("./b")) { new Con().own(); given.go(); kit.make(); }
//- b.ts
export class Foo { go() {} }
export function make() {}
export interface Mix { mixed(): void }
//- c.d.ts
declare global { namespace Mixed { interface Con { glob(): void } } }
export {};
`,
      [
        "a.ts#Con inherit c.d.ts#Mixed.Con",
        "a.ts#Con.own call a.ts#Con.extra",
        "a.ts#Con.own call b.ts#Mix.mixed",
        "a.ts#Con.own call c.d.ts#Mixed.Con.glob",
        "a.ts#Sub inherit a.ts#Con~2",
        "a.ts#Sub.f call a.ts#Con.own",
        "a.ts#g call a.ts#Con~2",
        "a.ts#g call a.ts#Con.own",
        "a.ts#g call b.ts#Foo.go inferred",
        "a.ts#g call b.ts#make inferred",
      ],
    ],
    [
      "parameters of functions that are passed on have the types that the place expects",
      `//- kit.ts
export class Context { a() {} b() {} c() {} d() {} e() {} f() {} g() {} h() {} i() {} }
export class Next { go() {} }
export type Handler<E = unknown> = (c: Context, next: Next) => Promise<E | void>;
export type Either = Unknown | ((c: Context) => string);
export type Giving = (c: Context) => string | Handler;
export declare function on<T>(name: string, run: (c: Context, next?: Next) => T): T;
export function use(name: string, run: Handler): void;
export function use(run: Handler): void;
export function use(...all: any[]) {}
export class App {
  constructor(private readonly start: (c: Context) => void) {}
  each(...handlers: Handler[]) {}
  later<T extends (x: string) => void>(run: (next: Next) => T, c = (x: string) => x) {}
}
//- main.ts
import { App, on, use, type Either, type Giving, type Handler, type Context } from "./kit";
const one: Handler<string> = async (c, next) => { c.a(); next.go(); };
export function two(): Handler { return async function named(c) { c.b(); }; }
export const three = (): Handler => (c) => { c.c(); };
function four() { on("x", c => c.d()); }
function five() { use("x", (c) => { c.e(); }); }
function six() { const app = new App((c) => c.f()); app.each(one, (c) => c.g()); app.later((next) => next.go()); }
const seven: (c: Context) => void = (c) => { c.h(); };
class Page { private readonly eight: Either = (c) => { c.i(); return ""; }; }
const ten: Giving = (c) => { c.a(); return ""; };
function nine() { unknown((c) => c.a()); on((c) => c.a(), 1); on("x", (a, b, c) => c.a()); on("x", (c: Page) => c.a()); }
`,
      [
        "main.ts#one call kit.ts#Context.a inferred",
        "main.ts#one call kit.ts#Next.go inferred",
        "main.ts#two.named call kit.ts#Context.b inferred",
        "main.ts#three call kit.ts#Context.c inferred",
        "main.ts#four call kit.ts#on",
        "main.ts#four call kit.ts#Context.d inferred",
        "main.ts#five call kit.ts#use",
        "main.ts#five call kit.ts#Context.e inferred",
        "main.ts#six call kit.ts#App",
        "main.ts#six call kit.ts#App.each inferred",
        "main.ts#six call kit.ts#App.later inferred",
        "main.ts#six call kit.ts#Context.f inferred",
        "main.ts#six call kit.ts#Context.g inferred",
        "main.ts#six call kit.ts#Next.go inferred",
        "main.ts#six call main.ts#one",
        "main.ts#seven call kit.ts#Context.h inferred",
        "main.ts#ten call kit.ts#Context.a inferred",
        "main.ts#Page.eight call kit.ts#Context.i inferred",
        "main.ts#nine call kit.ts#on",
      ],
    ],
    [
      "parameters, parameter properties, fields, interfaces, what functions return",
      `//- api.ts
export interface Api { send(text: string): Promise<Reply>; }
export class Reply { read() {} }
export type Maybe = Reply | undefined;
export const connect = (): Api => undefined!;
//- main.ts
import { type Api, type Maybe, Reply, connect } from "./api";
class Client {
  private last: Reply | null = null;
  constructor(private readonly api: Api, readonly log = new Reply()) {}
  async go() {
    (await this.api.send("x")).read();
    this.last!.read();
    this.log.read();
    const reply = await this.api.send("y");
    reply?.read();
  }
}
function f(api: Api, maybe?: Maybe) { api.send("a"); maybe?.read(); connect().send("b"); }
const g = ({ a }: { a: Reply }) => a.read();
for (const one of [] as Reply[]) one.read();
const many: Reply[] = []; for (const one of many) one.read();
const map = new Map<string, Reply>(); map.get("x")?.read();
`,
      [
        "main.ts#Client.constructor call api.ts#Reply",
        "main.ts#Client.go call api.ts#Api.send inferred",
        "main.ts#Client.go call api.ts#Reply.read inferred",
        "main.ts#f call api.ts#Api.send inferred",
        "main.ts#f call api.ts#Reply.read inferred",
        "main.ts#f call api.ts#connect",
        "main.ts#g call api.ts#Reply.read inferred",
        "main.ts call api.ts#Reply.read inferred",
      ],
    ],
    [
      "implements, overloads, abstract methods, enums, namespaces, objects",
      `//- a.ts
interface Shape { area(): number }
abstract class Base implements Shape {
  abstract area(): number;
  twice() { return this.area(); }
}
function over(a: string): void;
function over(a: number): void;
function over(a: unknown) {}
namespace Tools { export function f() { g(); } function g() {} }
const api = { get() { return api.post(); }, post: () => over(1), x: { deep() {} } };
Tools.f(); api.get();
`,
      [
        "a.ts#Base inherit a.ts#Shape",
        "a.ts#Base.twice call a.ts#Base.area",
        "a.ts#Tools.f call a.ts#Tools.g",
        "a.ts#api.get call a.ts#api.post",
        "a.ts#api.post call a.ts#over",
        "a.ts call a.ts#Tools.f",
        "a.ts call a.ts#api.get",
      ],
    ],
    [
      "what calling an object of a type gives; a value that is kept on the way; a cast to a type with arguments",
      `//- a.ts
class App<T> { mount() { return this; } }
interface Create<T> { (root: T): App<T>; <U>(root: U, more: T): App<U>; label: string }
interface Maker { new (): App<string> }
type Short = { (): App<number> };
const create = ((root) => undefined) as Create<string>;
class Page { app?: App<string>; go() { const app = (this.app = create("")); app.mount(); } }
function f(make: Maker, short: Short, both: Create<string>) { new make().mount(); short().mount(); both.label(); }
function g(any: unknown) { (any as App<string>).mount(); let app; (app ??= create("")).mount(); }
`,
      [
        "a.ts#Page.go call a.ts#App.mount inferred",
        "a.ts#Page.go call a.ts#create inferred",
        "a.ts#f call a.ts#App.mount inferred",
        "a.ts#g call a.ts#App.mount inferred",
        "a.ts#g call a.ts#create inferred",
      ],
    ],
    [
      "what is given to an object that is called, or made, by what its type says of that",
      `//- a.ts
export class Event { stop() {} }
export class Other { stop() {} }
type Handler<T> = (event: Event, other: T) => void;
interface On {
  (name: string, handler: Handler<Other>): void;
  (handler: Handler<Other>): void;
}
interface Maker { new (handler: (event: Event) => void): Made }
interface Made { go(): void }
type Listen = (name: string, heard: (event: Event) => void) => void;
declare const Made: Maker;
export function run(on: On, listen: Listen) {
  on("a", (event) => event.stop());
  listen("a", (event) => event.stop());
  new Made((event) => event.stop()).go();
}
`,
      [
        "a.ts#run call a.ts#Event.stop inferred",
        "a.ts#run call a.ts#Made inferred",
        "a.ts#run call a.ts#Made.go inferred",
      ],
    ],
    [
      "what an interface promises comes from a base that is not here, if there is one",
      `//- a.ts
import { Emitter } from "events";
interface Sender { send(): void }
class Far extends Emitter implements Sender { go() { this.send(); } }
class Near implements Sender { go() { this.send(); } }
function f(far: Far, any: Sender) { far.send(); any.send(); }
`,
      [
        "a.ts#Far inherit a.ts#Sender",
        "a.ts#Near inherit a.ts#Sender",
        "a.ts#Near.go call a.ts#Sender.send",
        "a.ts#f call a.ts#Sender.send inferred",
      ],
    ],
    [
      "parameters and locals hide; callbacks keep this",
      `//- a.ts
function f() {}
class A {
  run() {}
  go(list: A[]) {
    list.forEach((one) => { this.run(); one.run(); });
    list.map(function () { this.run(); });
  }
}
const g = (f: () => void) => f();
function h() { const f = 1 as any; f(); }
function i({ f }: any, [j]: any) { f(); j(); }
try {} catch (f) { f(); }
`,
      ["a.ts#A.go call a.ts#A.run"],
    ],
    [
      "arrows keep the this around them; either of two values; what was checked; callbacks over lists",
      `//- a.ts
class Foo { go() {} sum() {} }
class Bar extends Foo { stop() {} }
class A {
  private one: Foo[] = [];
  private two;
  constructor(given?: { two?: Bar }) { this.two = given?.two ?? new Bar(); }
  run(x: unknown) {
    walk({ each: () => this.end(), other() { this.end(); } });
    this.one.forEach((item) => item.go());
    this.one.filter((item) => item).find(Boolean)?.go();
    this.one.reduce((sum, item) => { item.sum(); return sum + 1; }, 0);
    if (x instanceof Bar) x.stop();
    return this.two.stop();
  }
  end() { this.run.call(this, 1); }
}
`,
      [
        "a.ts#Bar inherit a.ts#Foo",
        "a.ts#A.constructor call a.ts#Bar",
        "a.ts#A.run.each call a.ts#A.end",
        "a.ts#A.run call a.ts#Foo.go inferred",
        "a.ts#A.run call a.ts#Foo.sum inferred",
        "a.ts#A.run call a.ts#Bar.stop inferred",
        "a.ts#A.end call a.ts#A.run",
      ],
    ],
    [
      "a type and a value of one name",
      `//- a.ts
export interface Point { move(): void }
export namespace Point { export function is(a: any): a is Point { return true; } }
export function make(): make { return {} as make; }
export interface make { done(): void }
export type Id = string;
export const Id = (a: string) => a;
//- b.ts
import { Id, make, Point } from "./a";
function f(p: Point) { Point.is(p); p.move(); make().done(); Id("x"); }
`,
      [
        "b.ts#f call a.ts#Point.is",
        "b.ts#f call a.ts#Point.move inferred",
        "b.ts#f call a.ts#make",
        "b.ts#f call a.ts#make.done inferred",
        "b.ts#f call a.ts#Id~2",
      ],
    ],
    [
      "a type, a function and a namespace of one name",
      `//- a.ts
interface Kit { go(): void }
function Kit(): Kit { return {} as Kit; }
namespace Kit { export function install() {} }
export default Kit;
//- b.ts
import Kit from "./a";
function f() { Kit.install(); Kit().go(); }
`,
      ["b.ts#f call a.ts#Kit.install", "b.ts#f call a.ts#Kit~2", "b.ts#f call a.ts#Kit.go inferred"],
    ],
    [
      "overloads without semicolons, and marks of variance, which the grammar does not know",
      `//- a.ts
export class Context<in out T extends object> { json(a: T) {} }
interface OnGet<out R> {
  <P extends string>(path: P): Other<P>

  <P extends string, Q extends Other<P> = Other<P>>(
    path: P,
    run: (c: Context<R>) => void
  ): Other<Q>
}
export class App { get!: OnGet<App> }
//- b.ts
import { App } from "./a";
const app = new App();
app.get("/", (c) => c.json(app));
`,
      ["b.ts call a.ts#App", "b.ts call a.ts#Context.json inferred"],
    ],
    [
      "functions in what is given: members of options, their parts, types of functions with names",
      `//- api.ts
export class Builder { query(): Builder { return this; } }
export class Context { fork(): Task { return new Task(); } }
export class Task { cancel() {} }
export type Make<T = {}> = <O extends { a: 1 }>(options?: O) => Builder;
type Effect = (action: string, context: Context) => void | Promise<void>;
interface Basic { middleware?: (make: Make) => unknown; effect: Effect }
export interface Options extends Basic {
  endpoints(build: Builder): unknown;
  inner: { run: (context: Context) => void; open(task: Task): void };
  nested: Basic;
}
export const create = (options: Options & { extra(task: Task): void }) => options;
export class Store { constructor(options: Readonly<Options>) {} }
export const settings = {} as Options;
//- main.ts
import { Builder, Context, create, type Options, Store, Task } from "./api";
create({
  endpoints: (build) => build.query(),
  middleware: (make) => make().query(),
  effect: async (_, { fork: split, ...rest }) => { split().cancel(); },
  inner: { run: (context) => { context.fork(); }, open(task) { task.cancel(); } },
  extra: ((task) => task.cancel()),
  nested: { effect(_, context) { context.fork(); } },
});
new Store({ endpoints(build) { build.query(); } });
const options: Options = { effect: (_, context) => { context.fork(); } };
const others = { inner: { open: (task) => task.cancel() } } satisfies Partial<Options>;
function made(): Options { return { endpoints: (build) => build.query() }; }
function Page({ builder, inner: { task = new Task() } }: { builder: Builder; inner: { task: Task } }) { builder.query(); task.cancel(); }
function Part({ nested: { effect } }: Options, { fork }: Context) { fork(); }
create({ unknown: (one) => one.query(), [computed]: (one) => one.query(), "a b": (one) => one.query() });
unknownFunction({ endpoints: (build) => build.query() });
`,
      [
        "api.ts#Context.fork call api.ts#Task",
        "api.ts#Options inherit api.ts#Basic",
        "main.ts call api.ts#Store",
        "main.ts call api.ts#create",
        "main.ts#Page call api.ts#Task",
        "main.ts#Page call api.ts#Builder.query inferred",
        "main.ts#Page call api.ts#Task.cancel inferred",
        "main.ts#Part call api.ts#Context.fork inferred",
        "main.ts#effect call api.ts#Context.fork inferred",
        "main.ts#effect call api.ts#Task.cancel inferred",
        "main.ts#effect~2 call api.ts#Context.fork inferred",
        "main.ts#endpoints call api.ts#Builder.query inferred",
        "main.ts#endpoints~2 call api.ts#Builder.query inferred",
        "main.ts#made.endpoints call api.ts#Builder.query inferred",
        "main.ts#open call api.ts#Task.cancel inferred",
        "main.ts#options.effect call api.ts#Context.fork inferred",
        "main.ts#others.open call api.ts#Task.cancel inferred",
        "main.ts#run call api.ts#Context.fork inferred",
        "main.ts call api.ts#Task.cancel inferred",
        "main.ts#middleware call api.ts#Builder.query inferred",
      ],
    ],
    [
      "types that are written out: members, methods, what is taken apart, indexes, parts of aliases",
      `//- a.ts
export class Task { cancel() {} next(): Task { return this; } }
export class Other { stop() {} }
export type Both = Other & { readonly task: Task; make(name: string): Task; list: Task[] };
type Table = { [id: string]: Task };
export class Run {
  state: { task: Task; inner?: { other: Other } } = undefined!;
  #pair(): { task: Task; others: { one: Other } } { return undefined!; }
  go() {
    this.state.task.cancel();
    this.state.inner?.other.stop();
    const { task, others } = this.#pair();
    task.next().cancel();
    others.one.stop();
  }
}
function f(both: Both) { both.stop(); both.task.cancel(); both.make("a").next(); }
function g(both: Both) { both.list[0].cancel(); }
function h(given: { task: Task } & Other) { given.task.cancel(); given.stop(); }
function i(table: Table, plain: { [id: string]: Task }) { table["a"].next(); plain.b; plain["c"].cancel(); }
function j(given: { unknown: Nothing; task?: Task | undefined }) { given.unknown.cancel(); given.missing.cancel(); given.task?.next(); }
`,
      [
        "a.ts#Run.go call a.ts#Other.stop inferred",
        "a.ts#Run.go call a.ts#Run.#pair",
        "a.ts#Run.go call a.ts#Task.cancel inferred",
        "a.ts#Run.go call a.ts#Task.next inferred",
        "a.ts#f call a.ts#Both.make inferred",
        "a.ts#f call a.ts#Other.stop inferred",
        "a.ts#f call a.ts#Task.cancel inferred",
        "a.ts#f call a.ts#Task.next inferred",
        "a.ts#g call a.ts#Task.cancel inferred",
        "a.ts#h call a.ts#Other.stop inferred",
        "a.ts#h call a.ts#Task.cancel inferred",
        "a.ts#i call a.ts#Task.cancel inferred",
        "a.ts#i call a.ts#Task.next inferred",
        "a.ts#j call a.ts#Task.next inferred",
      ],
    ],
    [
      "members of types that are written out within intersections and unions are members of the name",
      `//- a.ts
class Builder { query() {} }
interface Other { other(): void }
export type Api<B> = Lost<B> & {
  /** Said at length, with comments in between. */
  inject<N>(_: {
    endpoints: (
      build: Builder,
    ) => N
    // or not
    override?: boolean
  }): Api<B>
  util: { reset: Builder }
} & Other
type Shape = { kind: "a"; area(): number } | { kind: "b"; side(): number }
export function f(api: Api<1>, shape: Shape) {
  api.inject({ endpoints: (build) => ({ a: build.query() }) }).other();
  api.util.reset.query();
  if (shape.kind === "a") shape.area(); else shape.side();
}
`,
      [
        "a.ts#f call a.ts#Api.inject inferred",
        "a.ts#f call a.ts#Builder.query inferred",
        "a.ts#f call a.ts#Other.other inferred",
        "a.ts#f call a.ts#Shape.area inferred",
        "a.ts#f call a.ts#Shape.side inferred",
        "a.ts#f.endpoints call a.ts#Builder.query inferred",
      ],
    ],
    [
      "a function or a class that has a name where it is returned",
      `//- a.ts
export class Task { go() {} }
class Base { base() {} }
export function build(name: string) {
  return function create<A>(options: A): Task { helper(); return create(options); };
}
function helper() {}
export const create = build("x");
export function mixed<T>(given: T) {
  return class Mix extends Base { mixed() { this.base(); } };
}
export class Mine extends mixed(Object) { own() { this.mixed(); this.base(); } }
//- b.js
class B { base() {} }
export function mixed() { return class Mix extends B { mixed() { this.base(); } }; }
//- main.ts
import { create, Mine } from "./a";
import { mixed } from "./b";
export function f() { create(1).go(); new Mine().mixed(); const Mixed = mixed(); new Mixed().base(); }
`,
      [
        "a.ts call a.ts#build",
        "a.ts#Mine call a.ts#mixed",
        "a.ts#Mine inherit a.ts#mixed.Mix inferred",
        "a.ts#Mine.own call a.ts#Base.base",
        "a.ts#Mine.own call a.ts#mixed.Mix.mixed",
        "a.ts#build.create call a.ts#build.create",
        "a.ts#build.create call a.ts#helper",
        "a.ts#mixed.Mix inherit a.ts#Base",
        "a.ts#mixed.Mix.mixed call a.ts#Base.base",
        "b.js#mixed.Mix inherit b.js#B",
        "b.js#mixed.Mix.mixed call b.js#B.base",
        "main.ts#f call a.ts#Mine",
        "main.ts#f call a.ts#Task.go inferred",
        "main.ts#f call a.ts#build.create inferred",
        "main.ts#f call a.ts#mixed.Mix.mixed",
        "main.ts#f call b.js#B.base inferred",
        "main.ts#f call b.js#mixed",
        "main.ts#f call b.js#mixed.Mix inferred",
      ],
    ],
    [
      "a class of the repository that is called as a wrapper is",
      `//- a.ts
export class Type<T> { convert(value: T) {} }
export function f(type: Type<string>, many: Type<any>[]) { type.convert("a"); many[0].convert(1); }
`,
      ["a.ts#f call a.ts#Type.convert inferred"],
    ],
    [
      "call and apply are the function itself; bind calls nothing",
      `//- a.js
function f() {}
function g() { f.call(null, 1); f.apply(null, []); f.bind(null); }
`,
      ["a.js#g call a.js#f"],
    ],
    [
      "components in markup",
      `//- a.tsx
export const Button = (p: { a: string }) => <b>{p.a}</b>;
export function Page() { return <main><Button a="x" /><Outside.Thing /></main>; }
`,
      ["a.tsx#Page call a.tsx#Button"],
    ],
  ]);
});

test("names for types that lead to many, each to many, are followed only so far", async () => {
  const names = (at: number): string => Array.from({ length: 16 }, (_, one) => `T${at}_${one}`).join(" | ");
  const types = Array.from({ length: 8 }, (_, at) =>
    Array.from({ length: 16 }, (_, one) => `type T${at}_${one} = ${names(at + 1)};`).join("\n"),
  ).join("\n");
  const source = `//- a.ts\n${types}\nfunction take(options: T0_1) {}\ntake({ on: (one) => one.run() });\n`;
  await check(source, ["a.ts call a.ts#take"]);
});

describe("names of the whole program", () => {
  rows([
    [
      "what a file declares that is no module, and what a module declares for all",
      `//- types/globals.d.ts
interface Shop { sell(count: number): Receipt }
declare class Receipt { print(): void }
declare const shop: Shop;
declare function receipt(): Receipt;
//- src/basket.ts
export const own = 1;
declare global {
  interface Basket { fill(): Receipt }
  var basket: Basket;
}
function hidden() {}
//- src/use.ts
import { own } from "./basket";
export function run() { shop.sell(own).print(); receipt(); new Receipt(); hidden(); }
export function fill() { basket.fill(); }
export function other(one: Basket, receipt: () => void) { one.fill(); receipt(); }
//- page.js
function inPage() { shop.sell(1); }
`,
      [
        "src/use.ts#run call types/globals.d.ts#Shop.sell inferred",
        "src/use.ts#run call types/globals.d.ts#Receipt.print inferred",
        "src/use.ts#run call types/globals.d.ts#receipt",
        "src/use.ts#run call types/globals.d.ts#Receipt",
        "src/use.ts#fill call src/basket.ts#Basket.fill inferred",
        "src/use.ts#other call src/basket.ts#Basket.fill inferred",
        "page.js#inPage call types/globals.d.ts#Shop.sell inferred",
      ],
    ],
    [
      "one class in several files; nothing of a module or of a page's script",
      `//- a.ts
export {};
declare global { interface Source { first(): Source } }
//- b.ts
import "./a";
declare global { interface Source { second(): Source } }
function local() {}
//- c.ts
export function go(one: Source) { one.first().second(); local(); inPage(); }
//- page.js
function inPage() {}
`,
      ["c.ts#go call a.ts#Source.first inferred", "c.ts#go call b.ts#Source.second inferred"],
    ],
    [
      "a method more for what every program has leaves it what it was",
      `//- a.ts
export class Own { run() {} }
declare global {
  interface Array<T> { last(): T }
  interface Promise<T> { cancel(): void }
}
export function go(all: Array<Own>, one: Promise<Own>) { all[0].run(); }
export async function wait(one: Promise<Own>) { (await one).run(); }
`,
      ["a.ts#go call a.ts#Own.run inferred", "a.ts#wait call a.ts#Own.run inferred"],
    ],
  ]);
});
