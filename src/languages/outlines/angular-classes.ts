/**
 * What classes of Angular say of templates, as code that the graph reads: the text of a template is a method of its
 * component, what a template in a file of its own is an object of is exported, and selectors and pipes are names that
 * every template sees. Each line stays at its own.
 */
import { type FileOutline, objectType, ownerModule } from "../../graph/outline.ts";
import { angularCode, pipeName, selectorName } from "./angular-code.ts";

/** The name by which a file gives the component whose template stands in a file of its own. */
const ownerName = "ɵtemplate";

const decorator = /@(?:Component|Directive|Pipe)\s*\(/g;
/** What stands between a decorator and the name of its class: a template, or that name. */
const next = /\btemplate\s*:\s*`|\bclass\s+([A-Za-z_$][\w$]*)/g;
/** Before this many characters of a decorator without its template its class begins. */
const maxBefore = 5_000;

/** Of so many characters the first line may become longer by what classes say. */
const maxSaid = 15_000;
const ofObject = "function (this:";

export function withTemplates(text: string): string {
  let [code, said, done, behind] = ["", "", 0, 0];
  for (const { index } of text.matchAll(decorator)) {
    if (index < behind) continue;
    const first = nextFrom(text, index);
    if (!first) break;
    const start = next.lastIndex;
    const end = first[1] === undefined ? endOfText(text, start) : first.index;
    const named = end < 0 ? null : nextFrom(text, end);
    if (!named) break;
    behind = named.index;
    const name = named[1];
    // Two templates in a row, and no class for the first.
    if (name === undefined) continue;
    if (end > first.index) {
      code += `${text.slice(done, start - 1)}${ofObject} ${name}) {${angularCode(text.slice(start, end))}}`;
      done = end + 1;
    }
    const before = text.slice(index, Math.min(first.index, index + maxBefore));
    if (said.length < maxSaid)
      said += sayingOf(before + text.slice(end, Math.min(behind, end + maxBefore)), name);
  }
  return said + code + text.slice(done);
}

/** The outline of that code, in which decorators end where a template begins. */
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

/** What a template in a file of its own says, in the outline of that. */
export const asTemplate = (outline: FileOutline): FileOutline => ({
  ...outline,
  bindings: [...outline.bindings, { scope: 0, name: objectType, type: `${ownerModule}.${ownerName}` }],
});

/** The code of a template in a file of its own: that is an object of the component that the file belongs to. */
export const templateCode = (text: string): string =>
  `import * as ${ownerModule} from "${ownerModule}";${angularCode(text)}`;

/** The class by the names under which templates know it. */
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
