import type { Declaration } from "../dependency.ts";
import { linesOf } from "../lines.ts";
import { requirements, workshop } from "./requirement.ts";

const toolKeys = /^(?:setup|tests?)_require/;

/** `setup.cfg`: lists below their keys. */
export function readSetupCfg(text: string): readonly Declaration[] {
  const found: Declaration[] = [];
  let [section, key] = ["", ""];
  for (const line of linesOf(text)) {
    const plain = line.replace(/(?:^|\s)[#;].*$/, "");
    const titled = /^\[([^\]]+)\]/.exec(plain)?.[1];
    if (titled !== undefined) [section, key] = [titled.trim(), ""];
    const [, named, rest] = /^([\w-]+)\s*=(.*)$/.exec(plain) ?? [];
    if (named !== undefined) key = named;
    const isExtra = section === "options.extras_require";
    if (!isExtra && !(section === "options" && /^(?:install|setup|tests)_requires?$/.test(key))) continue;
    const said = named === undefined ? (/^\s+\S/.test(plain) ? plain : "") : rest!;
    found.push(...requirements(said.split(";", 1), isExtra ? workshop.test(key) : toolKeys.test(key)));
  }
  return found;
}

/** `setup.py`, never executed: lists that are written out, where they are handed over or under a name. */
export function readSetupPy(text: string): readonly Declaration[] {
  const plain = text.replace(/(^|\s)#.*$/gm, "$1");
  const keys =
    /\b(install_requires|setup_requires|tests_require|extras_require)\s*[=:]\s*(?:(?=[[{(])|([A-Za-z_]\w*))/g;
  const read = new Set<string | undefined>();
  return listsIn(plain, keys).flatMap(({ key, variable, list }) => {
    const of = `${key} ${variable}`;
    if (variable !== undefined && (read.has(of) || read.size >= mostNames)) return [];
    if (variable !== undefined) read.add(of);
    const under =
      variable === undefined
        ? list
        : listsIn(plain, new RegExp(`^(${variable})\\s*=\\s*(?=[[{(])`, "gm"))[0]?.list;
    if (under === undefined) return [];
    return key === "extras_require" ? extras(under) : requirements(texts(under), toolKeys.test(key));
  });
}

/** Each is looked for through the whole file. */
const mostNames = 10;

interface List {
  readonly key: string;
  readonly variable: string | undefined;
  /** Undefined where only a name stands there. */
  readonly list: string | undefined;
}

/** What stands in brackets behind each place that fits; none within another. */
function listsIn(text: string, keys: RegExp): readonly List[] {
  const found: List[] = [];
  for (let match = keys.exec(text); match; match = keys.exec(text)) {
    const [, key, variable] = match;
    const list = variable === undefined ? bracketed(text, keys.lastIndex) : undefined;
    found.push({ key: key!, variable, list });
    keys.lastIndex += list?.length ?? 0;
  }
  return found;
}

/** From a bracket to the one that closes it; what stands in quotes does not count. */
function bracketed(text: string, from: number): string {
  const signs = /"[^"\n]*"|'[^'\n]*'|[[({]|[\])}]/g;
  signs.lastIndex = from;
  let depth = 0;
  for (let sign = signs.exec(text)?.[0]; sign !== undefined; sign = signs.exec(text)?.[0]) {
    if (/^[[({]/.test(sign)) depth += 1;
    else if (/^[\])}]/.test(sign)) depth -= 1;
    if (depth === 0) return text.slice(from, signs.lastIndex);
  }
  return text.slice(from);
}

const texts = (written: string): readonly string[] =>
  [...written.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => double ?? single!);

/** `{"test": ["pytest"]}` */
const extras = (written: string): readonly Declaration[] =>
  listsIn(written, /["']([\w-]+)["']\s*:\s*(?=[[(])/g).flatMap(({ key, list }) =>
    requirements(texts(list ?? ""), workshop.test(key)),
  );
