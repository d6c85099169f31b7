import { parseAllDocuments } from "yaml";
import { unlessTooDeep } from "../source/nesting.ts";
import type { Formatter } from "./formatter.ts";
import { within } from "./formatter.ts";
import { quiet } from "./parse-settings.ts";

const largest = 64_000;
const deepest = 60;

/** C and C++, where a `.clang-format` stands: without one there is no usual style. */
export const clangFormat: Formatter = {
  name: "clang-format",
  endings: /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx)$/,
  configs: [".clang-format", "_clang-format"],
  unread: [".clang-format-ignore"],
  unconfigured: "perhaps",
  read(_name, text) {
    const style = styleOf(text);
    if (style === undefined || within(style, "DisableFormat") === true) return undefined;
    const inherits = /^(?:file|inheritparentconfig)/i.test(String(within(style, "BasedOnStyle") ?? ""));
    // Which ends lines have on a disk is git's matter.
    return {
      settings: { style: JSON.stringify({ ...style, LineEnding: "LF" }) },
      use: inherits ? "perhaps" : "declared",
    };
  },
  async format(path, text, { style }) {
    if (typeof style !== "string") throw new Error("clang-format has no style without a configuration.");
    return (await import("@wasm-fmt/clang-format")).format(text, path, style);
  },
};

/** The document for C++: the one that says so, or the one that names no language. */
function styleOf(text: string): object | undefined {
  const styles = documentsOf(text).filter((one) => typeof one === "object" && one !== null);
  return (
    styles.find((one) => within(one, "Language") === "Cpp") ??
    styles.find((one) => within(one, "Language") === undefined)
  );
}

/** None where one of them does not parse, or has too many aliases or levels. */
function documentsOf(text: string): readonly unknown[] {
  if (text.length > largest) return [];
  try {
    const read = unlessTooDeep(text, deepest, () => {
      const documents = parseAllDocuments(text, { uniqueKeys: false, schema: "core", ...quiet });
      if (documents.some((document) => document.errors.length > 0)) return [];
      return documents.map((document): unknown => document.toJS({ maxAliasCount: 20 }));
    });
    return read ?? [];
  } catch (error) {
    if (error instanceof ReferenceError) return [];
    throw error;
  }
}
