/** `struct { name string; a, b *Foo }` of Go in the way of TypeScript, `{ name: string; a: *Foo; b: *Foo }`; undefined for other types. */
export function structRecord(type: string): string | undefined {
  const body = /^\s*struct\s*\{([\s\S]*)\}\s*$/.exec(type)?.[1];
  if (body === undefined) return undefined;
  const fields = body.split(/[\n;]/).flatMap((line) => {
    const [, names, said] = /^\s*(\w+(?:\s*,\s*\w+)*)\s+([^\s,/`][^`]*?)\s*(?:\/\/.*|`.*)?$/.exec(line) ?? [];
    return names === undefined ? [] : names.split(",").map((name) => `${name.trim()}: ${said}`);
  });
  return `{ ${fields.join("; ")} }`;
}
