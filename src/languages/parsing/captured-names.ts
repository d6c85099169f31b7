/** The names that a match has captured. There are few such lists in all matches of a language, so each is made once. */
export interface CapturedNames {
  /** In the order of the pattern. */
  readonly list: readonly string[];
  /** Where in the list each stands; of several of one name the last counts. */
  readonly at: ReadonlyMap<string, number>;
  /** Those with one name more, by the number that the name has in its query. */
  readonly longer: (CapturedNames | undefined)[];
}

export const namesOf = (list: readonly string[]): CapturedNames => ({
  list,
  at: new Map(list.map((name, at) => [name, at])),
  longer: [],
});

/** The list with one name more, of a query that has these names. */
export function withName(
  names: CapturedNames,
  number: number,
  captureNames: readonly string[],
): CapturedNames {
  names.longer[number] ??= namesOf([...names.list, captureNames[number]!]);
  return names.longer[number];
}
