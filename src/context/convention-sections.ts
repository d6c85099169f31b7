import { kindsOfLines } from "../source/markdown-code.ts";

/** A heading with what stands below it, up to the next. */
interface Section {
  readonly at: number;
  readonly heading: string;
  readonly text: string;
}

/** What somebody needs to know who changes code: such words count in a heading, and a few times in the text below it. */
const ofChanges =
  /\b(?:change ?log|news ?fragment|towncrier|tests?|testing|specs?|style|lint(?:ing|er)?|format(?:ting)?|conventions?|naming|doc ?strings?|documenting|comments?|types?|typing|typed|coding|guidelines?|code|structure|layout|architecture|commits?|pull requests?|patch(?:es)?|mistakes|rules|errors?|backwards? compatib\w*|deprecat\w*)\b/gi;
/** What they need not know: how to report, to vote, to install and to publish. */
const ofOthers =
  /\b(?:report(?:s|ing)?|questions?|support|feedback|sponsor\w*|donat\w*|security|conduct|licen[cs]e|governance|maintainers?|community|chat|slack|discord|mailing|releas(?:e|es|ing)|publish\w*|plugins?|backport\w*|install\w*|fork|clone|thank\w*|contributors?|benchmarks?|stale|triage|ideas?|teams?|joining|merg(?:e|ing)|squash\w*|polic(?:y|ies))\b/i;
/** What a change has to bring along, and a reader of the code alone does not see. */
const broughtAlong = /\b(?:change ?log|news ?fragment|towncrier)/i;
const weight = { heading: 3, other: -4, text: 1, broughtAlong: 3 };
const mostInText = 4;

/**
 * The parts of a long text on how to contribute that speak of changes of code, in their order, in at most so many
 * characters: the first pages of many such texts say how to report a bug.
 */
export function tellingSections(text: string, characters: number): string {
  const sections = sectionsOf(text);
  const ranked = [...sections].sort((a, b) => worth(b) - worth(a) || a.at - b.at);
  const taken = new Map<number, string>();
  let left = characters;
  for (const { at, text: whole } of ranked) {
    const part = whole.length <= left ? whole : taken.size === 0 ? head(whole, left) : "";
    if (part === "") continue;
    taken.set(at, part);
    left -= part.length + 2;
  }
  return [...taken]
    .sort(([a], [b]) => a - b)
    .map(([, part]) => part)
    .join("\n\n");
}

function worth({ heading, text }: Section): number {
  const own = heading.match(ofChanges)?.length ?? 0;
  const inside = new Set(text.match(ofChanges)?.map((word) => word.toLowerCase())).size;
  const other = ofOthers.test(heading) ? weight.other : 0;
  const asked = broughtAlong.test(text) ? weight.broughtAlong : 0;
  return own * weight.heading + other + asked + Math.min(mostInText, inside) * weight.text;
}

function sectionsOf(text: string): readonly Section[] {
  const lines = text.split("\n");
  const found: Section[] = [];
  let from = 0;
  let heading = "";
  const kinds = kindsOfLines(lines);
  const close = (to: number): void => {
    const part = lines.slice(from, to).join("\n").trim();
    if (part !== "") found.push({ at: from, heading, text: part });
  };
  for (const at of lines.keys()) {
    const title = kinds[at] === "prose" ? titleAt(lines, at) : undefined;
    if (title === undefined) continue;
    close(at);
    [from, heading] = [at, title];
  }
  close(lines.length);
  return found;
}

/** `## Tests`, `== Tests`, and a line above a line of `---` or `===` that is as long. */
function titleAt(lines: readonly string[], at: number): string | undefined {
  const line = lines[at]!;
  const marked = /^ {0,3}(?:#{1,6}|={1,6})\s+(\S.*)$/.exec(line)?.[1];
  if (marked !== undefined) return marked;
  const below = lines[at + 1] ?? "";
  const isUnderlined = /^([=\-~^"*+#])\1{2,}\s*$/.test(below) && below.trim().length >= line.trim().length;
  return isUnderlined && /^\p{L}/u.test(line) ? line.trim() : undefined;
}

function head(text: string, characters: number): string {
  const end = text.lastIndexOf("\n", characters);
  return text.slice(0, Math.max(0, end)).trimEnd();
}
