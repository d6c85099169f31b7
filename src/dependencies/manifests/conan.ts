import type { Declaration } from "../dependency.ts";
import { linesOf } from "../lines.ts";

/** `name/version@user/channel#revision`; a version in brackets is a range. */
const reference =
  /^([a-z\d_][\w+.-]{1,100})\/(\[[^\]\n]{1,200}\]|[\w.+-]{1,100}|(?=\{))(?:@([\w.+-]*)(?:\/[\w.+-]*)?)?/i;

/** Packages of a user or a team stand in a place of their own. */
function declaration(written: string, development: boolean): readonly Declaration[] {
  const [, name, version = "", user] = reference.exec(written.trim()) ?? [];
  // The machine has it already.
  if (name === undefined || version === "system") return [];
  const elsewhere = user !== undefined && user !== "" && user !== "_";
  const range = version.replace(/^\[|,.*$|\]$/g, "");
  return [{ name, range: elsewhere ? "" : range, development, ...(elsewhere && { elsewhere }) }];
}

/** `conanfile.txt`: its sections of requirements; tools and what only tests need are development. */
export function readConanText(text: string): readonly Declaration[] {
  let section = "";
  return linesOf(text).flatMap((line) => {
    const plain = line.replace(/(?:^|\s)#.*$/, "").trim();
    const opened = /^\[(\w+)\]$/.exec(plain)?.[1];
    if (opened !== undefined) section = opened;
    const wanted = opened === undefined && /^(?:requires|(?:build|tool|test)_requires)$/.test(section);
    return wanted ? declaration(plain, section !== "requires") : [];
  });
}

/** `conanfile.py`, read and never executed: references that are written out; a version that code makes stays empty. */
export function readConanPython(text: string): readonly Declaration[] {
  const plain = text.replace(/^[ \t]*#.*$/gm, "");
  const called = /\bself\.((?:build_|tool_|test_)?requires)\(\s*f?["']([^"'\n]{1,300})["']([^)\n]{0,200})/g;
  const listed =
    /^[ \t]*((?:build_|tool_|test_)?requires)[ \t]*=[ \t]*([^=\n]{0,400}(?:\n[ \t]*["'),][^=\n]{0,400}){0,200})/gm;
  return [
    ...[...plain.matchAll(listed)].flatMap(([, kind, list]) =>
      [...list!.matchAll(/["']([^"'\n]{1,300})["']/g)].flatMap(([, one]) =>
        declaration(one!, kind !== "requires"),
      ),
    ),
    ...[...plain.matchAll(called)].flatMap(([, kind, one, options]) =>
      // Only what others need gets this version.
      /\boverride\s*=\s*True/.test(options!) ? [] : declaration(one!, kind !== "requires"),
    ),
  ];
}
