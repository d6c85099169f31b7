/**
 * Texts of strangers and models, in the worst shapes that we know. What reads them must need time in step with their
 * length: an expression that is tried anew at each character needs minutes for what stands here.
 */
import { expect, test } from "@jest/globals";
import { checkChanges } from "../src/checks/gate.ts";
import { parseCommand } from "../src/command/parse.ts";
import { cleanLine } from "../src/delivery/clean-line.ts";
import { safeLine, safeMarkdown, tableCell } from "../src/delivery/markdown.ts";
import { renderMarkdown } from "../src/delivery/page-markdown.ts";
import { parseEdits } from "../src/edits/parse.ts";
import { readHeader } from "../src/edits/read-header.ts";
import { fitBody, fitTitle } from "../src/github/fit.ts";
import { parseIssue } from "../src/github/folder.ts";
import { languageOf } from "../src/languages/registry.ts";
import { createRedactor } from "../src/redact.ts";
import { requestOfCommit } from "../src/retrieval/history/commit-request.ts";
import { nearestNames } from "../src/source/near-names.ts";
import { visibleText } from "../src/source/visible-text.ts";

const length = 40_000;
const pieces = [
  " ",
  "\t",
  "\n",
  " \n",
  "a",
  "_",
  ".",
  "/",
  "\\",
  "*",
  "`",
  "~",
  "[",
  "![x](",
  "<",
  "<!--",
  "&",
  "@",
]
  .concat([
    "#",
    "|",
    '"',
    "(",
    "{",
    ":",
    "https://a.b/",
    "a@b.c ",
    "> ",
    "- ",
    "=== ",
    " -> ",
    "fixes #1 ",
    "\u200b",
  ])
  .concat(["eyJ", "-----BEGIN PRIVATE KEY-----", "<details>\n", "1. "]);
const filled = (piece: string): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const redact = createRedactor(["a secret of this server", "aaaaaaaaaaaaaaaaaaaaaaab"]);
const readers: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ["a command", parseCommand],
  ["a body to post", fitBody],
  ["a title to post", fitTitle],
  ["markdown of a model", (text) => safeMarkdown(text)],
  ["a line of a model", (text) => safeLine(text, length)],
  ["a cleaned line", (text) => cleanLine(text, () => true)],
  ["a cell", tableCell],
  ["the page of a run", renderMarkdown],
  ["an issue for a model", (text) => visibleText(text)],
  ["an issue in a file", parseIssue],
  ["a commit's message", requestOfCommit],
  ["an answer with edits", parseEdits],
  ["a header of edits", readHeader],
  ["the name of a file", languageOf],
  ["a misspelt name", (text) => nearestNames([`${text}x`], text, 1)],
  ["what may hold secrets", redact],
  [
    "a changed file",
    (after) => checkChanges([{ path: "a.md", before: undefined, after }], { entries: new Map() }),
  ],
];

test.each(readers)("%s is read in time, whatever it is filled with", async (_, read) => {
  for (const text of pieces.flatMap((piece) => [filled(piece), `x${filled(piece)}x!`])) {
    const start = performance.now();
    await read(text);
    const milliseconds = performance.now() - start;
    expect({ milliseconds, of: milliseconds > 1500 ? text.slice(0, 30) : "" }).toMatchObject({ of: "" });
  }
});
