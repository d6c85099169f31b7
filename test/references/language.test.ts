import { describe, expect, test } from "@jest/globals";
import {
  isSource,
  languageInRequest,
  languageNamed,
  languageOfFiles,
  mayBeListedAs,
  takeLanguage,
} from "../../src/references/language.ts";

describe("the language", () => {
  test.each([
    ["Show RSS feeds with Flask", "Python"],
    ["a stopwatch in Go", "Go"],
    ["a C++ parser for barcodes", "C++"],
    ["a TOML parser in C++", "C++"],
    ["PDF invoices in C# please", "C#"],
    ["vector clocks, plain C", "C"],
    ["a node.js bot", "JavaScript"],
    ["let people go home", undefined],
    ["port this Python script to Rust", undefined],
  ])("of %s is %s", (request, language) => expect(languageInRequest(request)).toBe(language));

  test.each([
    ["a rate limiter in Go", { language: "Go", rest: "a rate limiter" }],
    ["in rust: a rate limiter", { language: "Rust", rest: ": a rate limiter" }],
    ["parse dates in C++ headers", { language: "C++", rest: "parse dates headers" }],
    ["go in circles in 3 steps", { language: undefined, rest: "go in circles in 3 steps" }],
    ["parse Python code", { language: undefined, rest: "parse Python code" }],
  ])("that somebody wants: %s", (words, expected) => expect(takeLanguage(words)).toEqual(expected));

  test("of a repository is the one of most of its source files", () => {
    expect(languageOfFiles(["a.py", "b/c.py", "index.html", "x.js"])).toBe("Python");
    expect(languageOfFiles(["README.md"])).toBeUndefined();
  });

  test.each([
    ["ts", "TypeScript"],
    ["c#", "C#"],
    ["hs", "Haskell"],
    ["Vue", "TypeScript"],
    ["golang", "Go"],
    ["cobol", undefined],
  ])("a person may write %s", (written, name) => expect(languageNamed(written)).toBe(name));

  test("may stand behind another listing, but not behind every one", () => {
    expect(mayBeListedAs("Python", "Jupyter Notebook")).toBe(true);
    expect(mayBeListedAs("Python", "Go")).toBe(false);
  });

  test("tells source files", () => {
    expect(["a.py", "demo.ipynb", "a.PY"].every((path) => isSource(path, "Python"))).toBe(true);
    expect(["a.js", "README.md", "py"].some((path) => isSource(path, "Python"))).toBe(false);
    expect(isSource("a.tsx", "JavaScript")).toBe(true);
    // Of a language that is not known here any source is better than none.
    expect([isSource("a.c", "Cobol"), isSource("README.md", "Cobol")]).toEqual([true, false]);
  });
});
