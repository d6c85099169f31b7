/**
 * Whether a change of a manifest is one of its packages alone, each from its registry. A manifest also says what runs
 * when something is installed, built or tested, and where packages come from: none of that may change (security.md E04).
 */
import { parse as parseToml, TomlError } from "smol-toml";
import { type FileChange, textBefore } from "../source/file.ts";
import { addedLines } from "./added-lines.ts";

/** What speaks against an entry or a manifest, in a clause. */
type Fault = string;

/**
 * What a changed manifest says beside its packages, in a clause; undefined where nothing else changes. Manifests that
 * are programs, or whose packages cannot be told from the rest, are refused as a whole.
 */
export function faultOfManifest(change: FileChange): Fault | undefined {
  const before = textBefore(change, [change]);
  if (before === undefined || change.after === undefined) return "it may be neither made nor deleted";
  const form = forms.find(([paths]) => paths.test(change.path.toLowerCase()))?.[1];
  if (form === undefined) return "packages are added by a person here";
  try {
    return form({ ...change, before, after: change.after });
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TomlError)) throw error;
    return `it cannot be read: ${error.message.split("\n", 1)[0]}`;
  }
}

interface Written extends FileChange {
  readonly before: string;
  readonly after: string;
}

/** A range or a tag of a registry: no address, folder, archive or repository, which have these marks in them. */
const range = /^(?!\.)[\w.*^~<>=!|, +-]{0,100}$/;
const archive = /\.(?:tgz|tar|gz|zip|whl)$/i;
/** Another package of the repository, or a version that it keeps elsewhere. */
const within = /^(?:workspace|catalog):[\w.*^~-]{0,40}$/;
const isRange = (value: unknown): boolean =>
  typeof value === "string" && (within.test(value) || (range.test(value) && !archive.test(value)));

/** `requests[socks] >=2,<3 ; python_version < "3.12"` (PEP 508), without an address. */
const requirement =
  /^[A-Za-z0-9][\w.-]{0,100} ?(?:\[[\w., -]{0,100}\])? ?(?:\(?[~<>=!][\w.*~<>=!, +-]{0,100}\)?)? ?(?:;[\w.'"<>=! ()-]{0,200})?$/;
const isRequirement = (value: unknown): boolean =>
  typeof value === "string" && requirement.test(value) && !archive.test(value);

/** Says more of a package than its version, and nothing of another place. */
const tableKeys = new Set([
  ...["version", "features", "default-features", "optional", "workspace", "extras", "markers", "python"],
]);
const isTable = (value: unknown): boolean =>
  isRange(value) ||
  entries(value)?.every(
    ([key, one]) => tableKeys.has(key) && (key !== "version" || isRange(one)) && !/:\/\//.test(String(one)),
  ) === true;

type Section = readonly [path: readonly string[], fits: (value: unknown) => boolean];
const sections = (fits: Section[1], ...paths: readonly string[]): readonly Section[] =>
  paths.map((path) => [path.split("/"), fits] as const);

/** `*` stands for every key. */
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

const isRequirementLine = (line: string): boolean => isRequirement(line.replace(/\s#.*$/, "").trim());
const goLine = /^\s*(?:require )?[\w./~-]{1,200} v\d[\w.+-]{0,100}(?: \/\/ indirect)?\s*$/;
const gemOption =
  /(?:["'][\w.<>=~ -]{0,40}["']|require: (?:true|false|["'][\w/-]{0,80}["'])|groups?: (?::\w+|\[[\w:, ]{0,80}\]))/;
const gemLine = new RegExp(`^\\s*gem ["'][\\w-]{1,100}["'](?:, ${gemOption.source}){0,8}\\s*(?:#.*)?$`);
const packageLine =
  /^\s*<Package(?:Reference|Version) (?:Include|Update)="[\w.-]{1,200}"(?: Version="[\w.*,[\]() -]{1,60}")?(?: PrivateAssets="[\w;]{1,40}")? ?\/>\s*$/;

const forms: readonly (readonly [RegExp, (change: Written) => Fault | undefined])[] = [
  [/(?:^|\/)package\.json$/, byTables(JSON.parse, npm)],
  [/(?:^|\/)composer\.json$/, byTables(JSON.parse, composer)],
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
];

/** Tables of packages are held against each other, and all else has to be the same. */
function byTables(
  parse: (text: string) => unknown,
  tables: readonly Section[],
): (change: Written) => Fault | undefined {
  return ({ before, after }) => {
    const [old, made] = [parse(before), parse(after)];
    const known = new Set(tables.flatMap(([path]) => valuesAt(old, path).map(said)));
    for (const [path, fits] of tables)
      for (const [name, value] of valuesAt(made, path))
        if (!known.has(said([name, value])) && !fits(value))
          return `\`${name.slice(0, 80)}\` is not given with a version of its registry`;
    const rest = [old, made].map((document) => said(tables.reduce(without, document)));
    return rest[0] === rest[1] ? undefined : "something else than packages changes in it";
  };
}

const said = (value: unknown): string => JSON.stringify(value);

function entries(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

/** Names and values at a path; of a list the elements, each by its own words. */
function valuesAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  name = "",
): readonly (readonly [string, unknown])[] {
  if (key === undefined) return [[name, value]];
  const all = entries(value) ?? [];
  const some = key === "*" ? all : all.filter(([one]) => one === key);
  return some.flatMap(([one, inner]) => valuesAt(inner, rest, Array.isArray(value) ? said(inner) : one));
}

/** A copy without what stands at a path, and without the tables that are empty then. */
function without(value: unknown, [[key, ...rest]]: Section): unknown {
  const all = entries(value);
  if (all === undefined || key === undefined) return value;
  const left = all.flatMap(([one, inner]) => {
    if (key !== "*" && one !== key) return [[one, inner] as const];
    if (rest.length === 0) return [];
    const less = without(inner, [rest, () => true]);
    return entries(less)?.length === 0 ? [] : [[one, less] as const];
  });
  return Array.isArray(value) ? left.map(([, inner]) => inner) : Object.fromEntries(left);
}

/** Lines that come or go have to be entries, or empty. */
function byLines(empty: RegExp, isEntry: (line: string) => boolean): (change: Written) => Fault | undefined {
  return ({ path, before, after }) => {
    const changed = [
      ...addedLines({ path, before, after }),
      ...addedLines({ path, before: after, after: before }),
    ];
    const odd = changed.find(({ text }) => !empty.test(text) && !isEntry(text));
    return odd && `\`${odd.text.trim().slice(0, 80)}\` is not a package with a version of its registry`;
  };
}
