import * as z from "zod/mini";
import { ScreeningFlags } from "./decision-fields.ts";
import { IdentityPhotoKind, Order, PlanItem, ShippingAddress, Subscription } from "#contract/entities.ts";
import { PatientSummary } from "#contract/patient-summary.ts";
import { Id, Moment } from "#contract/fields/fields.ts";

export const PatientPhoto = z.object({ id: Id, kind: IdentityPhotoKind, uploadedat: Moment });

/** What a clinician needs to decide on a plan. */
export const PatientRecord = z.extend(PatientSummary, {
  phoneno: z.nullable(z.string()),
  pharmacy: z.nullable(z.string()),
  shippingaddress: z.nullable(ShippingAddress),
  answers: z.array(
    z.object({
      questionid: z.string(),
      question: z.string(),
      answer: z.string(),
      contentversion: z.string(),
      at: Moment,
    }),
  ),
  flags: ScreeningFlags,
  requested: z.array(PlanItem),
  orders: z.array(Order),
  subscriptions: z.array(Subscription),
  /** The patient's cancellations, newest first, with the reason where the patient gave one. */
  cancellations: z.array(z.object({ subscriptionid: Id, at: Moment, reason: z.nullable(z.string()) })),
  photos: z.array(PatientPhoto),
});
export type PatientRecord = z.output<typeof PatientRecord>;
