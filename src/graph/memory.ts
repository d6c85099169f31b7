/**
 * Remembers the answers of the linker, and what each was made from.
 *
 * A question that comes back to itself finds nothing there: `x = x.next()`, modules that import each other. What was
 * answered on the way of such a circle depends on where the circle was entered. It is kept for the file that is being
 * linked and asked anew for the next one; all other answers follow from the outlines alone and are kept for good.
 * So the links of a file do not depend on which files were linked before it, and a file can be linked alone.
 *
 * Every look-up in a file is noted by a number for the file and the name (`factNumber`), also one that found
 * nothing. Links of which no noted fact has changed are the same again (the idea of verifying traces: Mokhov,
 * Mitchell, Peyton Jones, "Build systems à la carte", 2018, section 4.2.2).
 */
import { createFactSet, type FactSet } from "./fact-set.ts";

export interface Memory {
  /** An empty store of answers; `open` is what a question answers that is asked again while it is being answered. */
  store<K, V>(open: (key: K) => V): Store<K, V>;
  /** Asks now, in a round of its own; gives what notes that an answer was made from it. Not from within a question. */
  settle(find: () => void): () => void;
  /** Starts on the links of a file: answers that came out of circles are forgotten. */
  begin(): void;
  /** The numbers of all facts that were looked up since `begin`, by answers remembered from before too; sorted. */
  consulted(): Uint32Array;
  /** The answer under way depends on this fact. */
  touch(fact: number): void;
  /** The answer under way depends on where its question was asked. */
  cut(): void;
  /** True where a question went deeper than is followed. */
  isDeep(): boolean;
}

export type Store<K, V> = (key: K, find: () => V) => V;

/** Questions inside of questions are followed so far. */
const maxDepth = 250;

interface Answer {
  value: unknown;
  /** False while the question is open, and where a circle was cut on the way. */
  pure: boolean;
  /** Of the file for which it was asked. */
  readonly round: number;
  /** Questions inside of each other on the way to it, at most. */
  height: number;
  touched: number[] | undefined;
  asked: Answer[] | undefined;
  /** Who asked last, and the last round in which it was counted: so that each counts once. */
  asker: Answer | undefined;
  seen: number;
}

export function createMemory(): Memory {
  let round = 0;
  let isCut = false;
  let isDeep = false;
  let depth = 0;
  const facts = createFactSet();
  const open = (value: unknown): Answer => ({
    value,
    pure: false,
    round,
    height: 0,
    touched: undefined,
    asked: undefined,
    asker: undefined,
    seen: -1,
  });
  let current = open(undefined);
  const note = (answer: Answer): void => {
    if (answer.asker === current) return;
    answer.asker = current;
    if (current.asked) current.asked.push(answer);
    else current.asked = [answer];
    if (answer.height >= current.height) current.height = answer.height + 1;
    if (depth + answer.height > maxDepth) isDeep = true;
  };
  const answerTo = <V>(answer: Answer, find: () => V): V => {
    const [outer, wasCut] = [current, isCut];
    current = answer;
    isCut = false;
    depth++;
    const value = find();
    depth--;
    answer.value = value;
    answer.pure = !isCut;
    isCut = isCut || wasCut;
    current = outer;
    note(answer);
    return value;
  };
  const begin = (): void => {
    round++;
    isCut = false;
    current = open(undefined);
  };
  return {
    store: <K, V>(whileOpen: (key: K) => V): Store<K, V> => {
      const answers = new Map<K, Answer>();
      return (key, find) => {
        const known = answers.get(key);
        if (known && (known.pure || known.round === round)) {
          if (!known.pure) isCut = true;
          note(known);
          return known.value as V;
        }
        if (depth >= maxDepth) {
          isDeep = true;
          isCut = true;
          return whileOpen(key);
        }
        const answer = open(whileOpen(key));
        answers.set(key, answer);
        return answerTo(answer, find);
      };
    },
    settle: (find) => {
      begin();
      const answer = open(undefined);
      answerTo(answer, find);
      answer.pure = true;
      begin();
      return () => note(answer);
    },
    begin,
    consulted: () => factsBehind(current, round, facts),
    touch: (fact) => {
      const { touched } = current;
      if (!touched) current.touched = [fact];
      // A name is looked for in one scope after the other, in turn with what a scope imports whole.
      else if (touched[touched.length - 1] !== fact && touched[touched.length - 2] !== fact)
        touched.push(fact);
    },
    cut: () => {
      isCut = true;
    },
    isDeep: () => isDeep,
  };
}

function factsBehind(root: Answer, round: number, facts: FactSet): Uint32Array {
  const waiting = [root];
  for (let answer = waiting.pop(); answer; answer = waiting.pop()) {
    if (answer.touched) for (const fact of answer.touched) facts.add(fact);
    if (!answer.asked) continue;
    for (const one of answer.asked) {
      if (one.seen === round) continue;
      one.seen = round;
      waiting.push(one);
    }
  }
  return facts.take();
}

/** A number for what a file says of a name. Two facts may share one: then more is linked again than needed. */
export function factNumber(file: number, name: string, start = 0, end = name.length): number {
  return Math.imul(file ^ textNumber(name, start, end), 0x9e3779b1) >>> 0;
}

/** FNV-1a over UTF-16 units. */
export function textNumber(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
