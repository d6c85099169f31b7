/**
 * The first `limit` of the items in the order of `compare` (as `Array.sort` takes it; no two may be equal), sorted.
 * A heap whose root is the last that was kept, because most items are refused by one comparison with it.
 */
export function firstFew<T>(
  items: ArrayLike<T>,
  limit: number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const kept: T[] = [];
  for (let at = 0; at < items.length; at++) {
    const item = items[at]!;
    if (kept.length < limit) {
      kept.push(item);
      // Until the heap is full nothing is asked of its root.
      if (kept.length === limit) for (let root = limit >> 1; root >= 0; root--) sink(kept, root, compare);
    } else if (limit > 0 && compare(item, kept[0]!) < 0) {
      kept[0] = item;
      sink(kept, 0, compare);
    }
  }
  return kept.sort(compare);
}

/** Lets an item down until none below it comes after it. */
function sink<T>(heap: T[], from: number, compare: (a: T, b: T) => number): void {
  const item = heap[from]!;
  let at = from;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && compare(heap[below + 1]!, heap[below]!) > 0) below++;
    if (compare(heap[below]!, item) <= 0) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = item;
}

/**
 * As `firstFew`, for numbers by the score of each, best first, ties by number. Of tens of thousands nearly all are refused
 * by the score of the worst that was kept, which needs no call.
 */
export function firstByScore(items: Int32Array, scores: Float32Array, limit: number): readonly number[] {
  const worse = (a: number, b: number): boolean =>
    scores[a]! < scores[b]! || (scores[a] === scores[b] && a > b);
  const heap = Int32Array.from(items.subarray(0, limit)).sort((a, b) => (worse(a, b) ? -1 : 1));
  let floor = scores[heap[0]!]!;
  for (let next = limit; next < items.length && limit > 0; next++) {
    const item = items[next]!;
    if (scores[item]! < floor || !worse(heap[0]!, item)) continue;
    let at = 0;
    for (let below = 1; below < limit; below = 2 * at + 1) {
      if (below + 1 < limit && worse(heap[below + 1]!, heap[below]!)) below++;
      if (!worse(heap[below]!, item)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = item;
    floor = scores[heap[0]!]!;
  }
  return Array.from(heap.sort((a, b) => (worse(a, b) ? 1 : -1)));
}
