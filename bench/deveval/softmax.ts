/**
 * Listwise logistic regression: of a list of candidates each right one competes with all wrong ones,
 *
 *   loss = mean over lists, mean over right candidates g:  -log( e(w.g) / (e(w.g) + sum over wrong n of e(w.n)) )  +  l2/2 |w|^2
 *
 * minimised with Adam (Kingma and Ba 2015) over all lists at once. Convex, so every start ends in the same weights.
 */

export interface List {
  /** Candidates one after the other, each with one value a signal. */
  readonly values: Float64Array;
  readonly right: Uint8Array;
}

export interface FitOptions {
  readonly columns: number;
  readonly l2: number;
  readonly steps: number;
  readonly rate: number;
}

export function learn(lists: readonly List[], { columns, l2, steps, rate }: FitOptions): Float64Array {
  const useful = lists.filter(({ right }) => right.includes(1));
  const weights = new Float64Array(columns);
  const [mean, spread] = [new Float64Array(columns), new Float64Array(columns)];
  for (let step = 1; step <= steps; step++) {
    const slope = new Float64Array(columns);
    for (const list of useful) addSlope(list, weights, slope);
    for (let at = 0; at < columns; at++) {
      const g = slope[at]! / useful.length + l2 * weights[at]!;
      mean[at] = 0.9 * mean[at]! + 0.1 * g;
      spread[at] = 0.999 * spread[at]! + 0.001 * g * g;
      const [m, s] = [mean[at]! / (1 - 0.9 ** step), spread[at]! / (1 - 0.999 ** step)];
      weights[at]! -= (rate * m) / (Math.sqrt(s) + 1e-8);
    }
  }
  return weights;
}

export function scores({ values, right }: List, weights: Float64Array): Float64Array {
  const columns = weights.length;
  const sums = new Float64Array(right.length);
  for (let row = 0; row < right.length; row++) {
    let sum = 0;
    for (let at = 0; at < columns; at++) sum += values[row * columns + at]! * weights[at]!;
    sums[row] = sum;
  }
  return sums;
}

function addSlope(list: List, weights: Float64Array, slope: Float64Array): void {
  const columns = weights.length;
  const sums = scores(list, weights);
  const highest = sums.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const shares = sums.map((sum) => Math.exp(sum - highest));
  const wrong = shares.reduce((sum, share, row) => (list.right[row] ? sum : sum + share), 0);
  const rights = shares.filter((_, row) => list.right[row]);
  const pull = rights.reduce((sum, share) => sum + 1 / (share + wrong), 0);
  for (let row = 0; row < shares.length; row++) {
    const share = shares[row]!;
    const force = (list.right[row] ? -wrong / (share + wrong) : pull * share) / rights.length;
    if (Math.abs(force) < 1e-9) continue;
    for (let at = 0; at < columns; at++) slope[at]! += force * list.values[row * columns + at]!;
  }
}
