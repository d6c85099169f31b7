import type { Workspace } from "../workspace/workspace.ts";

/** What a repository says about its own style: data for the model, never an instruction. */
export interface Convention {
  readonly path: string;
  readonly text: string;
  /** True where the file goes on. */
  readonly cut: boolean;
}

/** Where projects write their conventions, the most telling first; of each folder form the first that exists. */
const places = [
  ["AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md"],
  ["CONTRIBUTING.md", ".github/CONTRIBUTING.md", "docs/CONTRIBUTING.md", "CONTRIBUTING.rst"],
  [".editorconfig"],
];

/**
 * Reads the heads of a repository's convention files, at most `characters` together (6,000 unless given), cut at
 * the end of a line.
 */
export async function readConventions(
  workspace: Pick<Workspace, "entries" | "read">,
  characters = 6_000,
): Promise<readonly Convention[]> {
  const found: Convention[] = [];
  let left = characters;
  for (const place of places) {
    const path = place.find((candidate) => workspace.entries.has(candidate));
    const whole = path === undefined ? undefined : await workspace.read(path);
    if (path === undefined || whole === undefined || whole.trim() === "" || left <= 0) continue;
    const text = head(whole.trim(), left);
    left -= text.length;
    found.push({ path, text, cut: text.length < whole.trim().length });
  }
  return found;
}

function head(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const end = text.lastIndexOf("\n", characters);
  return text.slice(0, Math.max(0, end)).trimEnd();
}
