import type { CodeNode } from "../../graph/graph.ts";
import type { Detail } from "./detail.ts";
import type { DefinitionSignal, FileSignal } from "./signals.ts";

/** A place that a request is probably about. */
export interface Location {
  /** A Module for files; a Class, Method or Function for definitions. */
  readonly node: CodeNode;
  /** 1 for the best of its list; how likely it is against the best. */
  readonly score: number;
  /** The heaviest first. */
  readonly reasons: readonly LocationReason[];
}

export interface LocationReason {
  readonly signal: FileSignal | DefinitionSignal;
  /** For people: `the request names it: "Parser.parse"`. */
  readonly text: string;
  /** Its part of the logarithm of the score. */
  readonly share: number;
  /** The same as data. */
  readonly detail: Detail | undefined;
}

/** Where a file that does not exist yet would stand. */
export interface NewPlace {
  /** With its slash at the end; empty for the top of the repository. */
  readonly folder: string;
  /** Files there that are made alike, the best example first. */
  readonly siblings: readonly CodeNode[];
  readonly score: number;
  /** For people, the heaviest first. */
  readonly reasons: readonly string[];
}

export interface Located {
  /** Modules, best first. */
  readonly files: readonly Location[];
  /** Classes, functions and methods, best first. */
  readonly definitions: readonly Location[];
  /** Best first; empty where the request asks for nothing new. */
  readonly newPlaces: readonly NewPlace[];
}
