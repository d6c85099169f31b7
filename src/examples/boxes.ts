import { hidden, readHidden } from "../delivery/hidden.ts";
import { type Ecosystem, ecosystems } from "../web/registries/registry.ts";

/** What a person can ask for by ticking a box of the living issue. */
export interface Box {
  readonly action: "look-up" | "ignore";
  readonly ecosystem: Ecosystem;
  readonly name: string;
}

/** What one edit of the issue did to its boxes. */
export interface BoxChange {
  readonly ticked: readonly Box[];
  readonly unticked: readonly Box[];
}

/** The hidden first line of the living issue, by which it is found again. */
export const livingMarker = "<!-- coderag:dependency-examples -->";

const mark = "coderag:box";

/** One line of a task list that `readBoxes` reads again. `words` are safe Markdown. */
export function box({ action, ecosystem, name }: Box, words: string, ticked: boolean): string {
  return `- [${ticked ? "x" : " "}] ${hidden(mark, [action, ecosystem, name])} ${words}`;
}

/** The ticked boxes of an issue's body. Whoever may edit the issue may have written anything: what is no box is not read. */
export function tickedBoxes(body: string): readonly Box[] {
  return body.split(/\r?\n/).flatMap((line) => {
    if (!/^\s*[-*+] \[[xX]\] /.test(line)) return [];
    const said = readHidden(mark, line);
    const [action, ecosystem, name] = Array.isArray(said) ? (said as readonly unknown[]) : [];
    const known = ecosystems.find((one) => one === ecosystem);
    if (known === undefined || typeof name !== "string" || name.length > 300) return [];
    return action === "look-up" || action === "ignore" ? [{ action, ecosystem: known, name }] : [];
  });
}

export function boxChange(before: string, after: string): BoxChange {
  const [was, is] = [tickedBoxes(before), tickedBoxes(after)];
  return { ticked: without(is, was), unticked: without(was, is) };
}

/** Boxes as they stand in the issue, and an edit of them that our own writing may have gone over since. */
export const withChange = (standing: readonly Box[], { ticked, unticked }: BoxChange): readonly Box[] =>
  without([...standing, ...without(ticked, standing)], unticked);

function without(boxes: readonly Box[], others: readonly Box[]): readonly Box[] {
  const known = new Set(others.map(keyOf));
  return boxes.filter((one) => !known.has(keyOf(one)));
}

const keyOf = ({ action, ecosystem, name }: Box): string => `${action} ${ecosystem} ${name}`;
