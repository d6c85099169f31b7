/** The scopes of a file that declare another module, or add to one: `declare module "x" {}`. */
import { ambientName, type Outline, program } from "../outline.ts";

const none: ReadonlyMap<number, string> = new Map();
const known = new WeakMap<Outline, ReadonlyMap<number, string>>();

/** To each what is written between the quotes. */
export function ambientScopes(outline: Outline): ReadonlyMap<number, string> {
  if (outline.package !== program) return none;
  let scopes = known.get(outline);
  if (!scopes) {
    const modules = outline.bindings.flatMap(({ scope, name }) => {
      const from = name.slice(1, -1);
      return name === ambientName(from) ? [[scope, from] as const] : [];
    });
    scopes = new Map(modules);
    known.set(outline, scopes);
  }
  return scopes;
}
