/** Properties of C# that do something are called by who reads them or gives them a value. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const shop = `//- shop.cs
namespace Shop;
public interface ICart { int Count { get; } Owner Boss { get; } }
public enum Color { Red }
public abstract class Base
{
    public abstract Owner Own { get; }
    public int Size { get; set; } = 1;
    public virtual Owner Chief => Owner.Make();
    public static Owner First { get { return Owner.Make(); } }
    public Color Color { get => Color.Red; }
}
public class Owner
{
    public static Owner Make() => null;
    public void Pay() { }
    public string Name { get { return "a"; } set { Pay(); } }
    public Owner Next { get; set; }
}
`;

const own = [
  "Base.Chief call Owner.Make",
  "Base.First call Owner.Make",
  // The setter's call is the property's.
  "Owner.Name call Owner.Pay",
];

describe("properties that are read", () => {
  test.each<[name: string, source: string, expected: readonly string[]]>([
    [
      "of a parameter, also by an interface",
      "class A { bool Go(Owner o, ICart c) { return o.Name == null && c.Count > 1; } }",
      ["A.Go call Owner.Name inferred", "A.Go call ICart.Count inferred"],
    ],
    [
      "on the way to what is called, with a question mark, too",
      "class A { void Go(Base b) { b.Own.Pay(); b?.Chief?.Name.Trim(); } }",
      [
        "A.Go call Base.Own inferred",
        "A.Go call Owner.Pay inferred",
        "A.Go call Base.Chief inferred",
        "A.Go call Owner.Name inferred",
      ],
    ],
    [
      "by their names alone, in heirs",
      "abstract class A : Base { bool Go() { if (Chief == null) return true; Own.Pay(); return Run(Chief); } bool Run(Owner o) => true; }",
      [
        "A inherit Base",
        "A.Go call Base.Chief",
        "A.Go call Base.Own",
        "A.Go call Owner.Pay inferred",
        "A.Go call A.Run",
      ],
    ],
    [
      "of the base that one overrides",
      "abstract class A : Base { public override Owner Chief => base.Chief; }",
      ["A inherit Base", "A.Chief call Base.Chief"],
    ],
    ["of a class", "class A { void Go() { var x = Base.First; } }", ["A.Go call Base.First"]],
    [
      "where they get a value, also in what is made",
      'class A { Owner Go(Owner o) { o.Name = "b"; return o; } Owner Make() { return new Owner { Name = "c" }; } }',
      ["A.Go call Owner.Name inferred", "A.Make call Owner", "A.Make call Owner.Name"],
    ],
    [
      "where they are handed on",
      "class A { object Go(Base b, Owner o) { Run(b.Chief); var x = o.Name; return x; } void Run(Owner o) { } }",
      ["A.Go call Base.Chief inferred", "A.Go call A.Run", "A.Go call Owner.Name inferred"],
    ],
    [
      "not one that only keeps a value",
      "class A { int Go(Base b, Owner o) { return b.Size + (o.Next == null ? 0 : 1); } }",
      [],
    ],
    [
      "not in a class that has a field of that name, nor a variable of it",
      "abstract class A : Base { Owner Own; bool Go() { var Chief = 1; return Own == null && Chief > 1; } }",
      ["A inherit Base"],
    ],
    [
      "one that a class has for an interface is the interface's",
      "class A : ICart { Owner ICart.Boss { get { return Owner.Make(); } } public int Count { get; } void Go(A a, ICart c) { a.Boss.Pay(); c.Boss.Pay(); } }",
      [
        "A inherit ICart",
        "A.Boss call Owner.Make",
        "A.Go call ICart.Boss inferred",
        "A.Go call Owner.Pay inferred",
      ],
    ],
  ])("%s", (_, source, expected) =>
    check(`${shop}//- a.cs\nnamespace Shop;\n${source}\n`, [
      ...own.map((row) => row.replace(/(\S+) call (\S+)/, "shop.cs#$1 call shop.cs#$2")),
      ...expected.map((row) =>
        row.replace(/(\S+) (call|inherit) (\S+)/, (_, from, how, to) => {
          const at = to.startsWith("A.") ? "a.cs" : "shop.cs";
          return `a.cs#${from} ${how} ${at}#${to}`;
        }),
      ),
    ]),
  );
});
