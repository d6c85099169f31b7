import { parse as parseToml } from "smol-toml";
import { plainJson } from "../source/json-with-comments.ts";
import { baseName } from "../source/paths.ts";
import { at, textOf } from "./entries.ts";
import { childText, parseXml } from "./xml.ts";

/** Names under which a manifest publishes the project itself: its parts need each other, and that is no dependency. */
export function ownNames(path: string, text: string): readonly string[] {
  const name = baseName(path);
  return read(name, text).flatMap((own) => (own === undefined || own === "" ? [] : [own]));
}

function read(file: string, text: string): readonly (string | undefined)[] {
  switch (file) {
    case "package.json":
    case "composer.json":
      return [textOf(at(JSON.parse(text), "name"))];
    case "deno.json":
    case "deno.jsonc":
      return [textOf(at(JSON.parse(plainJson(text)), "name"))];
    case "setup.cfg":
      return [/^name\s*=\s*([\w.-]+)\s*$/m.exec(text)?.[1]];
    case "setup.py":
      return [/\bname\s*=\s*["']([\w.-]+)["']/.exec(text)?.[1]];
    case "go.mod":
      return [/^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(text)?.[1]];
    case "Cargo.toml":
      return [textOf(at(parseToml(text), "package", "name"))];
    case "pyproject.toml": {
      const manifest: unknown = parseToml(text);
      return [textOf(at(manifest, "project", "name")), textOf(at(manifest, "tool", "poetry", "name"))];
    }
    case "pom.xml": {
      const project = parseXml(text).children.find(({ name }) => name === "project");
      const parent = project?.children.find(({ name }) => name === "parent");
      if (!project) return [];
      const group = childText(project, "groupId") ?? (parent && childText(parent, "groupId")) ?? "";
      return [`${group}:${childText(project, "artifactId") ?? ""}`];
    }
    case "CMakeLists.txt":
      return [/^[ \t]*project[ \t]*\(\s*"?([\w.+-]+)/im.exec(text)?.[1]];
    case "MODULE.bazel":
      return [/^module\([^()]{0,1000}?\bname[ \t]*=[ \t]*"([\w.+-]+)"/m.exec(text)?.[1]];
    case "conanfile.py":
      return [/^[ \t]+name[ \t]*=[ \t]*["']([\w.+-]+)["']/m.exec(text)?.[1]];
    case "vcpkg.json":
      return [textOf(at(JSON.parse(text), "name"))];
    case "gradle.properties":
      return [groupOf(text)];
    default:
      if (/\.gradle(?:\.kts)?$/.test(file)) return [groupOf(text)];
      // A project of .NET is published under its file's name, unless it says another one.
      if (file.endsWith(".csproj"))
        return [
          /<PackageId>\s*([\w.-]+)\s*<\/PackageId>/.exec(text)?.[1] ?? file.slice(0, -".csproj".length),
        ];
      return file.endsWith(".gemspec") ? [file.slice(0, -".gemspec".length)] : [];
  }
}

/** Of a build of Gradle the group alone: which parts it has, its settings say. */
function groupOf(text: string): string | undefined {
  const said =
    /^[ \t]{0,20}(?:project\.)?group[ \t]{0,9}=?[ \t]{0,9}["']?([a-z][\w-]*(?:\.[\w-]+)+)["']?[ \t]*$/m.exec(
      text,
    );
  return said ? `${said[1]}:` : undefined;
}
