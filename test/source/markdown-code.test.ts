import { expect, test } from "@jest/globals";
import { kindsOfLines } from "../../src/source/markdown-code.ts";

/** Each line with what it is in front: p, f or c. */
test.each<[string, string]>([
  ["a\n```js\nb\n```\nc", "pfcfp"],
  ["```\n```js\nb\n```\nc", "fccfp"],
  ["````\n```\n````\na", "fcfp"],
  ["```\n````\na", "ffp"],
  ["~~~ `a`\n```\n~~~\na", "fcfp"],
  ["```npm start```\na", "pp"],
  ["   ```\na\n   ```\nb", "fcfp"],
  ["    ```\na", "pp"],
  ["a\n```\nb", "pfc"],
])("the lines of %j are %s", (markdown, kinds) => {
  const found = kindsOfLines(markdown.split("\n"));
  expect(found.map((kind) => kind[0]).join("")).toBe(kinds);
});
