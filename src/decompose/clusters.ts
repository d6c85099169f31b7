/** Passes of k-means; it has always stopped moving long before. */
const mostPasses = 50;

export interface Cluster {
  /** Places in the list of vectors. */
  readonly members: readonly number[];
  /** The member nearest to the mean of all. */
  readonly nearest: number;
}

/**
 * k-means, and of each cluster the member nearest to its centre: `C_k = argmin over i of || S_k^i - mu_k ||` (CodeChain,
 * arXiv 2310.08992, section 3.3). The first centre is the vector nearest to the mean of all, each further one is the
 * vector farthest from those that are there, so that the same vectors always give the same clusters. Fewer than `k`
 * where fewer vectors differ. Largest cluster first.
 */
export function clustersOf(vectors: readonly Float32Array[], k: number): readonly Cluster[] {
  if (vectors.length === 0 || k < 1) return [];
  let centres = firstCentres(vectors, k);
  let belongs: readonly number[] = [];
  for (let pass = 0; pass < mostPasses; pass++) {
    const now = vectors.map((vector) => nearestOf(vector, centres));
    if (now.every((cluster, at) => cluster === belongs[at])) break;
    belongs = now;
    centres = centres.map((centre, at) => meanOf(vectors.filter((_, i) => belongs[i] === at)) ?? centre);
  }
  return centres
    .map((centre, cluster) => {
      const members = vectors.flatMap((_, at) => (belongs[at] === cluster ? [at] : []));
      const nearest =
        members[
          nearestOf(
            centre,
            members.map((at) => vectors[at]!),
          )
        ]!;
      return { members, nearest };
    })
    .filter(({ members }) => members.length > 0)
    .sort((a, b) => b.members.length - a.members.length || a.nearest - b.nearest);
}

function firstCentres(vectors: readonly Float32Array[], k: number): readonly Float32Array[] {
  const centres = [vectors[nearestOf(meanOf(vectors)!, vectors)]!];
  while (centres.length < k) {
    const distances = vectors.map((vector) => Math.min(...centres.map((centre) => distance(vector, centre))));
    const farthest = Math.max(...distances);
    if (farthest <= sameDistance) break;
    centres.push(vectors[distances.indexOf(farthest)]!);
  }
  return centres;
}

/** Vectors so near are the same but for rounding. */
const sameDistance = 1e-9;

/** The place of the one that is nearest; the first of several. */
function nearestOf(to: Float32Array, among: readonly Float32Array[]): number {
  const distances = among.map((one) => distance(to, one));
  return distances.indexOf(Math.min(...distances));
}

/** Squared. */
function distance(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at]! - other[at]!) ** 2;
  return sum;
}

function meanOf(vectors: readonly Float32Array[]): Float32Array | undefined {
  const [first] = vectors;
  if (first === undefined) return undefined;
  const mean = new Float32Array(first.length);
  for (const vector of vectors)
    for (let at = 0; at < mean.length; at++) mean[at]! += vector[at]! / vectors.length;
  return mean;
}
