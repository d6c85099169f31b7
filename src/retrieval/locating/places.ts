import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { collectEvidence, type Evidence } from "./evidence.ts";
import { type DefinitionSignal, definitionSignals, type FileSignal, fileSignals } from "./signals.ts";

/** What was said so far, of files (Modules) and of definitions. */
export interface Places {
  readonly files: Evidence<FileSignal>;
  readonly definitions: Evidence<DefinitionSignal>;
}

export const fileSignalNames = Object.keys(fileSignals) as readonly FileSignal[];
export const definitionSignalNames = Object.keys(definitionSignals) as readonly DefinitionSignal[];

export const noPlaces = (): Places => ({
  files: collectEvidence(fileSignalNames),
  definitions: collectEvidence(definitionSignalNames),
});

/** The Module of the file in which a node stands. */
export const moduleOf = (graph: CodeGraph, { path }: CodeNode): CodeNode | undefined => graph.node(path);
