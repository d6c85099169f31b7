import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { cleanOutput, collectOutput } from "../../src/sandbox/output.ts";
import { anyText } from "../helpers/any-text.ts";

function collectGarbage(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

describe("cleanOutput", () => {
  test.each([
    ["plain\ttext\n", "plain\ttext\n"],
    ["\x1b[31mred\x1b[0m", "red"],
    ["\x1b]0;title\x07after", "after"],
    ["\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"],
    ["\x1bPpayload\x1b\\after", "after"],
    ["\u009b31mred", "red"],
    ["a\x08b\x00c\x7f", "abc"],
    ["10 %\r20 %\r\ndone", "10 %\n20 %\ndone"],
    ["::set-env name=PATH::/evil", "| ::set-env name=PATH::/evil"],
    ["ok\n  ::add-mask::x\n##[add-path]/x", "ok\n  | ::add-mask::x\n| ##[add-path]/x"],
    ["\x1b[0m::set-output name=x::y", "| ::set-output name=x::y"],
    ["a\u202eb\u200bc\u{e0041}d", "abcd"],
    ["a\u034fb\u180ec\u3164d\ufe0fe\u{e0100}f", "abcdef"],
    ["👩\u200d💻 ❤\ufe0f", "👩\u200d💻 ❤\ufe0f"],
    ["std::vector", "std::vector"],
    ["naïve 功能 🙂", "naïve 功能 🙂"],
  ])("%j becomes %j", (text, expected) => expect(cleanOutput(text)).toBe(expected));

  test("leaves nothing to a terminal, whatever comes", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(cleanOutput(text)).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]|^[ \t]*(::|##\[)/m);
      }),
    );
  });
});

describe("collectOutput", () => {
  test("keeps the beginning and the end and says what is missing", () => {
    const collector = collectOutput(40);
    collector.add(Buffer.from("begin-----"));
    for (let i = 0; i < 1000; i++) collector.add(Buffer.from("x".repeat(1000)));
    collector.add(Buffer.from("-------end"));
    expect(collector.finish()).toEqual({
      output: `begin-----\n[... 999980 bytes left out ...]\n${"x".repeat(20)}-------end`,
      truncated: true,
    });
  });

  test("what was left out is not kept in memory", async () => {
    const collector = collectOutput(1000);
    const collect = collectGarbage();
    collect();
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 1000; i++) collector.add(Buffer.alloc(65_536, 97));
    const isKept = () => process.memoryUsage().arrayBuffers - before >= 10_000_000;
    // The engine gives it back in a thread of its own, which a busy machine lets wait.
    for (let turn = 0; turn < 3_000 && isKept(); turn++) {
      collect();
      await sleep(20);
    }
    expect(isKept()).toBe(false);
    collector.finish();
  });

  test("changes nothing that fits, however it is cut into chunks", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-zä ]{0,9}$/)), fc.nat(50), (parts, more) => {
        const whole = Buffer.from(parts.join(""));
        const collector = collectOutput(whole.length + more);
        for (let at = 0; at < whole.length; at += 3) collector.add(whole.subarray(at, at + 3));
        expect(collector.finish()).toEqual({ output: whole.toString(), truncated: false });
      }),
    );
  });
});
