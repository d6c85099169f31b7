/**
 * When a Go file is part of a program: by its build constraint (`//go:build`, or `// +build` where it has none of the
 * newer ones), by the end of its name (`_linux_arm64.go`), and by `import "C"`. Source: the Go project's
 * documentation of the packages go/build and go/build/constraint.
 */
import { baseName } from "../../source/paths.ts";

/** The tags that hold for each system besides its own name. */
const systems = new Map<string, readonly string[]>([
  ...["js", "nacl", "plan9", "wasip1", "windows", "zos"].map((name) => [name, []] as const),
  ...["aix", "darwin", "dragonfly", "freebsd", "hurd", "linux", "netbsd", "openbsd", "solaris"].map(
    (name) => [name, ["unix"]] as const,
  ),
  ["android", ["linux", "unix"]],
  ["illumos", ["solaris", "unix"]],
  ["ios", ["darwin", "unix"]],
]);

const processors = new Set(
  (
    "386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le " +
    "ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm"
  ).split(" "),
);

/** A longer expression says nothing, and of two that need more cases than this it is not told that they never meet. */
const maxLength = 1_000;
const maxCases = 512;

type Holds = (tag: string) => boolean;

interface Condition {
  readonly tags: ReadonlySet<string>;
  isMet(holds: Holds): boolean;
}

/**
 * The condition of a file as one expression of tags; undefined where it is always there. What cannot be read says
 * nothing.
 *
 * @param written its lines `//go:build` and `// +build`, as written.
 */
export function conditionOf(path: string, written: string | undefined, isCgo: boolean): string | undefined {
  const line = written === undefined ? "" : expressionOf(written.split("\n"));
  const isRead = line.length <= maxLength && read(line) !== undefined;
  const all = [...tagsOfName(path), ...(isCgo ? ["cgo"] : []), ...(isRead ? [`(${line})`] : [])];
  return all.length === 0 ? undefined : all.join(" && ");
}

function expressionOf(lines: readonly string[]): string {
  const newer = lines.find((line) => line.startsWith("//go:build"));
  if (newer !== undefined) return newer.slice("//go:build".length).trim();
  const older = lines.map((line) => {
    const options = line.replace(/^\/\/\s*\+build\b/, "").match(/\S+/g) ?? [];
    return `(${options.map((option) => option.split(",").join(" && ")).join(" || ")})`;
  });
  return older.join(" && ");
}

/** What comes before the first `_` is a name, also where it is that of a system. */
function tagsOfName(path: string): readonly string[] {
  const [name] = baseName(path).split(".", 1);
  const parts = name!.split("_").slice(1);
  if (parts.at(-1) === "test") parts.pop();
  const last = parts.at(-1) ?? "";
  if (systems.has(last)) return [last];
  if (!processors.has(last)) return [];
  const before = parts.at(-2) ?? "";
  return systems.has(before) ? [before, last] : [last];
}

/**
 * Tells whether a file of one condition can be in one program with a file of another one; answers are remembered.
 * Programs are built by Go's own compiler, but for a file whose condition speaks of compilers itself.
 */
export function createMeeting(): (one: string, other: string) => boolean {
  const answers = new Map<string, Map<string, boolean>>();
  return (one, other) => {
    if (one === other) return true;
    const known = answers.get(one) ?? new Map<string, boolean>();
    answers.set(one, known);
    const answer = known.get(other) ?? isMetInSome(read(`(${one}) && (${other})`)!, /\bgc(cgo)?\b/.test(one));
    known.set(other, answer);
    return answer;
  };
}

/** Tells whether a file is built on some system where nobody gives tags of his own; answers are remembered. */
export function createUsual(): (condition: string) => boolean {
  const answers = new Map<string, boolean>();
  return (condition) => {
    const answer = answers.get(condition) ?? isMetInSome(read(condition)!, false, usual);
    answers.set(condition, answer);
    return answer;
  };
}

/** Tags that hold without being given: Go calls C where it can. */
const usual: ReadonlySet<string> = new Set(["cgo"]);

/**
 * Tries every case that the tags tell apart: a system that is not named is like any other, of Unix or not.
 *
 * @param given those of the rest that hold, where not every choice of them is tried.
 */
function isMetInSome(
  { tags, isMet }: Condition,
  isCompilerOpen: boolean,
  given?: ReadonlySet<string>,
): boolean {
  const names = [...tags];
  const kinds: (readonly string[])[] = [
    [],
    ["unix"],
    ...names.flatMap((tag) => (systems.has(tag) ? [[tag, ...systems.get(tag)!]] : [])),
  ];
  const chips = ["", ...names.filter((tag) => processors.has(tag))];
  const versions = [0, ...names.map(versionOf).filter((version) => version !== undefined)];
  const own = given ? [] : [...names.filter(isOwn), ...(isCompilerOpen ? ["gc"] : [])];
  if (kinds.length * chips.length * versions.length * 2 ** own.length > maxCases) return true;
  for (const kind of kinds)
    for (const chip of chips)
      for (const version of versions)
        for (let chosen = 0; chosen < 2 ** own.length; chosen++) {
          const holds: Holds = (tag) => {
            if (tag === "gccgo") return !holds("gc");
            const at = own.indexOf(tag);
            if (at >= 0) return ((chosen >> at) & 1) === 1;
            return (
              tag === chip ||
              kind.includes(tag) ||
              tag === "gc" ||
              given?.has(tag) ||
              (versionOf(tag) ?? version + 1) <= version
            );
          };
          if (isMet(holds)) return true;
        }
  return false;
}

/** A tag that follows neither from the system nor from the processor, the version of Go or the compiler. */
const isOwn = (tag: string): boolean =>
  !systems.has(tag) &&
  !processors.has(tag) &&
  !["unix", "gc", "gccgo"].includes(tag) &&
  versionOf(tag) === undefined;

/** Of `go1.N` the number: the tag holds from that version on. */
function versionOf(tag: string): number | undefined {
  const number = /^go1\.(\d+)$/.exec(tag)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Reads `a && (b || !c)`; undefined where it is not one. */
function read(text: string): Condition | undefined {
  const words = text.match(/&&|\|\||[!()]|[\p{L}\p{N}_.]+|\S/gu) ?? [];
  const tags = new Set<string>();
  let at = 0;
  const either = (): Condition["isMet"] | undefined => joined("||", both);
  const both = (): Condition["isMet"] | undefined => joined("&&", one);
  const joined = (sign: string, part: () => Condition["isMet"] | undefined) => {
    const parts = [part()];
    for (; words[at] === sign; parts.push(part())) at++;
    const known = parts.filter((each) => each !== undefined);
    if (known.length < parts.length) return undefined;
    return (holds: Holds): boolean =>
      sign === "||" ? known.some((isMet) => isMet(holds)) : known.every((isMet) => isMet(holds));
  };
  const one = (): Condition["isMet"] | undefined => {
    const word = words[at++];
    if (word === "!") {
      const not = one();
      return not && ((holds) => !not(holds));
    }
    if (word === "(") {
      const inner = either();
      return words[at++] === ")" ? inner : undefined;
    }
    if (word === undefined || !/^[\p{L}\p{N}_.]+$/u.test(word)) return undefined;
    tags.add(word);
    return (holds) => holds(word);
  };
  const isMet = either();
  return isMet && at === words.length ? { tags, isMet } : undefined;
}
