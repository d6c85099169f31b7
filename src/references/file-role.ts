/** What the path of a source file says about its part in a repository, by the names that frameworks and people give. */

import { isTestPath } from "../graph/tests/test-names.ts";
import { familiesIn } from "./family.ts";

export interface FileRole {
  /** Made to show how a thing is used: an example, demo, sample, tutorial, notebook. */
  readonly example: boolean;
  readonly test: boolean;
  /** Where people meet the program: a view, a command, a window, a route; of itself or of its folder. */
  readonly front: boolean;
  readonly frontFolder: boolean;
  /** Does the work for such a front: a client, a service, the application. */
  readonly working: boolean;
  /** Starts a program; small ones stand in it whole. */
  readonly entry: boolean;
  /** Only serves others, or only sets things up. */
  readonly inner: boolean;
  /** Keeps what is worked with. */
  readonly data: boolean;
  readonly helperFolder: boolean;
  /** What most programs have beside what they are for: accounts, contact pages. */
  readonly aside: boolean;
  /** Folders above it. */
  readonly depth: number;
}

/** Somebody else's code, what a tool wrote, or no code to learn from. */
const foreign =
  /(?:^|\/)(?:node_modules|vendor|third_party|site-packages|venv|\.?env|\.venv|dist|build|out|target|__pycache__|bower_components|migrations|\.git|\.github|\.idea|locale|static\/(?:lib|vendor|admin))\/|\.min\.js$|[._]pb2?\.|\.generated\.|\.d\.ts$/i;

export const isForeign = (path: string): boolean => foreign.test(path);

const example =
  /(?:^|\/)(?:examples?|samples?|demos?|tutorials?|quick.?start|playground|cookbook|notebooks?)(?:\/|[-_.]|$)|[-_.](?:example|sample|demo|tutorial)s?\.[a-z]+$/i;

export const isExamplePath = (path: string): boolean => example.test(path);

/** What tries a program out, besides what is called a test. */
const trial = /(?:^|[/._-])(?:e2e|smoke|bench(?:mark)?s?)[/._-]/i;
const front =
  /^(?:views?|routes?|router|handlers?|controllers?|requests?|commands?|gui|ui|cli|tui|(?:main_?)?window|bot|screens?|pages?)$/i;
/** In a library a `page` or a `view` is a thing that it works with: what it ships to be used by itself is one of these. */
const frontOfLibrary =
  /^(?:views|routes|handlers|controllers|commands|screens|gui|ui|cli|tui|(?:main_?)?window|bot)$/i;
const working = /^(?:api|client|services?|core|app|application|home)$/i;
const entry =
  /^(?:main|run|start|index|manage|wsgi|server|launcher|bin|boot|bootstrap|__main__|player|game)$/i;
const inner =
  /^(?:__init__|setup|setup_.*|conf|configs?|configuration|settings?|const|constants?|consts|utils?|helpers?|common|types?|typing|exceptions?|errors?|version|_version|schemas?|serializers?|forms?|urls|admin|apps|wsgi|asgi|manage|conftest|base|logger|logging|log|enums?|interfaces?|extensions|templates?|build|mod|lib|doc|package-info|seeds?|migrate|migration|fixtures?|test_?data|create_?db|init_?db)$/i;
/** Sets a tool up, also where it stands beside an example. */
const setsUpTool =
  /\.config$|^(?:gulpfile|gruntfile|(?:webpack|rollup|eslint|prettier|tailwind|postcss|karma).*)$/i;
/** The same as the end of a longer name. */
const innerEnd =
  /(?:[a-z\d](?:Exceptions?|Errors?|Constants?|Attributes?)|_(?:exceptions?|errors?|constants?))$/;
const data = /^(?:models?|database|dao|storage|store|repository|repositories|entities|data|.*_db|db.*)$/i;
const helperFolder =
  /^(?:utils?|helpers?|configs?|libs?|common|models?|database|db|tools?|scripts?|docs?|bin|settings?|data|repositories|ml|preprocessing)$/i;
const aside =
  /^(?:users?|accounts?|auth|authentication|login|logout|signup|register|registration|profiles?|contacts?|blog|admin_panel)$/i;

/**
 * Reads the roles of files in a library or a program. What the request speaks of (`log`, `account`) is neither inner nor
 * aside, however it is called.
 */
export function roleReader(request: string, kind: "library" | "program"): (path: string) => FileRole {
  const asked = new Set(familiesIn(request));
  const isAsked = (name: string): boolean => new RegExp(`\\b${name.replace(/s$/, "")}`, "i").test(request);
  return (path) => {
    const folders = path.split("/").slice(0, -1);
    const stem = stemOf(path);
    const isExample = example.test(path) || path.endsWith(".ipynb");
    const isInner = (inner.test(stem) || innerEnd.test(stem)) && !isExample;
    return {
      example: isExample,
      test: !isExample && (isTestPath(path) || trial.test(path)),
      front: (kind === "library" ? frontOfLibrary : front).test(stem),
      frontFolder: folders.some((name) => front.test(name)),
      working: working.test(stem),
      entry: entry.test(stem),
      inner: setsUpTool.test(stem) || (isInner && !familiesIn(stem).some((word) => asked.has(word))),
      data: data.test(stem),
      helperFolder: folders.some((name) => helperFolder.test(name)),
      aside: [...folders, stem].some((name) => aside.test(name) && !isAsked(name)),
      depth: folders.length,
    };
  };
}

/** The file's name without its ending. */
export const stemOf = (path: string): string =>
  path
    .split("/")
    .at(-1)!
    .replace(/\.[^.]*$/, "");
