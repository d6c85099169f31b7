import { describe, expect, test } from "@jest/globals";
import { check, graphOf } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

describe("C", () => {
  rows([
    [
      "a declaration in a header stands for the function with the body",
      `//- src/list.h
struct list { struct list *next; };
int list_add(struct list *l, int x);
int list_size(const struct list *l);
//- src/list.c
#include "list.h"
static int check(int x) { return x; }
int list_add(struct list *l, int x) { return check(x); }
int list_size(const struct list *l) { return 0; }
//- src/other.c
static int check(int x) { return 0; }
int use(void) { return check(1); }
//- app/main.c
#include <stdio.h>
#include "../src/list.h"
int main(int argc, char **argv) { struct list l; list_add(&l, 1); printf("x"); return list_size(&l); }
`,
      [
        "src/list.c import src/list.h",
        "src/list.c#list_add call src/list.c#check",
        "src/other.c#use call src/other.c#check",
        "app/main.c import src/list.h",
        "app/main.c#main call src/list.c#list_add",
        "app/main.c#main call src/list.c#list_size",
      ],
    ],
    [
      "a header found by its end, one that includes another, a declaration without a body",
      `//- include/lib/all.h
#include "base.h"
//- include/lib/base.h
int base(int x);
int nowhere(int x);
//- lib/base.c
#include <lib/base.h>
int base(int x) { return x; }
//- test/t.c
#include "lib/all.h"
void t(void) { base(1); nowhere(2); hidden(3); }
`,
      [
        "include/lib/all.h import include/lib/base.h",
        "lib/base.c import include/lib/base.h",
        "test/t.c import include/lib/all.h",
        "test/t.c#t call lib/base.c#base",
        "test/t.c#t call include/lib/base.h#nowhere",
      ],
    ],
    [
      "a header that includes the one of its own name further up, beside a file that includes it",
      `//- config.h
int size(int x);
//- unix/a.c
#include "config.h"
int a(void) { return 1; }
//- unix/config.h
#include "config.h"
int wide(void) { return size(1); }
`,
      [
        "unix/a.c import unix/config.h",
        "unix/config.h import config.h",
        "unix/config.h#wide call config.h#size",
      ],
    ],
    [
      "of two headers that are as near, one and the same for all files of a folder",
      `//- src/ab/x.h
int ab(void);
//- src/cd/x.h
int cd(void);
//- src/ab.c
#include "x.h"
//- src/cd.c
#include "x.h"
`,
      ["src/ab.c import src/ab/x.h", "src/cd.c import src/ab/x.h"],
    ],
    [
      "a function that another file has for itself is not what a header declares for all",
      `//- ray.h
int color(int x);
static int own(int x);
//- ray.c
#include "ray.h"
int color(int x) { return x; }
static int own(int x) { return x; }
//- ex/gui.h
#include "../ray.h"
#ifdef ALONE
static int color(int x) { return 1; }
#endif
//- ex/main.c
#include "../ray.h"
int main(void) { own(1); return color(2); }
`,
      [
        "ex/gui.h import ray.h",
        "ex/main.c import ray.h",
        "ex/main.c#main call ray.c#color",
        "ex/main.c#main call ray.c#own",
        "ray.c import ray.h",
      ],
    ],
    [
      "a prototype before its function in one file, and calls among functions",
      `//- a.c
static int later(int x);
int first(int x) { return later(x) + first(x); }
static int later(int x) { return x; }
void hides(int (*later)(int)) { later(1); }
`,
      ["a.c#first call a.c#later", "a.c#first call a.c#first"],
    ],
  ]);

  test("has one node for a function, its definition, and names types by their typedef", async () => {
    const graph = await graphOf(`//- a.h
typedef struct { int x; } point;
typedef struct tag { int y; } tag;
/** Adds. */
int add(int a, int b);
//- a.c
#include "a.h"
int add(int a, int b) { return a + b; }
`);
    expect(graph.nodes.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      "Module a.c",
      "Function a.c#add",
      "Module a.h",
      "Class a.h#point",
      "Class a.h#tag",
    ]);
  });
});

describe("C++", () => {
  rows([
    [
      "macros of the build beside names; a class that is only announced; one that is written outside of its own",
      `//- impl.h
namespace db {
class Set;
class DB_EXPORT Impl final {
 public:
  void go();
  DB_EXPORT void stop() LOCKS_EXCLUDED(mutex_);
 private:
  Set* const set_ GUARDED_BY(mutex_);
};
}
//- set.h
namespace db {
class Set { public: int size() { return 1; } private: class Builder; };
template <typename K> struct List { struct Node; Node* head_; void walk() { head_->next(); } };
template <typename K> struct List<K>::Node { Node* next() { return nullptr; } };
}
//- impl.cc
#include "impl.h"
#include "set.h"
namespace db {
class Set::Builder { public: void save() {} };
void Impl::go() { stop(); set_->size(); Set::Builder builder(this); builder.save(); }
}
`,
      [
        "impl.cc import impl.h",
        "impl.cc import set.h",
        "impl.cc#db.Impl.go call impl.cc#db.Set.Builder.save inferred",
        "impl.cc#db.Impl.go call impl.h#db.Impl.stop",
        "impl.cc#db.Impl.go call set.h#db.Set.size inferred",
        "set.h#db.List.walk call set.h#db.List.Node.next inferred",
      ],
    ],
    [
      "two classes of a name: none of them is the one that is announced",
      `//- a.h
class Set;
struct Impl { Set* set; void go() { set->size(); } };
//- b.h
class Set { public: int size() { return 1; } };
//- c.h
class Set { public: int size() { return 2; } };
`,
      [],
    ],
    [
      "casts by name; elements of arrays and behind pointers, and what has an operator for it",
      `//- a.cc
namespace n { class Foo { public: void run() {} }; }
class Many { public: n::Foo* operator[](int at) { return 0; } };
class Bar {
 public:
  n::Foo* all[3];
  void cast(void* p) { static_cast<const n::Foo*>(p)->run(); }
  void field() { all[0]->run(); }
};
void local(int n) { Bar bars[4]; bars[n].field(); }
void pointer(n::Foo* foos) { foos[1].run(); }
void many(Many& many) { many[1]->run(); }
`,
      [
        "a.cc#Bar.cast call a.cc#n.Foo.run inferred",
        "a.cc#Bar.field call a.cc#n.Foo.run inferred",
        "a.cc#local call a.cc#Bar.field inferred",
        "a.cc#many call a.cc#n.Foo.run inferred",
        "a.cc#pointer call a.cc#n.Foo.run inferred",
      ],
    ],
    [
      "a test of a fixture is a method of it, any other is called by what its macro is given",
      `//- a_test.cc
class LogTest : public testing::Test { public: void reopen() {} };
void open() {}
TEST_F(LogTest, Reads) { reopen(); }
TEST(Log, Opens) { open(); }
TEST(Log, Closes) { open(); }
BOOST_AUTO_TEST_CASE(works) { open(); }
struct URL { URL(Foo) { open(); } };
`,
      [
        "a_test.cc#LogTest.Reads call a_test.cc#LogTest.reopen",
        "a_test.cc#Log.Opens call a_test.cc#open",
        "a_test.cc#Log.Closes call a_test.cc#open",
        "a_test.cc#works call a_test.cc#open",
        "a_test.cc#URL.URL call a_test.cc#open",
      ],
    ],
    [
      "methods written outside of their class, bare members, this, bases",
      `//- shape.h
namespace geo {
class Base { public: void setup(); virtual int area() const = 0; };
class Square : public Base {
 public:
  Square(int a);
  int area() const;
  int twice() { return area() + this->area(); }
  static Square *make(int a) { return new Square(a); }
};
}
//- shape.cpp
#include "shape.h"
namespace geo {
void Base::setup() {}
Square::Square(int a) { setup(); }
int Square::area() const { return helper(); }
}
int geo::Square::other() { return twice(); }
//- main.cpp
#include "shape.h"
using namespace geo;
int main() { Square s(1); s.area(); geo::Square *p = geo::Square::make(1); p->setup(); auto q = new Square(2); q->twice(); }
`,
      [
        "main.cpp import shape.h",
        "shape.cpp import shape.h",
        "shape.h#geo.Square inherit shape.h#geo.Base",
        "shape.h#geo.Square.twice call shape.cpp#geo.Square.area",
        "shape.h#geo.Square.make call shape.h#geo.Square",
        "shape.cpp#geo.Square.Square call shape.cpp#geo.Base.setup",
        "shape.cpp#geo.Square.other call shape.h#geo.Square.twice",
        "main.cpp#main call shape.cpp#geo.Square.area inferred",
        "main.cpp#main call shape.h#geo.Square.make",
        "main.cpp#main call shape.cpp#geo.Base.setup inferred",
        "main.cpp#main call shape.h#geo.Square",
        "main.cpp#main call shape.h#geo.Square.twice inferred",
      ],
    ],
    [
      "a namespace over several files, nested, and one name of it",
      `//- a.h
namespace n { void f(); namespace in { void g() {} } }
//- b.h
#include "a.h"
namespace n { inline void h() { f(); in::g(); } }
//- a.cpp
#include "a.h"
namespace n { void f() {} }
//- c.cpp
#include "b.h"
using n::h;
void top() { h(); n::f(); n::in::g(); std::f(); ::f(); }
`,
      [
        "a.cpp import a.h",
        "b.h import a.h",
        "c.cpp import b.h",
        "b.h#n.h call a.cpp#n.f",
        "b.h#n.h call a.h#n.in.g",
        "c.cpp#top call b.h#n.h",
        "c.cpp#top call a.cpp#n.f",
        "c.cpp#top call a.h#n.in.g",
      ],
    ],
    [
      "overloads: by the number of arguments, then by their types; templates by name",
      `//- a.cpp
template <typename T> struct Box { T get(); void put(T x) { keep<T>(x); } };
template <typename T> void keep(T x) {}
int f(int a) { return 1; }
int f(int a, int b) { return 2; }
int g(int a) { return 1; }
int g(double a) { return 2; }
void t(Box<int> &b) { f(1, 2); g(1); b.put(1); }
`,
      [
        "a.cpp#Box.put call a.cpp#keep",
        "a.cpp#t call a.cpp#f~2",
        "a.cpp#t call a.cpp#g",
        "a.cpp#t call a.cpp#Box.put inferred",
      ],
    ],
    [
      "fields, smart pointers, elements, locals that hide a name",
      `//- a.cpp
#include <memory>
class Engine { public: void start() {} };
class Car {
  Engine main_; Engine *spare_; std::unique_ptr<Engine> own_; std::vector<Engine> all_;
  void a() { main_.start(); }
  void b() { spare_->start(); this->own_->start(); }
  void c() { for (auto &one : all_) one.start(); all_[0].start(); }
};
void d(const Engine &start) { start.start(); }
void e(int d) { d(1); auto l = [](Engine x) { x.start(); }; l(2); }
`,
      [..."abc".split("").map((name) => `a.cpp#Car.${name}`), "a.cpp#d", "a.cpp#e"].map(
        (id) => `${id} call a.cpp#Engine.start inferred`,
      ),
    ],
  ]);
});
