/** Functions and methods that an array or a text names where one is wanted. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const kit = `class Kit {
  public Kit $other;
  function run() {} static function make() {} function __invoke() {}
}`;

describe("callables of PHP", () => {
  test.each<[name: string, code: string, rows: readonly string[]]>([
    ["a class and a method", "function go() { to('/', [Kit::class, 'run']); }", ["go call a.php#Kit.run"]],
    [
      "an object and a method",
      `class Own { function __construct(private Kit $kit) {}
  function go() { each([$this, 'one']); each([$this->kit, "run"]); each(array(&$this, 'two')); each([new Kit, 'make']); }
  function one() {} function two() {} }`,
      [
        "Own.go call a.php#Kit",
        "Own.go call a.php#Kit.make",
        "Own.go call a.php#Kit.run inferred",
        "Own.go call a.php#Own.one",
        "Own.go call a.php#Own.two",
      ],
    ],
    [
      "the class around",
      "class Own { function go() { each([self::class, 'one']); each([__CLASS__, 'two']); } static function one() {} static function two() {} }",
      ["Own.go call a.php#Own.one", "Own.go call a.php#Own.two"],
    ],
    [
      "a function that is given to what calls it, from outside of every namespace",
      "function go($all) { usort($all, 'App\\\\order'); call_user_func('\\App\\Kit::make'); usort($all, 'order'); } function order() {}",
      ["go call a.php#Kit.make", "go call a.php#order"],
    ],
    [
      "a key that says so",
      "function go() { return ['permission_callback' => 'App\\\\may', 'title' => 'App\\\\may2']; } function may() {} function may2() {}",
      ["go call a.php#may"],
    ],
    [
      "a route",
      "Route::get('/', 'App\\\\Kit@run'); Route::post('/', ['uses' => '\\App\\Kit@make']); Route::put('/', Kit::class);",
      [" call a.php#Kit.run", " call a.php#Kit.make", " call a.php#Kit.__invoke"],
    ],
    [
      "what a subscriber of Symfony hears of",
      "class Own { static function getSubscribedEvents() { return [A::B => 'one', 'c' => ['two', 3]]; } function one() {} function two() {} }",
      ["Own.getSubscribedEvents call a.php#Own.one", "Own.getSubscribedEvents call a.php#Own.two"],
    ],
    [
      "what is first-class",
      "function go(Kit $kit) { each($kit->run(...)); each(Kit::make(...)); }",
      ["go call a.php#Kit.make", "go call a.php#Kit.run inferred"],
    ],
    [
      "not what is only asked about, taken away, a field, or any list of texts",
      `class Own { public $field;
  function go() { is_callable([$this, 'one']); remove_action('init', [$this, 'one']); each([$this, 'field']); each(['Own', 'one']); show('order'); }
  function one() {} }`,
      [],
    ],
  ])("%s", (_name, code, rows) =>
    check(
      `//- a.php\n<?php\nnamespace App;\n${kit}\n${code}\n`,
      rows.map((row) => (row.startsWith(" ") ? `a.php${row}` : `a.php#${row}`)),
    ),
  );

  test("hooks of WordPress name what they run second", () =>
    check(
      `//- a.php
<?php
function init() {} function start() {} function box() {}
add_action('init', 'start');
add_meta_box('start', 'Box', 'box');
//- b.php
<?php
add_filter('init', 'init');
`,
      ["a.php call a.php#box", "a.php call a.php#start", "b.php call a.php#init"],
    ));
});
