/** What stands in the units of a file (see noUnit), as a text that is the same wherever they stand in it. */

import type { FileTable } from "../files/file-table.ts";
import { entryOf } from "../files/maps.ts";
import { noUnit } from "./answer-rows.ts";
import { fingerprint, scopeNames } from "./facts.ts";

export interface Unit {
  /** All that is linked in it, and what it says itself. */
  text: string;
  /** The places of its references among those of the file. */
  readonly references: number[];
  /** The lines of these, from where it begins. */
  readonly lines: number[];
}

/** In place of the index of a function: what is in none. */
export const outside = -1;

/** The index of the function around a scope that is in no other one. */
export const unitIndex = ({ base, units }: FileTable, scope: number): number =>
  units[scope] === noUnit ? outside : units[scope]! - base - 1;

/** By the indices of their functions. What is in none is one, too, of which the text has no lines. */
export function unitsOf(file: FileTable): ReadonlyMap<number, Unit> {
  const { outline, units, inside } = file;
  const { scopes, definitions } = outline;
  const all = new Map<number, Unit>();
  const names = scopeNames(file);
  const unitAt = (scope: number): number => unitIndex(file, scope);
  const add = (index: number, text: string): Unit => {
    const unit = entryOf(all, index, () => {
      const own = index === outside ? "" : `${names[inside[index]!]}\n${fingerprint(definitions[index])}`;
      return { text: own, references: [], lines: [] };
    });
    unit.text += `\n${text}`;
    return unit;
  };
  // Scopes of a unit are counted from its own. What is said outside of units others see by name, too.
  const addFact = (scope: number, text: string): void => {
    const index = unitAt(scope);
    if (index !== outside) add(index, `${scope - inside[index]!} ${text}`);
  };
  scopes.forEach(({ parent, definition, bindsThis }, scope) => {
    const place = units[parent] === units[scope] ? scope - parent : "its own";
    const own = definition < 0 ? "" : definition - unitAt(scope);
    addFact(scope, `in ${place} ${bindsThis} ${own}`);
  });
  for (const facts of [definitions, outline.imports, outline.bindings])
    for (const one of facts) addFact(one.scope, fingerprint(one));
  outline.references.forEach((one, place) => {
    const index = unitAt(one.scope);
    const line = index === outside ? one.line : one.line - definitions[index]!.startLine;
    const where = index === outside ? names[one.scope] : `${one.scope - inside[index]!} ${line}`;
    const unit = add(index, `${where} ${fingerprint(one)}`);
    unit.references.push(place);
    unit.lines.push(line);
  });
  return all;
}
