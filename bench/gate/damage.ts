/** Ways in which an edit goes wrong, at random places; whether the result is broken is for the language's parser to say. */

export type Random = () => number;

/** Mulberry32: numbers in [0, 1), the same for the same seed everywhere. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Undefined where the text has no place for it. */
type Damage = (text: string, random: Random) => string | undefined;

const keywords =
  /\b(?:def|class|return|if|else|elif|for|while|import|from|try|except|finally|with|as|in|lambda|function|const|let|var|new|throw|catch|switch|case|func|package|type|struct|interface|range|public|private|static|void|extends|implements|fn|impl|match|pub|use|mut|enum|trait|do|end|module|unless|when|begin|rescue|namespace|foreach|echo)\b/g;

/** By name: `bracket` and so on take one of these away, unless their name says otherwise. */
export const damages: Readonly<Record<string, Damage>> = {
  bracket: (text, random) => without(text, /[()[\]{}]/g, random),
  quote: (text, random) => without(text, /["'`]/g, random),
  keyword: (text, random) => without(text, keywords, random),
  punctuation: (text, random) => without(text, /[,;:.=]/g, random),
  line: (text, random) => onLine(text, random, (lines, at) => lines.splice(at, 1)),
  "line doubled": (text, random) => onLine(text, random, (lines, at) => lines.splice(at, 0, lines[at]!)),
  "lines swapped": (text, random) =>
    onLine(text, random, (lines, at) => {
      if (at + 1 < lines.length) lines.splice(at, 2, lines[at + 1]!, lines[at]!);
    }),
  "line end": (text, random) => without(text, /\n[ \t]*(?=\S)/g, random),
  "half the file": (text, random) => text.slice(0, Math.floor(text.length * (0.1 + 0.8 * random()))),
};

function without(text: string, pattern: RegExp, random: Random): string | undefined {
  const places = [...text.matchAll(pattern)];
  const place = places[Math.floor(random() * places.length)];
  return place && text.slice(0, place.index) + text.slice(place.index + place[0].length);
}

/** Of lines that say something: a blank one that goes missing breaks nothing. */
function onLine(
  text: string,
  random: Random,
  change: (lines: string[], at: number) => void,
): string | undefined {
  const lines = text.split("\n");
  const full = lines.flatMap((line, at) => (line.trim() === "" ? [] : [at]));
  const at = full[Math.floor(random() * full.length)];
  if (at === undefined) return undefined;
  change(lines, at);
  return lines.join("\n");
}
