import * as z from "zod/mini";
import { Dollars, Id, singleLine, optionalText } from "./fields/fields.ts";
import { patientCall } from "./http/endpoint.ts";

const declineErrors = ["card_declined", "insufficient_funds", "expired_card", "lost_card"] as const;

/** A token of the gateway's card element (`tok_…`, `pm_…`); card numbers never reach us. */
const Source = z
  .string("Please enter your card.")
  .check(z.regex(/^(?:tok|pm|src|card)_[A-Za-z0-9_]{1,120}$/, "Please enter your card again."));

/** A card on file: never more than brand, last four and expiry. */
export const PaymentSource = z.object({
  id: Id,
  brand: z.string(),
  last4: z.string(),
  expmonth: z.int(),
  expyear: z.int(),
  default: z.boolean(),
});

/** Why the last charge failed (spec §3). */
export const FailedTransactionReason = z.enum([
  "insufficient_funds",
  "lost_card",
  "invalid_expiry_month",
  "expired_card",
  "generic_decline",
]);

/** The bank asks the cardholder to confirm a charge: the data the browser passes to the gateway's script. Also the details of `payment_action`. */
export const CardAuthentication = z.object({
  gateway: z.enum(["sandbox", "stripe"]),
  publishablekey: z.string(),
  clientsecret: z.string(),
});
export type CardAuthentication = z.output<typeof CardAuthentication>;

/** The new card on file, and the outcome of a failed charge that was retried with it at once. */
export const SavedSource = z.extend(PaymentSource, {
  /** Null when nothing was owed. `pending`: the bank has not answered; banner and mail report the outcome. */
  retried: z.nullable(
    z.object({
      outcome: z.enum(["paid", "declined", "pending"]),
      amount: Dollars,
      message: z.string(),
      /** Set while the cardholder has to confirm it. */
      cardauthentication: z.optional(CardAuthentication),
    }),
  ),
});

export const payment = {
  saveSource: patientCall("PUT /payment/source", {
    summary: "Put a card on file by its token; it becomes the default, and a failed charge is retried at once",
    idempotency: { untilNextWrite: true },
    body: z.strictObject({ source: Source }),
    ok: SavedSource,
    errors: [...declineErrors, "payment_pending"],
  }),
  sources: patientCall("GET /payment", {
    summary: "The card on file and how to take a new one",
    shows: ["payment"],
    ok: z.object({
      source: z.nullable(PaymentSource),
      gateway: z.object({ name: z.enum(["sandbox", "stripe"]), publishablekey: z.string() }),
    }),
  }),
  createSource: patientCall("POST /payment", {
    summary: "Earlier form of PUT /payment/source",
    idempotency: { untilNextWrite: true },
    body: z.strictObject({ source: Source, name: optionalText(singleLine(120)) }),
    ok: SavedSource,
    status: 201,
    errors: [...declineErrors, "payment_pending"],
  }),
} as const;
