import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const methods = `//- Ext.cs
class Foo { public void Go() { } }
class Bar { public Foo Own() { return null; } }
static class Ext {
  public static IEnumerable<T> Memo<T>(this IEnumerable<T> all) { return all; }
  public static IEnumerable<T> NotNull<T>(this IEnumerable<T?> all) where T : class { return all; }
  public static T Same<T>(this T one) { return one; }
  public static void ForAll<T>(this IEnumerable<T> all, Action<T> run) { }
  public static T Tap<T>(this T one, Action<T> run) { return one; }
  public static R Pipe<T, R>(this T one, Func<T, R> run) { return run(one); }
  public static V Need<K, V>(this IDictionary<K, V> map, K key) { return map[key]; }
  public static T Id<T>(T one) { return one; }
  public static T Must<T>(T one, string name) where T : class { return one; }
}
`;

describe("what a generic method of C# gives and takes is told by what it is called on and given", () => {
  test.each<readonly [body: string, called: readonly string[]]>([
    ["foreach (var f in foos.Memo()) f.Go();", ["Foo.Go", "Ext.Memo"]],
    ["foos.Memo().First().Go();", ["Foo.Go", "Ext.Memo"]],
    ["foos.Memo().Select(f => f.Go());", ["Foo.Go", "Ext.Memo"]],
    ["foreach (var f in foos.NotNull()) f.Go();", ["Foo.Go", "Ext.NotNull"]],
    ["foo.Same().Go();", ["Foo.Go", "Ext.Same"]],
    ["foos.ForAll(f => f.Go());", ["Foo.Go", "Ext.ForAll"]],
    ["foo.Tap(f => { }).Go();", ["Foo.Go", "Ext.Tap"]],
    ["foo.Tap(f => f.Go());", ["Foo.Go", "Ext.Tap"]],
    ["bar.Pipe(b => b.Own());", ["Bar.Own", "Ext.Pipe"]],
    ['map.Need("a").Go();', ["Foo.Go", "Ext.Need"]],
    ["Ext.Id(foo).Go();", ["Foo.Go", "Ext.Id exact"]],
    ['Ext.Must(foo, "foo").Go();', ["Foo.Go", "Ext.Must exact"]],
  ])("%s", (body, called) =>
    check(
      `${methods}//- Use.cs
class Use { void F(Foo foo, Bar bar, List<Foo> foos, Dictionary<string, Foo> map) { ${body} } }
`,
      called.map((name) => {
        const sure = name.endsWith(" exact") ? "" : " inferred";
        return `Use.cs#Use.F call Ext.cs#${name.replace(" exact", "")}${sure}`;
      }),
    ),
  );
});
