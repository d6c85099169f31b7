/** Maps that have an entry for every key that is asked for. */

/** What a map has under a key, made where it has nothing. */
export function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
