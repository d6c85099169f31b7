import { type Declaration, nameKey } from "../dependency.ts";
import { fill, firstOf, type Words } from "../words.ts";
import { childText, elementsNamed, parseXml, type XmlElement } from "../xml.ts";

/**
 * Projects of .NET and their central lists: `PackageReference`, `PackageVersion`, `GlobalPackageReference`, and `package`
 * of `packages.config`.
 */
export function readDotnet(text: string, _path: string, words: Words): readonly Declaration[] {
  const project = filled(parseXml(text), firstOf(dotnetWords(text), words));
  const read = (element: string, make: (one: Declaration, of: XmlElement) => Declaration): Declaration[] =>
    elementsNamed(project, element).flatMap((one) => declaration(one).map((said) => make(said, one)));
  return [
    ...read("PackageReference", (one, of) => {
      const range = said(of, "VersionOverride") ?? one.range;
      return range === "" ? { ...one, listedAs: nameKey("nuget", one.name) } : { ...one, range };
    }),
    ...read("PackageVersion", (one) => ({ ...one, entry: nameKey("nuget", one.name) })),
    // Every project gets it, and none hands it on: that is how analysers are added.
    ...read("GlobalPackageReference", (one) => ({ ...one, development: true })),
    ...read("package", (one) => one),
  ];
}

/** Properties, which projects take from the files of the folders above them. */
export function dotnetWords(text: string): Words {
  return new Map(
    elementsNamed(parseXml(text), "PropertyGroup").flatMap(({ children }) =>
      children.map((one) => [one.name, one.text.trim()] as const),
    ),
  );
}

/** With the properties that are known. */
function filled(element: XmlElement, known: (word: string) => string | undefined): XmlElement {
  const attributes = Object.entries(element.attributes).map(
    ([name, value]) => [name, fill(value, known)] as const,
  );
  return {
    ...element,
    attributes: Object.fromEntries(attributes),
    children: element.children.map((child) => filled(child, known)),
    text: fill(element.text, known),
  };
}

function declaration(one: XmlElement): readonly Declaration[] {
  const name = one.attributes["Include"] ?? one.attributes["Update"] ?? one.attributes["id"];
  if (name === undefined || name.includes("$(")) return [];
  return [
    {
      name: name.trim(),
      range: said(one, "Version") ?? said(one, "version") ?? "",
      development: isPrivate(one),
    },
  ];
}

/** What an attribute or a child says; a property that nobody fills in says nothing. */
function said(one: XmlElement, name: string): string | undefined {
  const written = one.attributes[name] ?? childText(one, name);
  return written?.includes("$(") ? "" : written;
}

/** Used while building only, and not handed on. */
const isPrivate = (one: XmlElement): boolean =>
  /^all$/i.test(said(one, "PrivateAssets") ?? "") || one.attributes["developmentDependency"] === "true";
