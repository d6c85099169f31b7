import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import type { ReadSource } from "./documents.ts";
import { type ModuleNames, readModules } from "./module-names.ts";

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
    const constants = lookUp(users, createSearch(modules, wanted));
    if (wanted.size === 0) return constants;
  }
}

function lookUp(users: readonly CodeNode[], { modules, through }: Search): readonly UsedConstant[] {
  const found = new Map<string, UsedConstant>();
  for (const user of users) {
    const names = modules.get(user.path);
    if (!names) continue;
    const body = names.lines.slice(user.startLine - 1, user.endLine).join("\n");
    const chains = new Set([...body.matchAll(chain)].slice(0, limits.chains).map(([text]) => text));
    for (const written of chains) {
      const place = through(names, written.split("."), limits.hops);
      const key = place && `${place.module.path}:${place.line}`;
      if (key && place.module.path !== user.path && !found.has(key)) found.set(key, { ...place, user });
      if (found.size >= limits.constants) return [...found.values()];
    }
  }
  return [...found.values()];
}

type Found = Omit<UsedConstant, "user"> | undefined;

interface Search {
  readonly modules: ReadonlyMap<string, ModuleNames>;
  /** `core.regexes.hostname` by `import * as core`; `hostname` by `import { hostname }`. */
  through(names: ModuleNames, written: readonly string[], hops: number): Found;
}

/** `missing` is given the paths of modules that were asked for and are not known. */
function createSearch(modules: ReadonlyMap<string, ModuleNames>, missing: Set<string>): Search {
  // Many ways lead through a package's front: each question is answered once.
  const answers = new Map<string, Found>();

  const through: Search["through"] = (names, written, hops) => {
    const [head = "", ...rest] = written;
    for (const { names: named, targets } of names.importsOf(head))
      for (const target of targets) {
        const found =
          (named.has(head) && rest.length > 0 && within(target, rest, hops)) || within(target, written, hops);
        if (found) return found;
      }
    return undefined;
  };

  /** The declaration of a name in a module, or in one that the module takes it from. */
  const within = (module: CodeNode, written: readonly string[], hops: number): Found => {
    if (hops === 0) return undefined;
    const key = `${hops} ${module.path} ${written.join(".")}`;
    if (!answers.has(key)) answers.set(key, declared(module, written, hops));
    return answers.get(key);
  };

  const declared = (module: CodeNode, written: readonly string[], hops: number): Found => {
    const names = modules.get(module.path);
    const [name = ""] = written;
    if (!names) missing.add(module.path);
    // Calls of definitions are edges of the graph; only what has none is looked for here.
    if (!names || names.defined.has(name)) return undefined;
    const line = names.declared.get(name);
    return line === undefined ? through(names, written, hops - 1) : { module, name, line };
  };

  return { modules, through };
}
