import type { Locked } from "../dependency.ts";
import { at, collect, entriesOf, textOf } from "../entries.ts";
import { parseYaml } from "../yaml.ts";

/** `package-lock.json` of every version: what stands at the top, where the project itself finds it. */
export function readPackageLock(text: string): Locked {
  const lock: unknown = JSON.parse(text);
  const packages = entriesOf(at(lock, "packages")).flatMap(([place, one]) => {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1];
    const version = textOf(at(one, "version"));
    return name !== undefined && version !== undefined
      ? [[textOf(at(one, "name")) ?? name, version] as const]
      : [];
  });
  const older = entriesOf(at(lock, "dependencies")).flatMap(([name, one]) => {
    const version = textOf(at(one, "version"));
    return version === undefined ? [] : [[name, version] as const];
  });
  return collect(packages.length > 0 ? packages : older);
}

/** `yarn.lock`, of the first Yarn and of its successors: read by lines, because both forms share them. */
export function readYarnLock(text: string): Locked {
  const found: [string, string][] = [];
  let names: readonly string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\S.*:$/.test(line) && !line.startsWith("#"))
      names = line
        .slice(0, -1)
        .split(",")
        .flatMap((entry) => /^\s*"?(@?[^@"\s]+)@/.exec(entry)?.[1] ?? []);
    const version = /^\s{2}version:? "?([^"\s]+)"?$/.exec(line)?.[1];
    if (version !== undefined && version !== "0.0.0-use.local")
      for (const name of new Set(names)) found.push([name, version]);
  }
  return collect(found);
}

/**
 * `pnpm-lock.yaml`: the versions that the projects of the workspace use. Only that part of the file is parsed, for
 * the rest can be megabytes.
 */
export function readPnpmLock(text: string): Locked {
  const part =
    /^(?:importers|dependencies|devDependencies|optionalDependencies):[^\S\n]*\n(?:(?:[ \t].*)?(?:\n|$))*/gm;
  const lock: unknown = parseYaml([...text.matchAll(part)].join("\n"), "part");
  const projects = [lock, ...entriesOf(at(lock, "importers")).map(([, project]) => project)];
  const kinds = ["dependencies", "devDependencies", "optionalDependencies"];
  return collect(
    projects.flatMap((project) =>
      kinds.flatMap((kind) =>
        entriesOf(at(project, kind)).flatMap(([name, one]) => {
          const written = textOf(one) ?? textOf(at(one, "version"));
          const version = /^\d[^(_/]*/.exec(written ?? "")?.[0];
          return version === undefined ? [] : [[name, version] as const];
        }),
      ),
    ),
  );
}

/** `bun.lock`: what stands at the top; what a package has for itself stands behind its name. */
export const readBunLock = (text: string): Locked =>
  collect(
    [...text.matchAll(/^ {4}"((?:@[^/"]+\/)?[^/"]+)": \["(@?[^@"]+)@(\d[^"]*)"/gm)].map(
      ([, , name, version]) => [name!, version!] as const,
    ),
  );

/** `deno.lock`: which version stands for each specifier; peers stand behind it. */
export const readDenoLock =
  (registry: "npm" | "jsr") =>
  (text: string): Locked => {
    const lock: unknown = JSON.parse(text);
    const specifiers = at(lock, "specifiers") ?? at(lock, "packages", "specifiers");
    return collect(
      entriesOf(specifiers).flatMap(([specifier, said]) => {
        const [, of, name] = /^(npm|jsr):((?:@[^/@]+\/)?[^@]+)/.exec(specifier) ?? [];
        // Earlier files say the whole name once more.
        const version = /(?:^|@)(\d[^_@]*)(?:_.*)?$/.exec(textOf(said) ?? "")?.[1];
        return of === registry && version !== undefined ? [[name!, version] as const] : [];
      }),
    );
  };
