/** The same order in each run: a multiplicative generator with a fixed seed (Park and Miller, 1988). */
export function shuffled<T>(list: readonly T[], seed = 20_251_121): readonly T[] {
  let state = seed;
  const drawn = list.map((value) => {
    state = (state * 48_271) % 2_147_483_647;
    return { value, at: state };
  });
  return drawn.sort((a, b) => a.at - b.at).map(({ value }) => value);
}
