import { expect, test } from "@jest/globals";
import { queueLogger } from "../../src/jobs/durable/queue-logger.ts";
import { createLogger } from "../../src/log.ts";

test("the same line is said once a minute, with how often it came since", () => {
  const lines: string[] = [];
  let now = 0;
  const write = (line: string): void =>
    void lines.push((JSON.parse(line) as { msg: string; level: string }).msg);
  const log = queueLogger(createLogger({ level: "debug", redact: (text) => text, write }), () => now);
  for (now = 0; now < 60_000; now += 1_000) {
    log.error(new Error("no database"));
    if (now === 0) log.error("another");
  }
  log.error("no database");
  log.error("no database");
  expect(lines).toEqual(["no database", "another", "no database (59 times more since then)"]);
});
