import { beforeAll, describe, expect, test } from "@jest/globals";
import { calledIn, rows } from "./followed.ts";

const classes = `
using System; using System.Collections.Generic; using System.Linq; using System.Threading.Tasks;
namespace A;
public interface IStore { void Save(Item item); Item Load(string key); IAsyncEnumerable<Item> All(); Task<Item> Fetch(); ValueTask<Item> Quick(); }
public class Item { public void Go() {} public Item Clone() => new(); public Tag Tag { get; init; } = new(); public bool Ok() => true; }
public class Tag { public void Print() {} public Item Owner { get; } }
public record Order(Item Item, Tag Tag) { public void Ship() => Item.Go(); }
public record struct Point(Item Where);
public class Box<T>(T inner) { public T Inner => inner; public T Get() => inner; public T this[int i] => inner; public IEnumerable<T> All => []; }
public static class Ext { extension(Item item) { public void Wrap() {} public Item Again => item; } public static Item Old(this Item item) => item; extension<T>(IEnumerable<T> all) { public T Pick() => default; } }
public abstract class Base { protected abstract void Run(); public virtual void Stop() {} protected Item Kept; }
public class Holder { public Item Item { get; } = new(); public IReadOnlyList<Item> Items { get; set; } = []; public Item this[int i] => Items[i]; public Item? Maybe; }
public class Service(IStore store, Item first, IReadOnlyList<Item> many) : Base
{
    private readonly Item made = new();
    required public Item Main { get; set; }
    public required Item Second { get; init; }
    public Item Lazy => field ??= new Item();
    public static Item Shared { get; } = new();
    private Lazy<Item> slow = new(() => new Item());
    public Item Computed { get { return made; } }
    private Item GetItem() => made;
    private async Task<Item> GetAsync() => await Task.FromResult(new Item());
    private async ValueTask<Item> GetQuick() => new();
    private void Make(out Item item) { item = new(); }
    private bool TryMake(string s, [NotNullWhen(true)] out Item? item) { item = new(); return true; }
    private (Item a, Tag b) Both() => (made, new());
    private IEnumerable<Item> Walk() { yield return made; }
    private T Id<T>(T x) => x; private T Own<T>() => default; private T Resolve<T>() => default;
    protected override void Run() {}
`;

const rest = `
public Item this[int i] => first;
}
public sealed class Child(IStore s, Item f, IReadOnlyList<Item> m) : Service(s, f, m) { public override void Stop() { base.Stop(); } public void f900() { Kept.Go(); } public void f901() { f.Go(); } public void f902() { this[0].Go(); } }
`;

const all = [
  ...rows(
    "Save",
    `
    store.Save(first);
  `,
  ),
  ...rows(
    "Go",
    `
    first.Go();
    made.Go();
    Main.Go();
    Second.Go();
    Lazy.Go();
    Shared.Go();
    Service.Shared.Go();
    slow.Value.Go();
    Computed.Go();
    this.Main.Go();
    Kept.Go();
    order.Item.Go();
    var (i, t) = order; i.Go();
    var (i, t) = order; t.Owner.Go();
    if (x is Item item) item.Go();
    if (x is Order { Item: var it }) it.Go();
    if (x is Order { Item: { } it }) it.Go();
    if (x is Order { Item.Tag: var tg }) tg.Owner.Go();
    if (x is not Tag g) return; g.Owner.Go();
    if (x is Order(var a, _)) a.Go();
    if (x is Order(Item a, _)) a.Go();
    if (x is Item { Tag: not null } k) k.Go();
    if (opt is { } val) val.Go();
    if (opt is not null) opt.Go();
    if (h.Maybe is { } mm) mm.Go();
    if (list is [var one, ..]) one.Go();
    if (list is [.., Item last]) last.Go();
    switch (x) { case Item a: a.Go(); break; }
    switch (x) { case Order(var i, var t): i.Go(); break; }
    switch (x) { case Order { Item: var i }: i.Go(); break; }
    var r = x switch { Item a => a.Clone(), _ => new Item() }; r.Go();
    Item[] a = [new Item(), first]; foreach (var y in a) y.Go();
    List<Item> l = [.. list]; l[0].Go();
    foreach (var y in (Item[])[first, made]) y.Go();
    list.First().Go();
    await foreach (var y in store.All()) y.Go();
    (await store.Fetch()).Go();
    (await store.Quick()).Go();
    var z = await store.Fetch().ConfigureAwait(false); z.Go();
    (await store.Fetch().ConfigureAwait(false)).Go();
    store.Fetch().Result.Go();
    store.Fetch().GetAwaiter().GetResult().Go();
    using var b = new Box<Item>(new()); b.Get().Go();
    using (var b = new Box<Item>(first)) { b.Inner.Go(); }
    await using var b = new Box<Item>(first); b.Inner.Go();
    Box<Item> b = new(first); b.Inner.Go();
    box.Inner.Go();
    box[0].Go();
    foreach (var y in box.All) y.Go();
    Func<Item, Tag> g = i => i.Tag; g(first).Owner.Go();
    Func<Item> g = GetItem; g().Go();
    Func<Item> g = () => made; g.Invoke().Go();
    Func<Task<Item>> g = GetAsync; (await g()).Go();
    (Item a, Tag b) p = (first, null); p.a.Go();
    (Item a, Tag b) p = (first, null); p.Item1.Go();
    var (c, dd) = Both(); c.Go();
    (Item e, Tag ff) = (first, null); e.Go();
    Both().a.Go();
    var (_, q) = Both(); q.Owner.Go();
    Item Loc() => new(); Loc().Go();
    static Item Loc() { return new(); } Loc().Go();
    first.Old().Go();
    point.Where.Go();
    opt?.Go();
    opt!.Go();
    (opt ?? first).Go();
    opt ??= new(); opt.Go();
    opt?.Tag?.Owner?.Go();
    opt?.Clone().Go();
    d["a"].Go();
    if (d.TryGetValue("a", out var v)) v.Go();
    if (d.TryGetValue("a", out Item v)) v.Go();
    if (d.TryGetValue("a", out var v) && v.Ok()) v.Go();
    foreach (var (k, w) in d) w.Go();
    foreach (var kv in d) kv.Value.Go();
    foreach (var w in d.Values) w.Go();
    d.Values.First().Go();
    foreach (var (k, w) in d.OrderBy(e => e.Key)) w.Go();
    foreach (var i in os.Select(o => o.Item)) i.Go();
    os.Select(o => o.Item).ToList().ForEach(i => i.Go());
    foreach (var g in os.GroupBy(o => o.Tag)) foreach (var o in g) o.Item.Go();
    foreach (var c in os.Chunk(3)) c[0].Item.Go();
    os.SelectMany(o => list).First().Go();
    os.Cast<Order>().First().Item.Go();
    os.OfType<Order>().First().Item.Go();
    var all = await Task.WhenAll(GetAsync(), GetAsync()); all[0].Go();
    var t1 = await Task.WhenAny(GetAsync()); (await t1).Go();
    var t2 = Task.Run(() => GetItem()); (await t2).Go();
    (await GetQuick()).Go();
    (await GetAsync()).Go();
    bas.Stop(); Kept.Go();
    bs[^1].Get().Go();
    Make(out var i); i.Go();
    Make(out Item j); j.Go();
    if (TryMake("", out var m)) m.Go();
    Span<Item> s = bs; s[0].Go();
    ((Item)x).Go();
    (x as Item)!.Go();
    (x as Item)?.Go();
    var s = """{ "a": 1 }"""; first.Go();
    var y = first ?? throw new Exception(); y.Go();
    var o = new Holder { Items = { new Item() } }; o.Item.Go();
    foreach (var i in h.Items) i.Go();
    h[0].Go();
    h.Items[0].Go();
    h.Items[^1].Go();
    this[0].Go();
    foreach (var y in Walk()) y.Go();
    Id<Item>(null).Go();
    many[0].Go();
    var y = list.Find(q => q.Ok()); y?.Go();
    var y = list.Single(q => q.Ok()); y.Go();
    list.Where(q => q is { Tag: not null }).First().Go();
    lock (first) first.Go();
    checked { first.Go(); }
    try { } catch (Exception) when (first.Ok()) { first.Go(); }
    for (var e = list.First(); e != null; e = e.Tag.Owner) e.Go();
    Item w; w = GetItem(); w.Go();
    var arr = new Item[3]; arr[0].Go();
    var arr = new[] { first }; arr[0].Go();
    var l2 = new List<Item> { first }; l2[0].Go();
    var dd = new Dictionary<string, Item> { ["a"] = first }; dd["a"].Go();
    var h2 = new HashSet<Item>(); foreach (var y in h2) y.Go();
    Item[,] grid = new Item[2, 2]; grid[0, 1].Go();
    Item[][] jag = []; jag[0][1].Go();
    var q = new Queue<Item>(); q.Dequeue().Go();
    if (new Queue<Item>().TryDequeue(out var qi)) qi.Go();
    nameof(first).ToString(); first.Go();
    list.ForEach(static y => y.Go());
    list.ForEach((y) => { y.Go(); });
    list.ForEach(delegate (Item y) { y.Go(); });
    Task.Run(() => first.Go());
    Activator.CreateInstance<Item>().Go();
    var p2 = new Point(first); p2.Where.Go();
    (true ? first : made).Go();
    default(Item).Go();
    Interlocked.Exchange(ref opt, null)?.Go();
    var lz = new Lazy<Item>(() => first); lz.Value.Go();
    new Item().Go();
    new Item { Tag = null }.Go();
    typeof(Item).Name.ToString(); first.Go();
    provider.GetRequiredService<Item>().Go();
    var s1 = provider.GetService<Item>(); s1?.Go();
    foreach (var s1 in provider.GetServices<Item>()) s1.Go();
    JsonSerializer.Deserialize<Item>("")!.Go();
    JsonConvert.DeserializeObject<List<Item>>("")[0].Go();
    var sub = Substitute.For<Item>(); sub.Go();
    Own<Item>().Go();
    Resolve<Item>().Go();
  `,
  ),
  ...rows(
    "Ship",
    `
    order.Ship();
    var o = order with { Tag = new Tag() }; o.Ship();
    os.Where(o => o.Tag != null).ToList().ForEach(o => o.Ship());
    os.OrderBy(o => o).FirstOrDefault()?.Ship();
    os.MaxBy(o => o.Tag)?.Ship();
  `,
  ),
  ...rows(
    "Clone",
    `
    var r = x switch { Item a => a.Clone(), _ => null };
    var r = x switch { Order { Item: { } i } => i.Clone(), _ => null };
    var zz = $"{first.Clone()}";
  `,
  ),
];

/** Methods of their own, each with one call. */
const methods = [900, 901, 902];

describe("patterns, tasks, tuples and what is asked for by its type in C#", () => {
  let called: ReadonlyMap<number, readonly string[]>;
  beforeAll(async () => {
    const functions = all.map(
      ([statement], at) =>
        `  public async Task f${at}(Order order, object x, Holder h, Box<Item> box, Box<Item>[] bs, Item i0, Item? opt, List<Item> list, List<Order> os, Dictionary<string, Item> d, Point point, Base bas) { ${statement} }\n`,
    );
    called = await calledIn("Main.cs", `${classes}${functions.join("")}${rest}`);
  });

  test.each(all.map(([statement, method], at) => [statement, method, at] as const))("%s", (_, method, at) => {
    expect(called.get(at)).toContain(method);
  });

  test.each(methods)("method f%i", (at) => {
    expect(called.get(at)).toContain("Go");
  });
});
