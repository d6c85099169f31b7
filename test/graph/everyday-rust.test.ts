import { beforeAll, describe, expect, test } from "@jest/globals";
import { check } from "./fixture.ts";
import { calledIn, rows } from "./followed.ts";

const types = `
use std::collections::HashMap;
#[derive(Clone, Default)]
pub struct Foo { n: u8, kids: Vec<Foo> }
impl Foo {
  pub const FIRST: Foo = Foo { n: 1, kids: vec![] };
  pub fn new() -> Self { loop {} }
  pub fn go(&self) {}
  pub fn next(&self) -> Foo { loop {} }
  pub fn maybe(&self) -> Option<Foo> { None }
  pub fn tried(&self) -> Result<Foo, String> { loop {} }
  pub fn ok(&self) -> bool { true }
  pub fn kids(&self) -> impl Iterator<Item = &Foo> + '_ { self.kids.iter() }
  pub fn boxed(&self) -> Box<dyn Iterator<Item = Foo>> { loop {} }
  pub fn each(&self, mut run: impl FnMut(&Foo)) { run(self) }
}
pub trait Act { type Out: Act; fn act(&self) -> Self::Out; }
impl Act for Foo { type Out = Foo; fn act(&self) -> Foo { loop {} } }
pub struct Holder<'a> { foo: Foo, opt: Option<&'a Foo>, list: Vec<Foo>, map: HashMap<String, Foo>, pair: (u8, Foo), arr: [Foo; 2], cow: std::borrow::Cow<'a, Foo> }
impl<'a> Holder<'a> {
  fn foo(&self) -> u8 { 1 }
  fn slice(&self) -> &[Foo] { &self.list }
}
pub struct Wrapped(u8, pub Foo);
pub enum Kind { One(Foo), Two(u8, Foo), Three { foo: Foo }, None }
pub struct Runner { at: usize }
impl Iterator for Runner { type Item = Foo; fn next(&mut self) -> Option<Foo> { None } }
pub struct Guard { foo: Foo }
impl std::ops::Deref for Guard { type Target = Foo; fn deref(&self) -> &Foo { &self.foo } }
fn with<R, F: FnOnce(&Foo) -> R>(f: F) -> R { loop {} }
fn both(f: &mut dyn FnMut(u8, &Foo)) {}
mod part { pub struct Foo; impl Foo { pub fn make() -> super::Foo { loop {} } } pub fn len(x: u8) -> super::Foo { loop {} } }
use part::len;
`;

const all = rows(
  "go",
  `
    h.foo.go();
    Foo::FIRST.go();
    if let Some(x) = h.opt { x.go(); }
    if let Some(ref x) = h.opt { x.go(); }
    if let Ok(mut x) = f.tried() { x.go(); }
    if let Some(f) = f.maybe() { f.go(); }
    while let Some(x) = f.maybe() { x.go(); }
    let Some(x) = f.maybe() else { return; }; x.go();
    match f.maybe() { Some(x) => x.go(), None => {} }
    match f.tried() { Ok(ref x) => x.go(), Err(_) => {} }
    match k { Kind::One(x) => x.go(), _ => {} }
    match k { Kind::Two(_, x) => x.go(), _ => {} }
    match k { Kind::Three { foo } => foo.go(), _ => {} }
    match k { Kind::Three { foo: x } => x.go(), _ => {} }
    let Wrapped(_, x) = w; x.go();
    w.1.go();
    let x = match f.maybe() { Some(x) => x, None => return }; x.go();
    let x = match 1 { 1 => f.next(), _ => Foo::new() }; x.go();
    let x = if f.ok() { f.next() } else { Foo::new() }; x.go();
    let f = f.maybe().map(|f| f.go());
    h.opt.map(|x| x.go());
    h.opt.map_or(0, |x| x.go());
    h.list.iter().for_each(|x| x.go());
    h.list.iter().filter(|&x| x.ok()).for_each(|x| x.go());
    h.list.iter().fold(0, |sum, x| x.go());
    h.list.sort_by(|a, b| b.go());
    h.list.retain(|x| x.go());
    h.list.iter().rev().skip_while(|x| x.ok()).nth(1).unwrap().go();
    for (i, x) in h.list.iter().enumerate() { x.go(); }
    for &x in h.slice() { x.go(); }
    h.slice()[0].go();
    h.arr[1].go();
    h.cow.go();
    h.pair.1.go();
    h.map.entry(key).or_default().go();
    h.map.values().next().unwrap().go();
    for (_, x) in &h.map { x.go(); }
    for x in f.kids() { x.go(); }
    for x in f.boxed() { x.go(); }
    f.each(|x| x.go());
    with(|x| x.go());
    both(&mut |n, x| x.go());
    for x in r { x.go(); }
    for (i, x) in r.enumerate() { x.go(); }
    r.take_while(|x| x.ok()).next().unwrap().go();
    g.go();
    f.act().go();
    let part = 1; part::Foo::make().go();
    let len = len(1); len.go();
    Foo { n: 1, kids: vec![] }.go();
    Foo::new().next().next().next().next().next().next().next().next().next().next().go();
    h.list.iter().map(|x| x.next()).for_each(|y| y.go());
    f.maybe().map(|x| x.next()).unwrap().go();
    h.list.iter().map(Foo::next).for_each(|y| y.go());
    h.list.iter().filter_map(|x| x.maybe()).for_each(|y| y.go());
    f.maybe().and_then(|x| x.maybe()).unwrap().go();
    let v = h.list.iter().collect::<Vec<_>>(); v[0].go();
    Box::new(Foo::new()).go();
    std::sync::Arc::new(Foo::new()).go();
    let x = Some(Foo::new()); if let Some(y) = x { y.go() }
    let x = Ok(Foo::new()); x.unwrap().go();
    std::cell::RefCell::new(Foo::new()).borrow().go();
    std::mem::take(&mut h.foo).go();
    std::mem::replace(&mut h.foo, Foo::new()).go();
    vec![Foo::new()][0].go();
    for x in vec![Foo::new()] { x.go(); }
    for x in [Foo::new()] { x.go(); }
    let v = vec![Foo::new()]; v[0].go();
    (f as &Foo).go();
    (&*f).go();
    f.clone().go();
    let c = || f.next(); c().go();
    h.list.first().unwrap().go();
    h.list.chunks(2).for_each(|c| c[0].go());
    let x = unsafe { f.next() }; x.go();
    let x = { f.next() }; x.go();
    if let Kind::One(x) | Kind::Two(_, x) = k { x.go() }
    match k { Kind::One(x) | Kind::Two(_, x) => x.go(), _ => {} }
    let x = f.ok().then(|| f.next()).unwrap(); x.go();
    f.maybe().unwrap_or_else(Foo::new).go();
    f.maybe().ok_or("").unwrap().go();
    f.maybe().ok_or("")?.go();
    Foo::default().go();
    let x: Foo = Default::default(); x.go();
    <Foo as Act>::act(f).go();
    let Foo { kids, .. } = f; kids[0].go();
    let mut s = vec![f.next()]; while let Some(x) = s.pop() { x.go(); }
    let x = &h.list[0]; x.go();
    let [a, b] = &h.arr; a.go();
    if let [a, ..] = h.slice() { a.go(); }
    match h.slice() { [a, rest @ ..] => a.go(), _ => {} }
    let x @ Foo { .. } = f; x.go();
    Foo::go(f);
    Foo::next(f).go();
    let (a, b) = (f.next(), 1); a.go();
    for x in h.list.drain(..) { x.go(); }
    for x in h.list.iter_mut() { x.go(); }
    for x in &mut h.list { x.go(); }
    for x in h.list.clone() { x.go(); }
    h.list.iter().enumerate().for_each(|(i, x)| x.go());
    h.list.iter().max_by_key(|x| x.ok()).unwrap().go();
    h.list.last().map(|x| x.go());
    h.list.get(0).map_or(false, |x| x.go());
    h.list.iter().any(|Foo { kids, .. }| kids[0].go());
    h.map.iter().for_each(|(k, v)| v.go());
    h.map.get("a").unwrap().go();
    h.map.get("a").cloned().unwrap_or_default().go();
    for x in h.map.values() { x.go(); }
    for (k, v) in h.map.iter() { v.go(); }
    if let Some(x) = h.map.get("a") { x.go(); }
    if let Some(x) = h.list.iter().find(|x| x.ok()) { x.go(); }
    let x = h.list.iter().find(|x| x.ok()).unwrap(); x.go();
    match h.list.get(0) { Some(x) if x.ok() => x.go(), _ => {} }
    match (f.maybe(), 1) { (Some(x), 1) => x.go(), _ => {} }
    if let (Some(x), 1) = (f.maybe(), 1) { x.go() }
    fn inner(x: &Foo) { x.go() }
    let p: *const Foo = f; unsafe { (*p).go() }
    let g2 = &g; g2.go();
    let x = if let Some(x) = f.maybe() { x } else { return }; x.go();
    let x = Wrapped(1, f.next()); x.1.go();
    h.list[..2].iter().for_each(|x| x.go());
    for x in &h.list[1..] { x.go(); }
    let Some(x) = h.list.first() else { return }; x.go();
    let v = std::vec![f.go()];
`,
);

describe("what Rust is written with every day is followed", () => {
  let called: ReadonlyMap<number, readonly string[]>;
  beforeAll(async () => {
    const given = "f: &Foo, h: &mut Holder<'_>, k: Kind, w: Wrapped, r: Runner, g: Guard, key: String";
    const functions = all.map(([statement], at) => `fn f${at}(${given}) { ${statement} }\n`);
    called = await calledIn("src/lib.rs", types + functions.join(""));
  });

  test.each(all.map(([statement, method], at) => [statement, method, at] as const))("%s", (_, method, at) => {
    expect(called.get(at)).toContain(method);
  });
});

describe("blocks and traits of Rust", () => {
  test.each([
    [
      "what a type parameter is at least where only the block says it",
      `//- src/lib.rs
trait Run { type Mask: Mask; fn run(&self) -> Self::Mask; }
trait Mask { fn bits(&self) {} }
struct All<V> { one: V, many: Vec<V> }
impl<V: Clone + Run> All<V> { fn a(&self) { self.one.run().bits(); } }
impl<V> All<V> where V: Run { fn b(&self) { for x in &self.many { x.run(); } } fn c(v: V::Mask) { v.bits(); } }
`,
      [
        "src/lib.rs#All.a call src/lib.rs#Mask.bits inferred",
        "src/lib.rs#All.a call src/lib.rs#Run.run inferred",
        "src/lib.rs#All.b call src/lib.rs#Run.run inferred",
        "src/lib.rs#All.c call src/lib.rs#Mask.bits inferred",
      ],
    ],
    [
      "what a method asks of a type parameter of its block, beside what the block asks",
      `//- src/lib.rs
trait Run { fn run(&self); }
trait Draw { fn draw(&self); }
struct All<V> { one: V, many: Vec<V> }
impl<V> All<V> {
  fn a(&self) where V: Run { self.one.run(); for x in &self.many { x.run(); } }
  fn b(&self) -> u8
  where
    V: Draw,
  { self.one.draw(); 1 }
  fn c(&self) { self.a(); }
}
impl<U: Run> All<U> { fn d(&self) where U: Draw { self.one.run(); self.one.draw(); } }
`,
      [
        "src/lib.rs#All.a call src/lib.rs#Run.run inferred",
        "src/lib.rs#All.b call src/lib.rs#Draw.draw inferred",
        "src/lib.rs#All.c call src/lib.rs#All.a",
        "src/lib.rs#All.d call src/lib.rs#Draw.draw inferred",
        "src/lib.rs#All.d call src/lib.rs#Run.run inferred",
      ],
    ],
    [
      "a field and a method of one name",
      `//- src/lib.rs
struct Config; impl Config { fn kind(&self) {} }
struct Vm { config: Config }
impl Vm { fn config(&self) -> u8 { 1 } fn go(&self) { self.config.kind(); self.config(); } }
`,
      ["src/lib.rs#Vm.go call src/lib.rs#Config.kind inferred", "src/lib.rs#Vm.go call src/lib.rs#Vm.config"],
    ],
    [
      "of several blocks its own method first, then that of the block around",
      `//- src/lib.rs
struct Foo<const N: usize>; trait Go { fn go(&self) {} }
impl Foo<1> { fn all(&self) { self.one(); } fn one(&self) {} }
impl Foo<2> { fn all(&self) { self.one(); } fn one(&self) {} }
struct Bar; impl Go for Bar { fn go(&self) {} }
impl Bar { pub fn go(&self) {} }
fn run(bar: Bar) { bar.go(); }
`,
      [
        "src/lib.rs#Foo.all call src/lib.rs#Foo.one",
        "src/lib.rs#Foo.all~2 call src/lib.rs#Foo.one~2",
        "src/lib.rs#Bar inherit src/lib.rs#Go",
        "src/lib.rs#run call src/lib.rs#Bar.go~2 inferred",
      ],
    ],
    [
      "its own method only for those who see it: not for a module whose name only begins alike",
      `//- src/lib.rs
pub mod a; mod ab;
pub trait Go { fn go(&self); }
//- src/a.rs
pub mod inner;
pub struct Foo;
impl Foo { fn go(&self) {} }
impl crate::Go for Foo { fn go(&self) {} }
//- src/a/inner.rs
use super::Foo; use crate::Go;
fn inside(foo: Foo) { foo.go(); }
//- src/ab.rs
use crate::a::Foo; use crate::Go;
fn outside(foo: Foo) { foo.go(); }
`,
      [
        "src/a.rs#Foo inherit src/lib.rs#Go",
        "src/a/inner.rs#inside call src/a.rs#Foo.go inferred",
        "src/ab.rs#outside call src/a.rs#Foo.go~2 inferred",
      ],
    ],
    [
      "methods of a trait on types from elsewhere and on all types, where the trait is in scope",
      `//- src/lib.rs
pub mod ext {
  pub trait Ext { fn wide(self) -> usize; }
  impl Ext for u32 { fn wide(self) -> usize { 1 } }
  impl<T> Ext for *const T { fn wide(self) -> usize { 2 } }
  impl Ext for [u8] { fn wide(self) -> usize { 3 } }
  pub trait More: Iterator { fn twice(self) {} }
  impl<T: Iterator> More for T {}
}
mod a { use crate::ext::Ext; fn a(x: u32) { x.wide(); } fn b(x: *const u8) { x.wide(); } fn c(x: &[u8]) { x.wide(); } fn d(x: u64) { x.wide(); } }
mod b { fn a(x: &[u8]) { x.wide(); } }
mod c { use crate::ext::More; fn a() { other::all().twice(); other::all().next(); } }
`,
      [
        "src/lib.rs#a.a call src/lib.rs#ext.u32.wide inferred",
        "src/lib.rs#a.b call src/lib.rs#ext.?.wide inferred",
        "src/lib.rs#a.c call src/lib.rs#ext.?.wide~2 inferred",
        "src/lib.rs#c.a call src/lib.rs#ext.More.twice inferred",
      ],
    ],
    [
      "what a pattern binds is not known beside it",
      `//- src/lib.rs
struct A; impl A { fn go(&self) {} } struct B; impl B { fn go(&self) {} }
enum Kind { A(A), B(B) }
fn run(kind: Kind) { match kind { Kind::A(x) => x.go(), Kind::B(x) => x.go() } }
`,
      ["src/lib.rs#run call src/lib.rs#A.go inferred", "src/lib.rs#run call src/lib.rs#B.go inferred"],
    ],
  ])("%s", (_, source, expected) => check(source, expected));
});
