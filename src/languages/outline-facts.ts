import type { Binding, Chain, ImportFact } from "../graph/outline.ts";
import { lastName } from "./chain.ts";
import { docstringText } from "./docs.ts";
import { chainIn, type Draft, definitionFrame, lineAt, textOf } from "./outline-draft.ts";
import type { Node } from "./parser.ts";

type Captures = ReadonlyMap<string, Node>;

/** Types and chains longer than this are not what resolution works with. */
const maxType = 300;

export function takeCall(draft: Draft, callee: Node): void {
  const chain = chainIn(draft, callee);
  if (chain === undefined) {
    draft.opaqueCalls++;
    return;
  }
  const scope = draft.frames.at(-1)!.scope;
  const key = `${scope} ${chain}`;
  if (draft.references.has(key)) return;
  const line = lineAt(
    draft,
    chain.length > 60 || chain.includes("(") ? nameStart(draft, callee) : callee.startIndex,
  );
  draft.references.set(key, { scope, line, chain });
}

const nameStart = (draft: Draft, callee: Node): number =>
  lastName(callee, draft.language.expressions).startIndex;

export function takeBinding(draft: Draft, captures: Captures): void {
  const node = captures.get("bind") ?? captures.get("bind.this")!;
  if (draft.nameEnds.has(node.endIndex)) return;
  const plain = captures.has("bind") ? chainIn(draft, node) : `this.${textOf(draft, node)}`;
  if (plain === undefined || plain === "this" || !/^(?:this\.)?[^.()[\]]+$/.test(plain)) return;
  const type = captures.get("type");
  const value = boundChain(draft, captures);
  add(draft, {
    scope: draft.frames.at(-1)!.scope,
    name: plain,
    ...(type ? { type: textOf(draft, type).slice(0, maxType) } : {}),
    ...(value === undefined ? {} : { value }),
  });
}

function boundChain(draft: Draft, captures: Captures): Chain | undefined {
  const value = captures.get("value");
  const element = captures.get("element");
  const member = captures.get("member");
  const chain = value ? chainIn(draft, value) : element ? chainIn(draft, element) : undefined;
  if (chain === undefined) return undefined;
  if (element) return `${chain}[*]`;
  return member ? `${chain}.${textOf(draft, member)}` : chain;
}

/** A name of which something is known is not listed once more as one of which nothing is. */
function add(draft: Draft, binding: Binding): void {
  const bare = `${binding.scope} ${binding.name}`;
  const key = `${bare} ${binding.type ?? ""} ${binding.value ?? ""}`;
  if (binding.type === undefined && binding.value === undefined) {
    if (!draft.known.has(bare)) draft.bindings.set(bare, binding);
    return;
  }
  draft.known.add(bare);
  draft.bindings.delete(bare);
  draft.bindings.set(key, binding);
}

export function takeImport(draft: Draft, captures: Captures): void {
  const say = (name: string): string | undefined => {
    const node = captures.get(name);
    return node && textOf(draft, node);
  };
  const node = captures.get("import.module") ?? captures.get("import.from")!;
  const base = {
    scope: draft.frames.at(-1)!.scope,
    line: lineAt(draft, node.startIndex),
    from: textOf(draft, node),
  };
  const as = say("import.as");
  const name = say("import.name");
  let fact: ImportFact;
  if (captures.has("import.module")) fact = { ...base, kind: "module", ...(as ? { as } : {}) };
  else if (captures.has("import.all")) fact = { ...base, kind: "all" };
  else if (captures.has("import.default")) fact = { ...base, kind: "default", as: say("import.default")! };
  else fact = { ...base, kind: "name", name: name!, as: as ?? name! };
  draft.imports.push(fact);
}

/** True where the captures said an export. */
export function takeExport(draft: Draft, captures: Captures): boolean {
  const keys = ["name", "value", "default", "equals", "all", "namespace", "imported"] as const;
  const [name, value, whole, equals, all, namespace, imported] = keys.map((key) =>
    captures.get(`export.${key}`),
  );
  const first = name ?? value ?? whole ?? equals ?? all ?? namespace ?? imported;
  if (!first) return false;
  // What a namespace exports is its member, not the file's.
  if (draft.frames.slice(1, -1).some((frame) => draft.definitions[frame.definition]?.kind === "namespace"))
    return true;
  const line = lineAt(draft, first.startIndex);
  const from = captures.get("export.from");
  if (from) {
    const theirs = imported ? textOf(draft, imported) : "*";
    const ours = name ?? namespace ?? imported;
    draft.exports.push({
      line,
      from: textOf(draft, from),
      imported: theirs,
      name: ours ? textOf(draft, ours) : "*",
    });
    return true;
  }
  const said = whole ?? equals ?? value ?? name!;
  const exported = whole ? "default" : equals ? "=" : textOf(draft, name ?? value!);
  const definition = said === name ? methodNamedBy(draft, said) : draft.bodyEnds.get(said.endIndex);
  const chain = said === name ? exported : chainIn(draft, said);
  draft.exports.push({
    line,
    name: exported,
    ...(definition !== undefined ? { definition } : chain === undefined ? {} : { value: chain }),
  });
  return true;
}

/** In `module.exports = { run() {} }` no name of the file means the method. */
function methodNamedBy(draft: Draft, name: Node): number | undefined {
  const definition = draft.nameEnds.get(name.endIndex);
  return definition !== undefined && draft.definitions[definition]!.detached ? definition : undefined;
}

/** What only adds to the definition around it. */
export function takeInner(draft: Draft, captures: Captures): void {
  const doc = captures.get("doc");
  const frame = definitionFrame(draft);
  if (doc && draft.frames.length === 1) draft.doc = docstringText(textOf(draft, doc)) ?? "";
  if (!frame) return;
  const definition = draft.definitions[frame.definition]!;
  if (doc) {
    const text = docstringText(textOf(draft, doc));
    if (text !== undefined) definition.doc = text;
  }
  if (captures.has("onClass")) definition.onClass = true;
  if (captures.has("overload")) definition.bodiless = true;
  if (captures.has("property")) definition.property = true;
  if (captures.has("static")) frame.isStatic = true;
  const receiver = captures.get("receiver");
  if (receiver && isMethod(draft) && !frame.isStatic) frame.receiver = textOf(draft, receiver);
  const returns = captures.get("returns.inner");
  if (returns) definition.returns ??= textOf(draft, returns).slice(0, maxType);
  const base = captures.get("base");
  const baseChain = base && chainIn(draft, base);
  if (baseChain) definition.bases = [...(definition.bases ?? []), baseChain.replace(/(?:\[\])+$/, "")];
  const value = captures.get("return");
  const valueChain = value && chainIn(draft, value);
  if (
    valueChain &&
    !definition.returnValues?.includes(valueChain) &&
    (definition.returnValues?.length ?? 0) < 4
  )
    definition.returnValues = [...(definition.returnValues ?? []), valueChain];
}

function isMethod(draft: Draft): boolean {
  const outer = draft.frames.at(-2);
  return outer !== undefined && draft.definitions[outer.definition]?.kind === "class";
}
