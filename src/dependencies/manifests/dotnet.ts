import type { Declaration } from "../dependency.ts";
import { childText, elementsNamed, parseXml, type XmlElement } from "../xml.ts";

/** Projects of .NET and their central lists: `PackageReference`, `PackageVersion`, and `package` of `packages.config`. */
export function readDotnet(text: string): readonly Declaration[] {
  const project = parseXml(text);
  const said = [
    ...elementsNamed(project, "PackageReference"),
    ...elementsNamed(project, "PackageVersion"),
    ...elementsNamed(project, "package"),
  ];
  return said.flatMap((one) => {
    const name = one.attributes["Include"] ?? one.attributes["Update"] ?? one.attributes["id"];
    if (name === undefined || name.includes("$(")) return [];
    const version = one.attributes["Version"] ?? one.attributes["version"] ?? childText(one, "Version") ?? "";
    return [{ name, range: version.includes("$(") ? "" : version, development: isPrivate(one) }];
  });
}

/** Used while building only, and not handed on. */
const isPrivate = (one: XmlElement): boolean =>
  /^all$/i.test(one.attributes["PrivateAssets"] ?? childText(one, "PrivateAssets") ?? "") ||
  one.attributes["developmentDependency"] === "true";
