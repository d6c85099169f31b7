/**
 * Texts of strangers and models, in the worst shapes that we know. What reads them must need time in step with their
 * length: an expression that is tried anew at each character needs minutes for what stands here.
 */
import { expect, test } from "@jest/globals";
import { renderMarkdown } from "../demo/page/markdown.ts";
import { checkChanges } from "../src/checks/gate.ts";
import { parseCommand } from "../src/command/parse.ts";
import { afterLicence } from "../src/context/head.ts";
import { isSameOutput } from "../src/decompose/same-output.ts";
import { cleanLine } from "../src/delivery/clean-line.ts";
import { plainWords } from "../src/delivery/commit-message.ts";
import { safeLine, safeMarkdown, tableCell } from "../src/delivery/markdown.ts";
import { shortName } from "../src/dependencies/dependency.ts";
import { readDependencies } from "../src/dependencies/read-dependencies.ts";
import { parseEdits } from "../src/edits/parse.ts";
import { readHeader } from "../src/edits/read-header.ts";
import { changesBetween, speaksOf } from "../src/examples/changelog.ts";
import { parseSettings } from "../src/format/parse-settings.ts";
import { fitBody, fitTitle } from "../src/github/fit.ts";
import { parseIssue } from "../src/github/folder.ts";
import { elementType } from "../src/graph/notation/function-places.ts";
import { appliedIn } from "../src/graph/notation/heads.ts";
import { bareName } from "../src/graph/overloads/argument.ts";
import { castType } from "../src/languages/chains/special-forms.ts";
import { unclosedTags } from "../src/languages/erb/unclosed.ts";
import { createRules as goRules } from "../src/languages/go/modules.ts";
import { createRules as javascriptRules } from "../src/languages/javascript/modules.ts";
import { readOutline } from "../src/languages/outlines/outline-one.ts";
import { bracketFaults } from "../src/languages/preprocessing/preprocessed.ts";
import { languageOf } from "../src/languages/registry.ts";
import { createRules as rustRules } from "../src/languages/rust/modules.ts";
import { createRedactor } from "../src/redact/redact.ts";
import { marksOf } from "../src/references/marks.ts";
import { readmeSections, seenReadme } from "../src/references/readme.ts";
import { newName } from "../src/references/wanted.ts";
import { requestOfCommit } from "../src/retrieval/history/commit-request.ts";
import { splitRequirements } from "../src/retrieval/request.ts";
import { withoutPictures } from "../src/retrieval/settled.ts";
import { cleanOutput } from "../src/sandbox/output.ts";
import { nearestNames } from "../src/source/near-names.ts";
import { visibleText } from "../src/source/visible-text.ts";
import { timeOf } from "./helpers/time-of.ts";

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
  .concat(["eyJ", "-----BEGIN PRIVATE KEY-----", "<details>\n", "1. ", "]", ","]);
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
  ["a title", plainWords],
  ["the page of a run", renderMarkdown],
  ["an issue for a model", (text) => visibleText(text)],
  ["a README in reStructuredText", (text) => seenReadme({ path: "README.rst", text })],
  ["a README in AsciiDoc", (text) => seenReadme({ path: "README.adoc", text })],
  ["an issue in a file", parseIssue],
  ["a commit's message", requestOfCommit],
  [
    "a sentence of an issue",
    (text) => splitRequirements({ title: "T", body: `Add a${text}b`, comments: [] }),
  ],
  ["words behind a command", (text) => newName(text, () => false)],
  ["a text of public code", marksOf],
  ["the name of a package", shortName],
  ["the configuration of a formatter", (text) => parseSettings("yaml", text)],
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
    const milliseconds = await timeOf(() => read(text));
    expect({ milliseconds, of: milliseconds > 1500 ? text.slice(0, 30) : "" }).toMatchObject({ of: "" });
  }
});

const changesIn = (log: string) => changesBetween(log, "1.0.0", "2.0.0", ["open"]);
const long = (piece: string): string => piece.repeat(300_000 / piece.length);
const stars = `${"*".repeat(15_000)}\n`.repeat(20);

/** What is read of a whole repository: nobody waits for it alone, and one file must not hold up the others. */
test.each<[name: string, read: () => unknown]>([
  [
    "blank lines of TypeScript",
    () => readOutline({ language: "typescript", text: `${"\n".repeat(300_000)}a;` }),
  ],
  [
    "a script of blank lines",
    () => readOutline({ language: "javascript", text: `${"\n".repeat(300_000)}a = 1` }),
  ],
  ["a comment of stars", () => readOutline({ language: "php", text: `<?php\n/${stars}/\nfunction f() {}` })],
  [
    "a long name that is read",
    () => readOutline({ language: "python", text: `${`${"a".repeat(15_000)}.b\n`.repeat(20)}` }),
  ],
  [
    "blanks behind statements of Python",
    () => readOutline({ language: "python", text: `x = 1${" ".repeat(15_000)}\n`.repeat(20) }),
  ],
  ["a cast of blanks", () => castType(`a${" ".repeat(300_000)}b`)],
  ["a cast of templates", () => castType(`${"<".repeat(300_000)}b`)],
  ["a type of templates", () => bareName(`${"<".repeat(300_000)}b`)],
  ["tags of ERB that never end", () => unclosedTags("<%".repeat(150_000))],
  ["a text of C that never ends", () => bracketFaults('\\"'.repeat(150_000))],
  ["a character of C that never ends", () => bracketFaults("\\'".repeat(150_000))],
  ["raw texts of C++ that never end", () => bracketFaults('R"a('.repeat(75_000))],
  ["pictures of an issue that never end", () => withoutPictures("![".repeat(32_000))],
  ["a change log of back-ticks", () => speaksOf("`".repeat(300_000), "open")],
  ["a file that begins with blanks", () => afterLicence([`${long(" ")}x`])],
  ["an output that is a long number", () => isSameOutput(`${long("0")}x`, "0.5")],
  ["a README of blanks", () => readmeSections(`x${" ".repeat(60_000)}x\nx`)],
  ["a long name of a type", () => appliedIn("a".repeat(300_000))],
  ["a long type of lists", () => elementType(`a${" ".repeat(300_000)}b`)],
  ["a pom.xml of elements that never end", () => readDependencies([["pom.xml", "<a>".repeat(300_000)]])],
  ["a go.mod of blank lines", () => goRules(["a.go"], new Map([["go.mod", "\n".repeat(300_000)]]))],
  ["a Cargo.toml of brackets", () => rustRules(["a.rs"], new Map([["Cargo.toml", "[".repeat(300_000)]]))],
  [
    "a configuration of Vite that is one word",
    () => javascriptRules([], new Map([["vite.config.ts", `alias: {${"a".repeat(300_000)}}`]])),
  ],
  ["a change log's version without end", () => changesIn(`# 1.0.${long("a")}!`)],
  ["a change log's title of blanks", () => changesIn(`# ${long(" ")}x`)],
  ["a change log's entry of colons", () => changesIn(`# 2.0.0\n- x ${long(":a")}`)],
  ["a change log's entry of back-ticks", () => changesIn(`# 2.0.0\n- x ${long("`")}`)],
  ["tildes that begin no block", () => safeMarkdown(`${long("~")}\``)],
  ["a title of signs", () => safeMarkdown(`# ${long("# ")}x`)],
  ["an address of signs", () => safeMarkdown(`https://a.b/${long("!")}x`)],
  ["tildes in an answer with edits", () => parseEdits(`${long("~")}\``)],
  ["an output of texts for a terminal's title", () => cleanOutput(`${long("\x90")}\x1b[`)],
])("%s costs no more than its length", async (_, read) => {
  expect(await timeOf(read)).toBeLessThan(3000);
});
