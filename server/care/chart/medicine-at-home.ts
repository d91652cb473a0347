import type { Content } from "#content/loader/load.ts";
import type { MedicineAdvice } from "#contract/emergency/emergency.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { productById } from "#server/catalogue/public.ts";
import { keepsMedicine } from "#server/emergency/public.ts";
import type { Services } from "#server/platform/services.ts";
import { type Plan, loadPlan } from "./plan.ts";

type Deps = Pick<Services, "db" | "content" | "secrets" | "clock">;
type PrescribedPlan = Pick<Plan, "prescribed" | "items" | "status">;

/** Products that may be at a patient's home: what is prescribed, and what was approved and has ended since. */
export const productsAtHome = ({ prescribed, status, items }: PrescribedPlan): string[] => {
  const approved = status === "approved" ? items.filter(({ prescription }) => prescription) : [];
  return [...new Set([...prescribed.keys(), ...approved.map(({ productid }) => productid)])];
};

/** Whether a doctor knew of what speaks against the medicine and prescribed it again: prescriptions exist and none is on hold. */
export const isPrescribedAgain = ({ prescribed }: PrescribedPlan): boolean =>
  prescribed.size > 0 && [...prescribed.values()].every(({ onHold }) => !onHold);

/** What to do with these medicines at home, grouped by advice in order of first appearance. */
export function atHomeTexts(content: Content, productIds: readonly string[], keep: boolean): MedicineAdvice[] {
  const { safety } = content.nextsteps;
  const texts = new Map<string, string[]>();
  for (const id of productIds) {
    const product = productById(content, id);
    if (!product) continue;
    const known = safety.athome.find(({ forms }) => forms.includes(product.form))?.text ?? safety.otherform;
    const text = keep ? safety.keep : known;
    texts.set(text, [...(texts.get(text) ?? []), product.name]);
  }
  return [...texts].map(([text, names]) => ({ text, names }));
}

/** What a patient is to do with the medicine at home, given the screening rule or emergency sign with this id. */
export async function medicineAtHome(services: Deps, patientId: string, id: string): Promise<MedicineAdvice[]> {
  const plan = await loadPlan(services, patientId);
  return atHomeTexts(services.content, productsAtHome(plan), keepsMedicine(services.content, id));
}

/** A screening stop as a patient in care reads it: with the rule's in-care text and actions, and what to do with the medicine at home. */
export async function stopInCare(services: Deps, patientId: string, stop: ScreeningStop): Promise<ScreeningStop> {
  const incare = services.content.rules.find(({ id }) => id === stop.ruleid)?.incare;
  const own = (incare?.actions ?? []).filter(({ href }) => !stop.actions.some((action) => action.href === href));
  const athome = await medicineAtHome(services, patientId, stop.ruleid);
  return {
    ...stop,
    text: [incare?.text ?? "", stop.text].filter((text) => text !== "").join(" "),
    actions: [...own, ...stop.actions],
    ...(athome.length > 0 && { athome }),
  };
}

/** As `stopInCare` for an answer on record: it speaks of the medicine at home until a doctor has prescribed that again. */
export async function stopOnRecord(services: Deps, patientId: string, stop: ScreeningStop): Promise<ScreeningStop> {
  return isPrescribedAgain(await loadPlan(services, patientId)) ? stop : stopInCare(services, patientId, stop);
}
