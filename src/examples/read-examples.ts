import type { Dependency } from "../dependencies/dependency.ts";
import { namings } from "../dependencies/modules.ts";
import { type ApiUse, usesOf } from "../dependencies/uses.ts";
import type { PublicCode, PublicTree } from "../github/public-code.ts";
import type { FileOutline } from "../graph/outline.ts";
import { outlineOne } from "../languages/outline-one.ts";
import { languageOf } from "../languages/registry.ts";
import { licenceUse } from "../references/licence.ts";
import { rankFiles } from "../references/rank-files.ts";
import type { Example, PublicPlace } from "./entry.ts";
import { excerptsOf, linesOf } from "./excerpts.ts";

export interface ExampleQuestion {
  readonly dependency: Pick<Dependency, "ecosystem" | "name">;
  readonly apis: readonly ApiUse[];
  readonly place: PublicPlace;
  readonly tree: PublicTree;
  readonly licence: string;
  readonly own: boolean;
}

export interface ExampleLimits {
  readonly licences: readonly string[];
  /** Files that are read. */
  readonly files: number;
  readonly examples: number;
}

/**
 * Examples in one public repository: its likeliest files are read, best first, and the parts of them kept that show
 * most of what is asked. A file adds an example only where it shows a name that none before it shows.
 */
export async function readExamples(
  { dependency, apis, place, tree, licence, own }: ExampleQuestion,
  code: PublicCode,
  limits: ExampleLimits,
  signal: AbortSignal,
): Promise<readonly Example[]> {
  const { languages } = namings[dependency.ecosystem];
  const blobs = new Map(tree.files.map(({ path, blob }) => [path, blob]));
  const request = [dependency.name, ...apis.map(({ api }) => api.replaceAll(".", " "))].join(" ");
  const about = own ? "library" : "";
  const ranked = rankFiles({ request, about, language: undefined, readme: undefined, files: tree.files });
  const likeliest = ranked.filter(({ path }) => languages.includes(languageOf(path) ?? ""));
  const found: Example[] = [];
  const shown = new Set<string>();
  for (const { path } of likeliest.slice(0, limits.files)) {
    if (found.length >= limits.examples || apis.every(({ api }) => shown.has(api))) break;
    signal.throwIfAborted();
    const text = await code.text(place.fullName, blobs.get(path)!);
    if (text === undefined) continue;
    const language = languageOf(path)!;
    const outline = await outlineOne({ language, text });
    if ("skipped" in outline) continue;
    const facts = JSON.parse(outline.json) as FileOutline;
    const used = usesOf(dependency, [{ ...facts, path }]);
    const [best] = excerptsOf(
      text,
      facts,
      used,
      apis.filter(({ api }) => !shown.has(api)),
    );
    if (best === undefined) continue;
    for (const api of best.apis) shown.add(api);
    const showable = licenceUse(licence, limits.licences) === "code";
    found.push({
      ...{ ...best, repository: place, path, licence, language, own },
      code: showable ? linesOf(text, best) : undefined,
    });
  }
  return found;
}
