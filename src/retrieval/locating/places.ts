import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { collectEvidence, type Evidence } from "../evidence.ts";
import type { LazyDetail } from "./detail.ts";
import {
  type DefinitionSignal,
  definitionSignals,
  type FileSignal,
  type FolderSignal,
  fileSignals,
  folderSignals,
} from "./signals.ts";

/** What was said so far, of files (Modules) and of definitions. */
export interface Places {
  readonly files: Evidence<FileSignal, LazyDetail>;
  readonly definitions: Evidence<DefinitionSignal, LazyDetail>;
}

export const fileSignalNames = Object.keys(fileSignals) as readonly FileSignal[];
export const folderSignalNames = Object.keys(folderSignals) as readonly FolderSignal[];
export const definitionSignalNames = Object.keys(definitionSignals) as readonly DefinitionSignal[];

export const noPlaces = (): Places => ({
  files: collectEvidence(fileSignalNames),
  definitions: collectEvidence(definitionSignalNames),
});

/** The Module of the file in which a node stands. */
export const moduleOf = (graph: CodeGraph, { path }: CodeNode): CodeNode | undefined => graph.node(path);

/** The folder of a path, with its slash at the end; empty for the top of the repository. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
