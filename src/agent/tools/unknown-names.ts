import { posix } from "node:path";
import type { CodeGraph } from "../../graph/graph.ts";
import { type FileOutline, type ImportFact, ownerModule, type Reference } from "../../graph/outline.ts";
import { readOutline } from "../../languages/outlines/outline-one.ts";
import { languageOf } from "../../languages/registry.ts";
import type { Workspace } from "../../workspace/workspace.ts";

/** A repository with a change in it. */
export interface Changed {
  readonly graph: CodeGraph;
  readonly workspace: Pick<Workspace, "entries" | "read" | "readMany">;
  /** True where any file of the repository has this name in it. */
  knows(name: string): boolean;
}

export interface Unknown {
  /** 1-based. */
  readonly line: number;
  /** A sentence for the model. */
  readonly text: string;
}

/** Languages where a name of another file must be imported; elsewhere a package, a header or a loader brings it. */
const importing = new Set(["python", "javascript", "typescript", "tsx"]);
/** What passes on names that are not written in it. */
const passesOn = /\bimport \*|\bexport \*|__getattr__|module\.exports\s*=\s*require/;

/**
 * Imports and called names of a file that nothing in the repository stands behind: what a model has made up, or
 * forgot to import. Neither built-ins nor libraries are listed here: what no file of the repository mentions is told,
 * whatever it is. By line; none for a file that is not understood.
 */
export async function unknownNames(
  path: string,
  text: string,
  changed: Changed,
): Promise<readonly Unknown[]> {
  const language = languageOf(path);
  if (language === undefined) return [];
  const outline = await readOutline({ language, text });
  if (!outline) return [];
  // What a template belongs to nobody has written.
  const imports = outline.imports.filter(({ from }) => from !== ownerModule);
  // The graph says once that a file depends on another, however often that is imported.
  const lines = Map.groupBy(imports, ({ from }) => from);
  const inImports = await Promise.all(
    imports.map((fact) =>
      ofImport(path, fact, new Set(lines.get(fact.from)!.map(({ line }) => line)), changed),
    ),
  );
  const inCalls = unknownCalls(path, language, outline, text, changed);
  const told = new Map([...inImports.flat(), ...inCalls].map((one) => [`${one.line} ${one.text}`, one]));
  return [...told.values()].sort((a, b) => a.line - b.line);
}

/** `lines`: where the same module is imported. */
async function ofImport(
  path: string,
  fact: ImportFact,
  lines: ReadonlySet<number>,
  changed: Changed,
): Promise<readonly Unknown[]> {
  const { graph, workspace, knows } = changed;
  const { from, line, name } = fact;
  const say = (text: string): readonly Unknown[] => [{ line, text }];
  const reached = graph.outgoing(path, "Import").filter((edge) => lines.has(edge.line));
  const targets = reached.flatMap(({ to }) => graph.node(to)?.path ?? []);
  if (targets.length === 0) {
    if (isRelative(from))
      return isFile(path, from, workspace) || /^\.+$/.test(from)
        ? []
        : say(`${from} leads to no file of the repository.`);
    // What a shell script reads may begin with what only a run knows: `"$HOME/.profile"`.
    if (/["'$`]/.test(from)) return [];
    const head = from.split(/[./:\\]+/).find((part) => part !== "") ?? from;
    return knows(head) ? [] : say(`${head} is mentioned nowhere in the repository: is it installed?`);
  }
  if (fact.kind !== "name" || name === undefined) return [];
  const texts = await workspace.readMany(targets);
  const gives = targets.some((target) => {
    const source = texts.get(target);
    return source === undefined || stem(target) === name || passesOn.test(source) || holds(source, name);
  });
  return gives ? [] : say(`${from} has no ${name}.${elsewhere(name, path, graph)}`);
}

function unknownCalls(
  path: string,
  language: string,
  outline: FileOutline,
  text: string,
  { graph, knows }: Changed,
): readonly Unknown[] {
  const own = new Set([
    ...outline.definitions.map(({ name }) => name),
    ...outline.bindings.map(({ name }) => name),
    ...outline.imports.flatMap(({ name, as, from }) => [name, as, from.split(/[./:\\]+/).at(-1)]),
  ]);
  const all = outline.imports.some(({ kind }) => kind === "all");
  return outline.references.flatMap(({ line, chain }: Reference) => {
    const name = /^[A-Za-z_$][\w$]*$/.exec(chain)?.[0];
    if (name === undefined || own.has(name) || all || isTakenElsewhere(name, text)) return [];
    // `router-link` of markup is read as RouterLink, which may be known to all of a program.
    if (!holds(text, name)) return [];
    const others = graph.named(name).filter((node) => node.kind !== "Module" && node.path !== path);
    if (others.length === 0)
      return knows(name) ? [] : [{ line, text: `nothing in the repository is called ${name}.` }];
    const isMember = others.every(({ kind }) => kind === "Method");
    return importing.has(language) && !isMember
      ? [{ line, text: `${name} is not imported.${elsewhere(name, path, graph)}` }]
      : [];
  });
}

/** True where the file has the name in another place than before a bracket: a parameter, a pattern, a comment. */
function isTakenElsewhere(name: string, text: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$]|\\s*\\()`).test(text);
}

function elsewhere(name: string, path: string, graph: CodeGraph): string {
  const places = graph
    .named(name)
    .filter((node) => node.kind !== "Module" && node.path !== path && !node.test);
  const ids = places.slice(0, 3).map(({ id }) => id);
  return ids.length === 0 ? "" : ` The repository has ${ids.join(", ")}.`;
}

/** Scripts are said by their path, with or without a dot before it. */
const isRelative = (from: string): boolean => from.startsWith(".") || /\/.*\.(?:ba)?sh$/.test(from);

/** True for a file of any kind, also with another ending than is said: `./style.css`, `./draw.js` of `draw.ts`, `..part`. */
function isFile(path: string, from: string, { entries }: Changed["workspace"]): boolean {
  const dotted = /^(\.+)([\w.]*)$/.exec(from);
  const said = dotted ? `${"../".repeat(dotted[1]!.length - 1)}${dotted[2]!.replaceAll(".", "/")}` : from;
  const wanted = posix.join(posix.dirname(path), said.replace(/\.[cm]?jsx?$/, ""));
  return [...entries.keys()].some(
    (entry) => entry === wanted || entry.startsWith(`${wanted}.`) || entry.startsWith(`${wanted}/`),
  );
}

const stem = (path: string): string => posix.basename(path).replace(/\..*$/, "");

const holds = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
