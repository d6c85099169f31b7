import type { ImportFact } from "../../graph/outline.ts";
import { fieldOf, type Node, namedChildrenOf, parentOf } from "../parsing/syntax-node.ts";
import { takeAmbientExport } from "./ambient-modules.ts";
import { type Captures, capture, isCaptured } from "./facts.ts";
import { decoratorsBefore } from "./modifiers.ts";
import { chainIn, type Draft, lineAt, textOf } from "./outline-draft.ts";

export function takeImport(draft: Draft, captures: Captures): void {
  const say = (name: string): string | undefined => {
    const node = capture(captures, name);
    return node && textOf(draft, node);
  };
  const node = capture(captures, "import.module") ?? capture(captures, "import.from")!;
  const base = {
    scope: draft.frames.at(-1)!.scope,
    line: lineAt(draft, node.startIndex),
    from: (isCaptured(captures, "import.relative") ? "./" : groupPrefix(draft, node)) + textOf(draft, node),
  };
  const as = isCaptured(captures, "import.self") ? /[^:]*$/.exec(base.from)![0] : say("import.as");
  const path = isCaptured(captures, "import.path") ? base.from : "";
  const name = say("import.name") ?? /[^:]*$/.exec(path)![0];
  if (path !== "") base.from = path.replace(/::[^:]*$/, "");
  base.from = base.from.replace(/^<(.*)>$/, "$1");
  if (isCaptured(captures, "import.within")) base.from = [...namespacesAround(draft), base.from].join("/");
  let fact: ImportFact;
  if (
    isCaptured(captures, "import.module") &&
    takeFiles(draft, node, { ...base, kind: "module", ...(as ? { as } : {}) })
  )
    return;
  if (isCaptured(captures, "import.module")) fact = { ...base, kind: "module", ...(as ? { as } : {}) };
  else if (isCaptured(captures, "import.all"))
    fact = {
      ...base,
      kind: "all",
      ...(isCaptured(captures, "import.members") ? { ofType: true } : {}),
      ...(isCaptured(captures, "import.namespace") ? { ofNamespace: true } : {}),
    };
  else if (isCaptured(captures, "import.default"))
    fact = { ...base, kind: "default", as: say("import.default")! };
  else fact = { ...base, kind: "name", name, as: as ?? name };
  draft.imports.push({ ...fact, ...ofStatement(draft, node) });
}

/** Limit of nested namespaces in a path. */
const maxNamespaces = 16;

/** Names of the enclosing namespaces, outermost first: `mod a { mod b; }` is in `a/b.rs`. */
function namespacesAround({ frames, definitions }: Draft): readonly string[] {
  const open = frames
    .map(({ definition }) => definitions[definition])
    .filter((one) => one?.kind === "namespace");
  return open.length > maxNamespaces ? [] : open.map((one) => one!.name);
}

/**
 * An import by the files that annotations before it name, `#[path = "unix.rs"] mod imp;`, each an import of its own:
 * which one counts may depend on the system. False where none is named.
 */
function takeFiles(draft: Draft, node: Node, fact: ImportFact): boolean {
  const { importedFiles } = draft.language;
  const around = importedFiles === undefined ? undefined : parentOf(node);
  if (!around) return false;
  const file = new RegExp(importedFiles!);
  const from = decoratorsBefore(draft.text, draft.annotations.splice(0), around.startIndex).flatMap(
    ({ start, end }) => file.exec(draft.text.slice(start, end))?.[1] ?? [],
  );
  for (const one of from) draft.imports.push({ ...fact, from: one });
  return from.length > 0;
}

/** Who sees an import, and when it counts, where the language has that. */
function ofStatement(draft: Draft, node: Node): Pick<ImportFact, "hidden" | "conditional"> {
  const { hiddenImports, conditionalImports } = draft.language;
  for (let around = hiddenImports && parentOf(node); around; around = parentOf(around)) {
    const open = hiddenImports![around.type];
    if (open === undefined) continue;
    const isHidden = !namedChildrenOf(around).some(({ type }) => type === open);
    const nearest = draft.annotations.slice(-maxAnnotations);
    const isConditional =
      conditionalImports !== undefined &&
      decoratorsBefore(draft.text, nearest, around.startIndex).some(({ text }) =>
        text.startsWith(conditionalImports),
      );
    return { ...(isHidden ? { hidden: true } : {}), ...(isConditional ? { conditional: true } : {}) };
  }
  return {};
}

/** Limit of annotations before an import. */
const maxAnnotations = 8;

/** What the groups around an import put before its path. */
function groupPrefix(draft: Draft, node: Node): string {
  const groups = draft.language.importGroups;
  if (!groups) return "";
  let prefix = "";
  for (let around = parentOf(node); around; around = parentOf(around)) {
    const field = groups[around.type];
    const path = field && fieldOf(around, field);
    if (path && path.endIndex < node.startIndex) prefix = `${textOf(draft, path)}::${prefix}`;
  }
  return prefix;
}

export function takeExport(draft: Draft, captures: Captures): void {
  const keys = ["name", "value", "default", "equals", "all", "namespace", "imported"] as const;
  const [name, value, whole, equals, all, namespace, imported] = keys.map((key) =>
    capture(captures, `export.${key}`),
  );
  const first = (name ?? value ?? whole ?? equals ?? all ?? namespace ?? imported)!;
  // What a namespace exports is its member, not the file's.
  if (draft.frames.slice(1, -1).some((frame) => draft.definitions[frame.definition]?.kind === "namespace"))
    return;
  if (takeAmbientExport(draft, captures)) return;
  const line = lineAt(draft, first.startIndex);
  const from = capture(captures, "export.from");
  if (from) {
    const theirs = imported ? textOf(draft, imported) : "*";
    const ours = name ?? namespace ?? imported;
    draft.exports.push({
      line,
      from: textOf(draft, from),
      imported: theirs,
      name: ours ? textOf(draft, ours) : "*",
    });
    return;
  }
  const target = whole ?? equals ?? value ?? name!;
  const exported = whole ? "default" : equals ? "=" : textOf(draft, name ?? value!);
  const definition = target === name ? methodNamedBy(draft, target) : definitionAt(draft, target);
  const chain = target === name ? exported : (chainIn(draft, target) ?? variableOf(draft, target));
  draft.exports.push({
    line,
    name: exported,
    ...(definition !== undefined ? { definition } : chain === undefined ? {} : { value: chain }),
  });
}

/** What is written out there, or the function that runs there and is named by what it is assigned to. */
function definitionAt(draft: Draft, value: Node): number | undefined {
  const written = draft.bodyEnds.get(value.endIndex);
  const around = written === undefined ? parentOf(value) : undefined;
  const left = around?.type === "assignment_expression" ? fieldOf(around, "left") : undefined;
  const index = left && draft.nameEnds.get(left.endIndex);
  return index !== undefined && draft.definitions[index]!.on !== undefined ? index : written;
}

/** In `module.exports = { run() {} }` no name of the file means the method. */
function methodNamedBy(draft: Draft, name: Node): number | undefined {
  const definition = draft.nameEnds.get(name.endIndex);
  return definition !== undefined && draft.definitions[definition]!.detached ? definition : undefined;
}

/** The variable that gets the value as well: `var app = module.exports = {}`. */
function variableOf(draft: Draft, value: Node): string | undefined {
  let around = parentOf(value);
  while (around?.type === "assignment_expression") around = parentOf(around);
  const name = around?.type === "variable_declarator" ? fieldOf(around, "name") : undefined;
  const text = name?.type === "identifier" ? textOf(draft, name) : undefined;
  return text === "exports" ? undefined : text;
}
