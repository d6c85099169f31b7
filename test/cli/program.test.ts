import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { whileWaiting } from "../../src/cli/waiting.ts";
import { wrapParagraphs } from "../../src/cli/wrap.ts";
import { beginCoderag, coderagProgram, runCoderag } from "../helpers/coderag.ts";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-program-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe("a call that needs help", () => {
  test.each([
    ["help graph path", 0, /^Usage: coderag graph path /],
    ["help context", 0, /^Usage: coderag context /],
    ["help", 0, /^Usage: coderag \[options\]/],
    ["help help", 0, /^Usage: coderag \[options\]/],
    ["-v", 0, /^\d+\.\d+\.\d+\n$/],
    ["help contxt", 2, /unknown command 'contxt'\n\(Did you mean context\?\)/],
    ["callers Cart.add", 2, /unknown command 'callers'\n\(Did you mean graph callers\?\)/],
    ["graph path a b --hops 0", 2, /'0' is invalid\. Give a whole number, 1 or more\./],
  ])("%s", async (call, code, expected) => {
    const ended = await runCoderag(home, ...call.split(" "));
    expect([ended.code, code === 0 ? ended.out : ended.err]).toEqual([code, expect.stringMatching(expected)]);
  });
});

test("an older Node is told which one is needed, and how to get it", () => {
  const older = `data:text/javascript,Object.defineProperty(process.versions, "node", { value: "20.20.2" })`;
  const { status, stderr } = spawnSync(process.execPath, ["--import", older, coderagProgram, "--help"], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      /^CodeRAG runs on Node 24 or newer; this is Node 20\.20\.2\.\nStart it by npm/,
    ),
  });
});

test("a help text fits 80 columns, all but what is to be copied", async () => {
  const { out } = await runCoderag(home, "graph", "--help");
  const wide = out.split("\n").filter((line) => line.length > 80);
  expect(wide.filter((line) => !line.startsWith("  coderag "))).toEqual([]);
  expect(out).toContain("\n  callers <symbol>  who calls");
  expect(wrapParagraphs("one two\nthree\n\nExamples:\n  as it stands\n", 7)).toBe(
    "one two\nthree\n\nExamples:\n  as it stands\n",
  );
  expect(wrapParagraphs("one\ntwo three\n", 7)).toBe("one two\nthree\n");
});

test("Ctrl-C ends the doctor while a model is silent", async () => {
  const asked = Promise.withResolvers<void>();
  const silent = createServer(() => asked.resolve()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { child, ended } = beginCoderag(home, ["doctor"], {
    ...{ OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: "key", CODERAG_MODEL: "silent" },
  });
  await asked.promise;
  child.kill("SIGINT");
  expect(await ended).toEqual({ code: 130, out: "", err: "Interrupted.\n" });
  silent.closeAllConnections();
  silent.close();
});

describe("waiting", () => {
  const watched = (isTTY: boolean, columns?: number) => {
    const written: string[] = [];
    const stream = new Writable({
      write: (text: Buffer, _encoding, done) => {
        written.push(text.toString());
        done();
      },
    });
    return { written, stream: Object.assign(stream, { isTTY, columns }) as unknown as NodeJS.WriteStream };
  };
  const until = async (done: () => boolean): Promise<string> => {
    while (!done()) await new Promise((later) => setTimeout(later, 20));
    return "done";
  };

  test("says on a terminal what takes long, and takes it back", async () => {
    const { written, stream } = watched(true);
    const work = () => until(() => written.length > 0);
    expect(await whileWaiting(stream, "Reading 3 files", work)).toBe("done");
    expect(written[0]).toContain("Reading 3 files");
    expect(written.at(-1)).toBe("\r\u001b[K");
  });

  test("stays on one line of a narrow terminal", async () => {
    const { written, stream } = watched(true, 20);
    await whileWaiting(stream, "Drawing the code graph of 823 files", () => until(() => written.length > 0));
    const line = stripVTControlCharacters(written[0]!).replace("\r", "");
    expect(line).toMatch(/^… Drawing the co\S*…/);
    expect(line.length).toBeLessThan(20);
  });

  test.each([
    ["what is done at once", true],
    ["a pipe", false],
  ])("says nothing of %s", async (_, isTTY) => {
    const { written, stream } = watched(isTTY);
    await whileWaiting(stream, "Reading", async () => {});
    expect(written).toEqual([]);
  });
});
