const dayMs = 86_400_000;

/**
 * Milliseconds until the next noon in New York (1 p.m. in summer). Tests that count the practice's days start then: no day ends
 * while they run, and 24 hours later is the next day even when clocks change.
 */
export function msUntilNoon(): number {
  const now = Date.now();
  const noon = new Date(now).setUTCHours(17, 0, 0, 0);
  return noon > now ? noon - now : noon + dayMs - now;
}
