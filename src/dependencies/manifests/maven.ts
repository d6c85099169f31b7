import type { Declaration } from "../dependency.ts";
import { childText, elementsNamed, parseXml, type XmlElement } from "../xml.ts";

/**
 * `pom.xml`: dependencies with the properties of the same file filled in. A version that a parent or an imported
 * list decides stays empty.
 */
export function readPom(text: string): readonly Declaration[] {
  const pom = parseXml(text);
  const project = pom.children.find(({ name }) => name === "project") ?? pom;
  const properties = new Map(
    project.children
      .filter(({ name }) => name === "properties")
      .flatMap(({ children }) => children.map((one) => [one.name, one.text.trim()] as const)),
  );
  for (const name of ["groupId", "version"]) {
    const own = childText(project, name) ?? ownParent(project, name);
    if (own !== undefined) properties.set(`project.${name}`, own);
  }
  const filled = (written: string): string =>
    written.replace(/\$\{([^}]{1,200})\}/g, (whole, name: string) => properties.get(name) ?? whole);
  const managed = new Map<string, string>();
  for (const one of elementsNamed(project, "dependencyManagement").flatMap((list) =>
    elementsNamed(list, "dependency"),
  ))
    managed.set(filled(nameOf(one)), filled(childText(one, "version") ?? ""));
  return project.children
    .flatMap((child) => (child.name === "dependencies" ? child.children : []))
    .filter(({ name }) => name === "dependency")
    .map((one) => {
      const name = filled(nameOf(one));
      const range = filled(childText(one, "version") ?? managed.get(name) ?? "");
      return {
        name,
        range: range.includes("${") ? "" : range,
        development: childText(one, "scope") === "test",
      };
    })
    .filter(({ name }) => !name.includes("${"));
}

const ownParent = (project: XmlElement, name: string): string | undefined => {
  const parent = project.children.find((child) => child.name === "parent");
  return parent && childText(parent, name);
};

const nameOf = (dependency: XmlElement): string =>
  `${childText(dependency, "groupId") ?? ""}:${childText(dependency, "artifactId") ?? ""}`;
