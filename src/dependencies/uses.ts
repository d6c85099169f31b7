import type { ImportFact, Outline } from "../graph/outline.ts";
import { isTestPath } from "../graph/tests/test-names.ts";
import { isGenerated, isVendored } from "../source/generated-paths.ts";
import { memo } from "../source/memo.ts";
import { type ImportedAs, leadsTo, namings, nearness } from "./modules.ts";
import { isAside } from "./read-dependencies.ts";
import { foreignNames, isToldBefore, type Seen, speakerOf } from "./speaker.ts";

export interface Place {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** One name of a dependency that a repository uses. */
export interface ApiUse {
  /** As people say it: `requests.get`, `Client.get`, `z.object`. */
  readonly api: string;
  /** Tests after the rest. */
  readonly places: readonly Place[];
}

export interface DependencyUses {
  /** Files that speak of it. */
  readonly files: readonly string[];
  /** Most used first. */
  readonly apis: readonly ApiUse[];
}

/**
 * How a repository uses one of its dependencies, known from the outlines of its files: what is called through an
 * imported name or through a variable that was made by one, and what is imported by name and only passed on. What others
 * wrote, or a program, and lies in the repository (`vendor/`, `x.pb.go`) is no use of it. Of packages
 * that share a namespace, the one of those `declared` that says most of an import has it.
 */
export function usesOf(
  dependency: ImportedAs,
  outlines: Iterable<Outline>,
  declared: readonly ImportedAs[] = [],
): DependencyUses {
  const { ecosystem, name } = dependency;
  const naming = namings[ecosystem];
  const spokenIn = [...outlines].filter(({ language }) => naming.languages.includes(language));
  const own = ownModules(spokenIn);
  const isOurs = memo(
    (from: string) => !own.has(from) && leadsTo(dependency, from) && !hasNearer(dependency, from, declared),
  );
  const importsOf = new Map(
    spokenIn.map((outline) => [outline, outline.imports.filter(({ from }) => isOurs(from))]),
  );
  const [importing, others] = [true, false].map((wanted) =>
    spokenIn.filter((outline) => importsOf.get(outline)!.length > 0 === wanted),
  );
  const foreign = memo<void, ReadonlySet<string>>(() => foreignNames(importing!, others!));
  const made = memo<void, ReadonlySet<string>>(() => definedIn(spokenIn));
  const seen = { packageName: name, foreign, made };
  const files: string[] = [];
  const places = new Map<string, Place[]>();
  for (const outline of naming.global ? spokenIn : importing!) {
    if (isGenerated(outline.path)) continue;
    const imports = importsOf.get(outline)!;
    const uses = usesIn(outline, imports, seen);
    if (imports.length > 0 || uses.length > 0) files.push(outline.path);
    for (const [api, line] of uses) {
      const known = places.get(api);
      if (known === undefined) places.set(api, [{ path: outline.path, line }]);
      else known.push({ path: outline.path, line });
    }
  }
  const apis = [...places].map(([api, found]) => ({ api, places: found.sort(testsLast) }));
  return {
    files: files.sort(),
    apis: apis.sort((a, b) => b.places.length - a.places.length || (a.api < b.api ? -1 : 1)),
  };
}

/** How often it is called in code that is no test. */
export const callsOutsideTests = (apis: readonly ApiUse[]): number =>
  apis.reduce((sum, { places }) => sum + places.filter(({ path }) => !isTestPath(path)).length, 0);

/** Another package whose name says more of where an import leads. */
function hasNearer(dependency: ImportedAs, from: string, declared: readonly ImportedAs[]): boolean {
  const ours = nearness(dependency, from);
  return declared.some(
    (one) => one.ecosystem === dependency.ecosystem && nearness(one, from) > ours && leadsTo(one, from),
  );
}

/** How a file can be included: by its path below any folder. Others' code that lies in the repository is theirs. */
function headersOf(path: string): readonly string[] {
  if (!/\.(?:h|hh|hpp|hxx|inl)$/i.test(path) || isAside(path)) return [];
  const parts = path.split("/");
  return parts.map((_, at) => parts.slice(at).join("/"));
}

/** Packages and namespaces that the repository itself fills: what they are imported from is no dependency. */
function ownModules(all: readonly Outline[]): ReadonlySet<string> {
  const outlines = all.filter(({ path }) => !isVendored(path));
  const spaces = outlines.flatMap(({ language, definitions }) =>
    language === "csharp" || language === "php" ? definitions.filter(({ kind }) => kind === "namespace") : [],
  );
  return new Set([
    ...outlines.flatMap((one) => (one.package === undefined ? [] : [one.package])),
    ...spaces.map(({ name }) => name),
    ...outlines.flatMap(({ language, path }) => (/^c(?:pp)?$/.test(language) ? headersOf(path) : [])),
  ]);
}

/** A namespace of a library may be opened anywhere, to say more in it. */
const definedIn = (outlines: readonly Outline[]): ReadonlySet<string> =>
  new Set(
    outlines.flatMap(({ definitions }) =>
      definitions.filter(({ kind }) => kind !== "namespace").map(({ name }) => name),
    ),
  );

function usesIn(
  outline: Outline,
  imports: readonly ImportFact[],
  seen: Seen,
): readonly (readonly [string, number])[] {
  const speaker = speakerOf(outline, imports, seen);
  const called = outline.references.flatMap(({ chain, line, read, assigned }) => {
    const api = read || assigned || isToldBefore(chain) ? undefined : speaker(chain);
    return api === undefined ? [] : [[api, line] as const];
  });
  const spokenOf = new Set(called.map(([api]) => api.split(".", 1)[0]!));
  const passedOn = imports.flatMap(({ kind, name: imported, line }) =>
    kind === "name" && imported !== undefined && !spokenOf.has(imported) ? [[imported, line] as const] : [],
  );
  // Two calls of one line are one place.
  const places = new Map([...called, ...passedOn].map((use) => [use.join(" "), use]));
  return [...places.values()];
}

function testsLast(a: Place, b: Place): number {
  const apart = Number(isTestPath(a.path)) - Number(isTestPath(b.path));
  return apart || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
}
