import { versionNow } from "../dependencies/changes.ts";
import { type Dependency, nameKey, shortName } from "../dependencies/dependency.ts";
import { leadsTo } from "../dependencies/modules.ts";
import { compareVersions, majorOf } from "../dependencies/versions.ts";
import { UserError } from "../errors.ts";
import { counted } from "../source/counted.ts";
import { explicit, type PackageName } from "../web/package-names.ts";
import { registries } from "../web/registries/all.ts";
import { type Ecosystem, ecosystems } from "../web/registries/registry.ts";

/** One dependency to look up, as a person asked for it. */
export interface Chosen {
  /** With the version that was asked for, where one was. */
  readonly dependency: Dependency;
  /** The version in use, where an other, later major was asked for: what lies between is told. */
  readonly before: string | undefined;
}

const mostCharacters = 400;

/**
 * A name, then a version or the newest as people and package managers write it: `zod@4`, `zod@^4.1`, `zod==4.1.0`,
 * `zod 4`, `zod@latest`, `celery[redis]>=5`, `org.slf4j:slf4j-api:2.0.9`, `laravel/framework:^11`.
 */
const nameAndVersion =
  /^(.+?)(?:\[[\w., -]*\])?(?:(?:\s*@|\s|(?<=[:/].+):|(?=[=<>~^]))\s*[=<>~^]{0,3}\s*(v?\d[\w.+-]*|latest))?$/i;

/**
 * The dependency that a person means by `zod`, `zod@4`, `npm:zod` or `@scope/name@1.2`, in quotes or not: one that the repository
 * declares, by its whole name, by its last part or as Python imports it (`sklearn`); or any package of the one ecosystem that the repository uses, or
 * that is named. Throws a `UserError` with the nearest names where it is none or several, and with `notes` of files that
 * could not be read, which may be why.
 */
export function chooseDependency(
  asked: string,
  declared: readonly Dependency[],
  isPrivate: (name: PackageName) => boolean = () => false,
  notes: readonly string[] = [],
): Chosen {
  const [line = ""] = asked.trim().split("\n", 1);
  // No name is longer, and what is no name need not be looked at any further.
  const plain = line.slice(0, mostCharacters).replace(/^[`"'\s]+|[`"'\s]+$/g, "");
  const [, written = "", version] = nameAndVersion.exec(plain) ?? [];
  if (written === "")
    throw new UserError("No dependency was named.", `Name one, for example ${example(declared)}.`);
  const named = explicit(written);
  const name = named?.name ?? written;
  const possible = declared.filter(({ ecosystem }) => named === undefined || ecosystem === named.ecosystem);
  const whole = possible.filter((one) => nameKey(one.ecosystem, one.name) === nameKey(one.ecosystem, name));
  const found =
    [
      whole,
      possible.filter((one) => lastPart(one.name) === lastPart(name)),
      possible.filter((one) => one.ecosystem === "pypi" && leadsTo(one, name)),
    ].find((all) => all.length > 0) ?? [];
  if (found.length > 1)
    throw new UserError(
      `\`${name}\` can be several dependencies here.`,
      `Say which: ${found.map((one) => `\`${one.ecosystem}:${one.name}\``).join(", ")}.`,
    );
  const dependency = found[0] ?? undeclared(name, named?.ecosystem, declared, notes);
  if (isPrivate(dependency))
    throw new UserError(
      `\`${name}\` comes from a source of this project's own, so its name is not asked for outside.`,
      "Name a dependency of a public registry.",
    );
  return atVersion(dependency, version);
}

function atVersion(dependency: Dependency, version: string | undefined): Chosen {
  if (version === undefined) return { dependency, before: undefined };
  const current = versionNow(dependency);
  const later =
    current !== undefined && majorOf(current) !== majorOf(version) && compareVersions(version, current) > 0;
  if (/^latest$/i.test(version))
    return { dependency: { ...dependency, range: "latest", version: undefined }, before: current };
  return { dependency: { ...dependency, version }, before: later ? current : undefined };
}

/** A package that the repository does not have yet: people ask before they add one. */
function undeclared(
  name: string,
  said: Ecosystem | undefined,
  declared: readonly Dependency[],
  notes: readonly string[],
): Dependency {
  const used = ecosystems.filter((one) => declared.some(({ ecosystem }) => ecosystem === one));
  const ecosystem = said ?? (used.length === 1 ? used[0] : undefined);
  const [word = name] = /^@?[^\s@=<>~^,]+/.exec(name) ?? [];
  const near = nearest(word, declared);
  const possible = ecosystem === undefined ? (used.length > 0 ? used : ecosystems) : [ecosystem];
  if (!possible.some((one) => registries[one].name.test(name)))
    throw new UserError(
      `\`${name}\` is no name of a package (${possible.join(", ")}).`,
      near.length > 0
        ? didYouMean(near)
        : `Write a name, with a version or without, for example ${example(declared)}.`,
    );
  if (ecosystem === undefined || near.length > 0) {
    const cure =
      near.length > 0
        ? `${didYouMean(near)} For a package that is not declared, name its ecosystem: \`${ecosystem ?? "npm"}:${name}\`.`
        : `Name its ecosystem as well: \`${used[0] ?? "npm"}:${name}\` (${ecosystems.join(", ")}).`;
    throw new UserError(
      `This repository declares no dependency \`${name}\`.`,
      [cure, ...unread(notes)].join(" "),
    );
  }
  return { ecosystem, name, range: "", version: undefined, development: false, manifests: [] };
}

/** A manifest that could not be read may name it. */
function unread(notes: readonly string[]): readonly string[] {
  if (notes.length === 0) return [];
  const more = notes.length > 1 ? ` So it is with ${counted(notes.length - 1, "other file")}.` : "";
  return [`It may stand in a file that was not read: ${notes[0]}${more}`];
}

const didYouMean = (near: readonly string[]): string =>
  `Did you mean ${near.map((one) => `\`${one}\``).join(" or ")}?`;

/** Declared names that contain the word, or differ from it by one letter. */
function nearest(name: string, declared: readonly Dependency[]): readonly string[] {
  const plain = name.toLowerCase();
  return declared
    .map((one) => one.name)
    .filter((one) => one.toLowerCase().includes(plain) || isAlmost(one.toLowerCase(), plain))
    .slice(0, 3);
}

/** One letter added, left out or changed, or two that changed places. */
function isAlmost(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1 || right.length < 4) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start++;
  let end = 0;
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  const [a, b] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && a === [...b].reverse().join(""));
}

const lastPart = (name: string): string => shortName(name).toLowerCase();

const example = (declared: readonly Dependency[]): string =>
  `\`${(declared.find(({ development }) => !development) ?? declared[0])?.name ?? "zod"}\``;
