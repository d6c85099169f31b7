import type { Dependency } from "../dependencies/dependency.ts";
import { namings } from "../dependencies/modules.ts";
import { type ApiUse, type DependencyUses, usesOf } from "../dependencies/uses.ts";
import type { PublicCode, PublicFile, PublicTree } from "../github/public-code/public-code.ts";
import type { FileOutline, Outline } from "../graph/outline.ts";
import { notebookCode } from "../languages/outlines/notebook-code.ts";
import { readOutline } from "../languages/outlines/outline-one.ts";
import { languageOf } from "../languages/registry.ts";
import { licenceUse } from "../references/licence.ts";
import { rankFiles } from "../references/rank-files.ts";
import type { Example, PublicPlace } from "./entry.ts";
import { excerptsOf, linesOf } from "./excerpts.ts";
import { asUsersImport } from "./own-imports.ts";

export interface ExampleQuestion {
  readonly dependency: Pick<Dependency, "ecosystem" | "name">;
  /** Empty: whatever its users call. */
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
 * most of what is asked. A file adds an example only where it shows a name that none before it shows. Where nothing is
 * asked, the names count that the likeliest files call most.
 */
export async function readExamples(
  question: ExampleQuestion,
  code: PublicCode,
  limits: ExampleLimits,
  signal: AbortSignal,
): Promise<readonly Example[]> {
  const { place, licence, own } = question;
  const likeliest = likeliestFiles(question).slice(0, limits.files);
  const asked =
    question.apis.length > 0 ? question.apis : await mostCalled(likeliest, question, code, signal);
  const showable = licenceUse(licence, limits.licences) === "code";
  const found: Example[] = [];
  const shown = new Set<string>();
  for (const file of likeliest) {
    if (found.length >= limits.examples || asked.every(({ api }) => shown.has(api))) break;
    signal.throwIfAborted();
    const read = await readFile(file, question, code);
    if (read === undefined) continue;
    const { text, facts, used, language } = read;
    const missing = asked.filter(({ api }) => !shown.has(api));
    const [best] = excerptsOf(text, facts, used, missing);
    if (best === undefined) continue;
    for (const api of best.apis) shown.add(api);
    found.push({
      ...{ ...best, repository: place, path: file.path, licence, language, own },
      code: showable ? linesOf(text, best) : undefined,
    });
  }
  return found;
}

function likeliestFiles({ dependency, apis, tree, own }: ExampleQuestion): readonly PublicFile[] {
  const files = new Map(tree.files.map((file) => [file.path, file]));
  const request = [dependency.name, ...apis.map(({ api }) => api.replaceAll(".", " "))].join(" ");
  const known = own ? { library: true as const } : {};
  // What shows the use comes first here whatever else speaks for a file: inner modules call none of it.
  return rankFiles({
    ...known,
    request,
    name: "",
    about: "",
    language: undefined,
    readme: undefined,
    files: tree.files,
  })
    .toSorted((a, b) => Number(b.showsUse) - Number(a.showsUse))
    .filter(({ path }) => namings[dependency.ecosystem].languages.includes(languageOf(path) ?? ""))
    .map(({ path }) => files.get(path)!);
}

/** So many files tell what a package's users call. */
const telling = { files: 5, apis: 6 };

async function mostCalled(
  files: readonly PublicFile[],
  question: ExampleQuestion,
  code: PublicCode,
  signal: AbortSignal,
): Promise<readonly ApiUse[]> {
  const outlines: Outline[] = [];
  for (const file of files.slice(0, telling.files)) {
    signal.throwIfAborted();
    const read = await readFile(file, question, code);
    if (read !== undefined) outlines.push({ ...read.facts, path: file.path });
  }
  return usesOf(question.dependency, outlines).apis.slice(0, telling.apis);
}

/** Undefined for what is gone, too large, or cannot be parsed. */
async function readFile(
  { path, blob }: PublicFile,
  { dependency, place, own }: ExampleQuestion,
  code: PublicCode,
): Promise<{ text: string; facts: FileOutline; used: DependencyUses; language: string } | undefined> {
  const stored = await code.text(place.fullName, blob);
  const kept = languageOf(path)!;
  const written = stored === undefined ? undefined : await readOutline({ language: kept, text: stored });
  if (stored === undefined || !written) return undefined;
  // Of a notebook people want the code, not the file's JSON; its lines stand where they stand in the file.
  const cells = kept === "notebook" ? notebookCode(stored) : undefined;
  const [text, language] = cells === undefined ? [stored, kept] : [cells, "python"];
  const facts = own ? asUsersImport(written, path, dependency) : written;
  return { text, facts, used: usesOf(dependency, [{ ...facts, path }]), language };
}
