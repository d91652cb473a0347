import { scopeCovers } from "#content/logic/conditions.ts";
import type { PharmacistReview } from "#contract/care/dispensing.ts";
import { productById } from "#server/catalogue/public.ts";
import { type LinkedScreening, screenLinked, visitSummary } from "#server/onboarding/public.ts";
import { linesOf, type OrderRow } from "#server/orders/public.ts";
import { loadChart } from "../chart/chart.ts";
import { presentFlags } from "../chart/flag-levels.ts";
import { type ClinicContext, loadPatientSummary } from "../chart/patient-summary.ts";

/**
 * What a pharmacist reviews before an order is packed (42 CFR 456.705(b)): the patient's allergies, what else they take, what they have from us, and
 * what the rules say today of the products in the order; the same of other records of one person. Nothing else of their answers.
 */
export async function loadPharmacistReview(services: ClinicContext, order: OrderRow): Promise<PharmacistReview> {
  const { content } = services;
  const [patient, lines, visit, chart] = await Promise.all([
    loadPatientSummary(services, order.patient_id),
    linesOf(services.db, [order.id]),
    visitSummary(services, order.patient_id),
    loadChart(services, order.patient_id),
  ]);
  const toSend = lines.filter(({ cancelled_at }) => cancelled_at === null).map(({ product_id }) => product_id);
  const products = toSend.flatMap((id) => productById(content, id) ?? []);
  const linked = await screenLinked(services, order.patient_id, toSend);
  const ofLinked = linked
    .flatMap(({ hits }) => hits)
    .filter(({ id }) => !visit.flags.some(({ ruleid, current }) => current && ruleid === id))
    .map(({ id: ruleid, outcome, title, note, scope }) => ({ ruleid, outcome, title, note, scope, current: true }));
  const flags = [...visit.flags, ...new Map(ofLinked.map((flag) => [flag.ruleid, flag])).values()];
  return {
    patient,
    ...presentAnswers(content, visit.answers),
    medicines: presentMedicines(content, chart).map(({ directions, ...medicine }) => ({
      ...{ ...medicine, directions, inorder: toSend.includes(medicine.productid) },
    })),
    flags: presentFlags(
      flags
        .filter(({ current, scope }) => current && products.some((product) => scopeCovers(scope, product)))
        .map(({ ruleid, outcome, title, note }) => ({ ruleid, outcome, text: note === "" ? title : note })),
    ),
    otherrecords: await Promise.all(linked.map((each) => presentOtherRecord(services, each))),
  };
}

type Answers = readonly { readonly questionid: string; readonly question: string; readonly answer: string }[];

function presentAnswers({ documents }: ClinicContext["content"], answers: Answers) {
  const { allergies, medicines } = documents.records;
  const answerTo = (id: string) => answers.find(({ questionid }) => questionid === id);
  return {
    allergies: answerTo(allergies.question)?.answer ?? null,
    othermedicines: medicines.flatMap((id) => {
      const line = answerTo(id);
      return line ? [{ question: line.question, answer: line.answer }] : [];
    }),
  };
}

const presentMedicines = (
  content: ClinicContext["content"],
  { prescriptions }: Awaited<ReturnType<typeof loadChart>>,
) =>
  prescriptions
    .filter(({ status, usedNow }) => usedNow || status === "active" || status === "on_hold")
    .map(({ productId, status, directions }) => {
      const product = productById(content, productId);
      return {
        ...{ productid: productId, name: product?.name ?? productId, dosage: product?.strength ?? "" },
        ...{ directions, onhold: status === "on_hold" },
      };
    });

async function presentOtherRecord(
  services: ClinicContext,
  { patientId, answers }: LinkedScreening,
): Promise<PharmacistReview["otherrecords"][number]> {
  const medicines = presentMedicines(services.content, await loadChart(services, patientId));
  return {
    ...{ patientid: patientId, ...presentAnswers(services.content, answers) },
    medicines: medicines.map(({ productid, name, dosage, onhold }) => ({ productid, name, dosage, onhold })),
  };
}
