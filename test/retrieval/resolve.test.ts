import { expect, test } from "@jest/globals";
import { findMentions } from "../../src/retrieval/mentions.ts";
import { mentionedFiles } from "../../src/retrieval/resolve.ts";

const tracked = ["shop/__init__.py", "shop/config.py", "web/config.py", "web/index.js", "tests/test_cart.py"];

test.each<[string, readonly string[]]>([
  ["shop/config.py", ["shop/config.py"]],
  ["/app/shop/config.py", ["shop/config.py"]],
  ["old/config.py", ["shop/config.py", "web/config.py"]],
  ["index.js", ["web/index.js"]],
  ["https://github.com/python/cpython/blob/main/Lib/logging/__init__.py#L10", []],
  ["https://github.com/acme/shop/blob/main/src/shop/__init__.py", ["shop/__init__.py"]],
  ["other/index.js", []],
  ["```\nFAILED tests/test_cart.py::test_total - x\n```", ["tests/test_cart.py"]],
])("files that %j mentions", (body, expected) => {
  const mentions = findMentions({ title: "", body, comments: [] });
  expect([...mentionedFiles(mentions, tracked).keys()].sort()).toEqual(expected);
});
