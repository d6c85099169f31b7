/**
 * The first `limit` of the items in the order of `compare` (as `Array.sort` takes it; no two may be equal), sorted.
 * A heap whose root is the last that was kept, because most items are refused by one comparison with it.
 */
export function firstFew<T>(
  items: Iterable<T>,
  limit: number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const kept: T[] = [];
  for (const item of items) {
    if (kept.length < limit) {
      kept.push(item);
      // Until the heap is full nothing is asked of its root.
      if (kept.length === limit) for (let at = limit >> 1; at >= 0; at--) sink(kept, at, compare);
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
