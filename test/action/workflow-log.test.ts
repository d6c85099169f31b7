import { expect, test } from "@jest/globals";
import { errorCommand, harmlessLine } from "../../src/action/workflow-log.ts";

/** As the runner reads a log: line by line, a command at the line's beginning or an older one anywhere in it. */
const commands = (log: string): string[] =>
  log.split(/\r\n|\r|\n/).flatMap((line) => /^\s*::[^:]+::|##\[[^\]]*\]/.exec(line)?.[0].trim() ?? []);

test.each([
  "plain",
  "one\ntwo",
  "one\n\n::set-output name=state::delivered",
  "one\r::add-mask::a",
  "one\r\n  ::stop-commands::x",
  "100 %0A::set-output name=state::x",
])("an error stays one command: %j", (text) => {
  const line = errorCommand(text);
  expect(commands(line)).toEqual(["::error::"]);
  expect(decodeURIComponent(line)).toBe(`::error::${text}\n`);
});

test("a line of the log is none", () => {
  const line = `${JSON.stringify({ msg: "##[set-output name=state;]x ::error::y" })}\n`;
  expect(commands(line)).toEqual(["##[set-output name=state;]"]);
  expect(commands(harmlessLine(line))).toEqual([]);
  expect(JSON.parse(harmlessLine(line))).toEqual(JSON.parse(line));
});
