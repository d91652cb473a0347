import type * as z from "zod/mini";
import type { care } from "#contract/care/calls.ts";
import { productById } from "#server/catalogue/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { type PrescriptionRow, prescriptionById } from "#server/prescriptions/public.ts";
import { parcelPartnersOf } from "#server/treatment/public.ts";
import { releaseContraindications, dependentsOf, stepEnded } from "./act-on-prescription.ts";
import { earlyFillFor } from "./allow-early-fill.ts";
import { restToEnd } from "./rest-medicine.ts";

type StepQuote = z.output<typeof care.stepQuote.ok>;

/**
 * What a stop, a hold, a release, an early fill or the end of a break of a prescription would mean today, and why it would be refused, without changing anything. The prescriber's
 * license is asked by the step itself: it depends on who takes it.
 */
export const quoteStep = (
  services: Services,
  prescriptionId: string,
  { step }: z.output<typeof care.stepQuote.query>,
): Promise<StepQuote> =>
  inTransaction(services, async (tx) => {
    const prescription = await prescriptionById(tx.db, prescriptionId);
    if (!prescription) throw new Refusal("not_found");
    if (step === "early") return quoteBeside(tx, prescription, await earlyFillFor(tx, prescription));
    if (step === "endbreak") return quoteBeside(tx, prescription, await restToEnd(tx, prescription));
    const ended = { obstacle: stepEnded(prescription), warnings: [] };
    return step === "release"
      ? { onhold: [], beside: [], ...ended, ...(await quoteRelease(tx, prescription)) }
      : { ...(await partnersOf(tx, prescription)), ...ended };
  });

async function partnersOf(tx: TxServices, { patient_id, product_id }: PrescriptionRow) {
  const onHold = await dependentsOf(tx, patient_id, product_id);
  const beside = (await parcelPartnersOf(tx, patient_id, product_id)).filter((id) => !onHold.includes(id));
  return { onhold: namesOf(tx, onHold), beside: namesOf(tx, beside) };
}

async function quoteRelease(tx: TxServices, prescription: PrescriptionRow) {
  const { patient_id: patientId, product_id: productId } = prescription;
  if (prescription.on_hold_at === null) return {};
  const { forbidden, warnings } = await releaseContraindications(tx, { patientId, productId });
  return forbidden === null ? { warnings: warnings.map(({ note }) => note) } : { obstacle: forbidden };
}

/** What comes, or goes on, with it. */
function quoteBeside(
  tx: TxServices,
  { product_id: productId }: PrescriptionRow,
  { obstacle, productIds }: { readonly obstacle: string | null; readonly productIds: readonly string[] },
): StepQuote {
  const beside = productIds.filter((id) => id !== productId);
  return { onhold: [], beside: namesOf(tx, beside), obstacle, warnings: [] };
}

const namesOf = ({ content }: TxServices, productIds: readonly string[]): string[] =>
  productIds.map((id) => productById(content, id)?.name ?? id);
