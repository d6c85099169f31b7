import { describe, expect, test } from "@jest/globals";
import { asUsersImport } from "../../src/examples/own-imports.ts";
import { outlineOne } from "../../src/languages/outlines/outline-one.ts";

async function check(path: string, from: string, expected: string): Promise<void> {
  const outline = await outlineOne({ language: "javascript", text: `import app from "${from}";\n` });
  if (outline === undefined || "skipped" in outline) throw new Error("It was not read.");
  const { imports } = asUsersImport(JSON.parse(outline.json), path, { ecosystem: "npm", name: "express" });
  expect(imports.map((one) => one.from)).toEqual([expected]);
}

describe("a package's own examples import it", () => {
  test.each([
    ["examples/hello/index.js", "../../", "express"],
    ["examples/hello/index.js", "../..", "express"],
    ["test/app.js", "../", "express"],
    ["test/app.js", "../index.js", "express"],
    ["test/app.js", "../src/index.ts", "express"],
    ["test/app.js", "../lib", "express"],
    ["test/app.js", "./support", "./support"],
    ["test/app.js", "../lib/router", "../lib/router"],
    ["examples/hello/index.js", "..", ".."],
    ["examples/hello/index.js", "../../../x", "../../../x"],
    ["test/app.js", "express", "express"],
    ["test/app.js", "other", "other"],
  ])("%s imports %s: %s", check);
});
