import type { CodeNode } from "../../graph/graph.ts";
import { type Case, sharesOf, weigh } from "../evidence.ts";
import type { Detail, LazyDetail } from "./detail.ts";
import type { LocationReason } from "./location.ts";
import type { DefinitionSignal, FileSignal } from "./signals.ts";

/** A place with its score; `explain` says why. */
export interface Ranked {
  readonly node: CodeNode;
  /** 1 for the best; how likely it is against the best. */
  readonly score: number;
  readonly explain: () => readonly LocationReason[];
}

export interface Table<S extends FileSignal | DefinitionSignal> {
  readonly names: readonly S[];
  readonly phrases: Readonly<Record<S, string>>;
  readonly weights: Readonly<Record<S, number>>;
  /** Signals that are switched off. */
  readonly without: ReadonlySet<FileSignal | DefinitionSignal>;
  /** Signals that explain nothing to a person. */
  readonly unsaid: ReadonlySet<string>;
}

/** Best first; all unless `limit` is given. */
export function fuse<S extends FileSignal | DefinitionSignal>(
  cases: Iterable<Case<LazyDetail>>,
  { names, phrases, weights, without, unsaid }: Table<S>,
  limit?: number,
): readonly Ranked[] {
  const column = names.map((name) => (without.has(name) ? 0 : weights[name]));
  return weigh(cases, column, limit).map(({ one, score }) => ({
    ...{ node: one.node, score },
    explain: () =>
      sharesOf(one, names, column)
        .filter(({ signal }) => !unsaid.has(signal))
        .map(({ signal, share, note }) => {
          const detail = note?.();
          return { signal, share, text: said(phrases[signal], detail), detail };
        }),
  }));
}

const longest = 60;

/** The words of a signal, with what stands behind it. */
export function said(phrase: string, detail: Detail | undefined): string {
  switch (detail?.kind) {
    case undefined:
      return phrase;
    case "words":
      return `${phrase}: ${detail.words.join(", ")}`;
    case "mention": {
      const text = detail.text.replace(/\s+/g, " ");
      return `${phrase}: "${text.length > longest ? `${text.slice(0, longest - 1)}…` : text}"`;
    }
    case "through":
      return `${phrase}: ${detail.text}`;
  }
}
