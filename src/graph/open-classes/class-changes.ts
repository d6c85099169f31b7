/** Which facts of classes are others (Ruby) when some files say something else: what these speak of is looked at before and after. */

import { differing } from "../memory/facts.ts";
import type { QualifiedNames } from "./class-declarations.ts";
import {
  factOfLeaning,
  factOfSaying,
  factOfSubclasses,
  factOfTop,
  factsOfNamed,
  leaningText,
} from "./class-facts.ts";
import type { ClassesKnown } from "./class-merge.ts";
import type { Subclasses } from "./subclasses.ts";

/** Hears of what will change before it does. */
export interface Watch {
  beforeNamed(whole: string): void;
  beforeTop(name: string): void;
  beforeSubclasses(): void;
  /** The classes of a file have other names now. */
  renamed(path: string, was: QualifiedNames, is: QualifiedNames): void;
}

export function createChanges(known: ClassesKnown) {
  const facts = new Set<number>();
  const stateOf = (whole: string) => {
    const all = known.named(whole);
    return {
      facts: factsOfNamed(whole, all),
      members: new Set(all && all.parts.length + all.mixins.length > 0 ? all.members.keys() : []),
    };
  };
  const named = new Map<string, ReturnType<typeof stateOf>>();
  const tops = new Map<string, boolean>();
  let heirs: Subclasses | undefined;
  const watch: Watch = {
    beforeNamed: (whole) => {
      if (!named.has(whole)) named.set(whole, stateOf(whole));
    },
    beforeTop: (name) => {
      if (!tops.has(name)) tops.set(name, known.isAtTop(name));
    },
    beforeSubclasses: () => {
      heirs ??= known.subclasses();
    },
    renamed: (path, was, is) => {
      if (leaningText(was) !== leaningText(is)) facts.add(factOfLeaning(path));
    },
  };
  return {
    watch,
    /** When all is said. */
    facts: (): ReadonlySet<number> => {
      for (const [whole, was] of named) {
        const is = stateOf(whole);
        for (const fact of differing(was.facts, is.facts)) facts.add(fact);
        for (const member of was.members.symmetricDifference(is.members)) facts.add(factOfSaying(member));
      }
      for (const [name, was] of tops) if (known.isAtTop(name) !== was) facts.add(factOfTop(name));
      if (heirs)
        for (const whole of differing(new Map(heirs.all()), new Map(known.subclasses().all())))
          facts.add(factOfSubclasses(whole));
      return facts;
    },
  };
}
