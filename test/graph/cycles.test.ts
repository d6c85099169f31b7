import { describe, expect, test } from "@jest/globals";
import { allLanguages } from "../../src/languages/registry.ts";
import { timeOf } from "../helpers/time-of.ts";
import { filesOf, graphOfFiles } from "./fixture.ts";

const steps = (count: number, step: string): string => step.repeat(count);

const many = (count: number, part: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join("");

/**
 * By language what leads back to itself, so that it might be followed without an end, or be twice as large with each
 * step. Some of it no compiler takes, but a repository may hold it.
 */
const circles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  typescript: {
    "mapped types of themselves": `
//- a.ts
type L = { [P in keyof L]: L[P] }; type M = { [P in keyof M]: M[P] } & { [P in keyof M]: M[P] }; type N = { [P in keyof O]: O[P] }; type O = N;
function f(l: L, m: M, n: N) { l.a.b.c.go(); m.a.b.c.go(); n.a.b.c.go(); }
`,
    "tuples of tuples": `
//- a.ts
class X { x() {} }
${many(40, (i) => `type T${i + 1}<T> = ${i === 0 ? "T" : `T${i}<[T, T, T, T, T, T, T, T, T, T]>`};\n`)}
function f(t: T40<X>) { t[0][0].x(); }
`,
    "tuples with themselves in a place": `
//- a.ts
class X { x() {} }
type Q<T> = [value: T, next?: Q<T>]; type R<T> = [T, S<T>, S<T>]; type S<T> = [T, R<T>, R<T>]; type U<T> = T | [T, U<T>[], U<U<T>>];
function f(q: Q<X>, r: R<X>, u: U<X>) { q[0].x(); q[1][1][1][1][1][1][0].x(); r[1][2][1][2][1][0].x(); u[1][0][1].x(); }
`,
    "types that have themselves as their default": `
//- a.ts
class A<T = A> { one!: T; next(): T { return this.one; } }
class B<T = C> { one!: T }
class C<T = B> { one!: T }
class D<T = { d: D; more: T }> { one!: T }
type E<T = E> = { one: T; e: E<E<T>> };
interface F<T = F<F>, U = F<T, U>> { one: T; two: U }
function f(a: A, b: B, d: D, e: E, g: F) { a.next().next().go(); b.one.one.one.go(); d.one.d.one.more.go(); e.one.one.e.e.go(); g.one.two.one.two.go(); }
`,
    "types that are bounded by themselves": `
//- a.ts
class A<T extends A<T>> { one!: T; next(): T { return this.one; } }
class B<T extends U, U extends T> { one!: T; two!: U }
function f<T extends T>(a: T, b: A<A<any>>, c: B<any, any>) { a.go(); b.next().next().next().go(); c.one.two.go(); }
function g<T extends U, U extends V, V extends T>(a: T): U { return a.go(); }
function h<T extends ReturnType<typeof h>>(a: T): T { return h(a).go(); }
g(g(g(1))).go(); h(h(h(f))).go();
`,
    "names for types that stand for themselves": `
//- a.ts
type A = A;
type B = C; type C = B;
type D = D[]; type E = { e: E } & E; type F = F | G; type G = F & G;
type H = typeof h; const h: H = h;
type I<T> = I<I<T>>; type J<T> = T extends J<infer U> ? J<U> : J<J<T>>;
type K = K["k"]; type L = { [P in keyof L]: L[P] }; type M<T> = { [P in keyof T]: M<T[P]> };
type N = (n: N) => N; type O = new (o: O) => O; type P = [P, ...P[]]; type Q = Promise<Q>;
function f(a: A, b: B, d: D, e: E, g: F, i: I<A>, j: J<A>, k: K, l: L, m: M<M<L>>, n: N, o: O, p: P, q: Q) {
  a.go(); b.go(); d[0][0][0].go(); e.e.e.e.go(); g.go(); h.go(); i.go(); j.go(); k.go(); l.l.l.go(); m.m.m.go(); n(n)(n)(n).go(); new (new o(o))(o).go(); p[0][0].go();
  for (const [x, [y]] of p) y.go();
}
async function w(q: Q) { (await (await q)).go(); }
`,
    "classes that build on themselves": `
//- a.ts
class A extends A { f() { this.f(); super.f(); this.g(); } }
class B extends C { f() { super.f(); this.z(); } } class C extends D { f() { super.f(); } } class D extends B { f() { super.f(); } }
class G<T> extends G<G<T>> { one!: T; next(): G<G<T>> { return this; } }
class H<T> extends I<H<T>> {} class I<T> extends H<I<T>> { one!: T }
interface J<T> extends J<J<T>>, K<J<T>> { j: T } interface K<T> extends J<K<T>> { k: T }
function f(a: A, g: G<A>, h: H<A>, j: J<A>) { a.z(); g.next().next().next().one.one.one.z(); h.one.one.one.f(); j.j.k.j.k.z(); }
`,
    "what is mixed into itself": `
//- a.ts
type Ctor<T = {}> = new (...args: any[]) => T;
function M<B extends Ctor>(Base: B) { return class extends M(M(Base)) { m() { this.m(); this.z(); } }; }
class A extends M(A) { f() { this.m(); this.z(); } }
class B extends M(M(M(M(B)))) { f() { this.m(); } }
const C = M(C); class D extends C { f() { this.m(); this.z(); } }
const mix = (Base) => class X extends mix(Base) { f() { this.f(); this.z(); } };
class E extends mix(mix(E)) { g() { this.f(); } }
`,
    "objects that are put together of themselves": `
//- a.ts
const a = { ...a, b: a, f: () => a }; a.b.f().b.z();
const b = { ...c, f() { return c; } }; const c = { ...b, g() { return b; } }; b.f().g().f().g().z();
const d = () => ({ ...d(), d, e: d() }); d().d().e.d().z();
const e = [...e, e]; e[0][0].z();
const { f, g = f } = g; f.z(); g.z();
let h = () => h(); h()()().z();
function i(x = i()) { return i(x).j(i); } i().j().z();
let k = (k) => k(k); k(k)(k)(k).z();
const l = l.map((x) => l.map((y) => x.z(y)));
`,
    "modules that pass on each other": `
//- a.ts
export * from "./b"; export * from "./a"; export { x, y as z } from "./b"; export * as n from "./a"; export { n as m } from "./a";
//- b.ts
export * from "./c"; export * from "./a"; export { x as y, y as x } from "./a"; export { default } from "./c";
//- c.ts
export * from "./a"; export * from "./b"; export { default } from "./b"; import d from "./c"; export const k = d; export default k;
//- d.ts
import * as a from "./a"; import d, { x, y, n } from "./b";
a.n.n.n.m.n.f(); x(); y(); d(); a.x.f(); n.n.m.f(); a.q();
`,
    "what is given grows on both sides": `
//- a.ts
class P<A, B> { a!: A; b!: B; two(): P<P<A, B>, P<A, B>> { return this as any; } }
class Q<T> { t!: T; next(): Q<P<T, T>> { return this as any; } }
class R<T> { t!: T; next(): R<[T, T, T, T, T, T, T, T]> { return this as any; } }
class S<T> { t!: T; next(): S<{ a: T; b: T; c: (t: T) => T }> { return this as any; } }
class U<T> { t!: T; next(): U<Map<T, T>> | U<T[]> | U<Set<T>> { return this as any; } }
class V<T> { t!: T; next(): V<(a: T, b: T) => T> | V<T> { return this as any; } }
class X { x() {} }
function twice<T>(t: T): P<T, T> { return t as any; }
function f(p: P<X, X>, q: Q<X>, r: R<X>, s: S<X>, u: U<X>, v: V<X>) {
  p${steps(40, ".two()")}.a.x(); q${steps(40, ".next()")}.t.x(); r${steps(40, ".next()")}.t.x(); s${steps(40, ".next()")}.t.x(); u${steps(40, ".next()")}.t.x(); v${steps(40, ".next()")}.t.x();
  ${steps(40, "twice(")}new X()${steps(40, ")")}.a.x();
  const t0 = twice(new X()); ${many(40, (i) => `const t${i + 1} = twice(t${i}); `)} t40.a.b.a.x();
  const r0 = [new X(), new X()]; ${many(40, (i) => `const r${i + 1} = [r${i}, r${i}]; `)} r40[0][0].x();
}
`,
    "what is given grows in the heads of classes": `
//- a.ts
class P<A, B> { a!: A; b!: B }
class C0<T> { t!: T; x() {} }
${many(40, (i) => `class C${i + 1}<T> extends C${i}<P<T, T>> {}\n`)}
${many(40, (i) => `type T${i + 1}<T> = ${i === 0 ? "T" : `T${i}<[T, T, T]>`};\n`)}
${many(40, (i) => `type U${i + 1}<T> = ${i === 0 ? "T" : `U${i}<T> | U${i}<T[]>`};\n`)}
interface D0<T> { t: T } ${many(40, (i) => `interface D${i + 1}<T> extends D${i}<T>, D${i}<T[]> {}\n`)}
function f(c: C40<C0<any>>, t: T40<C0<any>>, u: U40<C0<any>>, d: D40<C0<any>>) { c.t.a.b.x(); t[0][0].x(); u.x(); d.t.x(); }
`,
    "decorators that give themselves": `
//- a.ts
function d(x) { return d; }
@d(d)(d) class A { @d @d() f() { this.f(); } @(A.d) g() { this.g().z(); } }
`,
  },
  python: {
    "classes that build on themselves": `
//- a.py
class A(A):
    def f(self): self.f(); super().f(); self.z()
class B(C):
    def f(self): super().f(); self.z()
class C(D, B): pass
class D(B, C):
    def f(self): return super().f().f()
class E(Generic[T], E["E[T]"]):
    def next(self) -> "E[E[T]]": return self
    def one(self) -> T: pass
class F(type(F)): pass
class G(make(G)): 
    def f(self): self.f(); self.z()
def make(x): 
    class H(make(H)): 
        def f(self): self.f(); self.z()
    return H
def f(a: A, b: B, e: E[A]):
    a.f().z(); b.f().f().z(); e${steps(40, ".next()")}.one().one().z(); make(make(make(A)))().f()
`,
    "attributes that are each other": `
//- a.py
class A:
    b = B.c
    def __init__(self): self.x = self.y; self.y = self.x; self.p = self.p.q; self.q = self.q.p(self.p)
    def f(self): self.x.f(); self.y.z(); self.p.q.p.q.z(); return self.f().f()
    @property
    def g(self): return self.g.g
    def __getattr__(self, name): return getattr(self, name).z()
    def __iter__(self): return iter(self)
    def __getitem__(self, i): return self[i][i]
    def __call__(self): return self()()
    def __enter__(self): return self.__enter__().__enter__()
class Ping:
    def __await__(self) -> Generator[None, None, "Pong"]: pass
class Pong:
    def __await__(self) -> Generator[None, None, Ping]: pass
async def wait(ping: Ping): (await ping).z()
class B:
    c = A.b
    d = B.d.e
    e = B.e.d
def f(a: A):
    a.b.c.b.z(); B.d.e.d.z(); a.g.g.g.z(); a.h.h.z(); a[0][0].z(); a()()().z()
    for x in a:
        for y in x: y.z()
    with a as w: w.z()
x = y; y = x; x.z(); z = z.z(); z.z(); u, v = v, u; u.z(); (a, (b, c)) = (b, (c, a)); a.z()
d = {"d": d, **d}; d["d"]["d"].z(); l = [l, *l]; l[0][0].z(); k = lambda: k(); k()().z()
`,
    "types and decorators of themselves": `
//- a.py
T = TypeVar("T", bound="T")
A = A
B = Union["B", list["B"], dict["B", "B"]]
type C[T] = C[C[T]] | list[C[T]]
def d(f): return d(f)
@d
@e
def e(f):
    @e
    def g(*args): return g(*args)
    return g
@d(d)(d)
class F:
    @e
    def f(self) -> "F.f": self.f().z()
    @F
    def g(self: T) -> T: return self.g().g().z()
def h(a: A, b: B, c: C[int], t: T) -> "h": 
    a.z(); b[0][0].z(); c[0].z(); t.z(); h(a, b, c, t).z(); e(e)(e).z(); F().g().g().z()
`,
    "modules that pass on each other": `
//- a.py
from b import *
from a import *
from a import x as y, y as x
import a as m
__all__ = ["x", "y", "n"]
//- b.py
from a import *
from .a import x, m as n
import b
b.b.n.m.n.x(); n.z(); x(); y(); b.q()
//- p/__init__.py
from .p import *
from . import p as q
from p import p
//- p/p/__init__.py
from .. import *
from ... import *
from ..p import q as p
p.q.p.q.z()
`,
  },
  java: {
    "classes that build on themselves": `
//- A.java
class A extends A { void f() { this.f(); super.f(); z(); } A g() { return g().g(); } }
class B extends C { void f() { super.f(); z(); } class I extends B { class J extends I { void f() { f(); B.this.f(); } } } }
class C extends B implements D { void f() { super.f(); new B.I.J.I.J().f(); } }
interface D extends E, D { default void f() { D.super.f(); } } interface E extends D { void f(); }
class G<T> extends G<G<T>> { T one; G<G<T>> next() { return this; } }
class H<T extends H<T>> { T one() { return null; } <U extends U> U u(U u) { return u(u(u)); } <V extends W, W extends V> V v(W w) { return v(v(w)); } }
class X { void f(A a, G<A> g, H<?> h, C.I.J j) { a.g().g().z(); g${steps(40, ".next()")}.one.one.z(); h.one().one().one().z(); h.u(h).z(); h.v(h).z(); j.f(); var v = v; v.z(); var w = w.f(w); w.z(); } }
`,
    "what is given grows": `
//- A.java
import java.util.*; import java.util.function.*;
class P<A, B> { A a; B b; P<P<A, B>, P<A, B>> two() { return null; } P<List<P<A, B>>, Map<A, P<B, A>>> many() { return null; } Function<P<A, B>, P<A, P<A, B>>> fn() { return null; } }
class C0<T> { T t; void x() {} }
${many(30, (i) => `class C${i + 1}<T> extends C${i}<P<T, T>> {}\n`)}
class X { void f(P<X, X> p, C30<X> c) { p${steps(40, ".two()")}.a.x(); p${steps(20, ".many().b.get(p)")}.x(); p${steps(20, ".fn().apply(p)")}.a.x(); c.t.a.b.a.x(); 
  var r = List.of(p); ${many(30, (i) => `var r${i} = List.of(${i === 0 ? "r" : `r${i - 1}`}, ${i === 0 ? "r" : `r${i - 1}`}); `)} r29.get(0).get(0).x(); } void x() {} }
`,
  },
  csharp: {
    "classes that build on themselves": `
//- A.cs
class A : A { void F() { this.F(); base.F(); Z(); } A G() => G().G(); A this[int i] => this[i][i]; A P => P.P; static implicit operator A(A a) => a; }
class B : C { class I : B { class J : I { void F() { F(); } } } } partial class C : B, D { void F() { base.F(); } } partial class C : C.I.J { }
interface D : E, D { void F() { F(); } } interface E : D { }
class G<T> : G<G<T>> { public T One; public G<G<T>> Next() => this; }
class H<T> where T : H<T>, T { public T One() => null; U U<U>(U u) where U : U => U(U(u)); V V<V, W>(W w) where V : W where W : V => V(V(w)); }
delegate D1<T> D1<T>(D1<D1<T>> d);
static class X { public static T Ext<T>(this T t) where T : T => t.Ext().Ext(); static void F(A a, G<A> g, H<A> h, D1<A> d) {
  a.G().G().Z(); a[0][0].P.P.Z(); g${steps(40, ".Next()")}.One.One.Z(); h.One().One().Z(); d(d)(d)(d).Z(); a.Ext().Ext().G().Z(); var v = v; v.Z(); var (x, y) = (y, x); x.Z(); 
  foreach (var q in q) q.Z(); if (a is { P: { P: A b } } && b is A c) c.Z(); } }
namespace N { using N; using static N.Y; using Y = Y; class Y : N.Y { void F() { Y.Y.Y.F(); Z(); } } }
`,
    "what is given grows": `
//- A.cs
class P<A, B> { public A a; public B b; public P<P<A, B>, P<A, B>> Two() => null; public P<List<P<A, B>>, Dictionary<A, P<B, A>>> Many() => null; public (P<A, B>, P<A, B>, P<A, B>) Tup() => default; }
class C0<T> { public T t; public void X() {} }
${many(30, (i) => `class C${i + 1}<T> : C${i}<P<T, T>> {}\n`)}
class X { void F(P<X, X> p, C30<X> c) { p${steps(40, ".Two()")}.a.X(); p${steps(20, ".Many().b[p]")}.X(); p${steps(20, ".Tup().Item1")}.a.X(); c.t.a.b.a.X();
  var r0 = (p, p, p, p); ${many(30, (i) => `var r${i + 1} = (r${i}, r${i}, r${i}, r${i}); `)} r30.Item1.Item1.X(); } }
`,
  },
  rust: {
    "types that are made of themselves": `
//- src/lib.rs
use crate::*; use self::m::*; pub use crate::m as n; pub mod m { pub use super::*; pub use super::m::m as k; pub use self::k as j; pub fn f() { self::m::n::m::k::j::f(); z(); q(); } }
type A = A; type B = C; type C = Vec<B>; type E<T> = E<E<T>>; type F<T> = Option<F<Box<T>>>;
struct S<T> { one: T, next: Box<S<S<T>>> } impl<T> S<T> { fn next(&self) -> &S<S<T>> { &self.next } fn one(&self) -> T { self.one } }
impl<T> std::ops::Deref for S<T> { type Target = S<S<T>>; fn deref(&self) -> &S<S<T>> { &self.next } } struct U; impl Deref for U { type Target = U; fn deref(&self) -> &U { self } } struct V; impl Deref for V { type Target = W; fn deref(&self) -> &W { self } } struct W; impl Deref for W { type Target = V; fn deref(&self) -> &V { self } }
trait T1: T1 + T2 { type Item: T1<Item = Self::Item>; fn f(&self) -> Self::Item { self.f().f() } } trait T2: T1 { fn g(&self) -> Box<dyn T2> { self.g().g() } }
impl<T: T1> T1 for T where T: T2 { type Item = <T as T1>::Item; fn f(&self) -> Self::Item { self.f().g().z() } } impl<T> T2 for T where T: T2 {}
fn h<T: Into<T> + AsRef<T>>(t: T) -> impl Fn(T) -> T { h(h(t))(t).z(); h } macro_rules! m { ($($t:tt)*) => { m!($($t)* $($t)*) } }
fn g(a: A, b: B, e: E<A>, f: F<A>, s: S<A>, u: U, v: V) { a.z(); b[0][0].z(); e.z(); f.unwrap().unwrap().z(); s${steps(40, ".next()")}.one().one().z(); s.zz(); u.z(); v.z(); let x = x; x.z(); let (p, q) = (q, p); p.z(); let c = |c| c(c); c(c)(c).z(); m!(a b); }
impl Iterator for U { type Item = U; fn next(&mut self) -> Option<Self::Item> { for x in self { for y in x { y.z() } } self.next().unwrap().next() } }
`,
    "what is given grows": `
//- src/lib.rs
struct P<A, B> { a: A, b: B } impl<A, B> P<A, B> { fn two(self) -> P<P<A, B>, P<A, B>> { todo!() } fn many(self) -> P<Vec<P<A, B>>, HashMap<A, P<B, A>>> { todo!() } fn tup(self) -> (P<A, B>, P<A, B>, P<A, B>) { todo!() } }
struct X; impl X { fn x(&self) {} } 
${many(30, (i) => `type T${i + 1}<T> = ${i === 0 ? "T" : `P<T${i}<T>, T${i}<T>>`}; type O${i + 1}<T> = ${i === 0 ? "Vec<T>" : `O${i}<Vec<T>>`};\n`)}
fn f(p: P<X, X>, t: T30<X>, o: O30<X>) { p${steps(40, ".two()")}.a.x(); p${steps(20, ".many().b[p]")}.x(); p${steps(20, ".tup().0")}.a.x(); t.a.b.a.x(); o[0][0].x(); let r0 = (p, p, p); ${many(30, (i) => `let r${i + 1} = (r${i}, r${i}, r${i}); `)} r30.0.0.x(); }
`,
  },
  cpp: {
    "classes that build on themselves": `
//- a.hpp
#include "a.hpp"
#include "b.hpp"
//- b.hpp
#include "a.hpp"
struct A : A { void f() { f(); this->f(); A::A::f(); z(); } A* g() { return g()->g(); } A* operator->() { return this; } A& operator*() { return **this; } A& operator[](int i) { return (*this)[i]; } };
struct B : C { using C::f; using B::B; void f() { C::f(); z(); } struct I : B { struct J : I { void f() { f(); } }; }; }; struct C : B, C::I { void f() { B::f(); I::J::I::J::f(); } };
template <class T> struct G : G<G<T>> { T one; G<G<T>>* next() { return this; } using self = G<self>; self me(); typename G<T>::self you(); };
template <class T> struct H : T {}; struct K : H<K> { void f() { f(); z(); } }; struct L : H<H<H<L>>> { void f() { f(); z(); } };
template <class T, class U = H<T>> struct M : M<U, M<T, U>> { U u; void f() { this->f(); u.f(); } };
typedef A1 A2; typedef A2 A1; using A3 = A3; using A4 = A5*; using A5 = std::vector<A4>; typedef struct A6 A6; struct A6 { A6* a; };
namespace n { using namespace n; namespace m = n; using n::f; using namespace m::m; inline namespace o { using namespace n::o; void f() { m::m::n::o::f(); f(); z(); } } }
struct P { P* operator->(); }; struct Q { R operator->(); }; struct R { Q operator->(); void f(); }; struct S { std::shared_ptr<S> s; auto g() { return g()->g(); } decltype(g()) h(); };
#define F F(F)
#define X Y
#define Y X
void f(A a, B b, G<A> g, K k, L l, M<A> m, A1 a1, A3 a3, A4 a4, A6 a6, P p, Q q, S s) { a->g()->z(); a[0][0].z(); (**a).z(); b.f(); g${steps(40, ".next()")}.one.one.z(); g.me().me().you().z(); k.f(); l.f(); m.u.u.f(); a1.z(); a3.z(); a4[0][0]->z(); a6.a->a->z(); p->z(); q->z(); s.s->s->g()->h()->z(); n::m::m::f(); F; X(); auto v = v; v.z(); auto [x, y] = std::pair(y, x); x.z(); auto w = [](auto w) { return w(w); }; w(w)(w).z(); }
`,
    "what is given grows": `
//- a.cpp
template <class A, class B> struct P { A a; B b; P<P<A, B>, P<A, B>> two(); P<std::vector<P<A, B>>, std::map<A, P<B, A>>> many(); std::tuple<P<A, B>, P<A, B>> tup(); };
template <class T> struct C0 { T t; void x(); };
${many(30, (i) => `template <class T> struct C${i + 1} : C${i}<P<T, T>> {};\n`)}${many(30, (i) => `template <class T> using T${i + 1} = ${i === 0 ? "T" : `P<T${i}<T>, T${i}<T>>`};\n`)}
struct X { void x(); }; void f(P<X, X> p, C30<X> c, T30<X> t) { p${steps(40, ".two()")}.a.x(); p${steps(20, ".many().b[p]")}.x(); c.t.a.b.x(); t.a.b.a.x(); }
`,
  },
  c: {
    "types and headers that are made of themselves": `
//- a.h
#include "b.h"
//- b.h
#include "a.h"
#include "b.h"
#define A A(A)
#define B C
#define C B
typedef T T; typedef U V; typedef V U; typedef struct W { struct W *w; struct W (*f)(struct W); } W; typedef W *(*F)(F); struct X { struct X x; union { struct X y; }; };
void f(T t, U u, W *w, F g, struct X x) { A; B(); C(f); w->w->w->f(*w).w->f(*w); g(g)(g)(g); x.x.y.x.z(); f(f, f, f, f, f); z(); }
`,
  },
  go: {
    "types that embed each other": `
//- a.go
package a
import . "a"
import a "a"
type A struct { A }
type B struct { *C; D }
type C struct { B; *C }
type D interface { D; E }
type E interface { D; E; F() E }
type F F
type G H
type H G
type I []I
type J map[J]J
type K func(K) K
type L[T any] struct { one T; L2 *L[L[T]] }
func (l L[T]) Next() L[L[T]] { return l.Next().Next() }
func (l L[T]) One() T { return l.one }
type M[T M[T]] interface { M[T]; Do() T }
type N[T any] = N[N[T]]
type O[T O[T]] struct { M[O[T]]; P[T] }
type P[T any] struct { *O[T]; p P[P[T]] }
func f[T interface{ T }](a A, b B, d D, g F, h H, i I, j J, k K, l L[A], m M[A], n N[A], o O[A], t T) T {
	a.z(); a.A.A.A.z(); b.z(); b.C.B.C.D.z(); d.F().F().F().z(); g.z(); h.z(); i[0][0].z(); j[j][j].z(); k(k)(k).z(); l${steps(40, ".Next()")}.One().One().z()
	m.Do().Do().z(); n.z(); o.z(); o.P.O.P.p.p.p.z(); t.z(); a.f(); x := x; x.z(); p, q := q, p; p.z(); for _, r := range r { r.z() }; var c = func() { c().z() }; f(f(t)).z()
	return f[T](a, b, d, g, h, i, j, k, l, m, n, o, t)
}
`,
    "what is given grows": `
//- a.go
package a
type P[A, B any] struct { a A; b B }
func (p P[A, B]) Two() P[P[A, B], P[A, B]] { panic(1) }
func (p P[A, B]) Many() P[[]P[A, B], map[A]P[B, A]] { panic(1) }
func Pair[T any](t T) P[T, T] { panic(1) }
type X struct{}
func (x X) x() {}
${many(30, (i) => `type T${i + 1}[T any] struct { ${i === 0 ? "t T" : `T${i}[P[T, T]]`} }\n`)}
func f(p P[X, X], t T30[X]) { p${steps(40, ".Two()")}.a.x(); p${steps(20, ".Many().b[p]")}.x(); t.t.a.b.x(); r0 := Pair(p); ${many(30, (i) => `r${i + 1} := Pair(r${i}); `)} r30.a.b.x() }
`,
  },
  ruby: {
    "classes that take in themselves": `
//- a.rb
require "a"
require_relative "b"
class A < A; include A; extend A; prepend A; def f; f; super; z; self.f.f.z; end; A = A; B = A::B; end
module M; include M; extend self; include N; prepend N; def m; m; super; z; M.m.M.m; end; def self.included(b); b.extend(self); b.include(b); end; end
module N; include M; extend M; include N::N; def m; super; z; end; N = M; M = N; end
class C < D; include M; def method_missing(n, *a); send(n, *a); method_missing(n).z; end; end
class D < E; def f; super; z; end; end
class E < C; class << self; class << self; def g; g; z; end; end; def h; h; singleton_class.h; z; end; end; def f; super; end; end
class F < Struct.new(F); end; class G < G.make(G); def self.make(x); make(make(x)); Class.new(self); end; end
X = X; Y = Z; Z = Y; X::X::X.z; Y.z; C.new.f.f.z; M.m; N.m; A.new.f; A::A::B::B.new.f; E.h.h; x = x; x.z; a, b = b, a; a.z; l = ->(l) { l.(l) }; l.(l).z
alias f f; alias_method :g, :h; alias_method :h, :g; g; h; define_method(:k) { k { k.z } }; k; delegate :d, to: :d; def d; d.d.z; end; d
attr_reader :x; def x; @x ||= x.x; @x.z; @y = @w; @w = @y; @y.z; end; x.x
//- b.rb
require_relative "a"
module O; module O; module O; include O; def o; o; O::O.o; end; end; end; end
class O::O::O::P < O::P; def p; p; z; end; end; O::O::O::P.new.p
`,
  },
  bash: {
    "scripts that read themselves": `
//- a.sh
source a.sh; . ./b.sh; . "$(. ./a.sh)/a.sh"; ./a.sh; bash a.sh; exec ./b.sh
a() { a; a() { a; b; }; $(a "$(a)"); } ; function b { a | b & } ; trap a EXIT; trap trap trap; a; eval a; a=$(b) b
//- b.sh
. a.sh
source b.sh
b() ( b; c; a ); c() { b; b() { c; }; }; c
`,
  },
  php: {
    "classes and traits that use themselves": `
//- a.php
<?php namespace A; use A\\A; use A as B; use B as A; include 'a.php'; require __DIR__ . '/a.php';
class A extends A implements I { use T; use A; public A $a; function f(): static { $this->f()->f()->z(); parent::f(); self::f(); static::f(); $this->a->a->z(); return $this->f(); } function __get($n) { return $this->$n->z(); } function __call($n, $a) { return $this->z(); } }
class B extends C { function f(): parent { parent::f(); $this->z(); } } class C extends D { } class D extends B { function f(): self { return parent::f()->f(); } }
interface I extends I, J {} interface J extends I { function j(): J; }
trait T { use T; use U { U::u as t; T::t as u; t insteadof T; } function t(): self { $this->t()->t()->z(); self::t(); } }
trait U { use T { t as u; u as t; } use U; function u(): static { return $this->u()->t()->z(); } }
/** @template T of T @extends E<E<T>> @mixin E */ class E extends E { /** @return E<E<T>> */ function next() { return $this; } /** @return T */ function one() { return $this->next(); } }
enum F: string implements F { case A = self::A; const B = self::C; const C = self::B; function f() { self::A->f(); self::B->z(); } }
function f(A $a, B $b, J $j, E $e, callable $c = f) { $a->f()->a->f()->z(); $b->f()->f()->z(); $j->j()->j()->z(); $e${steps(40, "->next()")}->one()->one()->z(); $x = $x; $x->z(); [$p, $q] = [$q, $p]; $p->z(); $g = fn() => $g(); $g()()->z(); $h = $h->h($h); $h->z(); foreach ($l as $l) $l->z(); $s = static fn() => $s; new class extends A { use T; function f(): static { return new static; } }; f(...)(f(...))->z(); class_alias('A', 'A'); }
class_alias(A::class, B::class); class_alias(B::class, A::class);
`,
  },
  javascript: {
    "what leads back to itself": `
//- a.js
const a = require("./a"); const { b } = require("./b"); module.exports = require("./b"); module.exports.b = module.exports; exports = module.exports = { ...exports, a, b }; a.b.a.b.z(); b.b.z();
function F() { F.prototype = F.prototype; F.prototype = Object.create(F.prototype); this.f = this.g; this.g = this.f; return new F(); } F.prototype.f = F.prototype.g; F.prototype.g = F.prototype.f; F.F = F; F.prototype.__proto__ = F.prototype; new F.F.F().f().g().z(); F.call(F.apply(F.bind(F))).z();
Object.assign(F, F); Object.assign(F.prototype, F.prototype, G.prototype); function G() { F.call(this); G.call(this); } G.prototype = new G(); util.inherits(G, F); util.inherits(F, G); new G().f().z();
class H extends H { static h = H.h; #p = this.#p; get g() { return this.g.g; } f() { return super.f().f(); } static { H.h.h.z(); } } new H().g.f().z(); class I extends (class extends I {}) {} class J extends mix(mix(J)) { f() { this.f(); this.z(); } } function mix(B) { return class extends mix(B) { m() { this.m(); } }; }
let x = y, y = x; x.z(); [x, y] = [y, x]; ({ x, y = x } = y); const k = { k, get: () => k, ...k }; k.k.get().k.z(); const l = [...l, l]; l.map((m) => m.map((n) => n.z())); const p = p.then((q) => p.then(q)); p.then((r) => r.z()); const o = o.o ?? o?.o || o(o); o.o(o).z();
/** @typedef {A} A @typedef {{b: B, c: C}} B @typedef {B|C[]} C @template T @param {T} t @returns {T} */ function t(t) { return t(t(t)); } t(t(k)).k.z(); /** @type {B} */ let c; c.b.c[0].b.z();
//- b.js
module.exports = { ...require("./a"), b: require("./b") }; export * from "./a"; export * from "./b"; export { b as c, c as b } from "./b"; import { c } from "./b"; import * as n from "./b"; c.z(); n.n.z(); c(); n.c();
`,
  },
  tsx: {
    "components that show themselves": `
//- a.tsx
import React from "react"; export * from "./a"; import * as A from "./a";
type Props<P = Props> = P & { me: Props<Props<P>>; children?: (p: Props) => Props }; 
export const C: React.FC<React.ComponentProps<typeof C>> = memo(forwardRef((props, ref) => <C {...props} ref={ref}><A.C>{props.me.me.children(props).me.z()}</A.C></C>));
class D<P extends D<P>["props"]> extends React.Component<D<D<P>>["props"], D<P>["state"]> { state = this.state; render() { this.props.me.z(); this.state.s.z(); return <D {...this.props}>{(d) => d.render().z()}</D>; } }
const X = createContext<typeof X>(X); const useX = () => useContext(useX()); const [s, setS] = useState(() => s); const r = useRef<typeof r>(r); const m = useMemo(() => useMemo(() => m, [m]), [m]); const cb = useCallback((c) => cb(c), [cb]);
function F<T extends typeof F<T>>(p: T) { useX().z(); s.z(); setS((t) => t.z()); r.current.current.current.z(); m.z(); cb(cb)(cb).z(); return <F<typeof p> {...p}><C me={s}/></F>; } const G = F<typeof G>; const hoc = (W) => (p) => <W {...hoc(W)(p)} />; const Y = hoc(hoc(Y)); <Y.Z.Y />;
`,
  },
  vue: {
    "components that show each other": `
//- a.vue
<template><A v-for="a of f(f)" @x="f" @y="f(f(b))" :z="{ f }"><B>{{ f(f(f)).f.z() }}</B></A></template>
<script setup>import A from "./a.vue"; import B from "./b.vue"; import * as b from "./a.vue"; const f = (f) => f(f(b.default)); const x = y, y = x; x.z()</script>
//- b.vue
<script>import A from "./a.vue"; import B from "./b.vue"; export default { components: { A, B }, methods: { m() { this.m().m(); A.m(); } } }; export * from "./a.vue";</script><template><A><B/></A></template>
`,
  },
  svelte: {
    "components that show themselves": `
//- a.svelte
<script>import A from "./a.svelte"; export * from "./a.svelte"; let a = a; $: b = f(b); function f(f) { return f(a.f(f)).z(); }</script>
{#each f(a) as a}<A {...f(f)} on:x={f} y={f}>{#if f(a)}<svelte:self/>{/if}</A>{/each}
`,
  },
  erb: {
    "views and helpers that show each other": `
//- app/views/a/b.html.erb
<% @a = @b; @b = @a; a { |a| a(a).z } %><%= b.b.z; @a.z; @c.c.z; x = x; x.z %><% def a; a.a.z; end %>
//- app/helpers/a_helper.rb
module AHelper; include AHelper; include BHelper; def b; b.b.z; a; c; end; end
//- app/helpers/b_helper.rb
module BHelper; include AHelper; helper AHelper; helper_method :a, :a, :b; def a; b.a.z; end; end
//- app/controllers/a_controller.rb
class AController < AController; helper AController; helper_method :c, :x; def c; @c = @c.c; @c = c; c.z; x; end; include ActionView::Base; end
class ActionView::Base < ActionView::Base; include ActionView::Base; include AController; helper ActionView::Base; end
`,
  },
  blade: {
    "templates that show themselves": `
//- a.blade.php
@inject('a', 'A') @use('A', 'A') @foreach ($a->a($a) as $a) {{ $a->a($a)->a()->z() }} @endforeach @php $b = $c; $c = $b; $b->z(); function a() { return a(); } @endphp {!! a(a())->z() !!}
//- a.php
<?php class A extends A { function a() { return $this->a($this)->a(); } } function b() { return a(b()); }
`,
  },
  angular: {
    "templates that show each other": `
//- a.component.html
<app-a (a)="f(f)" *ngFor="let f of f(f); let a of a"><app-b #x [y]="x(x).y | a | b: (f | a)"/>@let a = a | a; @for (z of z; track z(z)) { {{ z.f.z() }} }{{ g.g.g() }}</app-a>
//- a.component.ts
@Component({ selector: "app-a", templateUrl: "./a.component.html" }) export class A extends A { g = this.g; f(f) { return f(this.f(this)).z(); } z = [this.z]; }
@Pipe({ name: "a" }) export class P extends P { transform(a) { return this.transform(a).transform(a); } }
//- b.ts
import { ɵtemplate } from "./b"; export { B as ɵtemplate }; import * as ɵ from "ɵ";
@Component({ selector: "app-b", template: \`<app-a/><app-b (x)="template(template); x.template()">{{ x.x.z() }}</app-b>\` }) export class B extends ɵtemplate { x = ɵselector_app_b; template() { return new ɵselector_app_b().template().z(); } }
`,
  },
  astro: {
    "pages that show themselves": `
//- a.astro
---
import A from "./a.astro"; const f = f(A); export const a = { a, f: () => a.f() };
---
<A x={f(f)}>{a.a.f().map((a) => <A>{a.f(f)}</A>)}</A>
`,
  },
  notebook: {
    "cells that lead back to themselves": `
//- a.ipynb
${JSON.stringify({ cells: ["class A(A):\n    b = A.b\n    def f(self): return self.f().b.z()\n", "x = y\ny = x\nx.z()\nA().f().f().b.z()\n", "from a import *\nimport a\na.a.z()\n"].map((source) => ({ cell_type: "code", source: source.split(/(?<=\n)/) })) })}
`,
  },
};

const cases = Object.entries(circles).flatMap(([language, rows]) =>
  Object.entries(rows).map(([name, source]) => [language, name, source] as const),
);

test("says of every language what leads back to itself", () => {
  expect(Object.keys(circles).sort()).toEqual([...allLanguages().keys()].sort());
});

describe("what leads back to itself is linked in a time that its size bounds", () => {
  test.each(cases)("%s: %s", async (_, __, source) => {
    const files = filesOf(source.trimStart());
    const milliseconds = await timeOf(async () => {
      const { edges } = await graphOfFiles(files);
      expect(edges.from.length).toBeLessThan(2 * source.length);
    });
    expect(milliseconds).toBeLessThan(10_000);
  });
});
