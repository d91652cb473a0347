import type { Stop } from "#contract/questions.ts";
import type { Services } from "#server/platform/services.ts";
import { identityStanding } from "./later-photos.ts";
import { findRecord } from "./record-queries.ts";
import { presentStop } from "./screening.ts";

type Parts = Pick<Services, "db" | "content">;

/** How far a visit is, as far as the patient is told of it. */
interface VisitProgress {
  /** Something was answered in it. */
  readonly begun: boolean;
  /** What ended it, or spoke against the treatment since. */
  readonly stop: Stop | null;
  /** A person looks at the identity, and a photo for it is missing. */
  readonly photosMissing: boolean;
}

/** Where everybody stands after signing up. */
const firstStep = 2;

export async function visitProgress({ db, content }: Parts, patientId: string): Promise<VisitProgress> {
  const record = await findRecord(db, patientId);
  if (!record) return { begun: false, stop: null, photosMissing: false };
  const { step, stopRuleId, status, identityStatus } = record;
  return {
    begun: step > firstStep,
    stop: stopRuleId === null ? null : presentStop(content, stopRuleId),
    photosMissing:
      status === "DONE" && identityStatus === "review" && (await identityStanding({ db }, patientId)).wanted.length > 0,
  };
}
