/** Which facts about open classes changed (Ruby): snapshots what a change touches, and compares afterwards. */

import { differing } from "../memory/facts.ts";
import type { QualifiedNames } from "./class-declarations.ts";
import {
  factOfDeclaring,
  factOfLeaning,
  factOfSubclasses,
  factOfTop,
  factsOfNamed,
  leaningText,
} from "./class-facts.ts";
import type { ClassesKnown } from "./class-merge.ts";
import type { Subclasses } from "./subclasses.ts";

/** Notified before each change, while the old state can still be read. */
export interface Watch {
  beforeNamed(whole: string): void;
  beforeTop(name: string): void;
  beforeSubclasses(): void;
  /** The qualified names of a file's classes changed. */
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
    /** Called after all changes. */
    facts: (): ReadonlySet<number> => {
      for (const [whole, was] of named) {
        const is = stateOf(whole);
        for (const fact of differing(was.facts, is.facts)) facts.add(fact);
        for (const member of was.members.symmetricDifference(is.members)) facts.add(factOfDeclaring(member));
      }
      for (const [name, was] of tops) if (known.isAtTop(name) !== was) facts.add(factOfTop(name));
      if (heirs)
        for (const whole of differing(new Map(heirs.all()), new Map(known.subclasses().all())))
          facts.add(factOfSubclasses(whole));
      return facts;
    },
  };
}
