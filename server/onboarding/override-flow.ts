import type { FlowVariant } from "#contract/constants.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { assess } from "./assess.ts";
import { requireUnpaid, type Parts } from "./in-progress.ts";
import { presentRecord } from "./present-record.ts";
import { changeRecord, lockRecord } from "./record-queries.ts";
import { loadVisit } from "./visit-queries.ts";
import { furthestIn } from "./walk.ts";

/** The flow switcher: her visit goes on in another variant, with every answer she gave. Outside production only. */
export function overrideFlow(parts: Parts, patientId: string, variant: FlowVariant) {
  if (!parts.config.demo) throw new Refusal("forbidden");
  return transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const record = await lockRecord(tx, patientId);
    if (!record) throw new Refusal("not_found");
    if (record.status === "DONE") throw new Refusal("step_completed");
    await requireUnpaid(tx, record);
    const visit = await loadVisit(inTx, record);
    const before = assess(parts.content, visit, clinicDay(parts));
    const switched = { ...record, variant };
    const { walk } = assess(parts.content, { ...visit, record: switched }, clinicDay(parts));
    const furthest = furthestIn(walk, before.walk);
    const moved = { ...switched, furthest };
    const at = assess(parts.content, { ...visit, record: moved }, clinicDay(parts));
    const now = { ...moved, step: at.current, clarifies: at.openness.clarifications };
    await changeRecord(
      tx,
      patientId,
      { flow_variant: variant, furthest_step: furthest, step: now.step, clarifies: now.clarifies },
      parts.clock.now(),
    );
    return presentRecord(inTx, now);
  });
}
