import { beforeAll, describe, expect, test } from "@jest/globals";
import { calledIn, rows } from "./followed.ts";

const classes = `
package a;
import java.util.*; import java.util.function.*; import java.util.stream.*; import java.util.concurrent.*;
class Foo { void go() {} Foo next() { return this; } boolean ok() { return true; } static Foo make() { return null; } String name() { return ""; } List<Foo> kids() { return null; } }
class Holder { Foo foo; List<Foo> list; Map<String, Foo> map; Foo[] arr; Optional<Foo> opt; Set<Foo> set; Supplier<Foo> sup; Map<String, List<Foo>> lists; Foo getFoo() { return foo; } Stream<Foo> stream() { return null; } Iterator<Foo> it; Deque<Foo> dq; CompletableFuture<Foo> fut; Function<String, Foo> fn; Map.Entry<String, Foo> entry; AtomicReference<Foo> ref; ThreadLocal<Foo> tl; Callable<Foo> call; Future<Foo> future; Class<Foo> cls; Iterable<Foo> iter; Collection<Foo> coll; Queue<Foo> queue; BiFunction<String, Foo, Foo> bi; }
record Rec(Foo foo, List<Foo> all) {}
enum Kind { A, B; Foo foo; Foo pick() { return foo; } static Kind of() { return A; } void go() {} }
interface Task<T> { T run(T x); }
sealed interface Shape permits Circle {}
record Circle(Foo foo) implements Shape {}
class Main {
  static void each(List<Foo> l, Consumer<Foo> c) {}
  static void task(Task<Foo> t) {}
  static <T> T id(T x) { return x; }
  static <T> T first(List<T> x) { return x.get(0); }
  static <T> T make(Class<T> c) { return null; }
  static <T> void eachOf(List<T> l, Consumer<? super T> c) {}
`;

const all = [
  ...rows(
    "go",
    `
    h.list.forEach(x -> x.go());
    h.list.forEach(Foo::go);
    h.list.stream().forEach(x -> x.go());
    h.list.stream().map(x -> x.next()).forEach(y -> y.go());
    h.list.stream().filter(x -> x.ok()).findFirst().get().go();
    h.list.stream().map(Foo::next).collect(Collectors.toList()).get(0).go();
    h.list.stream().flatMap(x -> x.kids().stream()).forEach(k -> k.go());
    h.list.stream().toList().get(0).go();
    h.list.stream().sorted().limit(3).peek(x -> x.go());
    h.list.stream().findAny().orElse(null).go();
    h.list.sort((a, b) -> { a.go(); return 0; });
    h.list.iterator().next().go();
    h.list.get(0).go();
    h.list.getFirst().go();
    for (Foo x : h.list) x.go();
    for (var x : h.list) x.go();
    for (var e : h.map.entrySet()) e.getValue().go();
    for (Map.Entry<String, Foo> e : h.map.entrySet()) e.getValue().go();
    for (Foo x : h.map.values()) x.go();
    for (var x : h.map.values()) x.go();
    h.map.get("a").go();
    h.map.getOrDefault("a", null).go();
    h.map.computeIfAbsent("a", k -> new Foo()).go();
    h.map.forEach((k, v) -> v.go());
    h.map.values().forEach(v -> v.go());
    h.map.entrySet().stream().map(e -> e.getValue()).forEach(v -> v.go());
    h.map.entrySet().forEach(e -> e.getValue().go());
    h.map.put("a", null).go();
    h.map.remove("a").go();
    h.lists.get("a").get(0).go();
    h.arr[0].go();
    for (Foo x : h.arr) x.go();
    Arrays.stream(h.arr).forEach(x -> x.go());
    h.opt.get().go();
    h.opt.orElseThrow().go();
    h.opt.orElse(null).go();
    h.opt.orElseGet(() -> new Foo()).go();
    h.opt.ifPresent(x -> x.go());
    h.opt.map(x -> x.next()).get().go();
    h.opt.filter(x -> x.ok()).get().go();
    h.opt.map(Foo::next).ifPresent(y -> y.go());
    Optional.ofNullable(h.foo).ifPresent(x -> x.go());
    Optional.of(h.foo).get().go();
    h.set.iterator().next().go();
    for (var x : h.set) x.go();
    h.sup.get().go();
    h.fn.apply("a").go();
    h.bi.apply("a", null).go();
    h.future.get().go();
    h.fut.join().go();
    h.fut.get().go();
    h.fut.thenAccept(x -> x.go());
    h.fut.thenApply(x -> x.next()).join().go();
    h.ref.get().go();
    h.tl.get().go();
    h.entry.getValue().go();
    h.it.next().go();
    while (h.it.hasNext()) { Foo x = h.it.next(); x.go(); }
    h.dq.peek().go();
    h.dq.pop().go();
    h.dq.pollFirst().go();
    h.queue.poll().go();
    h.iter.forEach(x -> x.go());
    for (var x : h.iter) x.go();
    h.coll.stream().forEach(x -> x.go());
    var x = h.getFoo(); x.go();
    final var x = new Foo(); x.go();
    Object o = h.foo; if (o instanceof Foo f) f.go();
    Object o = h.foo; ((Foo) o).go();
    Object o = h.foo; switch (o) { case Foo f -> f.go(); default -> {} }
    Shape s = null; if (s instanceof Circle(Foo f)) f.go();
    Rec r = null; r.foo().go();
    Rec r = null; r.all().get(0).go();
    Rec r = new Rec(null, null); r.foo().go();
    Kind.A.pick().go();
    Kind.of().pick().go();
    for (Kind k : Kind.values()) k.go();
    Kind.valueOf("A").go();
    each(h.list, x -> x.go());
    each(h.list, (Foo x) -> x.go());
    task(x -> { x.go(); return x; });
    Task<Foo> t = x -> { x.go(); return x; };
    Task<Foo> t = null; t.run(null).go();
    Consumer<Foo> c = x -> x.go();
    Function<Foo, Foo> c = x -> { x.go(); return x; };
    Function<Foo, Foo> c = Foo::next; c.apply(null).go();
    Runnable r = () -> h.foo.go();
    Supplier<Foo> s = () -> new Foo(); s.get().go();
    List.of(h.foo).get(0).go();
    List.of(new Foo(), new Foo()).forEach(x -> x.go());
    var l = new ArrayList<Foo>(); l.get(0).go();
    var m = new HashMap<String, Foo>(); m.get("a").go();
    List<Foo> l = new ArrayList<>(); l.get(0).go();
    new ArrayList<>(h.list).get(0).go();
    new ArrayList<>(h.map.values()).forEach(x -> x.go());
    Collections.unmodifiableList(h.list).get(0).go();
    (h.foo != null ? h.foo : h.getFoo()).go();
    Objects.requireNonNull(h.foo).go();
    Foo x = Objects.requireNonNullElse(h.foo, null); x.go();
    try (var s = h.stream()) { s.forEach(x -> x.go()); }
    h.list.stream().collect(Collectors.toMap(x -> x.name(), x -> x)).get("a").go();
    h.list.stream().reduce((a, b) -> a.next()).get().go();
    h.list.stream().max(Comparator.comparing(x -> x.name())).get().go();
    h.list.stream().toArray(Foo[]::new)[0].go();
    h.list.subList(0, 1).get(0).go();
    h.list.toArray(new Foo[0])[0].go();
    Iterator<Foo> i = h.list.iterator(); i.next().go();
    ListIterator<Foo> i = h.list.listIterator(); i.next().go();
    new Foo() { void go2() { go(); } };
    Foo.make().go();
    Foo a = null, b = null; b.go();
    Stream.of(h.foo, h.foo).map(x -> x.next()).forEach(x -> x.go());
    IntStream.range(0, 3).mapToObj(i -> h.list.get(i)).forEach(x -> x.go());
    CompletableFuture.supplyAsync(() -> new Foo()).thenAccept(x -> x.go());
    for (int i = 0; i < 3; i++) { Foo x = h.list.get(i); x.go(); }
  `,
  ),
  ...rows(
    "ok",
    `
    h.list.stream().anyMatch(x -> x.ok());
    h.list.removeIf(x -> x.ok());
  `,
  ),
  ...rows(
    "name",
    `
    Object o = h.foo; String s = switch (o) { case Foo f -> f.name(); default -> ""; };
  `,
  ),
  ...rows(
    "kids",
    `
    h.list.stream().mapToInt(x -> x.kids().size()).sum();
  `,
  ),
];

describe("what Java is written with every day is followed", () => {
  let called: ReadonlyMap<number, readonly string[]>;
  beforeAll(async () => {
    const functions = all.map(([statement], at) => `  void f${at}(Holder h) { ${statement} }\n`);
    called = await calledIn("Main.java", `${classes}${functions.join("")}}`);
  });

  test.each(all.map(([statement, method], at) => [statement, method, at] as const))("%s", (_, method, at) => {
    expect(called.get(at)).toContain(method);
  });
});
