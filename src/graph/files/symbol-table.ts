/** The symbol table of one file: what each scope declares under each name. By name first, since most names are declared in one scope only. */
import type { Binding, ImportFact } from "../outline.ts";

/** What one scope declares under one name, in the order of the source. */
export interface SymbolEntry {
  readonly scope: number;
  /** Indices of the file's own definitions. */
  readonly definitions: readonly number[] | undefined;
  readonly imports: readonly ImportFact[] | undefined;
  readonly bindings: readonly Binding[] | undefined;
}

export interface SymbolTable {
  get(name: string, scope: number): SymbolEntry | undefined;
  /** The same; null where only other scopes declare the name. */
  find(name: string, scope: number): SymbolEntry | null | undefined;
  /** Every entry of every scope, those of one name together. */
  all(): Iterable<readonly [name: string, said: SymbolEntry]>;
}

export interface SymbolTableBuilder extends SymbolTable {
  /** Makes an empty entry, where the name is known under another key alone. */
  declare(name: string, scope: number): void;
  define(name: string, scope: number, definition: number): void;
  import(name: string, scope: number, fact: ImportFact): void;
  bind(name: string, scope: number, binding: Binding): void;
  /** Chooses among several definitions of one name in one scope, as among overload signatures. */
  choose(chosen: (definitions: number[]) => number[]): void;
}

interface Row {
  readonly scope: number;
  definitions: number[] | undefined;
  imports: ImportFact[] | undefined;
  bindings: Binding[] | undefined;
  /** The entries of other scopes under the same name. */
  others: Map<number, Row> | undefined;
}

/** Of more definitions of one name in one scope, the first ones and the last are followed: no code that people write has so many. */
export const maxOfOneName = 256;

export function createSymbolTable(): SymbolTableBuilder {
  const rows = new Map<string, Row>();
  const several: Row[] = [];
  const rowOf = (name: string, scope: number): Row => {
    const first = rows.get(name);
    if (first?.scope === scope) return first;
    const known = first?.others?.get(scope);
    if (known) return known;
    const row: Row = {
      scope,
      definitions: undefined,
      imports: undefined,
      bindings: undefined,
      others: undefined,
    };
    if (!first) rows.set(name, row);
    else if (first.others) first.others.set(scope, row);
    else first.others = new Map([[scope, row]]);
    return row;
  };
  function* all(): Iterable<readonly [string, Row]> {
    for (const [name, first] of rows) {
      yield [name, first];
      if (first.others) for (const row of first.others.values()) yield [name, row];
    }
  }
  const find = (name: string, scope: number): Row | null | undefined => {
    const first = rows.get(name);
    return first === undefined || first.scope === scope ? first : (first.others?.get(scope) ?? null);
  };
  return {
    find,
    get: (name, scope) => find(name, scope) ?? undefined,
    all,
    declare: rowOf,
    define: (name, scope, definition) => {
      const row = rowOf(name, scope);
      if (!row.definitions) row.definitions = [definition];
      else if (row.definitions.length === maxOfOneName) row.definitions[maxOfOneName - 1] = definition;
      else if (row.definitions.push(definition) === 2) several.push(row);
    },
    import: (name, scope, fact) => {
      const row = rowOf(name, scope);
      if (row.imports) row.imports.push(fact);
      else row.imports = [fact];
    },
    bind: (name, scope, binding) => {
      const row = rowOf(name, scope);
      if (row.bindings) row.bindings.push(binding);
      else row.bindings = [binding];
    },
    choose: (chosen) => {
      for (const row of several) row.definitions = chosen(row.definitions!);
    },
  };
}
