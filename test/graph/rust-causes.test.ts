/** What rustc showed to be missing or wrong in repositories that nobody had looked at, each as it stood there. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const rows: readonly (readonly [what: string, source: string, expected: readonly string[]])[] = [
  [
    "a module and a function of one name are two things",
    `//- src/lib.rs
mod date;
pub use self::date::Date;
pub fn date() -> date::Date { Date::new() }
pub fn other() { date::make(); date(); }
//- src/date.rs
pub struct Date;
impl Date { pub fn new() -> Date { Date } }
pub fn make() {}
//- src/main.rs
use crate::date;
mod date;
`,
    [
      "src/lib.rs#date call src/date.rs#Date.new",
      "src/lib.rs#other call src/date.rs#make",
      "src/lib.rs#other call src/lib.rs#date",
    ],
  ],
  [
    "a crate under another name, on a line, as a table, with blanks",
    `//- core/Cargo.toml
[package]
name = "my-core"
//- core/src/lib.rs
pub fn one() {}
//- more/Cargo.toml
[package]
name = "more"
//- more/src/lib.rs
pub fn two() {}
//- app/Cargo.toml
[package]
name = "app"
[target.'cfg(unix)'.dependencies]
base = { version = "1", package = "my-core", path = "../core" }
[dependencies.rest-of]
package = "more"
path = "../more"
//- app/src/lib.rs
fn a() { base::one(); rest_of::two(); }
`,
    ["app/src/lib.rs#a call core/src/lib.rs#one", "app/src/lib.rs#a call more/src/lib.rs#two"],
  ],
  [
    "one name for two crates is followed for neither",
    `//- one/Cargo.toml
[package]
name = "one"
//- one/src/lib.rs
pub fn run() {}
//- two/Cargo.toml
[package]
name = "two"
[dependencies]
base = { package = "one" }
//- two/src/lib.rs
fn a() { base::run(); }
//- three/Cargo.toml
[package]
name = "three"
[dependencies]
base = { package = "two" }
//- three/src/lib.rs
fn b() { base::run(); }
`,
    [],
  ],
  [
    "a file with a path of its own, which knows its crate",
    `//- src/lib.rs
#[path = "gen/fold.rs"]
mod fold;
/// One for each system.
#[cfg_attr(unix, path = "sys/unix.rs")]
#[cfg_attr(windows, path = "sys/windows.rs")]
mod imp;
pub mod tree;
fn a() { fold::run(); imp::open(); }
//- src/gen/fold.rs
use crate::tree::Tree;
pub fn run() { Tree::new(); crate::tree::walk(); }
//- src/sys/unix.rs
pub fn open() { super::tree::walk(); }
//- src/sys/windows.rs
pub fn open() {}
//- src/tree.rs
pub struct Tree;
impl Tree { pub fn new() -> Tree { Tree } }
pub fn walk() {}
`,
    [
      "src/gen/fold.rs import src/tree.rs",
      "src/gen/fold.rs#run call src/tree.rs#Tree.new",
      "src/gen/fold.rs#run call src/tree.rs#walk",
      "src/lib.rs import src/gen/fold.rs",
      "src/lib.rs import src/sys/unix.rs",
      "src/lib.rs import src/sys/windows.rs",
      "src/lib.rs import src/tree.rs",
      "src/lib.rs#a call src/gen/fold.rs#run",
      "src/lib.rs#a call src/sys/unix.rs#open ambiguous",
      "src/lib.rs#a call src/sys/windows.rs#open ambiguous",
      "src/sys/unix.rs#open call src/tree.rs#walk",
    ],
  ],
  [
    "files of modules that are declared within another one",
    `//- src/lib.rs
pub mod outer { pub mod inner; use crate::kit::run; fn hidden() {} pub fn f() { inner::go(); } }
pub mod plain;
pub mod kit { pub fn run() {} }
//- src/outer/inner.rs
use super::*;
pub fn go() { hidden(); run(); super::f(); super::super::kit::run(); none(); }
//- src/plain.rs
pub mod deep { pub mod er; }
pub fn f() { deep::er::go(); crate::outer::inner::go(); }
//- src/plain/deep/er.rs
pub fn go() { super::super::f(); }
//- tests/all.rs
mod test {
    mod helpers;
    mod write;
    use helpers::*;
}
//- tests/test/helpers.rs
pub fn key() {}
//- tests/test/write.rs
use super::*;
fn w() { key(); helpers::key(); }
`,
    [
      "src/lib.rs import src/outer/inner.rs",
      "src/lib.rs import src/plain.rs",
      "src/lib.rs#outer.f call src/outer/inner.rs#go",
      "src/outer/inner.rs import src/lib.rs",
      "src/outer/inner.rs#go call src/lib.rs#kit.run",
      "src/outer/inner.rs#go call src/lib.rs#outer.f",
      "src/outer/inner.rs#go call src/lib.rs#outer.hidden",
      "src/plain.rs import src/plain/deep/er.rs",
      "src/plain.rs#f call src/outer/inner.rs#go",
      "src/plain.rs#f call src/plain/deep/er.rs#go",
      "src/plain/deep/er.rs#go call src/plain.rs#f",
      "tests/all.rs import tests/test/helpers.rs",
      "tests/all.rs import tests/test/write.rs",
      "tests/test/write.rs import tests/all.rs",
      "tests/test/write.rs#w call tests/test/helpers.rs#key",
    ],
  ],
  [
    "a path that begins in `self`, also where that is an object",
    `//- src/lib.rs
pub mod parse;
pub struct Lit;
impl Lit {
    fn exact() -> Lit { Lit }
    fn all(&self) { self::Lit::exact(); self::parse::Parser::new().go(); self.one(); }
    fn one(&self) {}
}
//- src/parse.rs
pub struct Parser;
impl Parser { pub fn new() -> Parser { Parser } pub fn go(&self) {} }
`,
    [
      "src/lib.rs#Lit.all call src/lib.rs#Lit.exact",
      "src/lib.rs#Lit.all call src/lib.rs#Lit.one",
      "src/lib.rs#Lit.all call src/parse.rs#Parser.go inferred",
      "src/lib.rs#Lit.all call src/parse.rs#Parser.new",
    ],
  ],
  [
    "an enumeration is not called, its variants are",
    `//- src/lib.rs
pub enum Err<E> { Error(E), Failure(E) }
enum Inner { One(u8), Two }
use self::Inner::*;
fn a() -> Result<u8, u8> { Err(1) }
fn b() -> Err<u8> { Err::Error(1) }
fn c() -> Inner { One(1) }
`,
    ["src/lib.rs#b call src/lib.rs#Err inferred", "src/lib.rs#c call src/lib.rs#Inner inferred"],
  ],
  [
    "a trait on Result: the method is called, and its holder is still what it gives",
    `//- src/lib.rs
mod error;
use error::{Context, Error};
pub struct Date;
impl Date { fn new() -> Result<Date, Error> { Ok(Date) } fn maybe() -> Option<Date> { None } fn get(&self) {} }
fn a() -> Result<(), Error> { Date::new().context("no")?.get(); Ok(()) }
fn b() -> Result<(), Error> { Date::maybe().context("no")?; Ok(()) }
fn c(it: Held) { it.context("no"); }
//- src/error.rs
pub struct Error;
pub trait Context<T> { fn context(self, text: &str) -> Result<T, Error>; }
impl<T, E> Context<T> for Result<T, E> { fn context(self, text: &str) -> Result<T, Error> { Err(Error) } }
impl<T> Context<T> for Option<T> { fn context(self, text: &str) -> Result<T, Error> { Err(Error) } }
//- src/elsewhere.rs
use crate::Date;
fn d() { Date::new().context("of another crate"); }
`,
    [
      "src/elsewhere.rs#d call src/lib.rs#Date.new",
      "src/lib.rs#a call src/error.rs#Result.context inferred",
      "src/lib.rs#a call src/lib.rs#Date.get inferred",
      "src/lib.rs#a call src/lib.rs#Date.new",
      "src/lib.rs#b call src/error.rs#Option.context inferred",
      "src/lib.rs#b call src/lib.rs#Date.maybe",
      "src/lib.rs#c call src/error.rs#Option.context ambiguous",
      "src/lib.rs#c call src/error.rs#Result.context ambiguous",
    ],
  ],
  [
    "a trait on a number that has another name, on functions, on a type and on references to it",
    `//- src/lib.rs
type Id = u32;
trait Plain { fn plain(self) -> usize; fn twice(self) -> usize; }
impl Plain for u32 { fn plain(self) -> usize { 1 } fn twice(self) -> usize { self.plain() } }
impl<'a> Plain for &'a u32 { fn plain(self) -> usize { 1 } fn twice(self) -> usize { self.plain() } }
fn a(id: Id, one: u32) { id.plain(); one.plain(); }
trait Parser<I> { fn map<G>(self, g: G) -> G; fn parse(&mut self, i: I); }
impl<I, F> Parser<I> for F where F: FnMut(I) -> u8 { fn map<G>(self, g: G) -> G { g } fn parse(&mut self, i: I) {} }
fn number(i: u8) -> u8 { i }
fn b() { number.map(|x| x); number.parse(1); }
`,
    [
      "src/lib.rs#a call src/lib.rs#u32.plain inferred",
      "src/lib.rs#b call src/lib.rs#F.map inferred",
      "src/lib.rs#b call src/lib.rs#F.parse inferred",
      "src/lib.rs#u32.twice call src/lib.rs#u32.plain",
      "src/lib.rs#u32.twice~2 call src/lib.rs#u32.plain~2",
    ],
  ],
  [
    "a path to a trait or a bound from elsewhere means no block for all types",
    `//- src/lib.rs
use tower_service::Service;
pub trait HttpService { fn call(&mut self, n: u8) -> u8; }
impl<T> HttpService for T where T: Service<u8> { fn call(&mut self, n: u8) -> u8 { Service::call(self, n) } }
pub trait One { fn one() -> Self; fn twice(&self) {} }
impl<T: num_traits::One> One for T { fn one() -> T { num_traits::One::one() } }
fn a<T: num_traits::Float>(x: T) -> T { T::one() }
fn b<T: One>() -> T { T::one() }
fn c(n: outside::Number) { u8::one(); n.twice(); }
`,
    [
      "src/lib.rs#b call src/lib.rs#One.one inferred",
      "src/lib.rs#c call src/lib.rs#One.twice inferred",
      "src/lib.rs#c call src/lib.rs#T.one inferred",
    ],
  ],
  [
    "a method by the name of its trait, which may be from elsewhere",
    `//- src/lib.rs
use std::fmt;
pub struct Date;
impl fmt::Display for Date { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) } }
impl fmt::Debug for Date { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { fmt::Display::fmt(self, f) } }
struct Outer { date: Date }
impl fmt::Display for Outer { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { fmt::Display::fmt(&self.date, f) } }
trait Shape { fn area(&self) -> f64; fn name(&self) {} }
struct Square;
impl Shape for Square { fn area(&self) -> f64 { 1.0 } }
fn a(square: &Square, any: &dyn Shape) { Shape::area(square); Shape::name(square); Shape::area(any); }
fn b(date: Date) { Clone::clone(&date); std::mem::drop(date); }
`,
    [
      "src/lib.rs#Date.fmt~2 call src/lib.rs#Date.fmt inferred",
      "src/lib.rs#Outer.fmt call src/lib.rs#Date.fmt inferred",
      "src/lib.rs#Square inherit src/lib.rs#Shape",
      "src/lib.rs#a call src/lib.rs#Shape.area",
      "src/lib.rs#a call src/lib.rs#Shape.name",
      "src/lib.rs#a call src/lib.rs#Square.area inferred",
    ],
  ],
  [
    "what a function is given takes its parameter apart, or changes it",
    `//- src/lib.rs
pub struct Parts { list: List }
pub struct List;
impl List { fn push(&mut self) {} }
pub struct Builder;
impl Builder {
    fn and_then<F>(self, func: F) -> Self where F: FnOnce(Parts) -> Result<Parts, u8> { self }
    fn a(self) -> Builder { self.and_then(move |mut head| { head.list.push(); Ok(head) }) }
}
fn pair<F: Fn((List, u8))>(f: F) {}
fn apply<F: Fn(&List)>(f: F) {}
fn b() { pair(|(mut x, n)| x.push()); apply(|&x| x.push()); }
`,
    [
      "src/lib.rs#Builder.a call src/lib.rs#Builder.and_then",
      "src/lib.rs#Builder.a call src/lib.rs#List.push inferred",
      "src/lib.rs#b call src/lib.rs#List.push inferred",
      "src/lib.rs#b call src/lib.rs#apply",
      "src/lib.rs#b call src/lib.rs#pair",
    ],
  ],
  [
    "what a type of the language has itself comes before a trait of that name, but where the trait is named",
    `//- src/lib.rs
pub trait Offset { fn wrapping_add(self, other: Self) -> Self; fn wide(self) -> u64; fn least() -> Self; }
impl Offset for u32 {
    fn wrapping_add(self, other: u32) -> u32 { self.wrapping_add(other) }
    fn wide(self) -> u64 { 1 }
    fn least() -> u32 { 1 }
}
pub trait Bytes { fn as_bytes(&self) -> &[u8]; fn first(&self) -> u8; }
impl Bytes for str { fn as_bytes(&self) -> &[u8] { self.as_bytes() } fn first(&self) -> u8 { Bytes::as_bytes(self)[0] } }
//- src/use.rs
use crate::{Bytes, Offset};
fn a(x: u32) { x.wrapping_add(1); x.wide(); u32::least(); }
fn b(text: &str) { text.as_bytes(); text.first(); Bytes::as_bytes(text); }
`,
    [
      "src/lib.rs#str.first call src/lib.rs#str.as_bytes inferred",
      "src/use.rs#a call src/lib.rs#u32.least inferred",
      "src/use.rs#a call src/lib.rs#u32.wide inferred",
      "src/use.rs#b call src/lib.rs#str.as_bytes inferred",
      "src/use.rs#b call src/lib.rs#str.first inferred",
    ],
  ],
  [
    "`**self` is what the object stands for, and a pointer to a pointer has the members of the nearest that has them",
    `//- src/lib.rs
use std::ops::Deref;
struct Header;
impl Header { fn entries(&self) {} fn head(&self) {} }
struct Unit { header: Header }
impl Unit { fn entries(&self) {} }
impl Deref for Unit { type Target = Header; fn deref(&self) -> &Header { &self.header } }
struct UnitRef { unit: Unit }
impl Deref for UnitRef { type Target = Unit; fn deref(&self) -> &Unit { &self.unit } }
impl UnitRef { fn own(&self) { (**self).entries(); (*self).own(); } }
fn a(unit: UnitRef) { unit.entries(); unit.head(); }
struct Text { text: String }
impl Deref for Text { type Target = str; fn deref(&self) -> &str { &self.text } }
impl std::fmt::Display for Text { fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { (**self).fmt(f) } }
trait Shape { fn area(&self) -> f64; }
impl<T: Shape + ?Sized> Shape for Box<T> { fn area(&self) -> f64 { (**self).area() } }
impl<T: Shape> Shape for &T { fn area(&self) -> f64 { (**self).area() } }
`,
    [
      "src/lib.rs#Box.area call src/lib.rs#Shape.area inferred",
      "src/lib.rs#T.area call src/lib.rs#Shape.area inferred",
      "src/lib.rs#UnitRef.own call src/lib.rs#Unit.entries inferred",
      "src/lib.rs#UnitRef.own call src/lib.rs#UnitRef.own",
      "src/lib.rs#a call src/lib.rs#Header.head inferred",
      "src/lib.rs#a call src/lib.rs#Unit.entries inferred",
    ],
  ],
  [
    "blocks for types without a name, for references, and what a method hands on that has its own name",
    `//- src/lib.rs
pub trait Input { fn cut(&self, n: usize) -> Self; fn half(&self) -> Self; }
impl<'a> Input for &'a [u8] { fn cut(&self, n: usize) -> Self { self } fn half(&self) -> Self { self.cut(2) } }
impl<'a> Input for &'a str { fn cut(&self, n: usize) -> Self { self } fn half(&self) -> Self { self.cut(2) } }
impl Input for (u8, u8) { fn cut(&self, n: usize) -> Self { *self } fn half(&self) -> Self { self.cut(2) } }
fn a(x: &[u8], y: &str, z: (u8, u8)) { x.cut(1); y.cut(1); z.len(); x.iter().take(1); }
pub trait AsChar { fn is_it(self) -> bool; fn size(&self) -> usize; }
impl AsChar for u8 { fn is_it(self) -> bool { true } fn size(&self) -> usize { 1 } }
impl<'a> AsChar for &'a u8 { fn is_it(self) -> bool { (*self).is_it() } fn size(&self) -> usize { (**self).size() } }
pub struct Path;
impl Path { fn text(&self) -> &str { "" } }
impl PartialEq<Path> for str { fn eq(&self, other: &Path) -> bool { self.eq(other.text()) } }
impl Path { fn again(&self, n: u8) { self.again(n - 1); } }
`,
    [
      "src/lib.rs#?.half call src/lib.rs#?.cut",
      "src/lib.rs#?.half~2 call src/lib.rs#?.cut~2",
      "src/lib.rs#Path.again call src/lib.rs#Path.again",
      "src/lib.rs#a call src/lib.rs#?.cut inferred",
      "src/lib.rs#a call src/lib.rs#str.cut inferred",
      "src/lib.rs#str.eq call src/lib.rs#Path.text inferred",
      "src/lib.rs#str.half call src/lib.rs#str.cut",
      "src/lib.rs#u8.is_it~2 call src/lib.rs#u8.is_it inferred",
      "src/lib.rs#u8.size~2 call src/lib.rs#u8.size inferred",
    ],
  ],
  [
    "a field that is called is no method",
    `//- src/lib.rs
struct Map<F> { map: F }
impl<F: FnMut(u8) -> u8> Map<F> {
    fn map(&self) {}
    fn go(&mut self) { (self.map)(1); (self.map)(1).map(); }
    fn on(&mut self) { self.map(); }
}
`,
    ["src/lib.rs#Map.on call src/lib.rs#Map.map"],
  ],
  [
    "a module that passes on a name of its own, and one that is imported beside a function of its name",
    `//- src/lib.rs
pub mod tz;
mod parse;
fn a() { crate::tz::db(); crate::tz::db().get(); tz::Database::new(); }
//- src/parse.rs
pub fn split() {}
//- src/read.rs
use crate::parse;
fn parse() { parse::split(); }
//- src/tz/mod.rs
pub use self::db::{db, Database};
pub(crate) mod db;
//- src/tz/db.rs
pub struct Database;
impl Database { pub fn new() -> Database { Database } pub fn get(&self) {} }
pub fn db() -> &'static Database { &Database }
`,
    [
      "src/lib.rs#a call src/tz/db.rs#Database.get inferred",
      "src/lib.rs#a call src/tz/db.rs#Database.new",
      "src/lib.rs#a call src/tz/db.rs#db",
      "src/read.rs#parse call src/parse.rs#split",
    ],
  ],
  [
    "everything of a module that stands in the same file, passed on",
    `//- src/lib.rs
mod unit;
pub use self::unit::*;
fn a() { Section::new(); }
//- src/unit.rs
pub use convert::*;
mod convert {
    pub struct Section;
    impl Section { pub fn new() -> Section { Section } }
}
`,
    ["src/lib.rs#a call src/unit.rs#convert.Section.new"],
  ],
  [
    "what an Option gives that is one again",
    `//- src/lib.rs
pub struct Foo;
impl Foo { fn run(&self) {} }
fn a(x: Option<Foo>, y: Option<Foo>) { x.or_else(|| y).unwrap().run(); }
fn b(x: Option<Foo>, y: Option<Foo>) { x.or(y).filter(|z| true).unwrap().run(); }
fn c(x: Option<&Foo>) { if let Some(z) = x.copied() { z.run(); } }
`,
    [
      "src/lib.rs#a call src/lib.rs#Foo.run inferred",
      "src/lib.rs#b call src/lib.rs#Foo.run inferred",
      "src/lib.rs#c call src/lib.rs#Foo.run inferred",
    ],
  ],
  [
    "what `Err` holds, by the type of the function that is called",
    `//- src/lib.rs
mod error;
use error::{Error, Result};
use std::io;
pub struct Foo; impl Foo { fn run(&self) {} }
fn load() -> std::result::Result<Foo, Error> { Ok(Foo) }
fn crates() -> Result<Foo> { Ok(Foo) }
fn elsewhere() -> io::Result<Foo> { Ok(Foo) }
fn a() { match load() { Ok(foo) => foo.run(), Err(e) => e.show() } }
fn b() { if let Err(e) = crates() { e.show(); } }
fn c() { match elsewhere() { Ok(foo) => foo.run(), Err(e) => e.show() } }
fn d() { load().map_err(|e| e.show()); crates().unwrap_or_else(|e| { e.show(); Foo }); }
fn e() { let result = load(); match result { Err(ref e) => e.show(), Ok(_) => {} } if let Err(e) = &result { e.show(); } }
fn f(r: Result<u8>) { let Err(e) = r else { return }; e.show(); }
fn g() { load().unwrap_err().show(); load().err().unwrap().show(); load().map(|f| f.run()).map_err(|e| e.show()); }
struct S; impl S { fn load(&self) -> Result<Foo> { Ok(Foo) } fn h(&self) { match self.load() { Ok(f) => f.run(), Err(e) if e.is_bad() => {}, Err(e) => e.show() } } }
trait Loader { type Error: Shown; fn load(&self) -> std::result::Result<Foo, Self::Error>; }
trait Shown { fn shown(&self); }
fn i<L: Loader>(l: L) { if let Err(e) = l.load() { e.shown(); } }
async fn later() -> Result<Foo> { Ok(Foo) }
async fn j() { match later().await { Err(e) => e.show(), Ok(f) => f.run() } }
//- src/error.rs
pub struct Error;
impl Error { pub fn show(&self) {} pub fn is_bad(&self) -> bool { true } }
pub type Result<T, E = Error> = std::result::Result<T, E>;
`,
    [
      "src/lib.rs#S.h call src/error.rs#Error.is_bad inferred",
      "src/lib.rs#S.h call src/error.rs#Error.show inferred",
      "src/lib.rs#S.h call src/lib.rs#Foo.run inferred",
      "src/lib.rs#S.h call src/lib.rs#S.load",
      "src/lib.rs#a call src/error.rs#Error.show inferred",
      "src/lib.rs#a call src/lib.rs#Foo.run inferred",
      "src/lib.rs#a call src/lib.rs#load",
      "src/lib.rs#b call src/error.rs#Error.show inferred",
      "src/lib.rs#b call src/lib.rs#crates",
      "src/lib.rs#c call src/lib.rs#Foo.run inferred",
      "src/lib.rs#c call src/lib.rs#elsewhere",
      "src/lib.rs#d call src/error.rs#Error.show inferred",
      "src/lib.rs#d call src/lib.rs#crates",
      "src/lib.rs#d call src/lib.rs#load",
      "src/lib.rs#e call src/error.rs#Error.show inferred",
      "src/lib.rs#e call src/lib.rs#load",
      "src/lib.rs#f call src/error.rs#Error.show inferred",
      "src/lib.rs#g call src/error.rs#Error.show inferred",
      "src/lib.rs#g call src/lib.rs#Foo.run inferred",
      "src/lib.rs#g call src/lib.rs#load",
      "src/lib.rs#i call src/lib.rs#Loader.load inferred",
      "src/lib.rs#i call src/lib.rs#Shown.shown inferred",
      "src/lib.rs#j call src/error.rs#Error.show inferred",
      "src/lib.rs#j call src/lib.rs#Foo.run inferred",
      "src/lib.rs#j call src/lib.rs#later",
    ],
  ],
  [
    "a block for all types that have something is for those alone",
    `//- src/lib.rs
pub trait Draw { fn draw(&self); }
pub trait Ext { fn to_string(&self, format: &str); }
impl<T: ?Sized + Draw> Ext for T { fn to_string(&self, format: &str) {} }
pub trait More { fn more(&self); }
impl<T> More for T where T: Draw { fn more(&self) {} }
pub struct Foo;
impl Draw for Foo { fn draw(&self) {} }
pub struct Bar;
fn a(foo: Foo, bar: Bar) { foo.to_string("x"); bar.to_string(); foo.more(); bar.more(); }
fn b<D: Draw>(it: D) { it.more(); }
`,
    [
      "src/lib.rs#Foo inherit src/lib.rs#Draw",
      "src/lib.rs#a call src/lib.rs#T.more inferred",
      "src/lib.rs#a call src/lib.rs#T.to_string inferred",
      "src/lib.rs#b call src/lib.rs#T.more inferred",
    ],
  ],
  [
    "a block for all types is one of a type that is named, too, but not of a trait",
    `//- src/lib.rs
pub trait Load { fn load(n: u8) -> Self; fn kind() -> u8; }
impl<T: Default> Load for T { fn load(n: u8) -> Self { T::default() } }
pub trait Draw {}
pub trait Put { fn put(n: u8); }
impl<T: Draw> Put for T { fn put(n: u8) {} }
pub struct Foo;
impl Foo { fn run(&self) {} }
pub struct Own;
impl Own { fn load(n: u8) -> Own { Own } }
fn a() { let foo = Foo::load(1); foo.run(); Foo::kind(); }
fn b() { Own::load(1); Foo::put(1); Draw::load(1); outside::Thing::load(1); }
`,
    [
      "src/lib.rs#a call src/lib.rs#Foo.run inferred",
      "src/lib.rs#a call src/lib.rs#Load.kind inferred",
      "src/lib.rs#a call src/lib.rs#T.load inferred",
      "src/lib.rs#b call src/lib.rs#Own.load",
    ],
  ],
  [
    "within a function that has the name of a parameter that is the parameter",
    `//- src/lib.rs
pub trait Sink { fn add(&mut self, x: u8); }
impl<F> Sink for F where F: FnMut(u8) { fn add(&mut self, x: u8) { self(x) } }
fn a(report: &mut dyn Sink) { let mut report = |x: u8| { report.add(x); }; report(1); b(&mut report); }
fn b(report: &mut dyn Sink) {}
`,
    [
      "src/lib.rs#a call src/lib.rs#a.report",
      "src/lib.rs#a call src/lib.rs#b",
      "src/lib.rs#a.report call src/lib.rs#Sink.add inferred",
    ],
  ],
  [
    "what a call writes for the parameters of a function",
    `//- src/lib.rs
pub struct Foo; impl Foo { fn go(&self) {} }
pub trait Go { fn go(&self); }
pub struct List<T> { one: T } impl<T> List<T> { fn get(&self) -> &T { &self.one } }
pub struct Db; impl Db { fn find<'a, T>(&'a self, id: u32) -> Option<T> { None } }
fn zero<T: Go>() -> T { todo!() }
fn all<K, V>() -> Vec<List<V>> { vec![] }
fn a() { zero::<Foo>().go(); }
fn b() { for one in all::<Db, Foo>() { one.get().go(); } }
fn c(db: Db) { let foo = db.find::<Foo>(1).unwrap(); foo.go(); }
`,
    [
      "src/lib.rs#a call src/lib.rs#Foo.go inferred",
      "src/lib.rs#a call src/lib.rs#zero",
      "src/lib.rs#b call src/lib.rs#Foo.go inferred",
      "src/lib.rs#b call src/lib.rs#List.get inferred",
      "src/lib.rs#b call src/lib.rs#all",
      "src/lib.rs#c call src/lib.rs#Db.find inferred",
      "src/lib.rs#c call src/lib.rs#Foo.go inferred",
    ],
  ],
  [
    "what a type from elsewhere holds that is given one type, in patterns, by its place and as what it is used like",
    `//- src/lib.rs
use axum::{extract::{Query, State}, Json};
pub struct Foo; impl Foo { fn go(&self) {} fn next(&self) -> Foo { Foo } }
pub struct App { foo: Foo }
async fn a(State(foo): State<Arc<Foo>>, web::Json(mut other): web::Json<Foo>) { foo.go(); other.next(); }
fn b(foo: Query<Foo>) { foo.0.go(); foo.next(); }
fn c(app: web::Data<App>) { app.foo.go(); }
fn d<T>(one: T) -> Json<T> { Json(one) }
fn e() { d::<Foo>(Foo).0.go(); }
fn f(Pair(foo, _): Pair<Foo, u32>, both: Pair<Foo, u32>) { foo.go(); both.0.go(); }
//- src/own.rs
use crate::Foo;
struct Json<T>(u32, T);
fn a(Json(count, foo): Json<Foo>, one: Json<Foo>) { count.go(); one.0.go(); foo.go(); }
`,
    [
      "src/lib.rs#a call src/lib.rs#Foo.go inferred",
      "src/lib.rs#a call src/lib.rs#Foo.next inferred",
      "src/lib.rs#b call src/lib.rs#Foo.go inferred",
      "src/lib.rs#c call src/lib.rs#Foo.go inferred",
      "src/lib.rs#e call src/lib.rs#Foo.go inferred",
      "src/lib.rs#e call src/lib.rs#d",
      "src/own.rs#a call src/lib.rs#Foo.go inferred",
    ],
  ],
  [
    "methods of traits on types from elsewhere: of the type itself, of what it makes, of ranges, by whole paths, behind macros",
    `//- src/lib.rs
use std::{ops::{Range, RangeInclusive}, time::Duration};
trait Ext { fn saturating(n: i64) -> Self; fn whole(&self) -> u64; }
impl Ext for Duration {
    fn saturating(n: i64) -> Self { Duration::from_secs(1) }
    fn whole(&self) -> u64 { 1 }
}
trait Pieces { fn pieces(self, n: u32) -> u32; }
impl Pieces for Range<u32> { fn pieces(self, n: u32) -> u32 { 1 } }
impl Pieces for RangeInclusive<u32> { fn pieces(self, n: u32) -> u32 { 2 } }
trait Checked { fn checked(self) -> Self; }
impl<T, E> Checked for Result<T, E> { fn checked(self) -> Self { self } }
fn a() { Duration::saturating(3); std::time::Duration::saturating(4); Other::saturating(5); }
fn b() { Duration::from_secs(1).whole(); }
fn c() { let d = Duration::from_secs(1); d.whole(); }
fn d() { Instant::now().whole(); Other::new().whole(); }
fn e() { (0..10).pieces(4); }
fn f() { let all = 0..=10; all.pieces(4); (..).pieces(1); }
fn g(all: std::ops::Range<u32>) { all.pieces(4); }
async fn h() { sqlx::query_scalar!("select 1").fetch_one(()).await.checked(); }
`,
    [
      "src/lib.rs#a call src/lib.rs#Duration.saturating inferred",
      "src/lib.rs#b call src/lib.rs#Duration.whole inferred",
      "src/lib.rs#c call src/lib.rs#Duration.whole inferred",
      "src/lib.rs#e call src/lib.rs#Range.pieces inferred",
      "src/lib.rs#f call src/lib.rs#RangeInclusive.pieces inferred",
      "src/lib.rs#g call src/lib.rs#Range.pieces inferred",
      "src/lib.rs#h call src/lib.rs#Result.checked inferred",
    ],
  ],
  [
    "of types from elsewhere that have one name the one by whose path it is called, or either",
    `//- src/lib.rs
trait Ext { fn whole(&self) -> u64; fn made() -> Self; }
impl Ext for std::time::Duration { fn whole(&self) -> u64 { 1 } fn made() -> Self { todo!() } }
impl Ext for time::Duration { fn whole(&self) -> u64 { 2 } fn made() -> Self { todo!() } }
fn a(d: time::Duration) { d.whole(); }
fn b() { std::time::Duration::made(); }
//- src/other.rs
use crate::Ext; use time::Duration;
fn c(d: Duration) { d.whole(); }
fn d() { Duration::made(); }
`,
    [
      "src/lib.rs#a call src/lib.rs#time.Duration.whole inferred",
      "src/lib.rs#b call src/lib.rs#std.time.Duration.made inferred",
      "src/other.rs#c call src/lib.rs#std.time.Duration.whole ambiguous",
      "src/other.rs#c call src/lib.rs#time.Duration.whole ambiguous",
      "src/other.rs#d call src/lib.rs#time.Duration.made inferred",
    ],
  ],
  [
    "another name for a type of the file, at its top and in a function",
    `//- src/lib.rs
use Error as Top; use serde as s;
pub struct Inner; impl Inner { fn code(&self) {} }
pub enum Error { Io(Inner), Other }
impl Error {
    fn a(&self) { use Error as E; match self { E::Io(err) => err.code(), E::Other => {} } }
    fn b(&self) { match self { Top::Io(err) => err.code(), _ => {} } }
}
fn c(top: Top) { top.a(); s::d(); }
`,
    [
      "src/lib.rs#Error.a call src/lib.rs#Inner.code inferred",
      "src/lib.rs#Error.b call src/lib.rs#Inner.code inferred",
      "src/lib.rs#c call src/lib.rs#Error.a inferred",
    ],
  ],
  [
    "what is derived: a command line is parsed into its type, and no other type is",
    `//- src/lib.rs
#[derive(Debug, clap::Parser)] pub struct Cli { n: u32 }
impl Cli { pub fn run(self) {} }
#[derive(Debug)] pub struct Other; impl Other { fn run(self) {} }
fn a() { let cli = Cli::parse(); cli.run(); }
fn b() { Cli::try_parse_from(["x"]).unwrap().run(); }
fn c() { Other::parse().run(); }
`,
    ["src/lib.rs#a call src/lib.rs#Cli.run inferred", "src/lib.rs#b call src/lib.rs#Cli.run inferred"],
  ],
  [
    "what queries give that are made for a type of rows",
    `//- src/lib.rs
pub struct Row; impl Row { fn go(&self) {} }
async fn a() { sqlx::query_as!(Row, "select 1").fetch_one(db()).await.unwrap().go(); }
async fn b() { let row = sqlx::query_as::<_, Row>("select 1").bind(1).fetch_optional(()).await.unwrap(); row.go(); }
async fn c() { for row in query_as!(Row, "x").fetch_all(()).await? { row.go(); } }
fn d(text: &str) { serde_json::from_str::<Row>(text).unwrap().go(); text.lines().collect::<Vec<Row>>()[0].go(); }
fn db() {}
`,
    [
      ..."a b c d".split(" ").map((name) => `src/lib.rs#${name} call src/lib.rs#Row.go inferred`),
      "src/lib.rs#a call src/lib.rs#db",
    ],
  ],
  [
    "tasks, threads and channels of Rust's libraries, by name",
    `//- src/lib.rs
pub struct Foo; impl Foo { fn go(&self) {} fn make() -> Foo { Foo } fn abort(&self) {} }
async fn w() -> Foo { Foo }
async fn x() -> Result<Foo, ()> { Ok(Foo) }
async fn a() { let (one, other) = tokio::join!(w(), w()); one.go(); }
async fn b() { let (one, other) = tokio::try_join!(x(), x()).unwrap(); other.go(); }
async fn c() { let task = tokio::spawn(w()); task.abort(); task.await.unwrap().go(); }
async fn d() { tokio::task::spawn_blocking(|| Foo::make()).await.unwrap().go(); }
async fn e() { tokio::time::timeout(D, w()).await.unwrap().go(); }
async fn f(mut rx: mpsc::Receiver<Foo>) { while let Some(one) = rx.recv().await { one.go(); } rx.abort(); }
async fn g() { let (tx, mut rx) = mpsc::channel::<Foo>(3); rx.recv().await.unwrap().go(); }
fn h() { let thread = std::thread::spawn(move || Foo::make()); thread.join().unwrap().go(); }
`,
    [
      ..."a b c d e f g h".split(" ").map((name) => `src/lib.rs#${name} call src/lib.rs#Foo.go inferred`),
      ..."a c e".split(" ").map((name) => `src/lib.rs#${name} call src/lib.rs#w`),
      "src/lib.rs#b call src/lib.rs#x",
      ..."d h".split(" ").map((name) => `src/lib.rs#${name} call src/lib.rs#Foo.make`),
    ],
  ],
  [
    "types that a trait leaves to who has it are given by their names, in bounds, behind impl and dyn, beside others",
    `//- src/lib.rs
mod repo;
use repo::{Both, Repo};
pub struct Foo; impl Foo { fn go(&self) {} }
pub struct Bar; impl Bar { fn go(&self) {} }
fn a<R: Repo<Item = Foo>>(r: R) { r.get().unwrap().go(); }
fn b(r: impl Repo<Item = Foo>) { r.get().unwrap().go(); }
fn c(r: &dyn Repo<Item = Foo>) { for one in r.all() { one.go(); } }
fn d<B: Both<Foo, Second = Bar>>(b: B) { b.one().go(); }
fn e<B>(b: B) where B: Both<Foo, Second = Bar> { b.two().go(); }
fn f<R: Repo>(r: R) { r.get().unwrap().go(); }
//- src/repo.rs
pub trait Repo { type Item; fn get(&self) -> Option<Self::Item>; fn all(&self) -> Vec<Self::Item>; }
pub trait Both<T> { type Second: Clone; fn one(&self) -> T; fn two(&self) -> Self::Second; }
`,
    [
      ..."a b f".split(" ").map((name) => `src/lib.rs#${name} call src/repo.rs#Repo.get inferred`),
      ..."a b c d".split(" ").map((name) => `src/lib.rs#${name} call src/lib.rs#Foo.go inferred`),
      "src/lib.rs#c call src/repo.rs#Repo.all inferred",
      "src/lib.rs#d call src/repo.rs#Both.one inferred",
      "src/lib.rs#e call src/lib.rs#Bar.go inferred",
      "src/lib.rs#e call src/repo.rs#Both.two inferred",
    ],
  ],
  [
    "modules of a folder in src that is called like those of Cargo's own targets, which stand beside its file",
    `//- app/Cargo.toml
[package]
name = "app"
//- app/src/lib.rs
mod tests;
pub struct Foo; impl Foo { pub fn new() -> Foo { Foo } }
//- app/src/tests/mod.rs
mod tools;
mod walks;
//- app/src/tests/tools.rs
pub fn tool() {}
//- app/src/tests/walks.rs
use crate::Foo;
use crate::tests::tools::tool;
fn walk() { Foo::new(); tool(); super::tools::tool(); }
//- app/tests/all.rs
mod tools;
fn all() { crate::tools::help(); app::Foo::new(); }
//- app/tests/tools.rs
pub fn help() {}
//- Cargo.toml
[workspace]
members = ["app"]
`,
    [
      "app/src/tests/walks.rs#walk call app/src/lib.rs#Foo.new",
      "app/src/tests/walks.rs#walk call app/src/tests/tools.rs#tool",
      "app/tests/all.rs#all call app/src/lib.rs#Foo.new",
      "app/tests/all.rs#all call app/tests/tools.rs#help",
    ],
  ],
  [
    "what is written out has its type, as an argument, in a variable and before the dot: texts of bytes, parts, lists",
    `//- src/lib.rs
pub struct Foo;
impl From<&'static [u8]> for Foo { fn from(one: &'static [u8]) -> Self { Foo } }
impl From<&'static str> for Foo { fn from(one: &'static str) -> Self { Foo } }
impl From<Vec<u8>> for Foo { fn from(one: Vec<u8>) -> Self { Foo::from(one.into_boxed_slice()) } }
impl From<Box<[u8]>> for Foo { fn from(one: Box<[u8]>) -> Self { Foo } }
impl From<u8> for Foo { fn from(one: u8) -> Self { Foo } }
pub trait Ext { fn go(&self); }
impl Ext for str { fn go(&self) {} }
impl Ext for &[u8] { fn go(&self) {} }
impl Ext for bool { fn go(&self) {} }
fn a() { Foo::from(&b"a"[..]); Foo::from(br"a".as_slice()); }
fn b() { let all = b"a"; Foo::from(&all[1..]); }
fn c() { let all = vec![1, 2]; Foo::from(all.clone()); }
fn d() { let text = "a"; Foo::from(text); Foo::from(&"abc"[1..]); }
fn e() { Foo::from(b'a'); }
fn f(all: Vec<u8>) { Foo::from(&all[1..]); }
fn g() { "a".go(); let text = r"a"; text.go(); String::from("a").go(); }
fn h() { b"a".go(); let all = &mut [0u8; 4]; all.go(); b"abc"[..].go(); }
fn i() { let is = true; is.go(); let mut some = 1; some.go(); c"a".go(); }
`,
    [
      "src/lib.rs#Foo.from~3 call src/lib.rs#Foo.from~4",
      "src/lib.rs#a call src/lib.rs#Foo.from",
      "src/lib.rs#b call src/lib.rs#Foo.from ambiguous",
      "src/lib.rs#b call src/lib.rs#Foo.from~2 ambiguous",
      "src/lib.rs#c call src/lib.rs#Foo.from~3",
      "src/lib.rs#d call src/lib.rs#Foo.from~2",
      "src/lib.rs#e call src/lib.rs#Foo.from~5",
      "src/lib.rs#f call src/lib.rs#Foo.from ambiguous",
      "src/lib.rs#f call src/lib.rs#Foo.from~2 ambiguous",
      "src/lib.rs#g call src/lib.rs#str.go inferred",
      "src/lib.rs#h call src/lib.rs#?.go inferred",
      "src/lib.rs#i call src/lib.rs#bool.go inferred",
    ],
  ],
  [
    "a let gives a name another meaning behind it, up to the end of its block",
    `//- src/lib.rs
pub struct Foo; pub struct Bar; pub struct Baz;
impl Foo { fn go(&self) {} fn bar(self) -> Bar { Bar } fn len(&self) {} fn all(&self) -> Vec<Foo> { vec![] } }
impl Bar { fn go(&self) {} fn baz(self) -> Baz { Baz } }
impl Baz { fn go(&self) {} }
fn a(x: Foo) { let x = x.bar(); x.go(); }
fn b() { let x = Foo; let x = x.bar(); let x = x.baz(); x.go(); }
fn c(x: Foo) { let x = x.unknown(); x.go(); }
fn d(x: Foo) { let x = &x.all(); x.len(); }
fn e(x: Foo) { { let x = Bar; x.baz(); } x.len(); }
fn f(x: Foo, y: Bar) { let (x, y) = (y, x); x.baz(); y.len(); }
fn g(x: Option<Foo>) { let Some(x) = x else { return }; let run = || { let x = x.bar(); x.baz() }; x.len(); }
fn h(x: Foo) { let x = if true { Bar } else { let x = x.bar(); x }; x.baz(); }
fn size() -> i32 { 1 }
fn i() { let size = if size() == 1 { 2 } else { 3 }; size; }
`,
    [
      "src/lib.rs#a call src/lib.rs#Bar.go inferred",
      ..."a b g.run h".split(" ").map((name) => `src/lib.rs#${name} call src/lib.rs#Foo.bar inferred`),
      ..."b e f g.run h".split(" ").map((name) => `src/lib.rs#${name} call src/lib.rs#Bar.baz inferred`),
      "src/lib.rs#b call src/lib.rs#Baz.go inferred",
      "src/lib.rs#d call src/lib.rs#Foo.all inferred",
      ..."e f g".split(" ").map((name) => `src/lib.rs#${name} call src/lib.rs#Foo.len inferred`),
      "src/lib.rs#i call src/lib.rs#size",
    ],
  ],
  [
    "functions that serde is told by their names in a text",
    `//- src/lib.rs
mod dates;
struct Foo {
  #[serde(default = "one", rename = "other")] a: i32,
  #[serde(with = "dates", skip_serializing_if = "Option::is_none")] b: i32,
  #[serde(deserialize_with = "dates::early", default = "Foo::two")] c: i32,
}
impl Foo { fn two() -> i32 { 2 } }
fn one() -> i32 { 1 }
fn other() {}
//- src/dates.rs
pub fn serialize() {}
pub fn deserialize() {}
pub fn early() {}
`,
    [
      "src/lib.rs#Foo call src/lib.rs#one",
      ..."serialize deserialize early".split(" ").map((name) => `src/lib.rs#Foo call src/dates.rs#${name}`),
      "src/lib.rs#Foo call src/lib.rs#Foo.two",
    ],
  ],
  [
    "what is there for tests alone is meant by tests, what is there without them by all else",
    `//- src/lib.rs
struct Table;
impl Table {
    #[cfg(not(test))]
    fn check(&self) {}
    #[cfg(test)]
    fn check(&self) {}
    fn go(&self) { self.check(); now(); both(); }
}
#[cfg(not(test))]
fn now() {}
#[cfg(test)]
fn now() {}
#[cfg(unix)]
fn both() {}
#[cfg(not(unix))]
fn both() {}
#[cfg(test)]
mod tests {
    use super::*;
    fn run(one: Table) { one.check(); now(); }
}
`,
    [
      "src/lib.rs#Table.go call src/lib.rs#Table.check inferred",
      "src/lib.rs#Table.go call src/lib.rs#both ambiguous",
      "src/lib.rs#Table.go call src/lib.rs#both~2 ambiguous",
      "src/lib.rs#Table.go call src/lib.rs#now inferred",
      "src/lib.rs#tests.run call src/lib.rs#Table.check~2 inferred",
      "src/lib.rs#tests.run call src/lib.rs#now~2 inferred",
    ],
  ],
  [
    "parameters of closures stand at their places behind one without a name, too",
    `//- src/lib.rs
pub struct Store; pub struct Ptr; impl Ptr { fn go(&self) {} }
impl Store { pub fn with<F>(&mut self, f: F) where F: Fn(&mut Self, &mut Ptr) {} }
fn a(store: &mut Store) { store.with(|_, one| one.go()); }
`,
    ["src/lib.rs#a call src/lib.rs#Ptr.go inferred", "src/lib.rs#a call src/lib.rs#Store.with inferred"],
  ],
  [
    "what is imported under one condition and what is there under another are candidates, whole imports too",
    `//- src/lib.rs
mod one; mod two;
#[cfg(feature = "x")]
pub use one::*;
#[cfg(not(feature = "x"))]
pub use two::*;
#[cfg(unix)]
use one::log;
#[cfg(not(unix))]
use two::{log, only};
#[cfg(unix)]
use one::Foo;
#[cfg(not(unix))]
pub struct Foo;
fn a() { make(); }
fn b() { log(); only(); Foo {}; }
mod sub { #[cfg(x)] use crate::one::go; #[cfg(not(x))] use crate::two::*; fn c() { go(); } }
mod other { #[allow(unused)] use crate::one::go; use crate::two::*; fn d() { go(); } }
//- src/one.rs
pub struct Foo;
pub fn make() {}
pub fn log() {}
pub fn go() {}
//- src/two.rs
pub fn make() {}
pub fn log() {}
pub fn only() {}
pub fn go() {}
//- src/three.rs
fn e() { crate::make(); }
`,
    [
      ..."lib.rs#a lib.rs#b lib.rs#sub.c three.rs#e".split(" ").flatMap((from, at) => {
        const name = ["make", "log", "go", "make"][at]!;
        return ["one", "two"].map((file) => `src/${from} call src/${file}.rs#${name} ambiguous`);
      }),
      ..."lib one".split(" ").map((file) => `src/lib.rs#b call src/${file}.rs#Foo ambiguous`),
      "src/lib.rs#b call src/two.rs#only",
      "src/lib.rs#other.d call src/one.rs#go",
    ],
  ],
  [
    "what a block for a type from elsewhere says that a type of its trait is; the larger of two is one of them",
    `//- src/lib.rs
use std::ops::Range;
pub trait Many { type Iter: Flow; fn many(self) -> Self::Iter; }
pub trait Flow { fn next(self) -> Self; fn end(self); }
pub struct Iter<T> { range: Range<T> }
impl<T> Many for Range<T> { type Iter = Iter<T>; fn many(self) -> Self::Iter { Iter { range: self } } }
impl<T> Flow for Iter<T> { fn next(self) -> Self { self } fn end(self) {} }
#[derive(Ord)]
pub struct Foo; impl Foo { fn go(&self) {} }
fn a() { (0..10).many().next().end(); }
fn b(one: Foo, other: Foo) { one.max(other).go(); let one = one.clamp(other, other); one.go(); }
`,
    [
      "src/lib.rs#Iter inherit src/lib.rs#Flow",
      "src/lib.rs#Range.many call src/lib.rs#Iter",
      ..."Iter.end Iter.next Range.many"
        .split(" ")
        .map((to) => `src/lib.rs#a call src/lib.rs#${to} inferred`),
      "src/lib.rs#b call src/lib.rs#Foo.go inferred",
    ],
  ],
  [
    "a method that only the module around sees hides none of a trait elsewhere",
    `//- src/lib.rs
mod naive; mod date;
pub trait Dated { fn day(&self); }
//- src/naive/mod.rs
pub mod date;
fn a(x: date::Naive) { x.day(); }
//- src/naive/date.rs
use crate::Dated;
pub struct Naive;
impl Naive { pub(super) const fn day(&self) {} fn c(&self) { self.day(); } }
impl Dated for Naive { fn day(&self) {} }
//- src/date.rs
use crate::{Dated, naive::date::Naive};
fn b(x: Naive) { x.day(); }
`,
    [
      "src/date.rs#b call src/naive/date.rs#Naive.day~2 inferred",
      "src/naive/date.rs#Naive inherit src/lib.rs#Dated",
      "src/naive/date.rs#Naive.c call src/naive/date.rs#Naive.day",
      "src/naive/mod.rs#a call src/naive/date.rs#Naive.day inferred",
    ],
  ],
  [
    "a parameter of a closure that is called like the function which is given that",
    `//- src/lib.rs
pub struct Scope; impl Scope { pub fn spawn(&self) {} }
pub fn scope<F, R>(run: F) -> R where F: FnOnce(&Scope) -> R {}
fn a() { scope(|scope| { scope.spawn(); }); }
fn b() { scope(|other| other.spawn()); }
`,
    [
      ..."a b".split(" ").map((name) => `src/lib.rs#${name} call src/lib.rs#scope`),
      ..."a b".split(" ").map((name) => `src/lib.rs#${name} call src/lib.rs#Scope.spawn inferred`),
    ],
  ],
];

test.each(rows)("%s", (_, source, expected) => check(source, expected));

describe("what rustc said of smoltcp and rhai was missing", () => {
  const lib = `//- Cargo.toml
[package]
name = "app"
//- src/lib.rs
mod kinds;
mod parser;
type Known = kinds::Kind;
pub struct Meta;
impl Meta { fn go(&self) {} }
`;
  test.each<[name: string, source: string, edges: readonly string[]]>([
    [
      "what a bound says that something can be made into",
      `${lib}fn a(meta: impl Into<Meta>) { let meta = meta.into(); meta.go(); }
fn b<T: AsRef<Meta>>(meta: T) { meta.as_ref().go(); }
fn c<T>(meta: T) where T: TryInto<Meta> { meta.try_into().unwrap().go(); }
`,
      [
        "src/lib.rs#a call src/lib.rs#Meta.go inferred",
        "src/lib.rs#b call src/lib.rs#Meta.go inferred",
        "src/lib.rs#c call src/lib.rs#Meta.go inferred",
      ],
    ],
    [
      "what arms of a match take of a pair that a call gives, and by reference",
      `${lib}fn pair() -> (Meta, Meta) { todo!() }
fn a() { match pair() { (one, _) => one.go() } }
fn b(meta: &Meta) { match meta { ref one if true => one.go(), _ => {} } }
`,
      [
        "src/lib.rs#a call src/lib.rs#Meta.go inferred",
        "src/lib.rs#a call src/lib.rs#pair",
        "src/lib.rs#b call src/lib.rs#Meta.go inferred",
      ],
    ],
    [
      "a macro that is given one call stands for what that gives, or what it holds",
      `${lib}macro_rules! check { ($e:expr) => { match $e { Ok(x) => x, Err(_) => return } }; }
fn made() -> Result<Meta, ()> { todo!() }
fn a() { let meta = check!(made()); meta.go(); }
fn b() { check!(made()).go(); }
fn c() { several!(made(), 1).go(); text!("a").go(); }
`,
      [
        "src/lib.rs#a call src/lib.rs#Meta.go inferred",
        "src/lib.rs#a call src/lib.rs#made",
        "src/lib.rs#b call src/lib.rs#Meta.go inferred",
        "src/lib.rs#b call src/lib.rs#made",
        "src/lib.rs#c call src/lib.rs#made",
      ],
    ],
    [
      "a block for another name of a type is one of the type",
      `${lib}//- src/kinds.rs
pub enum Kind { One(u8), Two }
//- src/parser.rs
use crate::Known;
impl Known { fn failed(self) {} }
fn a() { Known::One(1).failed(); }
fn b() { crate::kinds::Kind::Two.failed(); }
`,
      [
        "src/parser.rs#a call src/kinds.rs#Kind inferred",
        "src/parser.rs#a call src/parser.rs#Known.failed inferred",
        "src/parser.rs#b call src/parser.rs#Known.failed inferred",
      ],
    ],
  ])("%s", (_name, source, edges) => check(source, edges));
});
