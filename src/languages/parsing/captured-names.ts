/** The capture names of a match. A language has few distinct lists of them, so each is made once and shared. */
export interface CapturedNames {
  /** In pattern order. */
  readonly list: readonly string[];
  /** By name: its index in the list; of duplicates, the last. */
  readonly at: ReadonlyMap<string, number>;
  /** Lists with one more name, by the number of that name in the query (a trie). */
  readonly longer: (CapturedNames | undefined)[];
}

export const namesOf = (list: readonly string[]): CapturedNames => ({
  list,
  at: new Map(list.map((name, at) => [name, at])),
  longer: [],
});

/** The list with one more name, given the names of the query. */
export function withName(
  names: CapturedNames,
  number: number,
  captureNames: readonly string[],
): CapturedNames {
  names.longer[number] ??= namesOf([...names.list, captureNames[number]!]);
  return names.longer[number];
}
