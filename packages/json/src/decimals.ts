/**
 * Rounds to `decimals` places, halves away from zero (TYPE-9), so that -2.5 becomes -3 and 1.005 becomes 1.01:
 * the half is decided on the decimal reading of the number, not on its binary neighbour.
 */
export function roundHalfAwayFromZero(x: number, decimals: number): number {
  if (!Number.isFinite(x)) return x;
  const factor = 10 ** decimals;
  const scaled = Math.abs(x) * factor;
  if (scaled >= Number.MAX_SAFE_INTEGER) return x;
  // 1.005 * 100 is 100.49999999999999: the correction is a few units in the last place, above the error of doubles and
  // below any real digit.
  const nudged = scaled + Math.min(0.001, scaled * 4 * Number.EPSILON);
  const rounded = Math.floor(nudged + 0.5) / factor;
  return withoutNegativeZero(x < 0 ? -rounded : rounded);
}

/** Twelve digits: above the error of a few sums and products of doubles, below any stated digit. */
const exactDigits = 12;

/**
 * The decimal a computed value stands for: 0.7 + 0.1 is 0.8 and reaches a bound of 0.8. Values that differ from a bound
 * in any real digit stay different.
 */
export function withoutBinaryNoise(x: number): number {
  return Number(x.toPrecision(exactDigits));
}

function withoutNegativeZero(x: number): number {
  return x === 0 ? 0 : x;
}
