import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

describe("Rust modules", () => {
  rows([
    [
      "a crate's own Result, elements, what a type derives, the value of a block",
      `//- src/lib.rs
mod error { pub struct Error; pub type Result<T> = std::result::Result<T, Error>; pub type Lists<T> = Vec<T>; }
use error::Result;
#[derive(Default)]
pub struct Assets;
impl Assets { fn name(&self) {} }
fn load() -> Result<Assets> { Ok(Assets) }
fn apart() -> error::Result<Assets> { Ok(Assets) }
fn many() -> error::Lists<Assets> { vec![] }
fn a() -> Result<()> { load()?.name(); Ok(()) }
fn b() { apart().unwrap().name(); }
fn c() { let all = many(); all[0].name(); }
fn d() { for one in many() { one.name(); } }
fn e() { Assets::default().name(); }
fn f() { let found = { let x = 1; load().unwrap() }; found.name(); }
fn g(given: Vec<Assets>) { given[1].name(); }
`,
      [
        "src/lib.rs#a call src/lib.rs#Assets.name inferred",
        "src/lib.rs#a call src/lib.rs#load",
        "src/lib.rs#b call src/lib.rs#Assets.name inferred",
        "src/lib.rs#b call src/lib.rs#apart",
        "src/lib.rs#c call src/lib.rs#Assets.name inferred",
        "src/lib.rs#c call src/lib.rs#many",
        "src/lib.rs#d call src/lib.rs#Assets.name inferred",
        "src/lib.rs#d call src/lib.rs#many",
        "src/lib.rs#e call src/lib.rs#Assets.name inferred",
        "src/lib.rs#f call src/lib.rs#Assets.name inferred",
        "src/lib.rs#f call src/lib.rs#load",
        "src/lib.rs#g call src/lib.rs#Assets.name inferred",
      ],
    ],
    [
      "mod, use, crate, self, super, another name",
      `//- src/lib.rs
mod a;
pub mod b;
use a::f as g;
fn top() { a::f(); g(); crate::b::c::h(); self::b::k(); }
//- src/a.rs
pub fn f() { super::b::k(); }
//- src/b/mod.rs
pub mod c;
pub fn k() {}
//- src/b/c.rs
use super::k;
use crate::a::{self, f};
pub fn h() { k(); a::f(); f(); super::super::top(); }
`,
      [
        "src/lib.rs import src/a.rs",
        "src/lib.rs import src/b/mod.rs",
        "src/lib.rs#top call src/a.rs#f",
        "src/lib.rs#top call src/b/c.rs#h",
        "src/lib.rs#top call src/b/mod.rs#k",
        "src/a.rs#f call src/b/mod.rs#k",
        "src/b/mod.rs import src/b/c.rs",
        "src/b/c.rs import src/a.rs",
        "src/b/c.rs import src/b/mod.rs",
        "src/b/c.rs#h call src/a.rs#f",
        "src/b/c.rs#h call src/b/mod.rs#k",
        "src/b/c.rs#h call src/lib.rs#top",
      ],
    ],
    [
      "modules of one file that pass names on in a circle, and to themselves",
      `//- src/lib.rs
mod a { pub use super::b::found; pub use super::b::lost; }
mod b { pub use super::a::lost; pub fn found() {} }
mod c { pub use self::d::*; pub mod d { pub use super::super::c::*; pub fn kept() {} } }
fn top() { a::found(); a::lost(); c::kept(); c::lost(); }
`,
      ["src/lib.rs#top call src/lib.rs#b.found", "src/lib.rs#top call src/lib.rs#c.d.kept"],
    ],
    [
      "crates of a workspace, and what a crate passes on",
      `//- Cargo.toml
[workspace]
members = ["core", "app"]
//- core/Cargo.toml
[package]
name = "my-core"
//- core/src/lib.rs
mod parse;
pub use parse::parse;
pub use self::kinds::*;
pub mod kinds;
//- core/src/parse.rs
pub fn parse() {}
//- core/src/kinds.rs
pub struct Kind;
impl Kind { pub fn new() -> Self { Kind } }
//- app/Cargo.toml
[[bin]]
path = "start.rs"
[package]
name = "app"
//- app/start.rs
mod run;
//- app/run.rs
use my_core::{parse, Kind};
use std::io::read;
fn go() { parse(); Kind::new(); my_core::kinds::Kind::new(); read(); crate::run::go(); }
`,
      [
        "core/src/lib.rs import core/src/parse.rs",
        "core/src/lib.rs import core/src/kinds.rs",
        "app/start.rs import app/run.rs",
        "app/run.rs import core/src/lib.rs",
        "app/run.rs import core/src/parse.rs",
        "app/run.rs#go call core/src/parse.rs#parse",
        "app/run.rs#go call core/src/kinds.rs#Kind.new",
        "app/run.rs#go call app/run.rs#go",
      ],
    ],
    [
      "what a module imports for itself alone, for others too, and whole among others",
      `//- src/lib.rs
pub mod parts;
mod uses;
mod prelude { pub(crate) use crate::parts::{Own, *}; }
//- src/parts/mod.rs
mod inner;
mod tools;
use crate::uses::{helper as open, *};
pub use inner::{Part, deep::{self, *}};
pub struct Own;
impl Own { pub fn go(&self) {} }
//- src/parts/inner.rs
use super::*;
pub struct Part;
impl Part { pub fn new() -> Part { open(); helper(); lone(); Part } pub fn go(&self) {} }
pub mod deep { use super::*; pub fn dive() { Part::new().go(); open(); } }
//- src/parts/tools.rs
use crate::parts::*;
fn tool() { helper(); dive(); }
//- src/uses.rs
use crate::prelude::*;
pub fn helper() { Part::new().go(); deep::dive(); dive(); open(); lone(); }
pub fn lone() {}
fn own(own: Own) { own.go(); }
//- src/parts.bak/other.rs
fn none() {}
//- tests/all.rs
use a::parts::*;
fn all() { Part::new(); helper(); lone(); }
//- Cargo.toml
[package]
name = "a"
`,
      [
        "src/parts/inner.rs#Part.new call src/uses.rs#helper",
        "src/parts/inner.rs#Part.new call src/uses.rs#lone",
        "src/parts/inner.rs#deep.dive call src/parts/inner.rs#Part.go inferred",
        "src/parts/inner.rs#deep.dive call src/parts/inner.rs#Part.new",
        "src/parts/inner.rs#deep.dive call src/uses.rs#helper",
        "src/parts/tools.rs#tool call src/parts/inner.rs#deep.dive",
        "src/parts/tools.rs#tool call src/uses.rs#helper",
        "src/uses.rs#helper call src/parts/inner.rs#Part.go inferred",
        "src/uses.rs#helper call src/parts/inner.rs#Part.new",
        "src/uses.rs#helper call src/parts/inner.rs#deep.dive",
        "src/uses.rs#helper call src/uses.rs#lone",
        "src/uses.rs#own call src/parts/mod.rs#Own.go inferred",
        "tests/all.rs#all call src/parts/inner.rs#Part.new",
      ],
    ],
    [
      "files with the same text",
      `//- one/src/lib.rs
fn add() {}
mod tests { use super::*; fn t() { add(); } }
//- one/Cargo.toml
[package]
name = "one"
//- two/src/lib.rs
fn add() {}
mod tests { use super::*; fn t() { add(); } }
//- two/Cargo.toml
[package]
name = "two"
`,
      ["one/src/lib.rs#tests.t call one/src/lib.rs#add", "two/src/lib.rs#tests.t call two/src/lib.rs#add"],
    ],
    [
      "modules inside a file, and super in them",
      `//- src/lib.rs
fn f() {}
mod inner {
    pub fn g() { super::f(); self::k(); }
    pub fn k() {}
    mod deep { fn z() { super::k(); super::super::f(); } }
}
fn h() { inner::g(); }
mod tests {
    use super::*;
    use super::inner::g;
    fn t() { f(); g(); }
}
`,
      [
        "src/lib.rs#inner.g call src/lib.rs#f",
        "src/lib.rs#inner.g call src/lib.rs#inner.k",
        "src/lib.rs#inner.deep.z call src/lib.rs#inner.k",
        "src/lib.rs#inner.deep.z call src/lib.rs#f",
        "src/lib.rs#h call src/lib.rs#inner.g",
        "src/lib.rs#tests.t call src/lib.rs#f",
        "src/lib.rs#tests.t call src/lib.rs#inner.g",
      ],
    ],
  ]);
});

describe("methods of one name that several blocks have", () => {
  const made = `//- src/lib.rs
use std::sync::Arc;
pub struct Cart;
pub struct Item;
pub struct Tag;
type Label = Tag;
pub trait Show {}
impl Show for Tag {}
pub struct Made;
impl From<Item> for Made { fn from(one: Item) -> Made { Made } }
impl From<Arc<Cart>> for Made { fn from(one: Arc<Cart>) -> Made { Made } }
impl From<Label> for Made { fn from(one: Label) -> Made { Made } }
impl<'a> From<&'a str> for Made { fn from(text: &'a str) -> Made { Made } }
impl From<String> for Made { fn from(text: String) -> Made { Made } }
impl From<i64> for Made { fn from(number: i64) -> Made { Made } }
impl From<f32> for Made { fn from(number: f32) -> Made { Made } }
impl From<Vec<&str>> for Made { fn from(all: Vec<&str>) -> Made { Made } }
impl From<Vec<Option<&str>>> for Made { fn from(all: Vec<Option<&str>>) -> Made { Made } }
impl From<(u8, bool)> for Made { fn from(pair: (u8, bool)) -> Made { Made } }
impl From<[u8; 2]> for Made { fn from(pair: [u8; 2]) -> Made { Made } }
impl<T: Show> From<Box<T>> for Made { fn from(one: Box<T>) -> Made { Made } }
impl Made { fn two(self: Box<Self>, #[cfg(a)] one: u8) {} }
`;
  const places =
    "Item Arc<Cart> Label &str String i64 f32 Vec<&str> Vec<Option<&str>> (u8,bool) [u8;2] Box<T>".split(" ");
  test.each<[given: string, ...wanted: string[]]>([
    ["item", "Item"],
    ["&item", "Item"],
    ["tag", "Label"],
    ["Tag", ...places],
    ["Arc::new(cart)", "Arc<Cart>"],
    ["cart", "Arc<Cart>"],
    ["Box::new(tag)", "Box<T>"],
    ['"a"', "&str"],
    ['r#"a"#', "&str"],
    ["text", "&str"],
    ["owned", "String"],
    ['format!("{}", 1)', "String"],
    ['"a".to_string()', "String"],
    ["text.to_string()", "String"],
    ['String::from("a")', "String"],
    ["1", "i64"],
    ["1_i64", "i64"],
    ["1.5", "f32"],
    ["x as f32", "f32"],
    ['vec!["a", "b"]', "Vec<&str>"],
    ['vec![Some("a"), None]', "Vec<Option<&str>>"],
    ["vec![None]", "Vec<Option<&str>>"],
    ["vec![x]", "Vec<&str>", "Vec<Option<&str>>"],
    ["(1, a == b)", "(u8,bool)"],
    ["[1, 2]", "[u8;2]"],
    ["unknown()", ...places],
  ])("are told apart by what they are given: %s", (given, ...wanted) => {
    const numbers = wanted.map((one) => places.indexOf(one));
    const names = numbers.map((at) => `src/lib.rs#Made.from${at === 0 ? "" : `~${at + 1}`}`);
    const sureness = wanted.length > 1 ? " ambiguous" : "";
    return check(
      `${made}fn go(item: Item, tag: Tag, cart: Cart, text: &str, owned: String) { Made::from(${given}); }`,
      [
        "src/lib.rs#Tag inherit src/lib.rs#Show",
        ...names.map((name) => `src/lib.rs#go call ${name}${sureness}`),
      ],
    );
  });

  test("also where macros could not be read as what they are given", () =>
    check(
      `${made}fn go() { Made::from(vec![Some("a"), None => 1]); }
fn told() { Made::from(format!("a" => b)); }`,
      [
        "src/lib.rs#Tag inherit src/lib.rs#Show",
        "src/lib.rs#go call src/lib.rs#Made.from~8 ambiguous",
        "src/lib.rs#go call src/lib.rs#Made.from~9 ambiguous",
        "src/lib.rs#told call src/lib.rs#Made.from~5",
      ],
    ));
});

describe("Rust types", () => {
  rows([
    [
      "methods of another name of a type come before those of the type",
      `//- src/lib.rs
struct Chunks<T> { first: T }
type Flags = Chunks<bool>;
trait Make { fn make() -> Self; fn all(&self) {} }
impl<T> Make for Chunks<T> { fn make() -> Self { loop {} } fn all(&self) {} }
impl Make for Flags { fn make() -> Self { loop {} } }
fn a() { Flags::make(); Chunks::<u8>::make(); }
fn b(flags: Flags) { flags.all(); }
`,
      [
        "src/lib.rs#Chunks inherit src/lib.rs#Make",
        "src/lib.rs#Flags inherit src/lib.rs#Make",
        "src/lib.rs#a call src/lib.rs#Chunks.make",
        "src/lib.rs#a call src/lib.rs#Flags.make",
        "src/lib.rs#b call src/lib.rs#Chunks.all inferred",
      ],
    ],
    [
      "a module that is called build, and of methods that several traits add to a type those whose trait is in scope",
      `//- Cargo.toml
[package]
name = "shop"
//- build.rs
mod made;
fn main() { made::run(); crate::made::run(); }
//- made.rs
pub fn run() {}
//- tool/Cargo.toml
[package]
name = "tool"
build = "./build/run.rs"
//- tool/build/run.rs
mod steps;
fn main() { steps::first(); crate::steps::first(); }
//- tool/build/steps.rs
pub fn first() { crate::steps::first(); }
//- src/lib.rs
pub struct Cart;
//- tests/suite/main.rs
mod build;
mod ext;
mod silent;
mod prelude { pub use crate::ext::Buy; }
//- tests/suite/ext.rs
use shop::Cart;
pub trait Buy { fn buy(&self); }
impl Buy for Cart { fn buy(&self) {} }
//- tests/suite/build.rs
use crate::prelude::*;
fn a(cart: shop::Cart) { cart.buy(); }
//- tests/suite/silent.rs
use crate::ext::Buy as _;
fn b(cart: shop::Cart) { cart.buy(); }
//- tests/other.rs
use shop::Cart;
trait BuyMore { fn buy(&self); }
impl BuyMore for Cart { fn buy(&self) {} }
fn c(cart: Cart) { cart.buy(); }
`,
      [
        "build.rs#main call made.rs#run",
        "src/lib.rs#Cart inherit tests/other.rs#BuyMore",
        "src/lib.rs#Cart inherit tests/suite/ext.rs#Buy",
        "tests/other.rs#c call tests/other.rs#Cart.buy inferred",
        "tests/suite/build.rs#a call tests/suite/ext.rs#Cart.buy inferred",
        "tests/suite/silent.rs#b call tests/suite/ext.rs#Cart.buy inferred",
        "tool/build/run.rs#main call tool/build/steps.rs#first",
        "tool/build/steps.rs#first call tool/build/steps.rs#first",
      ],
    ],
    [
      "impl blocks in any file, self, Self, associated functions",
      `//- src/lib.rs
pub struct Foo<'a, T> { t: &'a T }
mod more;
impl<'a, T: Clone> Foo<'a, T> {
    pub fn new() -> Self { Self::make() }
    fn make() -> Foo<'a, T> { todo!() }
    fn go(&mut self) { self.stop(); Self::new().go(); }
}
fn f() { let mut x = Foo::new(); x.go(); x.stop(); }
//- src/more.rs
use crate::Foo;
impl<T> Foo<'_, T> { pub(crate) fn stop(&self) { self.go() } }
`,
      [
        "src/lib.rs#Foo.new call src/lib.rs#Foo.make",
        "src/lib.rs#Foo.go call src/more.rs#Foo.stop",
        "src/lib.rs#Foo.go call src/lib.rs#Foo.new",
        "src/lib.rs#Foo.go call src/lib.rs#Foo.go inferred",
        "src/lib.rs#f call src/lib.rs#Foo.new",
        "src/lib.rs#f call src/lib.rs#Foo.go inferred",
        "src/lib.rs#f call src/more.rs#Foo.stop inferred",
        "src/more.rs#Foo.stop call src/lib.rs#Foo.go",
      ],
    ],
    [
      "traits: supertraits, implementations, default methods, bounds, dyn",
      `//- src/lib.rs
trait Base { fn base(&self) {} }
trait Shape: Base + std::fmt::Debug { fn area(&self) -> f64; fn twice(&self) { self.area(); self.base(); } }
struct Square;
impl Shape for Square { fn area(&self) -> f64 { 1.0 } }
impl Base for Square {}
fn a<T: Shape>(x: T) { x.area(); }
fn b(x: &dyn Shape, y: Box<dyn Shape>, z: impl Shape) { x.twice(); y.base(); z.area(); }
fn c(x: &Square) { x.area(); x.twice(); }
fn d<T>(x: &T) where T: Base { x.base(); }
`,
      [
        "src/lib.rs#Shape inherit src/lib.rs#Base",
        "src/lib.rs#Shape.twice call src/lib.rs#Shape.area",
        "src/lib.rs#Shape.twice call src/lib.rs#Base.base",
        "src/lib.rs#Square inherit src/lib.rs#Shape",
        "src/lib.rs#Square inherit src/lib.rs#Base",
        "src/lib.rs#a call src/lib.rs#Shape.area inferred",
        "src/lib.rs#b call src/lib.rs#Shape.twice inferred",
        "src/lib.rs#b call src/lib.rs#Base.base inferred",
        "src/lib.rs#b call src/lib.rs#Shape.area inferred",
        "src/lib.rs#c call src/lib.rs#Square.area inferred",
        "src/lib.rs#c call src/lib.rs#Shape.twice inferred",
        "src/lib.rs#d call src/lib.rs#Base.base inferred",
      ],
    ],
    [
      "fields, options, results, elements, patterns, struct literals",
      `//- src/lib.rs
struct Engine;
impl Engine { fn start(&self) {} fn make() -> Result<Engine, String> { Ok(Engine) } }
struct Car { main: Engine, spare: Option<Box<Engine>>, many: Vec<Engine> }
impl Car {
    fn a(&self) { self.main.start(); }
    fn b(&self) { self.spare.as_ref().unwrap().start(); }
    fn c(&self) { for one in &self.many { one.start(); } }
    fn d(&self) { if let Some(e) = &self.spare { e.start(); } }
    fn e() -> Option<()> { let e = Engine::make().ok()?; e.start(); None }
    fn f(c: &mut Car) { let Car { main, .. } = c; main.start(); (&c.main).start(); }
}
fn g() { let e = Engine {}; e.start(); }
`,
      [
        ..."abcdef".split("").map((name) => `src/lib.rs#Car.${name} call src/lib.rs#Engine.start inferred`),
        "src/lib.rs#Car.e call src/lib.rs#Engine.make",
        "src/lib.rs#g call src/lib.rs#Engine",
        "src/lib.rs#g call src/lib.rs#Engine.start inferred",
      ],
    ],
    [
      "what is outside or hidden by a local makes no edge",
      `//- src/lib.rs
use other::run;
fn f() {}
fn len() {}
fn g(f: fn()) { f(); run(); Vec::new().len(); String::from("x").f(); println!("{}", f()); }
fn h() { [1].iter().map(|f| f()); }
`,
      [],
    ],
    [
      "two traits with one method: either",
      `//- src/lib.rs
struct A;
impl std::fmt::Display for A { fn fmt(&self) {} }
impl std::fmt::Debug for A { fn fmt(&self) {} }
fn f(a: A) { a.fmt(); }
`,
      ["src/lib.rs#f call src/lib.rs#A.fmt ambiguous", "src/lib.rs#f call src/lib.rs#A.fmt~2 ambiguous"],
    ],
  ]);
});

describe("Rust values", () => {
  rows([
    [
      "a closure with a name is a function; one that is bound anew is either",
      `//- src/lib.rs
struct A;
impl A {
  fn run(&self) { let go = |x| self.stop(x); go(1); }
  fn stop(&self, x: i32) {}
}
fn twice() { let f = || 1; f(); let f = || 2; f(); }
`,
      [
        "src/lib.rs#A.run call src/lib.rs#A.run.go",
        "src/lib.rs#A.run.go call src/lib.rs#A.stop",
        "src/lib.rs#twice call src/lib.rs#twice.f ambiguous",
        "src/lib.rs#twice call src/lib.rs#twice.f~2 ambiguous",
      ],
    ],
    [
      "the first of a tuple, the field of a newtype, what map and any hand on",
      `//- src/lib.rs
struct A;
impl A { fn go(&self) {} }
struct Wrapped(pub A, u8);
fn both() -> (A, Option<u8>) { (A, None) }
fn tuple() { let (a, rest) = both(); a.go(); rest.go(); }
fn newtype(w: &Wrapped) { w.0.go(); w.1.go(); }
fn option(o: Option<A>) { o.as_ref().map(|a| a.go()); }
fn list(l: Vec<A>) { l.iter().any(|a| a.go()); }
`,
      [
        "src/lib.rs#tuple call src/lib.rs#both",
        ..."tuple newtype option list"
          .split(" ")
          .map((one) => `src/lib.rs#${one} call src/lib.rs#A.go inferred`),
      ],
    ],
    [
      "a variant with values makes an object of its enum",
      `//- src/lib.rs
enum Size { Max(u64), None }
impl Size { fn fits(&self) {} }
use Size::Max;
fn path() { Size::Max(1).fits(); }
fn bare() { let m = Max(1); m.fits(); }
`,
      [
        "src/lib.rs#path call src/lib.rs#Size inferred",
        "src/lib.rs#path call src/lib.rs#Size.fits inferred",
        "src/lib.rs#bare call src/lib.rs#Size inferred",
        "src/lib.rs#bare call src/lib.rs#Size.fits inferred",
      ],
    ],
    [
      "a crate under another name",
      `//- core/Cargo.toml
[package]
name = "my-core"
//- core/src/lib.rs
pub fn make() {}
//- all/Cargo.toml
[package]
name = "all"
//- all/src/lib.rs
pub extern crate my_core as core_of;
//- app/Cargo.toml
[package]
name = "app"
//- app/src/main.rs
fn main() { all::core_of::make(); }
`,
      ["app/src/main.rs#main call core/src/lib.rs#make"],
    ],
  ]);
});

describe("Rust macros", () => {
  rows([
    [
      "arguments are code: calls, methods, closures, strings that only look like macros",
      `//- src/lib.rs
struct Dir;
impl Dir { fn make(&self) -> Dir { Dir } fn len(&self) -> usize { 1 } }
fn dir() -> Dir { Dir }
fn other() {}
fn arg() {}
fn run() {
  let d = dir();
  assert_eq!(d.make().len(), 1, "other!(other())");
  let v = vec![other(), other()];
  arg!(v);
}
case!(name, |one: Dir, mut two: Dir| { one.len(); two.make(); });
`,
      [
        "src/lib.rs#run call src/lib.rs#dir",
        "src/lib.rs#run call src/lib.rs#Dir.make inferred",
        "src/lib.rs#run call src/lib.rs#Dir.len inferred",
        "src/lib.rs#run call src/lib.rs#other",
        "src/lib.rs call src/lib.rs#Dir.len inferred",
        "src/lib.rs call src/lib.rs#Dir.make inferred",
      ],
    ],
    [
      "what is no expression is left alone, and what stands beside it is read",
      `//- src/lib.rs
fn one() {}
fn two() {}
fn three() {}
fn run(x: i32) {
  table!(a => one(), b => );
  assert!(two());
  if matches!(x, 1 | 2) { three(); }
}
macro_rules! mine { ($x:expr) => { one!($x); three() }; }
`,
      ["src/lib.rs#run call src/lib.rs#two", "src/lib.rs#run call src/lib.rs#three"],
    ],
    [
      "items in braces are items: of a file, a module, an implementation",
      `//- src/lib.rs
mod task;
cfg_rt! {
  //! Not only code {
  /// A set {
  pub mod set;
  pub use set::Set;
  pub fn make() -> Set { Set::new() }
}
feature::cfg_rt! { use task::go; impl Set { cfg_io!{ pub fn more(&self) { go(); } } } }
//- src/set.rs
pub struct Set;
impl Set { pub fn new() -> Set { Set } pub fn add(&self) {} }
//- src/task.rs
use crate::{make, Set};
pin_project! { pub struct Join { #[pin] set: Set } }
impl Join { fn run(&self) { self.set.add(); make().more(); } }
cfg_rt! { mod inner { pub fn deep() { ready!(a => b); super::go(); } } }
pub fn go() { inner::deep(); }
`,
      [
        "src/lib.rs#make call src/set.rs#Set.new",
        "src/lib.rs#Set.more call src/task.rs#go",
        "src/task.rs#Join.run call src/set.rs#Set.add inferred",
        "src/task.rs#Join.run call src/lib.rs#make",
        "src/task.rs#Join.run call src/lib.rs#Set.more inferred",
        "src/task.rs#inner.deep call src/task.rs#go",
        "src/task.rs#go call src/task.rs#inner.deep",
      ],
    ],
    [
      "branches of cfg_if and cfg_select, and values that a macro declares",
      `//- src/lib.rs
cfg_if::cfg_if! {
  if #[cfg(all(unix, not(target_os = "linux")))] {
    fn open() { if true { unix() } else { other() } }
  } else if #[cfg(windows)] {
    fn open() { windows() }
  } else {
    fn close() { other() }
  }
}
fn unix() {}
fn windows() {}
fn other() {}
struct Log;
impl Log { fn write(&self) {} }
lazy_static! { static ref LOG: Log = { other(); Log }; pub static ref MORE: Log = Log; }
cfg_select! {
  any(unix, target_os = "wasi") => { fn choose() { unix(); } }
  _ => {
    // Elsewhere.
    fn fall() { other(); }
  }
}
fn run() { close(); MORE.write(); LOG.write(); }
`,
      [
        "src/lib.rs#open call src/lib.rs#unix",
        "src/lib.rs#open call src/lib.rs#other",
        "src/lib.rs#open~2 call src/lib.rs#windows",
        "src/lib.rs#close call src/lib.rs#other",
        "src/lib.rs call src/lib.rs#other",
        "src/lib.rs#choose call src/lib.rs#unix",
        "src/lib.rs#fall call src/lib.rs#other",
        "src/lib.rs#run call src/lib.rs#close",
        "src/lib.rs#run call src/lib.rs#Log.write inferred",
      ],
    ],
    [
      "braces that hold something else are left alone",
      `//- src/lib.rs
fn one() {}
fn two() {}
select! { a = one() => two(), else => one() }
proptest! { #[test] fn works(n in 0..10) { two(); } }
quote! { fn three() {} }
flags! { pub struct Flags: u32 { const A = 1; } }
fn run() { html!({ "a": one() }); two(); }
`,
      ["src/lib.rs#run call src/lib.rs#two"],
    ],
    [
      "arms of select: what is waited for, what it gives, conditions, and what is done then, each with its own names",
      `//- src/lib.rs
struct A; impl A { fn go(&self) -> bool { true } }
struct B; impl B { fn stop(&self) -> bool { true } }
struct Rx;
impl Rx { async fn a(&mut self) -> A { A } async fn b(&mut self) -> Option<B> { None } }
fn log(n: u32) {}
fn isOpen() -> bool { true }
async fn one(mut rx: Rx) {
    loop {
        tokio::select! {
            biased;
            // what comes
            msg = rx.a(), if isOpen() => msg.go(),
            Some(msg) = rx.b() => {
                msg.stop();
                other(vec![1, 2]);
            }
            _ = async { sleep(Duration::from_secs(1)).await } => log(1)
        }
    }
}
async fn two(mut rx: Rx) -> bool {
    select! {
        msg = rx.b() => match msg { Some(b) => b.stop(), None => false },
        complete => { log(2); false }
    }
}
async fn channels() {
    crossbeam::select! {
        recv(r) -> msg => log(6),
        send(s, all(vec![1])) -> res => { isOpen(); }
        default(ms(500)) => assert!(rx().b()),
    }
    crossbeam::select! { recv(after(ms(1))) -> _ => {}, default => {} }
}
fn recv() {}
fn after(n: u32) {}
fn rx() -> Rx { Rx }
`,
      [
        "src/lib.rs#channels call src/lib.rs#Rx.b inferred",
        ..."after isOpen log rx".split(" ").map((name) => `src/lib.rs#channels call src/lib.rs#${name}`),
        "src/lib.rs#one call src/lib.rs#A.go inferred",
        "src/lib.rs#one call src/lib.rs#B.stop inferred",
        "src/lib.rs#one call src/lib.rs#Rx.a inferred",
        "src/lib.rs#one call src/lib.rs#Rx.b inferred",
        "src/lib.rs#one call src/lib.rs#isOpen",
        "src/lib.rs#one call src/lib.rs#log",
        "src/lib.rs#two call src/lib.rs#B.stop inferred",
        "src/lib.rs#two call src/lib.rs#Rx.b inferred",
        "src/lib.rs#two call src/lib.rs#log",
      ],
    ],
    [
      "fields of a log line, objects as in JSON, and pairs",
      `//- src/lib.rs
fn one() {} fn two() {} fn three() {} fn four() {} fn five() {} fn six() {} fn seven() {}
struct Foo; impl Foo { fn go(&self) {} }
fn log() { info!(target: "a: b", http.a = %one(), b = ?two(), %three(), c, "text {}", four()); }
fn made() {
  let a = json!({ "a": { "b": one(), "c": [1, two()] }, key: null, "d: e": f(|x| { three() }), (four()): match x { 1 => five(), _ => six() } });
  json!([{ "a": seven() }]);
  a.go();
}
fn mapped(foo: Foo) { let m = maplit::hashmap! { foo => one(), foo => two(), }; m.go(); hashset! { three() }; }
`,
      [
        ..."one two three four".split(" ").map((name) => `src/lib.rs#log call src/lib.rs#${name}`),
        ..."one two three four five six seven"
          .split(" ")
          .map((name) => `src/lib.rs#made call src/lib.rs#${name}`),
        ..."one two three".split(" ").map((name) => `src/lib.rs#mapped call src/lib.rs#${name}`),
      ],
    ],
  ]);
});
