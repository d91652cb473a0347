import { z } from "zod";
import { ContentDay, ContentId, State, Step, Variant, Words } from "./shapes.ts";

const Answers = z.record(ContentId, z.union([z.string(), z.array(z.string())]));

/** A patient the demo is seeded with. `answers` hold for both the open and the finished visit. */
export const DemoPatient = z.strictObject({
  id: ContentId,
  /** What she is there to show. */
  about: Words,
  firstname: Words,
  lastname: Words,
  email: z.string().regex(/@demo\.calendula\.example$/),
  password: z.string().min(8).max(50),
  birthday: ContentDay,
  state: State,
  flow: Variant,
  onboardingstatus: z.enum(["PENDING", "DONE"]),
  step: Step,
  plan: z.enum(["none", "approved", "in_review"]),
  failedpayment: z
    .enum(["insufficient_funds", "lost_card", "invalid_expiry_month", "expired_card", "generic_decline"])
    .nullable(),
  address: z.strictObject({
    address1: Words,
    address2: Words.optional(),
    city: Words,
    zipcode: z.string().regex(/^\d{5}$/),
    phoneno: Words,
  }),
  products: z.array(z.strictObject({ productid: ContentId, pricingid: ContentId })),
  answers: Answers,
});
export type DemoPatient = z.output<typeof DemoPatient>;

export const DemoFile = z.strictObject({
  note: Words,
  /** The patient printed at start. */
  main: ContentId,
  patients: z.array(DemoPatient).min(1),
});
