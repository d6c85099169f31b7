import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseCommand } from "../../src/command/parse.ts";
import { verbs } from "../../src/command/verbs.ts";
import { anyText } from "../helpers/any-text.ts";

const none = { kind: "none" };
const command = (verb: string, request = "") => ({ kind: "command", verb, request });
const unknown = (word: string) => ({ kind: "unknown", word });

const rows: readonly (readonly [name: string, body: string, expected: object])[] = [
  ["a verb alone", "/coderag implement", command("implement")],
  ["a verb with words", "/coderag implement mind the tests", command("implement", "mind the tests")],
  ["words on the next lines", "/coderag implement\n\nMind\nthis", command("implement", "Mind\nthis")],
  ["words on both", "/coderag implement first\r\nsecond\r\n", command("implement", "first\nsecond")],
  ["old line ends", "/coderag implement a\rb", command("implement", "a\nb")],
  ["nothing but the name", "/coderag", command("help")],
  ["the name and spaces", "/coderag  \t ", command("help")],
  ["the name, then a text", "/coderag\nplease help", command("help", "please help")],
  ["blank lines before", "\n \n\t\n/coderag status", command("status")],
  ["a byte order mark before", "\uFEFF/coderag status", command("status")],
  ["three spaces before", "   /coderag status", command("status")],
  ["capitals, as telephones write them", "/CodeRAG Implement", command("implement")],
  ["a colon after the verb", "/coderag implement: the parser", command("implement", "the parser")],
  ["wide and fixed spaces", "/coderag\u3000implement\u00A0now", command("implement", "now")],
  [
    "options are plain text",
    "/coderag implement --model=x api_base=y",
    command("implement", "--model=x api_base=y"),
  ],
  ["a quote after the command", "/coderag ask\n> is it so?", command("ask", "> is it so?")],
  ["an unknown word", "/coderag implment x", unknown("implment")],
  ["a prototype's name", "/coderag constructor", unknown("constructor")],
  ["a hidden prototype's name", "/coderag __proto__", unknown("__proto__")],
  ["a long unknown word", `/coderag ${"x".repeat(100)}`, unknown("x".repeat(40))],
  ["an option for a verb", "/coderag --help", unknown("--help")],
  ["nothing", "", none],
  ["blank", " \n\t\n", none],
  ["a command on the second line", "hello\n/coderag implement", none],
  ["a command in a sentence", "try /coderag implement", none],
  ["a quote", "> /coderag implement", none],
  ["a nested quote", ">> /coderag implement", none],
  ["a command after a quote", "> yes\n\n/coderag implement", none],
  ["a fence", "```\n/coderag implement\n```", none],
  ["a fence of waves", "~~~\n/coderag implement\n~~~", none],
  ["a code span", "`/coderag implement`", none],
  ["indented code", "    /coderag implement", none],
  ["code by a tab", "\t/coderag implement", none],
  ["an HTML comment", "<!-- x -->\n/coderag implement", none],
  ["inside an HTML comment", "<!--\n/coderag implement\n-->", none],
  ["a list item", "- /coderag implement", none],
  ["a zero-width space before", "\u200B/coderag implement", none],
  ["a longer word", "/coderagx implement", none],
  ["another command's name", "/coderag-dev implement", none],
  ["a path", "/coderag/implement", none],
  ["a mention", "@coderag implement", none],
];

describe("parseCommand", () => {
  test.each(rows)("reads %s", (_name, body, expected) => expect(parseCommand(body)).toEqual(expected));

  test("gives back every verb and request", () => {
    const request = fc.string().map((text) => text.replace(/\r\n?/g, "\n").trim());
    fc.assert(
      fc.property(fc.constantFrom(...verbs), request, (verb, text) => {
        expect(parseCommand(`/coderag ${verb}\n${text}`)).toEqual({ kind: "command", verb, request: text });
      }),
    );
  });

  test("never throws, and sees no command where the first written line is not one", () => {
    fc.assert(
      fc.property(anyText(), fc.string(), (first, rest) => {
        fc.pre(/\S/.test(first) && !first.trimStart().toLowerCase().startsWith("/coderag"));
        expect(parseCommand(`${first}\n${rest}\n/coderag implement`).kind).toBe("none");
      }),
    );
  });

  test("reads a comment of a million blanks, words and lines", () => {
    const many = 1_000_000;
    expect(parseCommand(" ".repeat(many)).kind).toBe("none");
    expect(parseCommand(`${"\n".repeat(many)}/coderag help`).kind).toBe("command");
    expect(parseCommand(`/coderag${" ".repeat(many)}x`).kind).toBe("unknown");
    expect(parseCommand(`/coderag ${"x".repeat(many)}`).kind).toBe("unknown");
    expect(parseCommand(`/coderag help ${" \r\n".repeat(many)}`).kind).toBe("command");
  });
});

test("a second deployment hears its own word only", () => {
  expect(parseCommand("/coderag-trial implement", "coderag-trial")).toMatchObject({ verb: "implement" });
  expect(parseCommand("/CodeRAG-Trial help", "coderag-trial")).toMatchObject({ verb: "help" });
  expect(parseCommand("/coderag implement", "coderag-trial").kind).toBe("none");
  expect(parseCommand("/coderag-trial implement").kind).toBe("none");
});
