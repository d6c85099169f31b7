import { isTestPath } from "../graph/test-names.ts";
import { words } from "../retrieval/words.ts";
import { weighWords } from "./keywords.ts";
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
  /** Name and description. */
  readonly about: string;
  /** As it is read by people; undefined where there is none. */
  readonly readme: string | undefined;
  readonly files: readonly { readonly path: string; readonly bytes: number | undefined }[];
}

/** What makes a path worth reading, added up. Chosen by hand for the paper's failures, see docs/references.md. */
const worth = {
  example: 3,
  exampleOfLibrary: 2,
  test: -1.5,
  testOfLibrary: 1.5,
  notebook: 1,
  named: 1.5,
  run: 2,
  word: 1.2,
  carries: 1,
  inner: -2,
  shell: -0.5,
  depth: -0.35,
  large: -2,
  tiny: -1.5,
};
/** Bytes: fewer only join parts, more mean nothing alone. */
const sizes = { tiny: 300, large: 60_000 };

/** Somebody else's code, what a tool wrote, or no code to learn from. */
const foreign =
  /(?:^|\/)(?:node_modules|vendor|third_party|site-packages|venv|\.?env|\.venv|dist|build|out|target|__pycache__|bower_components|migrations|\.git|\.github|\.idea|locale|static\/(?:lib|vendor|admin))\/|\.min\.js$|[._]pb2?\.|\.generated\.|\.d\.ts$/i;
const example =
  /(?:^|\/)(?:examples?|samples?|demos?|tutorials?|quick.?start|playground|cookbook|notebooks?)(?:\/|[-_.]|$)|[-_.](?:example|sample|demo|tutorial)s?\.[a-z]+$/i;
/** What tries a program out, besides what is called a test. */
const trial = /(?:^|[/._-])(?:e2e|smoke|bench(?:mark)?s?)[/._-]/i;
/** Files in which a function of a program stands, by the names that frameworks and people give them. */
const carrying =
  /^(?:views?|routes?|router|handlers?|controllers?|requests?|service|services|cli|gui|ui|app|application|client|api|core|server|main|index|home|commands?|player|bot|window)$/i;
/** Modules that only serve others, and files that only set things up. */
const inner =
  /^(?:__init__|__main__|setup|conf|config|configs|configuration|settings?|constants?|const|consts|utils?|helpers?|common|types?|typing|exceptions?|errors?|version|_version|models?|schemas?|serializers?|forms?|urls|admin|apps|wsgi|asgi|manage|conftest|base|logger|logging|log|enums?|interfaces?|extensions|database|db|gulpfile|gruntfile|webpack.*|rollup.*|vite\.config|jest\.config|babel\.config|eslint.*|prettier.*|tailwind.*|postcss.*|karma.*|next\.config|tsup\.config|vitest\.config|build|mod|lib|doc|package-info|seed|seeds|migrate|migration|fixtures?|create_?db|init_?db)$/i;
/** Starts a program and does nothing of it. */
const shell = /^(?:main|run|start|index|manage|wsgi|server|launcher|bin|boot|bootstrap)$/i;

/**
 * Ranks the source files of a repository by README and paths alone, best first. Examples, demos, notebooks and tests
 * before inner modules: they show the use (the paper's `func.py` failure).
 */
export function rankFiles({
  request,
  language,
  about,
  readme = "",
  files,
}: FileQuestion): readonly RankedFile[] {
  const sources = files.filter(({ path }) => isSource(path, language) && !foreign.test(path));
  const paths = files.map(({ path }) => path);
  const library = isLibrary(`${about}\n${readme.slice(0, opening)}`, paths);
  const asked = weighWords(request);
  const heaviest = asked[0]?.weight ?? 1;
  return sources
    .map(({ path, bytes }): RankedFile => {
      const stem = stemOf(path);
      const reasons: string[] = [];
      let score = 0;
      const add = (value: number, reason?: string): void => {
        score += value;
        if (reason !== undefined) reasons.push(reason);
      };
      const isExample = example.test(path);
      const isTest = !isExample && (isTestPath(path) || trial.test(path));
      if (isExample) add(worth.example + (library ? worth.exampleOfLibrary : 0), "an example");
      if (isTest) add(library ? worth.testOfLibrary : worth.test, "a test");
      if (path.endsWith(".ipynb")) add(worth.notebook, "a notebook");
      const said = mention(readme, path);
      if (said === "run") add(worth.run, "the README runs it");
      else if (said === "named") add(worth.named, "the README names it");
      const own = new Set(words(path.replace(/\.[^./]*$/, "")));
      const hits = asked.filter(({ parts }) => parts.every((part) => own.has(part)));
      if (hits.length > 0)
        add(
          worth.word * Math.min(2, hits.reduce((sum, { weight }) => sum + weight, 0) / heaviest),
          `its path says ${hits
            .slice(0, 3)
            .map(({ spelling }) => spelling)
            .join(", ")}`,
        );
      if (carrying.test(stem)) add(worth.carries);
      if (inner.test(stem) && !isExample) add(worth.inner);
      if (shell.test(stem) && sources.length > 3) add(worth.shell);
      add(worth.depth * (path.split("/").length - 1));
      if (bytes !== undefined && bytes > sizes.large) add(worth.large);
      if (bytes !== undefined && bytes < sizes.tiny) add(worth.tiny);
      return { path, score, reasons, showsUse: library && (isExample || isTest) };
    })
    .sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
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
  const isProgram = saysProgram.test(about);
  return installable && !isProgram && (saysLibrary.test(about) || paths.some((path) => example.test(path)));
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

const stemOf = (path: string): string =>
  path
    .split("/")
    .at(-1)!
    .replace(/\.[^.]*$/, "");
