import { describe, expect, test } from "@jest/globals";
import { codeFacts, importedFiles } from "../../src/references/code-facts.ts";

describe("what a file says without a line of its code", () => {
  test("names that it imports, defines, keeps values in and calls", async () => {
    const text =
      'import httpx\nfrom .models import Kite\n\nclass Sky:\n    def fly(self, kite):\n        self.wind = 3\n        # up\n        return httpx.get("secret words")\n';
    const facts = await codeFacts("app/sky.py", text);
    expect(facts).toMatchObject({ lines: 6, imports: ["httpx", ".models"], defines: ["Sky", "fly"] });
    expect(facts.keeps).toContain("wind");
    expect(facts.calls).toContain("httpx.get");
    expect(JSON.stringify(facts)).not.toContain("secret");
  });

  test("of a file that no grammar reads only the lines", async () => {
    expect(await codeFacts("sky.xyz", "fly\n\nfly\n")).toMatchObject({ lines: 2, defines: [], calls: [] });
  });
});

test.each([
  [".models", ["app/models.py"]],
  ["app.models", ["app/models.py"]],
  ["./kite.js", ["web/kite.ts"]],
  ["httpx", []],
  [".", []],
])("%s may mean %j", (from, paths) =>
  expect(importedFiles(from, ["app/models.py", "web/kite.ts", "README.md"])).toEqual(paths),
);
