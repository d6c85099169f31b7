/** Templates of Angular: what their code leads to. */
import { describe, expect, test } from "@jest/globals";
import { withTemplates } from "../../src/languages/outlines/angular-classes.ts";
import { angularCode } from "../../src/languages/outlines/angular-code.ts";
import { check, edgesOf, graphOf } from "./fixture.ts";

const members = `
  save(x) {}
  total(): number { return 1; }
  items(): Item[] { return []; }
  same(x) {}
  isOpen() {}
  item = new Item();
  user = signal(new Item());
`;
const others = `//- item.ts
export class Item { go() {} }
//- card.ts
@Component({ selector: "app-card, [appCard]", template: "" })
export class Card {}
@Pipe({ name: "date2" })
export class Date2 { transform(x) {} }
`;
const inFile = (template: string): string => `${others}//- a.component.ts
import { Item } from "./item";
@Component({ selector: "app-a", templateUrl: "./a.component.html" })
export class A {${members}}
//- a.component.html
${template}
`;
const inline = (template: string): string => `${others}//- a.component.ts
import { Item } from "./item";
@Component({ selector: "app-a", template: \`${template}\` })
export class A {${members}}
`;

const called = async (source: string): Promise<readonly string[]> =>
  edgesOf(await graphOf(source)).flatMap((row) =>
    /^a\.component\.(?:html|ts#A\.template) call /.test(row)
      ? [row.replace(/^.* call [^#]*#/, "").replace(/ inferred$/, "")]
      : [],
  );

describe("what a template calls", () => {
  test.each<[template: string, called: readonly string[]]>([
    ['<a (click)="save(1)">x</a>', ["A.save"]],
    ["<a (click.x)='save($event); isOpen()'>x</a>", ["A.save", "A.isOpen"]],
    ['<a on-click="save(1)" bind-a="total()">x</a>', ["A.save", "A.total"]],
    ['<a [a.b]="total()" [(c)]="item">x</a>', ["A.total"]],
    [
      "<a title='n {{ total() }}'>{{ isOpen() ? item.go() : save('isOpen()') }}</a>",
      ["A.total", "A.isOpen", "Item.go", "A.save"],
    ],
    ["<a>{{ user().go() }}</a>", ["Item.go"]],
    [
      "<a>{{ total() | date2: isOpen() : (isOpen() ? save(1) : 2) | other }}</a>",
      ["A.total", "Date2.transform", "A.isOpen", "A.save"],
    ],
    ["<a [b]=\"{ total: isOpen(), 'c': [save(1), total()] }\">x</a>", ["A.isOpen", "A.save", "A.total"]],
    ['<a *ngIf="isOpen(); else other">x</a><ng-template #other/>', ["A.isOpen"]],
    [
      '<a *ngFor="let one of items(); trackBy: same; let save = index">{{ one.go() }}{{ save(1) }}</a>',
      ["A.items", "Item.go"],
    ],
    ['<a *ngIf="items() | date2 as total">{{ total() }}</a>', ["A.items", "Date2.transform"]],
    ["@if (isOpen()) { x } @else if (total() > 1; as save) { {{ save(1) }} }", ["A.isOpen", "A.total"]],
    [
      "@for (one of items(); track same(one); let i = $index) {\n{{ one.go() }} }",
      ["A.items", "A.same", "Item.go"],
    ],
    ["@switch (total()) { @case (isOpen()) { x } }", ["A.total", "A.isOpen"]],
    ["@defer (on viewport; when isOpen()) { x }", ["A.isOpen"]],
    ["@let one = item; {{ one.go() }}", ["Item.go"]],
    ['<app-card #total (x)="total()"></app-card>', ["Card"]],
    ["<app-other/><app-cards/>", []],
    [
      '<!-- <app-card (click)="save(1)"/> --> save(1) <a title="total()" b=isOpen()>(c)="total()"</a> me@if.com',
      [],
    ],
    ["{{ gone(1) }} {{ x.save(1) }} {{ this.total() }}", ["A.total"]],
  ])("%s", async (template, expected) => {
    for (const source of [inFile(template), inline(template)])
      expect([...(await called(source))].sort()).toEqual([...expected].sort());
  });
});

test("a template knows what its component has from its base, in a file beside it or in a page of Ionic", () =>
  check(
    `//- base.ts
export class Base { save() {} }
//- a.page.ts
import { Base } from "./base";
@Component({ templateUrl: "a.page.html" })
export class A extends Base {}
export class Other { save() {} }
//- a.page.html
<a (click)="save()">
//- lonely.component.html
<a (click)="save()">
//- web.component.html
<a (click)="save()">
//- web.ts
export class Web { save() {} }
`,
    [
      "a.page.html import a.page.ts",
      "web.component.html import web.ts",
      "a.page.ts import base.ts",
      "a.page.ts#A inherit base.ts#Base",
      "a.page.html call base.ts#Base.save inferred",
    ],
  ));

test("a template may be called like the file of its component, without `component`", () =>
  check(
    `//- a.component.ts
@Component({ templateUrl: "./a.html" })
export class A { save() {} }
//- a.html
<a (click)="save()">
//- b.dialog.ts
@Component({ templateUrl: "./b.dialog.html" })
export class B { save() {} }
//- b.dialog.html
<a (click)="save()">
//- c.html
<a (click)="save()">
//- d.html
<a (click)="save()">
//- d.js
export class D { save() {} }
`,
    [
      "a.html import a.component.ts",
      "a.html call a.component.ts#A.save inferred",
      "b.dialog.html import b.dialog.ts",
      "b.dialog.html call b.dialog.ts#B.save inferred",
    ],
  ));

test("several components in a file have a template each", () =>
  check(
    `//- a.ts
@Component({ template: \`<a (b)="one()">\\\`</a>
  {{ two() }}\` })
export class A { one() {} }
@Component({ template: \`{{ two() }}\` }) class B { two() {} }
`,
    ["a.ts#A.template call a.ts#A.one inferred", "a.ts#B.template call a.ts#B.two inferred"],
  ));

test("a component's decorator is kept without its template", async () => {
  const graph = await graphOf("//- a.ts\n@Component({ selector: 'a-b', template: `{{ c }}` })\nclass A {}\n");
  expect(graph.node("a.ts#A")?.decorators).toEqual(["Component({ selector: 'a-b', template: …"]);
});

test("lines are those of the file", async () => {
  const text = "<a>\n{{ a\n(1) }}\n@for (b of\nc; track\nb\n) { }\n<app-b\n(c)='\nd()'/>";
  expect(angularCode(text).split("\n").length).toBe(text.split("\n").length);
  const graph = await graphOf(inline("\n\n{{ total() }}"));
  expect(graph.outgoing("a.component.ts#A.template", "Call").map(({ line }) => line)).toEqual([4]);
});

test.each([
  "@Component(",
  "@Component({ template: `",
  "@Component({ template: `` class a",
  "@Pipe({ name: 'a' }) class A {}\n",
  "@Component({ template: `\\`",
])("%j, again and again, is read in time", (piece) => {
  const text = piece.repeat(30_000);
  expect(withTemplates(text).split("\n").length).toBe(text.split("\n").length);
});

test.each([
  "{{",
  "{{ a\n",
  " (a)='",
  ' [a]="',
  "<a-b ",
  "@if (",
  "@for (a of b; ",
  "@let a = ",
  "<!--",
  "{{ a | b: ",
  '{{ "\\"',
  " *a='let b of c; ",
  "{{ '}} ",
  "@if (')",
  "{{ a ? [",
  " #a",
  "<a-a-",
])("%j, again and again, is code in time", (piece) => {
  const text = `${piece.repeat(100_000)}"'; }} )`;
  expect(angularCode(text).split("\n").length).toBe(text.split("\n").length);
});
