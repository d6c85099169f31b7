import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { tableOf } from "../../src/graph/columns/node-table.ts";
import { decodeLinked, encodeLinked } from "../../src/graph/columns/snapshot.ts";
import { headOf } from "../../src/graph/files/tables.ts";
import { matchFiles } from "../../src/graph/links/kept-files.ts";
import { createIndexes, linkAll } from "../../src/graph/links/link-files.ts";
import { graphOf, type Linked } from "../../src/graph/links/linked.ts";
import type { Outline } from "../../src/graph/outline.ts";
import type { Project } from "../../src/graph/project.ts";
import { relink } from "../../src/graph/relink.ts";
import type { OutlineCache } from "../../src/languages/cache/outline-cache.ts";
import { indexFiles } from "../../src/languages/index-files.ts";
import { loadProject } from "../../src/languages/rules.ts";
import { filesOf } from "./fixture.ts";

/** Small projects whose files lean on each other in every way that their language has. */
const projects: Readonly<Record<string, string>> = {
  python: `
//- pkg/__init__.py
from .shapes import Circle as Round
from .tools import *
//- pkg/shapes.py
from .base import Shape
class Circle(Shape):
    def __init__(self, tool):
        self.tool = make(tool)
    def draw(self):
        return self.tool.run().draw()
    @property
    def size(self):
        return self.scale()
    @size.setter
    def size(self, size):
        self.tool = size
def make(x):
    y = x
    return y
//- pkg/base.py
from . import tools
class Shape:
    helper = tools.Tool()
    tools = tools.Tool()
    def scale(self):
        return self.helper.run() or self.tools.more()
    def draw(self):
        return Shape()
//- pkg/tools.py
class Tool:
    def run(self) -> "Shape":
        return Tool()
    def more(self) -> "Self":
        return self
class Extra(Tool):
    def run(self) -> "Shape":
        return made(Tool).more()
    def __iter__(self) -> Iterator[Tool]: pass
def pick(tool: Tool):
    return tool.run()
def made(kind: type[T]) -> T: pass
class Service(Generic[T]):
    def __init__(self, kind: type[T]): pass
    def get(self) -> T: pass
@app.task
def later(tool: Tool): pass
if fast:
    def chosen(): return Tool()
else:
    def chosen(): return Extra()
class Meta(type):
    def build(cls: type[T]) -> T: pass
class Built(Tool, metaclass=Meta):
    def own(self): return Built.build().more()
class Rows(models.Manager): pass
class Row(db.Model):
    rows = Rows()
    def go(self): return Tool()
class Mixin:
    def mixed(self: Built): self.own().run()
class Steps:
    def steps(self): self.go().run()
    def named(self, name): getattr(self, "go" + name)().run(); getattr(self, "step_" + name)()
    def step_one(self): pass
//- tests/test_it.py
import pkg
from pkg import Round, pick
def test_draw():
    one = Round(1)
    one.draw().scale()
    pick(one.helper)
    one.size.draw()
    one.size = 1
    one.size += 1
//- tests/test_made.py
from pkg import tools
from pkg.tools import Extra, Row, Service, Steps, later, made
from pkg.base import Shape
class Heir(Row): pass
class Stepping(Steps):
    def go(self): return Extra()
    def step_two(self): pass
def test_made():
    later.delay()
    tools.chosen().more()
    Heir.query.first().go().run()
    Service(Extra).get().run()
    Heir.rows.filter(a=1).first().go()
    made(Extra).more().run().scale()
    for tool in made(Extra): tool.more().run()
    made(Shape).draw()
//- conftest.py
import pytest
from pkg.tools import Tool
pytest_plugins = ["pkg.plugin"]
@pytest.fixture
def tool(): return Tool()
@pytest.fixture(name="kit")
def make_kit():
    def _make(): return Tool()
    return _make
//- pkg/plugin.py
from pytest import fixture
from .shapes import Circle
@fixture
def round() -> Iterator[Circle]: yield Circle(1)
//- tests/conftest.py
import pytest
@pytest.fixture
def tool(tool): yield tool.more()
//- tests/test_fixtures.py
import pytest
class TestKit:
    @pytest.fixture
    def kit(self, kit): return kit().more()
    @pytest.mark.parametrize("other", [1])
    def test_kit(self, kit, tool, other, round):
        kit.more()
        tool.more().run()
        round.draw()
def test_made(kit, tool): kit().more(); tool.run()
`,
  typescript: `
//- package.json
{
  "name": "shapes",
  "main": "./index.ts",
  "imports": {
    "#base": "./base.ts"
  }
}
//- tsconfig.json
{ "compilerOptions": { "baseUrl": ".",
  "paths": {
    "@own/*": ["./*", "./src/*"]
  }
} }
//- base.ts
export interface Runner { run(): Result }
export abstract class Base implements Runner {
  run(): Result { return this.make(); }
  protected make() { return new Result(); }
}
export class Result { next = () => new Result(); }
//- index.ts
export * from "./base";
export { default as start } from "./start";
//- start.ts
import { Base, type Runner } from "./index";
class Own extends Base {
  make() { const made = super.make(); return made.next(); }
}
export default function start(runner: Runner) { runner.run(); return new Own().run(); }
//- use.ts
import * as all from "./index";
import { start } from "./index";
const own = start({ run: () => new all.Result() });
own.next().next();
function inner() { const o = own; return o.next(); }
inner();
//- other.ts
import { Result } from "#base";
import { Base } from "@own/base";
import begin, { Result as Same } from "shapes";
new Result().next();
new Same().next();
class Other extends Base { run() { return begin(super.make()); } }
//- kit.ts
import { Base, Result } from "./base";
export function create(result: Result) {
  const own = first([result]);
  return { own, go() { own.next(); }, ...rest(result) };
}
function rest(result: Result) { return { late: result, stop: () => result.next() }; }
export function first<T>(all: T[]): T { return all[0]!; }
export class Holder { held = new Result(); get kept() { return this.held; } set kept(one: Result) { one.next(); } }
export class Keeper extends Holder { keep() { this.kept = this.kept.next(); } }
type Constructor<T> = new () => T;
export function Mixed<T extends Constructor<Base>>(Of: T) { return class extends Of { mixed() { this.run(); } }; }
//- wrapped.ts
import { Base, type Result } from "./base";
export function withBase(run: (base: Base) => Result) { return function inner() { return run(new Base()); }; }
//- wraps.ts
import { Result } from "./base";
import { withBase } from "./wrapped";
export const GET = withBase((base) => base.run().next());
const held = outside(() => new Result());
function wraps() { GET().next(); held().next(); }
//- served.ts
import { Base, Result } from "./dist/base.js";
import type { Runner } from "./build/src/base";
declare module "./base" { interface Result { last(): Base } }
export type Served<S extends object = Base> = S & Hooks<S>;
export interface Hooks<S> { make(n: number): S; hook(): void }
export interface Handler<S> { (one: S, more: Served<Result>): void }
export declare class Store { find<S extends object>(name: string): Served<S>; static all(): Served; }
export const on: Handler<Result> = (one, more) => { one.next().last().run(); more.next(); more.hook(); };
function served(store: Store, any: Served, runner: Runner) { any.run(); any.make(1); store.find<Result>("a").next(); Store.all().run().next(); runner.run(); }
//- with-kit.ts
import { create, first, Holder, Mixed } from "./kit";
class Asking extends Holder { ask() { isReady(this.held); this.held.next(); } }
import { Base, Result } from "./base";
import outside from "outside";
export class Wide extends Mixed(Base) { wide() { this.mixed(); this.run(); } }
export interface Wide { more(): Result }
export function all(this: Wide, result: Result, type: import("./base").Result) {
  this.mixed(); this.more().next(); type.next();
  const { own, go, late, stop } = create(result);
  own.next(); go(); stop(); late.next(); first<Result>([]).next(); outside().first();
}
//- forms.ts
import * as kit from "./kit";
import { Base, Result } from "./base";
type Methods = typeof kit & { more: Result };
export interface Forms extends Methods { [key: string]: Result }
interface Maker<T> { new (): T }
interface Box { one<T>(of: Maker<T>): T }
const handlers: Record<string, (result: Result) => void> = { a: (result) => { result.next(); } };
function wrap(of: unknown) {}
wrap(class extends Base { own() { this.run(); (this.constructor as typeof Base).create(); } });
export function forms(all: Forms, box: Box) {
  all.any.next(); all.more.next(); all.create(all.any).go();
  inject(Result).next(); box.one(Result).next!();
}
//- outside.d.ts
declare function outside(): Shared;
declare module "outside" {
  export = outside;
}
//- globals.d.ts
interface Shared { first(): Result }
declare class Result { next(): Shared }
declare const shared: Shared;
//- more.ts
import type { Runner } from "./base";
declare global {
  interface Shared { second(): Runner }
  function make(): Shared;
}
make().second().run();
//- seen.ts
export const seen = shared.first().next();
seen.second().run();
//- passed.ts
import { Result, type Runner } from "./base";
import { each, type Handler } from "./takes";
const one: Handler = (runner) => runner.run().next();
each((result) => result.next(), one);
class Chain extends Result { same(): this { return this; } end() {} }
class Link extends Chain { end() {} }
each((result) => { new Link().same().end(); }, (runner) => runner.run());
//- takes.ts
import type { Result, Runner } from "./base";
export type Handler = (runner: Runner) => void;
export function each(run: (result: Result) => void, other: Handler): void {}
`,
  javascript: `
//- base.js
module.exports = Base;
function Base() { this.part = new Part(); }
Base.prototype.go = function () { return this.part; };
function Part() {}
Part.prototype = {
  stop() { return new Base(); },
};
//- heir.js
var Base = require("./base");
module.exports = Heir;
util.inherits(Heir, Base);
function Heir() { this.go().stop(); }
Heir.prototype.own = function () { return this.go(); };
//- parts.js
exports.kit = (function () {
  function Foo() {}
  Foo.prototype.run = function () { return new Foo(); };
  function hidden() { return new Foo().run(); }
  return { shown: hidden, Foo: Foo };
})();
exports.run = (() => { const inner = () => new Other(); return inner; })();
(function () {
  function Foo() {}
  Foo.prototype.walk = function () { new Foo().run(); };
  exports.Walker = Foo;
})();
function Other() {}
Object.assign(Other.prototype, { jump() {} });
//- app.js
var app = app || {};
app.sub = {};
app.sub.stop = function () { app.Model.prototype.save(); };
app.Model = function () { this.save(); };
app.Model.prototype.save = function () {};
function make() {}
make.sub = {};
make.sub.stop = function () {};
make.prototype.more = function () { return this; };
app.make = make;
module.exports = app;
//- use.js
var Heir = require("./heir");
var parts = require("./parts");
var app = require("./app");
new Heir().own().stop().go();
parts.kit.shown().run().walk();
new parts.kit.Foo().run();
new parts.Walker().walk();
parts.run().jump();
app.sub.stop();
new app.Model().save();
new app.make().more().more();
`,
  rust: `
//- Cargo.toml
[package]
name = "a"
//- src/lib.rs
pub mod shape;
mod draw;
mod ext;
mod all { pub use crate::draw::{self, *}; pub use crate::sum::*; }
mod sum;
use crate::shape::{Shape, Circle};
pub fn start(c: Circle) -> Shape { let s = c.area(); c.render(); s.grow() }
//- src/shape.rs
pub struct Shape { x: i32 }
pub struct Circle { inner: Shape }
impl Circle {
    pub fn area(&self) -> Shape { self.inner.grow() }
}
//- src/draw.rs
use super::shape::{Circle, Shape};
pub trait Draw { fn render(&self); }
impl Draw for Circle {
    fn render(&self) { self.area().grow(); }
}
impl Shape {
    pub fn grow(&self) -> Shape { Shape { x: 1 } }
    pub fn inner(&self) -> u32 { 1 }
}
//- src/sum.rs
use crate::all::*;
pub use crate::shape::*;
pub fn sum(c: Circle) -> Shape { c.render(); helper(); c.area() }
//- src/ext.rs
use crate::draw::Draw;
use crate::all::*;
fn helper(c: Circle) { sum(c).grow(); }
pub trait Wide { fn wide(&self) -> usize { self.deep() } fn deep(&self) -> usize; }
impl Wide for u32 { fn deep(&self) -> usize { 1 } }
pub trait More { fn more(&self) {} }
impl<T: Draw> More for T {}
pub struct All<D> { pub one: D }
impl<D: Draw> All<D> { pub fn go(&self) { self.one.render(); } pub fn one(&self) -> u32 { 2 } }
//- src/use.rs
use crate::ext::{All, More, Wide};
use crate::shape::Circle;
pub fn wide(c: Circle, x: u32, all: All<Circle>) { x.wide(); x.deep(); c.more(); all.one.area(); all.one().deep(); }
#[path = "deep/held.rs"]
mod held;
use held::Held;
pub fn load(c: Circle) -> Result<Circle, u8> { crate::draw::Draw::render(&c); Ok(c) }
pub fn held(c: Circle) -> held::Id { load(c).held().area().grow(); held::id().wide() }
pub fn given(Json(c): Json<Circle>, d: Data<Circle>) { c.area(); d.render(); }
impl held::Cli { fn run(&self) {} }
pub fn parsed() { held::Cli::parse().run(); }
pub fn kept<K: held::Kept<Item = Circle>>(k: K) { k.kept().unwrap().area(); }
pub fn typed() { held::zero::<Circle>().area(); }
pub fn failed() { if let Err(shape) = held::made() { shape.grow(); } }
//- src/deep/held.rs
pub type Id = u32;
pub fn id() -> Id { super::draw::zero() }
pub trait Held<T> { fn held(self) -> T; }
impl<T> Held<T> for Result<T, u8> { fn held(self) -> T { self.unwrap() } }
pub type Made<T> = Result<T, super::shape::Shape>;
pub fn made() -> Made<Id> { Ok(1) }
pub fn zero<T>() -> T { todo!() }
#[derive(clap::Parser)]
pub struct Cli { n: u32 }
pub trait Kept {
    type Item;
    fn kept(&self) -> Option<Self::Item>;
}
`,
  c: `
//- a.h
int add(int x);
static int hidden(void);
//- a.c
#include "a.h"
int add(int x) { return hidden(); }
static int hidden(void) { return 1; }
#include "part.c"
//- part.c
static int part(int x) { return hidden() + add(x); }
//- b.c
static int hidden(void) { return 2; }
#include "part.c"
#include "more.c"
//- more.c
static int more(void) { return hidden(); }
int add(int x) { return more(); }
//- main.c
#include "a.h"
int main(void) { return add(1); }
`,
  "c++": `
//- include/shape.h
#include "base.h"
namespace geo {
class Tool;
class Shape : public Base {
 public:
  Tool* tool(int size = 1);
  Shape grow();
  static Shape make();
 private:
  int hidden();
};
int area(const Shape& shape);
Shape first();
}
//- include/base.h
namespace geo {
class Base {
 public:
  Base* next() { return this; }
  int count() const;
};
template <typename T> T pick(T one) { return one; }
}
//- include/tool.h
#include "shape.h"
namespace geo {
class Tool {
 public:
  geo::Shape run();
  class Part { public: Shape used(); };
};
namespace inner { Shape deep(); int same(int x); }
}
using namespace geo;
Shape loose();
//- src/shape.cpp
#include "shape.h"
#include "tool.h"
namespace geo {
Tool* Shape::tool(int size) { return new Tool(); }
Shape Shape::grow() { hidden(); return tool()->run(); }
Shape Shape::make() { return first().grow(); }
int Shape::hidden() { return area(*this); }
int Base::count() const { return 1; }
static int local() { return 2; }
int area(const Shape& shape) { return local(); }
}
//- src/tool.cpp
#include "../include/tool.h"
using namespace geo;
Shape Tool::run() { return first(); }
Shape Tool::Part::used() { return Shape::make(); }
Shape geo::inner::deep() { Part part; return geo::pick(loose()); }
//- src/more.cpp
#include "base.h"
#include "tool.h"
namespace geo {
Shape first() { Shape one; return one; }
namespace inner { int same(int x) { return x; } }
}
Shape loose() { geo::Tool tool; return tool.run(); }
//- src/main.cpp
#include "tool.h"
static int local() { return 3; }
int main() {
  geo::Shape shape = loose();
  shape.grow().tool()->run().next()->count();
  geo::inner::deep().grow();
  geo::Tool::Part part;
  part.used().next();
  local();
  auto all = pick(shape);
  return geo::area(all) + inner::same(1);
}
//- test/other.cc
#include "shape.h"
int other(geo::Shape shape) { return shape.count() + area(shape.grow()); }
void free_one() { geo::first().make().hidden(); }
`,
  bash: `
//- build.sh
#!/usr/bin/env bash
source "$ROOT/lib/log.sh"
compile() { info "go"; paint "$1"; tidy; }
tidy() { rm -f a; }
trap tidy EXIT
compile all
scripts/publish.sh
//- lib/log.sh
. "$(dirname "$0")/colours.sh"
info() { paint green "$*"; }
die() { info "$@"; exit 1; }
//- lib/colours.sh
paint() { escape 1 "$@"; }
escape() { echo "$@"; }
//- scripts/publish.sh
. ../lib/log.sh
info "published"
die "late"
//- scripts/test_build.sh
. ../build.sh
compile one
paint red
`,
  ruby: `
//- lib/a.rb
module A
  class Base
    def run
      helper
    end
    def helper
    end
    def self.build
      new
    end
  end
end
//- lib/b.rb
require_relative "a"
module A
  class Base
    include Extra
    def more
      run
    end
  end
  module Extra
    def extra
      more
    end
  end
end
A::Base.new.extra
//- lib/c.rb
require_relative "tools"
class A::Child < A::Base
  extend A::Tools
  prepend A::Early
  attr_accessor :size
  LIMIT = A::Base.build
  def initialize
    @base = A::Base.new
  end
  def helper
    super
    @base.run
    LIMIT.more
    report
    size
  end
  alias again helper
  def own
    only_here
  end
  made
end
//- lib/early.rb
module A
  module Early
    def helper
      extra
    end
  end
  class Base::Inner
    def deep
      Base.build.helper
    end
  end
end
//- lib/tools.rb
module A
  module Tools
    def made
      new.again
    end
  end
end
def report
  A::Base::Inner.new.deep
end
//- lib/main.rb
require_relative "c"
class Main < A::Child
  def only_here
    own
    self.size = 1
    Child.made
  end
  def work
    report
    A::Child.build.helper
  end
end
Main.new.work
//- spec/a_spec.rb
require "a"
describe A::Base do
  def subject_of
    A::Base.build
  end
  it { subject_of.run }
  class A::Base
    def run
      extra
    end
  end
end
`,
  "templates of Angular": `
//- src/list.component.html
<app-row (click)="save(one)"></app-row>
@for (one of all(); track one.name()) {
{{ one.name() | short }}
}
//- src/list.component.ts
import { Row } from "./row";
import { Base } from "./base";
@Component({ selector: "app-list", templateUrl: "./list.component.html" })
export class List extends Base {
  all(): Row[] { return []; }
}
//- src/base.ts
export class Base {
  save(one) {}
}
//- src/row.ts
@Component({
  selector: "app-row",
  template: \`
    <b (click)="name()">{{ name() | short }}</b>
  \`
})
export class Row {
  name() {}
}
//- src/short.ts
@Pipe({ name: "short" })
export class Short {
  transform(value) {}
}
`,
  "views of Rails": `
//- app/views/shops/show.html.erb
<% if user %>
<%= title(@shop.name) %>
<%= caption %>
<% end %>
//- app/views/layouts/page.html.erb
<%= caption %>
<% rows.each do |one| %>
<%= row one %>
<% end %>
//- app/helpers/shops_helper.rb
module ShopsHelper
  def title(text)
    row text
  end
end
//- app/helpers/rows_helper.rb
module RowsHelper
  def row(one)
    user
  end
end
//- app/controllers/application_controller.rb
class ApplicationController
  helper_method :user
  helper More
  def user
  end
end
//- app/controllers/shops_controller.rb
class ShopsController < ApplicationController
  helper_method :caption
  def show
    @shop = Shop.new
  end
  def caption
  end
end
//- app/controllers/carts_controller.rb
class CartsController
  helper_method :caption
  def caption
  end
end
//- lib/shop.rb
class Shop
  def name
  end
end
module More
  def rows
  end
end
`,
  "ruby specs": `
//- lib/shop.rb
class Shop
  include Sells
  def open
    self
  end
end
//- lib/sells.rb
module Sells
  extend ActiveSupport::Concern
  class_methods do
    def sold
      raise Sold
    end
  end
end
class Sold < StandardError
end
//- lib/job.rb
class SyncJob < ApplicationJob
  def perform(id)
    Order.find(id).pay
  end
end
//- lib/order.rb
class Order < ApplicationRecord
  def pay
    Order.find(1).pay
  end
end
//- lib/cart.rb
class Cart
  def open
  end
  def add
    DS::Button.new.press
  end
end
//- lib/ds/button.rb
class DS::Button
  def press
  end
end
//- lib/ds/knob.rb
class DS::Knob < DS::Button
  def turn
    press
  end
end
//- spec/helper.rb
RSpec.configure do |config|
  config.include Signs
end
//- spec/support/signs.rb
module Signs
  def sign_in
  end
end
module More
  def helped
    sign_in
  end
end
//- spec/shop_spec.rb
RSpec.describe Shop do
  let(:shop) { described_class.new }
  let(:cart) { Cart.new }
  before { @shop = Shop.new }
  include More
  def helper
    cart.add
    @shop.open
  end
  it { shop.open }
  it { Order.where(a: 1).first.pay }
  it { SyncJob.perform_later(1) }
  it { sign_in }
  describe Cart do
    subject { shop }
    it { subject.open }
    it { helped }
    def other
      described_class.new.add
      helper
      Shop.sold
    end
  end
end
`,
  php: `
//- app/Shop.php
<?php
namespace App;
use App\\Parts\\Cart;
class Shop extends Base {
  /** @var Cart[] */
  private array $carts;
  function open() {
    array_map(fn ($cart) => $cart->add(), $this->carts);
    return $this->close();
  }
  function each() {
    foreach (Status::cases() as $one) { $one->label(); }
    Status::from(1)->label();
  }
}
//- app/Base.php
<?php
namespace App;
use App\\Parts\\Counts;
abstract class Base {
  use Counts;
  function close(): self { return $this; }
}
//- app/Order.php
<?php
namespace App;
class Order extends Model {
  function carts() { return $this->hasMany(Order::class); }
  function pay() {
    foreach ($this->carts as $order) { $order->pay(); }
    Order::find(1)->count();
  }
  function count() {}
}
//- app/Status.php
<?php
namespace App;
enum Status: int {
  case A = 1;
  function label(): string { return ""; }
}
//- app/Parts/Cart.php
<?php
namespace App\\Parts;
class Cart {
  function add(): self { return $this->add(); }
}
//- app/Parts/Counts.php
<?php
namespace App\\Parts;
trait Counts {
  function count() { return (new Cart())->add(); }
}
//- app/Facade.php
<?php
namespace App;
class Front extends Facade {
  static function getFacadeAccessor() { return Shop::class; }
}
//- tests/ShopTest.php
<?php
use App\\Shop;
uses(Shop::class);
test("a", fn () => $this->open());
test("b", function () { App\\Front::each(); });
//- main.php
<?php
function main(App\\Shop $shop) {
  $shop->open()->close()->count();
  $shop->each();
  App\\Order::where(1)->first()->pay();
}
`,
  java: `
//- p/Shape.java
package p;
public class Shape {
  protected Tool tool = new Tool();
  public Tool use(int x) { return tool.take(x); }
  public Tool use(String x) { return tool; }
}
//- p/Tool.java
package p;
public class Tool {
  Tool take(int x) { return this; }
  static <T> T same(T x) { return x; }
  static Tool of() { return new Tool(); }
}
//- p/Held.java
package p;
@lombok.Getter
public class Held extends JpaRepository<Tool, Long> { private Tool tool; static void all(java.util.List<Tool> l) { l.stream().collect(groupingBy(x -> x.take(1))).get("a").get(0).take(2); } }
//- m/src/Twin.java
package twins;
public class Twin { void run() { } }
//- n/src/Twin.java
package twins;
public class Twin { void run() { } }
//- m/src/Use.java
package uses;
import twins.Twin;
class Use { void go(Twin twin) { twin.run(); new Twin(); } }
//- p/Size.java
package p;
public enum Size { S; public Tool tool() { return valueOf("S").tool(); } }
//- q/Main.java
package q;
import p.Shape;
import p.Tool;
import static p.Tool.of;
public class Main extends Shape {
  void go() { use(1).take(2); use("a"); of(); }
  void use(Tool x) { x.take(1); }
  Tool use(Shape x) { return use(use(x).take(1).size()).take(2); }
  void named(java.util.List<Tool> all) { all.forEach(this::use); all.stream().map(Tool::same).forEach(this::use); }
  void held(p.Held held) { held.getTool().take(1); verify(held).findById(1).get().take(2); p.Held.builder().tool(1).build().getTool().take(1); }
  void sizes() { for (var s : p.Size.values()) s.tool().take(1); }
  void same() { Tool.same(of()).take(3); var c = Tool.same(Shape.class); }
}
`,
  go: `
//- go.mod
module example.com/shop
//- cart/cart.go
package cart
type Cart struct { Total Money }
func New() *Cart { return &Cart{Total: zero()} }
//- cart/money.go
package cart
type Money int
func zero() Money { return 0 }
func Held[T any]() T { var held T; return held }
func (c *Cart) Add(m Money) { c.pay(m) }
//- cart/pay.go
package cart
func (c *Cart) pay(m Money) { m.round() }
func (m Money) round() Money { return m }
//- sum/sum.go
package sum
import "example.com/shop/cart"
type Adder interface { Add(m cart.Money) }
type Total = Adder
type Payer interface { Adder; Take(given Given) }
type Given = cart.Money
type Open interface { pay(m cart.Money) }
//- main.go
package main
import "example.com/shop/cart"
import "example.com/shop/sum"
func main() { each(cart.New().Add, cart.New, cart.Gone); cart.Held[*cart.Cart]().Add(1) }
type Till struct { cart.Cart }
func (t Till) Take(m cart.Money) {}
type Box[T any] struct{ sum.Payer }
func (b *Box[T]) Add(m sum.Given) {}
`,
  "go for systems": `
//- go.mod
module example.com/shop
//- till/till.go
package till
type Till struct{}
func Open() { start() }
//- till/till_linux.go
package till
func start() { (&Till{}).ring() }
func (t *Till) ring() { wait() }
//- till/till_windows.go
package till
func start() { (&Till{}).ring() }
func (t *Till) ring() { wait() }
//- till/wait.go
//go:build linux || darwin

package till
func wait() {}
//- till/other.go
//go:build !linux && !darwin

package till
func wait() {}
func start() {}
//- main.go
//go:build linux

package main
import "example.com/shop/till"
func main() { till.Open() }
func Start(t *till.Till) { t.ring() }
`,
  csharp: `
//- A.cs
namespace Shop;
public partial class Cart { public void Add(int x) { Pay(x); } }
public class Money { public void Round() { } public static void Make<T>(T one) where T : Cart { one.Add(1); } }
public partial class Box { void Cart() { } partial class Lid { void Open() { } } }
//- B.cs
namespace Shop;
public partial class Cart : Box { public Cart() : base(1) { } void Pay(int x) { new Money().Round(); new Till().Open(); } }
public partial class Box { public Box(int a) { } partial class Lid { void Shut() { Open(); } } }
//- C.cs
namespace Shop.Tills;
public class Till { public void Open() { new Money().Round(); } }
//- Inner.cs
namespace Shop {
  using Tills; using static Ext;
  class Inner { Till Till = new Till(); void F(Money money) { Twice(money); new Till().Open(); Give(b: 1, a: money); } void Give(Money a, int b) { } void Give(int a, Money b) { } }
}
//- D.cs
using Shop;
using Shop.Tills;
public class Program { static void Main(Type type) { new Cart().Add(1); new Till().Open(); new Money().Twice(); type.Is(); type.Far.Is(); Money.Make(type); new Money().Only(); } }
//- E.cs
namespace Shop;
public static class Ext {
  public static void Twice(this Money money) { }
  public static bool Is(this Type type) { return true; }
  static void Only(this Money money) { money.Only(); }
}
//- Till/Till.csproj
<Project>
  <Using Include="Shop" />
  <Using Include="Shop.Tax" />
</Project>
//- Till/GlobalUsings.cs
global using static Shop.Ext;
//- Till/Till.cs
namespace Till;
public class Till {
  void Take(Money money, List<int> all) { Twice(money); Give(money); Give(1); Give("a", money, money); Give(all); }
  void Give(Money money) { }
  void Give(int count = 1) { }
  void Give(string text, params Money[] all) { }
  void Give<T>(List<T> all) { }
}
//- Till/Coin.cs
namespace Till;
public class Coin { public void Flip() { } }
public static class Coins { public static void Spin(this Coin coin) { } }
public abstract class Purse { public Coin First => new Coin(); public abstract int Count { get; } }
public partial class Desk { partial void Shut(); }
//- Till/Desk.cs
namespace Till;
public partial class Desk { partial void Shut() { } void Lock() { Shut(); } }
//- Bank/Bank.csproj
<Project>
  <ProjectReference Include="../Till/Till.csproj" />
</Project>
//- Bank/Bank.cs
namespace Till;
public partial class Desk { void Open(Coin coin) { coin.Flip(); coin.Spin(); new Coin(); Shut(); } }
public class Pocket : Purse { Purse Other { get; set; } public override int Count { get { return Other.Count; } } void Spend() { First.Flip(); Other.First.Spin(); } int Left => Count; }
//- Mint/Mint.csproj
<Project />
//- Mint/Coin.cs
namespace Till;
public class Coin { public void Flip() { } }
public static class Coins { public static void Spin(this Coin coin) { } }
public partial class Desk { void Shut() { } }
`,
  "types of C# that say what is in them": `
//- A.cs
namespace Shop.Tills;
public class Till {
  Make make; readonly Dictionary<char, Handle> all = new Dictionary<char, Handle> { { 'a', (item, n) => item.Go() } };
  void Open(Order order, Box<Item> box, object some) {
    var (item, tag) = order; item.Go(); tag.Print();
    if (some is Order { Tag: var mark }) mark.Print();
    box[0].Go(); make("a").Go(); Tools.Own<Item>().Go(); Parts.Deep.Go();
    if (Tools.TryGet("a", out var found)) found.Go();
    Tools.Both().tag.Print(); Run((one, two) => one.Go()); Tools.Each<Item>(each => each.Go());
  }
  void Run(Handle handle) { }
  Handle Given() => (item, n) => item.Go();
}
//- B.cs
namespace Shop.Tills;
public class Item { public void Go() { } public void Print() { } }
public class Tag { public void Print() { } public void Go() { } }
//- C.cs
namespace Shop.Tills;
public record Order(Item Item, Tag Tag);
public record Paid(Item Item, Tag Tag) : Order(Item, Tag);
public class Box<T> { public T this[int i] => default; }
public delegate void Handle(Item item, int n);
public delegate Item Make(string text);
//- D.cs
namespace Shop.Tills;
public static class Tools {
  public static T Own<T>() => default;
  public static void Each<T>(Action<T> run) { }
  public static bool TryGet(string key, out Item item) { item = null; return true; }
  public static (Item item, Tag tag) Both() => default;
  public static T Same<T>(this T one) where T : class => one;
  public static T Tap<T>(this T one, Action<T> run) => one;
}
public class Runs { public Runs(Action<Item> run) { } }
//- Listed.cs
namespace Shop.Tills { public class Item { public void Go() { } } }
namespace Shop.Tills.Parts { public static class More { public static void Go() { Deep.Go(); } } }
//- E.cs
using Shop.Tills; using Shop.Tills.Parts;
namespace App; class E { void F(Item item) { item.Go(); More.Go(); Deep.Go(); } }
class Packed : Box { void F(Box box, Box<Item> some) { box.Go(); new Box().Go(); some[0].Go(); Go(); } void G(IOptions<Item> some) { Put(new()); Box own = new(); some.Value.Go(); Each(Put); } void Put(Item item) { } }
class Inferred { Item own; void F(Item item) { item.Same().Go(); item.Tap(i => i.Go()).Go(); new Runs(i => i.Go()); Put(own.Go); } }
//- Parts/Deep.cs
namespace Shop.Tills.Parts;
public class Box { public void Go() { } }
public static class Deep { public static void Go() { } }
`,
};

interface Edit {
  readonly file: number;
  readonly line: number;
  readonly other: number;
  readonly kind: (typeof kinds)[number];
}

const tells = (path: string): boolean => /\.(?:toml|mod|json|csproj)$|Usings\.cs$/.test(path);

const kinds = ["tell", "delete", "double", "swap", "replace", "comment", "remove", "add", "move"] as const;

const edit = fc.record<Edit>({
  file: fc.nat(20),
  line: fc.nat(40),
  other: fc.nat(200),
  kind: fc.constantFrom(...kinds),
});

/** Files that may come: those of the project, and such that are found before or instead of others. */
const places = (paths: readonly string[]): readonly string[] => [
  ...paths,
  ...paths.flatMap((path) => {
    const [, folder = "", stem = "", ending = ""] = /^(.*\/)?([^/.]+)(\..*)$/.exec(path) ?? [];
    return [
      ...[`${stem}${ending}`, `${folder}${stem}/index${ending}`, `${folder}${stem}/mod${ending}`],
      ...[`${folder}${stem}/__init__${ending}`, `${folder}other${ending}`, `${stem}/${stem}${ending}`],
      ...[`src/${path}`, `lib/${stem}${ending}`, `${folder}__init__${ending}`, `${folder}${stem}.js`],
    ];
  }),
];

function applyEdit(all: Map<string, string>, first: ReadonlyMap<string, string>, edit: Edit): void {
  const { file, line, other, kind } = edit;
  const paths = [...all.keys()].filter((one) => !tells(one));
  const path = paths[file % paths.length]!;
  const open = places([...first.keys()].filter((one) => !tells(one))).filter((one) => !all.has(one));
  const place = open[other % open.length];
  if (kind === "add" && place !== undefined) all.set(place, first.get(place) ?? all.get(path)!);
  if (kind === "move" && place !== undefined) all.set(place, all.get(path)!);
  if ((kind === "move" && place !== undefined) || (kind === "remove" && paths.length > 1)) all.delete(path);
  const telling = [...first.keys()].filter(tells);
  if (kind === "tell" && telling.length > 0) {
    const told = telling[file % telling.length]!;
    if (all.get(told) !== first.get(told)) all.set(told, first.get(told)!);
    else if (other % 3 === 0) all.delete(told);
    else editLines(all, told, { ...edit, kind: other % 3 === 1 ? "delete" : "replace" });
  }
  if (!["tell", "add", "move", "remove"].includes(kind)) editLines(all, path, { ...edit, kind, line });
}

/** Words of the whole project may stand for each other. */
function editLines(files: Map<string, string>, path: string, { line, other, kind }: Edit): void {
  const lines = files.get(path)!.split("\n");
  const at = line % lines.length;
  if (kind === "delete") lines.splice(at, 1);
  if (kind === "double") lines.splice(at, 0, lines[at]!);
  if (kind === "swap") [lines[at], lines[other % lines.length]] = [lines[other % lines.length]!, lines[at]!];
  if (kind === "comment") lines.splice(0, 0, "");
  if (kind === "replace") {
    const words = [...[...files.values()].join("\n").matchAll(/\b[A-Za-z]{3,}\b/g)].map(([word]) => word);
    const own = [...lines[at]!.matchAll(/\b[A-Za-z]{3,}\b/g)];
    const word = own[other % Math.max(1, own.length)];
    if (word)
      lines[at] =
        lines[at]!.slice(0, word.index) +
        words[(other * 7 + line) % words.length]! +
        lines[at]!.slice(word.index + word[0].length);
  }
  files.set(path, lines.join("\n"));
}

/** What was read before, as the cache on disk gives it: of most texts only a file or two change. */
function createMemoryCache(): OutlineCache {
  const kept = new Map<string, string>();
  const keyOf = (hash: string, language: string): string => `${language} ${hash}`;
  return {
    get: (hash, language) => {
      const json = kept.get(keyOf(hash, language));
      return json === undefined ? undefined : JSON.parse(json);
    },
    has: (hash, language) => kept.has(keyOf(hash, language)),
    put: (hash, language, json) => void kept.set(keyOf(hash, language), json),
    skipped: () => undefined,
    putSkip: () => undefined,
    flush: () => undefined,
  };
}

const cache = createMemoryCache();

async function outlinesOf(files: ReadonlyMap<string, string>): Promise<readonly Outline[]> {
  const inputs = [...files].map(([path, text]) => ({ path, hash: text, text }));
  const { outlines } = await indexFiles(inputs, { workers: 0, cache }, AbortSignal.timeout(240_000));
  return [...outlines].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const projectOf = (files: ReadonlyMap<string, string>): Promise<Project> =>
  loadProject(
    [...files.keys()].sort(),
    async (paths) => new Map(paths.map((path) => [path, files.get(path)!])),
  );

/** Everything that a reader of the graph can see, in order. */
function seen(linked: Linked) {
  const graph = graphOf(linked);
  return {
    nodes: graph.nodes,
    edges: graph.nodes.flatMap((node) => graph.outgoing(node.id)),
    calls: graph.calls,
  };
}

/** As `toEqual`, which takes ten times as long: it is asked only to show what differs. */
function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

/** Brought from each state to the next one, whichever project that is of. */
const indexes = createIndexes();

function again(
  before: Linked,
  old: readonly Outline[],
  now: readonly Outline[],
  project: Project,
  isToldAnew = false,
) {
  const changed = new Set<number>();
  const texts = new Map(old.map((outline) => [outline.path, JSON.stringify(outline)]));
  const contents = now.map((outline) => JSON.stringify(outline));
  now.forEach((outline, index) => {
    if (contents[index] !== texts.get(outline.path)) changed.add(index);
  });
  const sources = {
    ...{ heads: now.map(headOf), outline: (place: number) => now[place]! },
    contentOf: (place: number) => contents[place],
  };
  const files = matchFiles(old, now);
  const outlineBefore = (index: number) => old[index]!;
  const contentBefore = (index: number) => texts.get(old[index]!.path);
  return relink(
    before,
    { sources, files, changed, areRulesChanged: isToldAnew, outlineBefore, contentBefore },
    { project, indexes },
  );
}

/** What is linked again, where the graph is the same as from nothing. */
function linkedAgain(...[before, old, now, project, isToldAnew]: Parameters<typeof again>) {
  const found = again(before, old, now, project, isToldAnew);
  expect(found && seen(found.linked)).toEqual(seen(linkAll(now, project)));
  return found;
}

/** The same where of one file a text has become another one. */
async function linkedAfter(
  files: ReadonlyMap<string, string>,
  path: string,
  change: readonly [text: string | RegExp, other: string],
) {
  const project = await projectOf(files);
  const old = await outlinesOf(files);
  const after = files.get(path)!.replace(...change);
  expect(after).not.toBe(files.get(path));
  return linkedAgain(linkAll(old, project), old, await outlinesOf(new Map(files).set(path, after)), project);
}

/** How many files that are. */
const countLinked = (...all: Parameters<typeof again>): number | undefined => linkedAgain(...all)?.count;

describe("relink", () => {
  test.each(Object.keys(projects))("gives what linking everything gives: %s", async (language) => {
    const files = new Map(filesOf(projects[language]!));
    const first = await outlinesOf(files);
    const linked = linkAll(first, await projectOf(files));
    let [updated, whole, others] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        async (commits) => {
          const texts = new Map(files);
          let [old, before] = [first, linked];
          for (const commit of commits) {
            const earlier = new Map(texts);
            for (const one of commit) applyEdit(texts, files, one);
            const now = await outlinesOf(texts);
            const project = await projectOf(texts);
            const cold = linkAll(now, project);
            const isToldAnew = [...files.keys(), ...texts.keys()].some(
              (path) => tells(path) && texts.get(path) !== earlier.get(path),
            );
            const found = again(before, old, now, project, isToldAnew)?.linked;
            found ? updated++ : whole++;
            if (found && old.map(({ path }) => path).join() !== now.map(({ path }) => path).join()) others++;
            if (found) expectSame(seen(found), seen(cold));
            [old, before] = [now, found ?? cold];
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(updated).toBeGreaterThan(whole);
    expect(others).toBeGreaterThan(10);
  });

  const [a, b, c] = ["def f(): pass\n", "from a import f\ndef g(): f()\n", "def h(): pass\n"];
  test.each<[string, string, number]>([
    ["a body", "def f(): print()\n", 1],
    ["a line before", "\n\ndef f(): pass\n", 1],
    ["a name that nobody asked for", "def f(): pass\ndef other(): pass\n", 1],
    ["the name that another file asks for", "def e(): pass\n", 2],
    ["what that name is", "class f: pass\n", 2],
  ])("links again only who asked for it: %s", async (_, text, count) => {
    const files = new Map([
      ["a.py", a],
      ["b.py", b],
      ["c.py", c],
    ] as const);
    const project = await projectOf(files);
    const old = await outlinesOf(files);
    const now = await outlinesOf(new Map(files).set("a.py", text as typeof a));
    expect(again(linkAll(old, project), old, now, project)?.count).toBe(count);
  });

  const made = `class A:
    def run(self): return self
class B: pass
def f():
    x = A()
    return x
def g():
    y = B()
    return y
`;
  test.each<[string, string, string, number]>([
    ["of another function", "    y = B()\n    return y", "    x = B()\n    return x", 1],
    ["of the function that is asked", "x = A()", "x = B()", 2],
    ["of another class", "class B: pass", "class B:\n    def run(self): return A()", 1],
    ["of the class that is asked", "def run(self)", "def runs(self)", 2],
    ["of all of the file", "class B: pass", "class B: pass\nx = B()", 1],
  ])("what a name means in one place does not concern others: %s", async (_, text, other, count) => {
    const files = new Map([
      ["a.py", made],
      ["b.py", "from a import f\nf().run()\n"],
    ]);
    expect((await linkedAfter(files, "a.py", [text, other]))?.count).toBe(count);
  });

  const others = new Map([
    ["a.py", a],
    ["b.py", b],
    ["c.py", c],
    ["d/e.py", "import a, gone\n"],
  ]);
  test.each<[string, Record<string, string | undefined>, number]>([
    ["a file that nobody asked for", { "f.py": "def f(): pass\n" }, 1],
    ["a file that an import looked for", { "gone.py": "" }, 2],
    ["a file that is found before another", { "d/a.py": "" }, 2],
    ["a file that is not there any more", { "a.py": undefined }, 2],
    ["a file that nobody asked for is not there any more", { "c.py": undefined }, 0],
    ["a file under another name", { "a.py": undefined, "aa.py": a }, 3],
  ])("links again only who asked for it: %s", async (_, changes, count) => {
    const old = await outlinesOf(others);
    const files = new Map(others);
    for (const [path, text] of Object.entries(changes))
      if (text === undefined) files.delete(path);
      else files.set(path, text);
    const project = await projectOf(files);
    const linked = linkAll(old, await projectOf(others));
    expect(countLinked(linked, old, await outlinesOf(files), project)).toBe(count);
  });

  /** How many of 7 files of Rust and Ruby, of 8 of C++. */
  test.each<[string, string, string, string, string, number]>([
    ["rust", "a number in a statement", "src/draw.rs", "x: 1", "x: 2", 0],
    ["rust", "a method that nobody calls", "src/draw.rs", "fn inner(", "fn other(", 1],
    ["rust", "a method that others call", "src/draw.rs", "fn grow(", "fn more(", 5],
    ["rust", "what a method gives", "src/shape.rs", "area(&self) -> Shape", "area(&self) -> u32", 5],
    ["rust", "the type that a trait is for", "src/ext.rs", "Wide for u32", "Wide for u64", 2],
    [
      "rust",
      "a trait of another type",
      "src/ext.rs",
      "impl Wide for u32",
      "impl More for u8 {}\nimpl Wide for u32",
      2,
    ],
    ["ruby", "a number in a statement", "lib/main.rb", "self.size = 1", "self.size = 2", 0],
    ["ruby", "a method that nobody calls", "lib/main.rb", "def work", "def toil", 1],
    ["ruby", "a method that others call", "lib/a.rb", "def helper", "def others", 4],
    ["ruby", "a class that nobody names", "lib/tools.rb", "def report", "class B; end\ndef report", 1],
    [
      "ruby",
      "a class that stands before another one",
      "lib/early.rb",
      "class Base::Inner",
      "class Main; end\n  class Base::Inner",
      1,
    ],
    ["ruby", "what a class builds on", "lib/main.rb", "Main < A::Child", "Main < A::Base", 4],
    ["ruby", "what is required", "lib/c.rb", 'require_relative "tools"', "", 2],
    ["c++", "a number in a statement", "src/shape.cpp", "return 2;", "return 4;", 0],
    ["c++", "a function that nobody else calls", "src/main.cpp", "int local()", "int alone()", 1],
    ["c++", "a declaration that others ask for", "include/shape.h", "Shape grow();", "Base grow();", 4],
    ["c++", "who may use a method", "include/shape.h", " private:", " public:", 3],
    [
      "c++",
      "an include that only one file has",
      "src/main.cpp",
      '#include "tool.h"',
      '#include "shape.h"',
      1,
    ],
    ["c++", "a namespace", "src/more.cpp", "namespace inner", "namespace other", 4],
  ])("links again only who asked for it: %s, %s", async (language, _, path, text, other, count) => {
    const files = new Map(filesOf(projects[language]!));
    expect((await linkedAfter(files, path, [text, other]))?.count).toBe(count);
  });

  /** Six calls: two outside of functions, two in each. */
  const functions = `class A:
    def run(self): return self
x = A()
x.run()
def f():
    y = A()
    y.run()
    return y.run()
def g():
    z = f()
    return z.run()
`;
  test.each<[string, string, string, number]>([
    ["a line before", "class A:", "\n\n\nclass A:", 0],
    ["a line between", "def g():", "\n\ndef g():", 0],
    ["a line in a function", "    y = A()", "    # one\n    y = A()", 2],
    ["a statement in a function", "    z = f()", "    print()\n    z = f()", 3],
    ["a statement outside of functions", "x.run()", "x.run()\nlen(x)", 3],
    ["a new function", "def g():", "def h(): return A().run()\ndef g():", 2],
    ["a variable that another function has, too", "    z = f()", "    y = z = f()", 2],
    ["a variable that another function looks at", "    y = A()", "    y = make()", 4],
    ["a class", "class A:", "class A(list):", 6],
  ])("follows only calls that may have changed: %s", async (_, text, other, count) => {
    const files = new Map([["a.py", functions]]);
    expect((await linkedAfter(files, "a.py", [text, other]))?.followed).toBe(count);
  });

  /** Each with functions of which the first makes one call; an empty line is put into that. */
  test.each<[string, string]>([
    ["a.ts", "const f = () => {\n  g();\n};\nfunction g() { f(); f(); h(); }\nfunction h() { g(); f(); }\n"],
    ["a.go", "package a\nfunc f() {\n  g()\n}\nfunc g() { f(); h() }\nfunc h() { g(); f() }\n"],
    ["a.rs", "struct A;\nimpl A {\n  fn f() {\n A::g();\n  }\n  fn g() { A::f(); A::f(); }\n}\n"],
    ["A.java", "class A {\n  void f() {\n g();\n  }\n  void g() { f(); f(); }\n}\n"],
    ["A.cs", "class A {\n  void F() {\n G();\n  }\n  void G() { F(); F(); }\n}\n"],
    ["a.cpp", "void g();\nvoid f() {\n  g();\n}\nvoid g() { f(); f(); }\n"],
    ["a.rb", "class A\n  def f\n g\n  end\n  def g\n f\n f()\n  end\nend\n"],
    ["a.php", "<?php\nclass A {\n  function f() {\n $this->g();\n  }\n  function g() { $this->f(); }\n}\n"],
  ])("follows only the calls of a function that has changed: %s", async (path, text) => {
    const files = new Map([[path, text]]);
    expect((await linkedAfter(files, path, [/^(.*\b[fF]\b.*)\n/m, "$1\n\n"]))?.followed).toBe(1);
  });

  /** What leads to what. */
  const leading = ({ nodes, edges }: Linked): readonly string[] =>
    Array.from(edges.from, (from, at) => `${nodes.id(from)} ${nodes.id(edges.to[at]!)}`);

  test("follows what a function gives to a variable of another one", async () => {
    const text =
      "class A { go() {} }\nclass B { go() {} }\nlet x;\nfunction f() { x = new A(); }\nfunction g() { x.go(); }\nfunction h() { g(); }\n";
    const files = new Map([["a.ts", text]]);
    const now = await linkedAfter(files, "a.ts", ["x = new A()", "x = new B()"]);
    expect(leading(now!.linked)).toContain("a.ts#g a.ts#B.go");
  });

  test("asks again what a function makes, where it had only something further inside before", async () => {
    const inside =
      "module.exports = make;\nfunction make() {}\nmake.sub = {};\nmake.sub.stop = function () {};\n";
    const files = new Map([
      ["a.js", inside],
      ["b.js", 'const make = require("./a");\nfunction f() { new make().go(); }\n'],
    ]);
    const now = await linkedAfter(files, "a.js", [inside, `${inside}make.prototype.go = function () {};\n`]);
    expect(leading(now!.linked)).toContain("b.js#f a.js#make.go");
  });

  test("asks again what makes a class that derives it", async () => {
    const derived = "#[derive(clap::Parser)]\npub struct Cli;\nimpl Cli { pub fn run(&self) {} }\n";
    const files = new Map([
      ["src/lib.rs", "mod cli;\nfn f() { cli::Cli::parse().run(); }\n"],
      ["src/cli.rs", derived.replace("clap::Parser", "Debug")],
    ]);
    const now = await linkedAfter(files, "src/cli.rs", ["Debug", "clap::Parser"]);
    expect(leading(now!.linked)).toContain("src/lib.rs#f src/cli.rs#Cli.run");
  });

  test("asks again whether what is handed on is a function", async () => {
    const files = new Map([
      ["a.go", "package app\nfunc f(on func(any)) { on(made) }\n"],
      ["b.go", "package app\nvar made = 1\n"],
    ]);
    const now = await linkedAfter(files, "b.go", ["var made = 1", "func made() {}"]);
    expect(leading(now!.linked)).toContain("a.go#f b.go#made");
  });

  const main = 'package main\nimport "shop/pay"\nfunc main() { cash.Pay() }\n';
  const go = `//- go.mod\nmodule shop\n//- main.go\n${main}//- pay/a.go\n`;
  const nuxt = "//- nuxt.config.ts\nexport default {};\n";
  const page = "//- pages/a.vue\n<script setup>\nuseA(); useB();\n</script>\n<template><Part /></template>\n";
  const part = "<template><p /></template>\n";
  test.each<[string, string, string]>([
    ["a package has another name", `${go}package cash\nfunc Pay() {}\n`, "//- pay/b.go\npackage money\n"],
    ["a package has a name", `${go}func Pay() {}\n`, "//- pay/b.go\npackage cash\n"],
    [
      "a package has a name in another file",
      `//- go.mod\nmodule shop\n//- a/a.go\npackage a\nimport "shop/pay"\nfunc Get() *cash.Money { return nil }\n//- b/b.go\npackage b\nimport "shop/a"\nfunc f() { a.Get().Pay() }\n`,
      "//- pay/a.go\npackage cash\ntype Money struct{}\nfunc (m *Money) Pay() {}\n",
    ],
    ["a component", nuxt + page, `//- components/Part.vue\n${part}`],
    [
      "a second component of the name",
      `${nuxt}${page}//- components/Part.vue\n${part}`,
      `//- app/components/part.vue\n${part}`,
    ],
    ["a module", nuxt + page, "//- utils/b.ts\nexport function useB() {}\n"],
    [
      "what makes modules known",
      `${page}//- utils/b.ts\nexport function useB() {}\n//- components/Part.vue\n${part}`,
      nuxt,
    ],
  ])("asks again what is known by a name that a file does not say: %s", async (_, files, others) => {
    const without = filesOf(files);
    const whole = new Map([...without, ...filesOf(others)]);
    for (const [earlier, later] of [
      [without, whole],
      [whole, without],
    ] as const) {
      const [old, now] = [await outlinesOf(earlier), await outlinesOf(later)];
      const linked = linkAll(old, await projectOf(earlier));
      const found = linkedAgain(linked, old, now, await projectOf(later), true);
      expect(found).toBeDefined();
      expect(leading(found!.linked)).not.toEqual(leading(linked));
    }
  });

  test("gives up where the last file of a language went", async () => {
    const files = new Map([
      ["a.c", "int add(int x);\nint main(void) { return add(1); }\n"],
      ["b.cpp", "int add(int x) { return x; }\n"],
    ]);
    const old = await outlinesOf(files);
    const linked = linkAll(old, await projectOf(files));
    files.delete("b.cpp");
    expect(again(linked, old, await outlinesOf(files), await projectOf(files))).toBeUndefined();
  });

  test("asks again whether a package is one, where a class of its name is known", async () => {
    const files = new Map([
      ["A.java", "package p;\npublic class A { public static void of() { } }\n"],
      ["B.java", "package q;\nimport static p.A.*;\nclass B { void go() { of(); } }\n"],
    ]);
    const old = await outlinesOf(files);
    const now = new Map(files).set("C.java", "package p.A;\nclass C { }\n");
    const linked = linkAll(old, await projectOf(files));
    expect(countLinked(linked, old, await outlinesOf(now), await projectOf(now))).toBe(2);
  });
});

describe("snapshot", () => {
  const linkedProject = async (language: string): Promise<Linked> => {
    const files = new Map(filesOf(projects[language]!));
    return linkAll(await outlinesOf(files), await projectOf(files));
  };

  test.each(Object.keys(projects))("gives back what was written: %s", async (language) => {
    const linked = await linkedProject(language);
    const read = decodeLinked(encodeLinked(linked))!;
    const { nodes, ...others } = read;
    const { nodes: written, ...expected } = linked;
    expect(others).toEqual(expected);
    expect(nodes.columns).toEqual(written.columns);
    expect(seen(read)).toEqual(seen(linked));
  });

  test("gives back letters of every kind, also half ones", async () => {
    const linked = await linkedProject("python");
    const docs = ["é", "日本", "\ud83d", "\0", ""];
    const nodes = linked.nodes.all().map((node, index) => ({ ...node, doc: docs[index % docs.length] }));
    const written = encodeLinked({ ...linked, nodes: tableOf(nodes) });
    expect(decodeLinked(written)?.nodes.all()).toEqual(nodes);
  });

  test.each(["python", "rust"])("never throws and never leads out of the graph: %s", async (language) => {
    const bytes = encodeLinked(await linkedProject(language));
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(damage, fc.nat(bytes.length), (places, length) => {
        const damaged = Buffer.from(bytes);
        for (const [at, value] of places) damaged[at] = value;
        for (const one of [damaged, bytes.subarray(0, length)]) {
          const linked = decodeLinked(one);
          if (linked) seen(linked);
        }
      }),
      { numRuns: 500 },
    );
    expect(decodeLinked(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
  });
});
