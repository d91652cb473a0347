import * as z from "zod/mini";
import { Doctor } from "#contract/doctors.ts";
import { Day, Dollars, Id } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { DoctorThread } from "#contract/messages/doctor-thread.ts";
import { Order } from "#contract/orders/orders.ts";
import { TreatmentChange } from "./changes.ts";
import { NextStep, ActionItem } from "./next-step.ts";
import { Plan } from "./plan.ts";
import { Subscription } from "./subscriptions.ts";
import { Suggestion } from "./suggestions.ts";

/** An upcoming charge: everything due on one day is charged to the card in one sum. */
export const UpcomingCharge = z.object({
  chargeon: Day,
  /** With tax and shipping, at today's prices. */
  amount: Dollars,
  /** The items charged. */
  items: z.array(z.object({ prescriptionorderid: Id, subscriptionid: Id, name: z.string(), amount: Dollars })),
  /** The last attempt failed; this is the day of the next one. */
  retry: z.boolean(),
});

/** Everything the home and treatment screens show. */
export const Treatment = z.object({
  /** Null until the router has matched one. */
  doctor: z.nullable(Doctor),
  /** The doctor's latest message, and where the patient answers it; null before there is a conversation. */
  doctorthread: z.nullable(DoctorThread),
  nextstep: NextStep,
  /** The day on which their doctor wants to hear from the patient again, in a sentence; null where none is set, or they have been asked. */
  nextreview: z.nullable(z.string()),
  plan: Plan,
  /** Newest first. */
  orders: z.array(Order),
  subscriptions: z.array(Subscription),
  /** Soonest first. */
  charges: z.array(UpcomingCharge),
  /** Accepted upsells the doctor has not decided on yet, by order; oldest first. */
  upsellrequests: z.array(z.object({ orderid: Id, names: z.array(z.string()), text: z.string() })),
  /** The doctor's treatment changes of the last 60 days and those waiting for the patient, newest first. */
  changes: z.array(TreatmentChange),
  /** Medicines the doctor suggests to add that the patient hasn't answered, or declined in the last 60 days and can agree to after all, newest first. */
  suggestions: z.array(Suggestion),
  /** Discounts earned by a follow-up, a referral or a code and applied to the next refill; as text. */
  discounts: z.array(z.object({ text: z.string(), amount: z.nullable(Dollars), percent: z.nullable(z.int()) })),
  /** Most urgent first; without what the next step already says, or a change to agree to. */
  actionitems: z.array(ActionItem),
  /** No action item comes first, so an upsell may be shown. */
  canshowupsells: z.boolean(),
});
export type Treatment = z.output<typeof Treatment>;

/** The treatment as a whole; spread into `treatment`. */
export const overviewCalls = {
  overview: patientCall("GET /prescriptionOrder/full", {
    base: "v2",
    summary: "The patient's doctor, plan, orders, subscriptions and action items",
    shows: ["user", "onboarding", "treatment", "order", "payment", "conversation", "message", "followup", "wellbeing"],
    ok: Treatment,
  }),
} as const;
