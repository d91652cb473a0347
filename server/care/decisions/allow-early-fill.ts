import type * as z from "zod/mini";
import type { care } from "#contract/care/calls.ts";
import type { EarlyFillCause } from "#contract/care/prescriptions.ts";
import { formatList } from "#contract/fields/formats.ts";
import { productById } from "#server/catalogue/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { fillScreeningOf } from "#server/onboarding/public.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  activePrescriptions,
  earliestFillOf,
  type FillFacts,
  grantEarlyFill,
  loadFillFacts,
  prescriptionById,
} from "#server/prescriptions/public.ts";
import { parcelPartnersOf } from "#server/treatment/public.ts";
import { requireLicensedDoctor } from "../matching/assign-doctor.ts";
import { decidingDoctor, type PrescriptionCommand } from "./act-on-prescription.ts";

/*
 * "I'll be abroad for two months": a prescriber lets the patient order the next box before the rule does, once, with what comes in the same parcel. The
 * patient orders it like any other; nothing is charged before that, and the rule for what needs a companion refuses as ever.
 */

/**
 * Grants it, and tells the patient. Refuses `wrong_state` where it would change nothing: an ended prescription, one on hold, without a refill, or of which
 * the next box may be ordered anyway; and for a doctor who isn't licensed in the patient's state today.
 */
export const allowEarlyFill = (
  services: Services & Refuses<"wrong_state">,
  {
    prescriptionId,
    reason,
    message,
    doctorId: requested,
    cause,
  }: PrescriptionCommand & { readonly cause: EarlyFillCause },
): Promise<z.output<typeof care.allowEarlyFill.ok>> =>
  inTransaction(services, async (tx) => {
    const known = await prescriptionById(tx.db, prescriptionId);
    if (!known) throw new Refusal("not_found");
    const patientId = known.patient_id;
    await lockPatientOrders(tx.db, patientId);
    const prescription = (await prescriptionById(tx.db, prescriptionId)) ?? known;
    const doctorId = await requireLicensedDoctor(tx, patientId, await decidingDoctor(tx, prescription, requested));
    const facts = await loadFillFacts(tx, patientId, await fillScreeningOf(tx, patientId));
    const obstacle = prescription.status === "active" ? earlyFillObstacle(facts, prescription.product_id) : ended;
    if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    const partners = await parcelPartnersOf(tx, patientId, prescription.product_id);
    const productIds = [prescription.product_id, ...partners.filter((id) => earlyFillObstacle(facts, id) === null)];
    const prescribed = await activePrescriptions(tx, patientId);
    const until = await grantEarlyFill(
      tx,
      productIds.flatMap((id) => prescribed.get(id)?.prescriptionId ?? []),
      { patientId, doctorId, cause, reason },
    );
    const names = productIds.map((id) => productById(tx.content, id)?.name ?? id);
    await messagePatient(tx, { patientId, doctorId, message, names, until });
    return { id: prescriptionId, until, names };
  });

const ended = "This prescription has ended.";

/** Why the next box of a product can't be let come early, in a sentence for the practice; null when it can. */
export function earlyFillObstacle(
  facts: Pick<FillFacts, "prescriptions" | "boxes" | "earlyFills" | "medicines" | "today">,
  productId: string,
): string | null {
  const { prescriptions, earlyFills, today } = facts;
  const prescription = prescriptions.get(productId);
  if (!prescription) return ended;
  if (prescription.onHold) return "This prescription is on hold. Please take it off hold first.";
  if (prescription.waits) return "The patient told us something that somebody has to look at first.";
  if (prescription.refillsLeft < 1) return "No refill is left. Please renew it first.";
  if (earlyFills.has(productId)) return "The patient may already order the next one early.";
  const from = earliestFillOf(facts, productId);
  return from === null || from <= today ? "The patient can order the next one today." : null;
}

async function messagePatient(
  services: TxServices,
  told: {
    readonly patientId: string;
    readonly doctorId: string;
    readonly message: string;
    readonly names: readonly string[];
    readonly until: string;
  },
): Promise<void> {
  const { patientId, doctorId, message, names, until } = told;
  const early = toText(
    services.content,
    sentence("prescriptions.early_fill", { names: formatList(names), day: formatDay(until) }),
  );
  const author = { role: "doctor", doctorId } as const;
  await postMessage(services, {
    ...{ patientId, kind: "doctor", author, text: `${message}\n\n${early}`, answersSeq: 0, sendsMail: true },
  });
}
