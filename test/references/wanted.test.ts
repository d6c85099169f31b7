import { describe, expect, test } from "@jest/globals";
import { newName } from "../../src/references/wanted.ts";

const known = new Set(["requests", "cart", "json", "decimal"]);
const found = (text: string) => newName(text, (name) => known.has(name.toLowerCase()));

describe("what a request brings in", () => {
  test.each([
    ["Draw thumbnails using Pillow", "Pillow"],
    ["Switch to `httpx` for downloads", "httpx"],
    ["Print tables with the rich library", "rich"],
    ["Make QR codes with a library such as segno", "segno"],
    ["Stream progress via Socket.IO", "Socket.IO"],
    ["Use D3.js for the chart", "D3.js"],
  ])("%s: %s", (text, name) => expect(found(text)).toBe(name));

  test.each([
    "Use `requests` for the download",
    "`Cart` should refuse with a ValueError",
    "Use the Cart in the API",
    "Round with Decimal using the existing helper",
    "Use UTC and JSON via the public API",
    "Document how to use the standard library",
    "Fix the crash with empty carts",
    "Switch to `next-major` branch",
    "Go via Branch2 folder",
    "",
  ])("nothing new: %s", (text) => expect(found(text)).toBeUndefined());

  test("a pasted log of any size is looked at in part", () => {
    expect(found("using Foo1 ".repeat(50_000))).toBe("Foo1");
  });
});
