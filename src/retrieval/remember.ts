/**
 * A function that makes something of an object once and keeps it as long as the object: what is made of a graph or
 * of a definition stays true, for neither changes.
 */
export function remembering<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const known = made.get(key);
    if (known) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}

/**
 * The same for many items of one owner, such as the definitions of a graph: a plain map for each owner, since one
 * that watches whether each of its keys still lives is several times slower.
 */
export function rememberingEach<O extends object, K, V>(
  make: (owner: O, item: K) => V,
): (owner: O) => (item: K) => V {
  return remembering((owner) => {
    const made = new Map<K, V>();
    return (item) => {
      let value = made.get(item);
      if (value === undefined && !made.has(item)) {
        value = make(owner, item);
        made.set(item, value);
      }
      return value as V;
    };
  });
}
