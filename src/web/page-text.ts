/**
 * What a reader sees of a web page, as plain text: its main part, without scripts, navigation and what is hidden. What a
 * style sheet hides is not known here; the text is a stranger's anyway and is treated so.
 */
import { setImmediate } from "node:timers/promises";
import { Parser } from "htmlparser2";
import { hidesItsContent } from "../source/html-element.ts";
import { stripInvisible } from "../source/invisible.ts";
import { visibleText } from "../source/visible-text.ts";
import type { FetchedPage } from "./fetcher.ts";

export interface PageText {
  /** One line; may be empty. */
  readonly title: string;
  readonly text: string;
}

const limits = {
  depth: 500,
  characters: 200_000,
  title: 300,
  style: 2_000,
  chunk: 16_384,
  milliseconds: 1_000,
};
/** A main part that is shorter than this is no main part. */
const leastMain = 200;

/** The visible text of a page of any kind that is read. */
export async function pageText({ type, text }: Pick<FetchedPage, "type" | "text">): Promise<PageText> {
  if (type === "text/html") return htmlText(text);
  const shown = type === "text/markdown" ? visibleText(text).text : stripInvisible(text).text;
  const heading = type === "text/markdown" ? /^#{1,6}[ \t]+(.{1,300})$/m.exec(shown)?.[1] : undefined;
  return { title: oneLine(heading ?? ""), text: shown.slice(0, limits.characters).trim() };
}

/**
 * Reads in pieces, so that nothing else waits long, and stops where a page is nested as no page for people is, or takes
 * too long: what was read until then stands.
 */
async function htmlText(html: string): Promise<PageText> {
  const draft: Draft = {
    open: [],
    blocks: [],
    pending: [],
    pendingInMain: false,
    title: [],
    length: 0,
    stopped: false,
  };
  const parser = new Parser({
    onopentag: (name, attributes) => openTag(draft, name, attributes),
    onclosetag: (name) => closeTag(draft, name),
    ontext: (text) => readText(draft, text),
  });
  const started = performance.now();
  for (let at = 0; at < html.length && !draft.stopped; at += limits.chunk) {
    parser.write(html.slice(at, at + limits.chunk));
    if (performance.now() - started > limits.milliseconds) break;
    await setImmediate();
  }
  if (!draft.stopped) parser.end();
  endBlock(draft);
  const main = joined(draft.blocks.filter((block) => block.main));
  const text = main.length >= leastMain ? main : joined(draft.blocks);
  return {
    title: oneLine(draft.title.join("")),
    text: stripInvisible(text).text.slice(0, limits.characters).trim(),
  };
}

interface Draft {
  readonly open: OpenElement[];
  readonly blocks: { readonly text: string; readonly main: boolean }[];
  /** Text of the block that is being read. */
  pending: string[];
  pendingInMain: boolean;
  readonly title: string[];
  length: number;
  stopped: boolean;
}

interface OpenElement {
  readonly unseen: boolean;
  readonly main: boolean;
  readonly verbatim: boolean;
  readonly title: boolean;
}

type Attributes = Readonly<Record<string, string>>;

function openTag(draft: Draft, name: string, attributes: Attributes): void {
  if (draft.stopped) return;
  const around = draft.open.at(-1);
  const main =
    around?.main === true || name === "main" || name === "article" || attributes["role"] === "main";
  const unseen = around?.unseen === true || isUnseen(name, attributes, main);
  const verbatim = around?.verbatim === true || name === "pre" || name === "textarea";
  draft.open.push({ unseen, main, verbatim, title: name === "title" && draft.title.length === 0 });
  if (draft.open.length > limits.depth) draft.stopped = true;
  if (blocks.has(name)) endBlock(draft);
  if (unseen) return;
  if (name === "br") draft.pending.push("\n");
  else if (name === "td" || name === "th") draft.pending.push(" ");
  else if (beginnings[name] !== undefined) draft.pending.push(beginnings[name]);
}

function closeTag(draft: Draft, name: string): void {
  if (draft.stopped) return;
  if (blocks.has(name)) endBlock(draft);
  draft.open.pop();
}

function readText(draft: Draft, text: string): void {
  const around = draft.open.at(-1);
  if (draft.stopped) return;
  if (around?.title === true && draft.title.length < limits.title) draft.title.push(text);
  if (around?.unseen === true) return;
  draft.pending.push(around?.verbatim === true ? text : text.replace(/\s+/g, " "));
  draft.pendingInMain = around?.main === true;
  draft.length += text.length;
  if (draft.length > 2 * limits.characters) draft.stopped = true;
}

function endBlock(draft: Draft): void {
  const verbatim = draft.open.at(-1)?.verbatim === true;
  const written = draft.pending.join("");
  const text = verbatim
    ? written.replace(/^\n+/, "").trimEnd()
    : written.replace(/(?<! ) *\n */g, "\n").trim();
  // A mark such as that of a list alone says nothing.
  if (/[\p{L}\p{N}]/u.test(text)) draft.blocks.push({ text, main: draft.pendingInMain });
  draft.pending = [];
  draft.pendingInMain = false;
}

const joined = (all: readonly { readonly text: string }[]): string => all.map(({ text }) => text).join("\n");

const blocks: ReadonlySet<string> = new Set(
  "address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody thead tr ul".split(
    " ",
  ),
);

const beginnings: Readonly<Record<string, string | undefined>> = {
  ...{ h1: "# ", h2: "## ", h3: "### ", h4: "#### ", h5: "##### ", h6: "###### ", li: "- " },
};

/** Around the content rather than part of it. */
const frame: ReadonlySet<string> = new Set("nav footer aside menu dialog button".split(" "));
const frameRoles: ReadonlySet<string> = new Set(
  "navigation banner contentinfo search complementary menu menubar dialog toolbar".split(" "),
);

function isUnseen(name: string, attributes: Attributes, main: boolean): boolean {
  if (frame.has(name) || frameRoles.has(attributes["role"] ?? "")) return true;
  if (name === "header" && !main) return true;
  if (
    attributes["aria-hidden"] === "true" ||
    hidingClass.test((attributes["class"] ?? "").slice(0, limits.style))
  )
    return true;
  const style = (attributes["style"] ?? "")
    .slice(0, limits.style)
    .replace(/\/\*.*?\*\//gs, "")
    .replaceAll("\\", "");
  if (offPage.test(style)) return true;
  // A part that opens at a click is one that readers see.
  if (name === "details") return attributes["hidden"] !== undefined || /display\s*:\s*none/i.test(style);
  const written = [
    attributes["hidden"] === undefined ? "" : " hidden ",
    style === "" ? "" : ` style="${style}"`,
    ...["color", "bgcolor"].map((key) =>
      attributes[key] === undefined ? "" : ` ${key}="${attributes[key]}"`,
    ),
  ].join("");
  return hidesItsContent({ name, attributes: written });
}

const hidingClass = /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|d-none)(?:\s|$)/i;
const offPage =
  /(?:^|[;\s])(?:(?:left|right|top|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:;|$)|clip(?:-path)?\s*:\s*(?:rect\(\s*[01]|inset\(\s*(?:50|100))|transform\s*:\s*scale\(\s*0\s*[,)])/i;

function oneLine(text: string): string {
  return stripInvisible(text).text.replace(/\s+/g, " ").trim().slice(0, limits.title);
}
