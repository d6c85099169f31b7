/** Reads tsconfig.json and package.json as far as they say where modules are. Both are untrusted text. */
import { isObject } from "../../source/json-object.ts";
import { plainJson } from "../../source/json-with-comments.ts";
import { folderOf, joinPath } from "../../source/paths.ts";

export interface Manifest {
  /** The folder in which it stands. */
  readonly folder: string;
  readonly name: string | undefined;
  /** Entry files, likeliest source first. */
  readonly entries: readonly string[];
  readonly exports: unknown;
  readonly imports: unknown;
}

export interface PathMap {
  /** Folder to which the targets are relative. */
  readonly folder: string;
  /** Pattern with at most one `*`, to targets. */
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[];
  /** Folder in which bare names are looked for; undefined without `baseUrl`. */
  readonly base: string | undefined;
}

export function readManifest(path: string, text: string): Manifest | undefined {
  const manifest = parseObject(text);
  if (!manifest) return undefined;
  const entries = ["source", "types", "typings", "module", "main", "browser"].map((key) => manifest[key]);
  return {
    folder: folderOf(path),
    name: typeof manifest["name"] === "string" ? manifest["name"] : undefined,
    entries: entries.filter((entry): entry is string => typeof entry === "string"),
    exports: manifest["exports"],
    imports: manifest["imports"],
  };
}

/** The path mapping of a tsconfig.json, with that of the configurations it extends; without one that of those it is split into. */
export function readPathMap(
  path: string,
  files: ReadonlyMap<string, string>,
  depth = 0,
): PathMap | undefined {
  const config = parseObject(files.get(path) ?? "");
  if (!config || depth > 5) return undefined;
  const folder = folderOf(path);
  const options = isObject(config["compilerOptions"]) ? config["compilerOptions"] : {};
  const base = typeof options["baseUrl"] === "string" ? joinPath(folder, options["baseUrl"]) : undefined;
  const inherited = extended(config["extends"])
    .map((name) => joinPath(folder, name))
    .flatMap(
      (target) =>
        readPathMap(target, files, depth + 1) ?? readPathMap(`${target}.json`, files, depth + 1) ?? [],
    )
    .at(-1);
  if (!isObject(options["paths"])) {
    const known = inherited ?? parts(config["references"], folder, files, depth + 1);
    return base === undefined ? known : { folder: base, paths: known?.paths ?? [], base };
  }
  const paths = Object.entries(options["paths"]).map(
    ([pattern, targets]) =>
      [
        pattern,
        Array.isArray(targets) ? targets.filter((one): one is string => typeof one === "string") : [],
      ] as const,
  );
  return { folder: base ?? folder, paths, base: base ?? inherited?.base };
}

/** Of `tsconfig.json` without files of its own, as tools for the browser write it: `tsconfig.app.json` beside it. */
function parts(
  references: unknown,
  folder: string,
  files: ReadonlyMap<string, string>,
  depth: number,
): PathMap | undefined {
  const named = Array.isArray(references) ? references.slice(0, 20) : [];
  const maps = named.flatMap((one) => {
    const path: unknown = isObject(one) ? one["path"] : undefined;
    const target = typeof path === "string" && path.endsWith(".json") ? joinPath(folder, path) : undefined;
    const map =
      target === undefined || folderOf(target) !== folder ? undefined : readPathMap(target, files, depth);
    return map ? [map] : [];
  });
  return maps.find(({ paths }) => paths.length > 0) ?? maps[0];
}

/** What a pattern with one `*` leaves for the star; undefined where it does not match. */
export function starMatch(pattern: string, text: string): string | undefined {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === text ? "" : undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  if (text.length < before.length + after.length) return undefined;
  return text.startsWith(before) && text.endsWith(after)
    ? text.slice(before.length, text.length - after.length)
    : undefined;
}

/** The files that an `exports` or `imports` field names for a subpath, best condition first. */
export function fieldTargets(field: unknown, subpath: string): readonly string[] {
  if (typeof field === "string" || Array.isArray(field)) return subpath === "." ? conditions(field, 0) : [];
  if (!isObject(field)) return [];
  const keys = Object.keys(field);
  if (!keys.some((key) => key.startsWith(".") || key.startsWith("#")))
    return subpath === "." ? conditions(field, 0) : [];
  const exact = Object.hasOwn(field, subpath) ? conditions(field[subpath], 0) : [];
  if (exact.length > 0) return exact;
  return keys.flatMap((key) => {
    const star = key.includes("*") ? starMatch(key, subpath) : undefined;
    return star === undefined ? [] : conditions(field[key], 0).map((target) => target.replaceAll("*", star));
  });
}

function conditions(value: unknown, depth: number): readonly string[] {
  if (depth > 6) return [];
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((one) => conditions(one, depth + 1));
  if (!isObject(value)) return [];
  const rank = (key: string): number => (usualCondition.test(key) ? 0 : 1);
  const ranked = Object.entries(value).sort(([a], [b]) => rank(a) - rank(b));
  return ranked.flatMap(([, one]) => conditions(one, depth + 1));
}

/** What holds wherever code is compiled or run by Node; `development` or `react-server` holds where somebody asks for it. */
const usualCondition = /^(?:types(?:@.*)?|import|require|node|module|module-sync|default)$/;

const extended = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === "string" && one.startsWith("."),
  );

/** JSON as people write it in tsconfig.json: with comments and commas too many. Undefined where it is none. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(plainJson(text.replace(/^\uFEFF/, "")));
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
