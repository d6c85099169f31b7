import { parse as parseToml, TomlError } from "smol-toml";
import { withoutComments } from "../comments.ts";
import type { Declaration } from "../dependency.ts";
import { at, entriesOf, textOf } from "../entries.ts";
import { fill, firstOf, type Words } from "../words.ts";

/** What a build file calls the ways in which it needs something. */
const configuration =
  "\\w*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[cC]ompileOnlyApi|[rR]untimeOnly|[cC]ompile|[rR]untime|[pP]rocessor|[pP]rovided)|classpath|optional|kapt\\w*|ksp\\w*|errorprone|detektPlugins|coreLibraryDesugaring";
const group = "[\\w.-]+";
/** An artifact of Scala says the language's version in its name. */
const artifact = "[\\w.{}$-]+";

/** `implementation("g:a:1")`, also inside `platform(...)`, and `key: "g:a:1"` of a table that others take it from. */
const inOne = new RegExp(
  `(?:\\b(\\w+)(\\s*:\\s*|[ \\t(]+)(?:(?:enforcedP|p)latform[ \\t(]+|testFixtures\\()?)?["'](${group}):(${artifact}):((?:[\\dv$+[(]|latest)[^"'\\s@:]*)(?:[:@][^"'\\n]*)?["']`,
  "g",
);
/** Without a version: a list of versions or a table of rules holds it. */
const unversioned = new RegExp(
  `\\b(${configuration})[ \\t(]+(?:(?:enforcedP|p)latform[ \\t(]+)?["'](${group}):(${artifact})["']`,
  "g",
);
const inParts = new RegExp(
  `\\b(${configuration})[ \\t([]+group\\s*[:=]\\s*["'](${group})["']\\s*,\\s*name\\s*[:=]\\s*["'](${artifact})["'](?:\\s*,\\s*version\\s*[:=]\\s*["']?([^"'\\s,)]+))?`,
  "g",
);
/** `libs.jackson.databind`, a word of a catalog or of a table. */
const listed = new RegExp(
  `\\b(${configuration})[ \\t(]+(?:(?:enforcedP|p)latform[ \\t(]+)?libs\\.(?!versions\\.|plugins\\.|bundles\\.)(\\w+(?:\\.\\w+)*?)(?=\\.get\\(|[^\\w.(]|$)`,
  "gm",
);

/** Lists of versions that a build takes in: platforms, and what Spring's plugin imports. */
const platforms = new RegExp(
  `\\b(?:(?:enforcedP|p)latform|mavenBom)[ \\t(]+(?:["'](${group}:${artifact}:[^"'\\s@:]+)["']|libs\\.([\\w.]+?)(?=\\.get\\(|[^\\w.]))`,
  "g",
);
/** With both plugins of Spring its own list decides, in the version of the first one. */
const boot = /\bid[ \t(]+["']org\.springframework\.boot["']\)?[ \t]+version[ \t(]+["']([\w.-]+)["']/;
const listsWord = "platforms";
/** More than these are told only where one is of the package's own group. */
const mostLists = 3;

const isWorkshop = (way: string): boolean =>
  /test|mock|jmh|^(?:classpath|errorprone|detektPlugins)$|[pP]rocessor|kapt|ksp/i.test(way);

/** `build.gradle`, `build.gradle.kts` and what they include, read by what is written there and never executed. */
export function readGradle(text: string, _path: string, words: Words): readonly Declaration[] {
  const plain = withoutComments(text);
  const own = gradleWords(text);
  const inAnyFile = firstOf(own, words);
  const known = (name: string): string | undefined => inAnyFile(lastPart(name));
  const lists = [own, words].flatMap((of) =>
    (of.get(listsWord) ?? "")
      .split(", ")
      .map((one) => (one.startsWith("libs.") ? (words.get(one) ?? "") : fill(one, known)))
      .filter((one) => /:.* \S/.test(one)),
  );
  const decided = (name: string, range: string): Pick<Declaration, "decidedBy"> => {
    const by = range === "" ? listsFor(name, [...new Set(lists)]) : [];
    return by.length > 0 ? { decidedBy: by.join(" or ") } : {};
  };
  const one = (way: string, of: string, name: string, version: string): Declaration => {
    const filled = fill(version, known);
    const [whole, range] = [fill(`${of}:${name}`, known), /[$(]/.test(filled) ? "" : filled];
    // A version that code makes is decided there.
    return {
      ...{ name: whole, range, development: isWorkshop(way) },
      ...(version === "" && decided(whole, range)),
    };
  };
  return [
    ...[...plain.matchAll(inOne)].map(([, way = "", between = "", of, name, version]) => ({
      ...one(between.includes(":") ? "" : way, of!, name!, version!),
      ...(between.includes(":") && { entry: alias(way) }),
    })),
    ...[...plain.matchAll(unversioned)].map(([, way, of, name]) => one(way!, of!, name!, "")),
    ...[...plain.matchAll(inParts)].map(([, way, of, name, version = ""]) =>
      one(way!, of!, name!, known(version) ?? version),
    ),
    ...[...plain.matchAll(listed)].map(([, way, word]) => ({
      ...{ name: "", range: "", development: isWorkshop(way!), listedAs: alias(word!) },
      ...decided(...libraryOf(words.get(`libs.${alias(word!)}`))),
    })),
  ].filter(({ name }) => !name.includes("$"));
}

const libraryOf = (said = ""): [name: string, version: string] => {
  const [name = "", version = ""] = said.split(" ");
  return [name, version];
};

/** Those lists that are of a package's own group, else all of a few. */
function listsFor(name: string, lists: readonly string[]): readonly string[] {
  const groupOf = (said: string): string => said.split(":", 1)[0]!;
  const near = lists.filter((one) => `${groupOf(name)}.`.startsWith(`${groupOf(one)}.`));
  if (name === "") return [];
  return near.length > 0 ? near.slice(0, mostLists) : lists.length <= mostLists ? lists : [];
}

/** `*.versions.toml`: the words under which build files take libraries. Plugins of the build are none. */
export function readGradleCatalog(text: string): readonly Declaration[] {
  const catalog: unknown = parseToml(text);
  return entriesOf(at(catalog, "libraries")).flatMap(([word, written]) => {
    const short = textOf(written);
    const said = at(written, "version");
    const version =
      textOf(at(said, "ref")) === undefined ? said : at(catalog, "versions", textOf(at(said, "ref"))!);
    const module =
      textOf(at(written, "module")) ?? `${textOf(at(written, "group"))}:${textOf(at(written, "name"))}`;
    const [of = "", name = "", own] = (short ?? module).split(":");
    const range =
      own ?? ["require", "strictly", "prefer"].map((kind) => textOf(at(version, kind))).find(Boolean);
    const whole = { name: `${of}:${name}`, range: range ?? textOf(version) ?? "" };
    return name === "" ? [] : [{ ...whole, development: false, entry: alias(word) }];
  });
}

/** `libs.some.name` and the library that it is, with its version behind a space. */
export function catalogWords(text: string): Words {
  try {
    return new Map(
      readGradleCatalog(text).map(({ entry, name, range }) => [`libs.${entry}`, `${name} ${range}`]),
    );
  } catch (error) {
    // Whoever reads its libraries says so.
    if (error instanceof TomlError) return new Map();
    throw error;
  }
}

/**
 * Versions that a build file or `gradle.properties` gives names to (`jacksonVersion = "2.1"`, `jackson: "2.1"`), and
 * the lists of versions that it takes in.
 */
export function gradleWords(text: string): Words {
  const plain = withoutComments(text);
  const said =
    /(?:(?<![\w.-])([A-Za-z_][\w.-]*)["']?\]?\s*[=:]\s*|\bset\(\s*["'](\w+)["']\s*,\s*)(?:["'](v?\d[\w.+-]*)["']|(v?\d[\w.+-]*)[ \t]*$)/gm;
  const words = new Map(
    [...plain.matchAll(said)].map(([, name, set, quoted, bare]) => [lastPart(name ?? set!), quoted ?? bare!]),
  );
  const springs = plain.includes("io.spring.dependency-management") ? boot.exec(plain)?.[1] : undefined;
  const lists = [
    ...[...plain.matchAll(platforms)].map(
      ([, whole, word]) => whole?.replace(/:([^:]+)$/, " $1") ?? `libs.${word}`,
    ),
    ...(springs === undefined ? [] : [`org.springframework.boot:spring-boot-dependencies ${springs}`]),
  ];
  return lists.length === 0 ? words : words.set(listsWord, lists.join(", "));
}

const lastPart = (name: string): string =>
  /[\w-]+$/.exec(name.replace(/["'\])]|\.get\(\)?/g, ""))?.[0] ?? name;

/** Strokes, dots and underscores of a catalog's word are all dots in a build file. */
const alias = (word: string): string => word.replace(/[-_]/g, ".");
