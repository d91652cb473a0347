import { openReview } from "./queries.ts";
import { loadReview, type Parts } from "./review.ts";
import { stepsLeft } from "./steps.ts";

/** The review that waits for her: how many steps are left once she has begun, null before; undefined: none waits. */
export async function waitingReview(
  parts: Parts,
  patientId: string,
): Promise<{ readonly left: number | null } | undefined> {
  const row = await openReview(parts.db, patientId);
  if (!row) return undefined;
  const { all, steps, walk } = await loadReview(parts, row);
  return { left: all.length === 0 ? null : stepsLeft(steps, walk.at) };
}
