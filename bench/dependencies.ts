/**
 * What `readDependencies` recognises of repositories, and in which version, against what their package managers say in
 * their own lock files (pnpm, uv, Cargo, Bundler, Composer, Conan). Of other repositories only what is recognised is counted.
 *
 *     npm exec -c 'node bench/dependencies.ts CLONE...'
 *
 * Clones may be bare; what stands at HEAD counts. Names that are missed or have another version are printed below, and
 * of PHP how many packages are recognised by namespaces alone, as in a project without a lock file.
 */
import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import { readComposerNamespaces } from "../src/dependencies/locks/others.ts";
import { leadsTo } from "../src/dependencies/modules.ts";
import { ownBusiness } from "../src/dependencies/private-packages.ts";
import { namesDependencies, readDependencies } from "../src/dependencies/read-dependencies.ts";
import { saysSources } from "../src/web/private-names.ts";
import { lockLists, plainName } from "./dependencies/lock-lists.ts";

const clones = process.argv.slice(2);
if (clones.length === 0) throw new Error("Name the clones; the head of this file says how.");

console.log(
  "| repository | recognised | with a version | of them the project's own business | lock file of | needed | recognised | in a version that it holds |",
);
console.log("|---|--:|--:|--:|---|--:|--:|--:|");
const told = clones.flatMap(measure);
console.log(`\n${told.join("\n")}`);
for (const clone of clones) tellNamespaces(clone);

/** Prints rows, and gives what to look at. */
function measure(clone: string): readonly string[] {
  const { paths, show } = read(clone);
  const files = [...paths]
    .filter((path) => namesDependencies(path) || saysSources(path))
    .map((path) => [path, show(path)!] as const);
  const { dependencies } = readDependencies(files);
  const isOwn = ownBusiness(files);
  const name = nameOf(clone);
  const own = dependencies.filter(isOwn);
  const versioned = dependencies.filter(({ version }) => version !== undefined);
  const found = `| ${name} | ${dependencies.length} | ${versioned.length} | ${own.length} |`;
  const lists = lockLists(show);
  if (lists.length === 0) console.log(`${found} | | | |`);
  return lists.flatMap(({ ecosystem, versions }) => {
    const ours = new Map(
      dependencies
        .filter((one) => one.ecosystem === ecosystem)
        .map((one) => [plainName(ecosystem, one.name), one.version ?? "none"]),
    );
    const known = [...versions].filter(([needed]) => ours.has(needed));
    const right = known.filter(([needed, all]) => all.has(ours.get(needed)!));
    console.log(`${found} ${ecosystem} | ${versions.size} | ${known.length} | ${right.length} |`);
    const missed = [...versions.keys()].filter((needed) => !ours.has(needed));
    const other = known
      .filter((one) => !right.includes(one))
      .map(([needed, all]) => `${needed} ${ours.get(needed)} for ${[...all].join(" ")}`);
    return [...missed.map((one) => `${name} misses ${one}`), ...other.map((one) => `${name} has ${one}`)];
  });
}

function read(clone: string) {
  const git = (...argv: readonly string[]): string =>
    execFileSync("git", ["-C", clone, ...argv], { maxBuffer: 1 << 29, encoding: "utf8" });
  const paths = new Set(git("ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0"));
  const show = (path: string): string | undefined =>
    paths.has(path) ? git("cat-file", "-p", `HEAD:${path}`) : undefined;
  return { paths, show };
}

function nameOf(clone: string): string {
  return basename(clone, ".git").replace("+", "/");
}

/** Of the packages of `composer.lock` those whose name alone leads to a namespace that they fill. */
function tellNamespaces(clone: string): void {
  const lock = read(clone).show("composer.lock");
  if (lock === undefined) return;
  const packages = [...readComposerNamespaces(lock)];
  const led = packages.filter(([name, filled]) =>
    filled.some((one) => leadsTo({ ecosystem: "packagist", name }, `${one}\\Any`)),
  );
  console.log(`${nameOf(clone)}: ${led.length} of ${packages.length} packages by their names alone`);
}
