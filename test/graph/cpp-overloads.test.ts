/** Functions of one name in C++ that differ by `const`, by references and by numbers, as Clang tells them apart. */
import { expect, test } from "@jest/globals";
import { edgesOf, graphOf } from "./fixture.ts";

/** What calls lead to whose edges begin so, however sure. */
const meantBy = async (source: string, start: RegExp): Promise<readonly string[]> =>
  edgesOf(await graphOf(source)).flatMap((edge) => {
    const [from, , to] = edge.split(" ");
    return start.test(edge) ? [`${from} ${to}${edge.endsWith("ambiguous") ? " ?" : ""}`] : [];
  });

/** Methods by twos: the first for an object that may be changed, `~2` for one that may not. */
const list = `struct Foo { int get(); int get() const; };
typedef const Foo* Fixed;
struct List {
  Foo* find(); const Foo* find() const;
  Foo& at(int i); const Foo& at(int i) const;
  Foo* next; const Foo* last; Foo own; mutable Foo kept; Foo many[4];
  std::vector<Foo> all; std::vector<Foo*> some; std::vector<const Foo*> fixed; std::map<int, Foo> named;
  std::unique_ptr<Foo> one; std::shared_ptr<const Foo> two;
  Foo copy() const;
  auto behind() const -> const Foo*;
};
const Foo shared = Foo();
`;

const changed = "Foo.get";
const constant = "Foo.get~2";

const objects: readonly (readonly [what: string, body: string, meant: string])[] = [
  ["a reference", "void f(Foo& a) { a.get(); }", changed],
  ["a constant reference", "void f(const Foo& a) { a.get(); }", constant],
  ["a constant behind the type", "void f(Foo const& a) { a.get(); }", constant],
  ["a pointer to a constant", "void f(const Foo* a) { a->get(); }", constant],
  ["a constant pointer", "void f(Foo* const a) { a->get(); }", changed],
  ["an object", "void f() { Foo a; a.get(); }", changed],
  ["a constant object", "void f() { const Foo a; a.get(); }", constant],
  ["a name for a pointer to a constant", "void f(Fixed a) { a->get(); }", constant],
  ["a global constant", "void f() { shared.get(); }", constant],
  ["a field", "void f(List& a) { a.own.get(); }", changed],
  ["a field of a constant", "void f(const List& a) { a.own.get(); }", constant],
  ["a pointer in a constant", "void f(const List& a) { a.next->get(); }", changed],
  ["a pointer to a constant in an object", "void f(List& a) { a.last->get(); }", constant],
  ["a mutable field", "void f(const List& a) { a.kept.get(); }", changed],
  ["a place in an array", "void f(const List& a) { a.many[1].get(); }", constant],
  ["a field in a constant method", "void List::f() const { own.get(); }", constant],
  ["a field in a method", "void List::f() { own.get(); }", changed],
  [
    "a function without a name in a constant method",
    "void List::f() const { [this] { own.get(); }(); }",
    constant,
  ],
  ["an element", "void f(List& a) { a.all[0].get(); }", changed],
  ["an element of a constant", "void f(const List& a) { a.all[0].get(); }", constant],
  ["an element of a constant that is a pointer", "void f(const List& a) { a.some[0]->get(); }", changed],
  ["an element that is a pointer to a constant", "void f(List& a) { a.fixed.front()->get(); }", constant],
  ["what a map has of a constant", "void f(const List& a) { a.named.find(1)->second.get(); }", constant],
  ["what a pointer of a constant holds", "void f(const List& a) { a.one->get(); }", changed],
  ["what a pointer to a constant holds", "void f(List& a) { a.two->get(); }", constant],
  ["what a method gives", "void f(List& a) { a.find()->get(); }", changed],
  ["what a method of a constant gives", "void f(const List& a) { a.find()->get(); }", constant],
  ["a copy that a method gives", "void f(const List& a) { a.copy().get(); }", changed],
  ["what a method says behind its name to give", "void f(List& a) { a.behind()->get(); }", constant],
  ["a variable of what a method gives", "void f(const List& a) { auto b = a.find(); b->get(); }", constant],
  ["a copy of what a method gives", "void f(const List& a) { auto b = a.at(0); b.get(); }", changed],
  ["a reference to what a method gives", "void f(const List& a) { auto& b = a.at(0); b.get(); }", constant],
  ["a constant reference", "void f(List& a) { const auto& b = a.at(0); b.get(); }", constant],
  ["all of a list", "void f(List& a) { for (auto& b : a.all) b.get(); }", changed],
  ["all of a list, constant", "void f(List& a) { for (const auto& b : a.all) b.get(); }", constant],
  ["all of a constant list", "void f(const List& a) { for (auto& b : a.all) b.get(); }", constant],
  ["pointers of a constant list", "void f(const List& a) { for (auto* b : a.some) b->get(); }", changed],
  ["a place in a list", "void f(List& a) { for (auto b = a.all.begin(); b; ++b) b->get(); }", changed],
  [
    "a constant place in a list",
    "void f(List& a) { for (auto b = a.all.cbegin(); b; ++b) b->get(); }",
    constant,
  ],
];

test.each(objects)("of two methods the one is meant that goes with %s", async (_what, body, meant) => {
  const source = `//- a.cc\n${list}${body}\n`;
  const from = body.includes("List::f") ? "List.f" : "f";
  expect(await meantBy(source, /#Foo\.get/)).toEqual([`a.cc#${from} a.cc#${meant}`]);
});

const ways = `struct Foo {}; Foo make(); Foo& known(); const Foo& fixed();
void take(const Foo& a) {} void take(Foo&& a) {} void take(Foo& a) {}
void add(const Foo& a) {} void add(Foo&& a) {}
void skip(const char* a) {} void skip(char* a) {}
template <typename T> void addAny(const T& a) {} template <typename T> void addAny(T&& a) {}
`;

const passed: readonly (readonly [what: string, body: string, meant: string])[] = [
  ["an object", "void f(Foo& a) { take(a); }", "take~3"],
  ["a constant", "void f(const Foo& a) { take(a); }", "take"],
  ["what is moved", "void f(Foo& a) { take(std::move(a)); }", "take~2"],
  ["a new one", "void f() { take(Foo()); }", "take~2"],
  ["what a function makes", "void f() { take(make()); }", "take~2"],
  ["what a function knows", "void f() { take(known()); }", "take~3"],
  ["a constant that a function knows", "void f() { take(fixed()); }", "take"],
  ["a name where only constants have a reference", "void f(Foo a) { add(a); }", "add"],
  ["what is moved there", "void f(Foo a) { add(std::move(a)); }", "add~2"],
  ["a text", 'void f() { skip("a"); }', "skip"],
  ["a buffer", "void f(char* a) { skip(a); }", "skip~2"],
  ["a text of somebody else", "void f(const char* a) { skip(a); }", "skip"],
  ["anything by whatever it is", "void f(Foo& a) { addAny(a); }", "addAny~2"],
  ["a constant, whatever it is", "void f(const Foo& a) { addAny(a); }", "addAny"],
];

test.each(passed)("of several functions the one is meant that takes %s", async (_what, body, meant) => {
  const source = `//- a.cc\n${ways}${body}\n`;
  expect(await meantBy(source, /#(?:take|add|skip)/)).toEqual([`a.cc#f a.cc#${meant}`]);
});

const templates = `struct Doc {
  template <unsigned flags, typename From> Doc& parse(const typename From::Ch* s);
  template <unsigned flags> Doc& parse(const char* s);
  Doc& parse(const char* s);
  template <class T> T get(); int get();
};
template <class T, int N> int size(T (&a)[N]) { return N; } template <int N> int size(int a) { return N; } int size(long a) { return 1; }
template <class To, class... All> To make(All... all); template <class One> One* make(One a);
namespace lib { template <int N> int count(int a); int count(int a); }
template <int N = 3, class = void> int fill(int a); int fill(const char* a);
`;

const written: readonly (readonly [what: string, body: string, ...meant: string[]])[] = [
  ["nothing where a template cannot tell it", 'void f(Doc d) { d.parse("a"); }', "Doc.parse~3"],
  ["one that has no other", 'void f(Doc d) { d.parse<0>("a"); }', "Doc.parse~2"],
  ["two", 'void f(Doc d) { d.parse<0, Doc>("a"); }', "Doc.parse"],
  ["a type that is given", "void f(Doc* d) { d->get<Doc>(); }", "Doc.get"],
  ["no type", "void f(Doc* d) { d->get(); }", "Doc.get~2"],
  ["a number", "void f() { size<3>(1); }", "size~2"],
  ["more types than one takes", "void f() { make<Doc, int, int>(1, 2); }", "make"],
  ["none where the arguments tell it", "void f(Doc d) { make(d); }", "make~2"],
  ["one behind a namespace", "void f() { lib::count<1>(2); }", "lib.count"],
  ["what it has by default", "void f() { fill(1); }", "fill"],
  ["none behind a namespace", "void f() { lib::count(2); }", "lib.count~2"],
  ["more of them than any takes, which tells nothing", "void f() { size<1, 2, 3>(4); }", "size~2"],
];

test.each(written)("a template is meant by what is written for it: %s", async (_what, body, ...meant) => {
  const source = `//- a.cc\n${templates}${body}\n`;
  expect(await meantBy(source, /^a\.cc#f /)).toEqual(meant.map((one) => `a.cc#f a.cc#${one}`));
});

test("a text goes with a reference to an array of characters before what it has to be made into", async () => {
  const source = `//- a.cpp
template<int N> bool starts(const std::string& text, const char (&start)[N]) { return true; }
bool starts(const std::string& text, const std::string& start) { return true; }
bool starts(const std::string& text, const char start[], int length) { return true; }
void a(const std::string& text) { starts(text, "a"); }
void b(const std::string& text) { starts(text, text); }
void c(const std::string& text) { starts(text, "a", 1); }
`;
  expect(await meantBy(source, /^a\.cpp#[abc] /)).toEqual([
    "a.cpp#a a.cpp#starts",
    "a.cpp#b a.cpp#starts~2",
    "a.cpp#c a.cpp#starts~3",
  ]);
});

test("a constructor calls those of bases and another one of its class, and no function that is called like a field", async () => {
  const source = `//- a.cpp
namespace base { class Tool { public: Tool(int); }; }
template<class T> class Box { public: explicit Box(T); };
class Fix { public: explicit Fix(int); };
int Size(int x);
class One : public Fix, base::Tool, Box<int> {
public:
  One() : One(1) {}
  One(int x) : Fix(x), base::Tool(x), Box<int>(x), Size(x), own(3) {}
  explicit One(char);
  int Size; int own;
};
One::One(char c) : Fix{c} {}
`;
  expect((await meantBy(source, /^a\.cpp#One\.One\S* call/)).toSorted()).toEqual([
    "a.cpp#One.One a.cpp#One",
    "a.cpp#One.One~2 a.cpp#Fix",
    "a.cpp#One.One~2 a.cpp#base.Tool",
    "a.cpp#One.One~3 a.cpp#Fix",
  ]);
});
