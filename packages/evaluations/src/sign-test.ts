/**
 * Exact two-sided sign test on pairs that differ: the probability of a split at least as uneven when either direction is
 * equally likely. 1 without pairs (EVAL-32). `improved + regressed` is at most 1,000: 2^-1000 is still a double.
 */
export function signTest(improved: number, regressed: number): number {
  const pairs = improved + regressed;
  let term = 2 ** -pairs;
  let tail = term;
  for (let count = 1; count <= Math.min(improved, regressed); count += 1) {
    term = (term * (pairs - count + 1)) / count;
    tail += term;
  }
  return Math.min(1, 2 * tail);
}
