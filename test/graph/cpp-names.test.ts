import { describe, expect, test } from "@jest/globals";
import { check, edgesOf, graphOf } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

describe("C++: overloads in several files", () => {
  const matchers = `//- a.h
namespace lib { struct Foo {}; int equals(int a); }
//- b.h
#include "a.h"
namespace lib { int equals(); int equals(Foo a); }
namespace other { int equals(int a, int b, int c); }
`;
  rows([
    [
      "of one namespace",
      `${matchers}//- t.cc
#include "b.h"
namespace lib { void f() { equals(); equals(1); } }
using namespace lib;
void g(Foo foo) { equals(foo); lib::equals(2); }
`,
      [
        "t.cc#lib.f call b.h#lib.equals",
        "t.cc#lib.f call a.h#lib.equals",
        "t.cc#g call b.h#lib.equals~2",
        "t.cc#g call a.h#lib.equals",
      ],
    ],
    [
      "outside of any, and in the file itself",
      `//- a.h
int add(int a);
//- b.h
#include "a.h"
int add(int a, int b);
//- t.cc
#include "b.h"
static int add(int a, int b, int c) { return add(a, b) + add(c); }
void f() { add(1); add(1, 2); add(1, 2, 3); }
`,
      [
        "t.cc#add call a.h#add",
        "t.cc#add call b.h#add",
        "t.cc#f call a.h#add",
        "t.cc#f call b.h#add",
        "t.cc#f call t.cc#add",
      ],
    ],
    [
      "a body that is written without the defaults of its declaration, for a namespace that is used",
      `//- a.h
namespace lib { class File { public: void seek(long offset, int way = 0); void clear(); }; }
//- a.cc
#include "a.h"
using namespace lib;
void File::seek(long offset, int way) {}
void File::clear() { seek(3); }
`,
      ["a.cc#File.clear call a.cc#File.seek"],
    ],
    [
      "none that takes so many arguments: a macro may make another call of it",
      `//- a.cc
#define POSIX(call) ::call
struct File { int read(char* to, int size); };
int File::read(char* to, int size) { return POSIX(read(0, to, size)); }
`,
      [],
    ],
    [
      "in C those without parameters, which may not be said",
      `//- a.h
int one(void);
int two();
//- a.c
#include "a.h"
int one(void) { return 1; }
int two(int a) { return a; }
//- b.c
#include "a.h"
int f(void) { return one() + two(1); }
`,
      ["b.c#f call a.c#one", "b.c#f call a.c#two"],
    ],
    [
      "but for what hides them",
      `//- a.h
int add(int a);
//- t.cc
#include "a.h"
namespace n { int add(int a, int b); void f() { add(1, 2); } }
struct Foo { int add(int a, int b); void run() { add(1, 2); } };
`,
      ["t.cc#n.f call t.cc#n.add", "t.cc#Foo.run call t.cc#Foo.add"],
    ],
  ]);
});

describe("C++: what a name means", () => {
  rows([
    [
      "a class inherits the constructor of its base, whose name is that of the base's type all the same",
      `//- a.h
namespace db {
class Env { public: Env(); void open(); };
class Wrapper : public Env { public: void run() { target_->open(); } Env* target_; };
}
//- a.cc
#include "a.h"
namespace db { Env::Env() {} }
`,
      ["a.h#db.Wrapper inherit a.h#db.Env", "a.h#db.Wrapper.run call a.h#db.Env.open inferred"],
    ],
    [
      "a method may be written where its namespace is only used",
      `//- a.h
namespace lib { namespace ogg { class File { public: void save(int mode = 1); }; } }
//- a.cc
#include "a.h"
using namespace lib;
void ogg::File::save(int mode) {}
//- b.cc
#include "a.h"
using namespace lib;
using namespace ogg;
void f(File& file) { file.save(); }
void g(ogg::File& file) { file.save(2); }
`,
      ["b.cc#f call a.cc#ogg.File.save inferred", "b.cc#g call a.cc#ogg.File.save inferred"],
    ],
    [
      "headers of the system are no namespaces, however many are included before one that is used",
      `//- a.h
namespace lib { namespace ogg { void save(); } }
//- b.cc
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>
#include "a.h"
using namespace lib;
using namespace ogg;
void f() { save(); }
`,
      ["b.cc import a.h", "b.cc#f call a.h#lib.ogg.save"],
    ],
    [
      "of a namespace that stands in several files those count that the asking file includes",
      `//- one.h
namespace lib { namespace riff { class One { public: void a(); }; } }
//- two.h
#include "one.h"
namespace lib { namespace riff { namespace wav { class File { public: void save() {} }; } } }
//- t.cc
#include "two.h"
using namespace lib;
void t() { riff::wav::File f; f.save(); }
`,
      ["t.cc#t call two.h#lib.riff.wav.File.save inferred"],
    ],
    [
      "a class that is written outside of its owner, and its methods",
      `//- a.h
namespace re {
class Filter { public: class Info; static void cross(); void use(); Info* info_; };
}
//- a.cc
#include "a.h"
namespace re {
class Filter::Info { public: Info(); void add(); static Info* make(); };
Filter::Info::Info() {}
void Filter::Info::add() { cross(); }
Filter::Info* Filter::Info::make() { Info* one = new Info(); one->add(); return one; }
void Filter::cross() {}
void Filter::use() { info_->add(); }
}
`,
      [
        "a.cc#re.Filter.Info.add call a.cc#re.Filter.cross",
        "a.cc#re.Filter.Info.make call a.cc#re.Filter.Info",
        "a.cc#re.Filter.Info.make call a.cc#re.Filter.Info.add inferred",
        "a.cc#re.Filter.use call a.cc#re.Filter.Info.add inferred",
      ],
    ],
    [
      "what begins with :: is none of the class around",
      `//- a.cc
void info(int a) {}
namespace p { class Printer { void info(int a) { ::info(a); ::p::other(); } }; void other() {} }
`,
      ["a.cc#p.Printer.info call a.cc#info", "a.cc#p.Printer.info call a.cc#p.other"],
    ],
    [
      "what a const method gives, and one that gives no pointer",
      `//- a.cc
class Status { public: bool ok() const { return true; } };
class Builder { Status status() const { return Status(); } bool ok() { return status().ok(); } };
`,
      [
        "a.cc#Builder.ok call a.cc#Builder.status",
        "a.cc#Builder.ok call a.cc#Status.ok inferred",
        "a.cc#Builder.status call a.cc#Status",
      ],
    ],
    [
      "any macro of capitals may make a method of a fixture, but not TEST",
      `//- t.cc
class ValueTest { public: void check(); };
FIXTURE_LOCAL(ValueTest, count) { check(); }
TEST(ValueTest, plain) { check(); }
`,
      ["t.cc#ValueTest.count call t.cc#ValueTest.check"],
    ],
    [
      "a base by its own name, in a class and in a method outside of it",
      `//- a.h
namespace ui { class Console { public: Console(); virtual void report(int a); }; }
//- t.cc
#include "a.h"
class Test : public ui::Console { void report(int a) override { Console::report(a); } void more(); };
void Test::more() { Console::report(1); }
void alone() { Console::report(1); }
`,
      [
        "t.cc#Test inherit a.h#ui.Console",
        "t.cc#Test.report call a.h#ui.Console.report",
        "t.cc#Test.more call a.h#ui.Console.report",
      ],
    ],
    [
      "a header includes the bodies of its templates",
      `//- re.h
class RegEx { public: template <typename S> int match(const S& s) const; };
#include "re_impl.tcc"
//- re_impl.tcc
template <typename S> inline int RegEx::match(const S& s) const { return 1; }
//- t.cc
#include "re.h"
int t(RegEx& r) { return r.match(1); }
`,
      ["t.cc#t call re_impl.tcc#RegEx.match inferred"],
    ],
  ]);
});

describe("C++: overloads", () => {
  const declared = `
#include <string>
class Node {}; class Leaf : public Node {}; class Text { public: Text(const char* s); };
void f(const std::string& s, int* err); void f(Node* n, int* err);
void g(int n); void g(double d); void g(bool b); void g(const char* s);
void h(const Text& t); void h(int n);
typedef int Picked;
void k(const Text* t); void k(int n); void k(unsigned n);
void v(const char* format, va_list all); void v(const char* format, ...);
void n(Leaf* leaf); void n(Node* node); void n(int a);
template <typename T> void p(const T& any); void p(const std::string& s);
using Own = int64_t; typedef std::function<bool(int)> Callback;
void s(int a); void s(unsigned a); void s(unsigned long a); void s(long a); void s(unsigned long long a);
void l(const char* format, va_list all); void l(const char* format, ...);
template <typename AssignTo> void o(const std::string& s, AssignTo& a); void o(const std::string& s, Callback a);
`;
  test.each([
    ['f("a", &err)', "f"],
    ["f(node, &err)", "f~2"],
    ["f(leaf, &err)", "f~2"],
    ["f(name, &err)", "f"],
    ["f(name.substr(1), &err)", "f"],
    ["g(1)", "g"],
    ["g(-1)", "g"],
    ["g(1.5)", "g~2"],
    ["g(1.5f)", "g~2"],
    ["g(a == b)", "g~3"],
    ["g(!a)", "g~3"],
    ['g("a")', "g~4"],
    ["g(chars)", "g~4"],
    ["g(name.c_str())", "g~4"],
    ["g(count)", "g"],
    ["g('a')", "g"],
    ['h("a")', "h"],
    ["h(3)", "h~2"],
    ['v("a", 1, 2, 3)', "v~2"],
    ["n(leaf)", "n"],
    ["n(node)", "n~2"],
    ["n(nullptr)", undefined],
    ["n(2)", "n~3"],
    ["p(1)", "p"],
    ["p(name)", "p~2"],
    ["g(unknown())", undefined],
    // Whatever a name stands for that is not known to be that of a class.
    ["h(picked)", undefined],
    ["k(picked)", undefined],
    ["k(count)", "k~2"],
    ["s(small)", "s~2"],
    ["s(wide)", "s~3"],
    ["s(wide + wide)", undefined],
    ["s(7ull)", "s~5"],
    ["s(3000000000)", "s~4"],
    ["s(sizeof(small))", "s~3"],
    ["s(narrow)", "s"],
    ["s(own)", "s~4"],
    ['l("a", 1)', "l~2"],
    ["o(name, wide)", "o"],
    ['o("a", own)', "o"],
    ["o(name, picked)", "o"],
  ])("%s", async (call, meant) => {
    const source = `//- a.cc${declared}
void t(Node* node, Leaf* leaf, const std::string& name, const char* chars, int count, Picked picked, unsigned small, uint64_t wide, int16_t narrow, Own own) { ${call}; }
`;
    const calls = edgesOf(await graphOf(source)).flatMap(
      (edge) => /^a\.cc#t call a\.cc#(.*)/.exec(edge)?.[1] ?? [],
    );
    if (meant === undefined) expect(calls.length).toBeGreaterThan(1);
    else expect(calls).toEqual([meant]);
  });
});

describe("C++: specialisations that build on each other", () => {
  rows([
    [
      "lead to the one that is written for those types, else to the template, never to themselves",
      `//- a.h
template <typename T> struct Form { void lay(T t) {} void only() {} };
struct Foo {};
struct Bar {};
template <> struct Form<int> { void lay(int t) {} };
template <> struct Form<Foo> : Form<int> { void lay(Foo f) { Form<int>::lay(1); Form<Foo>::own(); } void own() {} };
template <> struct Form< Bar > : public Form<char> { void lay(Bar b) { Form< char >::lay('a'); only(); } };
//- b.h
struct Color {};
template <> struct lib::Form<Color> : lib::Form<view> { void lay(Color c) { Form<view>::lay("a"); lib::Form<view>::lay("a"); } };
`,
      [
        "a.h#Form~3 inherit a.h#Form~2",
        "a.h#Form~4 inherit a.h#Form",
        "a.h#Form.lay~3 call a.h#Form.lay~2",
        "a.h#Form.lay~3 call a.h#Form.own",
        "a.h#Form.lay~4 call a.h#Form.lay",
        "a.h#Form.lay~4 call a.h#Form.only",
      ],
    ],
  ]);
});
