import type { Ecosystem } from "../web/registries/registry.ts";
import { namings } from "./modules.ts";
import {
  isDotnetNamespace,
  isGoPackage,
  isJavaPackage,
  isNodeModule,
  isPythonModule,
  isRubyLibrary,
  isRustCrate,
} from "./standard.ts";

/** What the import of a language leads to when it leads out of the project and of the language's own library. */
export interface ImportedPackage {
  readonly ecosystem: Ecosystem;
  /** As far as an import tells it: `@scope/name`, a Python module, a Go path, the first part of a namespace. */
  readonly name: string;
}

/** Undefined for what is relative, an address, an alias by its form, or part of the language. */
export function packageOf(language: string, from: string): ImportedPackage | undefined {
  const ecosystem = ecosystemOf(language);
  const [, registry, said] = (ecosystem === "npm" && specifier.exec(from)) || [];
  if (said !== undefined) return { ecosystem: registry as "npm" | "jsr", name: said };
  const name = ecosystem && from !== "" ? names[ecosystem](from) : undefined;
  return ecosystem && name !== undefined ? { ecosystem, name } : undefined;
}

/** Deno says the registry where it imports: `npm:preact@^10/hooks`. */
const specifier = /^(npm|jsr):\/?((?:@[\w.-]+\/)?[\w.-]+)/;

function ecosystemOf(language: string): Ecosystem | undefined {
  return (Object.keys(namings) as Ecosystem[]).find((one) => namings[one].languages.includes(language));
}

const names: Readonly<Record<Ecosystem, (from: string) => string | undefined>> = {
  npm: (from) => (isNodeModule(from) ? undefined : /^(?:@[\w.-]+\/)?[a-z\d][\w.-]*(?=\/|$)/i.exec(from)?.[0]),
  pypi: (from) => first(from, ".", isPythonModule),
  go: (from) => (isGoPackage(from) ? undefined : from),
  crates: (from) => first(from.replace(/^::/, ""), "::", (name) => isRustCrate(name) || /^[A-Z]/.test(name)),
  maven: (from) => (isJavaPackage(from) || !from.includes(".") ? undefined : from),
  rubygems: (from) => first(from, "/", (name) => name.startsWith(".") || isRubyLibrary(name)),
  packagist: (from) => first(from.replace(/^\\/, ""), "\\", () => false),
  nuget: (from) => first(from, ".", isDotnetNamespace),
  // A header may stand anywhere on the machine.
  cpp: () => undefined,
  jsr: () => undefined,
};

function first(from: string, separator: string, isOwn: (name: string) => boolean): string | undefined {
  const name = from.split(separator, 1)[0]!;
  return name === "" || isOwn(name) ? undefined : name;
}
