import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

describe("a class that builds on a list or a map holds what that holds", () => {
  test.each<readonly [string, string, readonly string[]]>([
    [
      "Python",
      `//- a.py
from typing import Dict, List
class Foo:
    def go(self): pass
class Foos(List[Foo]):
    def all(self):
        for x in self: x.go()
    def first(self):
        self[0].go()
class Reg(Dict[str, Foo]): pass
def index(all: Foos):
    all[0].go()
def values(reg: Reg):
    for x in reg.values(): x.go()
`,
      ["Foos.all", "Foos.first", "index", "values"].map((name) => `a.py#${name} call a.py#Foo.go inferred`),
    ],
    [
      "TypeScript",
      `//- a.ts
class Foo { go() {} }
class Foos extends Array<Foo> { first() { this[0].go(); } }
class Reg<T> extends Map<string, T> {}
function each(all: Foos) { for (const x of all) x.go(); }
function map(all: Foos) { all.map((x) => x.go()); }
function get(reg: Reg<Foo>) { reg.get("a").go(); }
`,
      ["Foos.first", "each", "map", "get"].map((name) => `a.ts#${name} call a.ts#Foo.go inferred`),
    ],
    [
      "Java",
      `//- A.java
package p;
import java.util.*;
class Foo { void go() {} }
class Foos extends ArrayList<Foo> { }
class Reg<T> extends HashMap<String, T> { }
class More extends Foos { void go(Foo own) {} }
class M {
  void each(Foos all) { for (Foo x : all) x.go(); }
  void iterate(Foos all) { for (var x : all) x.go(); }
  void get(More all) { all.get(0).go(); }
  void map(Reg<Foo> r) { r.get("a").go(); }
  void lambda(Foos all) { all.forEach(x -> x.go()); }
}
`,
      [
        ...["More inherit A.java#Foos"],
        ...["each", "iterate", "get", "map", "lambda"].map((name) => `M.${name} call A.java#Foo.go inferred`),
      ].map((row) => `A.java#${row}`),
    ],
    [
      "C#",
      `//- A.cs
using System.Collections.Generic;
class Foo { public void Go() {} }
class Foos : List<Foo> { }
class M {
  void Each(Foos all) { foreach (var x in all) x.Go(); }
  void Index(Foos all) { all[0].Go(); }
  void First(Foos all) { all.First().Go(); }
}
`,
      ["Each", "Index", "First"].map((name) => `A.cs#M.${name} call A.cs#Foo.Go inferred`),
    ],
    [
      "C++",
      `//- a.cpp
class Foo { public: void go(); };
template <class T> class TVector : public std::vector<T, pool<T>> { };
typedef TVector<Foo> Foos;
void index(Foos* all) { (*all)[0].go(); }
void each(Foos& all) { for (auto& x : all) x.go(); }
void back(Foos& all) { all.back().go(); }
`,
      [...["index", "each", "back"].map((name) => `a.cpp#${name} call a.cpp#Foo.go inferred`)],
    ],
  ])("%s", (_, source, expected) => check(source, expected));
});
