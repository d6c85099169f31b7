/**
 * Whether a change of a manifest is one of its packages alone, each from its registry. A manifest also says what runs
 * when something is installed, built or tested, and where packages come from: none of that may change (security.md E04).
 */
import { parse as parseToml, TomlError } from "smol-toml";
import { type FileChange, textBefore } from "../source/file.ts";
import { scriptPackages } from "../source/script-packages.ts";
import { catalogSections, readCatalog } from "./packages/catalog.ts";
import type { Fault, Form, Written } from "./packages/form.ts";
import { gradleFault } from "./packages/gradle.ts";
import { byLines } from "./packages/lines.ts";
import { pomFault } from "./packages/pom.ts";
import { byTables, entries, sections } from "./packages/tables.ts";

/**
 * What a changed manifest says beside its packages, in a clause; undefined where nothing else changes. Manifests that
 * are programs, or whose packages cannot be told from the rest, are refused as a whole.
 */
export function faultOfManifest(change: FileChange): Fault | undefined {
  const before = textBefore(change, [change]);
  if (before === undefined || change.after === undefined) return "it may be neither made nor deleted";
  const form = forms.find(([paths]) => paths.test(change.path.toLowerCase()))?.[1];
  if (form === undefined) return "packages are added by a person here";
  return faultBy(form, { ...change, before, after: change.after });
}

function faultBy(form: Form, written: Written): Fault | undefined {
  try {
    return form(written);
  } catch (error) {
    // The last where it is nested deeper than anybody writes.
    if (![SyntaxError, TomlError, RangeError].some((kind) => error instanceof kind)) throw error;
    return `it cannot be read: ${(error as Error).message.split("\n", 1)[0]}`;
  }
}

/** Of two values with one key some tools take the first, and reviewers see both. */
function readJson(text: string): unknown {
  let keys = 0;
  const value: unknown = JSON.parse(text, (_key, one) => {
    if (typeof one === "object" && one !== null && !Array.isArray(one)) keys += Object.keys(one).length;
    return one;
  });
  const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined);
  if (written.length !== keys) throw new SyntaxError("a key stands twice in it");
  return value;
}

/** A range or a tag of a registry: no address, folder, archive or repository, which have these marks in them. */
const range = /^(?!\.)[\w.*^~<>=!|, +-]{0,100}$/;
const archive = /\.(?:tgz|tar|gz|zip|whl)$/i;
/** Another package of the repository, or a version that it keeps elsewhere. */
const within = /^(?:workspace|catalog):[\w.*^~-]{0,40}$/;
const isRange = (value: unknown): boolean =>
  typeof value === "string" && (within.test(value) || (range.test(value) && !archive.test(value)));

/** `requests[socks] >=2,<3 ; python_version < "3.12"` (PEP 508), without an address, and without options of pip. */
const requirement =
  /^(?!.* -)[A-Za-z0-9][\w.-]{0,100} ?(?:\[[\w., -]{0,100}\])? ?(?:\(?[~<>=!][\w.*~<>=!, +-]{0,100}\)?)? ?(?:;[\w.'"<>=! ()-]{0,200})?$/;
const isRequirement = (value: unknown): boolean =>
  typeof value === "string" && requirement.test(value) && !archive.test(value);

/** Says more of a package than its version, and nothing of another place. */
const tableKeys = new Set([
  ...["version", "features", "default-features", "optional", "workspace", "extras", "markers", "python"],
]);
const isTable = (value: unknown): boolean =>
  isRange(value) ||
  entries(value)?.every(([key, one]) => tableKeys.has(key) && (key !== "version" || isRange(one))) === true;

const npm = sections(
  isRange,
  "dependencies/*",
  "devDependencies/*",
  "peerDependencies/*",
  "optionalDependencies/*",
);
const composer = sections(isRange, "require/*", "require-dev/*");
const cargo = ["", "workspace/", "target/*/"].flatMap((place) =>
  sections(
    isTable,
    ...["dependencies/*", "dev-dependencies/*", "build-dependencies/*"].map((table) => `${place}${table}`),
  ),
);
const python = [
  ...sections(
    isRequirement,
    "project/dependencies/*",
    "project/optional-dependencies/*/*",
    "dependency-groups/*/*",
  ),
  ...sections(isTable, "tool/poetry/dependencies/*", "tool/poetry/dev-dependencies/*"),
  ...sections(isTable, "tool/poetry/group/*/dependencies/*"),
];

const isVersion = (value: unknown): boolean => typeof value === "string" && range.test(value);
const script = (fits: (value: unknown) => boolean): Form =>
  byTables(parseToml, [...sections(fits, "dependencies/*"), ...sections(isVersion, "requires-python")]);
const [scriptWithPackages, scriptWithout] = [script(isRequirement), script(() => false)];

/** Whether a script names other packages in its comments than it did, or more about them than fewer. */
export const namesOtherPackages = (change: FileChange): boolean =>
  faultOf(scriptWithout, change) !== undefined;

/** What a script changes in its comments beside its packages, as `faultOfManifest` says it. */
export const faultOfScript = (change: FileChange): Fault | undefined => faultOf(scriptWithPackages, change);

function faultOf(form: Form, { path, before = "", after = "" }: FileChange): Fault | undefined {
  const [old = "", made = ""] = [before, after].map((text) => scriptPackages(path, text));
  return made === "" || made === old ? undefined : faultBy(form, { path, before: old, after: made });
}

const isRequirementLine = (line: string): boolean => isRequirement(line.replace(/\s#.*$/, "").trim());
const goLine = /^\s*(?:require )?[\w./~-]{1,200} v\d[\w.+-]{0,100}(?: \/\/ indirect)?\s*$/;
const gemOption =
  /(?:["'][\w.<>=~ -]{0,40}["']|require: (?:true|false|["'][\w/-]{0,80}["'])|groups?: (?::\w+|\[[\w:, ]{0,80}\]))/;
const gemLine = new RegExp(`^\\s*gem ["'][\\w-]{1,100}["'](?:, ${gemOption.source}){0,8}\\s*(?:#.*)?$`);
const packageLine =
  /^\s*<Package(?:Reference|Version) (?:Include|Update)="[\w.-]{1,200}"(?: Version="[\w.*,[\]() -]{1,60}")?(?: PrivateAssets="[\w;]{1,40}")? ?\/>\s*$/;

const forms: readonly (readonly [RegExp, Form])[] = [
  [/(?:^|\/)package\.json$/, byTables(readJson, npm)],
  [/(?:^|\/)composer\.json$/, byTables(readJson, composer)],
  [/(?:^|\/)cargo\.toml$/, byTables(parseToml, cargo)],
  [/(?:^|\/)pyproject\.toml$/, byTables(parseToml, python)],
  [
    /(?:^|\/)(?:requirements\/[^/]+|(?:[\w.-]*requirements|constraints)[\w.-]*)\.(?:txt|in)$/,
    byLines(/^\s*(?:#.*)?$/, isRequirementLine),
  ],
  [/(?:^|\/)go\.mod$/, byLines(/^\s*(?:require \(|\)|\/\/.*)?\s*$/, (line) => goLine.test(line))],
  [/(?:^|\/)(?:gemfile|gems\.rb)$/, byLines(/^\s*(?:#.*)?$/, (line) => gemLine.test(line))],
  [
    /(?:\.(?:cs|fs|vb)proj|(?:^|\/)directory\.packages\.props)$/,
    byLines(/^\s*(?:<\/?ItemGroup>)?\s*$/, (line) => packageLine.test(line)),
  ],
  [/(?:^|\/)pom\.xml$/, pomFault],
  [/(?:^|\/)build\.gradle(?:\.kts)?$/, gradleFault],
  [/\.versions\.toml$/, byTables(readCatalog, catalogSections)],
];
