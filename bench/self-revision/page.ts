/** Modular self-revision, as a page: what each cycle's programs are worth, and what stands in the end. */

export interface PlayedProgram {
  /** From 1; the last program has the number after the last cycle's. */
  readonly cycle: number;
  readonly program: string;
  /** Public tests that it passes. */
  readonly public: number;
  readonly passesPublic: boolean;
  readonly passesPrivate: boolean;
  /** What became of it on the first private test that it fails. */
  readonly failure: string | null;
  readonly nests: boolean;
  /** It went back because it was not what was declared; and what of that it kept. */
  readonly mismatched: boolean;
  readonly mismatchesLeft: number;
  /** Hand-ins that went back with the test that they fail. */
  readonly repairs: number;
}

export interface Played {
  readonly task: string;
  readonly words: number;
  readonly large: boolean;
  readonly programs: readonly PlayedProgram[];
  readonly failures: readonly string[];
  readonly tokens: readonly [input: number, output: number];
  /** Functions that each cycle showed the next. */
  readonly shown: readonly number[];
}

interface About {
  readonly samples: number;
  readonly cycles: number;
  readonly machine: string;
  readonly date: string;
}

/** `E[1 - C(n-c, k) / C(n, k)]` for one task: how probable it is that one of k of its n programs is right. */
export function passAt(k: number, n: number, c: number): number {
  if (n - c < k) return 1;
  let none = 1;
  for (let at = n - c + 1; at <= n; at++) none *= 1 - k / at;
  return 1 - none;
}

/** Which of a task's programs would stand, by rules that see public tests alone; where there are several, any of them. */
const rules: readonly (readonly [
  string,
  (programs: readonly PlayedProgram[]) => readonly PlayedProgram[],
])[] = [
  [
    "of those of all cycles that pass most public tests the latest (as it is)",
    (all) => mostPublic(all).slice(-1),
  ],
  ["of those of all cycles any", mostPublic],
  [
    "of those of the first cycle any: what a model writes without the method",
    (all) => mostPublic(ofCycle(all, 1)),
  ],
  ["the last program, whatever it passes", (all) => all.slice(-1)],
];

const ofCycle = (all: readonly PlayedProgram[], number: number): readonly PlayedProgram[] =>
  all.filter(({ cycle }) => cycle === number);

function mostPublic(all: readonly PlayedProgram[]): readonly PlayedProgram[] {
  const most = Math.max(...all.map((one) => one.public));
  return all.filter((one) => one.public === most);
}

const isRight = ({ passesPublic, passesPrivate }: PlayedProgram): boolean => passesPublic && passesPrivate;

const shareRight = (programs: readonly PlayedProgram[]): number =>
  programs.filter(isRight).length / Math.max(1, programs.length);

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);

/** The whole page, but for what is written by hand below it. */
export function page(played: readonly Played[], { samples, cycles, machine, date }: About): string {
  const numbers = Array.from({ length: cycles + 1 }, (_, at) => at + 1);
  const ks = [...new Set([1, samples, 5])];
  const cycleRows = numbers.map((number) =>
    rowOf(
      number > cycles ? "last program" : `cycle ${number}`,
      played.map(({ programs }) => ofCycle(programs, number)),
      ks,
    ),
  );
  cycleRows.push(
    rowOf(
      "all",
      played.map(({ programs }) => programs),
      ks,
    ),
  );
  const all = played.flatMap(({ programs }) => programs);
  const standing = rules.map(
    ([name, rule]) =>
      `| ${name} | ${mean(played.map(({ programs }) => shareRight(rule(programs)))).toFixed(2)} |`,
  );
  const sum = (at: 0 | 1): string =>
    played.reduce((total, { tokens }) => total + tokens[at], 0).toLocaleString("en-US");
  const of = (which: (one: PlayedProgram) => boolean, among = all): string =>
    `${among.filter(which).length} of ${among.length}`;
  const repaired = all.filter(({ repairs }) => repairs > 0);
  const large = played.filter((one) => one.large).flatMap(({ programs }) => programs);
  const small = played.filter((one) => !one.large).flatMap(({ programs }) => programs);
  return `# Modular self-revision on tasks of contests

Made by \`npm exec -c 'node bench/self-revision.ts --url URL --model NAME --out FILE --samples ${samples} --cycles ${cycles} --write TASKS...'\`, which runs \`revise()\` of \`coderag solve\` and puts every program to the private tests, of which neither the model nor the method sees anything.

- **public**: programs that pass every public test. **right**: those that pass every test, public and private.
- **pass@k**: the mean over tasks of 1 - C(n-c, k) / C(n, k), n programs of which c are right. Where a cycle has fewer than k programs there is none to tell.

| | programs | public | right |${ks.map((k) => ` pass@${k} |`).join("")}
|---|--:|--:|--:|${"--:|".repeat(ks.length)}
${cycleRows.join("\n")}

What stands in the end, by rules that see public tests alone:

| rule | right, of the tasks |
|---|--:|
${standing.join("\n")}

| task | words | programs | public | right | fails by | repairs | tokens in, out |
|---|--:|--:|--:|--:|---|--:|--:|
${played.map(taskRow).join("\n")}

- Programs with inner functions: ${of(({ nests }) => nests, large)} of large tasks, ${of(({ nests }) => nests, small)} of small ones.
- Went back because they were not what was declared: ${of(({ mismatched }) => mismatched)}; ${of(({ mismatchesLeft }) => mismatchesLeft > 0)} were handed in with something of it left.
- Went back with a test that they fail: ${repaired.length} of ${all.length}; of these ${of(({ passesPublic }) => passesPublic, repaired)} then passed the public tests, ${of(isRight, repaired)} every test.
- Attempts without a program: ${played.reduce((total, { failures }) => total + failures.length, 0)}.
- Tokens: ${sum(0)} in, ${sum(1)} out.

Machine: ${machine}, ${date}.
`;
}

function rowOf(name: string, byTask: readonly (readonly PlayedProgram[])[], ks: readonly number[]): string {
  const all = byTask.flat();
  const fewest = Math.min(...byTask.map(({ length }) => length));
  const rate = (k: number): string =>
    mean(byTask.map((programs) => passAt(k, programs.length, programs.filter(isRight).length))).toFixed(2);
  const cells = [
    ...[name, all.length, all.filter(({ passesPublic }) => passesPublic).length, all.filter(isRight).length],
    ...ks.map((k) => (fewest < k ? "" : rate(k))),
  ];
  return `| ${cells.join(" | ")} |`;
}

function taskRow({ task, words, programs, tokens }: Played): string {
  const count = (which: (one: PlayedProgram) => boolean): number => programs.filter(which).length;
  const kinds = [...new Set(programs.flatMap(({ failure }) => failure ?? []))];
  const cells = [
    ...[task, words, programs.length, count(({ passesPublic }) => passesPublic)],
    ...[count(isRight), kinds.join(", ")],
    programs.reduce((total, { repairs }) => total + repairs, 0),
    tokens.map((one) => one.toLocaleString("en-US")).join(", "),
  ];
  return `| ${cells.join(" | ")} |`;
}
