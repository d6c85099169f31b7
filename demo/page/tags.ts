import type { Token, Tokens } from "marked";
import { escapeProse } from "./html.ts";

/** The raw HTML that our own bodies use. Nothing else is let through, and these only as they stand here. */
const allowed = /^<(?:(?<open>details|summary|sub)|\/(?<close>details|summary|sub)|(?<empty>br) ?\/?)>$/i;

interface Piece {
  /** The token that it is part of. */
  readonly token: Token;
  readonly text: string;
  readonly open: string | undefined;
  readonly close: string | undefined;
  kept: boolean;
}

/**
 * Decides on the raw HTML in a tree of Markdown tokens: what to write for each `html` token. An opening tag is kept
 * only with its partner among the same siblings, so that no body can close or swallow what stands around it.
 * Comments are dropped; all the rest is escaped.
 */
export function vetHtml(
  tokens: readonly Token[],
  vetted = new Map<Token, string>(),
): ReadonlyMap<Token, string> {
  const pieces = tokens.flatMap((token) => (token.type === "html" ? piecesOf(token) : []));
  keepPairs(pieces);
  for (const { token, text, kept } of pieces)
    vetted.set(token, (vetted.get(token) ?? "") + (kept ? text.toLowerCase() : escapeProse(text)));
  for (const token of tokens) for (const children of childrenOf(token)) vetHtml(children, vetted);
  return vetted;
}

function piecesOf(token: Token): Piece[] {
  const visible = token.raw.replace(/<!--(?:-?>|[\s\S]*?(?:-->|$))/g, "");
  return visible.split(/(<[^<>]*>)/).map((text) => {
    const found = allowed.exec(text)?.groups;
    return {
      token,
      text,
      open: found?.["open"]?.toLowerCase(),
      close: found?.["close"]?.toLowerCase(),
      kept: found?.["empty"] !== undefined,
    };
  });
}

function keepPairs(pieces: readonly Piece[]): void {
  const waiting: Piece[] = [];
  for (const piece of pieces) {
    if (piece.open !== undefined) waiting.push(piece);
    if (piece.close === undefined) continue;
    const partner = waiting.findLastIndex(({ open }) => open === piece.close);
    if (partner < 0) continue;
    waiting[partner]!.kept = true;
    piece.kept = true;
    // What was opened in between was never closed.
    waiting.length = partner;
  }
}

function childrenOf(token: Token): readonly (readonly Token[])[] {
  if (token.type === "list") return (token as Tokens.List).items.map((item) => item.tokens);
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [...header, ...rows.flat()].map((cell) => cell.tokens);
  }
  return "tokens" in token && token.tokens ? [token.tokens] : [];
}
