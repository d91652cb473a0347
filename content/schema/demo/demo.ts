import { z } from "zod";
import { flowVariants } from "#contract/constants.ts";
import { roles } from "#contract/policy/roles.ts";
import { ContentDay, ContentId, State, Step, NonEmptyText } from "../fields.ts";

/** The messages of the patient and the practice, oldest first; the practice's are read unless stated otherwise. */
const DemoMessages = z
  .array(
    z.strictObject({
      to: z.enum(["doctor", "patient_services"]),
      by: z.enum(["patient", "practice"]),
      daysago: z.number().positive(),
      text: NonEmptyText,
      unread: z.literal(true).optional(),
    }),
  )
  .default([])
  .refine(
    (messages) => messages.every(({ daysago }, index) => index === 0 || daysago < (messages[index - 1]?.daysago ?? 0)),
    "must go from the oldest to the newest",
  );

const Answers = z.record(ContentId, z.union([z.string(), z.array(z.string())]));

/** A patient the demo is seeded with. `answers` hold for both the open and the finished visit. */
export const DemoPatient = z.strictObject({
  id: ContentId,
  /** What the demo patient shows. */
  about: NonEmptyText,
  firstname: NonEmptyText,
  lastname: NonEmptyText,
  email: z.string().regex(/@demo\.calendula\.example$/),
  password: z.string().min(8).max(50),
  birthday: ContentDay,
  state: State,
  flow: z.enum(flowVariants),
  onboardingstatus: z.enum(["PENDING", "DONE"]),
  step: Step,
  plan: z.enum(["none", "approved", "in_review"]),
  failedpayment: z
    .enum(["insufficient_funds", "lost_card", "invalid_expiry_month", "expired_card", "generic_decline"])
    .nullable(),
  address: z.strictObject({
    address1: NonEmptyText,
    address2: NonEmptyText.optional(),
    city: NonEmptyText,
    zipcode: z.string().regex(/^\d{5}$/),
    phoneno: NonEmptyText,
  }),
  products: z.array(z.strictObject({ productid: ContentId, pricingid: ContentId })),
  answers: Answers,
  messages: DemoMessages,
  /** A follow-up is waiting for the patient. */
  followup: z.literal("open").optional(),
});
export type DemoPatient = z.output<typeof DemoPatient>;

/** One of the practice's people in the demo. */
const DemoStaff = z.strictObject({
  name: NonEmptyText,
  email: z.string().regex(/^[a-z.]+@demo\.calendula\.example$/),
  roles: z.array(z.enum(roles)).min(1),
  doctorid: ContentId.optional(),
});
export type DemoStaff = z.output<typeof DemoStaff>;

export const DemoFile = z.strictObject({
  note: NonEmptyText,
  /** The patient printed at start. */
  main: ContentId,
  patients: z.array(DemoPatient).min(1),
  /** One of each role; all have the same password. */
  staff: z.strictObject({ password: z.string().min(12), people: z.array(DemoStaff).min(1) }),
});
