import { type Declaration, nameKey } from "../dependency.ts";
import { fill, firstOf, type Words } from "../words.ts";
import { type BareDeclaration, homeOf, packageOfC, versionOf } from "./packages-of-c.ts";

const isFinder = /(?:^|\/)Find\w+\.cmake$/;

const command = /\b(find_package|FetchContent_Declare|CPM(?:Add|Find)Package|ExternalProject_Add)[ \t]*\(/gi;
/** Longer ones nobody writes; nothing in one that does not end is read. */
const mostCharacters = 3_000;

/**
 * `CMakeLists.txt` and `*.cmake`, read and never executed: packages that it finds, and those that it fetches from a
 * public address, with the version that a tag or an archive's name says. Conditions do not count.
 */
export function readCmake(text: string, path: string, words: Words): readonly Declaration[] {
  const plain = withoutComments(text);
  const known = firstOf(saidIn(plain), words);
  const found: Declaration[] = [];
  const search = new RegExp(command);
  for (let match = search.exec(plain); match; match = search.exec(plain)) {
    const end = plain.indexOf(")", search.lastIndex);
    const last = Math.min(end < 0 ? plain.length : end, search.lastIndex + mostCharacters);
    const args = argumentsOf(plain.slice(search.lastIndex, last)).map((one) => fill(one, known));
    search.lastIndex = last;
    const finds = /^find_package$/i.test(match[1]!);
    const one = finds ? foundPackage(args) : fetched(args);
    // What a package's finder needs is the package's affair.
    if (one !== undefined && !(finds && isFinder.test(path))) found.push(...packageOfC(one, path));
  }
  return found;
}

/** What `set` gives a name to. */
export const cmakeWords = (text: string): Words => saidIn(withoutComments(text));

function saidIn(plain: string): Words {
  const said = /\bset[ \t]*\([ \t]*(\w{1,100})[ \t]+"?([^\s")]{1,200})/gi;
  return new Map([...plain.matchAll(said)].map(([, name, value]) => [name!, value!]));
}

/** A stroke in quotes begins no comment; quotes end with their line here. */
const withoutComments = (text: string): string =>
  text.replace(/"[^"\n]*"|#\[\[[\s\S]*?(?:\]\]|$)|#.*/g, (found) => (found.startsWith("#") ? " " : found));

const argumentsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([whole, quoted]) => quoted ?? whole);

/** It is there already, in whatever version is at least the one that is said. */
function foundPackage([said = "", second = "", ...rest]: readonly string[]): BareDeclaration {
  // So vcpkg marks configurations that the library itself does not have.
  const name = said.replace(/^unofficial-/, "");
  const version = /^(\d+(?:\.\d+)*)(?:\.\.\..*)?$/.exec(second)?.[1];
  if (version === undefined) return { name, range: "", listedAs: nameKey("cpp", name) };
  return { name, range: rest.includes("EXACT") ? version : `>=${version}` };
}

/** What CPM takes in short: `gh:owner/name@1.2.3`, `gh:owner/name#v1.2.3`, an address with either. */
const short = /^(?:(gh|gl|bb):(?=[\w.-]+\/)|(?=https?:))([^@#\s]+)(?:[@#](\S+))?$/;
const hosts = { gh: "github.com", gl: "gitlab.com", bb: "bitbucket.org" } as const;

function fetched(args: readonly string[]): BareDeclaration | undefined {
  const after = (key: string): string | undefined =>
    args.includes(key) ? args[args.indexOf(key) + 1] : undefined;
  const uri = after("URI") ?? (args.length === 1 ? args[0] : undefined);
  const [, host, place, tag] = short.exec(uri ?? "") ?? [];
  const onHub = after("GITHUB_REPOSITORY");
  const address =
    (place && (host ? `https://${hosts[host as keyof typeof hosts]}/${place}` : place)) ??
    (onHub && `https://github.com/${onHub}`) ??
    after("GIT_REPOSITORY") ??
    after("URL");
  if (address === undefined || address.includes("$")) return undefined;
  const home = homeOf(address);
  const called = uri === undefined && args[0] !== "NAME" ? args[0] : undefined;
  const name = after("NAME") ?? called ?? home?.split("/").at(-1) ?? "";
  if (home === undefined) return { name, range: "", elsewhere: true };
  const version = versionOf(after("VERSION") ?? tag ?? after("GIT_TAG") ?? address.slice(home.length));
  return {
    name,
    home,
    range: version ?? "",
    ...(version === undefined && { listedAs: nameKey("cpp", name) }),
  };
}
