import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import type { ReadSource } from "./documents.ts";
import { type ModuleNames, readModules } from "./module-names.ts";
import { remembering } from "./remember.ts";

/** A constant that a definition reads from another module: `regexes.hostname`. It is no definition of the graph. */
export interface UsedConstant {
  readonly user: CodeNode;
  readonly module: CodeNode;
  readonly name: string;
  /** 1-based line of its declaration. */
  readonly line: number;
}

/** Names looked up for one definition, modules that pass a name on, constants in all. */
const limits = { chains: 80, hops: 3, constants: 24 };
const chain = /(?<![\w$.])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/g;

/**
 * Follows the names in the bodies of definitions through their file's imports, and on through modules that pass them
 * on, to module-level declarations. The graph says which modules, the source which names; nothing is guessed.
 */
export async function usedConstants(
  users: readonly CodeNode[],
  graph: CodeGraph,
  readSource: ReadSource,
): Promise<readonly UsedConstant[]> {
  const wanted = new Set(users.map(({ path }) => path));
  // Looked up in what is known; what else was asked for is read at once, and all is looked up again.
  for (;;) {
    const modules = await readModules(wanted, graph, readSource);
    wanted.clear();
    const constants = lookUp(users, createSearch(modules, answersOf(graph), wanted));
    if (wanted.size === 0) return constants;
  }
}

function lookUp(users: readonly CodeNode[], { modules, through }: Search): readonly UsedConstant[] {
  const found = new Map<string, UsedConstant>();
  for (const user of users) {
    const names = modules.get(user.path);
    if (!names) continue;
    const body = names.lines.slice(user.startLine - 1, user.endLine).join("\n");
    const chains = new Set(body.match(chain)?.slice(0, limits.chains));
    for (const written of chains) {
      const place = through(names, written, limits.hops);
      if (place === undefined || place === "definition" || place.module.path === user.path) continue;
      const key = `${place.module.path}:${place.line}`;
      if (!found.has(key)) found.set(key, { ...place, user });
      if (found.size >= limits.constants) return [...found.values()];
    }
  }
  return [...found.values()];
}

type Place = Omit<UsedConstant, "user">;
/** A name is a constant, or a definition, which is an edge of the graph and ends the search, or is not found. */
type Found = Place | "definition" | undefined;

interface Search {
  readonly modules: ReadonlyMap<string, ModuleNames>;
  /** `core.regexes.hostname` by `import * as core`; `hostname` by `import { hostname }`. */
  through(names: ModuleNames, written: string, hops: number): Found;
}

/** By module, hops that are left and the name as written. */
interface Answers {
  readonly of: (module: CodeNode) => readonly Map<string, Found>[];
  /** Remembers one; all are forgotten beyond a number. */
  keep(answers: Map<string, Found>, written: string, found: Found): void;
}

/** Answers that are remembered for one graph, a tenth of a kilobyte each: requests ask for much the same names. */
const mostAnswers = 100_000;
const answersOf = remembering((_: CodeGraph): Answers => createAnswers());

function createAnswers(): Answers {
  const known = new Map<CodeNode, readonly Map<string, Found>[]>();
  let count = 0;
  return {
    of: (module) => {
      const before = known.get(module);
      if (before) return before;
      const empty = Array.from({ length: limits.hops + 1 }, () => new Map<string, Found>());
      known.set(module, empty);
      return empty;
    },
    keep: (answers, written, found) => {
      if (count++ >= mostAnswers) {
        known.clear();
        count = 0;
      }
      answers.set(written, found);
    },
  };
}

/**
 * Many ways lead through a package's front: each question is answered once. `missing` is given the paths of modules that
 * were asked for and are not known; from then on no answer is sure, and none goes into `known`.
 */
function createSearch(
  modules: ReadonlyMap<string, ModuleNames>,
  known: Answers,
  missing: Set<string>,
): Search {
  const unsure = createAnswers();
  const through: Search["through"] = (names, written, hops) => {
    const dot = written.indexOf(".");
    const head = dot < 0 ? written : written.slice(0, dot);
    for (const { names: named, targets } of names.importsOf(head))
      for (const target of targets) {
        const member = dot >= 0 && named.has(head) ? within(target, written.slice(dot + 1), hops) : undefined;
        // `One` may be a class there where `S.One` is none of it: only the name itself can end the search so.
        const found = typeof member === "object" ? member : within(target, written, hops);
        if (found) return found;
      }
    return undefined;
  };

  /** The declaration of a name in a module, or in one that the module takes it from. */
  const within = (module: CodeNode, written: string, hops: number): Found => {
    if (hops === 0) return undefined;
    const sure = known.of(module)[hops]!;
    if (sure.has(written)) return sure.get(written);
    const doubtful = missing.size === 0 ? undefined : unsure.of(module)[hops]!;
    if (doubtful?.has(written)) return doubtful.get(written);
    const found = declared(module, written, hops);
    if (missing.size === 0) known.keep(sure, written, found);
    else unsure.keep(doubtful ?? unsure.of(module)[hops]!, written, found);
    return found;
  };

  const declared = (module: CodeNode, written: string, hops: number): Found => {
    const names = modules.get(module.path);
    if (!names) missing.add(module.path);
    if (!names) return undefined;
    const dot = written.indexOf(".");
    const name = dot < 0 ? written : written.slice(0, dot);
    if (names.defined.has(name)) return "definition";
    const line = names.declared.get(name);
    return line === undefined ? through(names, written, hops - 1) : { module, name, line };
  };

  return { modules, through };
}
