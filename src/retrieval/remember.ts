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
