import type * as z from "zod/mini";
import type { FollowupCheck } from "#contract/followup.ts";
import { findCode } from "./discount-codes.ts";
import { findLatestFollowup } from "./queries.ts";
import { loadFollowup, type Deps, type Followup } from "./load-followup.ts";
import { loadUnreadStop } from "./stops.ts";

type Check = z.output<typeof FollowupCheck>;

const nothingPending: Check = { id: null, followupstatus: null, step: null, code: null, percent: null, stop: null };

/**
 * The review that waits for her, and where she goes on in it; or her last one, which is over, while something she told in it cannot wait and
 * she has not read what to do.
 */
export async function checkFollowup(services: Deps, patientId: string): Promise<Check> {
  const row = await findLatestFollowup(services.db, patientId);
  if (!row) return nothingPending;
  const check = await presentCheck(services, await loadFollowup(services, row));
  return row.status === "COMPLETED" && check.stop === null ? nothingPending : check;
}

/** A review as the check tells of it. */
export async function presentCheck(
  services: Pick<Deps, "db" | "content" | "secrets">,
  followup: Followup,
): Promise<Check> {
  const { row } = followup;
  const code = row.code === null ? undefined : await findCode(services.db, row.code);
  return {
    id: row.id,
    followupstatus: row.status,
    step: row.status === "COMPLETED" ? null : followup.walk.at,
    code: row.code,
    percent: code?.percent ?? null,
    stop: await loadUnreadStop(services, followup),
  };
}
