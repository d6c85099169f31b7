import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { openOutlineCache } from "../../src/languages/cache/outline-cache.ts";
import { syntaxFaults } from "../../src/languages/checking/syntax.ts";
import { indexFiles } from "../../src/languages/index-files.ts";
import { newPatience } from "../../src/languages/limits.ts";
import { outlineOne } from "../../src/languages/outlines/outline-one.ts";
import { outlinePatiently } from "../../src/languages/patience.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { timeOf } from "../helpers/time-of.ts";

/** What nests in each language: before it, its opening, its end. */
const nests: Readonly<Record<string, readonly [before: string, open: string, close: string]>> = {
  angular: ["", "f(", ")"],
  astro: ["x = ", "<a>", "</a>"],
  bash: ["", "f(){ ", ";}"],
  blade: ["", "f(", ")"],
  c: ["int f()", "{", "}"],
  cpp: ["", "namespace a{", "}"],
  csharp: ["", "class A{", "}"],
  erb: ["", "f{", "}"],
  go: ["package a\nvar x = ", "func(){", "}"],
  java: ["", "class A{", "}"],
  javascript: ["", "function f(){", "}"],
  notebook: ["", "f(", ")"],
  php: ["<?php ", "function f(){", "}"],
  python: ["x = ", "f(", ")"],
  ruby: ["", "f{", "}"],
  rust: ["", "mod a{", "}"],
  svelte: ["", "if (a) {", "}"],
  tsx: ["x = ", "<a>", "</a>"],
  typescript: ["", "class A{f(){", "}}"],
  vue: ["", "function f(){", "}"],
};

/** Lines stay short, so that it is the depth that tells. */
const repeated = (part: string, times: number): string =>
  Array.from({ length: times }, (_, i) => (i % 500 === 499 ? `${part}\n` : part)).join("");

/** Below the limit of size: with long brackets less than 100,000 levels. */
const levels = (parts: string): number => Math.min(100_000, Math.floor(900_000 / parts.length));

function noise(length: number): string {
  let [state, text] = [1, ""];
  for (let i = 0; i < length; i++) {
    state = (state * 48271) % 2147483647;
    text += i % 200 === 199 ? "\n" : String.fromCharCode(1 + (state % 255));
  }
  return text;
}

/** As the bytes of a repository come in: what is no UTF-8 is a replacement character, half of a pair stays alone. */
const broken = `${Buffer.from([0x66, 0xff, 0xfe, 0x28, 0xc3, 0x28, 0x0a]).toString("utf8")}\uD800 f(\u0000)\n\uFEFF{\u202E\n`;

const cases: readonly (readonly [string, (language: string) => string])[] = [
  ["100,000 levels", (l) => nests[l]![0] + repeated(nests[l]![1], levels(nests[l]!.join("")))],
  [
    "100,000 levels that are closed",
    (l) => {
      const [before, open, close] = nests[l]!;
      const times = levels(open + close);
      return before + repeated(open, times) + repeated(close, times);
    },
  ],
  ["200,000 open brackets", () => repeated("([{", 66_667)],
  ["noise", () => noise(20_000)],
  ["invalid UTF-8", () => broken.repeat(200)],
  ["closing brackets only", () => repeated("}])", 20_000)],
  ["a string that never ends", () => `x = "${"a\\\n".repeat(20_000)}`],
  ["a comment that never ends", () => `/* ${"* /\n".repeat(20_000)}`],
];

const texts = cases.flatMap(([name, make]) =>
  [...allLanguages().values()].map(({ name: language, embedded }) => {
    const text = make(language);
    const source =
      embedded === "notebook"
        ? JSON.stringify({ cells: [{ cell_type: "code", source: text.split(/(?<=\n)/) }] }, undefined, 1)
        : embedded === "component"
          ? `<script>\n${text}\n</script>\n`
          : embedded === "erb"
            ? `<%\n${text}\n%>`
            : embedded === "blade"
              ? `{{\n${text}\n}}`
              : embedded === "angular"
                ? `{{\n${text}\n}}`
                : text;
    return [language, name, source] as const;
  }),
);

test("says of every language what nests in it", () => {
  expect(Object.keys(nests).sort()).toEqual([...allLanguages().keys()].sort());
});

describe("hostile text makes an outline or a reason, never an error", () => {
  test.each(texts)("%s: %s", async (language, _, text) => {
    const result = await outlineOne({ language, text }, 150);
    expect(result).toEqual(
      "json" in result
        ? { json: expect.stringMatching(/^\{"language"/) }
        : { skipped: expect.any(String), cause: expect.stringMatching(/^(?:bytes|time)$/) },
    );
  });
});

test("hundreds of slow files are held to what is usual for their sizes, once they took too long together", async () => {
  const slow = { language: "ruby", text: repeated("(a)(b)", 15_000) };
  const patience = newPatience();
  new Int32Array(patience)[0] = 60_001;
  expect(await outlinePatiently(slow, patience)).toEqual({
    skipped: "it took longer than 340 ms to parse, and others had used up what all may take together",
    cause: "time",
  });
  expect(await outlinePatiently({ ...slow, text: "def f = 1\n" }, patience)).toHaveProperty("json");
  // What one takes too long counts for all.
  const fresh = newPatience();
  await outlinePatiently(slow, fresh);
  expect(new Int32Array(fresh)[0]).toBeGreaterThan(0);
});

test("a text that breaks the runtime does not spoil those after it", async () => {
  const brackets = repeated("([{", 20_000);
  for (let i = 0; i < 2; i++) {
    const broken = await outlineOne({ language: "java", text: brackets });
    expect("json" in broken || broken.skipped !== "").toBe(true);
    expect(await outlineOne({ language: "java", text: "class A { }\n" })).toEqual({
      json: expect.stringContaining('"name":"A"'),
    });
  }
});

/** Each line is short and each part is a name of which the place says the type. */
const lists: readonly (readonly [string, string])[] = [
  ["arguments that are functions", `f(\n${"(a) => a.b(),\n".repeat(20_000)}1);`],
  ["parameters of a function that is passed on", `f((${"p,\n".repeat(30_000)}q) => 1);`],
  [
    "names of a type's members",
    `function f({${"p,\n".repeat(10_000)}q}: {${"p: A;\n".repeat(10_000)}q: A}) {}`,
  ],
];

/** Each call asks what those before it give. */
const rows: readonly (readonly [string, string])[] = [
  ["typescript", `x${"\n.map((a) => a.b())".repeat(5_000)};`],
  ["java", `class A { void f() { x${"\n.map(a -> a.b())".repeat(5_000)}; } }`],
  ["csharp", `class A { void F() { x${"\n.Select(a => a.B())".repeat(5_000)}; } }`],
];

async function readInTime(language: string, text: string): Promise<void> {
  let result: unknown;
  const milliseconds = await timeOf(async () => {
    result = await outlineOne({ language, text }, 240_000);
  });
  expect(result).toEqual({ json: expect.stringMatching(/^\{"language"/) });
  expect(milliseconds).toBeLessThan(20_000);
}

test.each(rows)(
  "a row of thousands of calls that are given functions is read within its time in %s",
  async (language, text) => {
    await readInTime(language, text);
  },
);

test.each(lists)("a list of ten thousands of %s is read within its time", async (_, text) => {
  await readInTime("typescript", text);
});

/** Each is opened or closed again, and most of them are at fault or in one another. */
const macros: readonly (readonly [string, string])[] = [
  ["without an end", "m! { pub fn f() {\n".repeat(15_000)],
  ["in one another", `${"m! { pub mod a {\n".repeat(3_000)}${"}}\n".repeat(3_000)}`],
  ["with faults", "m! { pub fn f() { a!(b => c); } }\n".repeat(15_000)],
  ["with branches", "cfg_if! { if #[a] { fn f() {} } else { x!(=>); } }\n".repeat(10_000)],
  ["that are no more than paths", `${"a::".repeat(5_000)}\n`.repeat(50)],
];

test.each(macros)("thousands of macros %s are read within their time", async (_, text) => {
  await readInTime("rust", text);
});

describe("hostile text is judged or not judged, never an error", () => {
  test.each(texts.filter(([, name]) => name === "noise" || name === "invalid UTF-8"))(
    "%s: %s",
    async (language, _, text) => {
      const faults = await syntaxFaults(`a${allLanguages().get(language)!.endings[0]}`, text);
      expect(faults === undefined || faults.length <= 50).toBe(true);
    },
  );
});

describe("what is beyond the limits is left out", () => {
  const folder = mkdtempSync(join(tmpdir(), "coderag-hostile-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const names = [...allLanguages().values()];
  test.each<[string, string, string]>([
    ["of more than a million characters", "x\n".repeat(500_001), "it has more than 1000000 characters"],
    ["with a line of 20,001 characters", "x".repeat(20_001), "it has a line of more than 20000 characters"],
  ])("a file %s, in every language, and is not read again", async (name, text, reason) => {
    // Of a notebook the code counts, and of what code stands in.
    const notebook = JSON.stringify({ cells: [{ cell_type: "code", source: [text] }] });
    const within = {
      notebook,
      component: `<script>${text}</script>`,
      erb: `<%${text}%>`,
      blade: `{{${text}}}`,
      angular: `{{${text}}}`,
    };
    const files = names.map(({ name: language, endings, embedded }) => ({
      path: `${language}${endings[0]}`,
      hash: `${name} ${language}`,
      text: embedded ? within[embedded] : text,
    }));
    const expected = files.map(({ path }) => `${path} was not read for the code graph: ${reason}.`);
    const cache = openOutlineCache(folder);
    const signal = AbortSignal.timeout(240_000);
    const first = await indexFiles(files, { workers: 0, cache }, signal);
    expect(first.notes).toEqual(expected);
    cache.flush();
    // Another process, which is given nothing to read: what it says comes from the cache.
    const emptied = files.map((file) => ({ ...file, text: "" }));
    const again = await indexFiles(emptied, { workers: 0, cache: openOutlineCache(folder) }, signal);
    expect(again.notes).toEqual(expected);
    expect(again.outlines).toEqual([]);
  });

  test("a file that was too slow is tried again on another day", () => {
    const cache = openOutlineCache(folder);
    const now = Date.now;
    cache.putSkip("slow", "python", "it took too long", "time");
    cache.putSkip("large", "python", "it is too large", "bytes");
    try {
      expect(cache.skipped("slow", "python")).toBe("it took too long");
      Date.now = () => now() + 25 * 60 * 60 * 1_000;
      expect(cache.skipped("slow", "python")).toBeUndefined();
      expect(cache.skipped("large", "python")).toBe("it is too large");
    } finally {
      Date.now = now;
    }
    expect(cache.get("slow", "python")).toBeUndefined();
    expect(cache.skipped("slow", "ruby")).toBeUndefined();
  });
});
