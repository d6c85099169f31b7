/** Numbers, each once. Links of one file are made from thousands, most of them many times over. */
export interface FactSet {
  add(fact: number): void;
  /** All that were added since the last time, sorted. */
  take(): Uint32Array;
  /** The same; what is added from now on is not there where it has been taken so. */
  takeFirst(): Uint32Array;
}

const noFacts = new Uint32Array(0);

/** One set is used again and again: what lies in it from before is told by its round. */
export function createFactSet(): FactSet {
  let slots = 2 ** 12;
  let facts = new Int32Array(slots);
  let rounds = new Uint32Array(slots);
  let all = new Uint32Array(slots / 2);
  let round = 1;
  let count = 0;
  /** Facts are hashes, so their lower bits are as good as any. */
  const put = (fact: number): boolean => {
    let slot = fact & (slots - 1);
    while (rounds[slot] === round) {
      if (facts[slot] === fact) return false;
      slot = (slot + 1) & (slots - 1);
    }
    facts[slot] = fact;
    rounds[slot] = round;
    return true;
  };
  const grow = (): void => {
    slots *= 2;
    facts = new Int32Array(slots);
    rounds = new Uint32Array(slots);
    const before = all;
    all = new Uint32Array(slots / 2);
    all.set(before);
    for (const fact of before) put(fact | 0);
  };
  /** How many were taken first. */
  let taken = 0;
  const takeFirst = (): Uint32Array => {
    const sorted = count === taken ? noFacts : all.slice(taken, count).sort();
    taken = count;
    return sorted;
  };
  return {
    add: (fact) => {
      if (!put(fact | 0)) return;
      all[count++] = fact;
      if (count === all.length) grow();
    },
    takeFirst,
    take: () => {
      const sorted = takeFirst();
      taken = 0;
      count = 0;
      round++;
      return sorted;
    },
  };
}
