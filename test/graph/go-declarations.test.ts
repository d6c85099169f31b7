/** What Go's type checker said was missing: names declared where they mean something else, and types of their own. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const mod = `//- go.mod\nmodule example.com/app\n`;

/** Methods of the same names everywhere: only what a variable is tells them apart. */
const types = `${mod}//- types.go
package app
type Foo struct{}
func (Foo) Run() {}
type Bar struct{}
func (Bar) Run() {}
type Runner interface { Run(); Stay() }
`;

describe("a name is known behind what declares it", () => {
  test.each<[name: string, source: string, edges: readonly string[]]>([
    [
      "a variable with the name of its type",
      `${mod}//- a.go
package app
type node struct{}
func (n *node) run() {}
func f() { node := &node{}; node.run() }
`,
      ["a.go#f call a.go#node", "a.go#f call a.go#node.run inferred"],
    ],
    [
      "a variable of a whole package with the name of a field of its type",
      `${mod}//- a.go
package app
type test struct{}
func (test) run() {}
var tests = []struct { name string; tests []test }{{name: "a"}}
func f() { for _, one := range tests { for _, t := range one.tests { t.run() } } }
`,
      ["a.go#f call a.go#test.run inferred"],
    ],
    [
      "variables with the name of what they get, first or second of two, in a function or in an if",
      `${types}//- a.go
package app
func made() (Foo, error) { return Foo{}, nil }
func both() (error, Foo) { return nil, Foo{} }
func f() { made, err := made(); made.Run(); _ = err }
func g() { if err, both := both(); err == nil { both.Run() } }
`,
      [
        "a.go#both call types.go#Foo",
        "a.go#f call a.go#made",
        "a.go#f call types.go#Foo.Run inferred",
        "a.go#g call a.go#both",
        "a.go#g call types.go#Foo.Run inferred",
        "a.go#made call types.go#Foo",
      ],
    ],
    [
      "parameters and variables with the name of a package that types of the head name",
      `${mod}//- hour/hour.go
package hour
type Hour struct{}
func (Hour) Time() int { return 0 }
func New() *Hour { return nil }
type Store interface { Get(n int) *Hour }
//- a.go
package app
import "example.com/app/hour"
func check(store hour.Store, hour *hour.Hour) { store.Get(hour.Time()).Time() }
func made() *hour.Hour { hour := hour.New(); return hour }
func used() { made().Time() }
`,
      [
        "a.go#check call hour/hour.go#Hour.Time inferred",
        "a.go#check call hour/hour.go#Store.Get inferred",
        "a.go#made call hour/hour.go#New",
        "a.go#used call a.go#made",
        "a.go#used call hour/hour.go#Hour.Time inferred",
      ],
    ],
    [
      "parameters and variables with the name of a type that is another one's",
      `${mod}//- a.go
package app
type node struct{}
func (*node) run() {}
type leaf struct{}
func (*leaf) run() {}
func grow() *leaf { return nil }
func link(up *node, node *leaf) { up.run() }
func find() *node { node := grow(); node.run(); return nil }
func used() { find().run() }
`,
      [
        "a.go#find call a.go#grow",
        "a.go#find call a.go#leaf.run inferred",
        "a.go#link call a.go#node.run inferred",
        "a.go#used call a.go#find",
        "a.go#used call a.go#node.run inferred",
      ],
    ],
    [
      "a variable with the name of a package",
      `${mod}//- remote/r.go
package remote
type Store struct{}
func (Store) Close() {}
func Open() Store { return Store{} }
//- a.go
package app
import "example.com/app/remote"
func f() { remote := remote.Open(); remote.Close() }
`,
      [
        "a.go#f call remote/r.go#Open",
        "a.go#f call remote/r.go#Store.Close inferred",
        "remote/r.go#Open call remote/r.go#Store",
      ],
    ],
    [
      "a parameter with the name of the package of its type",
      `${mod}//- chunks/c.go
package chunks
type Meta struct{}
func (Meta) Len() {}
//- a.go
package app
import "example.com/app/chunks"
func f(chunks ...chunks.Meta) { for _, c := range chunks { c.Len() } }
func g(chunks []*chunks.Meta) { chunks[0].Len() }
`,
      ["a.go#f call chunks/c.go#Meta.Len inferred", "a.go#g call chunks/c.go#Meta.Len inferred"],
    ],
    [
      "a variable with the name of the object of the method, and what its loop goes through",
      `${types}//- a.go
package app
type Whole struct{ parts []Foo }
func (c Whole) all() []Foo { return c.parts }
func (c Whole) Run() {
	for _, c := range c.all() { c.Run() }
	each(func(c Bar) { c.Run() })
}
func each(run func(Bar)) {}
`,
      [
        "a.go#Whole.Run call a.go#Whole.all",
        "a.go#Whole.Run call a.go#each",
        "a.go#Whole.Run call types.go#Bar.Run inferred",
        "a.go#Whole.Run call types.go#Foo.Run inferred",
      ],
    ],
    [
      "each of two branches has its own variable",
      `${types}//- a.go
package app
func f(x bool) {
	if x { p := Foo{}; p.Run() } else { p := Bar{}; p.Run() }
}
func g() { p := Foo{}; { p := Bar{}; p.Run() } }
`,
      [
        "a.go#f call types.go#Bar",
        "a.go#f call types.go#Bar.Run inferred",
        "a.go#f call types.go#Foo",
        "a.go#f call types.go#Foo.Run inferred",
        "a.go#g call types.go#Bar",
        "a.go#g call types.go#Bar.Run inferred",
        "a.go#g call types.go#Foo",
      ],
    ],
  ])("%s", (_name, source, edges) => check(source, edges));
});

describe("what a variable is", () => {
  test.each<[name: string, body: string, edges: readonly string[]]>([
    [
      "a case of one type has that type, one of several has the type of what is asked",
      `func f(x Runner) {
	switch y := x.(type) {
	case Foo:
		y.Run()
	case Bar, *Foo:
		y.Run()
	}
}`,
      ["a.go#f call types.go#Foo.Run inferred", "a.go#f call types.go#Runner.Run inferred"],
    ],
    [
      "each of three that are set at once",
      "func f() { a, b, c := 1, Foo{}, Bar{}; b.Run(); c.Run(); _ = a }",
      [
        "a.go#f call types.go#Bar",
        "a.go#f call types.go#Bar.Run inferred",
        "a.go#f call types.go#Foo",
        "a.go#f call types.go#Foo.Run inferred",
      ],
    ],
    [
      "what is gone through as it is written",
      `func f(x, y Runner) {
	for _, one := range []Runner{x, y} { one.Run() }
	for _, one := range map[string]Foo{} { one.Run() }
	for _, row := range []struct{ made Bar }{} { row.made.Run() }
}`,
      [
        "a.go#f call types.go#Bar.Run inferred",
        "a.go#f call types.go#Foo.Run inferred",
        "a.go#f call types.go#Runner.Run inferred",
      ],
    ],
    [
      "what a function gives that is kept in a variable",
      "func f() { make := func(n int) Bar { return Bar{} }; make(1).Run(); made := make(2); made.Run() }",
      ["a.go#f call a.go#f.make", "a.go#f call types.go#Bar.Run inferred", "a.go#f.make call types.go#Bar"],
    ],
    [
      "constants that get what the one before them got",
      `type Kind int
func (Kind) Name() string { return "" }
const (
	First Kind = iota
	Second
	Third = 5
	Fourth
	Fifth = Kind(7)
	Sixth
)
func f() { Second.Name() }
func g() { Fourth.Name() }
func h() { Sixth.Name() }`,
      ["a.go call a.go#Kind", "a.go#f call a.go#Kind.Name inferred", "a.go#h call a.go#Kind.Name inferred"],
    ],
    [
      "a field of a struct without a name is no variable, and what it embeds no base of the function",
      `func f() {
	rows := []struct{ Foo Foo; Runner }{{Foo: Foo{}}}
	_ = rows
}`,
      ["a.go#f call types.go#Foo"],
    ],
  ])("%s", (_name, body, edges) => check(`${types}//- a.go\npackage app\n${body}\n`, edges));
});

describe("types of their own", () => {
  test.each<[name: string, source: string, edges: readonly string[]]>([
    [
      "literals and conversions make them, whatever they are made of",
      `${mod}//- a.go
package app
type H map[string]any
type List []int
type Handler func(int)
type Size int
type Other Size
func f() { _ = H{}; _ = List{1}; _ = Handler(nil); _ = Other(1) }
`,
      ["a.go#f call a.go#H", "a.go#f call a.go#Handler", "a.go#f call a.go#List", "a.go#f call a.go#Other"],
    ],
    [
      "in parentheses, with types of its own, and what `make` makes of it",
      `${mod}//- a.go
package app
type Size int
type Box[T any] struct{}
type Set map[string]bool
func (Set) Add(string) {}
func f() { _ = (Size)(1); _ = new(Box[int]); make(Set).Add("x") }
`,
      ["a.go#f call a.go#Box", "a.go#f call a.go#Set.Add", "a.go#f call a.go#Size"],
    ],
    [
      "another name of a type makes that; of one of elsewhere, nothing that is here",
      `${mod}//- core/c.go
package core
type Field struct{}
//- a.go
package app
import ("example.com/app/core"; "net/http")
type Field = core.Field
type Client = http.Client
type Names = map[string]string
func f() { _ = Field{}; _ = Client{}; _ = Names{} }
`,
      ["a.go#f call a.go#Names", "a.go#f call core/c.go#Field"],
    ],
  ])("%s", (_name, source, edges) => check(source, edges));
});

describe("what type checkers said of restic was missing", () => {
  test.each<[name: string, source: string, edges: readonly string[]]>([
    [
      "a type of functions names its parameters for itself",
      `${types}//- a.go
package app
func f(one Foo, with func(one Runner, n int) error) { one.Run() }
`,
      ["a.go#f call types.go#Foo.Run inferred"],
    ],
    [
      "what is given a struct without fields",
      `${mod}//- set/set.go
package set
type Set[T any] struct{ all []T }
func (s *Set[T]) Sub() *Set[T] { return s }
func New[T any](n int) *Set[T] { return nil }
//- a.go
package app
import "example.com/app/set"
type blobs struct { set.Set[struct{}] }
func made() *blobs { return &blobs{*set.New[struct{}](1)} }
func (b *blobs) less() *blobs { return &blobs{*b.Set.Sub()} }
`,
      [
        "a.go#blobs inherit set/set.go#Set",
        "a.go#blobs.less call a.go#blobs",
        "a.go#blobs.less call set/set.go#Set.Sub inferred",
        "a.go#made call a.go#blobs",
        "a.go#made call set/set.go#New",
      ],
    ],
    [
      "what is said to be for a type",
      `${types}//- set/set.go
package set
type Set[K comparable, T any] struct{ all map[K]T }
func (s *Set[K, T]) Get(key K) T { return s.all[key] }
//- a.go
package app
import "example.com/app/set"
func f(one any) { s, ok := one.(*set.Set[string, *Foo]); if ok { s.Get("").Run() } }
func g(one any) { one.(set.Set[int, Bar]).Get(1).Run() }
`,
      [
        "a.go#f call set/set.go#Set.Get inferred",
        "a.go#f call types.go#Foo.Run inferred",
        "a.go#g call set/set.go#Set.Get inferred",
        "a.go#g call types.go#Bar.Run inferred",
      ],
    ],
  ])("%s", (_name, source, edges) => check(source, edges));
});

describe("what is declared once for each way of building", () => {
  const both = (one: string, other: string) => `${mod}//- one.go
//go:build ${one}

package app
type T struct{}
func (T) Run() {}
func call() {}
//- other.go
//go:build ${other}

package app
type T []int
func (T) Run() {}
func call() {}
//- a.go
package app
func f(t T) { call(); t.Run() }
`;

  test.each<[name: string, source: string, edges: readonly string[]]>([
    [
      "is what is built without tags of its own",
      both("!slices", "slices"),
      ["a.go#f call one.go#T.Run inferred", "a.go#f call one.go#call inferred"],
    ],
    [
      "calls C where that is asked",
      both("!cgo", "cgo"),
      ["a.go#f call other.go#T.Run inferred", "a.go#f call other.go#call inferred"],
    ],
    [
      "may be either where it is one for each system",
      both("linux", "!linux"),
      [
        "a.go#f call one.go#T.Run ambiguous",
        "a.go#f call one.go#call ambiguous",
        "a.go#f call other.go#T.Run ambiguous",
        "a.go#f call other.go#call ambiguous",
      ],
    ],
    [
      "is what goes with the tag for those that have it",
      `${both("!slices", "slices")}//- b.go
//go:build slices

package app
func g() { call() }
`,
      ["a.go#f call one.go#T.Run inferred", "a.go#f call one.go#call inferred", "b.go#g call other.go#call"],
    ],
  ])("%s", (_name, source, edges) => check(source, edges));
});
