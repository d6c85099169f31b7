/** One file's outline from its syntax tree. What the captures of a query mean: docs/captures.md. */
import { type FileOutline, packageMark, packagesIn, program } from "../../graph/outline.ts";
import { type Deadline, deadlineIn, parseDeadline } from "../limits.ts";
import { type Grammar, patternsOf, syntaxOf, type Tree, withTree } from "../parsing/parser.ts";
import { fieldOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { extentOf, faultsIn } from "../parsing/tree-faults.ts";
import { closeFaulty, type OpenedMacros, openMacros } from "../preprocessing/macro-calls.ts";
import { withBestReading } from "../preprocessing/readings.ts";
import { noteTable } from "./dispatch-tables.ts";
import { type Captures, capture, type Fact, factsOf, inOrder } from "./facts.ts";
import { settlePassed, takeNamed, takePassed } from "./function-values.ts";
import { takeOutOfLineBase } from "./out-of-line-bases.ts";
import { takeAlias, takeBinding, takeTypeComment } from "./outline-bindings.ts";
import { takeCall, takeSymbol } from "./outline-calls.ts";
import { closeDefinition, openDefinition, openRegion, openScope } from "./outline-definitions.ts";
import { takeAnnotation, takeDetails } from "./outline-details.ts";
import { createDraft, type Draft, textOf } from "./outline-draft.ts";
import { takeExport, takeImport } from "./outline-modules.ts";
import { type DefinitionFact, isDefinition, placeDefinitions } from "./place-definitions.ts";
import { settleReads, takeRead } from "./property-reads.ts";
import { settleBases, settleFields } from "./prototypes.ts";

/** @throws ParseDeadlineError where parse and query together take longer than the deadline. */
export function outlineText(
  grammar: Grammar,
  text: string,
  milliseconds: number = parseDeadline,
): FileOutline {
  // Once a thread: that is not the first file's fault.
  patternsOf(grammar);
  const deadline = deadlineIn(milliseconds);
  if (grammar.language.preprocessor || grammar.language.unknown)
    return withBestReading(
      grammar,
      text,
      (reading, tree, opened) => ({
        ...outlineTree(grammar, reading, tree, deadline),
        ...(opened.length === 0 ? {} : { opened }),
      }),
      deadline,
    );
  if (!grammar.language.macroCalls) return outlineOf(grammar, text, deadline);
  return withOpenMacros(grammar, text, deadline);
}

/** So many times faults are looked at: a macro in another one is closed before that, the last time all together. */
const maxClosings = 3;
/** A longer text is read again but once. */
const longText = 200_000;

/** The reading with most macros open that has no fault by them. */
function withOpenMacros(grammar: Grammar, text: string, deadline: Deadline): FileOutline {
  const read = (opened: OpenedMacros, left: number): FileOutline =>
    withTree(
      grammar,
      opened.text,
      (tree) => {
        if (!tree.rootNode.hasError || opened.macros.length === 0)
          return outlineTree(grammar, opened.text, tree, deadline);
        const closed = closeFaulty(opened, text, tree.rootNode, left === 1);
        if (closed) return read(left > 0 ? closed : { text, macros: [] }, left - 1);
        // Faults that no macro touches are mostly those of the text itself.
        const extent = extentIn(tree);
        const plain = withTree(
          grammar,
          text,
          (own) => (extentIn(own) < extent ? outlineTree(grammar, text, own, deadline) : undefined),
          deadline,
        );
        return plain ?? outlineTree(grammar, opened.text, tree, deadline);
      },
      deadline,
    );
  return read(openMacros(text), text.length > longText ? 1 : maxClosings);
}

const extentIn = ({ rootNode }: Tree): number => (rootNode.hasError ? extentOf(faultsIn(rootNode)) : 0);

const outlineOf = (grammar: Grammar, text: string, deadline: Deadline): FileOutline =>
  withTree(grammar, text, (tree) => outlineTree(grammar, text, tree, deadline), deadline);

function outlineTree(grammar: Grammar, text: string, tree: Tree, deadline: Deadline): FileOutline {
  const facts = placeDefinitions(factsOf(grammar, syntaxOf(grammar, tree), text, deadline), grammar.language);
  const draft = createDraft(text, grammar.language);
  for (const fact of facts.sort(inOrder)) {
    goTo(draft, fact.start);
    take(draft, fact);
  }
  goTo(draft, text.length);
  while (draft.frames.length > 1) closeDefinition(draft);
  if (grammar.language.expressions.objects) settleBases(draft);
  settleFields(draft);
  if (grammar.language.importsByName) settlePassed(draft);
  settleReads(draft);
  return finishOutline(draft, tree.rootNode.hasError);
}

/** Closes what ends before a place, and opens what begins behind the statements that end before it. */
function goTo(draft: Draft, place: number): void {
  for (;;) {
    const frame = draft.frames.at(-1)!;
    const next = frame.later?.at(-1);
    if (next && next.start <= place) {
      frame.later!.pop();
      openRegion(draft, next.end);
      for (const captures of next.bindings) takeBinding(draft, captures, true);
    } else if (draft.frames.length > 1 && place >= frame.end) closeDefinition(draft);
    else return;
  }
}

function take(draft: Draft, fact: Fact): void {
  const { captures, adds: tells } = fact;
  if (isDefinition(fact)) {
    openDefinition(draft, fact as DefinitionFact);
    noteTable(draft, fact as DefinitionFact);
  } else if (fact.opens) openScope(draft, fact);
  else if (tells === "call") takeCallee(draft, captures);
  else if (tells === "passed") takePassed(draft, captures);
  else if (tells === "named") takeNamed(draft, captures);
  else if (tells === "read") takeRead(draft, capture(captures, "read")!);
  else if (tells === "binding") takeBinding(draft, captures);
  else if (tells === "package") takePackage(draft, capture(captures, "package")!);
  else if (tells === "condition") takeCondition(draft, capture(captures, "condition")!);
  else if (tells === "import") takeImport(draft, captures);
  else if (tells === "export") takeExport(draft, captures);
  else if (tells === "base") takeOutOfLineBase(draft, captures);
  else if (tells === "alias") takeAlias(draft, captures);
  else if (tells === "type comment") takeTypeComment(draft, capture(captures, "type.comment")!);
  else if (tells === "annotation") takeAnnotation(draft, capture(captures, "annotation")!);
  else takeDetails(draft, captures);
}

function takeCallee(draft: Draft, captures: Captures): void {
  const callee = capture(captures, "callee");
  if (callee) takeCall(draft, callee, capture(captures, "arguments"));
  else takeSymbol(draft, captures);
}

/** Of more packages in a file the others are left out, and of deeper ones what is around them. */
const maxPackages = 8;
const maxDepth = 32;

function takePackage(draft: Draft, name: Node): void {
  const { packages, platformPackages } = draft.language;
  let whole = textOf(draft, name);
  let at = packages === undefined ? undefined : parentOf(name);
  for (let depth = 0; at && depth < maxDepth; depth++) {
    at = parentOf(at);
    const outer = at?.type === packages ? fieldOf(at!, "name") : undefined;
    if (outer) whole = `${textOf(draft, outer)}.${whole}`;
  }
  const known = packages === undefined || draft.package === undefined ? [] : packagesIn(draft.package);
  const platform = platformPackages === undefined ? undefined : new RegExp(platformPackages);
  draft.isStandIn = platform?.test(whole) === true && known.some((one) => !platform.test(one));
  if (draft.isStandIn) return;
  if (!known.includes(whole) && known.length < maxPackages)
    draft.package = [...known, whole].join(packageMark);
}

/** Behind the package such a line is a comment like any other. */
function takeCondition(draft: Draft, line: Node): void {
  if (draft.package !== undefined) return;
  const before = draft.condition === undefined ? "" : `${draft.condition}\n`;
  draft.condition = before + textOf(draft, line);
}

/** @param faulty The file has faults of syntax. */
function finishOutline(draft: Draft, faulty: boolean): FileOutline {
  if (isScript(draft)) {
    draft.package = program;
    draft.scopes[0] = { ...draft.scopes[0]!, global: true };
  }
  return {
    language: draft.language.name,
    lineCount: draft.lineStarts.length - (draft.lineStarts.at(-1) === draft.text.length ? 1 : 0),
    opaqueCalls: draft.opaqueCalls,
    faulty,
    ...(draft.doc === undefined ? {} : { doc: draft.doc }),
    ...(draft.package === undefined ? {} : { package: draft.package }),
    ...(draft.condition === undefined ? {} : { condition: draft.condition }),
    scopes: draft.scopes,
    definitions: draft.definitions,
    references: [...draft.references.values()],
    imports: draft.imports,
    bindings: [...draft.bindings.values()],
    exports: draft.exports,
    ...(draft.outOfLineBases.length === 0 ? {} : { outOfLineBases: draft.outOfLineBases }),
  };
}

/** Whether the file is no module. One of which only a comment says `import` is taken for a module. */
function isScript(draft: Draft): boolean {
  const { language, imports, exports, definitions, bindings, ambient } = draft;
  return (
    language.scripts === true &&
    (imports.length + exports.length === 0 || ambient.length > 0) &&
    definitions.length + bindings.size > 0 &&
    !/^[^\S\n]*(?:import|export)\b/m.test(withoutAmbient(draft))
  );
}

/** The text of a file without what such modules have inside. */
function withoutAmbient({ text, ambient }: Draft): string {
  let [kept, at] = ["", 0];
  for (const { start, end } of ambient) {
    kept += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return kept + text.slice(at);
}
