import { scopeCovers } from "#content/logic/conditions.ts";
import type { PharmacistReview } from "#contract/care/dispensing.ts";
import { productById } from "#server/catalogue/public.ts";
import { visitSummary } from "#server/onboarding/public.ts";
import { linesOf, type OrderRow } from "#server/orders/public.ts";
import { loadChart } from "../chart/chart.ts";
import { presentFlags } from "../chart/flag-levels.ts";
import { type ClinicContext, loadPatientSummary } from "../chart/patient-summary.ts";

/**
 * What a pharmacist reviews before an order is packed (42 CFR 456.705(b)): the patient's allergies, what else they take, what they have from us, and
 * what the rules say today of the products in the order. Nothing else of their answers.
 */
export async function loadPharmacistReview(services: ClinicContext, order: OrderRow): Promise<PharmacistReview> {
  const { content } = services;
  const { allergies, medicines: otherMedicines } = content.documents.records;
  const [patient, lines, visit, chart] = await Promise.all([
    loadPatientSummary(services, order.patient_id),
    linesOf(services.db, [order.id]),
    visitSummary(services, order.patient_id),
    loadChart(services, order.patient_id),
  ]);
  const toSend = lines.filter(({ cancelled_at }) => cancelled_at === null).map(({ product_id }) => product_id);
  const products = toSend.flatMap((id) => productById(content, id) ?? []);
  const answerTo = (id: string) => visit.answers.find(({ questionid }) => questionid === id);
  return {
    patient,
    allergies: answerTo(allergies.question)?.answer ?? null,
    othermedicines: otherMedicines.flatMap((id) => {
      const line = answerTo(id);
      return line ? [{ question: line.question, answer: line.answer }] : [];
    }),
    medicines: chart.prescriptions
      .filter(({ status, usedNow }) => usedNow || status === "active" || status === "on_hold")
      .map(({ productId, status, directions }) => {
        const product = productById(content, productId);
        return {
          ...{ productid: productId, name: product?.name ?? productId, dosage: product?.strength ?? "" },
          ...{ directions, onhold: status === "on_hold", inorder: toSend.includes(productId) },
        };
      }),
    flags: presentFlags(
      visit.flags
        .filter(({ current, scope }) => current && products.some((product) => scopeCovers(scope, product)))
        .map(({ ruleid, outcome, title, note }) => ({ ruleid, outcome, text: note === "" ? title : note })),
    ),
  };
}
