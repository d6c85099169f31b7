/**
 * Which texts a language's own parser refuses. Each is started once for many files where it can be; nothing of the
 * texts is run, and what they import is not looked for.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export interface Judged {
  /** Its ending tells the language. */
  readonly path: string;
  readonly text: string;
}

/** Gets paths of files and answers those that are refused. */
type Refuses = (files: readonly string[]) => readonly string[];

interface Oracle {
  readonly name: string;
  readonly endings: RegExp;
  readonly refuses: Refuses;
}

const tsc = resolve(import.meta.dirname, "../../node_modules/typescript/lib/tsc.js");

const oracles: readonly Oracle[] = [
  {
    name: "Python (ast)",
    endings: /\.pyi?$/,
    refuses: (files) => told("python3", ["-c", pythonSource], files),
  },
  { name: "TypeScript (tsc)", endings: /\.[cm]?tsx?$/, refuses: typescript },
  { name: "JavaScript (tsc)", endings: /\.[cm]?jsx?$/, refuses: typescript },
  { name: "Go (gofmt)", endings: /\.go$/, refuses: (files) => inBatches(files, 200, gofmt) },
  {
    name: "Java (javac)",
    endings: /\.java$/,
    refuses: (files) => told("java", [join(import.meta.dirname, "Parse.java")], files),
  },
  { name: "Rust (rustc)", endings: /\.rs$/, refuses: (files) => files.filter(rustcRefuses) },
  { name: "PHP (php)", endings: /\.php$/, refuses: (files) => told("php", ["-r", phpSource], files) },
  {
    name: "Ruby (ruby)",
    endings: /\.(?:rb|rake|ru|gemspec)$/,
    refuses: (files) => told("ruby", ["-W0", "-e", rubySource], files),
  },
  {
    name: "YAML (psych)",
    endings: /\.ya?ml$/,
    refuses: (files) => told("ruby", ["-W0", "-rpsych", "-e", psychSource], files),
  },
  {
    name: "TOML (tomllib)",
    endings: /\.toml$/,
    refuses: (files) => told("python3", ["-c", tomlSource], files),
  },
];

/** The name of the parser that judges such a file; undefined where this machine has none. */
export const oracleOf = (path: string): string | undefined =>
  oracles.find(({ endings }) => endings.test(path))?.name;

/** For each of the texts whether its parser takes it; undefined where there is none. */
export function accepted(judged: readonly Judged[]): readonly (boolean | undefined)[] {
  const folder = mkdtempSync(join(tmpdir(), "coderag-gate-"));
  try {
    const answers: (boolean | undefined)[] = judged.map(() => undefined);
    for (const { name, refuses } of oracles) {
      const mine = judged.flatMap(({ path, text }, at) => {
        if (oracleOf(path) !== name) return [];
        const file = join(folder, `${at}${endingOf(path)}`);
        writeFileSync(file, text);
        return [{ at, file }];
      });
      const refused = new Set(mine.length === 0 ? [] : refuses(mine.map(({ file }) => file)));
      for (const { at, file } of mine) answers[at] = !refused.has(file);
    }
    return answers;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const endingOf = (path: string): string => /(?:\.d)?\.[^./]+$/.exec(path)![0];

/** A program that reads paths on standard input and prints those that it refuses. */
function told(program: string, argv: readonly string[], files: readonly string[]): readonly string[] {
  return run(program, argv, files.join("\n")).out.split("\n").filter(Boolean);
}

function run(
  program: string,
  argv: readonly string[],
  input = "",
  env: Readonly<Record<string, string>> = {},
): { readonly out: string; readonly err: string; readonly code: number | null } {
  const ended = spawnSync(program, argv, {
    ...{ input, encoding: "utf8", maxBuffer: 2 ** 30, env: { ...process.env, ...env } },
  });
  if (ended.error) throw ended.error;
  return { out: ended.stdout, err: ended.stderr, code: ended.status };
}

function inBatches(files: readonly string[], size: number, refuses: Refuses): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < files.length; at += size) found.push(...refuses(files.slice(at, at + size)));
  return found;
}

/** Without types, libraries and modules only what the parser says is left. */
function typescript(files: readonly string[]): readonly string[] {
  const options = ["--noResolve", "--noLib", "--noCheck", "--noEmit", "--allowJs", "--pretty", "false"];
  const kinds = [
    ...options,
    "--jsx",
    "preserve",
    "--module",
    "esnext",
    "--target",
    "esnext",
    "--ignoreConfig",
  ];
  return inBatches(files, 1_500, (batch) => {
    const { out } = run(process.execPath, [tsc, ...kinds, ...batch]);
    // 1000 to 1999 are the parser's; 8000 ff. say that TypeScript's own syntax stands in a JavaScript file.
    return [...out.matchAll(/^(.+?)\(\d+,\d+\): error TS1\d{3}:/gm)].map((match) => resolve(match[1]!));
  });
}

function gofmt(files: readonly string[]): readonly string[] {
  const { err } = run("gofmt", ["-l", ...files]);
  return [...err.matchAll(/^(\/[^:\n]+):\d+:\d+: /gm)].map((match) => match[1]!);
}

function rustcRefuses(file: string): boolean {
  const argv = ["-Zparse-crate-root-only", "--edition", "2021", file];
  return run("rustc", argv, "", { RUSTC_BOOTSTRAP: "1" }).code !== 0;
}

const pythonSource = `
import ast, sys, warnings
warnings.simplefilter("ignore")
for path in sys.stdin.read().split("\\n"):
    try:
        ast.parse(open(path, "rb").read())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        print(path)
`;

const tomlSource = `
import sys, tomllib
for path in sys.stdin.read().split("\\n"):
    try:
        tomllib.load(open(path, "rb"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        print(path)
`;

const phpSource = `
foreach (explode("\\n", stream_get_contents(STDIN)) as $path) {
  try { token_get_all(file_get_contents($path), TOKEN_PARSE); } catch (ParseError $error) { echo $path, "\\n"; }
}
`;

const rubySource = `
STDIN.read.split("\\n").each do |path|
  begin
    RubyVM::InstructionSequence.compile(File.read(path, encoding: "UTF-8"))
  rescue SyntaxError
    puts path
  end
end
`;

const psychSource = `
STDIN.read.split("\\n").each do |path|
  begin
    Psych.parse_stream(File.read(path, encoding: "UTF-8"))
  rescue Psych::SyntaxError
    puts path
  end
end
`;
