/**
 * Rewrites Angular classes so that the graph sees their templates: an inline template becomes a method of its
 * component, the component of a template file is exported, and selectors and pipes become global names. Lines are
 * preserved.
 */
import { type FileOutline, objectType, ownerModule } from "../../graph/outline.ts";
import { angularCode, pipeName, selectorName } from "./angular-code.ts";

/** The export name of the component whose template is in a file of its own. */
const ownerName = "ɵtemplate";

const decorator = /@(?:Component|Directive|Pipe)\s*\(/g;
/** An inline template, or the class name that follows the decorator. */
const next = /\btemplate\s*:\s*`|\bclass\s+([A-Za-z_$][\w$]*)/g;
/** Limit of a decorator's length before its class. */
const maxBefore = 5_000;

/** Limit of text that is added to the first line. */
const maxAdded = 15_000;
const ofObject = "function (this:";

export function withTemplates(text: string): string {
  let [code, added, done, searched] = ["", "", 0, 0];
  for (const { index } of text.matchAll(decorator)) {
    if (index < searched) continue;
    const first = nextFrom(text, index);
    if (!first) break;
    const start = next.lastIndex;
    const end = first[1] === undefined ? endOfText(text, start) : first.index;
    const named = end < 0 ? null : nextFrom(text, end);
    if (!named) break;
    searched = named.index;
    const name = named[1];
    // Two templates in a row, and no class for the first.
    if (name === undefined) continue;
    if (end > first.index) {
      code += `${text.slice(done, start - 1)}${ofObject} ${name}) {${angularCode(text.slice(start, end))}}`;
      done = end + 1;
    }
    const before = text.slice(index, Math.min(first.index, index + maxBefore));
    if (added.length < maxAdded)
      added += sayingOf(before + text.slice(end, Math.min(searched, end + maxBefore)), name);
  }
  return added + code + text.slice(done);
}

/** The outline of the rewritten code, with decorators cut where a template begins. */
export const withoutTemplates = (outline: FileOutline): FileOutline => ({
  ...outline,
  definitions: outline.definitions.map((one) =>
    one.decorators?.some((text) => text.includes(ofObject))
      ? { ...one, decorators: one.decorators.map((text) => text.replace(/function \(this:.*/s, "…")) }
      : one,
  ),
});

function nextFrom(text: string, from: number): RegExpExecArray | null {
  next.lastIndex = from;
  return next.exec(text);
}

function endOfText(text: string, start: number): number {
  let end = text.indexOf("`", start);
  while (end > 0 && text[end - 1] === "\\") end = text.indexOf("`", end + 1);
  return end;
}

/** The outline of a template file, where `this` is the component. */
export const asTemplate = (outline: FileOutline): FileOutline => ({
  ...outline,
  bindings: [...outline.bindings, { scope: 0, name: objectType, type: `${ownerModule}.${ownerName}` }],
});

/** The code of a template file, which imports the module of its component. */
export const templateCode = (text: string): string =>
  `import * as ${ownerModule} from "${ownerModule}";${angularCode(text)}`;

/** Declares the class under the names that templates use. */
function sayingOf(head: string, name: string): string {
  const [, selectors = ""] = /\bselector\s*:\s*["'`]([^"'`]{1,500})["'`]/.exec(head) ?? [];
  const elements = selectors
    .split(",")
    .map((one) => one.trim())
    .filter((one) => /^[a-z][a-z\d]*(?:-[a-z\d]+)+$/.test(one));
  const [, pipe] = (head.startsWith("@Pipe") && /\bname\s*:\s*["'`]([\w$]+)["'`]/.exec(head)) || [];
  const names = [
    ...elements.map((element) => `const ${selectorName(element)}: typeof ${name};`),
    ...(pipe === undefined ? [] : [`const ${pipeName(pipe)}: ${name};`]),
  ];
  const owner = /\btemplateUrl\s*:/.test(head) ? `export { ${name} as ${ownerName} };` : "";
  return owner + (names.length === 0 ? "" : `declare global { ${names.join(" ")} }; `);
}
