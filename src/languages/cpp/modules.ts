/**
 * How C and C++ find headers: beside the including file, then at the end of any path in the repository, since
 * the folders that a build searches are not written in the source. Of several the one nearest to the file.
 */
import type { Visibility } from "../../graph/graph.ts";
import type { Definition } from "../../graph/outline.ts";
import type { FamilyRules, ModuleTarget } from "../../graph/project.ts";
import { baseName, folderOf, joinPath } from "../../source/paths.ts";

const givesItself = new Set(
  "get value front back begin end data lock release operator-> shared_from_this weak_from_this".split(" "),
);

export function createRules(paths: readonly string[]): FamilyRules {
  const known = new Set(paths);
  const byName = Map.groupBy(paths, baseName);
  const cache = new Map<string, ModuleTarget | undefined>();
  const find = (from: string, specifier: string): ModuleTarget | undefined => {
    const beside = joinPath(folderOf(from), specifier);
    if (beside !== from && known.has(beside)) return { kind: "file", path: beside };
    const wanted = joinPath("", specifier.replace(/^(?:\.\.?\/)+/, ""));
    const found = (byName.get(baseName(wanted)) ?? []).filter(
      (path) => path !== from && (path === wanted || path.endsWith(`/${wanted}`)),
    );
    // From its folder, as what it finds is remembered: `ab.c` is no nearer to `ab/x.h` than its neighbours are.
    const folder = `${folderOf(from)}/`;
    const [path] = found.sort((a, b) => near(folder, b) - near(folder, a) || a.length - b.length);
    return path === undefined ? undefined : { kind: "file", path };
  };
  return {
    resolve: (from, specifier) => {
      // A header is never what it includes itself: `#include "config.h"` in `unix/config.h`.
      const asker = baseName(specifier) === baseName(from) ? from : folderOf(from);
      const key = `${asker} ${specifier}`;
      if (!cache.has(key)) cache.set(key, find(from, specifier));
      return cache.get(key);
    },
    exportsEverything: true,
    classBodyIsScope: false,
    separateTypeNames: false,
    superMethod: undefined,
    callMethod: "operator()",
    bareMembers: true,
    overloads: true,
    conversions: "C++",
    openTypes: true,
    separateDeclarations: true,
    elementMethods: { index: "operator[]", iterate: "begin" },
    indexesPointers: true,
    givesItself,
    standsFor: ["operator->", "operator*"],
    visibility: () => visibilityOf,
  };
}

/** Before any `public:` the members of a class are private; a `static` function stays in its file. */
function visibilityOf({ signature, on }: Definition, owner: Definition | undefined): Visibility {
  if (owner?.kind === "class") return /(?:^|>\s*)class\b/.test(owner.signature) ? "private" : "public";
  return on === undefined && /^[^(]*\bstatic\b/.test(signature) ? "private" : "public";
}

/** How many characters two paths begin with in common. */
function near(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
