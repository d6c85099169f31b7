/**
 * One file's outline from its syntax tree. The query's captures say what is what:
 *
 * - a definition: `@class`, `@function`, `@object` or `@namespace` around `@name`, `@name.path` (`ns::f`) or `@name.word` (one word, whatever is in it), or `@name.camel`, of which the name is made (`class_methods` of ClassMethods), with `@name.other`, by which what it gives is known too, and `@name.given` for what a macro of that name is given, `@body` (or `@bodied`, which has it as its field), `@returns`, `@alias`, `@on`, `@on.objects`,
 *   `@arrow`, `@parameters`, `@base`; `@wrapped` around a call that is given the function, of which the value has the name; `@anonymous` where no name of the file means it, `@run` where it runs where it stands; inside it `@base` (with `@first` one that comes before the others), `@promise`, `@doc`, `@returns.inner`, `@return`, `@yield`, `@handed`, what a block is given, `@handed.by` its name, `@handed.block` the name of one that is handed on, of `@element` or `@handed.through` a call, `@receiver`, `@static`, `@onClass`,
 *   `@property`, `@setter`, `@overload`, `@for.types`, `@fallback`, `@otherwise`, `@implicit`, an interface that a type has without saying so, but for one with `@bound`, which only parameters for types have, `@constraint` of `@constrained`, a type parameter of a call that a type allows, `@ambient`, a module that is declared for the whole program, `@decorator`; `@visibility` for a word that says who may use it where that stands elsewhere than before its name, `@visibility.next` for
 *   one that says it of all that follow in the same body; `@visibility.word` for one that says it of what stands before it, `@visibility.of`; `@annotation` for a decorator, in the definition or directly before it; anywhere `@base` with `@base.of`, the class that it is a base of,
 *   `@base.groups`, where all groups of tests take it in, or `@base.how`, the word for how, with `@base.taker` where whoever takes the class in gets it; `@accessor` where it stands for a value of its name; `@renamed` and `@original`, two names of one method;
 * - a region without a name: `@scope`, or `@scope.this` where `this` is another one inside, or `@scope.global` whose names the whole program sees;
 * - a call: `@callee`, or a symbol that names the method, `@callee.each` of what is in `@element`, `@callee.sent` of `@element` itself or of `self`, `@callee.object` of the objects of the class, `@callee.through` of what these give by the name in `@element`, called by the method that this declares; with `@arguments` where functions of one name are told apart by their number; `@passed`, what is passed on and may be a function by its name, `@passed.inside`, the same where that counts in functions alone, `@passed.before`, one that is read outside of the function around, `@passed.text`, a text that names one, with `@passed.on`, whose it is, or `@passed.own`, where it is of the class around, `@passed.invoked`, a class of which an object is called; `@read`, a member that may be a property where it is read or gets a value;
 * - a name that gets a value: `@bind` (or `@bind.this`, an attribute too; `@bind.place`, the type of a field that has its place for a name, in `@variant` where it is one of that; `@bind.call`, the type that calling an object gives, `@bind.takes`, the parameters of that call; `@bind.index`, the type of what it has under whatever name; `@bind.object`, what a function says of the type of its object; `@bind.metaclass`, the class that a class is itself an object of; `@bind.described`, the class that the tests in a block are about; `@bind.accessor`, a field, and a method of its name that gives it) with `@type`, `@type.many`, `@type.class` (the name is another one for that type), `@value`, `@element`, `@item`, `@gathered` (an element of it), `@block.of` (what this call gives its block for it), `@rest` (a list of what is left of it), `@entered` (what it gives where it is entered), `@failed` beside `@value` (what a Result holds instead of that), `@member`, `@part` (what a pattern `Foo(a)` names), `@narrow`, `@guard` (a function that is asked about it); `@assigned`, it gives a variable another value; `@bind.at`, what it is bound for where its name stands elsewhere; `@again`, it gets what the name before it got; `@placed` beside it where it is one of several names that the value is taken apart into, then with `@type.placed` for the type of that;
 * - `@said`, a comment that says types of variables;
 * - the package that the file belongs to: `@package`; before it, a line that says when the file is part of a program: `@condition`;
 * - imports: `@import.module`, `@import.from`, `@import.name`, `@import.default`, `@import.all` (with `@import.members` of a type, `@import.namespace` of a namespace where files are imported too), `@import.as`, `@import.self`, `@import.path`, `@import.relative`;
 * - exports: `@export.name`, `.value`, `.default`, `.equals`, `.all`, `.namespace`, `.from`, `.imported`.
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
import { takeAlias, takeAnnotation, takeBinding, takeInner, takeSaid } from "./outline-facts.ts";
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
  else if (tells === "said") takeSaid(draft, capture(captures, "said")!);
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
