import type { Declaration } from "../dependency.ts";
import { at, entriesOf } from "../entries.ts";
import { parseYaml } from "../yaml.ts";

const sections = [
  ["dependencies", false],
  ["optionalDependencies", false],
  ["peerDependencies", false],
  ["devDependencies", true],
] as const;

/**
 * Of another place than the registry: a folder, a workspace, a git repository, an archive. Neither ranges nor tags have
 * a slash or a colon, and what begins with a dot or is called like an archive is a file (npm-package-arg).
 */
const elsewhere = /[/\\:]|^\.|\.(?:tgz|tar|tar\.gz)$/i;

/** `package.json`. An alias (`npm:real@^1`) and a patched package stand under their real names. */
export function readPackageJson(text: string): readonly Declaration[] {
  const manifest: unknown = JSON.parse(text);
  return sections.flatMap(([section, development]) =>
    entriesOf(at(manifest, section)).flatMap(([name, written]) =>
      typeof written === "string" ? [{ ...declaration(name, written), development }] : [],
    ),
  );
}

/** `pnpm-workspace.yaml`: ranges that package.json files take with `catalog:` and `catalog:NAME`. */
export function readPnpmWorkspace(text: string): readonly Declaration[] {
  const manifest: unknown = parseYaml(text, "file");
  const catalogs = [["", at(manifest, "catalog")] as const, ...entriesOf(at(manifest, "catalogs"))];
  return catalogs.flatMap(([catalog, entries]) =>
    entriesOf(entries).flatMap(([name, written]) =>
      typeof written === "string"
        ? [{ ...declaration(name, written), development: false, entry: inCatalog(catalog, name) }]
        : [],
    ),
  );
}

function declaration(name: string, written: string): Omit<Declaration, "development"> {
  const catalog = /^catalog:(.*)$/.exec(written);
  if (catalog) return { name, range: "", listedAs: inCatalog(catalog[1]!, name) };
  // Yarn escapes what stands before the patch's own address.
  const patched = /^patch:(@?[^@]+)@([^#]*)/.exec(written.replace(/%3A/gi, ":").replace(/%2F/gi, "/"));
  if (patched) return declaration(patched[1]!, patched[2]!);
  const plain = written.replace(/^npm:(?=[\^~<>=*]|v?\d+(?:\.|$)|latest$)/, "");
  const alias = /^npm:(@?[^@]+)(?:@(.*))?$/.exec(plain);
  if (alias) return { name: alias[1]!, range: alias[2] ?? "" };
  if (elsewhere.test(plain)) return { name, range: "", elsewhere: true };
  return { name, range: plain === "*" ? "" : plain };
}

const inCatalog = (catalog: string, name: string): string => `${catalog.trim() || "default"} ${name}`;
