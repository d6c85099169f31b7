/**
 * How PHP finds names: a file says its namespace, and a namespace is the same in every folder. Which folder an
 * autoloader would look in (PSR-4) need not be known, since the file that declares a name is found by the name.
 */

import type { ModelRules } from "../../graph/library-rules.ts";
import { callMark } from "../../graph/outline.ts";
import type { FamilyRules, ModuleTarget } from "../../graph/project.ts";

export function createRules(paths: readonly string[]): FamilyRules {
  const files = new Set(paths);
  return {
    resolve: (from, specifier) => {
      if (!specifier.startsWith("/")) return namespaceNamed(specifier);
      const path = included(from, specifier);
      return files.has(path) ? { kind: "file", path } : undefined;
    },
    packageOf: (_path, declared) => namespaceNamed(declared ?? "").path,
    qualified: (name, { importedAs, inside }) => {
      const parts = name.split("\\");
      const last = parts.pop()!;
      // A function that its namespace does not have is the one without a namespace, and variables have none.
      if (parts.length === 0)
        return last.endsWith(callMark) || last.startsWith("$")
          ? [{ target: namespaceNamed(""), name: last }]
          : [];
      const [first = "", ...rest] = parts;
      if (first === "") return [{ target: namespaceNamed(rest.join("\\")), name: last }];
      const around = inside?.slice(prefix.length);
      const alias = importedAs(first);
      const start = first === "namespace" ? [around] : alias ? [alias.from, alias.name] : [around, first];
      return [{ target: namespaceNamed([...start, ...rest].filter(Boolean).join("\\")), name: last }];
    },
    // `use Foo;` may mean a class without a namespace.
    outer: ({ path }) => {
      const mark = Math.max(path.lastIndexOf("\\"), prefix.length - 1);
      const name = path.slice(mark + 1);
      return name === "" ? undefined : { target: namespaceNamed(path.slice(prefix.length, mark)), name };
    },
    exportsEverything: true,
    standIns: true,
    classBodyIsScope: false,
    separateTypeNames: false,
    narrows: true,
    superMethod: undefined,
    callMethod: `__invoke${callMark}`,
    separateFunctionNames: true,
    inheritsInterfaceMembers: true,
    models,
    bindsThisPerFile: true,
    enums: { head: /^enum\b/, all: "cases", one: /^(?:from|tryFrom)$/ },
    mixin: /^trait\b/,
    subclassMembers: { emptyBases: /^$/, unknownMember: `__call${callMark}` },
  };
}

const prefix = "php:";

const namespaceNamed = (name: string): ModuleTarget => ({
  kind: "package",
  path: `${prefix}${name.replace(/\s+/g, "").replace(/^\\/, "")}`,
});

/** `__DIR__ . '/../x.php'` as a path of the repository. */
function included(from: string, specifier: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  return parts.join("/");
}

/** Models of Eloquent, and facades of Laravel. */
const models: ModelRules = {
  bases: /(?:^|\\)(?:Model|Authenticatable|Pivot|MorphPivot|Eloquent)$/,
  ofOne:
    /^(?:find(?:OrFail|OrNew|Sole)?|first(?:OrFail|OrNew|OrCreate|Where)?|last|sole|updateOrCreate|create(?:Quietly|One)?|forceCreate|make(?:One)?)$/,
  ofMany:
    /^(?:where\w*|or[wW]here\w*|with\w*|has|whereHas|doesntHave|orderBy\w*|reorder|latest|oldest|limit|skip|offset|distinct|query|newQuery|get|all|paginate|simplePaginate|cursorPaginate|cursor|lazy|factory|state|filter|reject|sortBy\w*|values|unique|each|load|shuffle|reverse)$/,
  ofItself: /^(?:fresh|refresh|load|loadMissing)$/,
  relation:
    /^this\.(?:(hasMany|belongsToMany|hasManyThrough|morphMany|morphToMany|morphedByMany)|hasOne|belongsTo|hasOneThrough|morphOne)\(/,
  scope: "scope",
  facade: "getFacadeAccessor",
};
