import type { Declaration } from "../dependency.ts";

/** PEP 508: a name, extras, a range or an address, a marker. Undefined for what is none. */
function requirement(line: string, development: boolean): Declaration | undefined {
  const match = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(@)?\s*\(?([^;)]*)\)?/.exec(line);
  if (!match) return undefined;
  if (match[2] !== undefined) return { name: match[1]!, range: "", development, elsewhere: true };
  const range = match[3]!.trim();
  // The rest of the line has to be a range, or the line was no requirement.
  if (range !== "" && !/^(?:[<>=!~]=?|===)/.test(range)) return undefined;
  return { name: match[1]!, range: range.replace(/\s+/g, ""), development };
}

/** Those of a list; what is none is left out. */
export const requirements = (lines: Iterable<unknown>, development: boolean): Declaration[] =>
  [...lines].flatMap((line) => {
    const found = typeof line === "string" ? requirement(line, development) : undefined;
    return found ? [found] : [];
  });

/** Groups with these names are for those who work on the package itself. */
export const workshop = /dev|test|lint|doc|type|typing|ci|build|check|format|style|bench|coverage|release/i;
