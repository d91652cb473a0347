import { z } from "zod";
import { NextStep } from "#contract/treatment/next-step.ts";
import { Plan } from "#contract/treatment/plan.ts";
import { NonEmptyText } from "../fields.ts";
import { Action as RuleAction } from "../rules.ts";

/** The placeholders of each next step's texts; each has to be used or left out on purpose, an unknown one stops the start. */
export const nextStepPlaceholders = {
  emergency: [],
  stop: [],
  payment_failed: [],
  confirming_payment: ["orderid"],
  confirm_again: [],
  identity_refused: ["doctor"],
  identity_photos: ["doctor"],
  identity_review: ["doctor"],
  doctor_asks: ["doctor"],
  treatment_review: [],
  arrival: ["begin", "medicines", "doctor"],
  dose_today: ["dose", "medicine"],
  finding_doctor: ["day"],
  doctor_review: ["doctor", "day"],
  doctor_late: ["doctor"],
  declined: ["doctor"],
  placed: ["place", "orderid"],
  charging: ["doctor", "orderid"],
  approved: ["doctor", "orderid"],
  preparing: ["place", "day", "orderid"],
  shipped: ["carrier", "orderid"],
  shipped_until: ["carrier", "day", "orderid"],
  shipped_today: ["carrier", "orderid"],
  shipped_part: ["orderid"],
  came_back: ["orderid"],
  waits_for_clinician: ["orderid"],
  pharmacy_asks: ["orderid"],
  arrived: ["orderid"],
  refunding: ["orderid"],
  refunded: ["orderid"],
  not_charged: ["orderid"],
  order_failed: ["orderid"],
  change_to_agree: [],
  changed_by_doctor: ["change"],
  medicine_rests: ["breaks"],
  renewal: [],
  disputed: [],
  dispute_lost: [],
  orders_stopped: [],
  care_ends: ["day"],
  care_ended: [],
  under_way: ["day"],
  partly_paused: ["until", "day"],
  paused: ["until"],
  paused_in_use: ["until"],
  ended: [],
  ended_in_use: ["last"],
  upsell_review: ["doctor"],
  settled: [],
  finish_visit: [],
  begin_visit: [],
  shop_only: [],
  nothing: [],
} as const satisfies Record<NextStep["kind"], readonly string[]>;

/** A sentence on what follows the next step. */
export const followingPlaceholders = {
  declined_unpaid: [],
  declined_refund: [],
  retry: ["day"],
  changed_by_doctor: ["change"],
  medicine_rests: ["breaks"],
  renewal: [],
  disputed: [],
  dispute_lost: [],
  orders_stopped: [],
  care_ends: ["day"],
  care_ended: [],
  under_way: ["day"],
  partly_paused: ["until", "day"],
  paused: ["until"],
  paused_in_use: ["until"],
  ended: [],
  ended_in_use: ["last"],
  upsell_review: ["doctor"],
} as const satisfies Record<string, readonly string[]>;

export type NextStepKind = keyof typeof nextStepPlaceholders;
export type FollowingKind = keyof typeof followingPlaceholders;

const kinds = Object.keys(nextStepPlaceholders) as [NextStepKind, ...NextStepKind[]];
const followingKinds = Object.keys(followingPlaceholders) as [FollowingKind, ...FollowingKind[]];

/** Links to a page of the app, or to one of the practice's own site by its name. */
const Action = z.strictObject({
  label: NonEmptyText,
  href: z.union([z.string().regex(/^\/(?:[a-z_{}-]+\/?)*$/, "must be a path of the app"), z.literal("treatments")]),
});

const Step = z.strictObject({
  title: NonEmptyText,
  text: NonEmptyText,
  action: Action.optional(),
  secondaryaction: Action.optional(),
});

/** What happens after an approval, and when. */
const Stage = z.strictObject({ when: NonEmptyText, text: NonEmptyText });

const Phase = z.strictObject({ label: NonEmptyText, text: NonEmptyText });

/** Medicine of these forms of the catalogue, and what to do with the rest of it at home. */
const MedicineAdvice = z.strictObject({ forms: z.array(NonEmptyText).min(1), text: NonEmptyText });

const CalmNotice = z.strictObject({ title: NonEmptyText, text: NonEmptyText });

export const NextStepsFile = z.strictObject({
  note: NonEmptyText,
  steps: z.record(z.enum(kinds), Step),
  /** Label of a shipment's tracking link: `{{carrier}}` delivers it. */
  track: NonEmptyText,
  following: z.record(z.enum(followingKinds), NonEmptyText),
  /** After an approval: the order's way, until the medicine is begun. */
  stages: z.strictObject({ payment: Stage, packed: Stage, travels: Stage, begins: Stage }),
  phases: z.record(Plan.shape.phase, Phase),
  /** Who prepares an order with prescription items, and one without. */
  places: z.strictObject({ pharmacy: NonEmptyText, warehouse: NonEmptyText }),
  unknown: z.strictObject({ doctor: NonEmptyText, change: NonEmptyText, carrier: NonEmptyText }),
  safety: z.strictObject({
    reviewed: NonEmptyText,
    /** A medicine put on hold by answers, where no rule ended the visit. */
    onhold: z.strictObject({ title: NonEmptyText, text: NonEmptyText }),
    /** Nothing is charged, as everything is held back. */
    allonhold: NonEmptyText,
    write: RuleAction,
    /** Link to where the patient described an emergency, and can dismiss its notice. */
    message: RuleAction,
    athome: z.array(MedicineAdvice).min(1),
    /** Of another form. */
    otherform: NonEmptyText,
    /** Where the rule says that the medicine is not the danger. */
    keep: NonEmptyText,
    /** After an emergency in the patient's words, until a clinician has closed it: by whom to call, and about the medicine at home where it is not kept. */
    meanwhile: z.strictObject({ "911": CalmNotice, "988": CalmNotice, medicine: NonEmptyText }),
  }),
});
export type NextSteps = z.output<typeof NextStepsFile>;
