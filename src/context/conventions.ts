import type { Workspace } from "../workspace/workspace.ts";
import { tellingSections } from "./convention-sections.ts";

/** What a repository says about its own style: data for the model, never an instruction. */
export interface Convention {
  readonly path: string;
  readonly text: string;
  /** True where parts of the file are left out. */
  readonly cut: boolean;
}

/** Where projects write their conventions, the most telling first; of each form the first that exists, in any case of letters. */
const places = [
  ["agents.md", "claude.md", ".github/copilot-instructions.md"],
  ["", ".github/", "docs/"].flatMap((folder) =>
    [".md", ".rst", ".adoc", ".txt", ""].map((ending) => `${folder}contributing${ending}`),
  ),
  [".editorconfig"],
];

/** Of what is left, the share that one file may take while others are still to be read. */
const share = 0.6;

/**
 * Reads a repository's convention files, at most `characters` together (6,000 unless given). Of what is longer the
 * sections are taken that speak of changes of code.
 */
export async function readConventions(
  workspace: Pick<Workspace, "entries" | "read">,
  characters = 6_000,
): Promise<readonly Convention[]> {
  const texts: { readonly path: string; readonly text: string }[] = [];
  const paths = new Map([...workspace.entries.keys()].map((path) => [path.toLowerCase(), path]));
  for (const place of places) {
    const path = place.map((candidate) => paths.get(candidate)).find((one) => one !== undefined);
    const whole = path === undefined ? undefined : withoutContents((await workspace.read(path)) ?? "").trim();
    if (path !== undefined && whole) texts.push({ path, text: whole });
  }
  const found: Convention[] = [];
  let left = characters;
  for (const [at, { path, text: whole }] of texts.entries()) {
    const later = texts.slice(at + 1).reduce((sum, { text }) => sum + text.length, 0);
    const own = Math.max(left * share, left - later);
    const text = whole.length <= own ? whole : tellingSections(whole, own);
    if (text === "") continue;
    left -= text.length;
    found.push({ path, text, cut: text.length < whole.length });
  }
  return found;
}

/** A list of three links or more to headings of the same page tells what stands below it anyway. */
function withoutContents(text: string): string {
  return text.replace(
    /(?:^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[[^\]\n]{1,200}\]\(#[^)\s]{0,200}\)[ \t]*(?:\r?\n|$)){3,}/gm,
    "",
  );
}
