import { beforeAll, describe, expect, test } from "@jest/globals";
import { check } from "./fixture.ts";
import { calledIn, rows } from "./followed.ts";

const types = `package main
import ("errors"; "context"; "sync"; "fmt")
type Foo struct { Name string; Child *Foo; Kids []*Foo; byName map[string]*Foo }
func (f *Foo) Go() error { return nil }
func (f Foo) Val() Foo { return f }
func (f *Foo) Next() *Foo { return f.Child }
func (f *Foo) Pair() (*Foo, error) { return f, nil }
func (f *Foo) Ok() bool { return true }
func NewFoo() *Foo { return &Foo{} }
func Both() (string, *Foo) { return "", nil }
func Three() (int, string, *Foo) { return 0, "", nil }
func Named() (n int, f *Foo) { return }
func Must[T any](v T, err error) T { return v }
func First[T any](all []T) T { return all[0] }
type Foos []*Foo
type FooMap map[string]*Foo
type Alias = Foo
type Def Foo
type Fn func(string) *Foo
type Goer interface { Go() error; Next() *Foo }
type Outer struct { *Foo; mu sync.Mutex; goer Goer }
type Emb struct { Foo }
type Box[T any] struct { val T; all []T }
func (b *Box[T]) Get() T { return b.val }
func (b *Box[T]) All() []T { return b.all }
type Pairs[K comparable, V any] struct { m map[K]V }
func (p *Pairs[K, V]) Get(k K) (V, bool) { v, ok := p.m[k]; return v, ok }
type Holder struct { foo Foo; ptr *Foo; list []Foo; ptrs []*Foo; m map[string]*Foo; mv map[string]Foo; arr [3]*Foo; ch chan *Foo; fn func() *Foo; fn2 Fn; foos Foos; fm FooMap; box Box[*Foo]; bp *Box[Foo]; nested map[string][]*Foo; anon struct { inner *Foo }; emb Emb; outer *Outer; goer Goer; pairs Pairs[string, *Foo]; handlers []func(*Foo); mm map[string]map[string]*Foo; sl [][]*Foo; iface interface{ Next() *Foo } }
func (h *Holder) Foo() *Foo { return h.ptr }
func (h *Holder) Foos() []*Foo { return h.ptrs }
func (h *Holder) Map() map[string]*Foo { return h.m }
func (h *Holder) Each(fn func(*Foo)) {}
func (h *Holder) Opt(opts ...func(*Foo)) *Foo { return nil }
var global = NewFoo()
var global2 *Foo
var global3 Foo
var table = map[string]*Foo{"a": NewFoo()}
var rows = []struct{ name string; foo *Foo }{{"a", nil}}
`;

const all = rows(
  "Go",
  `
    h.foo.Go()
    h.ptr.Go()
    h.list[0].Go()
    h.ptrs[0].Go()
    h.m["a"].Go()
    h.arr[0].Go()
    (<-h.ch).Go()
    f := <-h.ch; f.Go()
    f, ok := <-h.ch; f.Go(); _ = ok
    h.fn().Go()
    h.fn2("a").Go()
    h.foos[0].Go()
    h.fm["a"].Go()
    h.box.Get().Go()
    h.box.val.Go()
    h.box.All()[0].Go()
    h.bp.Get().Go()
    h.nested["a"][0].Go()
    h.anon.inner.Go()
    h.emb.Go()
    h.emb.Foo.Go()
    h.outer.Go()
    h.outer.Foo.Go()
    h.outer.Child.Go()
    h.goer.Next().Go()
    v, ok := h.pairs.Get("a"); v.Go(); _ = ok
    h.mm["a"]["b"].Go()
    h.sl[0][1].Go()
    for _, f := range h.list { f.Go() }
    for _, f := range h.ptrs { f.Go() }
    for _, f := range h.m { f.Go() }
    for _, f := range h.foos { f.Go() }
    for _, f := range h.Foos() { f.Go() }
    for k, f := range h.Map() { f.Go(); _ = k }
    for _, fs := range h.nested { for _, f := range fs { f.Go() } }
    for i := range h.list { h.list[i].Go() }
    for f := range h.ch { f.Go() }
    for _, r := range rows { r.foo.Go() }
    f := NewFoo(); f.Go()
    f := &Foo{}; f.Go()
    f := Foo{}; f.Go()
    f := new(Foo); f.Go()
    (&Foo{}).Go()
    Foo{}.Val().Go()
    var f Foo; f.Go()
    var f *Foo; f.Go()
    var f = NewFoo(); f.Go()
    var f *Foo = NewFoo(); f.Go()
    var a, b *Foo; b.Go()
    var ( a = 1; f = NewFoo() ); f.Go()
    f, err := h.ptr.Pair(); f.Go(); _ = err
    f, _ := h.ptr.Pair(); f.Go()
    _, f := Both(); f.Go()
    s, f := Both(); f.Go(); _ = s
    _, _, f := Three(); f.Go()
    _, f := Named(); f.Go()
    var f *Foo; _, f = Both(); f.Go()
    var s, f = Both(); f.Go(); _ = s
    if f, err := h.ptr.Pair(); err == nil { f.Go() }
    if _, f := Both(); f != nil { f.Go() }
    if f := NewFoo(); f != nil { f.Go() }
    if f, ok := h.m["a"]; ok { f.Go() }
    f, ok := h.m["a"]; f.Go(); _ = ok
    if f, ok := x.(*Foo); ok { f.Go() }
    f := x.(*Foo); f.Go()
    x.(*Foo).Go()
    switch f := x.(type) { case *Foo: f.Go() }
    a, f := 1, NewFoo(); f.Go(); _ = a
    f, g := NewFoo(), 1; f.Go(); _ = g
    f := h.ptr; f.Go()
    f := h.foo; f.Go()
    f := &h.foo; f.Go()
    f := *h.ptr; f.Go()
    f := h.list[0]; f.Go()
    f := &h.list[0]; f.Go()
    f := h.ptrs[len(h.ptrs)-1]; f.Go()
    f := h.Foo().Next(); f.Go()
    h.Foo().Next().Next().Go()
    h.Foo().Val().Go()
    fs := h.ptrs[1:]; fs[0].Go()
    h.ptrs[1:][0].Go()
    fs := append(h.ptrs, NewFoo()); fs[0].Go()
    fs := []*Foo{}; fs = append(fs, NewFoo()); fs[0].Go()
    fs := make([]*Foo, 3); fs[0].Go()
    fs := make(map[string]*Foo); fs["a"].Go()
    fs := make(chan *Foo); (<-fs).Go()
    fs := map[string]*Foo{}; fs["a"].Go()
    fs := []Foo{{Name: "a"}}; fs[0].Go()
    fs := [...]*Foo{NewFoo()}; fs[0].Go()
    global.Go()
    global2.Go()
    global3.Go()
    table["a"].Go()
    func() { h.ptr.Go() }()
    go h.ptr.Go()
    defer h.ptr.Go()
    go func(f *Foo) { f.Go() }(h.ptr)
    defer func() { f := NewFoo(); f.Go() }()
    fn := func(f *Foo) { f.Go() }; fn(nil)
    fn := NewFoo; fn().Go()
    fn := h.ptr.Next; fn().Go()
    h.Each(func(f *Foo) { f.Go() })
    h.Opt(func(f *Foo) { f.Go() })
    h.Opt(func(f *Foo) { f.Go() }).Go()
    var g Goer = h.ptr; g.Go()
    g := Goer(h.ptr); g.Next().Go()
    Alias{}.Val().Go()
    var f Alias; f.Go()
    (*Foo).Go(h.ptr)
    (*Foo)(nil).Go()
    (*Foo)(d).Go()
    b := Box[*Foo]{}; b.Get().Go()
    b := &Box[*Foo]{val: NewFoo()}; b.val.Go()
    var b Box[*Foo]; b.Get().Go()
    p := Pairs[string, *Foo]{}; v, _ := p.Get("a"); v.Go()
    select { case f := <-h.ch: f.Go() }
    select { case f, ok := <-h.ch: f.Go(); _ = ok }
    if err := h.ptr.Go(); err != nil { return }
    return h.ptr.Go()
    errors.Join(h.ptr.Go())
    fmt.Println(h.ptr.Go())
    x := map[string]func() *Foo{"a": NewFoo}; x["a"]().Go()
    x := []func() *Foo{NewFoo}; x[0]().Go()
    type local struct { f *Foo }; l := local{}; l.f.Go()
    l := struct{ f *Foo }{h.ptr}; l.f.Go()
    ff := &h.ptr; (*ff).Go()
    for f := h.ptr; f != nil; f = f.Next() { f.Go() }
    h.ptr.Kids[0].Go()
    for _, k := range h.ptr.Kids { k.Go() }
    h.ptr.byName["a"].Go()
    p.Go()
    ps[0].Go()
    for _, f := range ps { f.Go() }
    r.Go()
    fnp("a").Go()
    gp.Next().Go()
    label: for { h.ptr.Go(); break label }
    h.ptr.Go(); { f := h.ptr; f.Go() }
    v, ok := sync.Map{}.Load("a"); v.(*Foo).Go(); _ = ok
  `,
);

const parameters = "h *Holder, x any, d *Def, p Foo, ps []*Foo, fnp func(string) *Foo, gp Goer, q ...*Foo";

describe("what Go is written with every day is followed", () => {
  let called: ReadonlyMap<number, readonly string[]>;
  beforeAll(async () => {
    const functions = all.map(([statement], at) => `func f${at}(${parameters}) (r *Foo) { ${statement} }\n`);
    called = await calledIn("main.go", `${types}${functions.join("")}`);
  });

  test.each(all.map(([statement, method], at) => [statement, method, at] as const))("%s", (_, method, at) => {
    expect(called.get(at)).toContain(method);
  });

  test("rows of a table of tests", () =>
    check(
      `//- a_test.go
package a
type Foo struct{}
func (f *Foo) Go() {}
func TestX(t *testing.T) {
	tests := []struct {
		name string
		foo  *Foo // what
		a, b Foo \`json:"x"\`
	}{
		{"a", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.foo.Go()
		})
	}
}
func TestZ(t *testing.T) {
	cases := map[string]struct{ foo *Foo; fn func() *Foo }{}
	for name, tc := range cases { tc.fn().Go(); _ = name }
}
`,
      ["TestX", "TestZ"].map((name) => `a_test.go#${name} call a_test.go#Foo.Go inferred`),
    ));
});
