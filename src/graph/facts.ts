/**
 * What a file says to those who look a name up in it, without places: no lines, no numbers of scopes or definitions,
 * which move when something else is written before them. See memory.ts for who asks.
 */
import { saidElsewhere } from "./elsewhere.ts";
import { type FileTable, factOf, type KnownIn } from "./file-table.ts";
import { packageFact, topNames } from "./packages.ts";

/** The numbers of the facts in which two states of one file differ. */
export function changedFacts(before: FileTable, after: FileTable): ReadonlySet<number> {
  const [old, now] = [factsOf(before), factsOf(after)];
  const changed = new Set<number>();
  for (const [fact, text] of now) if (old.get(fact) !== text) changed.add(fact);
  for (const fact of old.keys()) if (!now.has(fact)) changed.add(fact);
  return changed;
}

/** What does not matter to others: places, and what is only said to people. */
const unsaid = new Set([
  "startLine",
  "endLine",
  "line",
  "doc",
  "decorators",
  "visibility",
  "scope",
  "definition",
]);

function factsOf(file: FileTable): ReadonlyMap<number, string> {
  const { outline, seed } = file;
  const facts = new Map<number, string>();
  const scopes = scopeNames(file);
  const add = (name: string, text: string): void => {
    const fact = factOf(seed, name);
    facts.set(fact, `${facts.get(fact) ?? ""}\n${text}`);
  };
  const addAll = (kind: string, known: ReadonlyMap<string, readonly object[]>): void => {
    for (const [name, all] of known)
      for (const one of all) {
        const { scope, definition } = one as { scope?: number; definition?: number };
        const meant = definition === undefined ? "" : said(outline.definitions[definition]!);
        add(name, `${kind} ${scopes[scope ?? 0]} ${said(one)} ${meant}`);
      }
  };
  const addScopes = (kind: string, known: KnownIn<readonly object[]>): void => {
    for (const names of known.all) if (names) addAll(kind, names);
  };
  outline.definitions.forEach((definition, index) => {
    const text = `definition ${scopes[definition.scope]} ${scopes[file.inside[index]!]} ${said(definition)}`;
    add(definition.name, text);
    if (definition.on !== undefined) add(saidElsewhere, text);
  });
  for (const { scope, of, base } of outline.laterBases ?? [])
    add(saidElsewhere, `base ${scopes[scope]} ${of} ${base}`);
  addScopes("import", file.imports);
  addScopes("star", file.stars);
  addScopes("binding", file.bindings);
  addAll("export", file.exports.all);
  file.attributes.all.forEach((names, index) => {
    const owner = outline.definitions[index]!;
    for (const [name, all] of names ?? [])
      for (const one of all)
        add(name, `attribute ${scopes[owner.scope]} ${owner.name} ${scopes[one.scope]} ${said(one)}`);
  });
  for (const on of file.added.all.keys()) add(on, "added to");
  if (file.package !== undefined)
    for (const name of topNames(outline)) facts.set(packageFact(file.package, name), "said");
  return facts;
}

const said = (one: object): string =>
  JSON.stringify(one, (key, value) => (unsaid.has(key) ? undefined : value));

/** A name for each scope that stays when other scopes come and go: the way to it, with what names mean on that way. */
function scopeNames({ outline, added }: FileTable): readonly string[] {
  const names: string[] = [];
  const taken = new Map<string, number>();
  outline.scopes.forEach(({ parent, definition, ownThis }, number) => {
    const owner = outline.definitions[definition];
    const own = owner
      ? [
          owner.kind,
          owner.name,
          owner.on,
          owner.onClass,
          owner.keepsThis,
          owner.detached,
          added.all.has(owner.name),
        ]
      : [];
    const name = parent < 0 ? "" : `${names[parent]}/${[...own, ownThis].join()}`;
    const count = taken.get(name) ?? 0;
    taken.set(name, count + 1);
    names[number] = count === 0 ? name : `${name}~${count}`;
  });
  return names;
}
