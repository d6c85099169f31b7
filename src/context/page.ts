import { numberedLines } from "../edits/number.ts";
import { stampOf } from "../edits/tag.ts";
import { countTokens } from "../llm/tokens.ts";
import { lineTexts } from "../source/lines.ts";

/** One file as a model sees it: what does not depend on what of it was shown already. Lines are 1-based. */
export interface Page {
  /** The file's lines as they stand, without their ends. */
  readonly lines: readonly string[];
  /** Proves in an answer which text was shown; undefined where lines are shown without tags. */
  stamp(): string | undefined;
  /** A line as the model sees it. */
  shown(line: number): string;
  /** Tokens of a line as the model sees it, with its line break. */
  tokens(line: number): number;
  /** About as many, by its length alone. */
  estimate(line: number): number;
}

/** The lines of a text as they are shown. */
export type View = (text: string) => readonly string[];

/** Of source code: characters of a token, and tokens of a line's number, or of its end alone. */
const typical = { characters: 4, number: 4.4, end: 1 };
/** Characters of all files that are remembered together. */
const rememberedAtMost = 4_000_000;

const remembered = new WeakMap<View, { readonly pages: Map<string, Page>; characters: number }>();

/**
 * The page of a text. Those asked for lately are remembered: contexts of one repository show the same files, and a
 * line's tag is made of the whole text.
 */
export function pageOf(text: string, view: View): Page {
  const kept = remembered.get(view) ?? { pages: new Map<string, Page>(), characters: 0 };
  remembered.set(view, kept);
  const { pages } = kept;
  const known = pages.get(text);
  if (known) pages.delete(text);
  else kept.characters += text.length;
  const page = known ?? createPage(text, view);
  pages.set(text, page);
  for (const oldest of pages.keys()) {
    if (kept.characters <= rememberedAtMost) break;
    pages.delete(oldest);
    kept.characters -= oldest.length;
  }
  return page;
}

function createPage(text: string, view: View): Page {
  const lines = lineTexts(text);
  const counts = new Uint32Array(lines.length + 1);
  const ofLine = view === numberedLines ? typical.number : typical.end;
  let viewed: readonly string[] | undefined;
  let stamp: string | undefined;
  const shown = (line: number): string => {
    viewed ??= view(text);
    return viewed[line - 1]!;
  };
  return {
    ...{ lines, shown },
    stamp: () => {
      if (view === numberedLines) stamp ??= stampOf(text);
      return stamp;
    },
    tokens: (line) => {
      if (counts[line] === 0) counts[line] = countTokens(`${shown(line)}\n`);
      return counts[line]!;
    },
    estimate: (line) => lines[line - 1]!.length / typical.characters + ofLine,
  };
}
