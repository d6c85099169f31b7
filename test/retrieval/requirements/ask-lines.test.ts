import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { jsonObjects } from "../../../src/retrieval/requirements/ask-lines.ts";

describe("objects in an answer", () => {
  test.each<[string, string, readonly unknown[]]>([
    ["on lines", '{"a": "1"}\n{"a": "2"}', [{ a: "1" }, { a: "2" }]],
    ["in a fence with prose around", 'Here:\n```json\n{"a": "1"}\n```\nDone.', [{ a: "1" }]],
    ["in a list", '[{"a": "1"}, {"a": "2"}]', [{ a: "1" }, { a: "2" }]],
    ["over several lines", '{\n  "a": "1",\n  "b": "2"\n}', [{ a: "1", b: "2" }]],
    [
      "with braces and brackets in strings",
      '{"a": "f(x[0]) { return \\"}\\" }"}',
      [{ a: 'f(x[0]) { return "}" }' }],
    ],
    ["of which the last was cut", '{"a": "1"}\n{"a": "2', [{ a: "1" }]],
    ["beside broken ones", '{"a": }\n{a: 1}\n{"a": "1"}', [{ a: "1" }]],
    ["within another", '{"all": [{"a": "1"}]}', [{ a: "1" }]],
    ["none", "I cannot.", []],
  ])("%s", (_, content, expected) => expect(jsonObjects(content)).toEqual(expected));

  test("whatever the strings hold", () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.string()), { maxLength: 5 }), (objects) => {
        expect(jsonObjects(objects.map((one) => JSON.stringify(one)).join("\n"))).toEqual(objects);
      }),
    );
  });

  test("are bounded, and hostile text takes no time", () => {
    expect(jsonObjects('{"a": "1"}\n'.repeat(5_000))).toHaveLength(200);
    expect(jsonObjects('{"'.repeat(200_000))).toEqual([]);
    expect(jsonObjects("{".repeat(200_000))).toEqual([]);
    expect(jsonObjects(`{"a": "${"\\".repeat(200_000)}`)).toEqual([]);
  });
});
