import { counted } from "../../source/counted.ts";
import { safeLine } from "../markdown.ts";

/** Files that were not looked at, by name. */
const mostNamed = 10;

/** By name, where there are few: most who see a number wonder which. A reason that several have in a row is said once. */
export function leftOutNamed(all: readonly string[]): string {
  const named = all.slice(0, mostNamed).map(withoutOldName);
  const reasons = named.map((one) => / \([^()]*\)$/.exec(one)?.[0] ?? "");
  const said = named.map((one, at) => {
    const reason = reasons[at]!;
    return safeLine(reason !== "" && reason === reasons[at + 1] ? one.slice(0, -reason.length) : one, 200);
  });
  const rest = all.length - named.length;
  return `${said.join(", ")}${rest > 0 ? `, and ${counted(rest, "changed file")} more` : ""}`;
}

/** Whoever reads the pull request sees what a file was called; the model does not. */
const withoutOldName = (one: string): string =>
  one.replace(/ \(renamed from .*, no line is new\)$/, " (only renamed)");
