import type { Frame } from "../frames.ts";

/** How one family of compilers, type checkers and linters writes a place: groups `path`, `line` and, where it has one, `name`. */
const shapes: readonly RegExp[] = [
  // gcc, clang, Go, mypy, javac, flake8, RuboCop, Kotlin; tsc for people:  src/config.c:12:5: error: ...   src/config.ts:12:5 - error TS1: ...
  /^\s*(?:[ew]: )?(?:file:\/\/)?(?<path>(?:[A-Za-z]:)?[^\s:()"'<>]{1,300}\.\w{1,10}):(?<line>\d{1,7}):(?:\d{1,7}(?:: | - | (?=\S))| (?:fatal )?(?:error|warning)\b)/,
  // pytest:  src/config.py:12: ValueError   src/config.py:12: in parse
  /^\s*(?<path>[^\s:()"'<>]{1,300}\.py):(?<line>\d{1,7}): (?:in (?<name>\w{1,100})\b|[A-Z]\w{0,100}(?:Error|Exception|Warning)\b)/,
  // tsc, C#, MSVC:  src/config.ts(12,5): error TS2304: ...
  /^\s*(?:Error: )?(?<path>(?:[A-Za-z]:)?[^\s:()"'<>]{1,300}\.\w{1,10})\((?<line>\d{1,7})(?:,\d{1,7}){0,3}\)\s?: (?:fatal )?(?:error|warning)\b/,
  // rustc:  --> src/config.rs:12:5
  /^\s*--> (?<path>[^\s:]{1,300}\.rs):(?<line>\d{1,7}):\d{1,7}\s*$/,
  // Maven:  [ERROR] /app/src/Config.java:[12,5] ...
  /^\[(?:ERROR|WARNING)\] (?<path>(?:[A-Za-z]:)?[^\s:]{1,300}\.\w{1,10}):\[(?<line>\d{1,7}),\d{1,7}\]/,
  // webpack, Vitest:  ERROR in ./src/config.ts:12:5
  /^\s*(?:ERROR in|❯) (?<path>[^\s:()]{1,300}\.\w{1,10}):(?<line>\d{1,7}):\d{1,7}/,
];
/** ESLint: the file stands above its lines. */
const file = /^\s*(?<path>(?:[A-Za-z]:)?(?=\S{0,300}[\\/])[^\s:()"'<>]{1,300}\.\w{1,10})\s*$/;
const below = /^\s+(?<line>\d{1,7}):\d{1,7}\s+(?:error|warning)\s/;

const isWarning = /^(?:(?!\berror\b).){0,400}?\bwarning\b/i;
const isNote = /:\d{1,7}:(?:\d{1,7}:)? (?:note|remark|info)\b/;

/** More of them say no more. */
const most = 40;

/**
 * Places that compilers, type checkers and linters complain of, in the order written: the errors, or the warnings where
 * there is no error. A build prints hundreds of warnings above the error that it fails of.
 */
export function findDiagnostics(text: string): readonly Frame[] {
  const errors: Frame[] = [];
  const warnings: Frame[] = [];
  let above: string | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.length > 1_000) continue;
    if (line.trim() === "") above = undefined;
    else above = file.exec(line)?.groups?.["path"] ?? above;
    if (!/\d/.test(line) || isNote.test(line)) continue;
    const found = placeIn(line, above);
    if (!found) continue;
    const kind = isWarning.test(line) ? warnings : errors;
    if (kind.length < most) kind.push(found);
  }
  return errors.length > 0 ? errors : warnings;
}

function placeIn(line: string, above: string | undefined): Frame | undefined {
  for (const shape of shapes) {
    const { 0: text = "", groups } = shape.exec(line) ?? {};
    if (groups) return frame(groups["path"]!, groups["line"]!, text, groups["name"]);
  }
  const groups = above === undefined ? undefined : below.exec(line)?.groups;
  return groups && frame(above!, groups["line"]!, `${above}:${groups["line"]}`, undefined);
}

const frame = (path: string, line: string, text: string, name: string | undefined): Frame => ({
  ...{ path: path.replaceAll("\\", "/"), line: Number(line), name },
  text: text.trim(),
});
