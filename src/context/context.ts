import type { RouteHop } from "../retrieval/route.ts";

/** What goes to the model, each piece with its reason and its price, and what was left out. Survives JSON. */
export interface Context {
  /** The functions that ran in a recorded run, by who called them; absent where none was recorded. */
  readonly ran?: string;
  /** In the order they are shown: files in call order, and lines in order within a file. No line stands twice. */
  readonly passages: readonly Passage[];
  readonly files: readonly ShownFile[];
  readonly leftOut: readonly LeftOut[];
  /** Tokens of what ran and of all passages with the headings, routes and gaps between them; never less than what is rendered. */
  readonly tokens: number;
  /** What of it `renderContext` does not need for these is for the names of what was left out. */
  readonly budget: number;
}

export interface Passage {
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /**
   * `body`: a definition as it stands. `signature`: its declaration alone. `file-head`: imports at the top of a file.
   * `outline`: one line without numbers that says what a definition is, for those that are only to be known of.
   */
  readonly kind: "body" | "signature" | "file-head" | "outline";
  readonly route: readonly RouteHop[];
  readonly score: number;
  readonly tokens: number;
  /** Id of the definition shown; absent for a file's head and for a file outside the graph. */
  readonly node?: string;
  /** The lines, numbered as the edit language wants them; of an `outline` its row below the path of the file. */
  readonly text: string;
}

export interface ShownFile {
  readonly path: string;
  readonly lineCount: number;
  /** Proves in an answer which text was shown; absent where lines are shown without tags. */
  readonly stamp?: string;
}

/** What was found and of which nothing is shown, not even its declaration. */
export interface LeftOut {
  /** Id of a definition, or a path. */
  readonly what: string;
  /** `ranked lower`: others took what such a share of the budget allows; there may be much left of it all the same. */
  readonly why: "over budget" | "ranked lower" | "not readable";
  /** About what it would have cost, by its length; 0 where that is not known. */
  readonly tokens: number;
}
