import { describe, expect, test } from "@jest/globals";
import { withMockMethods, withoutOwnMacros } from "../../src/languages/preprocessing/own-macros.ts";
import { check } from "./fixture.ts";

const rows = (all: readonly [string, string, string[]][]): void =>
  test.each(all)("%s", (_, source, expected) => check(source, expected));

describe("C++: methods that macros of googlemock declare", () => {
  rows([
    [
      "by type, name and parameters, or by name and type",
      `//- a.h
struct Base { virtual int size(bool all) const = 0; virtual void add(int a, char b); };
struct MockBase : public Base {
  MOCK_METHOD(int, size, (bool all), (const, override));
  MOCK_METHOD((std::map<int, Base>), all, (int a, (std::map<int, int>) b));
  MOCK_METHOD(void, on, (), (Calltype(STDCALL), override));
  MOCK_METHOD2(add, void(int a, char b));
  MOCK_CONST_METHOD0_T(name, std::map<int, T>());
};
void f(MockBase& m) { m.add(1, 'a'); m.name(); m.on(); m.all(1, {}); }
void g(const MockBase& m) { m.size(true); }
`,
      [
        "a.h#MockBase inherit a.h#Base",
        "a.h#f call a.h#MockBase.add inferred",
        "a.h#f call a.h#MockBase.name inferred",
        "a.h#f call a.h#MockBase.on inferred",
        "a.h#f call a.h#MockBase.all inferred",
        "a.h#g call a.h#MockBase.size inferred",
      ],
    ],
  ]);

  test.each([
    ["MOCK_METHOD(int, a, ());", "            int  a  () ;"],
    [
      "MOCK_METHOD(Foo*, a, (int b), (override, const));",
      "            Foo*  a  (int b)             const  ;",
    ],
    ["MOCK_METHOD(\n  int,\n  a, (),\n  (const));", "            \n  int \n  a  () \n   const  ;"],
    ["MOCK_CONST_METHOD1(a, int(int b));", "                   a     (int b) ;"],
    ["#define MOCK_METHOD(...) x", "#define MOCK_METHOD(...) x"],
    ["MOCK_METHODS(a)", "MOCK_METHODS(a)"],
  ])("%j keeps its places", (source, expected) => {
    expect(withMockMethods(source)).toBe(expected);
  });

  test.each([
    "MOCK_METHOD(",
    "MOCK_METHOD((",
    "MOCK_METHOD(a, b, (",
    "MOCK_METHOD1(a, b(",
    "MOCK_METHOD(a,b,(),(",
  ])("%j again and again takes no time", (part) => {
    const source = part.repeat(900_000 / part.length);
    expect(withMockMethods(source)).toHaveLength(source.length);
  });
});

describe("C: what grammars of C++ take for something else", () => {
  rows([
    [
      "the loop of a macro is no function",
      `//- a.c
#define each(a, all) for (a = all; a; a = a->next)
struct list { struct list *next; };
struct list *all(struct list *a) { return a; }
void use(struct list *a) {}
void go(struct list *a) {
  each(a, all(a)) {
    each_key(a, b) { use(a); }
  }
}
void under(struct list *a) {
#ifdef SMALL
  each(a, b) { use(a); }
#endif
}
`,
      ["a.c#go call a.c#all", "a.c#go call a.c#use", "a.c#under call a.c#use"],
    ],
    [
      "what it declares is known in it",
      `//- a.cc
struct Foo { void go(); };
void run(Foos all) {
  foreach (Foo &foo, all) { foo.go(); }
}
`,
      ["a.cc#run call a.cc#Foo.go inferred"],
    ],
    [
      "a function within a class that says no type is one",
      `//- a.cc
void go();
void run() {
  struct Foo { Foo() { go(); } };
}
`,
      ["a.cc#run.Foo.Foo call a.cc#go"],
    ],
    [
      "words that are names in C",
      `//- a.c
struct value { int template; struct value *class; };
void drop(struct value *this) {}
void add(struct value *a, int optional) {
  struct value *argument, *new;
  new = make(1, sizeof *new);
  if (optional) { new->template = 1; drop(new); goto out; }
  if (new->class == a) { drop(new->class); }
out:
  drop(new);
}
void delete(struct value *a) { add(a, 1); }
void last(struct value *a) { delete(a); }
`,
      ["a.c#add call a.c#drop", "a.c#delete call a.c#add", "a.c#last call a.c#delete"],
    ],
    [
      "a macro between the type and the name, and a name in brackets",
      `//- a.c
int ZEXPORT deflate(int a) { return 1; }
static BOOL CALLBACK
flag(int a) { return deflate(a); }
API int (top) (int a) { return flag(a); }
local state stored(int a) { return top(a); }
int go(int a) { return stored(a); }
`,
      [
        "a.c#flag call a.c#deflate",
        "a.c#top call a.c#flag",
        "a.c#stored call a.c#top",
        "a.c#go call a.c#stored",
      ],
    ],
  ]);
});

describe("C++: namespaces that macros open", () => {
  rows([
    [
      "on which a class is written",
      `//- a.h
#define LIB_BEGIN namespace lib { inline namespace v1 {
#define LIB_END } }
LIB_BEGIN
template <typename T> struct formatter {};
int format(int a);
LIB_END
//- a.cc
#include "a.h"
template <> struct lib::formatter<int> { int parse(); };
int f() { return lib::format(1); }
`,
      ["a.cc#f call a.h#format inferred"],
    ],
    [
      "in the same file, beside those that are written",
      `//- doc.h
namespace pugi { class node { public: node next(); void add(); }; }
//- doc.cc
#include "doc.h"
#ifdef OLD
# define NS_BEGIN namespace pugi { namespace impl {
# define NS_END } }
#else
# define NS_BEGIN namespace pugi { namespace impl { namespace {
# define NS_END } } } // all of them
#endif
#define FN inline
#define API __attribute__((visibility("default")))
NS_BEGIN
  FN int size(int a) { return a; }
  FN bool big(int a) { return size(a) > 3; }
NS_END
namespace pugi {
  API FN node node::next() { impl::size(1); return node(); }
  FN void node::add() { pugi::impl::big(2); next().add(); }
}
`,
      [
        "doc.cc#big call doc.cc#size",
        "doc.cc#pugi.node.next call doc.cc#size inferred",
        "doc.cc#pugi.node.next call doc.h#pugi.node",
        "doc.cc#pugi.node.add call doc.cc#big inferred",
        "doc.cc#pugi.node.add call doc.cc#pugi.node.next",
        "doc.cc#pugi.node.add call doc.cc#pugi.node.add inferred",
      ],
    ],
    [
      "in a header, for all that include it; a namespace of somebody else stays outside",
      `//- core.h
#define FMT_BEGIN_NAMESPACE \\
  namespace fmt {           \\
  inline namespace v9 {
#define FMT_END_NAMESPACE } }
FMT_BEGIN_NAMESPACE
class view { public: int size() { return 1; } };
namespace detail { inline void put() {} }
FMT_END_NAMESPACE
//- print.h
#include "core.h"
FMT_BEGIN_NAMESPACE
inline void print(view v) { detail::put(); v.size(); }
FMT_END_NAMESPACE
//- main.cc
#include "print.h"
struct Holder { void print(); };
void run(fmt::view v, Holder fmt2) {
  fmt::print(v);
  fmt::detail::put();
  boost::print(v);
  v.size();
}
void shadow(Holder& fmt) { fmt.view(); }
`,
      [
        "print.h#print call core.h#detail.put",
        "print.h#print call core.h#view.size inferred",
        "main.cc#run call print.h#print inferred",
        "main.cc#run call core.h#detail.put",
        "main.cc#run call core.h#view.size inferred",
      ],
    ],
  ]);
});

describe("C++: what stands twice, and macros before what makes an object", () => {
  rows([
    [
      "of a class that is announced the nearest",
      `//- all/all.h
class Config { public: int level(); };
//- src/config.h
class Config { public: int level(); };
//- src/run.h
class Config;
class Run { Config* config; int f() { return config->level(); } };
`,
      ["src/run.h#Run.f call src/config.h#Config.level inferred"],
    ],
    [
      "of two that are as near none",
      `//- a/config.h
class Config { public: int level(); };
//- b/config.h
class Config { public: int level(); };
//- src/run.h
class Config;
class Run { Config* config; int f() { return config->level(); } };
`,
      [],
    ],
    [
      "a constructor and its end, of a template too",
      `//- a.h
class Log { public: Log(int a); ~Log(); int at; };
template <typename T> class Box { public: Box(int a); };
//- a.cc
#include "a.h"
int one() { return 1; }
LIB_INLINE Log::Log(int a)
  : at(one())
#ifdef MORE
  , more(a)
#endif
{ one(); }
LIB_INLINE Log::~Log() { one(); }
template <typename T>
LIB_INLINE Box<T>::Box(int a) { one(); }
int use(Log* log) { return log->at; }
`,
      ["a.cc#Log.Log call a.cc#one", "a.cc#Log.~Log call a.cc#one", "a.cc#Box.Box call a.cc#one"],
    ],
    [
      "before the type of a method that stands outside of its class, on two lines too",
      `//- a.h
class Log { public: std::string name(int a); std::pair<int, int> ends(); };
//- a.cc
#include "a.h"
int one() { return 1; }
LIB_INLINE std::string Log::name(int a) { one(); }
LIB_NODISCARD LIB_INLINE std::pair<int, int>
Log::ends() { one(); }
void use(Log& log) { log.name(1); log.ends(); }
`,
      [
        "a.cc#Log.name call a.cc#one",
        "a.cc#Log.ends call a.cc#one",
        "a.cc#use call a.cc#Log.name inferred",
        "a.cc#use call a.cc#Log.ends inferred",
      ],
    ],
    [
      "what says the type that something gives, and who sees what follows",
      `//- a.h
template <typename T> class Box {
  int size() { return 1; }
  template <typename U>
  LIB_ENABLE_IF((lib::Not<lib::Same<U, T> >),(Box&)) operator[](U* name) { size(); return *this; }
  template <typename U> friend LIB_ENABLE_IF((lib::Not<U>),(bool)) operator==(const U& one, const Box& other) { return true; }
  LIB_PRIVATE_UNLESS_TESTED:
  int ends() { return size(); }
};
`,
      ["a.h#Box.operator[] call a.h#Box.size", "a.h#Box.ends call a.h#Box.size"],
    ],
    [
      "words of the language under another name",
      `//- a.cc
void run() {}
void fail() {}
namespace lib {
void go() {
  LIB_TRY { run(); } LIB_CATCH_ALL { fail(); }
}
void again() { go(); }
}
`,
      ["a.cc#lib.go call a.cc#run", "a.cc#lib.go call a.cc#fail", "a.cc#lib.again call a.cc#lib.go"],
    ],
    [
      "alone above a comment, and words that help compilers",
      `//- a.h
LIB_NAMESPACE_BEGIN

/*!
    A box.
*/
template <typename T, typename A = Any>
class Box {
public:
  void put(T one) { *all.template push<T>() = one; }
  typename A::Name name() { return typename A::Name(all); }
  int size() { return 1; }
  int ends() { return size(); }
};
LIB_NAMESPACE_END
`,
      ["a.h#Box.ends call a.h#Box.size"],
    ],
    [
      "a namespace that a macro opens around one that is used",
      `//- a.h
#define LIB_BEGIN namespace lib {
#define LIB_END }
LIB_BEGIN
namespace inner { class Box { public: int size(); }; }
LIB_END
//- b.cc
#include "a.h"
using namespace lib::inner;
void use() { Box box; box.size(); }
`,
      ["b.cc#use call a.h#inner.Box.size inferred"],
    ],
  ]);
});

describe("macros of the file itself", () => {
  test.each([
    ["words and attributes", "#define API __declspec(dllexport) inline\nAPI int f();\n", "    int f();"],
    ["nothing", "#define API\n  API int f();\n", "      int f();"],
    ["braces", '#define BEGIN extern "C" {\n#define END }\nBEGIN\nint f();\nEND\n', "     \nint f();\n   "],
    ["code in one branch", "#if A\n#define API\n#else\n#define API int\n#endif\nAPI f();\n", undefined],
    ["a value", "#define SIZE 3\nint a[SIZE];\n", undefined],
    ["with parameters", "#define API(x)\nAPI(1) int f();\n", undefined],
    [
      "in directives and comments",
      "#define API\n#ifdef API\n// API\n#define B \\\n  API\n#endif\n",
      undefined,
    ],
    ["part of a name", "#define API\nint MY_API, API2;\n", undefined],
  ])("%s", (_, source, expected) => {
    const { text } = withoutOwnMacros(source);
    expect(text).toHaveLength(source.length);
    const rest = text
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .join("\n")
      .trimEnd();
    if (expected === undefined) expect(text).toBe(source);
    else expect(rest).toBe(expected.trimEnd());
  });

  test("the namespaces that they open are named once each", () => {
    const source =
      "#define A namespace x { namespace y::z {\n#define B inline namespace v1 { namespace x {\n";
    expect(withoutOwnMacros(source).namespaces).toEqual(["x", "y", "z", "v1"]);
  });
});
