import { fenced } from "./fenced.ts";

/** Begin and end a block; of the last ones nothing is shown. */
const codeBlock = /^(?:-{4,}|\.{4,}|`{3,})[ \t]*$/;
const hiddenBlock = /^(?:\/{4,}|\+{4,})[ \t]*$/;
const otherBlock = /^(?:={4,}|\*{4,}|_{4,}|--|[|,!:]={3,})[ \t]*$/;
const condition = /^(ifdef|ifndef|ifeval|endif)::([^[\s]*)\[(.*)\][ \t]*$/;

/**
 * AsciiDoc as markdown that says the same to a reader: headings, sentences, lists and code. Comments, parts under a
 * condition that does not hold, pictures, attributes and anchors are gone.
 */
export function markdownOfAsciidoc(text: string): string {
  const known = new Map([["env-github", ""]]);
  const said: string[] = [];
  const lines = text.split("\n");
  const hidden: boolean[] = [];
  let language = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const [, when, name = "", alone = ""] = condition.exec(line) ?? [];
    if (when === "endif") hidden.pop();
    else if (when !== undefined && alone === "") hidden.push(!holds(when, name, known));
    if (when !== undefined || hidden.includes(true)) continue;
    if (codeBlock.test(line) || hiddenBlock.test(line)) {
      const end = lines.indexOf(line, at + 1);
      const body = lines.slice(at + 1, end < 0 ? undefined : end);
      if (codeBlock.test(line)) said.push(fenced(language, body));
      at += body.length + 1;
    } else said.push(...shownLine(line, known));
    language = /^\[(?:source)?,[ \t]*([\w+#-]{1,30})/.exec(line)?.[1] ?? "";
  }
  return said.join("\n");
}

function holds(when: string, name: string, known: ReadonlyMap<string, string>): boolean {
  const set = name.split(/[,+]/).some((one) => known.has(one));
  return when === "ifdef" ? set : when === "ifndef" && !set;
}

/** None or one line; an attribute is remembered. */
function shownLine(line: string, known: Map<string, string>): readonly string[] {
  const [, unset, attribute, value] = /^:(!?)([\w-]{1,80})!?:(?:[ \t]+(.*))?$/.exec(line) ?? [];
  if (attribute !== undefined) {
    if (unset) known.delete(attribute);
    else known.set(attribute, (value ?? "").slice(0, 200));
    return [];
  }
  // A comment, another kind of block, what a block is called like, or what stands for another file or a picture.
  if (
    line.startsWith("//") ||
    otherBlock.test(line) ||
    /^\[.*\][ \t]*$|^\w+::[^\s[]*\[.*\][ \t]*$/.test(line)
  )
    return [];
  const heading = /^(={1,6})[ \t]+(\S.*)$/.exec(line);
  const plain = heading ? `${"#".repeat(heading[1]!.length)} ${heading[2]}` : line;
  const listed = plain.replace(/^[ \t]*(?:\*{1,5}|\.{1,5})[ \t]+(?=\S)/, "- ").replace(/^\.(?=[^\s.])/, "");
  return [inline(listed.replace(/[ \t]\+$/, ""), known)];
}

/** Words without addresses, pictures and anchors. */
function inline(line: string, known: ReadonlyMap<string, string>): string {
  return line
    .replace(/\{([\w-]{1,80})\}/g, (whole, name: string) => known.get(name) ?? whole)
    .replace(/\bimage:[^\s[\]]{1,500}\[[^\]]{0,300}\]|\[\[[^\]]{1,100}\]\]/g, "")
    .replace(
      /(?:\b(?:link|xref|mailto):|\bhttps?:\/\/)[^\s[\]]{1,500}\[([^\]]{1,300})\]/g,
      (_, shown: string) => shown.replace(/\^$/, ""),
    )
    .replace(/<<[^<>,]{1,200}(?:,([^<>]{1,300}))?>>/g, (_, shown?: string) => (shown ?? "").trim());
}
