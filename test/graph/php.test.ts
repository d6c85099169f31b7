import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

const bar = `//- lib/Foo/Bar.php
<?php
namespace Foo;
class Bar {
    public static function of(): self { return new self(); }
    public function go(): static { return $this; }
}
function helper() {}
`;

describe("PHP namespaces", () => {
  rows([
    [
      "use, with another name, of functions, in groups",
      `${bar}//- src/a.php
<?php
namespace App;
use Foo\\Bar;
use Foo\\Bar as Qux;
use function Foo\\helper;
function a() { Bar::of(); Qux::of(); helper(); }
//- src/b.php
<?php
namespace App;
use Foo\\{Bar as B, function helper};
function b() { B::of(); helper(); a(); }
`,
      [
        "lib/Foo/Bar.php#Bar.of call lib/Foo/Bar.php#Bar",
        "src/a.php import lib/Foo/Bar.php",
        "src/a.php#a call lib/Foo/Bar.php#Bar.of",
        "src/a.php#a call lib/Foo/Bar.php#helper",
        "src/b.php import lib/Foo/Bar.php",
        "src/b.php#b call lib/Foo/Bar.php#Bar.of",
        "src/b.php#b call lib/Foo/Bar.php#helper",
        "src/b.php#b call src/a.php#a",
      ],
    ],
    [
      "names that say their namespace, relative names, functions without one",
      `${bar}//- a.php
<?php
namespace App;
use Foo as F;
function own() {}
function f() { \\Foo\\helper(); F\\helper(); namespace\\own(); top(); strlen("a"); }
class Unknown extends Top {}
//- top.php
<?php
function top() {}
function own() {}
class Top {}
`,
      [
        "lib/Foo/Bar.php#Bar.of call lib/Foo/Bar.php#Bar",
        "a.php#f call lib/Foo/Bar.php#helper",
        "a.php#f call a.php#own",
        "a.php#f call top.php#top",
      ],
    ],
    [
      "a file that is included",
      `//- a.php
<?php
require_once __DIR__ . '/lib/b.php';
b();
//- lib/b.php
<?php
function b() {}
`,
      ["a.php import lib/b.php", "a.php call lib/b.php#b"],
    ],
  ]);
});

describe("PHP classes", () => {
  rows([
    [
      "extends, implements, traits, parent, self and static",
      `//- a.php
<?php
interface Runs { function run(); }
trait Loud { function shout() { $this->run(); } }
class Base implements Runs { function __construct() {} function run() {} static function make() { return new static(); } }
class Child extends Base {
    use Loud;
    function __construct() { parent::__construct(); $this->shout(); self::make(); static::make()->run(); }
}
enum Suit: string implements Runs { case A = 'a'; function run() {} }
`,
      [
        "a.php#Base inherit a.php#Runs",
        "a.php#Base.make call a.php#Base",
        "a.php#Child inherit a.php#Base",
        "a.php#Child inherit a.php#Loud",
        "a.php#Child.__construct call a.php#Base.__construct",
        "a.php#Child.__construct call a.php#Loud.shout",
        "a.php#Loud.shout call a.php#Base.run inferred",
        "a.php#Child.__construct call a.php#Base.make",
        "a.php#Child.__construct call a.php#Base.run inferred",
        "a.php#Suit inherit a.php#Runs",
      ],
    ],
    [
      "typed properties and parameters, promotion, locals, instanceof, nullsafe",
      `${bar}//- a.php
<?php
use Foo\\Bar;
class A {
    private ?Bar $one;
    private static Bar $two;
    private $three;
    function __construct(private \\Foo\\Bar $four) { $this->three = new Bar(); }
    function a() { $this->one->go(); }
    function b() { self::$two->go(); }
    function c() { $this->three?->go(); }
    function d() { $this->four->go()->go(); }
    function e(Bar|null $x) { $x->go(); }
    function f() { $x = new Bar; $x->go(); }
    function g($x) { if ($x instanceof Bar) { $x->go(); } }
    function h() { (new Bar)->go(); return function (Bar $q) { $q->go(); }; }
    function i() { $x = Bar::of(); $x->go(); }
    function j($x) { $x->go(); $this->nowhere->go(); }
}
`,
      [
        "lib/Foo/Bar.php#Bar.of call lib/Foo/Bar.php#Bar",
        "a.php#A.__construct call lib/Foo/Bar.php#Bar",
        ..."abcdegi".split("").map((name) => `a.php#A.${name} call lib/Foo/Bar.php#Bar.go inferred`),
        "a.php#A.f call lib/Foo/Bar.php#Bar",
        "a.php#A.f call lib/Foo/Bar.php#Bar.go inferred",
        "a.php#A.h call lib/Foo/Bar.php#Bar",
        "a.php#A.h call lib/Foo/Bar.php#Bar.go",
        "a.php#A.i call lib/Foo/Bar.php#Bar.of",
      ],
    ],
    [
      "methods, functions and variables of one name stay apart",
      `//- a.php
<?php
function go() {}
class A {
    public $go;
    function go() { go(); $go = 1; $go(); }
    function other() { $this->go(); }
}
`,
      ["a.php#A.go call a.php#go", "a.php#A.other call a.php#A.go"],
    ],
  ]);
});
