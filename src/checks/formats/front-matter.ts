import type { Pointed } from "../draw.ts";
import { tomlFaults } from "./toml.ts";
import { yamlFaults } from "./yaml.ts";

/** The block that a Markdown file may begin with: YAML between `---`, or TOML between `+++`. */
const block = /^(---|\+\+\+)[ \t]*\r?\n([\s\S]*?)(?<=\n)\1[ \t]*(?:\r?\n|$)/;
/** A thematic break may begin a file, too, and then prose follows. */
const firstKey = /^\s*(?:#.*\n\s*)*[\w"'[-][\w"' .-]{0,200}\]?\s{0,9}[:=]/;

/** Where the front matter of a Markdown file does not parse; nothing for a file that has none. */
export function frontMatterFaults(text: string): readonly Pointed[] | undefined {
  const [, fence, inner = ""] = block.exec(text) ?? [];
  if (fence === undefined || !firstKey.test(inner)) return [];
  const faults = fence === "---" ? yamlFaults(inner) : tomlFaults(inner);
  return faults?.map((fault) => ({ ...fault, line: fault.line + 1 }));
}
