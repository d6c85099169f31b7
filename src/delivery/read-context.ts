import type { RouteHop } from "../retrieval/route.ts";

/** What of the model's context a reviewer is told: a context without its text (`src/context/context.ts` has it). */
export interface ReadContext {
  readonly passages: readonly ReadPassage[];
  readonly files: readonly { readonly path: string }[];
  readonly leftOut: readonly { readonly what: string; readonly why: string; readonly tokens: number }[];
  readonly tokens: number;
  readonly budget: number;
}

export interface ReadPassage {
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: "body" | "signature" | "file-head";
  readonly route: readonly RouteHop[];
  readonly score: number;
  readonly tokens: number;
  /** Id of the definition shown, where it is one. */
  readonly node?: string;
}
