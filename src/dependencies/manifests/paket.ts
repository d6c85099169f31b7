import { type Declaration, type Locked, nameKey } from "../dependency.ts";
import { linesOf } from "../lines.ts";

/** `paket.dependencies`: packages of NuGet, those of a group for builds and tests as such. */
export function readPaket(text: string): readonly Declaration[] {
  let group = "main";
  return linesOf(text).flatMap((line) => {
    group = /^\s*group\s+(\S+)/i.exec(line)?.[1] ?? group;
    const [, name, range = ""] =
      /^\s*nuget\s+([\w.-]+)((?:\s+(?:(?:~>|[<>=!]=?)\s*)?\d[\w.+*-]*(?=\s|$))*)/i.exec(line) ?? [];
    if (name === undefined) return [];
    return [{ name, range: range.trim().replace(/^==?\s*/, ""), development: /build|test|doc/i.test(group) }];
  });
}

/** `paket.lock`: what stands directly below a source; what that needs stands deeper. */
export function readPaketLock(text: string): Locked {
  const locked = new Map<string, string[]>();
  for (const [, name, version] of text.matchAll(/^ {4}([\w.-]+) \((\d[^)\s]*)\)/gm)) {
    const key = nameKey("nuget", name!);
    locked.set(key, [...(locked.get(key) ?? []), version!]);
  }
  return locked;
}
