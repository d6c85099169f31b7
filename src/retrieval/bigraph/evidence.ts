import type { CodeNode } from "../../graph/graph.ts";
import type { Case as AnyCase, Evidence as AnyEvidence } from "../evidence.ts";
import type { Signal } from "./signals.ts";

/** What speaks for definitions; a note is the definition that led there, such as the sibling that calls it. */
export type Evidence = AnyEvidence<Signal, CodeNode>;
export type Case = AnyCase<CodeNode>;
