/**
 * The description of a draft of ours: words about the change, then our report. Maintainers change its title and its words,
 * and other bots write above and below: a draft that is written anew brings a new report, and what is theirs stays.
 */
import { createHash } from "node:crypto";

/** How a pull request introduces itself. */
export interface Introduction {
  readonly title: string;
  readonly body: string;
}

/** The heading of the report's first section. */
export const firstOfReport = "What was asked";

const heading = `\n### ${firstOfReport}\n`;
/** A hash of the title that we wrote, then of each piece of our words a hash and its length. */
const stamp = /(?:^|\n)<!-- coderag:report ([0-9a-f]{12})((?: [0-9a-f]{12}\/\d{1,6})*) -->$/;
const end = "<!-- coderag:report-end -->";

/** Marks in the body, invisibly, where the report begins and ends, and what of it all was ours. */
export function stampReport({ title, body }: Introduction): string {
  const { words, report } = partsOf(body);
  if (report === undefined) return body;
  const wrote = [hashOfTitle(title), ...piecesOf(words).map((piece) => `${hash(piece)}/${piece.length}`)];
  return `${words}\n\n<!-- coderag:report ${wrote.join(" ")} -->\n${report}\n\n${end}`;
}

/**
 * What the description of a draft of ours says of the change: what stands above the report. The report holds a link to
 * each place that was looked at, so whoever takes it for a request finds all of them again. The whole text where
 * somebody wrote it anew.
 */
export function withoutReport(body: string): string {
  const { words, report } = partsOf(body);
  return report === undefined ? body : words;
}

/**
 * A draft's new introduction, with what others changed in the one that stands there: their title, their words in place of
 * ours, what they added above and below. One without our report is theirs altogether; of one without our marks, which
 * is older than they are, nothing can be told.
 */
export function keepTheirs(now: Introduction, ours: Introduction): Introduction {
  const theirs = partsOf(now.body);
  if (theirs.report === undefined) return now;
  if (theirs.wrote === undefined) return ours;
  const { words, report, wrote } = partsOf(ours.body);
  return {
    title: hashOfTitle(now.title) === theirs.wrote.title ? ours.title : now.title,
    body: [
      renewed(theirs.words, theirs.wrote.pieces, piecesOf(words)),
      wrote ? `${wrote.mark}\n${report}\n\n${end}` : report,
      theirs.below,
    ]
      .filter(Boolean)
      .join("\n\n"),
  };
}

interface Wrote {
  readonly mark: string;
  readonly title: string;
  readonly pieces: readonly Piece[];
}

interface Piece {
  readonly hash: string;
  readonly length: number;
}

interface Parts {
  readonly words: string;
  /** Undefined where somebody took it away. */
  readonly report?: string;
  readonly below?: string;
  readonly wrote?: Wrote | undefined;
}

/** The site sends what was edited there with other ends of lines. */
function partsOf(body: string): Parts {
  const text = body.replaceAll("\r\n", "\n");
  const at = `\n${text}`.indexOf(heading);
  if (at < 0) return { words: text.trim() };
  const above = text.slice(0, at).trimEnd();
  const [mark, title, pieces = ""] = stamp.exec(above) ?? [];
  const close = text.indexOf(end, at);
  return {
    words: above.replace(stamp, "").trim(),
    report: text.slice(at, close < 0 ? undefined : close).trim(),
    below: close < 0 ? "" : text.slice(close + end.length).trim(),
    wrote: mark ? { mark: mark.trim(), title: title!, pieces: readPieces(pieces) } : undefined,
  };
}

const readPieces = (text: string): readonly Piece[] =>
  [...text.matchAll(/(\w+)\/(\d+)/g)].map(([, hash, length]) => ({ hash: hash!, length: Number(length) }));

/** What the change does, and who asked for it: who changes one of them leaves the other to us. */
function piecesOf(words: string): readonly string[] {
  const at = words.lastIndexOf("\n\n");
  return at < 0 ? [words] : [words.slice(0, at), words.slice(at + 2)];
}

/** The text with our new pieces where the old ones stand in it; one that somebody changed stays. */
function renewed(text: string, old: readonly Piece[], ours: readonly string[]): string {
  if (old.length !== ours.length) return text;
  let now = text;
  for (const [index, { hash: wanted, length }] of old.entries())
    for (let at = 0; at >= 0 && at < now.length; at = now.indexOf("\n", at) + 1 || -1) {
      if (hash(now.slice(at, at + length)) !== wanted) continue;
      now = now.slice(0, at) + ours[index]! + now.slice(at + length);
      break;
    }
  return now;
}

/** Of a long title the end may have been cut. */
const hashOfTitle = (title: string): string => hash(title.slice(0, 200));

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);
