/** What gives names that are not written in it: not the `__getattr__` of a class. */
const passesOn =
  /\bimport \*|\bexport (?:type )?\*|^(?:def |from .*)?__getattr__\b|\bglobals\(\)|\bmodule\.exports\s*=\s*require|\bexports\[|\b__exportStar\b/m;

/** Whether a module of this text may have the name: it is written there, or names are passed on that are not. */
export function mayGive(text: string, name: string): boolean {
  return passesOn.test(text) || new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
}
