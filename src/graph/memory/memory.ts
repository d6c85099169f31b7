/**
 * Memoises the linker's queries and tracks their dependencies, as incremental compilers do (cf. Rust's salsa).
 *
 * Cycles: a query that depends on itself, `x = x.next()` or modules that import each other, gets an empty provisional
 * answer. Answers computed from that are incomplete, and are kept only until the query at the head of the cycle is done
 * (cf. the strongly connected components of Tarjan, "Depth-first search and linear graph algorithms", 1972). The answer
 * at the head, and those made from it, depend on where the cycle was entered: they are kept for the file that is being
 * linked. All other answers follow from the outlines alone and are kept for good. So the links of a file do not depend
 * on which files were linked before it, and a file can be linked alone.
 *
 * Dependencies: every look-up in a file is recorded as a fact, a hash of the scope and the name (fact-numbers.ts), also
 * one that found nothing. Where none of a file's facts has changed, its links are still valid (verifying traces: Mokhov,
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

/** How deep queries may nest. */
const maxDepth = 250;
/** How many answers of one file are recomputed because they were part of an unfinished cycle. */
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
  /** The stack of active queries, by number. */
  const openNumbers: number[] = [];
  let lastNumber = 0;
  /** How many answers were recomputed in this round. */
  let anew = 0;
  /** The outermost active query that the current one has reached again (Tarjan's lowlink): its index in the stack. */
  let reached = Number.POSITIVE_INFINITY;
  const values: unknown[] = [];
  let rows = new Int32Array(width * 2 ** 12);
  /**
   * The dependency log: all facts and answers in the order of their use. The dependencies of an answer are a range of
   * it, nested queries included.
   */
  let log = new Float64Array(2 ** 14);
  let logged = 0;
  /** A small cache of the latest facts, to where they are in the log. */
  const lately = new Int32Array(2 ** 12);
  const facts = createFactSet();
  /** The units that the current answer depends on. */
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
   * A cached answer counts with the depth that computing it would take, so that the depth limit is reached in the same
   * place whatever is cached. All others were computed in this round.
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
    // One name is looked up in one scope after the other, in turn with wildcard imports.
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
   * Collects the facts in a range of the log, and the answers whose own ranges are still to be read.
   * @param since Answers computed since then have theirs within the range.
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
  /** All facts that a range of the log depends on, transitively. */
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
  /** Whether a cached answer is valid: for good, for this round, or while the head of its cycle is still active. */
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
  /** True where queries nest too deep to go on. */
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
      // Per requester, where the answer came out of a cycle that another one entered.
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
