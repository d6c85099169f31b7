/** What services of C# showed to be missing or wrong, each as it stood there. */
import { test } from "@jest/globals";
import { check } from "./fixture.ts";

const rows: readonly (readonly [what: string, source: string, expected: readonly string[]])[] = [
  [
    "an object of the class that is wanted where it stands",
    `//- A.cs
namespace App;
public class Foo { public Foo(int n) {} public Bar Bar { get; set; } }
public class Foo<T> { public Foo(int n) {} }
public class Bar { public Bar(int n) {} }
public class Field { private readonly Foo foo = new(0); }
public class Property { public Foo? Foo { get; } = new(0); }
public class Use {
    void Local() { Foo f = new(1); }
    void Whole() { App.Foo f = new(1); }
    void Generic() { Foo<int> f = new(1); }
    Foo Arrow() => new(2);
    async Task<Foo> Later(bool b) { return b ? new(1) : throw x; }
    IEnumerable<Foo> Each() { yield return new(1); }
    void Argument() { Put(1, new(3)); }
    void Put(int n, Foo f) {}
    void Assigned(Foo f) { f ??= new(1); }
    void Listed() { List<Foo> l = [new(1)]; }
    void Array() { Foo[] f = { new(1) }; }
    void Made() { var f = new List<Foo> { new(1) }; }
    void Mapped() { Dictionary<string, Foo> f = new() { ["a"] = new(1) }; }
    void Member() { Foo f = new(1) { Bar = new(2) }; }
    (int, Foo) Tuple() => (1, new(1));
    // Of what is not known nothing is made.
    void Unknown() { Other o = new(1); var v = new(1); o.Put(new(1)); int n = new(); }
    void Named() { Put(f: new(1), n: 1); }
    void Either() { Two(new(1)); }
    void Two(Foo f) {}
    void Two(Bar b) {}
}
`,
    [
      ..."Field Property Use.Local Use.Whole Use.Arrow Use.Member"
        .split(" ")
        .map((name) => `A.cs#${name} call A.cs#Foo`),
      ..."Later Each Argument Assigned Listed Array Made Mapped Tuple"
        .split(" ")
        .map((name) => `A.cs#Use.${name} call A.cs#Foo inferred`),
      "A.cs#Use.Generic call A.cs#Foo~2",
      "A.cs#Use.Member call A.cs#Bar inferred",
      "A.cs#Use.Argument call A.cs#Use.Put",
      "A.cs#Use.Named call A.cs#Use.Put",
      ...["Two", "Two~2"].map((name) => `A.cs#Use.Either call A.cs#Use.${name} ambiguous`),
    ],
  ],
];

test.each(rows)("%s", (_, source, expected) => check(source, expected));
