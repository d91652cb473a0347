const dayMs = 86_400_000;

/**
 * Milliseconds to the next noon in New York, in summer an hour later. A test that counts the practice's days begins then: no day ends
 * while it runs, and a day of 24 hours is the next day also when clocks change.
 */
export function msUntilNoon(): number {
  const now = Date.now();
  const noon = new Date(now).setUTCHours(17, 0, 0, 0);
  return noon > now ? noon - now : noon + dayMs - now;
}
