/** `numerator / denominator` in whole cents, halves rounded to even. Both are non-negative, their product a safe integer. */
export function roundHalfEven(numerator: number, denominator: number): number {
  const whole = Math.floor(numerator / denominator);
  const twice = 2 * (numerator - whole * denominator);
  if (twice === denominator) return whole % 2 === 0 ? whole : whole + 1;
  return twice > denominator ? whole + 1 : whole;
}

/** `basisPoints` hundredths of a percent of `cents`. */
export const basisPointsOf = (cents: number, basisPoints: number): number => roundHalfEven(cents * basisPoints, 10_000);

/** A percentage of `cents`. */
export const percentOf = (cents: number, percent: number): number => roundHalfEven(cents * percent, 100);

/**
 * Spreads `amount` over `weights` in proportion: whole cents, no share above its weight, the shares sum to `amount`.
 * Left-over cents go to the largest remainders, the earlier line first. `amount` is at most the sum of the weights.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const shares = weights.map((weight, index) => {
    const share = Math.floor((amount * weight) / sum);
    return { index, share, remainder: amount * weight - share * sum };
  });
  let unallocated = amount - shares.reduce((total, { share }) => total + share, 0);
  for (const line of shares.toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)) {
    if (unallocated === 0) break;
    line.share += 1;
    unallocated -= 1;
  }
  return shares.map(({ share }) => share);
}
