import type { PackageName } from "../web/package-names.ts";
import type { Ecosystem } from "../web/registries/registry.ts";
import { leadsToC } from "./c-names.ts";
import { lettersOf } from "./letters.ts";
import { phpLeadsTo, phpNearness } from "./php-names.ts";

/** How the source of an ecosystem names what comes from a package. */
interface Naming {
  /** Names of languages (folders of src/languages) whose imports may lead there. */
  readonly languages: readonly string[];
  /** True where an import of `from` leads into the package. */
  readonly leadsTo: (name: string, from: string) => boolean;
  /** How much of an import the package's name says, among packages to which it leads; undefined where one leads to one. */
  readonly nearness?: (name: string, from: string) => number;
  /** True where a file can name it without an import of its own. */
  readonly global?: true;
}

/** Packages of PyPI whose module has another name than themselves; the rest follows from the rules below. */
const pythonModules: Readonly<Record<string, readonly string[]>> = {
  attrs: ["attr", "attrs"],
  "cassandra-driver": ["cassandra"],
  beautifulsoup4: ["bs4"],
  "discord-py": ["discord"],
  "django-rest-framework": ["rest_framework"],
  djangorestframework: ["rest_framework"],
  docutils: ["docutils"],
  "google-api-python-client": ["googleapiclient", "apiclient"],
  "google-auth": ["google.auth", "google.oauth2"],
  gitpython: ["git"],
  "grpcio-tools": ["grpc_tools"],
  grpcio: ["grpc"],
  "ibm-db": ["ibm_db", "ibm_db_dbi"],
  impyla: ["impala"],
  mysqlclient: ["MySQLdb"],
  "opencv-python": ["cv2"],
  "opencv-python-headless": ["cv2"],
  pillow: ["PIL"],
  protobuf: ["google.protobuf"],
  "psycopg2-binary": ["psycopg2"],
  pycryptodome: ["Crypto"],
  pycryptodomex: ["Cryptodome"],
  pyjwt: ["jwt"],
  pymongo: ["pymongo", "bson", "gridfs"],
  pymupdf: ["fitz", "pymupdf"],
  pyopenssl: ["OpenSSL"],
  pyserial: ["serial"],
  pytest: ["pytest", "_pytest"],
  pywin32: ["win32api", "win32con", "win32gui", "pythoncom"],
  pyyaml: ["yaml"],
  pyzmq: ["zmq"],
  "ruamel-yaml": ["ruamel.yaml"],
  "scikit-image": ["skimage"],
  "scikit-learn": ["sklearn"],
  "snowflake-connector-python": ["snowflake.connector"],
  setuptools: ["setuptools", "pkg_resources"],
};

const below = (from: string, module: string, separator: string): boolean =>
  from === module || from.startsWith(module + separator);

/** `python-dateutil`, `dateutil-python` and `pydateutil` all tend to bring `dateutil`. */
function pythonNames(name: string): readonly string[] {
  const key = name.toLowerCase().replace(/[-_.]+/g, "-");
  if (pythonModules[key]) return pythonModules[key];
  const plain = key.replace(/^python-|-python$|^py-/, "");
  const names = [key, plain, key.replace(/^py(?=[a-z]{3})/, "")];
  return [
    ...new Set(
      names.flatMap((one) => [one.replaceAll("-", "_"), one.replaceAll("-", "."), one.replaceAll("-", "")]),
    ),
  ];
}

/** The names that a package is known to have are exact; a guess does not mind how they are written (`RestrictedPython`). */
const pythonLeadsTo = (name: string, from: string): boolean => {
  const lower = from.toLowerCase();
  return pythonNames(name).some((module) => below(from, module, ".") || below(lower, module, "."));
};

/** Packages of Maven whose Java packages share no word with them. */
const javaPackages: Readonly<Record<string, string>> = {
  "com.google.guava:guava": "com.google.common",
  "junit:junit": "org.junit",
  "javax.servlet:javax.servlet-api": "javax.servlet",
};

/** Words of artifacts that name a part of the build, not of the package. */
const artifactWords = /^(?:core|api|all|main|parent|bom|starter|jdk\d*|java|jvm|client|impl|common)$/;

const plainWord = (word: string): string => lettersOf(word).replace(/(?<=[a-z]{2})\d+$/, "");

interface JavaName {
  readonly group: string;
  /** Words of the artifact that tell something. */
  readonly words: readonly string[];
  /** Those of them that the group does not say. */
  readonly extra: readonly string[];
  readonly whole: string;
}

function javaName(name: string): JavaName {
  const [group = "", artifact = ""] = name.split(":");
  const inGroup = new Set(group.split(".").map(plainWord));
  const words = artifact
    .split(/[-_.]/)
    .filter((word) => word !== "" && !artifactWords.test(word))
    .map(plainWord);
  return { group, words, extra: words.filter((word) => !inGroup.has(word)), whole: plainWord(artifact) };
}

/**
 * A Java package rarely repeats group and artifact to the letter. Below the group it leads there, unless the artifact
 * speaks of another part of the group than the import; elsewhere where it has every word of the artifact.
 */
function javaLeadsTo(name: string, from: string): boolean {
  const known = javaPackages[name];
  if (known !== undefined) return below(from, known, ".");
  const { group, words, extra, whole } = javaName(name);
  if (below(from, group, ".")) {
    const next = from.split(".")[group.split(".").length];
    if (extra.length === 0 || next === undefined || /^[A-Z]/.test(next)) return true;
    return next !== "" && [...extra, extra.join(""), whole].includes(plainWord(next));
  }
  // Many packages have annotations.
  const telling = words.some((word) => !/^annotations?$/.test(word));
  const parts = from.split(".").map(plainWord);
  return telling && words.every((word) => parts.includes(word));
}

/** Words of the artifact that the import does not say count against it; what the group says counts least. */
function javaNearness(name: string, from: string): number {
  const { group, words } = javaName(name);
  const parts = new Set(from.split(".").map(plainWord));
  const said = words.filter((word) => parts.has(word)).length;
  return 10 * (said - 2 * (words.length - said)) + (below(from, group, ".") ? 5 : 0);
}

const scripts = ["javascript", "typescript", "tsx", "vue", "svelte", "astro"];

/** Deno may say registry and range where it imports: `npm:preact@^10/hooks`. */
const unversioned = (registry: string, from: string): string =>
  from.startsWith(`${registry}:`) ? from.replace(/^\w+:\/?((?:@[^/]+\/)?[^/@]+)(?:@[^/]*)?/, "$1") : from;

/** A package, and what its imports begin with where a lock file says it. */
export interface ImportedAs extends PackageName {
  readonly namespaces?: readonly string[];
}

/** True where an import of `from` leads into the package. */
export function leadsTo({ ecosystem, name, namespaces }: ImportedAs, from: string): boolean {
  return namespaces === undefined ? namings[ecosystem].leadsTo(name, from) : saidOf(namespaces, from) > 0;
}

/**
 * How much of an import a package says to which it leads: of those that share a namespace, the one that says most has
 * it. What a lock file says is no guess and comes first.
 */
export function nearness({ ecosystem, name, namespaces }: ImportedAs, from: string): number {
  if (namespaces !== undefined) return 1_000 * saidOf(namespaces, from);
  return namings[ecosystem].nearness?.(name, from) ?? 0;
}

/** Characters of the longest namespace in which it stands; before there were any, `_` parted names. */
function saidOf(namespaces: readonly string[], from: string): number {
  const plain = from.replace(/^\\/, "");
  const filled = namespaces.filter(
    (one) => below(plain, one, "\\") || (one.endsWith("_") && plain.startsWith(one)),
  );
  return Math.max(0, ...filled.map(({ length }) => length));
}

export const namings: Readonly<Record<Ecosystem, Naming>> = {
  npm: { languages: scripts, leadsTo: (name, from) => below(unversioned("npm", from), name, "/") },
  pypi: {
    languages: ["python", "notebook"],
    leadsTo: pythonLeadsTo,
  },
  // A module may stand within another one.
  go: { languages: ["go"], leadsTo: (name, from) => below(from, name, "/"), nearness: (name) => name.length },
  crates: {
    global: true,
    languages: ["rust"],
    leadsTo: (name, from) => below(from.replace(/^::/, ""), name.replaceAll("-", "_"), "::"),
  },
  maven: { languages: ["java"], leadsTo: javaLeadsTo, nearness: javaNearness },
  rubygems: {
    global: true,
    languages: ["ruby", "erb"],
    leadsTo: (name, from) => below(from, name, "/") || below(from, name.replaceAll("-", "/"), "/"),
  },
  packagist: { languages: ["php", "blade"], leadsTo: phpLeadsTo, nearness: phpNearness },
  nuget: {
    languages: ["csharp"],
    leadsTo: (name, from) => below(from.toLowerCase(), name.toLowerCase(), "."),
    nearness: (name) => name.length,
  },
  cpp: { languages: ["c", "cpp"], leadsTo: leadsToC, nearness: (name) => name.length },
  jsr: { languages: scripts, leadsTo: (name, from) => below(unversioned("jsr", from), name, "/") },
};
