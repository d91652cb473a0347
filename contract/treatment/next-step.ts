import * as z from "zod/mini";
import { MedicineAdvice } from "#contract/emergency/emergency.ts";
import { Day, Id } from "#contract/fields/fields.ts";

/** Target of a button: a page of the app, or with `external` another site or a call. */
export const ActionLink = z.object({ label: z.string(), href: z.string(), external: z.optional(z.literal(true)) });
export type ActionLink = z.output<typeof ActionLink>;

const FirstDose = z.object({
  /** Of its prescription. */
  id: Id,
  name: z.string(),
  dosage: z.string(),
  image: z.string(),
  /** How it is begun, step by step; the doctor's own directions, where there are any. */
  steps: z.array(z.string()),
  /** The button that notes the first dose as taken today; null where its doses aren't noted. */
  done: z.nullable(z.string()),
  /** Today in the patient's time zone. */
  day: Day,
});
export type FirstDose = z.output<typeof FirstDose>;

/** The first box of each of these medicines is here, and none of them has been begun. */
const Arrival = z.object({
  medicines: z.array(FirstDose),
  /** How those that belong together are begun. */
  pair: z.nullable(z.string()),
  /** What comes in the first weeks. */
  expect: z.array(z.object({ when: z.string(), texts: z.array(z.string()) })),
  /** When to call 911. */
  urgent: z.array(z.string()),
});
export type Arrival = z.output<typeof Arrival>;

/** The headline of the home and treatment screens: care status, what comes next, and the one action. */
export const NextStep = z.object({
  kind: z.enum([
    "emergency",
    "stop",
    "payment_failed",
    "confirming_payment",
    "confirm_again",
    "identity_refused",
    "identity_photos",
    "identity_review",
    "doctor_asks",
    "treatment_review",
    "arrival",
    "dose_today",
    "finding_doctor",
    "doctor_review",
    "doctor_late",
    "declined",
    "placed",
    "charging",
    "approved",
    "preparing",
    "shipped",
    "shipped_until",
    "shipped_today",
    "shipped_part",
    "came_back",
    "waits_for_clinician",
    "pharmacy_asks",
    "arrived",
    "refunding",
    "refunded",
    "not_charged",
    "order_failed",
    "change_to_agree",
    "changed_by_doctor",
    "medicine_rests",
    "renewal",
    "disputed",
    "dispute_lost",
    "orders_stopped",
    "care_ends",
    "care_ended",
    "under_way",
    "partly_paused",
    "paused",
    "paused_in_use",
    "ended",
    "ended_in_use",
    "upsell_review",
    "settled",
    "finish_visit",
    "begin_visit",
    "shop_only",
    "nothing",
  ]),
  title: z.string(),
  text: z.string(),
  action: z.nullable(ActionLink),
  secondaryaction: z.optional(ActionLink),
  /** Only the patient can move it on. */
  needspatient: z.boolean(),
  /** The order it is about. */
  orderid: z.nullable(Id),
  /** The dose it is about, to be noted at once: its prescription, and today in the patient's time zone. */
  dose: z.optional(z.object({ id: Id, name: z.string(), day: Day })),
  /** With `arrival`. */
  arrival: z.optional(Arrival),
  /** After an approval: what happens next, and when. */
  stages: z.optional(z.array(z.object({ when: z.string(), text: z.string() }))),
  /** After an answer that speaks against a medicine: whom to call, most urgent first, what to do with the medicine at home, and further notes. */
  safety: z.optional(
    z.object({
      more: z.string(),
      calls: z.array(ActionLink),
      athome: z.array(MedicineAdvice),
      /** The patient has read it, or the practice has seen it: it leads until a clinician has closed it, without alarm. */
      calm: z.optional(z.literal(true)),
    }),
  ),
});
export type NextStep = z.output<typeof NextStep>;

/** One thing only the patient can do, with the screen to do it on. */
export const ActionItem = z.object({
  kind: z.enum([
    "finish_visit",
    "verify_identity",
    "update_payment",
    "confirm_payment",
    "treatment_review",
    "verify_email",
    "reach_email",
    "renew_prescription",
  ]),
  title: z.string(),
  text: z.string(),
  href: z.string(),
  /** Label of its button. */
  label: z.string(),
  /** It blocks nothing, or somebody else has to act. */
  canwait: z.boolean(),
});
export type ActionItem = z.output<typeof ActionItem>;
