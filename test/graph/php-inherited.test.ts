/** What Phan said was missing: whose method it is, and what a variable is known to be besides its type. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const only = (rows: readonly string[]): readonly string[] => rows.map((row) => `a.php#${row}`);
const inPhp = (code: string, rows: readonly string[]): Promise<void> =>
  check(`//- a.php\n<?php\nnamespace App;\n${code}\n`, only(rows));

describe("whose method it is", () => {
  test.each<[name: string, code: string, rows: readonly string[]]>([
    [
      "a trait has it before an interface that the class fulfills by it, also where a base is from elsewhere",
      `interface Keeps { function keep(); function drop(); }
trait Kept { function keep() {} }
abstract class Box extends \\Other\\Base implements Keeps { use Kept; function run() { $this->keep(); $this->drop(); } }
class Small extends Box { function go() { $this->keep(); } }`,
      [
        "Box inherit a.php#Keeps",
        "Box inherit a.php#Kept",
        "Box.run call a.php#Keeps.drop",
        "Box.run call a.php#Kept.keep",
        "Small inherit a.php#Box",
        "Small.go call a.php#Kept.keep",
      ],
    ],
    [
      "a trait has it before the base, and the base what the trait only wants",
      `class Base { function both() {} function wanted() {} }
trait Part { function both() {} abstract function wanted(); function run() {} }
class Whole extends Base { use Part; function go() { $this->both(); $this->wanted(); parent::both(); } }
class Other { use Part; function go() { $this->wanted(); } }`,
      [
        "Other inherit a.php#Part",
        "Other.go call a.php#Part.wanted",
        "Whole inherit a.php#Base",
        "Whole inherit a.php#Part",
        "Whole.go call a.php#Base.both",
        "Whole.go call a.php#Base.wanted",
        "Whole.go call a.php#Part.both",
      ],
    ],
  ])("%s", (_name, code, rows) => inPhp(code, rows));
});

describe("what a thing is", () => {
  test.each<[name: string, code: string, rows: readonly string[]]>([
    [
      "a case of an enum is one of it, by its name, in a variable and as `self`",
      `enum Level: int { case Low = 1; case High = 2; function label() {} static function top() { return self::High; } }
function one() { Level::Low->label(); }
function two() { $level = Level::High; $level->label(); }
function three() { Level::top()->label(); }`,
      [
        "one call a.php#Level.label inferred",
        "three call a.php#Level.label inferred",
        "three call a.php#Level.top",
        "two call a.php#Level.label inferred",
      ],
    ],
    [
      "what a method gives that says no more than `array` is said where it is declared first",
      `class Item { function go() {} }
interface Store { /** @return Item[] */ function all(); /** @return Item */ function one(); }
class Memory implements Store { private $items; function all(): array { return $this->items; } function one() { return $this->items[0]; } }
function run(Memory $all) { $all->one()->go(); }
function each(Memory $all) { foreach ($all->all() as $item) { $item->go(); } }`,
      [
        "Memory inherit a.php#Store",
        "each call a.php#Item.go inferred",
        "each call a.php#Memory.all inferred",
        "run call a.php#Item.go inferred",
        "run call a.php#Memory.one inferred",
      ],
    ],
    [
      "a variable that is asked to be more has what that has, and what its type has otherwise",
      `interface Thing { function name(); }
class Tool implements Thing { function name() {} function use() {} }
function run(Thing $x, \\Other\\Thing $y) {
  if ($x instanceof Tool && $x->use()) { $x->name(); }
  if ($y instanceof Tool) { $y->use(); }
}`,
      ["Tool inherit a.php#Thing", "run call a.php#Thing.name inferred", "run call a.php#Tool.use inferred"],
    ],
    [
      "a list of its own has its methods and what it holds, as a comment says",
      `class Foo { function go() {} }
class FooList implements IteratorAggregate { function add($x) {} }
class Env {
  /** @var FooList<Foo> */
  private FooList $all;
  function run() { $this->all->add(1); foreach ($this->all as $one) { $one->go(); } }
}`,
      ["Env.run call a.php#Foo.go inferred", "Env.run call a.php#FooList.add inferred"],
    ],
    [
      "a builder of twenty calls",
      `class Builder { function with($x): self { return $this; } function done() {} }
function run() { (new Builder())${"->with(1)".repeat(20)}->done(); }`,
      ["run call a.php#Builder", "run call a.php#Builder.done inferred", "run call a.php#Builder.with"],
    ],
  ])("%s", (_name, code, rows) => inPhp(code, rows));
});
