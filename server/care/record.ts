import type { PatientRecord } from "#contract/patient-record.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { type IdentityPhoto, identityPhotos, visitBasket, visitSummary } from "#server/onboarding/public.ts";
import { defaultShipping, ordersOf } from "#server/store/public.ts";
import { cancellationsOf, planItem, subscriptionsOf } from "#server/treatment/public.ts";
import { planOf } from "./plan.ts";
import { summaryOf } from "./summary.ts";

type Parts = Pick<Services, "db" | "content" | "clock" | "secrets">;

/** Orders shown with a record. */
const shownOrders = 20;

/** How the practice is told of a rule, by its outcome. */
export const levels: Readonly<Record<string, PatientRecord["flags"][number]["level"]>> = {
  EMERGENCY: "stop",
  STOP: "stop",
  CLINICIAN: "clinician",
  INFO: "info",
};

/** Everything a plan is decided on; `not_found` for an id that is nobody's. */
export async function patientRecord(parts: Parts, id: string): Promise<PatientRecord> {
  const { db, content } = parts;
  const summary = await summaryOf(parts, id);
  const [patient, shippingaddress, visit, plan, orders, photos, basket] = await Promise.all([
    patientById(parts, id),
    defaultShipping(parts, id),
    visitSummary(parts, id),
    planOf(parts, id),
    ordersOf(parts, id, { limit: shownOrders }),
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
    subscriptions: await subscriptionsOf(parts, id, plan.prescribed),
    cancellations: await cancellationsOf(parts, id),
    photos: photos.map(presentPhoto),
  };
}

export const presentPhoto = ({ id, kind, uploadedAt }: IdentityPhoto) => ({
  id,
  kind,
  uploadedat: uploadedAt.toISOString(),
});
