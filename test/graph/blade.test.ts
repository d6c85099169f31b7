/** Templates of Laravel: what their PHP leads to. */
import { expect, test } from "@jest/globals";
import { bladeCode } from "../../src/languages/outlines/blade-code.ts";
import { edgesOf, graphOf } from "./fixture.ts";

const app = `//- app/helpers.php
<?php
function title($x) { return $x; }
function more($x) { return true; }
//- app/Shop.php
<?php
namespace App;
class Shop {
  /** @return Shop[] */
  static function all(): array { return []; }
  function open(): bool { return true; }
}
`;

const called = async (text: string): Promise<readonly string[]> =>
  edgesOf(await graphOf(`${app}//- resources/views/a.blade.php\n${text}\n`)).flatMap((row) =>
    row.startsWith("resources/views/a.blade.php call ")
      ? [row.replace(/^.* call [^#]*#/, "").replace(/ inferred$/, "")]
      : [],
  );

test.each<[text: string, called: readonly string[]]>([
  ["<b>{{ title(1) }}</b>{!! more(2) !!}{{{ more(3) }}}", ["title", "more"]],
  ["@if(more(title(1))) x @elseif (title(')')) y @endif", ["more", "title"]],
  ["@foreach (App\\Shop::all() as $shop)\n{{ $shop->open() }}\n@endforeach", ["Shop.all", "Shop.open"]],
  [
    "@forelse(\\App\\Shop::all() as $key => $shop) {{ $shop->open() }} @empty @endforelse",
    ["Shop.all", "Shop.open"],
  ],
  [
    "@use('App\\Shop') @php $shop = new Shop(); @endphp <?php more(1); ?> @php(title(2)) {{ $shop->open() }}",
    ["Shop", "more", "title", "Shop.open"],
  ],
  ["@use('App\\Shop', 'Other') {{ Other::all() }}", ["Shop.all"]],
  ["@inject('shop', 'App\\Shop') @class(['a' => $shop->open()])", ["Shop.open"]],
  ["@include('a', ['x' => title(1)]) @for ($i = 0; more($i); $i++) @endfor", ["title", "more"]],
  ["{{-- title(1) --}} @{{ title(1) }} @{!! title(1) !!} title(1) @@if(title(1)) <?= more(1) ?>", ["more"]],
  ["@verbatim {{ title(1) }} @endverbatim a@b(title(1)) <style>@media (title(1)) {}</style>", []],
  ["{{ title(1)", []],
])("%s", async (text, expected) => expect([...(await called(text))].sort()).toEqual([...expected].sort()));

test("lines are those of the file", () => {
  const text =
    "a\n{{ b\n(1) }}\n@use(\n'C'\n) @inject('d',\n 'E')\n@foreach (f()\n as $g)\n@php\n\n@endphp\n";
  const lines = bladeCode(text).split("\n");
  expect(lines.map((line) => line.trim())).toEqual([
    "<?php",
    "; b",
    "(1) ;",
    ";use C;",
    "",
    ";$d = app(\\E::class);",
    "",
    ";foreach (f()",
    "as $g) {}",
    ";",
    "",
    ";",
    "",
  ]);
});

test.each([
  "{{ ",
  "@if(",
  "{!! a\n",
  "@php ",
  "<?php ",
  "@a('",
  "@verbatim ",
  "{{-- ",
  "@foreach (a as b) ",
  "@use('a'",
  "{{{",
  '@a("\\"',
])("%j, again and again, is read in time", (piece) => {
  for (const text of [piece.repeat(100_000), `${piece.repeat(100_000)})'}}}!!}?>@endphp--}}`])
    expect(bladeCode(text).split("\n").length).toBe(text.split("\n").length);
});
