/** What the linker asks of the memory of its answers; see memory.ts. */
import type { Steps } from "./steps.ts";

export interface Memory {
  /** An empty store of answers; `open` is what a question answers that is asked again while it is being answered. */
  store<K, V>(open: (key: K) => V): Store<K, V>;
  /**
   * The same for questions that several may ask, by numbers. What is kept for good holds for all of them; what comes
   * out of a cycle, which depends on where it was entered, only for the one who asked. `first` asks what a question
   * is sure to ask, while that is not open itself: so cycles are entered where they begin.
   */
  shared<V>(open: V, find: SharedStore<V>, first?: Ask): SharedStore<V>;
  /** Asks now, in a round of its own; gives the facts that it was made from, sorted. Not from within a question. */
  settle(find: () => void): Uint32Array;
  /** Starts on the links of a file: answers that came out of cycles are forgotten. */
  begin(): void;
  /** The numbers of all facts that were looked up since `begin`, by answers remembered from before too; sorted. */
  consulted(): Uint32Array;
  /** The answer under way depends on this fact. */
  touch(fact: number): void;
  /** The same of what the inside of a unit says; see noUnit. */
  touchInside(fact: number, unit: number): void;
  /** Whether that need not be noted: it is said directly to a call that stands in the unit, and is linked anew with it. */
  isOwn(unit: number): boolean;
  /** Starts on the calls of the file: answers that came out of cycles are forgotten again. */
  beginCalls(): void;
  /** The facts that were looked up since then, and those between `begin` and then that were not; each sorted. */
  consultedByCalls(): readonly [calls: Uint32Array, others: Uint32Array];
  /** Starts on one call of the file, which stands in this unit. */
  beginCall(unit: number): void;
  /** Whether an answer for it came out of a cycle, and the unit that the others looked into; see noUnit. */
  isInCycle(): boolean;
  looked(): number;
  /** The answer under way depends on where its question was asked. */
  cut(): void;
  /** A step that is not remembered; see steps.ts. */
  readonly step: Pick<Steps, "enter" | "leave">;
  /** True where a question went deeper than is followed. */
  isDeep(): boolean;
}

/** Hears of every look-up. */
export type Notes = Pick<Memory, "touch" | "touchInside" | "isOwn">;

/** Where nothing is linked. */
export const noNotes: Notes = {
  touch: () => undefined,
  touchInside: () => undefined,
  isOwn: () => true,
};

export type Store<K, V> = (key: K, find: (key: K) => V) => V;
export type SharedStore<V> = (key: number, asker: number) => V;
export type Ask = (key: number, asker: number) => void;
