import { beforeAll, describe, expect, test } from "@jest/globals";
import { calledIn, rows } from "./followed.ts";

const classes = `
#include <vector>
#include <map>
#include <memory>
namespace ns {
enum class Kind { A, B };
class Foo { public: void go(); Foo* next(); Foo& self(); const Foo& csel() const; bool ok() const; static Foo* make(); static Foo& instance(); Foo copy() const; std::vector<Foo*> kids; std::string name; Foo* parent_; class Part { public: void go2(); }; Part part(); Part* parts; static Foo global; };
inline Foo* makeFoo(int n);
extern Foo theFoo;
typedef Foo* FooPtr; typedef std::vector<Foo*> Foos; using Alias = Foo; using FooMap = std::map<std::string, Foo*>;
template <class T> class Ref { public: T* operator->(); T& operator*(); T* get(); T value; T operator[](int i); T operator()(int x); };
template <typename T> struct Box : public Ref<T> { T take(); };
struct Arr { Foo& operator[](int i); Foo operator()(int x); Foo* operator*(); };
struct Holder { Foo foo; Foo* ptr; Foo& ref; std::unique_ptr<Foo> up; std::shared_ptr<Foo> sp; std::vector<Foo> list; std::vector<Foo*> ptrs; std::vector<std::unique_ptr<Foo>> ups; std::map<std::string, Foo> map; std::map<int, Foo*> pmap; std::unordered_map<std::string, std::shared_ptr<Foo>> smap; Foo arr[3]; Foo* parr[3]; Foo** pp; std::optional<Foo> opt; std::pair<int, Foo> pair; std::tuple<int, Foo*> tup; std::function<Foo(int)> fn; std::deque<Foo> dq; std::stack<Foo*> st; std::queue<Foo*> q; std::set<Foo*> set; std::array<Foo, 3> ar; std::map<std::string, std::vector<Foo*>> lists; Ref<Foo> r; Box<Foo> box; Arr a; Foos foos; FooMap fmap; const Foo cfoo; std::weak_ptr<Foo> wp; std::list<Foo> ll; std::vector<std::pair<int, Foo*>> pairs; struct { Foo inner; } anon; union { Foo* uf; int x; }; Foo* (*factory)(int); Foo* get() const; std::vector<Foo*>& all(); const std::vector<Foo>& call() const; std::map<int, Foo*>* mptr; std::vector<Foo>* vptr; };
class Base { protected: Foo* base_; Foo& baseRef(); void baseGo(); };
class Main : public Base { Foo field_; Foo* ptr_; std::vector<Foo*> list_; std::unique_ptr<Foo> up_; static Foo* single_; std::map<int, Foo*> map_; void go3();
`;

const all = [
  ...rows(
    "go",
    `
    Foo f; f.go();
    Foo f(1); f.go();
    Foo f{1}; f.go();
    Foo f = Foo(1); f.go();
    Foo f = {}; f.go();
    Foo* p = new Foo(); p->go();
    auto p = new Foo(); p->go();
    auto* p = new Foo; p->go();
    auto f = Foo(); f.go();
    auto f = Foo{}; f.go();
    Foo().go();
    Foo{}.go();
    (new Foo())->go();
    Foo::make()->go();
    Foo::instance().go();
    Foo::global.go();
    makeFoo(1)->go();
    auto p = makeFoo(1); p->go();
    auto& f = Foo::instance(); f.go();
    const auto& f = Foo::instance(); f.go();
    auto&& f = Foo::instance(); f.go();
    const Foo& f = Foo::instance(); f.go();
    const Foo* p = makeFoo(1); p->go();
    Foo const* p = makeFoo(1); p->go();
    Foo* const p = makeFoo(1); p->go();
    struct Foo* p = makeFoo(1); p->go();
    ns::Foo f; f.go();
    ns::makeFoo(2)->go();
    ::ns::makeFoo(2)->go();
    Foo *a, *b; b->go();
    Foo *a = nullptr, *b = makeFoo(1); b->go();
    theFoo.go();
    ns::theFoo.go();
    FooPtr p = makeFoo(1); p->go();
    Alias f; f.go();
    field_.go();
    ptr_->go();
    this->field_.go();
    this->ptr_->go();
    (*ptr_).go();
    base_->go();
    baseRef().go();
    Base::baseRef().go();
    single_->go();
    Main::single_->go();
    list_[0]->go();
    up_->go();
    map_[1]->go();
    for (auto* x : list_) x->go();
    for (Foo* x : list_) x->go();
    for (auto& [k, x] : map_) x->go();
    h.foo.go();
    h.ptr->go();
    h.ref.go();
    h.up->go();
    (*h.up).go();
    h.up.get()->go();
    h.list[0].go();
    h.list.front().go();
    h.list.back().go();
    h.list.at(0).go();
    h.list.begin()->go();
    (*h.list.begin()).go();
    h.ptrs[0]->go();
    h.ptrs.back()->go();
    (*h.ptrs.begin())->go();
    h.ups[0]->go();
    for (auto& x : h.ups) x->go();
    for (const auto& x : h.list) x.go();
    for (const Foo& x : h.list) x.go();
    for (auto it = h.list.begin(); it != h.list.end(); ++it) it->go();
    for (auto it = h.ptrs.begin(); it != h.ptrs.end(); ++it) (*it)->go();
    for (std::vector<Foo>::iterator it = h.list.begin(); it != h.list.end(); ++it) it->go();
    for (std::vector<Foo*>::const_iterator it = h.ptrs.begin(); it != h.ptrs.end(); ++it) (*it)->go();
    for (std::map<int, Foo*>::iterator it = h.pmap.begin(); it != h.pmap.end(); ++it) it->second->go();
    for (auto it = h.pmap.begin(); it != h.pmap.end(); ++it) it->second->go();
    for (size_t i = 0; i < h.list.size(); i++) h.list[i].go();
    for (size_t i = 0; i < h.list.size(); i++) { Foo& f = h.list[i]; f.go(); }
    for (size_t i = 0; i < h.list.size(); i++) { auto& f = h.list[i]; f.go(); }
    for (auto& kv : h.map) kv.second.go();
    for (const auto& [k, v] : h.map) v.go();
    for (auto [k, v] : h.pmap) v->go();
    for (const std::pair<int, Foo*>& kv : h.pmap) kv.second->go();
    h.map["a"].go();
    h.map.at("a").go();
    h.map.find("a")->second.go();
    auto it = h.map.find("a"); it->second.go();
    auto it = h.pmap.find(1); if (it != h.pmap.end()) it->second->go();
    h.pmap[1]->go();
    h.smap["a"]->go();
    h.arr[1].go();
    h.parr[1]->go();
    h.arr->go();
    h.pp[0]->go();
    (*h.pp)->go();
    h.opt->go();
    h.opt.value().go();
    h.pair.second.go();
    auto [n, f] = h.pair; f.go();
    h.fn(1).go();
    h.dq.front().go();
    h.st.top()->go();
    for (auto* x : h.set) x->go();
    h.lists["a"][0]->go();
    for (auto* x : h.lists["a"]) x->go();
    for (auto& kv : h.lists) for (auto* x : kv.second) x->go();
    h.r->go();
    (*h.r).go();
    h.r.get()->go();
    h.r.value.go();
    h.r[0].go();
    h.box->go();
    h.box.take().go();
    h.box.get()->go();
    h.a[0].go();
    h.a(1).go();
    (*h.a)->go();
    h.foos[0]->go();
    for (auto* x : h.foos) x->go();
    h.fmap["a"]->go();
    h.cfoo.go();
    h.wp.lock()->go();
    if (auto s = h.wp.lock()) s->go();
    for (auto& x : h.ll) x.go();
    h.pairs[0].second->go();
    for (auto& p : h.pairs) p.second->go();
    for (auto& [i, p] : h.pairs) p->go();
    h.uf->go();
    h.get()->go();
    h.all()[0]->go();
    for (auto* x : h.all()) x->go();
    for (auto& x : h.call()) x.go();
    (*h.mptr)[1]->go();
    (*h.vptr)[0].go();
    h.vptr->front().go();
    for (auto& x : *h.vptr) x.go();
    hp->foo.go();
    hp->list[0].go();
    (*hp).foo.go();
    (&h)->foo.go();
    (&h.foo)->go();
    Foo* p = &h.foo; p->go();
    auto p = &h.foo; p->go();
    auto p = h.ptr; p->go();
    auto f = h.list[0]; f.go();
    auto f = *h.ptr; f.go();
    Foo& f = *h.ptr; f.go();
    auto& f = *h.up; f.go();
    theFoo.next()->next()->go();
    theFoo.self().self().go();
    theFoo.csel().go();
    theFoo.copy().go();
    auto up = std::make_unique<Foo>(1); up->go();
    auto sp = std::make_shared<ns::Foo>(); sp->go();
    std::unique_ptr<Foo> up(new Foo()); up->go();
    std::unique_ptr<Foo> up = std::make_unique<Foo>(); up->go();
    std::shared_ptr<Foo> sp = h.sp; sp->go();
    auto sp = h.sp; sp->go();
    auto f = std::move(h.foo); f.go();
    std::move(h.foo).go();
    auto p = std::move(h.up); p->go();
    auto f = h.list.front(); f.go();
    auto p = h.up.release(); p->go();
    static_cast<Foo*>(vv)->go();
    reinterpret_cast<Foo*>(vv)->go();
    dynamic_cast<Foo&>(*b).go();
    ((Foo*)vv)->go();
    auto* p = static_cast<Foo*>(vv); p->go();
    Foo* p = (Foo*)vv; p->go();
    if (auto* d = dynamic_cast<Foo*>(b)) d->go();
    if (Foo* d = dynamic_cast<Foo*>(b)) d->go();
    if (auto d = makeFoo(1)) d->go();
    if (auto d = makeFoo(1); d->ok()) d->go();
    if (Foo* d = makeFoo(1); d != nullptr) d->go();
    while (Foo* d = makeFoo(1)) d->go();
    for (Foo* x = h.ptr; x; x = x->next()) x->go();
    for (auto* x = h.ptr; x; x = x->next()) x->go();
    for (auto x = h.ptr; x; x = x->next()) x->go();
    switch (1) { case 1: { Foo f; f.go(); } }
    auto l = [&](Foo& x) { x.go(); };
    auto l = [](const Foo* x) -> int { x->go(); return 1; };
    auto l = [this]() { field_.go(); };
    auto l = [p = makeFoo(1)]() { p->go(); };
    std::for_each(h.list.begin(), h.list.end(), [](Foo& x) { x.go(); });
    (h.ptr ? h.ptr : ptr_)->go();
    Foo* p = h.ptr ? h.ptr : nullptr; p->go();
    static Foo f; f.go();
    static Foo* f = new Foo(); f->go();
    static const Foo& f = *new Foo(); f.go();
    const Foo f(1, 2); f.go();
    Foo f[2]; f[0].go();
    Foo* f[2] = {}; f[0]->go();
    std::vector<Foo> v; v[0].go();
    std::vector<Foo> v = {Foo()}; v[0].go();
    std::vector<Foo*> v{p}; v[0]->go();
    vector<Foo> v; v.back().go();
    std::list<Foo>::iterator it; it->go();
    std::vector<std::vector<Foo>> v; v[0][1].go();
    std::pair<Foo*, int> p; p.first->go();
    std::pair<Foo, Foo> p = std::make_pair(Foo(), Foo()); p.first.go();
    try { } catch (const Foo& e) { e.go(); }
    try { } catch (Foo* e) { e->go(); }
    struct Local { Foo f; void run() { f.go(); } };
    struct Local { static void each(Foo* f) { f->go(); } };
    struct Local { Foo f; }; Local l; l.f.go();
    return ptr_->go();
    CHECK(ptr_->go());
    LOG(INFO) << h.foo.go();
    delete ptr_->next()->go();
    std::cout << h.foo.go() << std::endl;
    foo(h.foo.go());
    auto fn = &Foo::go; fn();
    using ns::Foo; Foo f; f.go();
    std::transform(h.ptrs.begin(), h.ptrs.end(), out, [](Foo* f) { return f->go(); });
    std::unique_ptr<Foo[]> fs; fs[0].go();
    std::reference_wrapper<Foo> r; r.get().go();
    std::optional<Foo> o = h.opt; if (o) o->go();
    std::vector<Foo>::reference r = h.list[0]; r.go();
    absl::Span<Foo> s; s[0].go();
    std::span<Foo> s; for (auto& f : s) f.go();
    gsl::not_null<Foo*> p; p->go();
    scoped_refptr<Foo> p; p->go();
    auto x = h.list.begin(); x->go();
    auto end = h.list.rbegin(); end->go();
    h.map.begin()->second.go();
    h.map.emplace("a", Foo()).first->second.go();
    h.list.emplace_back().go();
    std::exchange(h.ptr, nullptr)->go();
    (h.foo).go();
    h.foo.next()->self().copy().go();
    h.ptr->kids[0]->go();
    for (Foo* k : h.ptr->kids) k->go();
    h.ptr->parent_->parent_->go();
  `,
  ),
  ...rows(
    "go2",
    `
    Foo::Part part; part.go2();
    Foo::Part* part = theFoo.parts; part->go2();
    theFoo.part().go2();
    auto part = theFoo.part(); part.go2();
  `,
  ),
  ...rows(
    "go3",
    `
    go3();
    this->go3();
    Main::go3();
  `,
  ),
];

describe("what C++ is written with every day is followed", () => {
  let called: ReadonlyMap<number, readonly string[]>;
  beforeAll(async () => {
    const functions = all.map(
      ([statement], at) => `  void f${at}(Holder& h, Holder* hp, void* vv, Base* b) { ${statement} }\n`,
    );
    called = await calledIn("main.cpp", `${classes}${functions.join("")}};\n}`);
  });

  test.each(all.map(([statement, method], at) => [statement, method, at] as const))("%s", (_, method, at) => {
    expect(called.get(at)).toContain(method);
  });
});
