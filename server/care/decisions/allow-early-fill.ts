import type * as z from "zod/mini";
import type { care } from "#contract/care/calls.ts";
import { type EarlyFillCause, isLoss } from "#contract/care/prescriptions.ts";
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
  companionObstacles,
  earliestFillOf,
  type FillFacts,
  grantEarlyFill,
  loadFillFacts,
  type PrescriptionRow,
  prescriptionById,
  type RequestedFill,
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
 * the next box may be ordered anyway or not without the progestogen it needs; and for a doctor who isn't licensed in the patient's state today.
 */
export const allowEarlyFill = (
  services: Services & Refuses<"wrong_state">,
  {
    prescriptionId,
    reason,
    message,
    doctorId: requested,
    cause,
    partnersGone,
  }: PrescriptionCommand & { readonly cause: EarlyFillCause; readonly partnersGone: boolean },
): Promise<z.output<typeof care.allowEarlyFill.ok>> =>
  inTransaction(services, async (tx) => {
    const known = await prescriptionById(tx.db, prescriptionId);
    if (!known) throw new Refusal("not_found");
    const patientId = known.patient_id;
    await lockPatientOrders(tx.db, patientId);
    const prescription = (await prescriptionById(tx.db, prescriptionId)) ?? known;
    const doctorId = await requireLicensedDoctor(tx, patientId, await decidingDoctor(tx, prescription, requested));
    const { obstacle, productIds } = await earlyFillFor(tx, prescription);
    if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    const prescribed = await activePrescriptions(tx, patientId);
    const until = await grantEarlyFill(
      tx,
      productIds.flatMap((id) => {
        const { prescriptionId: ofProduct } = prescribed.get(id) ?? {};
        const gone = isLoss(cause) && (id === prescription.product_id || partnersGone);
        return ofProduct === undefined ? [] : { prescriptionId: ofProduct, gone };
      }),
      { patientId, doctorId, cause, reason },
    );
    const names = productIds.map((id) => productById(tx.content, id)?.name ?? id);
    await messagePatient(tx, { patientId, doctorId, message, names, until });
    return { id: prescriptionId, until, names };
  });

/** Which products may come early with a prescription, its own first, and why it can't, in a sentence for the practice; null when it can. */
export async function earlyFillFor(
  tx: TxServices,
  { patient_id: patientId, product_id: productId, status }: PrescriptionRow,
): Promise<{ readonly obstacle: string | null; readonly productIds: readonly string[] }> {
  const facts = await loadFillFacts(tx, patientId, await fillScreeningOf(tx, patientId));
  const partners = await parcelPartnersOf(tx, patientId, productId);
  const parcel = [productId, ...partners];
  return {
    obstacle: status === "active" ? earlyFillObstacle(facts, productId, parcel) : ended,
    productIds: [productId, ...partners.filter((id) => earlyFillObstacle(facts, id, parcel) === null)],
  };
}

const ended = "This prescription has ended.";

/**
 * Why the next box of a product can't be let come early, in a sentence for the practice; null when it can. `parcel`: the products that would be sent together,
 * this one among them.
 */
export function earlyFillObstacle(facts: FillFacts, productId: string, parcel: readonly string[]): string | null {
  const { earlyFills, today } = facts;
  const obstacle = orderObstacle(facts, productId);
  if (obstacle !== null) return obstacle;
  if (earlyFills.has(productId)) return "The patient may already order the next one early.";
  const from = earliestFillOf(facts, productId);
  if (from === null || from <= today) return "The patient can order the next one today.";
  const together = parcel.filter((id) => orderObstacle(facts, id) === null);
  const lacking = companionObstacles(
    facts,
    together.map((id) => nextFillOf(facts, id)),
  );
  return lacking.some((each) => each.productId === productId)
    ? "No progestogen comes with it, so the patient couldn’t order it. Please see to that prescription first."
    : null;
}

/** Why a product can't be ordered at all, early or not; null when it can. */
function orderObstacle({ prescriptions }: Pick<FillFacts, "prescriptions">, productId: string): string | null {
  const prescription = prescriptions.get(productId);
  if (!prescription) return ended;
  if (prescription.onHold) return "This prescription is on hold. Please take it off hold first.";
  if (prescription.waits) return "The patient told us something that somebody has to look at first.";
  return prescription.refillsLeft < 1 ? "No refill is left. Please renew it first." : null;
}

/** The next fill of a prescription, as it would be ordered. */
function nextFillOf({ prescriptions, upcomingFills }: FillFacts, productId: string): RequestedFill {
  const { refillsLeft = 0, daysSupply = null } = prescriptions.get(productId) ?? {};
  const isPlanned = upcomingFills.some((each) => each.productId === productId);
  return {
    ...{ productId, quantity: 1, packDays: daysSupply ?? 0, consumesFill: true, boughtSeparately: false },
    followingFills: isPlanned ? Math.max(0, refillsLeft - 1) : 0,
  };
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
