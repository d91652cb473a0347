import type * as z from "zod/mini";
import type { FollowupCheck } from "#contract/followup.ts";
import { findCode } from "./codes.ts";
import { latestReview } from "./queries.ts";
import { loadReview, type Parts, type Review } from "./review.ts";
import { shownStop } from "./stops.ts";

type Check = z.output<typeof FollowupCheck>;

const nothing: Check = { id: null, followupstatus: null, step: null, code: null, percent: null, stop: null };

/**
 * The review that waits for her, and where she goes on in it; or her last one, which is over, while something she told in it cannot wait and
 * she has not read what to do.
 */
export async function checkFor(parts: Parts, patientId: string): Promise<Check> {
  const row = await latestReview(parts.db, patientId);
  if (!row) return nothing;
  const check = await presentCheck(parts, await loadReview(parts, row));
  return row.status === "COMPLETED" && check.stop === null ? nothing : check;
}

/** A review as the check tells of it. */
export async function presentCheck(parts: Pick<Parts, "db" | "content" | "secrets">, review: Review): Promise<Check> {
  const { row } = review;
  const code = row.code === null ? undefined : await findCode(parts.db, row.code);
  return {
    id: row.id,
    followupstatus: row.status,
    step: row.status === "COMPLETED" ? null : review.walk.at,
    code: row.code,
    percent: code?.percent ?? null,
    stop: await shownStop(parts, review),
  };
}
