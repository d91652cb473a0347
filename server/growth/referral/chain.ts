import { usedReferralCode } from "#server/onboarding/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { ownerOf } from "./queries.ts";

/** Friends of friends that are looked at; a longer way round is nobody's doing. */
const farthest = 50;

/** Whether a patient was sent by another one, or by somebody she sent, and so on. */
export async function cameFrom(db: Database, patientId: string, senderId: string): Promise<boolean> {
  let at: string | undefined = patientId;
  for (let steps = 0; steps < farthest && at !== undefined; steps += 1) {
    const code: string | null = await usedReferralCode(db, at);
    at = code === null ? undefined : await ownerOf(db, code);
    if (at === senderId) return true;
  }
  return false;
}
