import type { CodeNode } from "../../graph/graph.ts";
import type { Case, Detail } from "./evidence.ts";
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

/** Best first; ties by id, so that an answer is the same on every machine. */
export function fuse<S extends FileSignal | DefinitionSignal>(
  cases: readonly Case<S>[],
  { names, phrases, weights, without, unsaid }: Table<S>,
): readonly Ranked[] {
  const column = names.map((name) => (without.has(name) ? 0 : weights[name]));
  const scored = cases
    .map((one) => ({ one, sum: one.values.reduce((sum, value, at) => sum + value * column[at]!, 0) }))
    .sort((a, b) => b.sum - a.sum || (a.one.node.id < b.one.node.id ? -1 : 1));
  const best = scored[0]?.sum ?? 0;
  return scored.map(({ one: { node, values, details }, sum }) => ({
    ...{ node, score: Math.exp(sum - best) },
    explain: () =>
      names
        .map((signal, at) => ({ signal, share: values[at]! * column[at]! }))
        .filter(({ signal, share }) => share > 0 && !unsaid.has(signal))
        .sort((a, b) => b.share - a.share)
        .map(({ signal, share }) => {
          const detail = details.get(signal)?.();
          return { signal, share, text: said(phrases[signal], detail), detail };
        }),
  }));
}

const longest = 60;

function said(phrase: string, detail: Detail | undefined): string {
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
