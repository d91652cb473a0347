import { clinicDay } from "#server/platform/clinic-day.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { assess } from "./assess.ts";
import { recordOf, type Parts } from "./in-progress.ts";
import { presentStop } from "./screening.ts";
import { summaryOf } from "./summary.ts";
import { loadVisit } from "./visit-queries.ts";

/** The stopped visit with what she answered, to print and take to a doctor; `wrong_state` for a visit that goes on. */
export async function stoppedVisit(parts: Parts, patientId: string) {
  const record = await recordOf(parts.db, patientId);
  if (record.stopRuleId === null || record.stoppedAt === null) throw new Refusal("wrong_state");
  const visit = await loadVisit(parts, record);
  const { open } = assess(parts.content, visit, clinicDay(parts));
  return {
    stop: presentStop(parts.content, record.stopRuleId),
    summary: summaryOf(open, visit.answers).map(({ question, answer }) => ({ question, answer })),
    rejectedat: record.stoppedAt.toISOString(),
  };
}
