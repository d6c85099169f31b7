/**
 * A change may ask for packages, and nothing installs them before its tests run: these then fail until a person has
 * installed them, and say nothing of the change. It is known by what package managers, compilers and runtimes print.
 */
import { askedPackages } from "../../dependencies/added.ts";
import { nameKey } from "../../dependencies/dependency.ts";
import { namings } from "../../dependencies/modules.ts";
import type { FileChange } from "../../source/file.ts";
import type { Ecosystem } from "../../web/registries/registry.ts";

/** What is missing, and the line that says so. */
export interface NotInstalled {
  /** `npm:zod`. */
  readonly packages: readonly string[];
  readonly line: string;
}

/** Lines that name what is not there: a package or a module of one, in the only group that takes part. */
const lacking: Readonly<Partial<Record<Ecosystem, RegExp>>> = {
  npm: /(?:Cannot find (?:module|package)|Failed to resolve import|Can't resolve|Could not resolve) ["']([^"']{1,200})["']/,
  pypi: /No module named ["']?([\w.]{1,200})|(?:No matching distribution found for|satisfies the requirement|not find a version of) ([\w.-]{1,100})/,
  go: /(?:no required module provides package|module providing package|cannot find package|cannot find module|unrecognized import path) "?([\w./~-]{1,200})/,
  crates:
    /unresolved import `([\w:]{1,200})|(?:undeclared|unlinked|unresolved)[\w ]{0,40} `(\w{1,100})`|can't find crate for `(\w{1,100})`|no matching package named `([\w-]{1,100})`|failed to (?:get|download|select a version for)[\w ]{0,40} `([\w-]{1,100})/,
  rubygems: /cannot load such file -- ([\w/-]{1,200})|Could not find (?:gem )?'?([\w-]{1,100}?)(?:'|-\d|\s)/,
  packagist:
    /(?:Class|Interface|Trait|Enum|function) "?([\w\\]{1,200})"? (?:not found|does not exist)|Required package "([\w./-]{1,200})"/,
  maven:
    /\bpackage ([\w.]{1,200}) does not exist|(?:Could not (?:find|resolve|transfer)(?: artifact)?|the artifact|version of) ([\w.-]{1,100}:[\w.-]{1,100})(?=[:\s.]|$)/,
  nuget:
    /Unable to find package ([\w.-]{1,100})|type or namespace name '([\w.]{1,100})' (?:could not be found|does not exist)/,
};

/** Lines by which nothing was installed, since what holds the versions is behind or nobody can be asked. */
const behind =
  /\b(?:lock ?file|[\w.-]*\.lock|package-lock\.json|go\.(?:mod|sum)|gradle\.lockfile)\b.{0,200}\b(?:out of (?:date|sync)|not (?:up[ -]to[ -]date|in sync|present)|needs? to be updated|would have been (?:modified|created)|can't be updated|frozen|outdated|changed significantly|does not match)|can only install packages when your package\.json|missing go\.sum entry|updates to go\.mod needed|ERR_PNPM_OUTDATED_LOCKFILE|\bNU1004\b/i;
const unreachable =
  /\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH)\b|name resolution|Could not resolve host|Name or service not known|network is unreachable|lookup [\w.-]+.{0,40}(?:no such host|dial|server misbehaving)|offline mode|\bNU1301\b/i;

/** What a change asks for and a failed test command did not find; undefined where it failed for other reasons. */
export function notInstalled(changes: readonly FileChange[], output: string): NotInstalled | undefined {
  const asked = askedPackages(changes);
  if (asked.length === 0) return undefined;
  const all = asked.map(({ ecosystem, name }) => `${ecosystem}:${name}`);
  const lines = output.split("\n").map((line) => line.slice(0, 1_000));
  const missing = new Map<string, string>();
  for (const line of lines)
    for (const { ecosystem, name } of asked) {
      const said = lacking[ecosystem]?.exec(line)?.slice(1).find(Boolean);
      if (said !== undefined && isOf(ecosystem, name, said) && !missing.has(`${ecosystem}:${name}`))
        missing.set(`${ecosystem}:${name}`, line);
    }
  const [first] = missing.values();
  if (first !== undefined) return { packages: [...missing.keys()], line: first.trim() };
  const held = lines.find((line) => behind.test(line) || unreachable.test(line));
  return held === undefined ? undefined : { packages: all, line: held.trim() };
}

const isOf = (ecosystem: Ecosystem, name: string, said: string): boolean =>
  nameKey(ecosystem, said) === nameKey(ecosystem, name) || namings[ecosystem].leadsTo(name, said);
