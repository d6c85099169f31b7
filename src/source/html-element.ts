import type { Finder } from "./finder.ts";

/** One comment or tag of HTML, as GitHub's reader would see it. */
export interface Element {
  readonly kind: "comment" | "open" | "close";
  /** Lower case; empty for a comment. */
  readonly name: string;
  /** As written, between name and `>`. */
  readonly attributes: string;
  /** Index after it. */
  readonly end: number;
  /** Some readers let it end before that, or read it as text. */
  readonly isUnsure: boolean;
}

export interface ElementContext {
  readonly find: Finder;
  /** Inside a block of HTML, where markdown has no say and what is not closed runs to the end. */
  readonly raw: boolean;
  /** It is one for certain, not only what may be one. */
  readonly isBlock: boolean;
  /** Where the paragraph ends; inline HTML cannot go past it. */
  readonly blockEnd: number;
  /** At the beginning of its line, list marks and quote marks aside. */
  readonly startsLine: boolean;
}

/** Reads the element that begins with the `<` at `start`; undefined where that is an ordinary character. */
export function readElement(text: string, start: number, context: ElementContext): Element | undefined {
  for (const [opening, closing] of delimited)
    if (text.startsWith(opening, start)) return readDelimited(text, start, opening, closing, context);
  // To a browser the end tag of nothing is a comment.
  if (context.raw && /^<\/[^A-Za-z]/.test(text.slice(start, start + 3)))
    return readDelimited(text, start, "</", ">", context);
  return readTag(text, start, context);
}

const htmlBlock =
  / {0,3}<(?:[!?]|\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s/>])|(?:pre|script|style|textarea)(?=[\s>]))/iy;

/** Whether a line that begins at `start` begins a block of HTML, wherever it stands (CommonMark 4.6, kinds 1 to 6). */
export function beginsHtmlBlock(text: string, start: number): boolean {
  htmlBlock.lastIndex = start;
  return htmlBlock.test(text);
}

/** The content is not shown: by the element's nature, or because its attributes hide it. */
export function hidesItsContent({ name, attributes }: Pick<Element, "name" | "attributes">): boolean {
  if (voidElements.has(name)) return false;
  if (name === "details") return !/\sopen\b/i.test(attributes);
  return unshownElements.has(name) || hidingAttribute.test(attributes.replace(/\s+/g, " "));
}

/** Formatting that carries no text of its own. */
export function isPlainTag({ name, attributes }: Element): boolean {
  return plainElements.has(name) && /^[\s/]*$/.test(attributes);
}

/** What stands for a tag in the text: a break where the reader sees one. */
export function shownTag({ kind, name }: Element): string {
  if (name === "img" && kind === "open") return "(image)";
  if (name === "td" || name === "th") return " ";
  return (kind === "close" ? blockElements : lineBreaks).has(name) ? "\n" : "";
}

/** Until their end tag nothing inside is markdown, not even after a blank line. */
export const verbatimElements: ReadonlySet<string> = new Set(["pre", "script", "style", "textarea"]);
/** Nothing that ends within them ends what is around them. */
export const enclosingElements: ReadonlySet<string> = new Set(
  "script style template title iframe noembed noframes noscript object select textarea xmp".split(" "),
);
export const voidElements: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
const unshownElements: ReadonlySet<string> = new Set(
  "script style template title dialog iframe noembed noframes noscript object svg head select datalist audio video canvas textarea rp xmp plaintext".split(
    " ",
  ),
);
const plainElements: ReadonlySet<string> = new Set(
  "b i u s em strong br p div span code pre kbd sub sup del ins hr ul ol li table thead tbody tr td th h1 h2 h3 h4 h5 h6 blockquote details summary dl dt dd q small tt var samp center".split(
    " ",
  ),
);
const blockElements: ReadonlySet<string> = new Set(
  "p div li tr h1 h2 h3 h4 h5 h6 blockquote pre summary dt dd".split(" "),
);
const lineBreaks: ReadonlySet<string> = new Set(["br", "hr"]);

/**
 * Browsers decode and skip more than is written here: a style that is not plain, or moves its text away, hides it. For
 * attributes whose blanks are one each, so that every part has one way to fit.
 */
const hidingAttribute = new RegExp(
  [
    "(?:^| )hidden(?: |=|/|$)",
    "display ?: ?none|visibility ?: ?(?:hidden|collapse)|opacity ?: ?0?\\.?0* ?(?:[\"';%]|$)|font(?:-size)? ?: ?0",
    "(?:^|[ \"';-])(?:color|bgcolor) ?[:=] ?[\"']? ?(?:white|snow|ivory|transparent|#(?:[ef][\\da-f]?){3,4}\\b|(?:rgb|hsl|hwb|lab|lch|color)a?\\()",
    "(?:^| )style ?= ?[\"']?[^\"'>]{0,500}?(?:\\\\|&|/\\*|position ?:|clip|transform|filter ?:|text-indent ?: ?-|margin[\\w-]{0,20} ?: ?-|(?:left|top) ?: ?-|(?:height|width) ?: ?[01](?!\\d))",
    "(?:^| )class ?= ?[\"']?[^\"'>]{0,500}?\\b(?:sr-only|visually-hidden|d-none|hidden)\\b",
  ].join("|"),
  "i",
);

const delimited = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;

function readDelimited(
  text: string,
  start: number,
  opening: string,
  closing: string,
  context: ElementContext,
): Element | undefined {
  // `<!-->` and `<!--->` are whole comments to some readers, and to others the beginning of one.
  const long = context.find(closing, start + opening.length);
  const at = long < 0 && opening === "<!--" ? context.find(closing, start + 2) : long;
  // Within a paragraph it ends with that, or is no element at all.
  if ((at < 0 || at > context.blockEnd) && !context.raw && !context.startsLine) return undefined;
  const end = at < 0 ? text.length : at + closing.length;
  // To a browser a comment ends with `--!>`, too, and all others with the first angle.
  const early = context.find(opening === "<!--" ? "--!>" : ">", start + opening.length);
  const isUnsure =
    long !== at ||
    (opening === "</" && !context.isBlock) ||
    /^<!---?>/.test(text.slice(start, start + 6)) ||
    (early >= 0 && early < end - 1);
  return { kind: "comment", name: "", attributes: "", end, isUnsure };
}

const inlineName = /<(\/?)([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])/y;
const rawName = /<(\/?)([A-Za-z][^\s/>]*)/y;

function readTag(text: string, start: number, context: ElementContext): Element | undefined {
  const pattern = context.raw ? rawName : inlineName;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const from = pattern.lastIndex;
  const limit = context.raw ? text.length : context.blockEnd;
  const close = endOfTag(text, from, limit, context);
  if (close < 0 && !context.raw) return undefined;
  const end = close < 0 ? text.length : close;
  const attributes = text.slice(from, end - 1);
  return {
    kind: match[1] === "/" ? "close" : "open",
    name: match[2]!.toLowerCase(),
    ...{ attributes, end, isUnsure: !context.isBlock && text.slice(start + 1, end).includes("<") },
  };
}

/** Index after the `>` that is in no quoted value, or -1 where this is no tag. */
function endOfTag(text: string, from: number, limit: number, { find, raw }: ElementContext): number {
  let state: "name" | "equals" | "value" = "name";
  for (let at = from; at < limit; at++) {
    const character = text[at]!;
    if (character === ">") return at + 1;
    if (character === "<" && !raw) return -1;
    if (/\s/.test(character)) state = state === "value" ? "name" : state;
    else if (state === "equals" && (character === '"' || character === "'")) {
      at = find(character, at + 1);
      if (at < 0) return -1;
      state = "name";
    } else if (state === "equals") state = "value";
    else if (state === "name" && character === "=") state = "equals";
    else if (state === "name" && !raw && !/[A-Za-z0-9_.:/-]/.test(character)) return -1;
  }
  return -1;
}
