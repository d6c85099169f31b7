import { describe, expect, test } from "@jest/globals";
import { check, graphOf } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

const mod = "//- go.mod\nmodule example.com/app/v2\n\ngo 1.23\n";
const systems = "aix darwin dragonfly freebsd linux netbsd openbsd windows".split(" ");

describe("Go packages", () => {
  rows([
    [
      "files of one folder see each other's names, exported or not",
      `${mod}//- a.go
package app
func Run() { helper(); table.draw() }
//- b.go
package app
type grid struct{}
var table = &grid{}
func helper() {}
func (g *grid) draw() {}
//- sub/c.go
package sub
func f() { helper() }
`,
      ["a.go#Run call b.go#helper", "a.go#Run call b.go#grid.draw inferred", "b.go call b.go#grid"],
    ],
    [
      "imports by module path: plain, renamed, dot, blank, and a package that its folder does not name",
      `${mod}//- store/store.go
package store
func Open() {}
//- store/close.go
package store
func Close() {}
func unused() {}
//- go-kit/kit.go
package tools
func Cut() {}
//- main.go
package main
import (
  "fmt"
  "example.com/app/v2/store"
  db "example.com/app/v2/store"
  . "example.com/app/v2/store"
  "example.com/app/v2/go-kit"
  _ "example.com/app/v2/none"
)
func main() { store.Open(); db.Open(); Close(); tools.Cut(); fmt.Println(); store.Gone() }
`,
      [
        "main.go#main call store/store.go#Open",
        "main.go#main call store/close.go#Close",
        "main.go#main call go-kit/kit.go#Cut",
        "main.go import store/store.go",
        // By the dot: Close stands alone.
        "main.go import store/close.go",
        "main.go import go-kit/kit.go",
      ],
    ],
    [
      "of a package the files that say what is used of it, and a field of its name is not the package",
      `${mod}//- store/shop.go
package store
type Shop struct{}
//- store/close.go
package store
func Close() {}
//- main.go
package main
import "example.com/app/v2/store"
type Door struct{}
func (d Door) Close() {}
type House struct{ store Door }
func house() House { return House{} }
func run(s store.Shop) { house().store.Close() }
`,
      [
        "main.go#house call main.go#House",
        "main.go#run call main.go#house",
        "main.go#run call main.go#Door.Close inferred",
        "main.go import store/shop.go",
      ],
    ],
    [
      "names beyond ASCII are whole, in the name of a package and in what is used of it",
      `${mod}//- store/shop.go
package store
func Öffne() {}
//- store/close.go
package store
func Fetch() {}
//- main.go
package main
import "example.com/app/v2/store"
func run() { store.Öffne() }
`,
      ["main.go#run call store/shop.go#Öffne", "main.go import store/shop.go"],
    ],
    [
      "tests in the package and beside it; programs that share a folder",
      `${mod}//- p/p.go
package p
func F() { setup() }
//- p/in_test.go
package p
func setup() {}
func TestIn() { F(); setup() }
//- p/out_test.go
package p_test
import "example.com/app/v2/p"
func setup() {}
func TestOut() { p.F(); setup(); F() }
`,
      [
        "p/p.go#F call p/in_test.go#setup",
        "p/in_test.go#TestIn call p/p.go#F",
        "p/in_test.go#TestIn call p/in_test.go#setup",
        "p/out_test.go#TestOut call p/p.go#F",
        "p/out_test.go#TestOut call p/out_test.go#setup",
      ],
    ],
    [
      "a function for each system is one of several",
      `${mod}//- a_linux.go
package app
func open() {}
//- a_windows.go
package app
func open() {}
//- b.go
package app
func f() { open() }
`,
      ["b.go#f call a_linux.go#open ambiguous", "b.go#f call a_windows.go#open ambiguous"],
    ],
    [
      "and of each of eight",
      `${mod}${systems.map((system) => `//- a_${system}.go\npackage app\nfunc open() {}\n`).join("")}//- b.go
package app
func f() { open() }
`,
      systems.map((system) => `b.go#f call a_${system}.go#open ambiguous`),
    ],
    [
      "a file of one system calls what is there on that system, also in other packages",
      `${mod}//- sys/open_linux.go
package sys
func Open() {}
//- sys/open_darwin.go
package sys
func Open() {}
//- sys/open_other.go
//go:build !linux && !darwin

package sys
func Open() {}
//- run_linux.go
package app
import "example.com/app/v2/sys"
func onLinux() { sys.Open() }
//- run_unix.go
//go:build unix

package app
import "example.com/app/v2/sys"
func onUnix() { sys.Open() }
//- sys/close_windows_test.go
package sys
func TestOpen() { Open() }
`,
      [
        "run_linux.go import sys/open_linux.go",
        "run_linux.go#onLinux call sys/open_linux.go#Open",
        "run_unix.go import sys/open_darwin.go",
        "run_unix.go import sys/open_linux.go",
        "run_unix.go import sys/open_other.go",
        "run_unix.go#onUnix call sys/open_darwin.go#Open ambiguous",
        "run_unix.go#onUnix call sys/open_linux.go#Open ambiguous",
        "run_unix.go#onUnix call sys/open_other.go#Open ambiguous",
        "sys/close_windows_test.go#TestOpen call sys/open_other.go#Open",
      ],
    ],
    [
      "types and methods for each system, and a method on a type of all systems",
      `${mod}//- conn.go
package app
type Conn struct{}
//- conn_linux.go
package app
type poll struct{}
func (p *poll) wait() {}
func (c *Conn) read() { var p poll; p.wait() }
//- conn_windows.go
package app
type poll struct{}
func (p *poll) wait() {}
func (c *Conn) read() { var p poll; p.wait() }
//- use_linux_amd64.go
package app
func use(c *Conn) { c.read() }
//- any.go
package app
func anywhere(c *Conn) { c.read() }
`,
      [
        "any.go#anywhere call conn_linux.go#Conn.read ambiguous",
        "any.go#anywhere call conn_windows.go#Conn.read ambiguous",
        "conn_linux.go#Conn.read call conn_linux.go#poll.wait inferred",
        "conn_windows.go#Conn.read call conn_windows.go#poll.wait inferred",
        "use_linux_amd64.go#use call conn_linux.go#Conn.read inferred",
      ],
    ],
    [
      "of more systems than candidates are kept the file's own is among them",
      `${mod}${["aix", "darwin", "freebsd", "illumos", "linux", "netbsd", "openbsd", "windows"]
        .map((system) => `//- z_${system}.go\npackage app\nfunc page() {}\n`)
        .join("")}//- use_windows.go
package app
func use() { page() }
`,
      ["use_windows.go#use call z_windows.go#page"],
    ],
    [
      "the older lines, tags of one's own, and what is written in C beside it",
      `${mod}//- on.go
// +build debug,linux darwin

package app
func trace() {}
//- off.go
// +build !debug
// +build !darwin

package app
func trace() {}
//- use.go
//go:build debug

package app
func use() { trace() }
//- c.go
package app
import "C"
func size() {}
//- plain.go
//go:build !cgo
package app
func size() {}
//- c_use.go
package app
import "C"
func ask() { size() }
`,
      ["use.go#use call on.go#trace", "c_use.go#ask call c.go#size"],
    ],
    [
      "Go's own compiler is meant, but where a file speaks of another one",
      `${mod}//- gc.go
//go:build linux && gc

package app
func call() {}
//- gccgo.go
//go:build linux && gccgo

package app
func call() {}
//- gccgo_use.go
//go:build gccgo

package app
func useOther() { call() }
//- use_linux.go
package app
func use() { call() }
//- any.go
//go:build gc || gccgo

package app
func useAny() { call() }
`,
      [
        "any.go#useAny call gc.go#call inferred",
        "gccgo_use.go#useOther call gccgo.go#call",
        "use_linux.go#use call gc.go#call",
      ],
    ],
    [
      "files for versions of Go, and tags in a condition too long to be told",
      `${mod}//- new.go
//go:build go1.21

package app
func clear() {}
//- old.go
//go:build !go1.21

package app
func clear() {}
//- use.go
//go:build go1.22

package app
func use() { clear() }
//- many.go
//go:build a && b && c && d && e && f && g && h && i && j

package app
func useMany() { clear() }
`,
      [
        "many.go#useMany call new.go#clear ambiguous",
        "many.go#useMany call old.go#clear ambiguous",
        "use.go#use call new.go#clear",
      ],
    ],
    [
      "what cannot be read says nothing, nor does a line behind the package",
      `${mod}//- a.go
//go:build linux &&

package app
func open() {}
//- b.go
package app
//go:build windows
func open() {}
//- c_linux.go
package app
func f() { open() }
`,
      ["c_linux.go#f call a.go#open ambiguous", "c_linux.go#f call b.go#open ambiguous"],
    ],
    [
      "several modules, vendored code, and no module at all",
      `//- tools/go.mod
module example.com/tools
//- tools/gen/gen.go
package gen
func Make() {}
//- vendor/github.com/x/y/y.go
package y
func Y() {}
//- main.go
package main
import (
  "example.com/tools/gen"
  "github.com/x/y"
)
func main() { gen.Make(); y.Y() }
`,
      ["main.go#main call tools/gen/gen.go#Make", "main.go#main call vendor/github.com/x/y/y.go#Y"],
    ],
    [
      "an import path that ends in a folder, before modules",
      `//- lib/lib.go
package lib
func F() {}
//- main.go
package main
import "github.com/me/app/lib"
func main() { lib.F() }
`,
      ["main.go#main call lib/lib.go#F"],
    ],
  ]);
});

describe("Go types", () => {
  rows([
    [
      "of what structs embed the nearest has the name, whatever stands before it",
      `//- a.go
package a
type Titled interface { Title() string }
type Trait struct { Titled }
type Builder struct{}
func (*Builder) Title() string { return "" }
type Context struct { *Trait; *Builder }
func f(c *Context) { c.Title() }
`,
      [
        "a.go#Builder inherit a.go#Titled",
        "a.go#Context inherit a.go#Builder",
        "a.go#Context inherit a.go#Titled",
        "a.go#Context inherit a.go#Trait",
        "a.go#Trait inherit a.go#Titled",
        "a.go#f call a.go#Builder.Title inferred",
      ],
    ],
    [
      "tests that stand beside a package, in one of their own, mean their own names",
      `//- a/a.go
package a
func read() {}
type Page struct{}
//- a/help_test.go
package a_test
func read() {}
type Page struct{}
//- a/a_test.go
package a_test
import "example.com/app/a"
func f() { read(); use(Page{}) }
func g() { use(a.Page{}) }
func use(page any) {}
//- go.mod
module example.com/app
`,
      [
        "a/a_test.go#f call a/a_test.go#use",
        "a/a_test.go#f call a/help_test.go#Page",
        "a/a_test.go#f call a/help_test.go#read",
        "a/a_test.go#g call a/a.go#Page",
        "a/a_test.go#g call a/a_test.go#use",
      ],
    ],
    [
      "methods are given in other files, embedded structs and interfaces pass theirs on",
      `${mod}//- base.go
package app
type Base struct{ name string }
type Doer interface { Do() Doer }
//- base_methods.go
package app
func (b *Base) Setup() { b.reset() }
func (b Base) reset() {}
//- child.go
package app
type Child struct {
  *Base
  Doer
  next *Child
}
type Both interface { Doer; Close() }
func (c *Child) Run() { c.Setup(); c.Base.reset(); c.next.Run(); c.Do().Do() }
func use(b Both) { b.Do(); b.Close() }
`,
      [
        "base_methods.go#Base.Setup call base_methods.go#Base.reset",
        "child.go#Child inherit base.go#Base",
        "child.go#Child inherit base.go#Doer",
        "child.go#Both inherit base.go#Doer",
        "child.go#Child.Run call base_methods.go#Base.Setup",
        "child.go#Child.Run call base_methods.go#Base.reset inferred",
        "child.go#Child.Run call child.go#Child.Run inferred",
        "child.go#Child.Run call base.go#Doer.Do",
        "child.go#use call base.go#Doer.Do inferred",
        "child.go#use call child.go#Both.Close inferred",
      ],
    ],
    [
      "locals: made, returned, asserted, ranged over, one of two results, a variadic parameter",
      `${mod}//- e.go
package app
type E struct{}
func (e *E) Go() {}
func (e *E) Self() *E { return e }
func Make() (*E, error) { return nil, nil }
func a() { e := &E{}; e.Go() }
func b() { e, err := Make(); e.Go(); err.Error() }
func c(x any) { if e, ok := x.(*E); ok { e.Go() } }
func d(m map[string]*E, l []E) { for k, e := range m { e.Go(); k.Go() }; for _, e := range l { e.Go() }; l[0].Go() }
func f(es ...*E) { for _, e := range es { e.Self().Go() } }
func g() { var e E; e.Go() }
func h() { e := new(E); l := make([]*E, 1); e.Go(); l[0].Go() }
func i(x any) { switch e := x.(type) { case *E: e.Go() } }
func j() { go func() { (&E{}).Go() }() }
func k() { q := []E{{}}; for len(q) > 0 { e := q[0]; e.Go() }; m := map[string]E{}; m["a"].Go() }
`,
      [
        "e.go#a call e.go#E",
        "e.go#a call e.go#E.Go inferred",
        "e.go#b call e.go#Make",
        "e.go#b call e.go#E.Go inferred",
        "e.go#c call e.go#E.Go inferred",
        "e.go#d call e.go#E.Go inferred",
        "e.go#f call e.go#E.Self inferred",
        "e.go#f call e.go#E.Go inferred",
        "e.go#g call e.go#E.Go inferred",
        "e.go#h call e.go#E",
        "e.go#h call e.go#E.Go inferred",
        "e.go#i call e.go#E.Go inferred",
        "e.go#j call e.go#E",
        "e.go#j call e.go#E.Go",
        "e.go#k call e.go#E.Go inferred",
      ],
    ],
    [
      "a local hides a function or a package, functions bound to names are functions, generics",
      `${mod}//- a.go
package app
func f() {}
func g(f func()) { f() }
func h() { f := func() { k() }; f() }
func k() { if f := other(); f != nil { f() }; f() }
type Set[T any] struct{ items []T }
func (s *Set[T]) Add(t T) { s.grow() }
func (s *Set[T]) grow() {}
func New[T any]() *Set[T] { return &Set[T]{} }
func m() { s := New[int](); s.Add(1) }
`,
      [
        "a.go#h call a.go#h.f",
        "a.go#h.f call a.go#k",
        "a.go#k call a.go#f",
        "a.go#Set.Add call a.go#Set.grow",
        "a.go#New call a.go#Set",
        "a.go#m call a.go#New",
        "a.go#m call a.go#Set.Add inferred",
      ],
    ],
    [
      "a conversion makes what the type makes",
      `${mod}//- a.go
package app
type Name string
func (n Name) Len() int { return 0 }
func f(s string) { n := Name(s); n.Len() }
`,
      ["a.go#f call a.go#Name", "a.go#f call a.go#Name.Len inferred"],
    ],
  ]);

  test("methods stand at their types, whatever file they are in", async () => {
    const graph = await graphOf(
      `${mod}//- a.go\npackage app\n\n// T does.\ntype T struct{}\n//- b.go\npackage app\n\n// Run runs.\nfunc (t *T) Run(x int) error { return nil }\n`,
    );
    const { kind, signature, doc } = graph.node("b.go#T.Run")!;
    expect({ kind, signature, doc }).toEqual({
      kind: "Method",
      signature: "func (t *T) Run(x int) error",
      doc: "Run runs.",
    });
    expect(graph.node("a.go#T")?.doc).toBe("T does.");
  });

  test("directives to the compiler and to linters are no doc text, and notes with a blank or a colon are", async () => {
    const graph = await graphOf(
      `${mod}//- a.go
package app

// f does it.
//
//go:noinline
func f() {}

//nolint:gocyclo // as long as it is
//lint:ignore U1000 later
// G is good: it is.
//export G
func G() {}

// see http://example.com
//See: more
//nolint
func h() {}
`,
    );
    expect(["f", "G", "h"].map((name) => graph.node(`a.go#${name}`)?.doc)).toEqual([
      "f does it.",
      "G is good: it is.",
      "see http://example.com\nSee: more",
    ]);
  });
});

describe("Go values", () => {
  rows([
    [
      "new, and named lists",
      `${mod}//- a.go
package app
type Row struct{}
func (r *Row) Draw() {}
type Rows []Row
func made() { new(Row).Draw() }
func index(all Rows) { all[0].Draw() }
func each(all Rows) { for _, one := range all { one.Draw() } }
`,
      [
        "a.go#made call a.go#Row",
        "a.go#made call a.go#Row.Draw",
        ..."index each".split(" ").map((one) => `a.go#${one} call a.go#Row.Draw inferred`),
      ],
    ],
    [
      "functions that are handed on, as arguments and in what is written out, and values of their names that are none",
      `${mod}//- web/web.go
package web
type Handler func(path string)
func Ping(path string) {}
type Pinger struct{}
//- a.go
package app
import "example.com/app/v2/web"
type S struct { open func(); name string }
func (s *S) list(path string) {}
func (s *S) more(path string) {}
func run() {}
func name() string { return "" }
type Route struct { Path string; Run web.Handler }
func (s *S) routes(on func(string, ...any)) {
  on("/list", s.list, s.name, s.open)
  on("/ping", web.Ping, web.Pinger{})
  later := func() {}
  on("/later", later)
  routes := []Route{{Path: "/more", Run: s.more}, {"/", nil}}
  on("", routes)
}
func other(run string, on func(string, ...any)) { name := "a"; on(name, run); on("/", new(S), make([]S, 1), (*S).list) }
var command = map[string]func(){"run": run}
`,
      [
        "a.go call a.go#run",
        "a.go#S.routes call a.go#S.list",
        "a.go#S.routes call a.go#S.more",
        "a.go#S.routes call a.go#S.routes.later",
        "a.go#S.routes call web/web.go#Ping",
        "a.go#S.routes call web/web.go#Pinger",
        "a.go#other call a.go#S",
        "a.go#other call a.go#S.list",
      ],
    ],
    [
      "functions that are handed on with what they are made for, and what a function gives that is called where it is written",
      `${mod}//- tuples/tuples.go
package tuples
func T3[A, B, C any](a A, b B, c C) int { return 1 }
//- a.go
package app
import "example.com/app/v2/tuples"
type Entry struct{}
func (e *Entry) Equal() bool { return true }
func Each[A any](a A) int { return 1 }
func Pair[A, B any](a A, b B) int { return 1 }
func by(all ...any) any { return all[0] }
func use(all []int, i int) { by(Each[int], Pair[int, string], tuples.T3[int, int, string], all[i]) }
func gives() func(int) int { return Each[int] }
func lists() any { return []any{Pair[int, int]} }
func asks() bool {
  entry := func() *Entry { return nil }()
  return entry.Equal()
}
`,
      [
        "a.go#asks call a.go#Entry.Equal inferred",
        "a.go#gives call a.go#Each",
        "a.go#lists call a.go#Pair",
        "a.go#use call a.go#Each",
        "a.go#use call a.go#Pair",
        "a.go#use call a.go#by",
        "a.go#use call tuples/tuples.go#T3",
      ],
    ],
    [
      "functions that are given back, kept, sent or listed, and values of their names that are none",
      `${mod}//- a.go
package app
type Cmd func()
func quit() {}
func name() string { return "" }
type S struct { open Cmd; name string; all []Cmd }
func (s *S) run() {}
func (s *S) shut() Cmd { s.open = s.run; return nil }
func (s *S) update() (*S, Cmd) { if s.name == "" { return s, quit }; return s, s.open }
func (s *S) label() string { text := s.name; s.name = text; return s.name }
func keep(s *S, ch chan Cmd, name string) { first, second := s.run, name; use(first, second); ch <- quit }
func list(s *S) []Cmd { s.all = []Cmd{quit, s.run}; return s.all }
func use(first Cmd, second string) {}
type Kept[T any] func(T)
func handle(int) {}
func kept() { _ = Kept[int](handle) }
var start Cmd = quit
`,
      [
        "a.go call a.go#quit",
        "a.go#S.shut call a.go#S.run",
        "a.go#S.update call a.go#quit",
        "a.go#keep call a.go#S.run inferred",
        "a.go#keep call a.go#quit",
        "a.go#keep call a.go#use",
        "a.go#kept call a.go#Kept",
        "a.go#kept call a.go#handle",
        "a.go#list call a.go#S.run inferred",
        "a.go#list call a.go#quit",
      ],
    ],
    [
      "what a call writes for the parameters of a function, of one type and of several, with arguments and without",
      `${mod}//- list/list.go
package list
type Shower interface { Show() }
type List[K comparable, V any] struct { all map[K]V }
func (l *List[K, V]) Get(key K) V { return l.all[key] }
func New[K comparable, V any](size int) *List[K, V] { return nil }
func Find[T Shower](id int) (T, error) { var one T; one.Show(); return one, nil }
//- a.go
package app
import "example.com/app/v2/list"
type Foo struct{}
func (f *Foo) Show() {}
func zero[T any]() T { var one T; return one }
func all[T any]() []T { return nil }
func one() { zero[*Foo]().Show() }
func each() { for _, foo := range all[Foo]() { foo.Show() } }
func kept() { foos := list.New[string, *Foo](1); foos.Get("a").Show() }
func found() { foo, err := list.Find[*Foo](1); foo.Show(); _ = err }
func index(makers map[string]func() *Foo, key string) { makers[key]().Show() }
`,
      [
        "a.go#Foo inherit list/list.go#Shower",
        "a.go#each call a.go#Foo.Show inferred",
        "a.go#each call a.go#all",
        "a.go#found call a.go#Foo.Show inferred",
        "a.go#found call list/list.go#Find",
        "a.go#index call a.go#Foo.Show inferred",
        "a.go#kept call a.go#Foo.Show inferred",
        "a.go#kept call list/list.go#List.Get inferred",
        "a.go#kept call list/list.go#New",
        "a.go#one call a.go#Foo.Show inferred",
        "a.go#one call a.go#zero",
        "list/list.go#Find call list/list.go#Shower.Show inferred",
      ],
    ],
  ]);
});
