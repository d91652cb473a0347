import type { PatientRecord } from "#contract/care/patients.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { type IdentityPhoto, identityPhotos, visitBasket, visitSummary } from "#server/onboarding/public.ts";
import { defaultShippingAddress, presentPatientOrders } from "#server/orders/public.ts";
import { cancellationsOf, planItem, loadSubscriptions } from "#server/treatment/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { type ChartedPrescription, loadChart } from "./chart.ts";
import { loadPlan } from "../cases/plan.ts";
import { recordRevision } from "../decisions/record-revision.ts";
import { loadPatientSummary } from "./patient-summary.ts";

type Deps = Pick<Services, "db" | "content" | "clock" | "secrets">;

/** Orders shown in a record. */
const maxOrders = 20;

/** The level a screening rule is shown with to the clinic, by the rule's outcome. */
export const levels: Readonly<Record<string, NonNullable<PatientRecord["flags"]>[number]["level"]>> = {
  EMERGENCY: "stop",
  STOP: "stop",
  CLINICIAN: "clinician",
  INFO: "info",
};

/** Everything a plan is decided on; `not_found` for an unknown id. */
export async function patientRecord(services: Deps, id: string): Promise<PatientRecord> {
  const { db, content } = services;
  const summary = await loadPatientSummary(services, id);
  const [patient, shippingaddress, visit, plan, orders, photos, basket, chart, revision] = await Promise.all([
    patientById(services, id),
    defaultShippingAddress(services, id),
    visitSummary(services, id),
    loadPlan(services, id),
    presentPatientOrders(services, id, { limit: maxOrders }),
    identityPhotos({ db }, [id]),
    visitBasket({ db }, id),
    loadChart(services, id),
    recordRevision(db, id),
  ]);
  return {
    ...summary,
    revision,
    phoneno: patient.phone,
    pharmacy: patient.pharmacy,
    shippingaddress,
    answers: visit.answers.map(({ questionid, question, answer, contentVersion, at }) => ({
      questionid,
      question,
      answer,
      contentversion: contentVersion,
      at: at.toISOString(),
    })),
    flags: visit.flags.map(({ ruleid, outcome, title, note }) => ({
      ruleid,
      level: levels[outcome] ?? "clinician",
      text: note === "" ? title : note,
    })),
    requested:
      plan.orderId === null
        ? (basket?.choices ?? []).map(({ productid }) => planItem(content, productid, null))
        : [...plan.items],
    orders,
    subscriptions: await loadSubscriptions(services, id, plan.prescribed),
    prescriptions: chart.prescriptions.map((each) => presentPrescription(content, each)).toReversed(),
    cancellations: await cancellationsOf(services, id),
    photos: photos.map(presentPhoto),
  };
}

const presentPrescription = (
  content: Services["content"],
  { productId, active, onHoldAt, stoppedAt, doctor, ...prescription }: ChartedPrescription,
): NonNullable<PatientRecord["prescriptions"]>[number] => {
  const product = productById(content, productId);
  return {
    id: prescription.id,
    productid: productId,
    name: product?.name ?? productId,
    rxnumber: prescription.rxNumber,
    ndc: product?.ndc ?? null,
    status: stoppedAt !== null ? "stopped" : !active ? "ended" : onHoldAt === null ? "active" : "on_hold",
    refillsleft: prescription.refillsLeft,
    dayssupply: prescription.daysSupply,
    directions: prescription.directions,
    doctorid: doctor.id,
    approvedat: prescription.approvedAt.toISOString(),
    onholdsince: onHoldAt?.toISOString() ?? null,
    stoppedat: stoppedAt?.toISOString() ?? null,
  };
};

export const presentPhoto = ({ id, kind, uploadedAt }: IdentityPhoto) => ({
  id,
  kind,
  uploadedat: uploadedAt.toISOString(),
});
