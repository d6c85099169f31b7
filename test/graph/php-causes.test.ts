/** What everyday code in PHP leads to beyond types that are written: a row each, with all edges of one method. */
import { describe, expect, test } from "@jest/globals";
import { edgesOf, graphOf } from "./fixture.ts";

const classes = `//- app/Foo.php
<?php
namespace App;
class Foo { public function go(): Bar { return new Bar(); } public function __invoke(): Bar { return new Bar(); } }
class Bar { public function run(): void {} }
enum Status: string { case A = "a"; public function label(): string { return ""; } }
`;

/** What the method \`f\` of a class calls, whose body that is; exact or inferred. */
const calledBy = async (body: string): Promise<readonly string[]> => {
  const source = `${classes}//- app/T.php
<?php
namespace App;
class T { public Foo $foo; /** @var Foo[] */ public array $foos; function f($n) { ${body} } }
`;
  const all = edgesOf(await graphOf(source)).flatMap((edge) => {
    const [, to] = /^app\/T\.php#T\.f call \S+#(\S+)(?: inferred)?$/.exec(edge) ?? [];
    return to === undefined ? [] : [to];
  });
  return all.sort();
};

const rows = (table: readonly (readonly [body: string, called: readonly string[]])[]): void => {
  test.each(table)("%s", async (body, called) => expect(await calledBy(body)).toEqual(called));
};

describe("what functions of lists hand to another one", () => {
  rows([
    ["array_map(fn ($f) => $f->go(), $this->foos);", ["Foo.go"]],
    ["array_map(function ($f) { $f->go(); }, $this->foos);", ["Foo.go"]],
    ["array_filter($this->foos, fn ($f) => $f->go());", ["Foo.go"]],
    ["array_filter($this->foos, fn ($f) => $f->go(), ARRAY_FILTER_USE_KEY);", []],
    ["array_walk($this->foos, function ($f, $key) { $f->go(); $key->go(); });", ["Foo.go"]],
    ["usort($this->foos, fn ($a, $b) => $b->go());", ["Foo.go"]],
    ["array_reduce($this->foos, fn ($sum, $f) => $f->go(), 0);", ["Foo.go"]],
    ["array_reduce($this->foos, fn ($sum, $f) => $sum->go(), 0);", []],
    ["array_map(fn (Bar $f) => $f->run(), $this->foos);", ["Bar.run"]],
    ["foreach (array_map(fn ($f) => $f->go(), $this->foos) as $b) { $b->run(); }", ["Bar.run", "Foo.go"]],
    ["foreach (array_map(fn ($n) => new Bar(), [1]) as $b) { $b->run(); }", ["Bar", "Bar.run"]],
    ["array_find($this->foos, fn ($f) => true)->go();", ["Foo.go"]],
  ]);
});

describe("objects of a class that is given by its name", () => {
  rows([
    ["app(Foo::class)->go();", ["Foo.go"]],
    ["resolve(\\App\\Foo::class)->go();", ["Foo.go"]],
    ["$n->app->make(Foo::class)->go();", ["Foo.go"]],
    ["$foo = $this->createMock(Foo::class); $foo->go();", ["Foo.go"]],
    ["$foo = \\Mockery::mock(Foo::class); $foo->go();", ["Foo.go"]],
    ["self::getContainer()->get(Foo::class)->go();", ["Foo.go"]],
    ["app('foo')->go(); $n->get($n)->go(); $n->get($n::class)->go(); app()->make('a')->go();", []],
  ]);
});

describe("models of Eloquent", () => {
  const models = `//- app/Models/User.php
<?php
namespace App\\Models;
use Illuminate\\Database\\Eloquent\\Model;
use Illuminate\\Database\\Eloquent\\Relations\\BelongsTo;
class User extends Base {
  public function posts() { return $this->hasMany(Post::class); }
  public function boss(): BelongsTo { return $this->belongsTo(User::class); }
  public function plain() { return $this; }
  public static function last() { return new Post(); }
  public function label() {}
  public function scopeActive($query) { return $query->where('active', 1); }
}
class Base extends Model {}
/** @method static Other factory() */
class Post extends Model { public function title() {} }
class Other { public function label() {} }
//- app/S.php
<?php
namespace App\\Models;
class S { public User $user; function f() {`;
  test.each<[body: string, called: string]>([
    ["User::find(1)->label();", "User.label"],
    ["$u = User::where('x', 1)->orderBy('y')->first(); $u->label();", "User.label"],
    ["foreach (User::all() as $u) { $u->label(); }", "User.label"],
    ["User::all()->filter(fn ($u) => $u->label());", "User.label"],
    ["User::factory()->create()->label();", "User.label"],
    ["$this->user->fresh()->label();", "User.label"],
    ["$this->user->posts->first()->title();", "Post.title"],
    ["foreach ($this->user->posts as $p) { $p->title(); }", "Post.title"],
    ["$this->user->posts()->where('a', 1)->first()->title();", "Post.title User.posts"],
    ["$this->user->boss->label();", "User.label"],
    ["Post::factory()->label();", "Other.label"],
    ["User::last()->title();", "Post.title User.last"],
    ["User::active()->first()->label();", "User.label User.scopeActive"],
    ["foreach (User::where('a', 1)->active()->get() as $u) { $u->label(); }", "User.label User.scopeActive"],
    ["Post::active()->first()->title(); Other::active();", ""],
    ["$this->user->plain->label(); Other::find(1)->label(); User::find(1)->gone->label();", ""],
  ])("%s", async (body, called) => {
    const edges = edgesOf(await graphOf(`${models} ${body} } }\n`));
    const all = edges.flatMap((edge) => /^app\/S\.php#S\.f call \S+#(\S+)/.exec(edge)?.[1] ?? []);
    expect(all.sort().join(" ")).toBe(called);
  });
});

test("a test of Pest is a method of the class that its file uses", async () => {
  const edges = edgesOf(
    await graphOf(`//- tests/TestCase.php
<?php
namespace Tests;
class TestCase extends Base { protected function dispatch(): void {} }
class Other { function run() { $this->dispatch(); } }
//- tests/ReplyTest.php
<?php
use Tests\\TestCase;
uses(TestCase::class, RefreshDatabase::class);
beforeEach(function () { $this->dispatch(); });
test('a', fn () => $this->dispatch());
class Helper { function dispatch() {} function run() { $this->dispatch(); } }
//- tests/NoTest.php
<?php
test('a', fn () => $this->dispatch());
`),
  );
  expect(edges.filter((edge) => edge.includes(" call ")).sort()).toEqual([
    "tests/ReplyTest.php call tests/TestCase.php#TestCase.dispatch inferred",
    "tests/ReplyTest.php#Helper.run call tests/ReplyTest.php#Helper.dispatch",
  ]);
});

test("a facade leads to the class that it says, a caught union to both, and attributes are no part of a signature", async () => {
  const graph = await graphOf(`//- app/Log.php
<?php
namespace App;
class Logger { public function add() {} }
class Log extends Facade { protected static function getFacadeAccessor() { return Logger::class; } public static function own() {} }
class Named extends Facade { protected static function getFacadeAccessor() { return 'log'; } }
#[A(1)] #[B]
class T {
  #[Route("/x")] public function run(#[X] int $a): void { Log::add(); Log::own(); Named::add(); try { } catch (One | Two $e) { $e->why(); $e->two(); } }
}
class One extends \\Exception { function why() {} }
class Two extends One { function two() {} }
`);
  expect(edgesOf(graph).filter((edge) => edge.includes("T.run call"))).toEqual([
    "app/Log.php#T.run call app/Log.php#Logger.add inferred",
    "app/Log.php#T.run call app/Log.php#Log.own",
    "app/Log.php#T.run call app/Log.php#One.why inferred",
    "app/Log.php#T.run call app/Log.php#Two.two inferred",
  ]);
  const signatures = graph.inFile("app/Log.php").map(({ signature }) => signature);
  expect(signatures).toContain("class T");
  expect(signatures).toContain("public function run(#[X] int $a): void");
});

describe("objects that are called", () => {
  rows([
    ["$foo = new Foo(); $foo()->run();", ["Bar.run", "Foo", "Foo.__invoke"]],
    ["($this->foo)()->run();", ["Bar.run", "Foo.__invoke"]],
    ["(new Foo())();", ["Foo", "Foo.__invoke"]],
    ["$bar = new Bar(); $bar();", ["Bar"]],
  ]);
});

describe("values", () => {
  rows([
    ["foreach (Status::cases() as $c) { $c->label(); }", ["Status.label"]],
    ["Status::from($n)->label();", ["Status.label"]],
    ["Foo::from($n)->go();", []],
    ["array_map(fn ($c) => $c->label(), Status::cases());", ["Status.label"]],
    ["$o = match ($n) { 1 => new Foo(), default => throw new \\Exception() }; $o->go();", ["Foo", "Foo.go"]],
    ["$make = fn () => new Bar(); $make()->run();", ["Bar", "Bar.run"]],
    ["(fn () => new Bar())()->run();", ["Bar", "Bar.run"]],
  ]);
});

describe("classes without a name or a namespace", () => {
  const source = (code: string): string => `//- Root.php
<?php
class Root extends \\kit\\BaseRoot { public function __construct() {} }
//- kit/BaseRoot.php
<?php
namespace kit;
class BaseRoot { public static function make(): self {} public function go(): void {} }
trait Runs { public function run(): void {} }
//- a.php
<?php
namespace app;
${code}
`;
  test.each<[code: string, calls: readonly string[]]>([
    ["use Root; function f() { Root::make()->go(); }", ["f BaseRoot.make", "f BaseRoot.go inferred"]],
    ["use Root; function f(Root $root) { $root->go(); new Root(); }", ["f Root", "f BaseRoot.go inferred"]],
    ["use Root; class A extends Root { function f() { $this->go(); } }", ["A.f BaseRoot.go"]],
    ["use None; function f() { None::make(); new None(); }", []],
    ["function f() { Root::make(); }", []],
    [
      "return new class extends \\kit\\BaseRoot { use \\kit\\Runs; function f() { $this->go(); $this->run(); $this->g(); self::h(); $this->none(); } function g() {} static function h() {} };",
      ["class.f BaseRoot.go", "class.f Runs.run", "class.f class.g", "class.f class.h"],
    ],
    [
      "class A { function f() { return new class { function f() { $this->g(); } function g() {} }; } function g() {} }",
      ["A.f.class.f A.f.class.g"],
    ],
  ])("%s", async (code, calls) => {
    const found = edgesOf(await graphOf(source(code))).flatMap((edge) => {
      const [, from, to] = /^a\.php#(\S+) call \S+#(\S+(?: inferred)?)$/.exec(edge) ?? [];
      return from === undefined ? [] : [`${from} ${to}`];
    });
    expect(found.sort()).toEqual([...calls].sort());
  });
});

describe("what a whole program shares", () => {
  const program = `//- kit/store.php
<?php
namespace kit;
class Store { function get() {} }
//- boot.php
<?php
$STORE = new \\kit\\Store();
function connect() { global $db; $db = new \\kit\\Store(); }
//- stand-ins.php
<?php
function translate() {}
function nothing() {}
//- texts.php
<?php
function translate($text) { return $text; }
//- other.php
<?php
function nothing() {}
`;
  test.each<[name: string, code: string, calls: readonly string[]]>([
    [
      "a variable of the program, in a namespace, too",
      "namespace app;\nclass A { function f() { global $STORE; $STORE->get(); } }",
      ["A.f Store.get inferred"],
    ],
    [
      "a comment says what a variable of the program is",
      "/** @global \\kit\\Store $db Where all is. */\nfunction f() { global $db; $db->get(); }",
      ["f Store.get inferred"],
    ],
    [
      "a function that does nothing stands in for the one that does",
      "function f() { translate('a'); nothing(); }",
      ["f nothing ambiguous", "f nothing ambiguous", "f translate inferred"],
    ],
  ])("%s", async (_, code, calls) => {
    const found = edgesOf(await graphOf(`${program}//- a.php\n<?php\n${code}\n`)).flatMap((edge) => {
      const [, from, to] = /^a\.php#(\S+) call \S+#(\S+(?: \w+)?)$/.exec(edge) ?? [];
      return from === undefined ? [] : [`${from} ${to}`];
    });
    expect(found.sort()).toEqual([...calls].sort());
  });
});
