/**
 * Remembers the answers of the linker, and what each was made from.
 *
 * A question that comes back to itself finds nothing there: `x = x.next()`, modules that import each other. What was
 * answered on the way back lacks what the question itself finds, and is only kept until that has its answer (cf. the
 * strongly connected components of Tarjan, "Depth-first search and linear graph algorithms", 1972). That answer and those
 * made from it depend on where the cycle was entered: they are kept for the file that is being linked; all other answers
 * follow from the outlines alone and are kept for good. So the links of a file do not depend on which files were linked
 * before it, and a file can be linked alone.
 *
 * Every look-up in a file is noted by a number for the scope and the name (fact-numbers.ts), also one that found
 * nothing. Links of which no noted fact has changed are the same again (the idea of verifying traces: Mokhov,
 * Mitchell, Peyton Jones, "Build systems à la carte", 2018, section 4.2.2).
 */
import {
  askedBy,
  back,
  end,
  firstAnswer,
  forGood,
  grown,
  height,
  kept,
  noted,
  noUnit,
  seen,
  severalUnits,
  start,
  unit,
  valueAt,
  width,
} from "./answer-rows.ts";
import type { Ask, Memory, SharedStore, Store } from "./answers.ts";
import { createFactSet } from "./fact-set.ts";
import { createSteps } from "./steps.ts";

export type { Memory, SharedStore, Store };

/** Questions inside of questions are followed so far. */
const maxDepth = 250;
/** So many answers of one file are found anew because they lacked the answer to an open question. */
const maxAnew = 20_000;

export function createMemory(): Memory {
  let round = 0;
  let isCut = false;
  let isDeep = false;
  const stop = (): void => {
    isDeep = true;
    isCut = true;
  };
  const steps = createSteps(stop);
  let depth = 0;
  /** The numbers of the open questions, from the outside in. */
  const openNumbers: number[] = [];
  let lastNumber = 0;
  /** How many answers were found anew in this round. */
  let anew = 0;
  /** The outermost open question that the one under way has come back to: its place among the open ones. */
  let reached = Number.POSITIVE_INFINITY;
  const values: unknown[] = [];
  let rows = new Int32Array(width * 2 ** 12);
  /**
   * All facts and answers that were asked for, one after the other. What an answer was made from is a stretch of it:
   * what was asked on the way to it lies in between.
   */
  let log = new Float64Array(2 ** 14);
  let logged = 0;
  /** Where in the log some of the last facts are. */
  const lately = new Int32Array(2 ** 12);
  const facts = createFactSet();
  /** Into which units the answer under way has looked so far. */
  let looked = noUnit;
  let own = noUnit;
  const open = (value: unknown): number => {
    const answer = width * (values.push(value) - 1);
    if (answer === rows.length) rows = grown(rows, new Int32Array(2 * answer));
    rows[answer + kept] = round;
    rows[answer + start] = logged;
    rows[answer + noted] = -1;
    rows[answer + seen] = -1;
    return answer;
  };
  let current = open(undefined);
  let currentStart = 0;
  /** Where in the log the links of the file begin. */
  let fileStart = 0;
  const write = (entry: number): number => {
    if (logged === log.length) log = grown(log, new Float64Array(2 * logged));
    log[logged] = entry;
    return logged++;
  };
  /**
   * Were what is kept for good asked anew here, it would go deeper by its height. All else was asked in this round, in
   * the same order whatever is kept.
   */
  const rise = (answer: number): void => {
    if (rows[answer + kept] !== forGood) return;
    const inner = rows[answer + height]!;
    if (inner >= rows[current + height]!) rows[current + height] = inner + 1;
    if (depth + inner > maxDepth) isDeep = true;
  };
  const look = (into: number): void => {
    if (into !== noUnit && into !== looked) looked = looked === noUnit ? into : severalUnits;
  };
  const note = (answer: number): void => {
    if (rows[answer + kept] === forGood) look(rows[answer + unit]!);
    if (rows[answer + noted]! >= currentStart) return;
    rows[answer + noted] = write(firstAnswer + answer);
    rise(answer);
  };
  const answerTo = <K, V>(answer: number, find: (key: K, asker: number) => V, key: K, asker: number): V => {
    const outer = current;
    const outerStart = currentStart;
    const wasCut = isCut;
    const outerReached = reached;
    const outerLooked = looked;
    looked = noUnit;
    current = answer;
    currentStart = logged;
    isCut = false;
    reached = Number.POSITIVE_INFINITY;
    rows[answer + back] = ++lastNumber;
    openNumbers[depth] = lastNumber;
    depth++;
    const value = find(key, asker);
    depth--;
    openNumbers.pop();
    values[valueAt(answer)] = value;
    if (!isCut) {
      rows[answer + kept] = forGood;
      rows[answer + unit] = looked;
    }
    rows[answer + back] = reached < depth ? openNumbers[reached]! : 0;
    reached = reached < depth ? Math.min(reached, outerReached) : outerReached;
    rows[answer + end] = logged;
    rows[answer + noted] = logged - 1;
    isCut = isCut || wasCut;
    current = outer;
    currentStart = outerStart;
    look(outerLooked);
    rise(answer);
    return value;
  };
  const touch = (unsigned: number): void => {
    const fact = unsigned | 0;
    // One name is looked for in one scope after the other, in turn with what a scope imports whole.
    const known = lately[fact & (lately.length - 1)]!;
    if (known >= currentStart && log[known] === fact) return;
    lately[fact & (lately.length - 1)] = write(fact);
  };
  const begin = (): void => {
    round++;
    anew = 0;
    own = noUnit;
    steps.begin();
    isCut = false;
    current = open(undefined);
    currentStart = logged;
    fileStart = logged;
  };
  /**
   * Puts the facts of a stretch of the log together, and the answers behind which others are.
   * @param since What was answered since then is in the log itself.
   */
  const gather = (from: number, to: number, since: number, waiting: number[]): void => {
    for (let at = from; at < to; at++) {
      const entry = log[at]!;
      if (entry < firstAnswer) {
        facts.add(entry);
        continue;
      }
      const answer = entry - firstAnswer;
      if (rows[answer + seen] === round || rows[answer + start]! >= since) continue;
      rows[answer + seen] = round;
      waiting.push(answer);
    }
  };
  /** All facts behind a stretch of the log. */
  const gatherAll = (from: number, to: number): void => {
    const waiting: number[] = [];
    gather(from, to, from, waiting);
    for (let answer = waiting.pop(); answer !== undefined; answer = waiting.pop())
      gather(rows[answer + start]!, rows[answer + end]!, from, waiting);
  };
  const consulted = (): Uint32Array => {
    gatherAll(currentStart, logged);
    return facts.take();
  };
  /** Whether an answer holds: for good, or while this round lasts, or until what it came back to has its answer. */
  const holds = (answer: number | undefined): answer is number => {
    if (answer === undefined) return false;
    if (rows[answer + kept] === forGood) return true;
    if (rows[answer + kept] !== round) return false;
    if (rows[answer + back] === 0 || openNumbers.includes(rows[answer + back]!)) return true;
    if (anew++ < maxAnew) return false;
    isDeep = true;
    return true;
  };
  const again = (answer: number): unknown => {
    if (rows[answer + kept] !== forGood) {
      isCut = true;
      const place = openNumbers.indexOf(rows[answer + back]!);
      if (place >= 0 && place < reached) reached = place;
    }
    note(answer);
    return values[valueAt(answer)];
  };
  /** True where a question cannot be followed any more. */
  const isTooDeep = (): boolean => {
    if (depth >= maxDepth) stop();
    return depth >= maxDepth;
  };
  return {
    store: <K, V>(whileOpen: (key: K) => V): Store<K, V> => {
      const answers = new Map<K, number>();
      return (key, find) => {
        const known = answers.get(key);
        if (holds(known)) return again(known) as V;
        if (isTooDeep()) return whileOpen(key);
        const answer = open(whileOpen(key));
        answers.set(key, answer);
        return answerTo(answer, find, key, 0);
      };
    },
    shared: <V>(whileOpen: V, find: SharedStore<V>, first?: Ask): SharedStore<V> => {
      const answers = new Map<number, number>();
      // Of those who asked while the answer of another one came out of a cycle.
      let others: Map<number, Map<number, number>> | undefined;
      const isOfOther = (known: number | undefined, asker: number): boolean =>
        known !== undefined &&
        rows[known + kept] === round &&
        rows[known + askedBy] !== asker &&
        holds(known);
      const answerFor = (key: number, asker: number): number | undefined => {
        const known = answers.get(key);
        const own = isOfOther(known, asker) ? others?.get(key)?.get(asker) : known;
        return holds(own) ? own : undefined;
      };
      return (key, asker) => {
        const before = answerFor(key, asker);
        if (before !== undefined) return again(before) as V;
        if (isTooDeep()) return whileOpen;
        first?.(key, asker);
        const meanwhile = answerFor(key, asker);
        if (meanwhile !== undefined) return again(meanwhile) as V;
        const isOther = isOfOther(answers.get(key), asker);
        const answer = open(whileOpen);
        rows[answer + askedBy] = asker;
        if (isOther) {
          others ??= new Map();
          others.set(key, (others.get(key) ?? new Map<number, number>()).set(asker, answer));
        } else answers.set(key, answer);
        const value = answerTo(answer, find, key, asker);
        if (rows[answer + kept] === forGood) answers.set(key, answer);
        return value;
      };
    },
    settle: (find) => {
      begin();
      find();
      const made = consulted();
      begin();
      return made;
    },
    begin,
    consulted,
    beginCalls: () => {
      const first = fileStart;
      begin();
      fileStart = first;
    },
    consultedByCalls: () => {
      gatherAll(currentStart, logged);
      const calls = facts.takeFirst();
      gatherAll(fileStart, currentStart);
      return [calls, facts.take()];
    },
    beginCall: (unit) => {
      isCut = false;
      looked = noUnit;
      own = unit;
    },
    isInCycle: () => isCut,
    looked: () => looked,
    touch,
    touchInside: (fact, unit) => {
      look(unit);
      touch(fact);
    },
    isOwn: (unit) => depth === 0 && unit === own,
    cut: () => {
      isCut = true;
    },
    step: steps,
    isDeep: () => isDeep,
  };
}
