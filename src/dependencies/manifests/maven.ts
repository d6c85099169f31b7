import type { Declaration } from "../dependency.ts";
import { fill, firstOf, type LookUp, type Words } from "../words.ts";
import { childText, elementsNamed, parseXml, type XmlElement } from "../xml.ts";

/**
 * `pom.xml`: dependencies with the properties filled in that it says, or another file of the repository. A version that
 * a parent or an imported list from elsewhere decides stays empty, with that list's name.
 */
export function readPom(text: string, _path: string, words: Words): readonly Declaration[] {
  const project = projectOf(text);
  const said = saidIn(project);
  const known = firstOf(said, words);
  const lists = [said, words]
    .flatMap((of) => fill(of.get(listsWord) ?? "", known).split(", "))
    .filter((one) => one !== "" && known(ownWord(one.split(" ", 1)[0]!)) === undefined);
  const decidedBy = [...new Set(lists)].slice(0, mostLists).join(" or ");
  const needed = project.children
    .flatMap((child) => (child.name === "dependencies" ? child.children : []))
    .filter(({ name }) => name === "dependency")
    .map((one) => {
      const name = fill(nameOf(one), known);
      const filled = fill(childText(one, "version") ?? known(name) ?? "", known);
      const range = filled.includes("${") ? "" : filled;
      return {
        ...{ name, range, ...(range === "" && decidedBy !== "" && { decidedBy }) },
        development: (childText(one, "scope") ?? known(`scope of ${name}`)) === "test",
      };
    })
    .filter(({ name }) => !name.includes("${"));
  return [...needed, ...managedIn(project, known)];
}

/** What its own list of versions decides for others: a package of the list may be needed by nobody, or by dependencies. */
function managedIn(project: XmlElement, known: LookUp): readonly Declaration[] {
  return project.children
    .filter(({ name }) => name === "dependencyManagement")
    .flatMap((list) => elementsNamed(list, "dependency"))
    .map((one): Declaration => {
      const range = fill(childText(one, "version") ?? "", known);
      return {
        ...{ name: fill(nameOf(one), known), range: range.includes("${") ? "" : range },
        ...{ development: childText(one, "scope") === "test", indirect: true },
      };
    })
    .filter(({ name }) => !name.includes("${"));
}

/** Lists of versions that a project takes in: its parent's and those that it imports. No property has such a name. */
const mostLists = 3;
const listsWord = "lists of versions";
const ownWord = (name: string): string => `is ${name}`;

/** What modules take from the project that is their parent: properties, and versions by `group:artifact`. */
export function mavenWords(text: string): Words {
  const said = [...saidIn(projectOf(text))];
  // Each project has its own.
  return new Map(said.filter(([word]) => !word.startsWith("project.")));
}

function projectOf(text: string): XmlElement {
  const pom = parseXml(text);
  return pom.children.find(({ name }) => name === "project") ?? pom;
}

function saidIn(project: XmlElement): Words {
  const said = new Map(
    project.children
      .filter(({ name }) => name === "properties")
      .flatMap(({ children }) => children.map((one) => [one.name, one.text.trim()] as const)),
  );
  for (const name of ["groupId", "version"]) {
    const written = childText(project, name) ?? ownParent(project, name);
    if (written !== undefined) said.set(`project.${name}`, written);
  }
  const managed = elementsNamed(project, "dependencyManagement").flatMap((list) =>
    elementsNamed(list, "dependency"),
  );
  const own = (word: string): string | undefined => said.get(word);
  const imported = managed.filter((one) => childText(one, "scope") === "import");
  const parents = project.children.filter(({ name }) => name === "parent");
  const lists = [...imported, ...parents].map((one) =>
    `${fill(nameOf(one), own)} ${fill(childText(one, "version") ?? "", own)}`.trim(),
  );
  if (imported.length > 0 || parents.length > 0) said.set(listsWord, lists.join(", "));
  said.set(ownWord(`${said.get("project.groupId") ?? ""}:${childText(project, "artifactId") ?? ""}`), "");
  for (const one of managed) {
    const name = fill(nameOf(one), own);
    said.set(name, fill(childText(one, "version") ?? "", own));
    const scope = childText(one, "scope");
    if (scope !== undefined) said.set(`scope of ${name}`, scope);
  }
  return said;
}

const ownParent = (project: XmlElement, name: string): string | undefined => {
  const parent = project.children.find((child) => child.name === "parent");
  return parent && childText(parent, name);
};

const nameOf = (dependency: XmlElement): string =>
  `${childText(dependency, "groupId") ?? ""}:${childText(dependency, "artifactId") ?? ""}`;
