/** Types that say where to find one: `Foo["bar"]`, `ReturnType<typeof make>`. */

/** Such a type, and `InstanceType<typeof Foo>`, as a chain. What is in brackets has a small letter: `List["Foo"]` of Python is a list. */
export function memberType(type: string): string | undefined {
  const [, owner, members] =
    /^(this(?=\[)|[A-Z][\w$.]*(?=\[.[a-z]))((?:\[["'][A-Za-z][\w$]*["']\])+)$/.exec(type) ?? [];
  if (members !== undefined) return `<${owner}>${members.replace(/\[["']([\w$]+)["']\]/g, ".$1")}`;
  const [, made] = /^(?:ReturnType|InstanceType)<\s*typeof\s+([\w$.]+)\s*>$/.exec(type) ?? [];
  return made === undefined ? undefined : `${made}()`;
}
