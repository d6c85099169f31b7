/**
 * The code graph: what a repository declares and how its parts depend on each other
 * (the DS-code graph of CodeRAG, arXiv 2504.10046, section "DS-code graph").
 * A node holds an index into the source, never the source itself.
 */

export type NodeKind = "Module" | "Class" | "Method" | "Function";
export type EdgeKind = "Import" | "Contain" | "Inherit" | "Call";
/** `exact`: resolved by the language's rules. `inferred`: by type or assignment. `ambiguous`: one of several candidates. */
export type Sureness = "exact" | "inferred" | "ambiguous";

/** `internal`: in the package, module or assembly. What can be seen only in its file or function is `private`. */
export type Visibility = "public" | "protected" | "private" | "internal";

export interface CodeNode {
  /** Readable and stable over edits elsewhere: `src/a.py`, `src/a.py#Parser`, `src/a.py#Parser.parse`. */
  readonly id: string;
  readonly kind: NodeKind;
  readonly name: string;
  /** Within the file: `Parser.parse`; empty for a module. */
  readonly qualifiedName: string;
  readonly path: string;
  /** 1-based, inclusive; the definition with its decorators and doc comment. */
  readonly startLine: number;
  readonly endLine: number;
  /** The declaration on one line, without the body: `def parse(self, text: str) -> Tree`. */
  readonly signature: string;
  /** Docstring or doc comment, as plain text. */
  readonly doc: string | undefined;
  /** Id of the class or function that contains it; undefined at the top of a file. */
  readonly owner: string | undefined;
  /** True where the file is a test by its path or name, or where its language marks it as one. */
  readonly test: boolean;
  /** Who may use it by the rules of its language; modules are public. */
  readonly visibility: Visibility;
  /** Decorators, annotations and attributes as written, without their sign: `app.route("/")`, `Override`. */
  readonly decorators: readonly string[];
}

export interface CodeEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  readonly sureness: Sureness;
  /** 1-based line in the file of `from` where the dependency is written; 0 for Contain. */
  readonly line: number;
}

/** Read-only view that everything above the graph uses. */
export interface CodeGraph {
  readonly nodes: readonly CodeNode[];
  readonly edgeCount: number;
  node(id: string): CodeNode | undefined;
  /** Edges that leave a node, optionally of one kind. Unknown id: empty. */
  outgoing(id: string, kind?: EdgeKind): readonly CodeEdge[];
  /** Edges that enter a node, optionally of one kind. */
  incoming(id: string, kind?: EdgeKind): readonly CodeEdge[];
  /** Nodes of one file, module first, then by line. */
  inFile(path: string): readonly CodeNode[];
  /** Nodes with this simple name. */
  named(name: string): readonly CodeNode[];
}
