import type { PatientRecord } from "#contract/care/patients.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { type IdentityPhoto, identityPhotos, visitBasket, visitSummary } from "#server/onboarding/public.ts";
import { defaultShippingAddress, presentPatientOrders } from "#server/orders/public.ts";
import { cancellationsOf, planItem, loadSubscriptions } from "#server/treatment/public.ts";
import { loadPlan } from "../cases/plan.ts";
import { loadPatientSummary } from "./patient-summary.ts";

type Deps = Pick<Services, "db" | "content" | "clock" | "secrets">;

/** Orders shown in a record. */
const maxOrders = 20;

/** The level a screening rule is shown with to the clinic, by the rule's outcome. */
export const levels: Readonly<Record<string, PatientRecord["flags"][number]["level"]>> = {
  EMERGENCY: "stop",
  STOP: "stop",
  CLINICIAN: "clinician",
  INFO: "info",
};

/** Everything a plan is decided on; `not_found` for an unknown id. */
export async function patientRecord(services: Deps, id: string): Promise<PatientRecord> {
  const { db, content } = services;
  const summary = await loadPatientSummary(services, id);
  const [patient, shippingaddress, visit, plan, orders, photos, basket] = await Promise.all([
    patientById(services, id),
    defaultShippingAddress(services, id),
    visitSummary(services, id),
    loadPlan(services, id),
    presentPatientOrders(services, id, { limit: maxOrders }),
    identityPhotos({ db }, [id]),
    visitBasket({ db }, id),
  ]);
  return {
    ...summary,
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
    cancellations: await cancellationsOf(services, id),
    photos: photos.map(presentPhoto),
  };
}

export const presentPhoto = ({ id, kind, uploadedAt }: IdentityPhoto) => ({
  id,
  kind,
  uploadedat: uploadedAt.toISOString(),
});
