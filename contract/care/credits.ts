import * as z from "zod/mini";
import { Dollars, EmptyBody, Id, Moment, multiLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

/** What the practice makes good with a credit. */
export const creditReasons = ["late", "damaged", "wrong_item", "wrong_charge", "goodwill"] as const;
export type CreditReason = (typeof creditReasons)[number];

/** An amount the practice gave a patient off later orders. */
export const Credit = z.object({
  id: Id,
  amount: Dollars,
  /** What no order has used. */
  left: Dollars,
  reason: z.enum(creditReasons),
  /** What happened, for the practice; null once the patient was erased. */
  note: z.nullable(z.string()),
  /** `staff:<id>` or `key:<id>`, and the name; null for a key that is gone. */
  actor: z.string(),
  name: z.nullable(z.string()),
  givenat: Moment,
  /** Null: it wasn't. What an order had used by then stays used. */
  withdrawnat: z.nullable(Moment),
});
export type Credit = z.output<typeof Credit>;

const amount = z
  .number("Please enter an amount.")
  .check(
    z.minimum(0.01, "Please enter an amount."),
    z.multipleOf(0.01, "Please enter dollars with at most two decimals."),
  );

const PatientCredits = z.object({
  /** Newest first. */
  items: z.array(Credit),
  /** How much the caller may still give this patient, by their role and what the patient was given in 30 days. */
  mostnow: Dollars,
  /** Why it isn't more, and who may give more. */
  limit: z.string(),
});

/** Credits for a mistake of the practice; spread into `care`. */
export const creditCalls = {
  credits: clinicCall("GET /clinic/patient/{id}/credit", {
    summary: "The credits a patient was given, and how much more the caller may give",
    access: { needs: ["read:subscriptions", "read:money"], record: "patient" },
    params: IdParams,
    ok: PatientCredits,
  }),
  giveCredit: clinicCall("POST /clinic/patient/{id}/credit", {
    summary:
      "Give a patient an amount off their next orders; they're told by mail. It's used before any other earned discount, and what one order doesn't use is kept for the next",
    access: { needs: ["write:subscriptions", "write:money"], record: "patient" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      amount,
      reason: z.enum(creditReasons, "Please choose why."),
      /** For the practice. */
      note: multiLine(500, "Please say what happened."),
    }),
    ok: z.object({ message: z.string(), credit: Credit }),
    errors: ["wrong_state"],
  }),
  withdrawCredit: clinicCall("POST /clinic/patient/{id}/credit/{creditid}/withdraw", {
    summary: "Withdraw what no order has used of a credit; the patient is told by mail",
    access: { needs: ["write:subscriptions", "write:money"], record: "patient" },
    idempotency: true,
    params: z.object({ id: Id, creditid: Id }),
    body: EmptyBody,
    ok: z.object({ message: z.string(), credit: Credit }),
    errors: ["wrong_state"],
  }),
} as const;
