import type { FlowVariant } from "#contract/constants.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { assess } from "../flow/assess.ts";
import { requireUnpaid, type Deps } from "../flow/in-progress.ts";
import { updateVisitRecord, lockVisitRecord } from "../flow/record-queries.ts";
import { furthestStepIn } from "../flow/steps.ts";
import { loadVisit } from "../flow/visit-queries.ts";
import { presentVisitRecord } from "../progress/present-visit-record.ts";

/** The flow switcher: the visit goes on in another variant, with every answer given so far. Where the configuration allows it. */
export function overrideFlow(
  services: Deps & Refuses<"forbidden" | "payment_pending" | "step_completed">,
  patientId: string,
  variant: FlowVariant,
) {
  if (!services.config.flowSwitcher) throw services.refuse("forbidden");
  return inTransaction(services, async (tx) => {
    const record = await lockVisitRecord(tx.db, patientId);
    if (!record) throw new Refusal("not_found");
    if (record.status === "DONE") throw services.refuse("step_completed");
    await requireUnpaid(tx, record);
    const visit = await loadVisit(tx, record);
    const before = assess(services.content, visit, clinicToday(services));
    const switched = { ...record, variant };
    const { stepProgress } = assess(services.content, { ...visit, record: switched }, clinicToday(services));
    const furthest = furthestStepIn(stepProgress, before.stepProgress);
    const moved = { ...switched, furthest };
    const assessment = assess(services.content, { ...visit, record: moved }, clinicToday(services));
    const updatedRecord = {
      ...moved,
      step: assessment.current,
      clarificationOpen: assessment.conditionalSteps.clarifications,
    };
    await updateVisitRecord(
      tx.db,
      patientId,
      {
        flow_variant: variant,
        furthest_step: furthest,
        step: updatedRecord.step,
        clarification_open: updatedRecord.clarificationOpen,
      },
      services.clock.now(),
    );
    return presentVisitRecord(tx, updatedRecord);
  });
}
