/** What a person would want to know besides a signal's own words. */
export type Detail =
  /** Words of the request that a search found, heaviest first. */
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** What the request says, as it is written there. */
  | { readonly kind: "mention"; readonly text: string }
  /** A definition, file or commit in between. */
  | { readonly kind: "through"; readonly text: string };

/** Made when it is shown: most are not. */
export type LazyDetail = () => Detail;

export const through = (text: string): LazyDetail => {
  return () => ({ kind: "through", text });
};
