/**
 * One file's outline from its syntax tree. What the captures of a query mean:
 *
 * - Definitions: `@class`, `@function`, `@object` (a literal) or `@namespace` around its parts:
 *   - name: `@name`, `@name.path` (qualified, `ns::f`), `@name.word` (one word, whatever is in it), `@name.camel` (made of
 *     it: `class_methods` of ClassMethods), `@name.alias` (its result has this name too), `@name.arguments` (a macro's argument);
 *     `@anonymous` where no name refers to it;
 *   - form: `@body` (or `@bodied`, which has it as a field), `@returns`, `@returns.inner`, `@parameters`, `@alias`, `@arrow`,
 *     `@doc`, `@static`, `@property`, `@setter`, `@overload`, `@typeCheckingOnly`, `@fallback`, `@otherwise`, `@receiver`,
 *     `@iife` (it runs where it is defined), `@wrapped` (the call that it is an argument of, whose result has the name);
 *   - bases: `@base` (with `@first` before the others), `@interface` (an implemented interface), anywhere `@base` with
 *     `@base.derived`, the class, or `@base.exampleGroups`, all groups of specs; `@base.mixin` and `@base.includer` for mixins;
 *   - place: `@on` and `@on.objects`, the target of an out-of-line definition or an expando member; `@ambient`, a module
 *     that is declared globally; `@implicit`, a structural interface, but for one with `@constraintOnly`, which only constrains;
 *     `@constraint` of `@constrained`, a bound of a type parameter of a call signature;
 *   - results: `@return`, `@yield`, and `@block.arguments`, an argument of its block, with `@block.parameter` the block's name,
 *     `@block.forwarded` a block that is passed on, of `@element` or `@block.call` a call;
 *   - modifiers: `@decorator`, `@annotation` (inside or directly before it), `@visibility`, `@visibility.next` (of all that
 *     follow in the body), `@visibility.word` (of the definition before it), `@visibility.of`; `@accessor`; `@renamed` and
 *     `@original`, an alias of a method and the method.
 * - Anonymous scopes: `@scope`, `@scope.this` with a `this` of its own, `@scope.global`.
 * - Calls: `@callee`; `@callee.each` of what is in `@element`, `@callee.sent` of `@element` itself or of `self`,
 *   `@callee.instance` of an object of the class, `@callee.through` of what these give by the name in `@element`;
 *   `@arguments` where overloads differ by their number.
 * - Functions used as values: `@passed`, `@passed.inside` (counts in functions alone), `@passed.before` (a default value,
 *   evaluated outside of the function), `@passed.text` (a string that names one, `@passed.on` a class or `@passed.own`,
 *   the enclosing one), `@passed.invoked` (a class with a callable object).
 * - Reads that may run a getter, and assignments that may run a setter: `@read`.
 * - Bindings: `@bind`, or `@bind.field` (a field), `@bind.positional` (a field by position, in `@variant`), `@bind.result` and
 *   `@bind.parameters` (a call signature: result and parameters), `@bind.index` (an index signature), `@bind.thisParameter` (an explicit
 *   `this` parameter), `@bind.metaclass`, `@bind.described` (the described class of specs), `@bind.accessor` (a field and a
 *   method that reads it), `@bind.at` (what it is bound for, where its name is elsewhere); with:
 *   - its type: `@type`, `@type.many`, `@type.class` (an alias of that type), `@type.destructured`;
 *   - its value: `@value`, `@element`, `@item`, `@appended` (an element of it), `@block.call` (what this call yields for it),
 *     `@rest` (a list of the rest), `@context.manager` (by a context manager), `@error` (the error of a Result), `@member`, `@constructor`
 *     (the constructor of a pattern, `Foo(a)`), `@destructured` (an element of a destructuring pattern), `@repeated` (as the name
 *     before it), `@assigned` (not a declaration);
 *   - type guards: `@narrow` (the type), `@guard` (the guard function).
 * - `@type.comment`: a comment with types of variables.
 * - The file's package, `@package`; a build constraint before it, `@condition`.
 * - Imports: `@import.module`, `.from`, `.name`, `.default`, `.all` (with `.members` of a type, `.namespace` of a namespace
 *   where files are imported too), `.as`, `.self`, `.path`, `.relative`.
 * - Exports: `@export.name`, `.value`, `.default`, `.equals`, `.all`, `.namespace`, `.from`, `.imported`.
 */
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
import { takeCall, takeSymbol } from "./outline-calls.ts";
import { closeDefinition, openDefinition, openRegion, openScope } from "./outline-definitions.ts";
import { createDraft, type Draft, textOf } from "./outline-draft.ts";
import { takeAlias, takeAnnotation, takeBinding, takeInner, takeTypeComment } from "./outline-facts.ts";
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
  const { captures, tells } = fact;
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
  else takeInner(draft, captures);
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
