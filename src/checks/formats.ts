import { splitByteOrderMark } from "../source/lines.ts";
import type { Pointed } from "./draw.ts";
import { htmlFaults } from "./formats/html.ts";
import { jsonFaults } from "./formats/json.ts";
import { makeFaults } from "./formats/make.ts";
import { markdownFaults } from "./formats/markdown.ts";
import { sassFaults } from "./formats/sass.ts";
import { tomlFaults } from "./formats/toml.ts";
import { yamlFaults } from "./formats/yaml.ts";

type Faults = (body: string, path: string) => readonly Pointed[] | undefined;

const formats: readonly (readonly [ending: RegExp, faults: Faults])[] = [
  [
    /\.(?:json|webmanifest|ipynb|geojson|jsonc|code-workspace)$/i,
    (body, path) => jsonFaults(body, commented(path) ? "lenient" : "strict"),
  ],
  // What is a template becomes YAML later.
  [/\.ya?ml$/i, (body) => (/(?<!\$)\{[{%]/.test(body) ? undefined : yamlFaults(body))],
  [/\.toml$|(?:^|\/)(?:Cargo|poetry|uv|pdm)\.lock$/, tomlFaults],
  [/\.x?html?$/i, htmlFaults],
  [/\.(?:md|mdx|markdown)$/i, markdownFaults],
  [/\.(?:scss|less)$/i, sassFaults],
  [/(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$/, makeFaults],
];

/** True for a format that is judged here; languages are judged by their grammars. */
export function isFormat(path: string): boolean {
  return formats.some(([ending]) => ending.test(path));
}

/**
 * Where a JSON, YAML, TOML, HTML, SCSS or Less file, a makefile, or the front matter or a fence of a Markdown file, does
 * not parse; undefined for other formats and for what cannot be judged: templates, and files beyond the limits.
 */
export function formatFaults(path: string, text: string): readonly Pointed[] | undefined {
  const faults = formats.find(([ending]) => ending.test(path))?.[1];
  return faults?.(splitByteOrderMark(text).body, path);
}

/** Tools read these with comments and trailing commas. */
function commented(path: string): boolean {
  return /(?:^|\/)(?:[tj]sconfig[^/]*|\.[^/]*|devcontainer|api-extractor|turbo|nx|wrangler|deno|biome|tslint)\.json$|(?:^|\/)\.vscode\/|\.(?:jsonc|code-workspace)$/i.test(
    path,
  );
}
