import { beforeAll, describe, expect, test } from "@jest/globals";
import { calledIn, rows } from "./followed.ts";

const classes = `
using System; using System.Collections.Generic; using System.Linq; using System.Threading.Tasks;
namespace A {
class Foo { public void Go() {} public Foo Next() => this; public bool Ok() => true; public static Foo Make() => null; public string Name; public List<Foo> Kids; }
class Holder { public Foo Foo; public List<Foo> List; public Dictionary<string, Foo> Map; public Foo[] Arr; public IEnumerable<Foo> Seq; public Func<Foo> Sup; public Func<string, Foo> Fn; public Action<Foo> Act; public Lazy<Foo> Lazy; public Task<Foo> Task; public Queue<Foo> Q; public IDictionary<string, List<Foo>> Lists; public Foo? Opt; public (string, Foo) Tup; public (string name, Foo foo) Named; public KeyValuePair<string, Foo> Pair; public Foo Prop { get; set; } public Task<List<Foo>> Tasks; public IReadOnlyList<Foo> Ro; public HashSet<Foo> Set; public Nullable<int> N; public event Action<Foo> Ev; public Foo this[int i] => Foo; public ConcurrentDictionary<string, Foo> Cd; public Stack<Foo> St; }
record Rec(Foo Foo, List<Foo> All);
enum Kind { A, B }
interface ITask<T> { T Run(T x); }
static class Ext { public static Foo Touch(this Foo f) => f; public static void GoAll(this IEnumerable<Foo> l) { } }
delegate Foo Maker(string s);
class Main {
  static void Each(List<Foo> l, Action<Foo> c) {}
  static T Id<T>(T x) => x;
  static T First<T>(List<T> x) => x[0];
  static T Create<T>() => default;
  Foo field; Maker maker;
`;

const all = [
  ...rows(
    "Go",
    `
    h.List.ForEach(x => x.Go());
    h.List[0].Go();
    h.List.First().Go();
    h.List.FirstOrDefault()?.Go();
    h.List.First(x => x.Ok()).Go();
    h.List.Where(x => x.Ok()).ToList()[0].Go();
    h.List.Select(x => x.Next()).First().Go();
    h.List.SelectMany(x => x.Kids).First().Go();
    h.List.OrderBy(x => x.Name).Last().Go();
    h.List.Single().Go();
    foreach (var x in h.List) x.Go();
    foreach (Foo x in h.List) x.Go();
    foreach (var x in h.Seq) x.Go();
    foreach (var x in h.List.Where(y => y.Ok())) x.Go();
    foreach (var p in h.Map) p.Value.Go();
    foreach (var (k, v) in h.Map) v.Go();
    foreach (KeyValuePair<string, Foo> p in h.Map) p.Value.Go();
    foreach (var x in h.Map.Values) x.Go();
    h.Map["a"].Go();
    if (h.Map.TryGetValue("a", out Foo x)) x.Go();
    h.Map.Values.First().Go();
    h.Map.Select(p => p.Value).First().Go();
    h.Lists["a"][0].Go();
    h.Lists["a"].First().Go();
    h.Arr[0].Go();
    foreach (var x in h.Arr) x.Go();
    h.Sup().Go();
    h.Sup.Invoke().Go();
    h.Fn("a").Go();
    h.Lazy.Value.Go();
    (await h.Task).Go();
    var x = await h.Task; x.Go();
    (await h.Tasks)[0].Go();
    h.Q.Dequeue().Go();
    h.Q.Peek().Go();
    h.Opt.Go();
    h.Opt?.Go();
    h.Opt!.Go();
    h.Tup.Item2.Go();
    var (a, b) = h.Tup; b.Go();
    h.Pair.Value.Go();
    h.Prop.Go();
    h.Ro[0].Go();
    foreach (var x in h.Set) x.Go();
    h.Cd["a"].Go();
    h.St.Pop().Go();
    Rec r = null; r.Foo.Go();
    Rec r = null; r.All[0].Go();
    var r = new Rec(null, null); r.Foo.Go();
    Action<Foo> a = x => x.Go();
    Func<Foo, Foo> a = x => { x.Go(); return x; };
    Func<Foo> a = () => new Foo(); a().Go();
    object o = h.Foo; if (o is Foo f) f.Go();
    object o = h.Foo; ((Foo)o).Go();
    object o = h.Foo; (o as Foo).Go();
    object o = h.Foo; switch (o) { case Foo f: f.Go(); break; }
    var l = new List<Foo>(); l[0].Go();
    var m = new Dictionary<string, Foo>(); m["a"].Go();
    List<Foo> l = new(); l[0].Go();
    var l = new List<Foo> { new Foo() }; l[0].Go();
    var a = new[] { h.Foo }; a[0].Go();
    Foo[] a = { h.Foo }; a[0].Go();
    (h.Foo ?? h.Prop).Go();
    (h.Foo != null ? h.Foo : h.Prop).Go();
    using var x = h.Foo; x.Go();
    using (var x = h.Foo) { x.Go(); }
    field.Go();
    this.field.Go();
    var x = h.Foo; x.Go();
    new Foo().Go();
    Foo.Make().Go();
    h.Foo.Touch().Go();
    h.List.Find(x => x.Ok()).Go();
    h.List.Skip(1).Take(2).Last().Go();
    await foreach (var x in h.Seq) x.Go();
    for (int i = 0; i < 3; i++) { var x = h.List[i]; x.Go(); }
    h.Foo.Next().Next().Go();
    Foo a = null, b = null; b.Go();
    lock (h) { h.Foo.Go(); }
    void Local(Foo x) { x.Go(); } Local(h.Foo);
    h.List[^1].Go();
    h.List?[0]?.Go();
    if (h is { Foo: Foo f }) f.Go();
  `,
  ),
  ...rows(
    "Ok",
    `
    h.List.Any(x => x.Ok());
  `,
  ),
  ...rows(
    "Next",
    `
    h.List.Max(x => x.Next());
  `,
  ),
  ...rows(
    "GoAll",
    `
    h.List.GoAll();
  `,
  ),
];

describe("what C# is written with every day is followed", () => {
  let called: ReadonlyMap<number, readonly string[]>;
  beforeAll(async () => {
    const functions = all.map(([statement], at) => `  async Task f${at}(Holder h) { ${statement} }\n`);
    called = await calledIn("Main.cs", `${classes}${functions.join("")}}}`);
  });

  test.each(all.map(([statement, method], at) => [statement, method, at] as const))("%s", (_, method, at) => {
    expect(called.get(at)).toContain(method);
  });
});
