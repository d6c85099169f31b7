import { expect, test } from "@jest/globals";
import { queueLogger } from "../../src/jobs/durable/queue-logger.ts";
import { createLogger, type LogLevel } from "../../src/log.ts";

function listening(level: LogLevel) {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push((JSON.parse(line) as { msg: string }).msg);
  return { lines, logger: createLogger({ level, redact: (text) => text, write }) };
}

test("the same line is said once a minute, with how often it came since", () => {
  let now = 0;
  const { lines, logger } = listening("debug");
  const log = queueLogger(logger, undefined, () => now);
  for (now = 0; now < 60_000; now += 1_000) {
    log.error(new Error("no database"));
    if (now === 0) log.error("another");
  }
  log.error("no database");
  log.error("no database");
  expect(lines).toEqual(["no database", "another", "no database (59 times more since then)"]);
});

test("while we close, what we close ourselves is no warning", () => {
  let closing = false;
  const { lines, logger } = listening("info");
  const log = queueLogger(logger, () => closing);
  log.error("no database");
  closing = true;
  log.error("the system database has been shut down");
  log.warn("no longer owned");
  expect(lines).toEqual(["no database"]);
});
