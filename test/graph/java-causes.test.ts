import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

describe("what libraries and generic methods of Java give is followed", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "what a cast says a type is for",
      `//- A.java
import java.util.*;
class Box<T> { T get() { return null; } }
class Foo { void go() { } }
class A {
  void a(Object x) { ((Box<Foo>) x).get().go(); }
  void b(Object x) { var all = (List<Foo>) x; all.get(0).go(); }
}
`,
      [
        "A.java#A.a call A.java#Box.get inferred",
        "A.java#A.a call A.java#Foo.go inferred",
        "A.java#A.b call A.java#Foo.go inferred",
      ],
    ],
    [
      "functions that constants of an enumeration are given",
      `//- A.java
import java.util.function.Consumer;
class Foo { void go() { } }
enum A {
  ONE("one", foo -> foo.go());
  A(String name, Consumer<Foo> run) { }
}
`,
      ["A.java#A call A.java#Foo.go inferred"],
    ],
    [
      "a class that tells its base what it is, by what the base's methods give",
      `//- A.java
import org.assertj.core.api.AbstractStringAssert;
class Checks extends AbstractStringAssert<Checks> { Checks has() { return this; } }
class Box<S extends Box<S>> extends org.testcontainers.GenericContainer<S> { S open() { return null; } }
class Foo implements Comparable<Foo> { void go() { } }
class A {
  static Checks that(String s) { return null; }
  void a() { that("").isEqualTo("b").contains("a").has(); }
  void b(Box<?> box) { box.withEnv("a", "b").open(); }
  void c(Foo foo) { foo.compareTo(foo).go(); that("").getOther().has(); that("").other.has(); }
}
`,
      [
        "A.java#A.a call A.java#A.that",
        "A.java#A.a call A.java#Checks.has inferred",
        "A.java#A.b call A.java#Box.open inferred",
        "A.java#A.c call A.java#A.that",
      ],
    ],
    [
      "which overload many arguments mean, and what a copy of a list is",
      `//- A.java
import java.util.*;
class Foo { }
class A {
  void check(String text, String... parts) { }
  void check(String text, boolean twice, String... parts) { }
  void all(Iterable<Foo> all) { }
  void all(Foo... all) { }
  void a(String s) { check(s, "1", "2", "3", "4", "5", "6", "7", "8", "9"); }
  void b(String s) { check(s, true, "2", "3", "4", "5", "6", "7", "8", "9"); }
  void c(Foo... foos) { all(List.copyOf(foos)); }
}
`,
      ["A.java#A.a call A.java#A.check", "A.java#A.b call A.java#A.check~2", "A.java#A.c call A.java#A.all"],
    ],
    [
      "what Guava hands on",
      `//- A.java
import com.google.common.collect.*;
import static com.google.common.base.Preconditions.checkNotNull;
class Foo { void go() { } }
class A {
  void a(java.util.Collection<Foo> all) { Iterables.getOnlyElement(all).go(); }
  void b(Foo foo) { ImmutableList.of(foo).get(0).go(); }
  void c(Foo foo) { checkNotNull(foo).go(); }
}
`,
      [
        "A.java#A.a call A.java#Foo.go inferred",
        "A.java#A.b call A.java#Foo.go inferred",
        "A.java#A.c call A.java#Foo.go inferred",
      ],
    ],
    [
      "methods with parameters for types give what their arguments, or the call, say",
      `//- A.java
package app;
import java.util.*;
class Base { void old() { } }
class Foo extends Base { void go() { } }
class Bar { void go() { } }
class Box<T> {
  T get() { return null; }
  <R> R as(Class<R> type) { return null; }
  <R extends Base> Map<String, R> by(String key, Collection<? extends R> all) { return null; }
}
class T {
  static <X> X same(X x) { return x; }
  public static @Deprecated <X> X of(Class<X> c) { return null; }
  static <X> List<X> list(X... all) { return null; }
  static <A, B> B second(A a, B b) { return b; }
  static <X extends Base> X atLeast(Object o) { return null; }
  static <X> Optional<X> make() { return null; }
  static <X> void each(List<X> all, java.util.function.Consumer<? super X> run) { }
  void a() { same(new Foo()).go(); }
  void b() { of(Foo.class).go(); }
  void c() { var f = of(Foo.class); f.go(); }
  void d(Foo[] all) { list(new Foo(), new Foo()).get(0).go(); list(all).get(0).go(); }
  void e(Foo foo, Bar bar) { second(bar, foo).go(); }
  void f(Elsewhere e) { atLeast(e).old(); atLeast(e).go(); same(e.unknown()).go(); second(new Bar(), e.make()).go(); }
  void g() { this.<Foo>make().get().go(); T.<Foo>make().ifPresent(x -> x.go()); }
  void h(Box<Bar> box) { box.as(Foo.class).go(); box.get().go(); }
  void i(Box<Bar> box, List<Foo> all) { box.by("a", all).get("a").go(); }
  void j(List<Foo> all) { each(all, x -> x.go()); }
  void k(Class<Foo> type) { of(type).go(); var c = Foo.class; of(c).go(); }
}
`,
      [
        "A.java#Foo inherit A.java#Base",
        "A.java#T.a call A.java#Foo",
        "A.java#T.a call A.java#Foo.go inferred",
        "A.java#T.a call A.java#T.same",
        "A.java#T.b call A.java#Foo.go inferred",
        "A.java#T.b call A.java#T.of",
        "A.java#T.c call A.java#Foo.go inferred",
        "A.java#T.c call A.java#T.of",
        "A.java#T.d call A.java#Foo",
        "A.java#T.d call A.java#Foo.go inferred",
        "A.java#T.d call A.java#T.list",
        "A.java#T.e call A.java#Foo.go inferred",
        "A.java#T.e call A.java#T.second",
        "A.java#T.f call A.java#Bar",
        "A.java#T.f call A.java#Base.old inferred",
        "A.java#T.f call A.java#T.atLeast",
        "A.java#T.f call A.java#T.same",
        "A.java#T.f call A.java#T.second",
        "A.java#T.g call A.java#Foo.go inferred",
        "A.java#T.g call A.java#T.make",
        "A.java#T.h call A.java#Bar.go inferred",
        "A.java#T.h call A.java#Box.as inferred",
        "A.java#T.h call A.java#Box.get inferred",
        "A.java#T.h call A.java#Foo.go inferred",
        "A.java#T.i call A.java#Box.by inferred",
        "A.java#T.i call A.java#Foo.go inferred",
        "A.java#T.j call A.java#Foo.go inferred",
        "A.java#T.j call A.java#T.each",
        "A.java#T.k call A.java#Foo.go inferred",
        "A.java#T.k call A.java#T.of",
      ],
    ],
    [
      "an enumeration has its values and valueOf, inside of it by their bare names",
      `//- Op.java
package app;
import java.util.*;
public enum Op implements Labelled {
  ADD("+"), SUB("-") { String label() { return "minus"; } };
  Op(String s) { }
  String label() { return ""; }
  static Op from(String s) { return Arrays.stream(values()).filter(o -> o.label().equals(s)).findFirst().orElseThrow(); }
  static void loop() { for (var o : values()) o.label(); }
  static void qualified(String s) { Arrays.stream(Op.values()).filter(o -> o.label().equals(s)).findFirst(); }
  static String byName(String s) { return valueOf(s).label(); }
  static class Inner { void f() { values()[0].label(); } }
}
//- Other.java
package app;
import java.util.*;
enum Kind { A; static Kind valueOf(int number) { return A; } void go() { } }
class Other {
  void all() { EnumSet.allOf(Op.class).forEach(o -> o.label()); for (var o : Op.values()) o.label(); }
  void one(String s) { Op.valueOf(s).label(); Kind.valueOf(1).go(); }
  void none() { values(); }
}
`,
      [
        "Op.java#Op.Inner.f call Op.java#Op.label inferred",
        "Op.java#Op.SUB inherit Op.java#Op",
        "Op.java#Op.byName call Op.java#Op.label inferred",
        "Op.java#Op.from call Op.java#Op.label inferred",
        "Op.java#Op.loop call Op.java#Op.label inferred",
        "Op.java#Op.qualified call Op.java#Op.label inferred",
        "Other.java#Other.all call Op.java#Op.label inferred",
        "Other.java#Other.one call Op.java#Op.label inferred",
        "Other.java#Other.one call Other.java#Kind.go inferred",
        "Other.java#Other.one call Other.java#Kind.valueOf",
      ],
    ],
    [
      "a method that is named where a function is wanted is the overload that takes what it gets there",
      `//- P.java
package app;
import java.util.*;
import java.util.function.*;
class Event {
  boolean is() { return true; }
  boolean is(String name) { return true; }
  static Event of(String text) { return null; }
  static Event of(Event other) { return null; }
}
interface Both { void run(Event e, String s); }
class P {
  void publish(Event e) { }
  void publish(List<Event> es) { }
  void publish(String s) { }
  void publish(Event e, String s) { }
  boolean isOne(Event e) { return true; }
  boolean isOne(String e) { return true; }
  void a(List<Event> events) { events.forEach(this::publish); }
  void b(Optional<Event> e) { e.ifPresent(this::publish); }
  void c() { Consumer<Event> c = this::publish; Consumer<List<Event>> l = this::publish; }
  void d() { take(this::publish); }
  void e() { both(this::publish); }
  void f(List<Event> events) { events.stream().filter(this::isOne).map(Event::of).toList(); }
  void g(List<Event> events, P other) { events.stream().filter(Event::is).forEach(other::publish); }
  void h(Elsewhere e) { e.run(this::publish); }
  Consumer<String> i() { return this::publish; }
  void take(Consumer<Event> c) { }
  void both(Both c) { }
}
`,
      [
        "P.java#P.a call P.java#P.publish",
        "P.java#P.b call P.java#P.publish",
        "P.java#P.c call P.java#P.publish",
        "P.java#P.c call P.java#P.publish~2",
        "P.java#P.d call P.java#P.publish",
        "P.java#P.d call P.java#P.take",
        "P.java#P.e call P.java#P.both",
        "P.java#P.e call P.java#P.publish~4",
        "P.java#P.f call P.java#Event.of~2",
        "P.java#P.f call P.java#P.isOne",
        "P.java#P.g call P.java#Event.is",
        "P.java#P.g call P.java#P.publish inferred",
        "P.java#P.h call P.java#P.publish ambiguous",
        "P.java#P.h call P.java#P.publish~2 ambiguous",
        "P.java#P.h call P.java#P.publish~3 ambiguous",
        "P.java#P.h call P.java#P.publish~4 ambiguous",
        "P.java#P.i call P.java#P.publish~3",
      ],
    ],

    [
      "a function that a method gives has its parameters by the type that the method says",
      `//- A.java
package app;
import java.util.function.*;
class Foo { void go() { } boolean ok() { return true; } }
class A {
  Consumer<Foo> run() { return foo -> foo.go(); }
  Predicate<Foo> test() { return foo -> { return foo.ok(); }; }
}
`,
      ["A.java#A.run call A.java#Foo.go inferred", "A.java#A.test call A.java#Foo.ok inferred"],
    ],
    [
      "lambdas of collectors and comparators get what goes through, and groups are lists of that",
      `//- A.java
package app;
import java.util.*;
import java.util.stream.*;
import static java.util.stream.Collectors.*;
class Foo { String key() { return ""; } void go() { } boolean ok() { return true; } Foo own() { return this; } }
class Groups { Foo collect(Object by) { return null; } }
class T {
  void a(List<Foo> l) { l.stream().collect(Collectors.groupingBy(f -> f.key())); }
  void b(List<Foo> l) { l.stream().collect(groupingBy(Foo::key)).values().forEach(v -> v.get(0).go()); }
  void c(List<Foo> l) { l.sort(Comparator.comparing(f -> f.key())); l.stream().min(Comparator.comparing((f) -> f.own())).get().go(); }
  void d(List<Foo> l) { l.stream().collect(Collectors.toMap(f -> f.key(), f -> f)).get("a").go(); }
  void e(List<Foo> l) { for (var e : l.stream().collect(Collectors.groupingBy(Foo::key, Collectors.toList())).entrySet()) e.getValue().get(0).go(); }
  void f(List<Foo> l) { l.stream().collect(Collectors.partitioningBy(f -> f.ok())).get(true).get(0).go(); }
  void g(List<Foo> l) { var all = l.stream().filter(f -> f.ok()).collect(Collectors.groupingBy(Foo::key)); all.forEach((k, v) -> v.get(0).go()); }
  void i(Groups g) { g.collect(groupingBy(Foo::key)).go(); }
}
`,
      [
        "A.java#T.a call A.java#Foo.key inferred",
        "A.java#T.b call A.java#Foo.go inferred",
        "A.java#T.b call A.java#Foo.key",
        "A.java#T.c call A.java#Foo.go inferred",
        "A.java#T.c call A.java#Foo.key inferred",
        "A.java#T.c call A.java#Foo.own inferred",
        "A.java#T.d call A.java#Foo.go inferred",
        "A.java#T.d call A.java#Foo.key inferred",
        "A.java#T.e call A.java#Foo.go inferred",
        "A.java#T.e call A.java#Foo.key",
        "A.java#T.f call A.java#Foo.go inferred",
        "A.java#T.f call A.java#Foo.ok inferred",
        "A.java#T.g call A.java#Foo.go inferred",
        "A.java#T.g call A.java#Foo.key",
        "A.java#T.g call A.java#Foo.ok inferred",
        "A.java#T.i call A.java#Foo.go inferred",
        "A.java#T.i call A.java#Foo.key",
        "A.java#T.i call A.java#Groups.collect inferred",
      ],
    ],
    [
      "what Lombok makes of fields, and of a class, is followed to what stands behind it",
      `//- Order.java
package app;
import lombok.*;
class Address { String format() { return ""; } }
class Line { int total() { return 1; } }
@Data class Customer { private Address address; String label() { return ""; } }
@Getter @Builder(toBuilder = true) class Order { private Customer customer; private java.util.List<Line> lines; void send() { } }
class Plain { Customer customer; }
class Own { Order order; static Own builder() { return new Own(); } Own name(String s) { return this; } Order build() { return order; } }
class Service {
  void a(Order order) { order.getCustomer().label(); order.getCustomer().getAddress().format(); }
  void b(Order order) { order.getLines().stream().mapToInt(l -> l.total()).sum(); for (var line : order.getLines()) line.total(); }
  void c(Plain plain) { plain.getCustomer().label(); }
  void d() { Order.builder().customer(null).lines(null).build().send(); }
  void e(Order order) { var other = order.toBuilder().customer(null).build(); other.send(); }
  void f() { Own.builder().name("a").build().send(); }
  void g() { save(Order.builder().customer(null).build()); }
  void save(Order order) { }
  void save(Customer customer) { }
}
`,
      [
        "Order.java#Own.builder call Order.java#Own",
        "Order.java#Service.a call Order.java#Address.format inferred",
        "Order.java#Service.a call Order.java#Customer.label inferred",
        "Order.java#Service.b call Order.java#Line.total inferred",
        "Order.java#Service.d call Order.java#Order.send inferred",
        "Order.java#Service.e call Order.java#Order.send inferred",
        "Order.java#Service.f call Order.java#Order.send inferred",
        "Order.java#Service.f call Order.java#Own.build inferred",
        "Order.java#Service.f call Order.java#Own.builder",
        "Order.java#Service.f call Order.java#Own.name inferred",
        "Order.java#Service.g call Order.java#Service.save",
      ],
    ],
    [
      "what Mockito verifies, stubs and captures is what it is given, and matchers tell overloads apart",
      `//- RepoTest.java
package app;
import static org.mockito.ArgumentMatchers.*;
import static org.mockito.Mockito.*;
import org.mockito.*;
class Gvk { }
class Plugin { void meta() { } }
interface Repo { void save(Plugin p); void save(Gvk g); void save(String a, int b); void save(Gvk a, int b); Plugin find(String s); void clear(); }
class RepoTest {
  Repo repo = mock(Repo.class);
  @Captor ArgumentCaptor<Plugin> captor;
  void a() { verify(repo).clear(); }
  void b() { verify(repo, times(1)).clear(); Mockito.verify(repo).clear(); }
  void c() { then(repo).should().clear(); then(repo).should(times(1)).clear(); }
  void d() { doNothing().when(repo).clear(); doReturn(null).when(repo).find("a"); }
  void e() { when(repo.find("a")).thenReturn(null); willReturn(null).given(repo).find("a"); }
  void f() { var local = mock(Repo.class); local.clear(); var spied = spy(local); spied.clear(); }
  void g(Gvk g) { verify(repo).save(eq(g)); }
  void h() { verify(repo).save(any(Plugin.class)); repo.save(isA(Plugin.class)); }
  void i() { verify(repo).save(anyString(), anyInt()); }
  void j() { verify(repo).save(captor.capture()); captor.getValue().meta(); }
  void k() { var c = ArgumentCaptor.forClass(Plugin.class); c.getAllValues().get(0).meta(); }
}
class Own {
  boolean verify(Plugin p) { return true; }
  void take(Plugin p) { }
  void take(boolean b) { }
  void run(Plugin p) { take(verify(p)); }
}
`,
      [
        "RepoTest.java#Own.run call RepoTest.java#Own.take~2",
        "RepoTest.java#Own.run call RepoTest.java#Own.verify",
        "RepoTest.java#RepoTest.a call RepoTest.java#Repo.clear inferred",
        "RepoTest.java#RepoTest.b call RepoTest.java#Repo.clear inferred",
        "RepoTest.java#RepoTest.c call RepoTest.java#Repo.clear inferred",
        "RepoTest.java#RepoTest.d call RepoTest.java#Repo.clear inferred",
        "RepoTest.java#RepoTest.d call RepoTest.java#Repo.find inferred",
        "RepoTest.java#RepoTest.e call RepoTest.java#Repo.find inferred",
        "RepoTest.java#RepoTest.f call RepoTest.java#Repo.clear inferred",
        "RepoTest.java#RepoTest.g call RepoTest.java#Repo.save~2 inferred",
        "RepoTest.java#RepoTest.h call RepoTest.java#Repo.save inferred",
        "RepoTest.java#RepoTest.i call RepoTest.java#Repo.save~3 inferred",
        "RepoTest.java#RepoTest.j call RepoTest.java#Plugin.meta inferred",
        "RepoTest.java#RepoTest.j call RepoTest.java#Repo.save inferred",
        "RepoTest.java#RepoTest.k call RepoTest.java#Plugin.meta inferred",
      ],
    ],
    [
      "a repository of Spring Data, and what Reactor hands on, give what they are for",
      `//- Users.java
package app;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.repository.reactive.ReactiveCrudRepository;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.*;
class User { String label() { return ""; } }
interface Users extends JpaRepository<User, Long> { User findByName(String name); }
interface Base<T> extends JpaRepository<T, Long> { }
interface Others extends Base<User> { }
interface Flowing extends ReactiveCrudRepository<User, String> { Mono<User> one(long id); Flux<User> all(); }
class Service {
  void a(Users users) { users.findById(1L).map(u -> u.label()).orElse(""); users.findById(1L).orElseThrow().label(); }
  void b(Users users) { users.findAll().forEach(u -> u.label()); for (var u : users.findAll()) u.label(); }
  void c(Users users) { var u = users.save(new User()); u.label(); users.findByName("a").label(); }
  void d(Others others) { others.findById(1L).get().label(); }
  void e(Flowing f) { f.one(1).map(u -> u.label()).block(); f.one(1).block().label(); }
  void g(Flowing f) { f.all().filter(u -> u.label() != null).collectList().map(all -> all.get(0).label()); }
  void h(Flowing f) { f.findById("a").switchIfEmpty(Mono.empty()).subscribe(u -> u.label()); }
  void i(ResponseEntity<User> answer) { answer.getBody().label(); }
}
`,
      [
        "Users.java#Others inherit Users.java#Base",
        "Users.java#Service.a call Users.java#User.label inferred",
        "Users.java#Service.b call Users.java#User.label inferred",
        "Users.java#Service.c call Users.java#User",
        "Users.java#Service.c call Users.java#User.label inferred",
        "Users.java#Service.c call Users.java#Users.findByName inferred",
        "Users.java#Service.d call Users.java#User.label inferred",
        "Users.java#Service.e call Users.java#Flowing.one inferred",
        "Users.java#Service.e call Users.java#User.label inferred",
        "Users.java#Service.g call Users.java#Flowing.all inferred",
        "Users.java#Service.g call Users.java#User.label inferred",
        "Users.java#Service.h call Users.java#User.label inferred",
        "Users.java#Service.i call Users.java#User.label inferred",
      ],
    ],
    [
      "a whole import of what a class has gives no methods that need an object, and a row of calls is followed to its end",
      `//- com/x/Ansi.java
package com.x;
public class Ansi { public static Ansi ansi() { return new Ansi(); } public Ansi render(String text) { return this; } }
//- com/x/Renderer.java
package com.x;
public class Renderer { public static String render(String text) { return text; } }
//- com/y/Use.java
package com.y;
import static com.x.Ansi.*;
import static com.x.Renderer.*;
class Use {
  void go() { render("a"); ansi(); }
  void row(Builder all) { all.step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().end(); }
}
//- com/y/Alone.java
package com.y;
import static com.x.Ansi.*;
class Alone { void go() { render("a"); ansi(); } }
//- com/y/Builder.java
package com.y;
class Builder { Builder step() { return this; } void end() {} }
`,
      [
        "com/x/Ansi.java#Ansi.ansi call com/x/Ansi.java#Ansi",
        "com/y/Alone.java#Alone.go call com/x/Ansi.java#Ansi.ansi",
        "com/y/Use.java#Use.go call com/x/Ansi.java#Ansi.ansi",
        "com/y/Use.java#Use.go call com/x/Renderer.java#Renderer.render",
        "com/y/Use.java#Use.row call com/y/Builder.java#Builder.end inferred",
        "com/y/Use.java#Use.row call com/y/Builder.java#Builder.step inferred",
      ],
    ],
    [
      "of the same class in two modules the one of the own module is meant",
      `//- a/src/main/java/com/x/common/Dto.java
package com.x.common;
public class Dto { public int a() { return 1; } }
//- a/src/main/java/com/x/a/Use.java
package com.x.a;
import com.x.common.Dto;
public class Use { int go(Dto d) { new Dto(); return d.a(); } }
//- a/src/test/java/com/x/common/DtoTest.java
package com.x.common;
class DtoTest { void go() { new Dto().a(); } }
//- b/src/main/java/com/x/common/Dto.java
package com.x.common;
public class Dto { public int a() { return 1; } }
//- b/src/main/java/com/x/b/Use.java
package com.x.b;
import com.x.common.*;
public class Use { int go(Dto d) { return d.a(); } }
//- c/src/main/java/com/x/c/Use.java
package com.x.c;
import com.x.common.Dto;
public class Use { int go(Dto d) { return d.a(); } }
`,
      [
        "a/src/main/java/com/x/a/Use.java import a/src/main/java/com/x/common/Dto.java",
        "a/src/main/java/com/x/a/Use.java#Use.go call a/src/main/java/com/x/common/Dto.java#Dto",
        "a/src/main/java/com/x/a/Use.java#Use.go call a/src/main/java/com/x/common/Dto.java#Dto.a inferred",
        "a/src/test/java/com/x/common/DtoTest.java#DtoTest.go call a/src/main/java/com/x/common/Dto.java#Dto",
        "a/src/test/java/com/x/common/DtoTest.java#DtoTest.go call a/src/main/java/com/x/common/Dto.java#Dto.a",
        "b/src/main/java/com/x/b/Use.java import b/src/main/java/com/x/common/Dto.java",
        "b/src/main/java/com/x/b/Use.java#Use.go call b/src/main/java/com/x/common/Dto.java#Dto.a inferred",
        "c/src/main/java/com/x/c/Use.java import a/src/main/java/com/x/common/Dto.java",
        "c/src/main/java/com/x/c/Use.java import b/src/main/java/com/x/common/Dto.java",
        "c/src/main/java/com/x/c/Use.java#Use.go call a/src/main/java/com/x/common/Dto.java#Dto.a ambiguous",
        "c/src/main/java/com/x/c/Use.java#Use.go call b/src/main/java/com/x/common/Dto.java#Dto.a ambiguous",
      ],
    ],
    [
      "of the same class among the texts that tests read nobody outside means the copy",
      `//- core/src/main/java/com/x/Node.java
package com.x;
public class Node { public int a() { return 1; } }
//- core/src/test/resources/old/com/x/Node.java
package com.x;
public class Node { public int a() { return 1; } }
//- core/src/test/java/com/x/NodeTest.java
package com.x;
class NodeTest { void go() { new Node().a(); } }
//- solver/src/test/code/new/proper/com/x/Node.java
package com.x;
public class Node { public int a() { return 1; } }
//- solver/src/test/code/new/proper/com/x/Copied.java
package com.x;
class Copied { void go(Node node) { node.a(); } }
//- solver/src/test/code/new/proper/com/x/Kind.java
package com.x;
public class Kind { public int a() { return 1; } }
//- solver/src/test/code/new/proper/com/x/Alone.java
package com.x;
public class Alone { public static int a() { return 1; } public static int b() { return 1; } }
//- core/src/main/java/com/x/kinds/Kind.java
package com.x.kinds;
public class Kind { public int a() { return 1; } }
//- core/src/main/java/com/x/Has.java
package com.x;
import com.x.kinds.*;
class Has { void go(Kind kind) { kind.a(); Alone.b(); } void all(com.x.Node node) { node.a(); } }
//- core/src/main/java/com/x/Tools.java
package com.x;
public class Tools { public static int make() { return 1; } }
//- core/src/test/resources/old/com/x/Tools.java
package com.x;
public class Tools { public static int make() { return 1; } }
//- solver/src/test/java/com/y/SolverTest.java
package com.y;
import static com.x.Tools.make;
import com.x.*;
import com.x.kinds.*;
class SolverTest { void go(Node node, Kind kind) { node.a(); kind.a(); make(); Alone.a(); } }
`,
      [
        "core/src/main/java/com/x/Has.java#Has.all call core/src/main/java/com/x/Node.java#Node.a inferred",
        "core/src/main/java/com/x/Has.java#Has.go call core/src/main/java/com/x/kinds/Kind.java#Kind.a inferred",
        "core/src/main/java/com/x/Has.java#Has.go call solver/src/test/code/new/proper/com/x/Alone.java#Alone.b",
        "core/src/test/java/com/x/NodeTest.java#NodeTest.go call core/src/main/java/com/x/Node.java#Node",
        "core/src/test/java/com/x/NodeTest.java#NodeTest.go call core/src/main/java/com/x/Node.java#Node.a",
        "solver/src/test/code/new/proper/com/x/Copied.java#Copied.go call solver/src/test/code/new/proper/com/x/Node.java#Node.a inferred",
        "solver/src/test/java/com/y/SolverTest.java#SolverTest.go call core/src/main/java/com/x/Node.java#Node.a inferred",
        "solver/src/test/java/com/y/SolverTest.java#SolverTest.go call core/src/main/java/com/x/Tools.java#Tools.make",
        "solver/src/test/java/com/y/SolverTest.java#SolverTest.go call core/src/main/java/com/x/kinds/Kind.java#Kind.a inferred",
        "solver/src/test/java/com/y/SolverTest.java#SolverTest.go call solver/src/test/code/new/proper/com/x/Alone.java#Alone.a",
      ],
    ],
    [
      "a getter that is made is the one that an interface declares",
      `//- A.java
package app;
class Foo { void go() { } }
interface Held { Foo getFoo(); }
@lombok.Data class Base implements Held { private Foo foo; private Foo other; void own() { getOther().go(); } }
class T { void f(Base base) { base.getFoo().go(); } }
`,
      [
        "A.java#Base inherit A.java#Held",
        "A.java#Base.own call A.java#Foo.go inferred",
        "A.java#T.f call A.java#Foo.go inferred",
        "A.java#T.f call A.java#Held.getFoo inferred",
      ],
    ],
    [
      "a class without a name is given types, and has no parameters for them",
      `//- A.java
class State { int bits() { return 1; } }
abstract class Box<T> { T get() { return null; } abstract void put(T one); }
class A {
  Object f() { return new Box<State>() { public void put(State a) { a.bits(); } }; }
  Object g() { return new Box<State>() { public void put(State a) { get().bits(); } }; }
}
`,
      [
        "A.java#A.f call A.java#Box",
        "A.java#A.f.Box inherit A.java#Box",
        "A.java#A.f.Box.put call A.java#State.bits inferred",
        "A.java#A.g call A.java#Box",
        "A.java#A.g.Box inherit A.java#Box",
        "A.java#A.g.Box.put call A.java#Box.get",
        "A.java#A.g.Box.put call A.java#State.bits inferred",
      ],
    ],
    [
      "an overload of a base gives what the heir says for its parameters for types",
      `//- A.java
class One { } class Made { }
abstract class Base<F, B extends Base<F, B>> { public B with(One one) { return null; } public abstract F build(); }
class Own extends Base<Made, Own> { public Own with(int count) { return this; } public Made build() { return null; } }
class A { Object f(Own own, One one) { return own.with(one).build(); } }
`,
      [
        "A.java#Own inherit A.java#Base",
        "A.java#A.f call A.java#Base.with inferred",
        "A.java#A.f call A.java#Own.build inferred",
      ],
    ],
    [
      "a function that a constructor is given",
      `//- A.java
package app;
class Foo { void go() { } }
class Conf { Conf(String key) { } Conf(String key, Consumer<Foo> run) { } }
class T { void f() { new Conf("a", foo -> foo.go()); } }
`,
      ["A.java#T.f call A.java#Conf", "A.java#T.f call A.java#Foo.go inferred"],
    ],
  ])("%s", (_, source, expected) => check(source, expected));
});
