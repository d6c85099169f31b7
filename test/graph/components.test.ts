/** Components of Vue, Svelte and Astro: what their scripts and their markup lead to. */
import { describe, expect, test } from "@jest/globals";
import { componentCode } from "../../src/languages/outlines/component-code.ts";
import { check, edgesOf, graphOf } from "./fixture.ts";

const others = `//- use.ts
export function total(n: number) { return n }
export function useUsers() { return { load() {} } }
//- Card.vue
<template><b>{{ name }}</b></template>
//- UserList.vue
<script>
export default { methods: { go() { helper() } } }
function helper() {}
</script>
`;

const called = async (path: string, text: string): Promise<readonly string[]> =>
  edgesOf(await graphOf(`${others}//- ${path}\n${text}`)).flatMap(
    (row) =>
      row
        .match(/ call (\S+)/)
        ?.filter((_, at) => at === 1 && row.startsWith(`${path}#${path.split(".")[0]} `)) ?? [],
  );

const script = (code: string): string =>
  `<script setup lang="ts">\nimport Card from "./Card.vue"\nimport UserList from "./UserList.vue"\nimport { total, useUsers } from "./use"\n${code}\n</script>\n`;

describe("markup", () => {
  test.each<[markup: string, called: readonly string[]]>([
    ["<Card/>", ["Card.vue#Card"]],
    ["<Card>\n  <user-list/></Card>", ["Card.vue#Card", "UserList.vue#UserList"]],
    ['<a @click="save">x</a>', ["a.vue#save"]],
    ['<a v-on:click="save">x</a>', ["a.vue#save"]],
    ['<a @click="save(); more(1)">x</a>', ["a.vue#save", "a.vue#more"]],
    ["<a @click='() => more(2)'>x</a>", ["a.vue#more"]],
    ['<a :title="total(1)" v-if="more(1) > 2">x</a>', ["use.ts#total", "a.vue#more"]],
    ["<a :class=\"{ 'a-b': total(1), more }\">x</a>", ["a.vue#more", "use.ts#total"]],
    ['<a v-for="(one, at) of total(3)" :key="at">x</a>', ["use.ts#total"]],
    ["<a>{{ total(1) }} and {{ more(\n2) }}</a>", ["use.ts#total", "a.vue#more"]],
    ['<Card :action="save" :more :size="size" title="more"/>', ["Card.vue#Card", "a.vue#save"]],
    ['<component :is="Card"/>', ["Card.vue#Card"]],
    ['<!-- <Card @click="save"/> --><style>.a { b: total(1) }</style>', []],
    ['<a title="total(1)">total(2)</a>', []],
  ])("%s", async (markup, expected) => {
    const code = script("function save() {}\nconst more = (n) => {}");
    for (const text of [`${code}<template>${markup}</template>`, `<template>${markup}</template>${code}`])
      expect([...(await called("a.vue", text))].sort()).toEqual([...expected].sort());
  });
  test.each([
    ['<a :title="total(1)', []],
    ["{ <Card/>", ["Card.vue#Card"]],
  ])("%s, which nothing closes", async (markup, expected) =>
    expect(await called("a.vue", script("") + markup)).toEqual(expected),
  );
});

test("a component runs its script, and functions in it are its file's", () =>
  check(`${others}//- a.vue\n${script("const { load } = useUsers()\nfunction save() { load() }\nsave()")}`, [
    "UserList.vue#UserList.go call UserList.vue#helper",
    "a.vue#a call a.vue#save",
    "a.vue#a call use.ts#useUsers",
    "a.vue#save call use.ts#useUsers.load inferred",
  ]));

describe("Vue's options", () => {
  const mixin = `//- mix.js
export default { methods: { mixed() { this.more() }, more() {} } }
//- use.ts
export function useRender() { function onRender() {} return { onRender } }
`;
  const head =
    'import mix from "./mix"; import { useRender } from "./use"; import { defineComponent } from "vue";';
  test.each<[what: string, code: string, expected: readonly string[]]>([
    [
      "methods, hooks and watchers call each other",
      "export default { created() { this.go() }, watch: { n() { this.go() }, m: { handler() { this.stop() } } }, methods: { go() { setTimeout(() => this.stop()) }, stop: function () {} } }",
      ["created > go", "n > go", "handler > stop", "go > stop"],
    ],
    [
      "what is computed is a value",
      "export default { computed: { user() { return new User() } }, methods: { go() { this.user.load() } } }\nclass User { load() {} }",
      ["user > User", "go > User.load"],
    ],
    [
      "mixins, and what they call on themselves",
      "export default { mixins: [mix], mounted() { this.mixed() } }",
      ["mounted > mixed"],
    ],
    [
      "what setup and data give",
      "export default defineComponent({ setup() { const go = () => {}; const { onRender } = useRender(); return { go, onRender } }, data() { return { user: new User() } }, mounted() { this.go(); this.onRender(); this.user.load() } })\nclass User { load() {} }",
      [
        "setup > useRender",
        "setup > setup.go",
        "data > User",
        "mounted > setup.go",
        "mounted > useRender.onRender",
        "mounted > User.load",
      ],
    ],
    [
      "a component that is a constant",
      "export const Card = defineComponent({ setup() { const go = () => {}; return { go } }, render() { this.go(); this.stop() }, methods: { stop() {} } })",
      ["setup > setup.go", "render > setup.go", "render > stop"],
    ],
    [
      "functions in other objects have another object",
      "export default { other: { go() { this.stop() } }, stop() {}, methods: { on: { go() { this.off() } }, off() {} } }",
      [],
    ],
  ])("%s", async (_, code, expected) => {
    const path = code.startsWith("export const") ? "a.tsx" : "a.vue";
    const text = path === "a.vue" ? `<script>\n${head}\n${code}\n</script>` : `${head}\n${code}`;
    const edges = edgesOf(await graphOf(`${mixin}//- ${path}\n${text}`)).filter((row) =>
      row.startsWith(path),
    );
    const short = (id: string): string => id.replace(/^.*#(?:a|Card|default)?\.?/, "");
    const calls = edges.flatMap((row) => {
      const [, from, to] = /^(\S+) call (\S+)/.exec(row) ?? [];
      return from === undefined ? [] : [`${short(from)} > ${short(to!)}`];
    });
    expect(calls.sort()).toEqual([...expected].sort());
  });
  test.each<[markup: string, called: readonly string[]]>([
    ['<a @click="go">x</a>', ["a.vue#a.go"]],
    ['<a @click="$emit(1, size(2))">{{ total(3) }}</a>', ["a.vue#a.size", "use.ts#total"]],
    ['<a @click="onLoad(); none()"/>', ["use.ts#useUsers.load"]],
  ])("in markup: %s", async (markup, expected) => {
    const code = `<script>
import { total, useUsers } from "./use"
export default { setup() { const { load } = useUsers(); return { onLoad: load } }, methods: { go() {}, size() {}, total } }
</script>`;
    expect([...(await called("a.vue", `${code}<template>${markup}</template>`))].sort()).toEqual(expected);
  });
});

test("components that are imported without their ending, and folders of one", () =>
  check(
    `//- src/App.vue
<script setup>
import Card from "./Card"
import List from "./list"
</script>
<template><Card/><List/></template>
//- src/Card.vue
<template><b/></template>
//- src/list/index.vue
<template><b/></template>
`,
    ["src/App.vue#App call src/Card.vue#Card", "src/App.vue#App call src/list/index.vue#index"],
  ));

test("Svelte: words in braces, handlers and components", async () =>
  expect(
    [
      ...(await called(
        "a.svelte",
        `<script lang="ts">
  import Card from './Card.vue';
  import { total } from './use';
  let { items } = $props();
  export let size = 1;
  function save() {}
  function row(one) {}
  function last() {}
  $: doubled = total(size);
</script>
<Card {...items} on:click={save} title={"}" + total(1)}/>
{#each items as item, i (item.id)}
  {#if row(item)}<Card onclick={() => save()}/>{:else if last()}x{/if}
{/each}`,
      )),
    ].sort(),
  ).toEqual(["Card.vue#Card", "a.svelte#last", "a.svelte#row", "a.svelte#save", "use.ts#total"]));

test("Svelte: actions, and functions that components and actions are given", async () =>
  expect(
    await called(
      "a.svelte",
      `<script>
  import Card from './Card.vue';
  import { total } from './use';
  function save() {}
  function more() {}
  let size = 1;
</script>
<div use:total={save} transition:size class="use: more"></div><Card {more} n={size} use:unknown/>`,
    ),
  ).toEqual(["Card.vue#Card", "a.svelte#save", "a.svelte#more", "use.ts#total"]));

test("Astro: code between dashes, and components in braces", async () =>
  expect(
    await called(
      "a.astro",
      `---
import Card from './Card.vue'
import { total } from './use'
const x = total(1)
---
<ul>{[1].map((i) => <Card n={i}/>)}</ul>`,
    ),
  ).toEqual(["use.ts#total", "Card.vue#Card"]));

test("Nuxt: components by their paths, and what composables export, without an import", () =>
  check(
    `//- web/nuxt.config.ts
export default defineNuxtConfig({})
//- web/app/components/user/UserPicker.vue
<template><UserName/></template>
//- web/app/components/user/name.vue
<template><b/></template>
//- web/app/components/TheFooter.client.vue
<template><b/></template>
//- web/app/components/a/Twice.vue
<template><b/></template>
//- web/app/components/ATwice.vue
<template><b/></template>
//- web/app/composables/users.ts
export const useUsers = () => useCache()
export function own() {}
//- web/app/composables/deep/cache.ts
export function useCache() {}
//- web/app/composables/cache.test.ts
export function tested() {}
//- web/app/pages/index.vue
<script setup>
function own() {}
useUsers(); own(); tested(); other()
</script>
<template><user-picker/><TheFooter/><ATwice/><Other/></template>
`,
    [
      "web/app/components/user/UserPicker.vue#UserPicker call web/app/components/user/name.vue#name",
      "web/app/composables/users.ts#useUsers call web/app/composables/deep/cache.ts#useCache",
      "web/app/pages/index.vue#index call web/app/components/TheFooter.client.vue#TheFooter",
      "web/app/pages/index.vue#index call web/app/components/user/UserPicker.vue#UserPicker",
      "web/app/pages/index.vue#index call web/app/composables/users.ts#useUsers",
      "web/app/pages/index.vue#index call web/app/pages/index.vue#own",
    ],
  ));

test("lines are those of the file, and a long one in the markup costs no code", async () => {
  const text = `<template>\n  <img src="${"A".repeat(30_000)}">\n</template>\n<script>\nfunction f() {}\n</script>\n`;
  const graph = await graphOf(`//- a.vue\n${text}`);
  const lines = graph.nodes.map(({ name, startLine, endLine }) => [name, startLine, endLine]);
  expect(lines).toEqual([
    ["a.vue", 1, 6],
    ["a", 1, 6],
    ["f", 5, 5],
  ]);
});

test.each([
  "",
  "<",
  "<script",
  "<script>",
  "{{",
  "{",
  '@a="',
  "---\n",
  "<!--",
  "<script>x</style>",
  "{'",
  "<A",
  "</script>",
])("%j is read", (text) => expect(componentCode(text).split("\n").length).toBe(text.split("\n").length));

test.each(["{ ", "<A @a='", "<script>", "<!-- ", " :a={\n", "{'", "<a-b ", '<script "', "{{ a\n"])(
  "%j, again and again, is read in time",
  (piece) => {
    const text = piece.repeat(40_000);
    expect(componentCode(text).split("\n").length).toBe(text.split("\n").length);
  },
);
