import { familiesIn, family } from "./family.ts";
import { type FileRole, isExamplePath, isForeign, roleReader, stemOf } from "./file-role.ts";
import { type WeighedWord, weighWords } from "./keywords.ts";
import { isSource } from "./language.ts";

export interface RankedFile {
  readonly path: string;
  readonly score: number;
  /** What speaks for it, in our own words; empty where nothing but its place does. */
  readonly reasons: readonly string[];
  /** Whether it shows how a library is used: an example or a test of one. */
  readonly showsUse: boolean;
}

export interface FileQuestion {
  readonly request: string;
  readonly language: string | undefined;
  /** Of the repository, without its owner. */
  readonly name: string;
  /** Name and description. */
  readonly about: string;
  /** As it is read by people; undefined where there is none. */
  readonly readme: string | undefined;
  readonly files: readonly { readonly path: string; readonly bytes: number | undefined }[];
  /** Where that is known, and need not be told by what the repository has. */
  readonly library?: true;
}

/**
 * What makes a path worth reading, added up. Fitted to labelled repositories and rounded, an example of a library
 * excepted, which is what the paper's failures ask for; how well it does on requests that it was not fitted to stands in
 * bench/results/reference-search.md.
 */
const worth = {
  exampleOfLibrary: 1.5,
  example: 0.3,
  testOfLibrary: -0.3,
  test: -1.3,
  named: 0.6,
  run: 0.4,
  word: 0.85,
  nameWord: 0.9,
  nameFolder: 0.9,
  front: 2.5,
  frontFolder: 0.6,
  working: 1.5,
  entry: 0.65,
  inner: -1.45,
  data: -0.2,
  helperFolder: -0.9,
  aside: -0.75,
  depth: -0.3,
  size: 1,
  large: -3,
  tiny: -1,
};
/** Bytes: of fewer only join parts, of more a step more says nothing, and the largest mean nothing alone. */
const sizes = { tiny: 300, small: 200, enough: 11_000, large: 60_000 };

/**
 * Ranks the source files of a repository by README and paths alone, best first. Examples, demos and notebooks of a
 * library before its inner modules, for they show the use (the paper's `func.py` failure); of a program the file in which
 * people meet the asked function before what starts, configures or keeps it.
 */
export function rankFiles(question: FileQuestion): readonly RankedFile[] {
  const { request, language, name, about, readme = "", files } = question;
  const paths = files.map(({ path }) => path);
  const library = question.library ?? isLibrary(`${about}\n${readme.slice(0, opening)}`, paths);
  const asked = weighWords(request).map((word) => ({ ...word, parts: word.parts.map(family) }));
  const nameWords = new Set(familiesIn(name));
  const roleIn = roleReader(request, library ? "library" : "program");
  return files
    .filter(({ path }) => isSource(path, language) && !isForeign(path))
    .map(({ path, bytes }): RankedFile => {
      const role = roleIn(path);
      const said = mention(readme, path);
      const hits = hitsIn(path, asked);
      const score =
        worthOfRole(role, library) +
        (said === undefined ? 0 : worth[said]) +
        worth.word * hits.share +
        worthOfName(path, nameWords) +
        worthOfSize(bytes);
      const reasons = [
        ...(role.example ? ["an example"] : role.test ? ["a test"] : []),
        ...(said === "run" ? ["the README runs it"] : said === "named" ? ["the README names it"] : []),
        ...(hits.words.length > 0 ? [`its path says ${hits.words.slice(0, 3).join(", ")}`] : []),
      ];
      return { path, score, reasons, showsUse: library && (role.example || role.test) };
    })
    .sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
}

function worthOfRole(role: FileRole, library: boolean): number {
  const { example, test, depth } = role;
  const shown = example ? (library ? worth.exampleOfLibrary : worth.example) : 0;
  const tried = test ? (library ? worth.testOfLibrary : worth.test) : 0;
  const parts = [
    "front",
    "frontFolder",
    "working",
    "entry",
    "inner",
    "data",
    "helperFolder",
    "aside",
  ] as const;
  return parts.reduce(
    (sum, part) => sum + (role[part] ? worth[part] : 0),
    shown + tried + worth.depth * depth,
  );
}

/** The request's words in a path, by their weight; two of the heaviest are enough. */
function hitsIn(path: string, asked: readonly WeighedWord[]) {
  const own = new Set(familiesIn(path.replace(/\.[^./]*$/, "")));
  const hits = asked.filter(({ parts }) => parts.every((part) => own.has(part)));
  const heaviest = asked[0]?.weight ?? 1;
  return {
    share: Math.min(2, hits.reduce((sum, { weight }) => sum + weight, 0) / heaviest),
    words: hits.map(({ spelling }) => spelling),
  };
}

/** What a repository is called after stands in what is called like it. */
function worthOfName(path: string, nameWords: ReadonlySet<string>): number {
  const inStem = familiesIn(stemOf(path)).filter((word) => nameWords.has(word)).length;
  const folders = path.split("/").slice(0, -1).join(" ");
  const inFolder = familiesIn(folders).some((word) => nameWords.has(word));
  return worth.nameWord * Math.min(2, inStem) + (inFolder ? worth.nameFolder : 0);
}

/** Nothing where the size is not known. */
function worthOfSize(bytes: number | undefined): number {
  if (bytes === undefined) return 0;
  const steps = Math.log(Math.min(sizes.enough, Math.max(bytes, sizes.small)) / sizes.small);
  return worth.size * steps + (bytes > sizes.large ? worth.large : 0) + (bytes < sizes.tiny ? worth.tiny : 0);
}

/** Characters of a README in which it says what it is. */
const opening = 600;
const saysLibrary =
  /\b(?:library|libraries|package|module|wrapper|bindings?|sdk|api client|client for|framework|plugin|toolkit|middleware|component|parser|decorators?)\b/i;
const saysProgram =
  /\b(?:app|application|game|website|web ?site|dashboard|command[- ]line (?:tool|utility|interface)|terminal|cli|tui|gui|bot|program|desktop)\b/i;
const manifests = [
  "setup.py",
  "setup.cfg",
  "pyproject.toml",
  "package.json",
  "cargo.toml",
  "go.mod",
  "pom.xml",
  "composer.json",
];

/**
 * Whether a repository is made to be called by other programs: it can be installed, does not call itself a program, and
 * calls itself a library or brings examples.
 */
export function isLibrary(about: string, paths: readonly string[]): boolean {
  const top = new Set(paths.filter((path) => !path.includes("/")).map((path) => path.toLowerCase()));
  const installable =
    manifests.some((name) => top.has(name)) || [...top].some((name) => name.endsWith(".gemspec"));
  if (!installable || saysProgram.test(about)) return false;
  return saysLibrary.test(about) || isLaidOutAsLibrary(top, paths) || paths.some(isExamplePath);
}

/** Go and Rust say by the place of their files that there is nothing to start. */
function isLaidOutAsLibrary(top: ReadonlySet<string>, paths: readonly string[]): boolean {
  if (top.has("go.mod")) return [...top].some((name) => name.endsWith(".go")) && !top.has("main.go");
  return top.has("cargo.toml") && paths.includes("src/lib.rs") && !paths.includes("src/main.rs");
}

/** Whether the README runs a file (`python clock.py`) or names it, by its path or by a name that says enough. */
function mention(readme: string, path: string): "run" | "named" | undefined {
  const name = path.split("/").at(-1)!;
  for (const spelled of new Set([path, name])) {
    const at = readme.indexOf(spelled);
    if (at < 0) continue;
    const before = readme.slice(Math.max(0, at - 40), at);
    return /(?:python3?|node|ruby|php|go run|bash|sh|streamlit run|tsx?|deno run|npx)\s+(?:-\S+\s+)?\.?\/?\S*$/i.test(
      before,
    )
      ? "run"
      : "named";
  }
  return undefined;
}
