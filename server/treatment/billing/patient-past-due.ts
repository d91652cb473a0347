import { type ChargesStoppedBy, defaultSource, mayBeChargedAlone } from "#server/payment/public.ts";
import type { Services } from "#server/platform/services.ts";
import { quoteTogether } from "../calendar/upcoming-charges.ts";
import { loadTreatmentSnapshot } from "../snapshot/treatment-snapshot.ts";
import { isChargeablePastDue } from "./charge-past-due.ts";
import { loadPastDueCharges, type PastDueCharge } from "./past-due-charges.ts";

/**
 * Why what is past due can't be charged for a patient who asks for it: nothing is · all of it was written off · it's being charged · a dispute stops charges, somebody
 * says that the patient died, or the practice has ended their care · it waits for a doctor or the patient's answer · there is no card · the bank doesn't let the card be charged any more.
 */
export type PastDueObstacle =
  | "nothing"
  | "written_off"
  | "charging"
  | "disputed"
  | "death_reported"
  | "care_ended"
  | "waits"
  | "no_card"
  | "card_refused";

/** What a patient owes because charges failed. */
export interface PatientPastDue {
  /** What would be charged now, in one amount, in cents, without what was written off; 0: nothing. */
  readonly totalCents: number;
  readonly charges: readonly PastDueCharge[];
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** Null: it can be charged. */
  readonly obstacle: PastDueObstacle | null;
}

const stops = {
  bank: "disputed",
  practice: "disputed",
  report: "death_reported",
  ending: "care_ended",
} as const satisfies Record<NonNullable<ChargesStoppedBy>, PastDueObstacle>;

/** Of one patient, at most. */
const most = 50;

/** What a patient owes, and whether it can be tried again without them being there. */
export async function loadPatientPastDue(
  services: Pick<Services, "db" | "content" | "clock">,
  patientId: string,
): Promise<PatientPastDue> {
  const { db, content } = services;
  const charges = await loadPastDueCharges(db, null, most, { patientId });
  const source = await defaultSource(db, patientId);
  const card = source ? { brand: source.brand, last4: source.last4 } : null;
  if (charges.length === 0) return { totalCents: 0, charges, card, obstacle: "nothing" };
  const snapshot = await loadTreatmentSnapshot(services, patientId, new Map());
  const chargeable = snapshot.prescriptionOrders
    .filter(isChargeablePastDue)
    .filter(({ id }) => !charges.some((charge) => charge.id === id && charge.writeOff !== null));
  const obstacle = async (): Promise<PastDueObstacle | null> => {
    if (charges.some(({ orderId }) => orderId !== null)) return "charging";
    if (charges.every(({ writeOff }) => writeOff !== null)) return "written_off";
    if (snapshot.chargesStoppedBy !== null) return stops[snapshot.chargesStoppedBy];
    if (chargeable.length === 0) return "waits";
    if (!source) return "no_card";
    return (await mayBeChargedAlone(db, source)) ? null : "card_refused";
  };
  return { totalCents: quoteTogether(content, snapshot, chargeable), charges, card, obstacle: await obstacle() };
}
