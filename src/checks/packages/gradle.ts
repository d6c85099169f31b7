import type { Fault, Written } from "./form.ts";
import { type ScriptLine, scriptLines } from "./gradle-lines.ts";
import { mavenParts } from "./maven-names.ts";

/**
 * `build.gradle` and `build.gradle.kts` are programs. What can be proven of a change is that it adds and removes whole
 * lines which name a package in literal words, right in a block of dependencies that the script has: all other lines
 * are the same, in the same order.
 */
export function gradleFault({ path, before, after }: Written): Fault | undefined {
  if (buildsTheBuild.test(path) || makesPlugins.test(before))
    return "what this build needs runs in other builds";
  const language = path.endsWith(".kts") ? "kotlin" : "groovy";
  const [old, made] = [before, after].map((script) => restOf(scriptLines(script, language)));
  const at = made!.findIndex((line, index) => line !== old![index]);
  const odd = at >= 0 ? made![at] : old![made!.length];
  return odd === undefined ? undefined : `\`${odd.trim().slice(0, 80)}\` ${cure}`;
}

const cure =
  'changes, and only whole lines like `implementation("group:name:1.2.3")` may, right in a `dependencies { }` block that is there, in literal words and with at most one exact version';

const buildsTheBuild = /(?:^|\/)(?:buildSrc|build-?(?:logic|plugins?)|gradle-?plugins?)\//i;
const makesPlugins = /java-gradle-plugin|groovy-gradle-plugin|kotlin-dsl/;

/** Blocks whose lines are packages of a project: its own, those of its projects, those of a source set of Kotlin. */
const projects = "(?:allprojects|subprojects|project\\([\"'][\\w:.-]{1,80}[\"']\\)) > ";
const blocks = new RegExp(
  `^(?:(?:${projects})?dependencies(?: > constraints)?|kotlin > sourceSets > (?:[\\w.() "]{1,80} > |\\w{1,60}\\.)dependencies)$`,
);

const { group, artifact, version } = mavenParts;
const quoted = (text: string): string => `(?:"${text}"|'${text}')`;
const way =
  "(?:\\w{0,60}(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[cC]ompileOnlyApi|[rR]untimeOnly|[aA]nnotationProcessor)|k(?:apt|sp)(?:[A-Z]\\w{0,60})?)";
const module = quoted(`${group}:${artifact}(?::${version})?`);
const named = ["group", "name"].map((word, at) => `${word}(?:: ?| = )${quoted(at ? artifact : group)}`);
const inParts = `${named.join(", ")}(?:, version(?:: ?| = )${quoted(version)})?`;
const listed = "libs\\.(?!versions\\b|plugins\\b)[A-Za-z]\\w{0,60}(?:\\.\\w{1,60}){0,8}";
const other = `project\\((?:path ?[:=] ?)?${quoted("(?::[\\w.-]{1,80}){1,8}")}\\)`;
const what = `(?:${module}|${listed}|${other}|(?:platform|enforcedPlatform)\\((?:${module}|${listed})\\)|${inParts})`;
const entry = new RegExp(`^${way}(?:\\(${what}\\)| ${what})$`);

/** Behind such a line, or before one, a line is not on its own. */
const goesOn = /(?:^|\W)(?:if|else|for|while|do|try|when)\b[^{}]*$|[^\w)}\]{"']$/;
const goesBack = /^[.?&|+={]/;

/** All lines but those that name a package, and what people read between these. */
function restOf(lines: readonly ScriptLine[]): readonly string[] {
  const rest: string[] = [];
  const words = lines.map(({ code }) => code.trim());
  const paths = lines.map(({ blocks: around }) => around?.join(" > "));
  // What the next line of code says, for each line.
  const following = [...words];
  for (let at = words.length - 1; at >= 0; at--) following[at] = words[at + 1] || (following[at + 1] ?? "");
  let isAlone = true;
  for (const [at, { text }] of lines.entries()) {
    const [path, said] = [paths[at], words[at]!];
    const isIn = path !== undefined && blocks.test(path) && paths[at + 1] === path;
    const isEntry: boolean = isIn && isAlone && entry.test(said) && !goesBack.test(following[at]!);
    if (!isEntry && !(isIn && said === "")) rest.push(text);
    if (said !== "") isAlone = isEntry || !goesOn.test(said);
  }
  return rest;
}
