import { describe, expect, test } from "@jest/globals";
import { isLibrary, rankFiles } from "../../src/references/rank-files.ts";

const rank = (
  paths: readonly string[],
  more: {
    readme?: string;
    about?: string;
    name?: string;
    request?: string;
    library?: true;
    language?: string;
  } = {},
) =>
  rankFiles({
    ...{ request: "Kite: draw a kite", language: "Python", name: "", about: "", readme: undefined, ...more },
    files: paths.map((path) => ({ path, bytes: undefined })),
  }).map(({ path }) => path);

describe("files by rules", () => {
  test("an example of a library stands before its inner modules and its tests", () => {
    const paths = [
      "setup.py",
      "kitelib/func.py",
      "kitelib/kite.py",
      "examples/draw_kite.py",
      "tests/test_kite.py",
    ];
    expect(rank(paths, { about: "A library for kites" })[0]).toBe("examples/draw_kite.py");
  });

  test("without an example, a test of a library shows its use", () => {
    const paths = ["setup.py", "kitelib/core/func.py", "tests/test_kite.py", "kitelib/__init__.py"];
    expect(rank(paths, { about: "A library for kites" })[0]).toBe("tests/test_kite.py");
  });

  test("what is known to be a library is one without a manifest that says it", () => {
    const paths = ["CMakeLists.txt", "include/kite/kite.py", "test/kite_test.py"];
    expect(rank(paths)[0]).toBe("include/kite/kite.py");
    expect(rank(paths, { library: true })[0]).toBe("test/kite_test.py");
  });

  test("of a program, the file that does it stands before its tests, settings and models", () => {
    const paths = [
      "main.py",
      "app/views.py",
      "app/models.py",
      "app/config.py",
      "tests/test_views.py",
      "setup.py",
    ];
    expect(rank(paths, { about: "A kite app" })[0]).toBe("app/views.py");
  });

  test.each([
    ["a page of a store is no page that people meet", "store.go", ["go.mod", "store.go", "internal/page.go"]],
    ["nor is a view of an editor", "demos/kite.ts", ["package.json", "src/view.ts", "demos/kite.ts"]],
    [
      "settings of a tool are none beside an example",
      "demos/kite.ts",
      ["package.json", "demos/vite.config.ts", "demos/kite.ts"],
    ],
  ])("of a library %s", (_why, first, paths) => {
    expect(rank(paths, { about: "A library", language: first.endsWith("go") ? "Go" : "TypeScript" })[0]).toBe(
      first,
    );
  });

  test("what is asked for is not inner, however it is called", () => {
    expect(rank(["middleware/compress.py", "middleware/logger.py"], { request: "log requests" })[0]).toBe(
      "middleware/logger.py",
    );
    expect(rank(["middleware/compress.py", "middleware/logger.py"], { request: "zip answers" })[0]).toBe(
      "middleware/compress.py",
    );
  });

  test.each([
    ["where people meet a program before what it starts with", "gui.py", ["main.py", "gui.py", "audio.py"]],
    ["the folder that is named like the repository", "shop/views.py", ["blog/views.py", "shop/views.py"]],
    ["what is asked for before accounts", "goods/views.py", ["accounts/views.py", "goods/views.py"]],
    ["a program that stands in one file", "main.py", ["main.py", "colours.py"]],
    [
      "no exception, however it is called",
      "KiteReader.py",
      ["KiteReaderException.py", "kite_errors.py", "KiteReader.py"],
    ],
    ["the file before the helpers of its folder", "app/reader.py", ["app/utils/reader.py", "app/reader.py"]],
  ])("%s", (_why, first, paths) => {
    expect(rank(paths, { name: "shop-python", request: "Keep goods" })[0]).toBe(first);
  });

  test("accounts are what is asked for where the request speaks of them", () => {
    expect(rank(["goods/views.py", "accounts/views.py"], { request: "Account: let people log in" })[0]).toBe(
      "accounts/views.py",
    );
  });

  test("of two that are alike the larger one holds more", () => {
    const files = [
      { path: "red.py", bytes: 400 },
      { path: "blue.py", bytes: 6_000 },
    ];
    const question = { request: "kite", language: "Python", name: "", about: "", readme: undefined, files };
    expect(rankFiles(question)[0]!.path).toBe("blue.py");
  });

  test("what the README runs is likelier", () => {
    expect(rank(["one.py", "two.py"], { readme: "Start it:\n\npython two.py" })[0]).toBe("two.py");
  });

  test("a notebook is source", () => expect(rank(["Kite demo.ipynb"])).toEqual(["Kite demo.ipynb"]));

  test.each([
    "venv/lib/x.py",
    "node_modules/x/kite.py",
    "app/migrations/0001_initial.py",
    "kite.js",
    "kite.png",
    "x_pb2.py",
  ])("%s is not offered", (path) => expect(rank([path])).toEqual([]));

  test("a file that is too large to be read alone falls behind", () => {
    const files = [
      { path: "kite.py", bytes: 400_000 },
      { path: "kite_small.py", bytes: 4_000 },
    ];
    const ranked = rankFiles({
      request: "kite",
      language: "Python",
      name: "",
      about: "",
      readme: undefined,
      files,
    });
    expect(ranked[0]!.path).toBe("kite_small.py");
  });
});

test.each([
  ["A Python wrapper for the kite API", ["setup.py", "kite/x.py"], true],
  ["A desktop application", ["pyproject.toml", "kite/x.py"], false],
  ["Kites", ["pyproject.toml", "examples/x.py"], true],
  ["A library", ["kite.py"], false],
  ["Kites", ["go.mod", "kite.go", "cmd/kite/main.go"], true],
  ["Kites", ["go.mod", "main.go", "kite.go"], false],
  ["Kites", ["Cargo.toml", "src/lib.rs"], true],
  ["Kites", ["Cargo.toml", "src/lib.rs", "src/main.rs"], false],
])("%s is a library: %s %s", (about, paths, library) => expect(isLibrary(about, paths)).toBe(library));
