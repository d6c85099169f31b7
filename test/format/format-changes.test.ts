import { describe, expect, test } from "@jest/globals";
import { formatChanges } from "../../src/format/format-changes.ts";
import { formatSnippet } from "../../src/format/format-snippet.ts";
import type { FileChange } from "../../src/source/file.ts";

function repositoryOf(files: Readonly<Record<string, string>>) {
  const entries = new Map(
    Object.keys(files).map((name) => [name, { path: name, mode: "100644", hash: "0", size: 1 }]),
  );
  const readMany = async (names: readonly string[]) =>
    new Map(names.flatMap((name) => (files[name] === undefined ? [] : [[name, files[name]]])));
  return { entries, readMany };
}

/** The changed text after formatting, in a repository that has these files. */
async function formatted(
  path: string,
  before: string | undefined,
  after: string,
  files: Readonly<Record<string, string>> = {},
) {
  const change: FileChange = { path, before, after };
  const { changes, ran, notes } = await formatChanges([change], repositoryOf(files));
  return { after: changes[0]!.after, by: ran.map(({ formatter }) => formatter)[0], notes };
}

const messy = "x = {  'a':1 }\n";
const python = `${messy}\n\ndef f( a ):\n    return a\n`;

describe("only the touched lines", () => {
  test("are laid out; others keep every byte", async () => {
    const result = await formatted("a.py", python, `${python}\n\ndef g( b ):\n    return [b,1]\n`, {
      "pyproject.toml": "[tool.black]\n",
    });
    expect(result).toEqual({
      ...{ after: `${python}\n\ndef g(b):\n    return [b, 1]\n`, by: "ruff format", notes: [] },
    });
  });

  test("of a file with a byte order mark, too", async () => {
    const result = await formatted("a.go", "\uFEFFpackage a\n", "\uFEFFpackage a\n\nvar  b=1\n");
    expect(result.after).toBe("\uFEFFpackage a\n\nvar b = 1\n");
  });

  test("also where untouched lines beside them are not as the formatter has them", async () => {
    const before = 'const a = "1";\nconst b = "2";\nconst c = "3";\n';
    const result = await formatted("a.js", before, before.replace('"2"', '"4"'), {
      ".prettierrc": "singleQuote: true\n",
    });
    expect(result.after).toBe('const a = "1";\nconst b = \'4\';\nconst c = "3";\n');
  });

  test.each([
    [
      "a.js",
      { ".prettierrc": '{"endOfLine":"crlf"}' },
      "let a = 1;\nlet b = 2;\n",
      "let a = 1;\nlet  b = 3;\n",
    ],
    ["a.py", { "ruff.toml": "[format]\nline-ending = 'cr-lf'\n" }, "a = 1\nb = 2\n", "a = 1\nb  = 3\n"],
    ["a.c", { ".clang-format": "LineEnding: CRLF\n" }, "int a;\nint b;\n", "int a;\nint  b = 1;\n"],
  ] as const)(
    "%s keeps its line ends, whatever the configuration says of them",
    async (path, files, before, after) => {
      const result = await formatted(path, before, after, files);
      expect(result.after).toBe(after.replace(/ {2}/, " "));
    },
  );

  const rows: [string, Parameters<typeof formatted>, string | undefined][] = [
    [
      "gofmt needs no configuration",
      ["a.go", undefined, "package a\nvar  b=1\n"],
      "package a\n\nvar b = 1\n",
    ],
    ["Python without a word of it", ["a.py", python, `${python}y = [1,2]\n`], undefined],
    ["Python that was formatted already", ["a.py", "x = 1\n", "x = 1\ny = [1,2]\n"], "x = 1\ny = [1, 2]\n"],
    ["a new file without a word of it", ["a.py", undefined, "y = [1,2]\n"], undefined],
    [
      "ruff to lint alone",
      ["a.py", python, `${python}y = [1,2]\n`, { "ruff.toml": "line-length = 100\n" }],
      undefined,
    ],
    [
      "single quotes by configuration",
      ["a.py", undefined, "y = ['a',\"b\"]\n", { "ruff.toml": "[format]\nquote-style = 'single'\n" }],
      "y = ['a', 'b']\n",
    ],
    [
      "prettier with scalars of the nearest file",
      [
        "src/a.ts",
        undefined,
        'const a = {b:"c"}\n',
        { ".prettierrc": "semi: true\n", "src/.prettierrc.json": '{ "semi": false, "singleQuote": true }' },
      ],
      "const a = { b: 'c' }\n",
    ],
    [
      "prettier from package.json",
      ["a.js", undefined, "let a =  1\n", { "package.json": '{ "prettier": { "tabWidth": 4 } }' }],
      "let a = 1;\n",
    ],
    [
      "prettier by an editor's file unread",
      ["a.js", undefined, "let a =  1\n", { ".prettierrc": "{}", ".editorconfig": "" }],
      undefined,
    ],
    [
      "a package of settings",
      ["a.js", undefined, "let a =  1\n", { "package.json": '{ "prettier": "@a/b" }' }],
      undefined,
    ],
    [
      "clang-format by configuration",
      ["a.cpp", undefined, "int  f( ){return 1;}\n", { ".clang-format": "BasedOnStyle: Google\n" }],
      "int f() { return 1; }\n",
    ],
    ["C without configuration", ["a.c", "int  f( ){}\n", "int  f( ){}\nint  g( ){}\n"], undefined],
    ["CSS", ["a.css", undefined, ".a{b:c}\n", { ".prettierrc": "{}" }], ".a {\n  b: c;\n}\n"],
    ["Markdown is left alone", ["a.md", undefined, "*  a\n", { ".prettierrc": "{}" }], undefined],
    ["CRLF is left alone", ["a.go", undefined, "package a\r\nvar  b=1\r\n"], undefined],
    ...[`a: &a [x]\n${"b: [*a, *a]\n".repeat(50)}`, `${"a: ".repeat(20_000)}\n---\n`].flatMap(
      (text, at): typeof rows => [
        [`hostile YAML ${at}`, ["a.js", undefined, "let a =  1\n", { ".prettierrc": text }], undefined],
        [`hostile YAML for C ${at}`, ["a.c", undefined, "int  a;\n", { ".clang-format": text }], undefined],
      ],
    ),
  ];
  test.each(rows)("%s", async (_, input, expected) => {
    const result = await formatted(...input);
    expect(result.after).toBe(expected ?? input[2]);
    expect(result.notes).toEqual([]);
  });
});

describe("nothing of a repository is run (X01)", () => {
  const canary = "globalThis.canary = true; export default { plugins: ['./p.mjs'] };";
  test.each([
    [{ "prettier.config.mjs": canary }],
    [{ ".prettierrc": '{ "plugins": ["./p.mjs"] }', "p.mjs": canary }],
    [{ ".prettierrc": "plugins: [./p.mjs]\nparser: ./p.mjs\n", "p.mjs": canary }],
    [{ "package.json": '{ "prettier": "./p.mjs" }', "p.mjs": canary }],
    [{ ".prettierrc.json": '{ "parser": "./p.mjs", "__proto__": { "semi": false } }', "p.mjs": canary }],
  ])("%j", async (files) => {
    await formatted("a.js", "let a = 1;\n", "let a = 1;\nlet b =  2\n", files);
    expect("canary" in globalThis).toBe(false);
  });
});

test("what cannot be read is said, and left as it is", async () => {
  const result = await formatted("a.go", "package a\n", "package a\nfunc (\n");
  expect(result).toMatchObject({ after: "package a\nfunc (\n", by: undefined });
  expect(result.notes).toEqual(["a.go was not formatted: gofmt does not read it."]);
});

test("what would mean something else is dropped", async () => {
  // gofmt sorts imports, and its lines are no longer those of the change.
  const before = 'package a\n\nimport (\n\t"b"\n)\n';
  const result = await formatted("a.go", before, before.replace('\t"b"', '\t"b"\n\t"a"'));
  expect(result.notes).toEqual(["a.go was not formatted: gofmt would have changed more than its layout."]);
});

describe("formatSnippet", () => {
  test.each([
    ["python", "x=  1\n", "x = 1\n"],
    ["src/a.tsx", "const a=<b/>\n", "const a = <b />;\n"],
    ["go", "package a\nvar  b=1\n", "package a\n\nvar b = 1\n"],
    ["c", "int  a;\n", undefined],
    ["cobol", "MOVE A\n", undefined],
    ["python", "x = = 1\n", undefined],
  ])("%s %j", async (language, text, expected) => expect(await formatSnippet(language, text)).toBe(expected));

  test.each<[string, string, string, Readonly<Record<string, string>>, string | undefined]>([
    [
      "a declared style",
      "src/a.ts",
      "const a = 'b';\n",
      { ".prettierrc": '{"semi":false,"singleQuote":true}' },
      "const a = 'b'\n",
    ],
    [
      "the nearest one",
      "web/a.ts",
      'const a = "b"\n',
      { ".prettierrc": "semi: true\n", "web/.prettierrc": "semi: false\n" },
      'const a = "b"\n',
    ],
    ["the usual one for a first file", "a.py", "x=1\n", { "b.ts": "" }, "x = 1\n"],
    ["nothing where files show no style", "a.py", "x=1\n", { "b.py": "y=1\n" }, undefined],
    ["that of the file itself", "a.py", "x=1\n", { "a.py": "y = 1\n", "b.py": "y=1\n" }, "x = 1\n"],
    ["nothing where the file is laid out otherwise", "a.py", "x=1\n", { "a.py": "y=1\n" }, undefined],
    [
      "nothing where the style is a program",
      "a.ts",
      "let a=1\n",
      { "prettier.config.js": "", "b.ts": "" },
      undefined,
    ],
    ["C as declared", "a.c", "int  a;\n", { ".clang-format": "BasedOnStyle: LLVM\n" }, "int a;\n"],
    ["nothing usual for C", "a.c", "int  a;\n", {}, undefined],
    ["Go always", "a.go", "package a\nvar  b=1\n", { "b.go": "package  a\n" }, "package a\n\nvar b = 1\n"],
  ])("in a repository: %s", async (_, path, text, files, expected) =>
    expect(await formatSnippet(path, text, repositoryOf(files))).toBe(expected),
  );
});
