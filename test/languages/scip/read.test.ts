import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MalformedIndexError, readMessage, readPacked } from "../../../src/languages/scip/message.ts";
import { readScip, type ScipDocument } from "../../../src/languages/scip/read.ts";
import { marked, scipOf } from "../../helpers/scip.ts";
import { sources } from "./sources.ts";

const fixtures = join(import.meta.dirname, "../../fixtures/scip");

const read = (name: string) => readScip(readFileSync(join(fixtures, `${name}.scip`)));

/** Every mention of one symbol that is not its definition, by the text that stands there. */
function mentions(document: ScipDocument, source: string, symbol: string): readonly string[] {
  const lines = source.split("\n");
  return document.occurrences
    .filter((one) => one.symbol.endsWith(symbol) && !one.isDefinition)
    .map(({ line, column, endColumn }) => `${line + 1} ${lines[line]!.slice(column, endColumn)}`);
}

describe("an index in the form of SCIP", () => {
  test.each([
    ["python", "scip-python 0.6.6", "shapes.py"],
    ["typescript", "scip-typescript 0.4.0", "shapes.ts"],
  ])("says which indexer wrote it and which files it read: %s", (name, tool, path) => {
    const index = read(name);
    expect([index.tool, ...index.documents.map((document) => document.path)]).toEqual([tool, path]);
  });

  test.each([
    ["python", "/Shape#", ["6 Shape", "14 Shape"]],
    ["python", "/Square#", ["15 Square"]],
    ["python", "/Shape#area().", ["16 area"]],
    ["python", "/Square#area().", ["16 area"]],
    ["typescript", "/Shape#", ["5 Shape", "13 Shape"]],
    ["typescript", "/Square#`<constructor>`().", ["14 Square"]],
    ["typescript", "/Shape#area().", ["15 area"]],
    ["typescript", "/Square#area().", ["15 area"]],
  ] as const)("tells where a symbol is mentioned: %s %s", (name, symbol, expected) => {
    expect(mentions(read(name).documents[0]!, sources[name], symbol)).toEqual(expected);
  });

  test.each(["python", "typescript"] as const)("marks definitions: %s", (name) => {
    const document = read(name).documents[0]!;
    const areas = document.occurrences.filter((one) => one.isDefinition && one.symbol.endsWith("#area()."));
    const lines = sources[name].split("\n");
    expect(areas.map(({ line, column, endColumn }) => lines[line]!.slice(column, endColumn))).toEqual([
      "area",
      "area",
    ]);
  });

  test.each(["python", "typescript"])("tells what a class builds on: %s", (name) => {
    const pairs = read(name)
      .documents[0]!.symbols.flatMap((one) => one.implements.map((base) => [one.symbol, base]))
      .map((pair) => pair.map((symbol) => symbol.slice(symbol.lastIndexOf("/") + 1)));
    expect(pairs).toEqual([
      ["Square#", "Shape#"],
      ["Square#area().", "Shape#area()."],
    ]);
  });
});

describe("what is no index", () => {
  const whole = readFileSync(join(fixtures, "python.scip"));

  test("cut off anywhere is refused or is the part before", () => {
    const paths = new Set<string>();
    for (let length = 0; length < whole.length; length++) {
      try {
        for (const document of readScip(whole.subarray(0, length)).documents) paths.add(document.path);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedIndexError);
      }
    }
    expect([...paths].every((path) => path === "shapes.py")).toBe(true);
  });

  test("any bytes are refused by name or read", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          readScip(bytes);
        } catch (error) {
          if (!(error instanceof MalformedIndexError)) throw error;
        }
      }),
    );
  });

  test.each([
    ["a text", [...Buffer.from("not an index")]],
    ["the field number 0", [0]],
    ["a number of eleven bytes", [8, ...new Array<number>(10).fill(255), 1]],
    ["a field that ends behind the file", [18, 5, 1]],
    ["a length beyond all files", [18, 255, 255, 255, 255, 255, 255, 255, 127]],
    ["a group, which the format gave up", [11]],
  ])("%s", (_, bytes) => {
    expect(() => readScip(Uint8Array.from(bytes))).toThrow(MalformedIndexError);
  });
});

test("a class of thousands of bases has the first hundred", () => {
  const bases = Array.from({ length: 3_000 }, (_, i) => `pkg/B${i}#`);
  const { document } = marked("a.py", "class ‹A:=pkg/A#›: pass\n", { bases: { "pkg/A#": bases } });
  const [symbol] = readScip(scipOf([document])).documents[0]!.symbols;
  expect(symbol!.implements).toHaveLength(100);
});

describe("messages", () => {
  test("numbers of any size, packed or not, and fields to skip", () => {
    const numbers: [number, number][] = [];
    // Field 1 = 300; field 2: 8 bytes; field 3: 4 bytes; field 4 = 1.
    const bytes = [8, 172, 2, 17, 0, 0, 0, 0, 0, 0, 0, 0, 29, 0, 0, 0, 0, 32, 1];
    readMessage(Uint8Array.from(bytes), { number: (field, value) => void numbers.push([field, value]) });
    expect(numbers).toEqual([
      [1, 300],
      [4, 1],
    ]);
    expect(readPacked(Uint8Array.from([0, 127, 128, 1, 255, 255, 255, 255, 15]))).toEqual([
      0,
      127,
      128,
      2 ** 32 - 1,
    ]);
  });
});
