import { describe, expect, test } from "@jest/globals";
import { createLogger, type LogFields, type LogLevel } from "../src/log.ts";

function collect(level: LogLevel = "debug") {
  const lines: string[] = [];
  const redact = (text: string) => text.replaceAll("hunter2", "[redacted]");
  return { lines, log: createLogger({ level, redact, write: (line) => lines.push(line) }) };
}

function logged(fields: LogFields): Record<string, unknown> {
  const { lines, log } = collect();
  log.info("said", fields);
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0]!);
}

describe("the log", () => {
  test("writes one JSON line an event", () => {
    expect(logged({ runId: "r1" })).toMatchObject({ level: "info", msg: "said", runId: "r1" });
  });

  test("keeps a title with line ends, escapes and JSON in one field of one line", () => {
    const title = 'a\nb\r\n\u001b[31m{"level":"error"}\u2028';
    expect(logged({ title })["title"]).toBe(title);
  });

  test("leaves nothing of a request on an error", () => {
    const error = Object.assign(new Error("Bad credentials"), {
      status: 401,
      request: { headers: { authorization: "token abc" }, body: "file contents" },
      response: { data: "file contents" },
      event: { payload: "file contents" },
    });
    const cause = new AggregateError([error], "several");
    const line = logged({ error: new Error("outer", { cause }), deep: { list: [error, { error }] } });
    expect(JSON.stringify(line)).toContain("Bad credentials");
    expect(JSON.stringify(line)).toContain("401");
    expect(JSON.stringify(line)).not.toMatch(/authorization|token abc|file contents/);
  });

  test("ends on an error that causes itself", () => {
    const error = new Error("round");
    error.cause = error;
    expect(JSON.stringify(logged({ error })).length).toBeLessThan(20_000);
  });

  test("redacts the finished line: message, fields, keys, stacks and children", () => {
    const { lines, log } = collect();
    const child = log.child({ tenant: "hunter2" });
    child.warn("password hunter2", { hunter2: 1, deep: { list: ["hunter2"] }, error: new Error("hunter2") });
    expect(lines.join("")).not.toContain("hunter2");
    expect(JSON.parse(lines[0]!)).toMatchObject({ tenant: "[redacted]", "[redacted]": 1 });
  });

  test("says nothing below its level", () => {
    const { lines, log } = collect("warn");
    log.debug("a");
    log.info("b");
    log.error("c");
    expect(lines).toHaveLength(1);
  });
});
