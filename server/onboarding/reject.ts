import { clinicToday } from "#server/platform/clinic-day.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { assess } from "./visit/assess.ts";
import { requireVisitRecord, type Deps } from "./visit/in-progress.ts";
import { presentStop } from "./screening/screening.ts";
import { answerSummary } from "./questions/answer-summary.ts";
import { loadVisit } from "./visit/visit-queries.ts";

/** The stopped visit with what she answered, to print and take to a doctor; `wrong_state` for a visit that goes on. */
export async function presentStoppedVisit(services: Deps, patientId: string) {
  const record = await requireVisitRecord(services.db, patientId);
  if (record.stopRuleId === null || record.stoppedAt === null) throw new Refusal("wrong_state");
  const visit = await loadVisit(services, record);
  const { open } = assess(services.content, visit, clinicToday(services));
  return {
    stop: presentStop(services.content, record.stopRuleId),
    summary: answerSummary(open, visit.answers).map(({ question, answer }) => ({ question, answer })),
    rejectedat: record.stoppedAt.toISOString(),
  };
}
