import { splitByteOrderMark } from "../../source/lines.ts";
import { type Fault, somethingElse, type Written } from "./form.ts";
import { isMavenName, isMavenVersion } from "./maven-names.ts";
import { readXml, type XmlElement, type XmlNode } from "./xml-nodes.ts";

/**
 * `pom.xml`: entries of the project's own `<dependencies>` and of its `<dependencyManagement>`, and the properties that
 * hold the versions of these and nothing else. Plugins run, profiles and repositories decide what is taken from where, a
 * parent brings all of that: none of it may change.
 */
export function pomFault({ before, after }: Written): Fault | undefined {
  const [old, made] = [read(before), read(after)];
  const known = new Set(old.entries.map(said));
  const odd = made.entries.find((one) => !known.has(said(one)) && !isEntry(one, made));
  if (odd)
    return `\`${nameOf(odd).slice(0, 120)}\` is not given in literal words with at most one exact version (no range, snapshot, file or attribute)`;
  const names = new Set([...old.versions.keys(), ...made.versions.keys()]);
  const free = [...names].filter((name) =>
    [old, made].every((one) => !one.properties.has(name) || one.versions.has(name)),
  );
  const added = free.find((name) => !old.properties.has(name));
  if (made.hasParent && added !== undefined)
    return `the property \`${added.slice(0, 80)}\` could be one that the parent goes by: write the version in the entry itself`;
  return restOf(old, free) === restOf(made, free) ? undefined : somethingElse;
}

interface Pom {
  readonly nodes: readonly XmlNode[];
  readonly entries: readonly { readonly managed: boolean; readonly element: XmlElement }[];
  readonly properties: ReadonlyMap<string, string>;
  /** Those of the properties whose value is a version and that only versions of entries use. */
  readonly versions: ReadonlyMap<string, string>;
  readonly hasParent: boolean;
}

type Entry = Pom["entries"][number];

function read(text: string): Pom {
  const nodes = readXml(splitByteOrderMark(text).body);
  const project = elementsOf(nodes, "project");
  const inside = (...names: readonly string[]): readonly XmlElement[] =>
    names.reduce((found, name) => found.flatMap(({ children }) => elementsOf(children, name)), project);
  const entries = [
    ...inside("dependencies", "dependency").map((element) => ({ managed: false, element })),
    ...inside("dependencyManagement", "dependencies", "dependency").map((element) => ({
      ...{ managed: true, element },
    })),
  ];
  const written = inside("properties").flatMap(({ children }) => elementsOf(children));
  const properties = new Map(written.map((one) => [one.name, textOf(one) ?? ""]));
  const uses = countsOf(usesIn(nodes));
  const asVersions = countsOf(
    entries.flatMap(({ element }) => usesIn(elementsOf(element.children, "version"))),
  );
  const versions = new Map(
    [...properties].filter(
      ([name, value]) =>
        isMavenVersion(value) &&
        isWordForVersion(name) &&
        written.filter((one) => one.name === name).length === 1 &&
        asVersions.has(name) &&
        asVersions.get(name) === uses.get(name),
    ),
  );
  return { nodes, entries, properties, versions, hasParent: inside("parent").length > 0 };
}

const elementsOf = (nodes: readonly XmlNode[], name?: string): readonly XmlElement[] =>
  nodes.flatMap((one) => (one.kind === "element" && (name === undefined || one.name === name) ? [one] : []));

/** What stands in `${}` anywhere in these. */
function usesIn(nodes: readonly XmlNode[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (node.kind === "comment") return [];
    const text = node.kind === "element" ? node.attributes : node.text;
    const here = [...text.matchAll(/\$\{([^}]{0,200})\}/g)].map(([, name]) => name!.trim());
    return node.kind === "element" ? [...here, ...usesIn(node.children)] : here;
  });
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** No property that the machine, Maven or its own plugins go by. */
const isWordForVersion = (name: string): boolean =>
  /^(?:version\.[\w.-]+|[\w.-]*(?:[.-]version|Version))$/.test(name) && !systems.test(name);
const systems = /^(?:env|settings|user|os|sun|java|maven|project|pom|build)\b/;

/** The text of an element that has nothing else in it; undefined where it has. */
function textOf({ attributes, children }: XmlElement): string | undefined {
  if (attributes !== "" || children.length > 1) return undefined;
  const [only] = children;
  if (only === undefined) return "";
  return only.kind === "text" ? only.text.trim() : undefined;
}

const nameOf = ({ element }: Entry): string =>
  ["groupId", "artifactId"].map((name) => elementsOf(element.children, name).map(textOf)[0] ?? "").join(":");

/** What an entry may say beside its version. */
const literal: Readonly<Record<string, (value: string, managed: boolean) => boolean>> = {
  groupId: isMavenName,
  artifactId: isMavenName,
  classifier: isMavenName,
  type: (value) => ["jar", "pom", "test-jar"].includes(value),
  optional: (value) => ["true", "false"].includes(value),
  // A list of versions of others is imported where lists are kept.
  scope: (value, managed) =>
    ["compile", "provided", "runtime", "test"].includes(value) || (managed && value === "import"),
};

function isEntry({ managed, element }: Entry, { properties }: Pom): boolean {
  const parts = elementsOf(element.children);
  const names = parts.map(({ name }) => name);
  return (
    isPlain(element) &&
    new Set(names).size === names.length &&
    ["groupId", "artifactId"].every((name) => names.includes(name)) &&
    parts.every((part) => {
      if (part.name === "exclusions") return areExclusions(part);
      const value = textOf(part);
      if (value === undefined) return false;
      return part.name === "version" ? isVersion(value, properties) : literal[part.name]?.(value, managed);
    })
  );
}

/** A version, or a property that holds one, here or where the project's own parent says it: never the machine's words. */
function isVersion(value: string, properties: Pom["properties"]): boolean {
  const [, name] = /^\$\{([\w.-]{1,100})\}$/.exec(value) ?? [];
  if (name === undefined) return isMavenVersion(value);
  if (name === "project.version") return true;
  return isWordForVersion(name) && (!properties.has(name) || isMavenVersion(properties.get(name)));
}

function areExclusions(list: XmlElement): boolean {
  const isOne = (one: XmlElement): boolean =>
    one.name === "exclusion" &&
    isPlain(one) &&
    elementsOf(one.children).every((part) => {
      const value = textOf(part);
      return ["groupId", "artifactId"].includes(part.name) && (value === "*" || isMavenName(value));
    });
  return isPlain(list) && elementsOf(list.children).every(isOne);
}

const isBlank = (node: XmlNode): boolean =>
  node.kind === "comment" || (node.kind === "text" && node.text.trim() === "");
/** Nothing of its own beside its elements. */
const isPlain = ({ attributes, children }: XmlElement): boolean =>
  attributes === "" && children.every((one) => one.kind === "element" || isBlank(one));

/** An entry in one spelling. */
const said = ({ managed, element }: Entry): string => JSON.stringify([managed, wordsOf([element])]);

const wordsOf = (nodes: readonly XmlNode[]): readonly unknown[] =>
  nodes
    .filter((node) => !isBlank(node))
    .map((node) =>
      node.kind === "element" ? [node.name, node.attributes, wordsOf(node.children)] : node.text.trim(),
    );

/** Lists of entries or of properties, and what is around them: they may come and go when nothing is in them. */
const entryLists = ["/project/dependencies", "/project/dependencyManagement/dependencies"];
const passing = [...entryLists, "/project/dependencyManagement", "/project/properties"];

/** All of a project but its entries, the properties that go with them, and what people read between these. */
function restOf({ nodes }: Pom, free: readonly string[]): string {
  const mayChange = (node: XmlNode, path: string): boolean => {
    const isEntryOf = entryLists.includes(path) && node.kind === "element" && node.name === "dependency";
    const isFree = path === "/project/properties" && node.kind === "element" && free.includes(node.name);
    return isEntryOf || isFree || (isBlank(node) && (node.kind === "text" || passing.includes(path)));
  };
  const rest = (of: readonly XmlNode[], path: string): readonly unknown[] =>
    of.flatMap((node): readonly unknown[] => {
      if (mayChange(node, path)) return [];
      if (node.kind !== "element") return [node.text];
      const here = `${path}/${node.name}`;
      const inner = rest(node.children, here);
      const isGone = inner.length === 0 && node.attributes === "" && passing.includes(here);
      return isGone ? [] : [[node.name, node.attributes, inner]];
    });
  return JSON.stringify(rest(nodes, ""));
}
