import type * as z from "zod/mini";
import type { FollowupCheck } from "#contract/followup.ts";
import { findCode } from "./discount-codes.ts";
import { findLatestFollowup } from "./queries.ts";
import { loadFollowup, type Deps, type Followup } from "./load-followup.ts";
import { loadUnreadStop } from "./stops.ts";

type Check = z.output<typeof FollowupCheck>;

const nothingPending: Check = { id: null, followupstatus: null, step: null, code: null, percent: null, stop: null };

/**
 * The open follow-up and the step the patient continues at; or the last one, if it is complete but has an urgent notice the patient has not
 * read.
 */
export async function checkFollowup(services: Deps, patientId: string): Promise<Check> {
  const row = await findLatestFollowup(services.db, patientId);
  if (!row) return nothingPending;
  const check = await presentCheck(services, await loadFollowup(services, row));
  return row.status === "COMPLETED" && check.stop === null ? nothingPending : check;
}

/** A follow-up as the check call presents it. */
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
