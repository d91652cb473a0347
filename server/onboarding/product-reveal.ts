import { fixedDoctor } from "#server/care/public.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { lockVisitToChange, requireStep, visitInProgress, type Parts } from "./in-progress.ts";
import { offersFor } from "./offer.ts";
import { presentOffer } from "./present-offer.ts";
import { presentRecord } from "./present-record.ts";
import { changeRecord } from "./record-queries.ts";

const revealStep = 3;

/** What her answers allow, best fit first; a form asked for goes before the one she chose earlier. */
export async function productReveal(parts: Parts, patientId: string, asked: string | undefined) {
  const { content } = parts;
  const form = asked === undefined ? undefined : knownForm(parts, asked);
  const progress = await visitInProgress(parts, patientId);
  requireStep(content, progress, revealStep);
  const treatmentform = form ?? progress.visit.record.treatmentForm;
  const { products, addons, withheld } = offersFor(content, progress.at.known, treatmentform);
  return {
    treatmentform,
    products: products.map((offer) => presentOffer(content, offer)),
    addons: addons.map((offer) => presentOffer(content, offer)),
    withheld: withheld.map(({ name, reason }) => ({ name, reason })),
    forms: content.catalogue.forms
      .filter(({ id }) => products.some(({ product }) => product.form === id))
      .map(({ id, name }) => ({ id, name })),
    doctor: fixedDoctor(content),
  };
}

/** Keeps the form of treatment she prefers. */
export function updateTreatmentForm(parts: Parts, patientId: string, asked: string) {
  const form = knownForm(parts, asked);
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    const progress = await lockVisitToChange(inTx, patientId);
    requireStep(parts.content, progress, revealStep);
    await changeRecord(tx, patientId, { treatment_form: form }, parts.clock.now());
    return presentRecord(inTx, { ...progress.visit.record, treatmentForm: form });
  });
}

function knownForm({ content }: Parts, form: string): string {
  if (content.catalogue.forms.some(({ id }) => id === form)) return form;
  throw new Refusal("bad_request", {
    fields: [{ path: "treatmentform", message: "Please choose a form of treatment." }],
  });
}
