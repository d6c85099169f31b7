import { beforeAll, describe, expect, test } from "@jest/globals";
import { calledIn, rows } from "./followed.ts";

const classes = `<?php
namespace App;
use App\\Models\\Other;
class Foo { public ?Foo $child; /** @var Foo[] */ public array $kids; public function go(): void {} public function next(): Foo { return $this; } public function self(): self { return $this; } public function fluent(): static { return $this; } /** @return Foo */ public function doc() { return $this->child; } /** @return Foo[] */ public function docs() { return []; } /** @return $this */ public function chain() { return $this; } public function plain() { return $this; } public static function make(): static { return new static(); } public static function create() { return new self(); } public static function inst(): self { static $i; return $i; } public function __invoke(): Foo { return $this; } /** @return Foo|null */ public function maybe() { return null; } public function nul(): ?Foo { return null; } public function it(): \\Generator { yield $this; } }
/** @property Foo $magic
 *  @method Foo build(string $a) */
class Magic {}
interface HasFoo { public function foo(): Foo; }
trait T { private Foo $tfoo; public function getT(): Foo { return $this->tfoo; } protected function tgo() {} }
/** @template T */
class Box { /** @var T */ private $v; /** @param T $v */ public function __construct($v) {} /** @return T */ public function get() { return $this->v; } }
/** @extends Box<Foo> */
class FooBox extends Box {}
class Holder { public Foo $foo; public ?Foo $opt = null; /** @var Foo */ public $docFoo; /** @var Foo[] */ public $list; /** @var array<string, Foo> */ public array $map; /** @var array<int, Foo> */ public $arr; /** @var \\App\\Foo */ public $abs; /** @var Foo|null */ public $maybe; /** @var Collection<int, Foo> */ public $col; public readonly Foo $ro; private static Foo $s; public static ?Foo $inst; public Magic $magic; public HasFoo $has; /** @var iterable<Foo> */ public $it; /** @var list<Foo> */ public $lst; /** @var callable(): Foo */ public $fn; public \\Closure $cl; public Foo|Bar $union; /** @var Box<Foo> */ public $box; public FooBox $fb; public function __construct(private Foo $promoted, protected ?Foo $p2 = null) {} public function getFoo(): Foo { return $this->foo; } /** @return array<string, Foo> */ public function getMap(): array { return $this->map; } /** @return \\Generator<int, Foo> */ public function gen() { yield $this->foo; } /** @return iterable<Foo> */ public function iter(): iterable { return []; } }
function makeFoo(): Foo { return new Foo(); }
/** @return Foo */
function docFoo() { return new Foo(); }
function newFoo() { return new Foo(); }
abstract class Base { protected Foo $baseFoo; /** @var Foo */ protected $docBase; abstract function mk(): Foo; protected function baseGo() {} protected static function sgo() {} }
class Main extends Base { use T; private Foo $field; /** @var Foo */ private $docField; private $untyped; const FOO = Foo::class; private static Foo $st; private array $cache = [];
  public function __construct(private Foo $prom, Foo $arg) { $this->untyped = $arg; $this->cache['x'] = new Foo(); }
  function mk(): Foo { return new Foo(); } function go3() {} static function sgo3() {}
`;

const all = [
  ...rows(
    "go",
    `
    $f = new Foo(); $f->go();
    (new Foo())->go();
    (new Foo)->go();
    $h->foo->go();
    $h->opt->go();
    $h->opt?->go();
    $h->docFoo->go();
    $h->list[0]->go();
    foreach ($h->list as $x) $x->go();
    foreach ($h->list as $x) { $x->go(); }
    foreach ($h->list as $i => $x) { $x->go(); }
    $h->map['a']->go();
    foreach ($h->map as $k => $v) { $v->go(); }
    $h->arr[1]->go();
    $h->abs->go();
    $h->maybe->go();
    $h->ro->go();
    Holder::$inst->go();
    $h->magic->magic->go();
    $h->magic->build('a')->go();
    $h->has->foo()->go();
    foreach ($h->it as $x) { $x->go(); }
    $h->lst[0]->go();
    ($h->fn)()->go();
    $h->union->go();
    $h->getFoo()->go();
    $h->getMap()['a']->go();
    foreach ($h->getMap() as $k => $x) $x->go();
    foreach ($h->gen() as $x) $x->go();
    foreach ($h->iter() as $x) $x->go();
    makeFoo()->go();
    \\App\\makeFoo()->go();
    docFoo()->go();
    newFoo()->go();
    $x = newFoo(); $x->go();
    $x = makeFoo(); $x->go();
    $x = $h->foo; $x->go();
    $x = $h->getFoo(); $x->go();
    $x = $h->list[0]; $x->go();
    $this->field->go();
    $this->docField->go();
    $this->untyped->go();
    $this->prom->go();
    $this->baseFoo->go();
    $this->docBase->go();
    $this->mk()->go();
    self::$st->go();
    static::$st->go();
    $this->getT()->go();
    $this->tfoo->go();
    Foo::make()->go();
    Foo::create()->go();
    Foo::inst()->go();
    $h->foo->next()->next()->go();
    $h->foo->self()->go();
    $h->foo->fluent()->go();
    $h->foo->doc()->go();
    $h->foo->docs()[0]->go();
    foreach ($h->foo->docs() as $x) $x->go();
    $h->foo->chain()->go();
    $h->foo->plain()->go();
    $h->foo->maybe()->go();
    $h->foo->nul()?->go();
    $h->foo->child->go();
    $h->foo->kids[0]->go();
    foreach ($h->foo->kids as $x) $x->go();
    $fn = function (Foo $x) { $x->go(); };
    $fn = fn(Foo $x) => $x->go();
    $fn = function () use ($h) { $h->foo->go(); };
    $fn = fn() => $h->foo->go();
    array_map(function (Foo $x) { $x->go(); }, $h->list);
    array_values($h->list)[0]->go();
    array_pop($h->list)->go();
    array_shift($h->list)->go();
    current($h->list)->go();
    end($h->list)->go();
    reset($h->list)->go();
    $x = array_pop($h->list); $x->go();
    $x = $h->list[0] ?? null; $x->go();
    $x = $h->opt ?? $h->foo; $x->go();
    $x = $h->opt ?: $h->foo; $x->go();
    $x = $a ? $h->opt : $h->foo; $x->go();
    $x = clone $h->foo; $x->go();
    (clone $h->foo)->go();
    /** @var Foo $x */ $x = $a['x']; $x->go();
    /** @var Foo[] $xs */ $xs = load(); $xs[0]->go();
    /** @var Foo[] $xs */ $xs = load(); foreach ($xs as $x) $x->go();
    assert($a instanceof Foo); $a->go();
    if ($a instanceof Foo) { $a->go(); }
    if (!$a instanceof Foo) return; $a->go();
    [$x, $y] = [$h->foo, 1]; $x->go();
    list($x, $y) = [$h->foo, 1]; $x->go();
    $list = [new Foo()]; $list[0]->go();
    $list = []; $list[] = new Foo(); $list[0]->go();
    $list = []; $list[] = new Foo(); foreach ($list as $x) $x->go();
    foreach ([new Foo(), new Foo()] as $x) $x->go();
    $this->cache['x']->go();
    $f = $h->foo->go(...); $f();
    match(true) { default => $h->foo->go() };
    echo "{$h->foo->go()}";
    throw $h->foo->go();
    return $h->foo->go();
    yield $h->foo->go();
    while ($x = $h->getFoo()) { $x->go(); }
    if ($x = $h->getFoo()) { $x->go(); }
    if (($x = $h->getFoo()) !== null) { $x->go(); }
    for ($x = $h->foo; $x; $x = $x->child) { $x->go(); }
    static fn() => Foo::make()->go();
    $x = &$h->foo; $x->go();
    \\App\\Foo::make()->go();
    namespace\\Foo::make()->go();
    iterator_to_array($h->gen())[0]->go();
    $x = $h->col->first(); $x->go();
    foreach ($h->col as $x) $x->go();
    $this->untyped?->next()?->go();
    $h->foo->next() ->go();
    sprintf('%s', $h->foo->go());
    $x = $y = new Foo(); $y->go();
    $x = $y = new Foo(); $x->go();
    $p->go();
    $q->go();
    $r[0]->go();
    foreach ($r as $x) $x->go();
    $s?->go();
    $u->go();
  `,
  ),
  ...rows(
    "sgo3",
    `
    self::sgo3();
    static::sgo3();
  `,
  ),
  ...rows(
    "baseGo",
    `
    parent::baseGo();
    $this->baseGo();
  `,
  ),
  ...rows(
    "sgo",
    `
    $this->sgo();
    self::sgo();
  `,
  ),
  ...rows(
    "go3",
    `
    $this->go3();
  `,
  ),
  ...rows(
    "tgo",
    `
    $this->tgo();
  `,
  ),
];

/** Parameters that only a comment says the types of. */
const comment = `
  /** @param Foo $q
   * @param Foo[] $r
   * @param Foo|null $s
   */
`;

describe("what PHP is written with every day is followed", () => {
  let called: ReadonlyMap<number, readonly string[]>;
  beforeAll(async () => {
    const functions = all.map(
      ([statement], at) =>
        `${comment}  function f${at}(Holder $h, Foo $p, $q, $r, $s, \\App\\Foo $u, $a) { ${statement} }\n`,
    );
    called = await calledIn("Main.php", `${classes}${functions.join("")}}\n`);
  });

  test.each(all.map(([statement, method], at) => [statement, method, at] as const))("%s", (_, method, at) => {
    expect(called.get(at)).toContain(method);
  });
});
