import * as z from "zod/mini";
import { Day, EmptyBody, Id, Moment } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

/** State of the physician's decision on a treatment plan. */
export const PlanStatus = z.enum(["none", "in_review", "approved", "declined"]);
export type PlanStatus = z.output<typeof PlanStatus>;

export const PlanItem = z.object({
  productid: z.string(),
  name: z.string(),
  dosage: z.string(),
  image: z.string(),
  prescription: z.boolean(),
  /** How the patient takes it, in the doctor's words. */
  directions: z.nullable(z.string()),
});
export type PlanItem = z.output<typeof PlanItem>;

/** The plan as a whole, for its badge and its sentence. */
export const Plan = z.object({
  status: PlanStatus,
  phase: z.enum(["none", "identity", "in_review", "approved", "on_hold", "paused", "ended", "declined"]),
  /** The phase in a word or two. */
  label: z.string(),
  /** The phase in a sentence. */
  statustext: z.string(),
  since: z.nullable(Moment),
  /**
   * `fromnextorder`: the doctor changed it, and none of it has left the pharmacy yet. `startson`: the day the doctor wants the patient to begin with it;
   * null without one, and once it has come.
   */
  items: z.array(z.extend(PlanItem, { fromnextorder: z.boolean(), startson: z.nullable(Day) })),
  /** The doctor's note with the decision; null for that of an approval once the plan is on hold. */
  note: z.nullable(z.string()),
  /** The order of a plan that nobody has decided on: the patient can withdraw it (`withdrawPlan`). Null where that is refused. */
  withdrawable: z.nullable(Id),
});
export type Plan = z.output<typeof Plan>;

/** What the patient does about a plan as a whole; spread into `treatment`. */
export const planCalls = {
  withdrawPlan: patientCall("PUT /treatment/plan/{id}/withdraw", {
    summary: "Withdraw the plan of this order while no doctor has decided on it; its authorization is voided",
    params: IdParams,
    body: EmptyBody,
    ok: z.object({ message: z.string() }),
    errors: ["wrong_state", "payment_pending"],
  }),
} as const;
