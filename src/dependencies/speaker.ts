import { pathMark } from "../graph/notation/chain-steps.ts";
import type { ImportFact, Outline } from "../graph/outline.ts";
import { memo } from "../source/memo.ts";
import { isSpokenInC, speakerOfC } from "./c-names.ts";
import { lettersOf } from "./letters.ts";

/** What the rest of the repository says of a package's names. */
export interface Seen {
  readonly packageName: string;
  /** See `foreignNames`. */
  readonly foreign: () => ReadonlySet<string>;
  /** Classes and functions that the repository defines. */
  readonly made: () => ReadonlySet<string>;
}

/** Longer chains are the project's own affair: `app.get` tells, `app.get.a.b` does not tell more. */
const mostParts = 3;

/** A chain as people say it, without calls and indices; undefined where it does not belong to the package. */
export type Speaker = (chain: string) => string | undefined;

/** How one file speaks of a package: by what it imports, and by the variables that were made of it. */
export function speakerOf(outline: Outline, imports: readonly ImportFact[], seen: Seen): Speaker {
  const heads = new Map<string, string>();
  const brought = memo<void, readonly Meaning[]>(() => broughtUnnamed(outline, seen));
  for (const one of imports)
    for (const [head, meaning] of named(one, outline, brought)) heads.set(head, meaning);
  // A crate needs no `use` to be named.
  const crate = seen.packageName.replaceAll("-", "_");
  if (outline.language === "rust") heads.set(crate, crate);
  const speaks = speakerOfC(seen.packageName);
  const byHead: Speaker = cFamily.has(outline.language)
    ? (chain) => spokenInC(chain, heads, speaks)
    : (chain) => spoken(chain, heads);
  const speaker: Speaker = rubies.has(outline.language)
    ? (chain) => byConstant(chain, seen.packageName) ?? byHead(chain)
    : byHead;
  const doubtful = cFamily.has(outline.language) ? madeTwice(outline.bindings) : noNames;
  // `app = express()`, `session = requests.Session()`: what is called on them belongs to the package as well.
  for (const { name, value, type } of outline.bindings) {
    const made = value === undefined ? undefined : speaker(makerIn(value));
    const known = made !== undefined && isGiven(value!) ? name : made;
    const meaning = known ?? (type === undefined ? undefined : speaker(type.replace(/^[&*]+/, "")));
    if (meaning !== undefined && !heads.has(name) && !doubtful.has(name)) heads.set(name, meaning);
  }
  return speaker;
}

const noNames: ReadonlySet<string> = new Set();

/** Short names as `it` and `ret`, which other functions of a file give to other things. */
function madeTwice(bindings: Outline["bindings"]): ReadonlySet<string> {
  const [seen, twice] = [new Map<string, string>(), new Set<string>()];
  for (const { name, value = "", type = "" } of bindings) {
    const made = type === "" ? value : type;
    if (made !== (seen.get(name) ?? made)) twice.add(name);
    seen.set(name, made);
  }
  return twice;
}

/** The head is replaced by what it stands for. */
function spoken(chain: string, heads: ReadonlyMap<string, string>): string | undefined {
  const [head = "", ...path] = headOf(chain).split("::");
  const meaning = heads.get(head);
  return meaning === undefined ? undefined : plain([meaning, ...path].join(".") + afterHead(chain));
}

const rubies = new Set(["ruby", "erb"]);

/** Ruby's constants say whose they are, wherever they were required: `Rack::Protection` of `rack-protection`. */
function byConstant(chain: string, packageName: string): string | undefined {
  const constants = /^(?:::)?[A-Z]\w*(?:(?:\.|::)[A-Z]\w*)*/.exec(chain)?.[0].split(/\.|::/) ?? [];
  const wanted = lettersOf(packageName);
  const ours = constants.some((_, at) => lettersOf(constants.slice(0, at + 1).join("")) === wanted);
  return ours ? plain(chain.replace(/^::/, "").replaceAll("::", ".")) : undefined;
}

/**
 * An operator is called by its sign, so it is no name that anybody looks for; what stands before it is. Of a long chain
 * the modules before a class are left out (`CliRunner.invoke` of `click.testing.CliRunner.invoke`).
 */
function plain(chain: string): string {
  const parts = chain
    .replace(/\.__(?!init__|call__|enter__|exit__)\w+__(?=[.([]|$).*$/, "")
    .replace(/\([^)]*\)|\[[^\]]*\]/g, "")
    .split(".");
  const ofClass = parts.findIndex((part) => /^[A-Z]/.test(part));
  const told = parts.length > mostParts && ofClass > 0 ? parts.slice(ofClass) : parts;
  return told.slice(0, mostParts).join(".");
}

/**
 * Whether a value is what a callback is given: `res` of `app.get("/", (req, res) => res.send(1))`. It goes by its own
 * name, as in documentation (`res.send`): `app.get.send` is no call of anything.
 */
const isGiven = (value: string): boolean => /\[[^\]]*:\d+\]$/.test(value);

/** What is set up by a long chain (`new Command().name().version()`) is still of the class that it begins with. */
function makerIn(value: string): string {
  const maker = /^[A-Z]\w*(?=\()/.exec(value)?.[0];
  return isToldBefore(value) ? (maker ?? "") : value;
}

/** Whether a chain is told by a call that it begins with: `program.name().usage().option()` is another place of neither. */
export function isToldBefore(chain: string): boolean {
  const parts = chain.replace(/\([^)]*\)/g, "()").split(".");
  return parts.length > mostParts && parts[mostParts - 1]!.endsWith("()");
}

type Meaning = readonly [head: string, meaning: string];

/** `brought`: what an import brings that names nothing; the same for each of them. */
function named(one: ImportFact, outline: Outline, brought: () => readonly Meaning[]): readonly Meaning[] {
  const { kind, from, name, as } = one;
  if (kind === "name" && as !== undefined) return [[as, name ?? as]];
  if (kind === "default" && as !== undefined) return [[as, as]];
  if (kind === "module" && as !== undefined) return [[as, as]];
  if (kind === "module" && outline.language === "go") return [goPackage(from)];
  return kind === "module" ? required(from, outline) : brought();
}

function broughtUnnamed(outline: Outline, seen: Seen): readonly Meaning[] {
  if (cFamily.has(outline.language)) return included(outline, seen);
  return rubies.has(outline.language) ? [] : unnamed(outline, seen);
}

/** The package's own name is by custom the last folder, without a major version and what marks it as Go's. */
function goPackage(from: string): Meaning {
  const folders = from.split("/");
  const last = /^v\d+$/.test(folders.at(-1)!) ? folders.at(-2)! : folders.at(-1)!;
  const name = last.replace(/^go-|\.v\d+$|-go$/g, "");
  return [name, name];
}

/** `const express = require("express")`; `import requests` binds the same name. */
function required(from: string, { bindings }: Outline): readonly Meaning[] {
  const last = from.split(/[/.]/).at(-1) ?? from;
  const same = bindings.find(
    ({ name, value }) => value === "require()" && lettersOf(name) === lettersOf(last),
  );
  return same === undefined ? [] : [[same.name, same.name]];
}

const cFamily = new Set(["c", "cpp"]);

/**
 * A header brings names without saying which: those that begin as the package does, types that stand for them, and,
 * where its namespace is opened, types that nobody else may have brought.
 */
function included(outline: Outline, seen: Seen): readonly Meaning[] {
  const own = seen.made();
  const speaks = speakerOfC(seen.packageName);
  const bound = new Set(outline.bindings.map(({ name }) => name));
  const types = outline.definitions.flatMap(({ name, alias }): readonly Meaning[] =>
    alias !== undefined && speaks(alias) ? [[name, alias.split("<", 1)[0]!.replaceAll("::", ".")]] : [],
  );
  const said = [
    ...outline.references.map(({ chain }) => chain),
    ...outline.bindings.flatMap(({ type, value }) => [type ?? "", value ?? ""]),
  ];
  const heads = said.flatMap((chain): readonly Meaning[] => {
    const [head = ""] = chain.split(/[.:<([&*]/, 1);
    return own.has(head) || bound.has(head) || !speaks(chain) ? [] : [[head, head]];
  });
  const opened = outline.imports.find(({ ofNamespace, from }) => ofNamespace && speaks(from));
  return [...(opened ? membersOf(opened.from, outline, seen) : []), ...heads, ...types];
}

/** What a file that opens a namespace may have from it. Names in capitals alone are macros and belong to none. */
function membersOf(namespace: string, outline: Outline, seen: Seen): readonly Meaning[] {
  const before = namespace.replaceAll("::", ".");
  return unnamed(outline, seen)
    .filter(([head]) => /[a-z]/.test(head) && !isSpokenInC(head))
    .map(([head]) => [head, `${before}.${head}`]);
}

/** Of a namespace that several packages share each has its part; what a template is given does not count. */
function spokenInC(
  chain: string,
  heads: ReadonlyMap<string, string>,
  speaks: (chain: string) => boolean,
): string | undefined {
  const bare = chain.split("<", 1)[0]!.replaceAll("::", ".");
  const head = writtenHead(bare);
  return heads.get(head) === head && !speaks(bare) ? undefined : spoken(bare, heads);
}

/** All of the package is imported: capitalised names that only files use which import it. */
const unnamed = (outline: Outline, { foreign }: Seen): readonly Meaning[] =>
  headsOf(outline)
    .filter((head) => foreign().has(head))
    .map((head) => [head, head]);

const heads = new WeakMap<Outline, readonly string[]>();

/** What the chains of a file begin with, each once; asked for every package. */
function headsOf(outline: Outline): readonly string[] {
  const known = heads.get(outline) ?? [...new Set(outline.references.map(({ chain }) => headOf(chain)))];
  heads.set(outline, known);
  return known;
}

const writtenHead = (chain: string): string => /^[^.([]+/.exec(chain)?.[0] ?? "";

/** Without what a chain says behind the name that a path begins with. */
function headOf(chain: string): string {
  const head = writtenHead(chain).replace(/^\\/, "");
  return head.endsWith(pathMark) ? head.slice(0, -pathMark.length) : head;
}

const afterHead = (chain: string): string => chain.slice(writtenHead(chain).length);

/**
 * Names that may come from a package of which everything is imported: capitalised, made nowhere in the repository,
 * and used by no file that does not import it.
 */
export function foreignNames(importing: readonly Outline[], others: readonly Outline[]): ReadonlySet<string> {
  const known = new Set(
    // What is bound is made here, too: a property, a constant.
    [...importing, ...others].flatMap((one) => [...one.definitions, ...one.bindings].map(({ name }) => name)),
  );
  for (const other of others) for (const head of headsOf(other)) known.add(head);
  return new Set(importing.flatMap(headsOf).filter((head) => /^[A-Z]/.test(head) && !known.has(head)));
}
