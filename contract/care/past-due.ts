import * as z from "zod/mini";
import { Day, Dollars, Id, Moment, multiLine, optionalText } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { PatientAsked } from "./subscriptions.ts";

/** Texts for a patient who is past due, prepared in `content/mails.yaml`; each brings them to the page for a new card, after they signed in. */
export const pastDueMails = ["payment_link", "payment_help", "payment_closing"] as const;
export type PastDueMail = (typeof pastDueMails)[number];

/** Why a charge is tried no more. */
export const writeOffReasons = ["not_reached", "left", "not_worth_it", "our_mistake", "died"] as const;
export type WriteOffReason = (typeof writeOffReasons)[number];

/** What a patient owes, and what can be done about it. */
export const PatientPastDue = z.object({
  /** All charges that failed and weren't paid since; 0: none. Before tax where there was no card to try. */
  amount: Dollars,
  /** The charges, longest past due first. */
  charges: z.array(z.object({ prescriptionorderid: Id, amount: Dollars, failedon: Day, writeoff: z.boolean() })),
  /** The card on file; null: there is none. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** Why it can't be charged again now; null where it can. */
  chargeobstacle: z.nullable(z.string()),
  /** When one of the prepared texts was sent last; null: none was in 90 days. */
  mailedat: z.nullable(Moment),
  /** Each prepared text as the patient would read it, and why it can't be sent now; null where it can. */
  mails: z.array(
    z.object({ mail: z.enum(pastDueMails), subject: z.string(), text: z.string(), obstacle: z.nullable(z.string()) }),
  ),
});
export type PatientPastDue = z.output<typeof PatientPastDue>;

/** What the practice does about charges that failed; spread into `care`. */
export const pastDueCalls = {
  pastDue: clinicCall("GET /clinic/patient/{id}/pastdue", {
    summary: "What a patient owes because charges failed, and what can be done about it",
    access: { needs: ["read:subscriptions", "read:money"], record: "patient" },
    params: IdParams,
    ok: PatientPastDue,
  }),
  chargePastDue: clinicCall("POST /clinic/patient/{id}/pastdue/charge", {
    summary:
      "Try what is past due again, on the card on file, for a patient who asks for it: in one amount, by the rules of a patient who saves a card",
    access: { needs: ["write:subscriptions"], decidesFor: "patient" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      /** `callerproved` is needed. */
      asked: PatientAsked,
      /** What the patient said yes to; `conflict` where it's another amount by now. */
      amount: Dollars,
    }),
    ok: z.object({
      /** `pending`: the bank hasn't answered. */
      outcome: z.enum(["paid", "declined", "pending"]),
      amount: Dollars,
      message: z.string(),
    }),
    errors: ["wrong_state", "conflict"],
  }),
  mailPastDue: clinicCall("POST /clinic/patient/{id}/pastdue/mail", {
    summary: "Send a patient who is past due one of the prepared mails, with the way to the page for a new card",
    access: { needs: ["write:subscriptions", "write:money"], record: "patient" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({ mail: z.enum(pastDueMails, "Please choose a text.") }),
    ok: z.object({ message: z.string() }),
    errors: ["wrong_state"],
  }),
  writeOff: clinicCall("POST /clinic/patient/{id}/pastdue/writeoff", {
    summary: "Write off charges that failed: they aren't tried again. The patient can still pay them",
    access: { needs: ["write:money"], record: "patient" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      /** Those that were seen; `conflict` where one of them isn't past due any more, or is being tried. */
      prescriptionorderids: z.array(Id).check(z.minLength(1, "Please choose what to write off."), z.maxLength(50)),
      reason: z.enum(writeOffReasons, "Please choose why."),
      /** For the practice. */
      note: optionalText(multiLine(500)),
    }),
    ok: PatientPastDue,
    errors: ["conflict"],
  }),
  takeWriteOffBack: clinicCall("POST /clinic/patient/{id}/pastdue/writeoff/takeback", {
    summary: "Take write-offs of a patient's charges back: they're past due again, and tried when somebody tries them",
    access: { needs: ["write:money"], record: "patient" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      prescriptionorderids: z.array(Id).check(z.minLength(1, "Please choose what to take back."), z.maxLength(50)),
    }),
    ok: PatientPastDue,
    errors: ["conflict"],
  }),
} as const;
