import { describe, expect, test } from "@jest/globals";
import { submissionSchema } from "../../src/delivery/submission.ts";

const whole = {
  title: "Read settings from TOML",
  summary: "Settings may be TOML now.",
  edits: "src/a.ts\n@@ 1",
  requirements: [{ id: "R1", requirement: "Read TOML", status: "done", where: ["src/a.ts#read"], note: "" }],
  assumptions: ["YAML stays the default."],
  reuse: [{ definition: "src/a.ts#read", decision: "reused", reason: "Same shape." }],
};

describe("submissionSchema", () => {
  test("takes a whole answer as it stands", () => expect(submissionSchema.parse(whole)).toEqual(whole));

  test("takes lists that were left out as empty", () => {
    const { title, summary, edits } = whole;
    expect(submissionSchema.parse({ title, summary, edits })).toEqual({
      ...{ title, summary, edits },
      ...{ requirements: [], assumptions: [], reuse: [] },
    });
  });

  const refused: [string, object][] = [
    ["an empty title", { title: " " }],
    ["a title past GitHub's limit", { title: "x".repeat(257) }],
    ["no edits", { edits: "" }],
    ["an invented status", { requirements: [{ id: "R1", requirement: "x", status: "mostly" }] }],
    ["a requirement without a number", { requirements: [{ id: "first", requirement: "x", status: "done" }] }],
    ["an invented decision", { reuse: [{ definition: "a", decision: "copied" }] }],
  ];
  test.each(refused)("refuses %s", (_, change) => {
    expect(submissionSchema.safeParse({ ...whole, ...change }).success).toBe(false);
  });

  test("gives the agent a JSON schema that names every field", async () => {
    const { z } = await import("zod");
    const schema = z.toJSONSchema(submissionSchema, { io: "input" });
    expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(whole));
    expect(schema.required).toEqual(["title", "summary", "edits"]);
  });
});
