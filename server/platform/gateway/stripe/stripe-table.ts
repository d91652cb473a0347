import { outsideTable } from "../../outside/outside-table.ts";

/*
 * What Stripe's answers mean (Errors, Error codes, Decline codes). `person` is who pays, or who saves a card; on a renewal nobody is there, and where it says
 * that the payment stays open, no mail is sent and no attempt counts.
 */

const open =
  "That we couldn't reach the payment service, that we keep trying and show the result, and not to pay again";
const ours = (comes: string, practice: string) => ({ means: "ours", comes, person: open, practice }) as const;
const forNow = (comes: string, practice = "If it lasts, look at status.stripe.com and at this server's network.") =>
  ({ means: "for_now", comes, person: open, practice }) as const;
const final = (comes: string, person: string, practice: string) =>
  ({ means: "final", comes, person, practice }) as const;

export const stripeTable = outsideTable({
  system: "payments",
  name: "Stripe",
  rows: {
    key_expired: ours(
      "401 or 400, `api_key_expired`, `platform_api_key_expired`",
      "Make a new secret key in Stripe (Developers, API keys), set STRIPE_SECRET_KEY, and restart.",
    ),
    key_refused: ours(
      "401, an invalid or revoked key",
      "Check STRIPE_SECRET_KEY: Stripe doesn't know this key. Set the right one, and restart.",
    ),
    permission_missing: ours(
      "403, a restricted key that lacks a permission, `secret_key_required`",
      "Give the restricted key in STRIPE_SECRET_KEY write access to Customers, PaymentIntents, PaymentMethods, Refunds and Disputes, and read access to Balance and Payouts.",
    ),
    wrong_mode: ours(
      "`testmode_charges_only`, `livemode_mismatch`, an object of the other mode",
      "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY have to be of one mode and of the account whose customers this database has.",
    ),
    account_restricted: ours(
      "`account_closed`, `account_invalid`, `charge_exceeds_transaction_limit` and other limits of the account",
      "Stripe restricts your account: see what it asks for in its dashboard.",
    ),
    balance_insufficient: ours(
      "`balance_insufficient` at a refund",
      "Refunds wait for money on your balance at Stripe: add funds there, or let the next payments fill it.",
    ),
    other_account: ours(
      "404 `resource_missing` for a customer or an intent that this database has",
      "The key in STRIPE_SECRET_KEY is of another account than the one whose customers this database has, or its test data were deleted.",
    ),
    request_wrong: ours(
      "400 with `parameter_…`, `url_invalid`, an amount or a currency it doesn't take, a key used with other arguments",
      "Stripe doesn't understand a request of ours. Please report it to whoever maintains this software, with the log.",
    ),
    rate_limited: forNow(
      "429, `rate_limit`",
      "Too many requests at once. If it lasts, ask Stripe to raise your limit.",
    ),
    in_progress: forNow("409, `idempotency_key_in_use`, `lock_timeout`, 429 `lock_timeout`"),
    gateway_down: forNow("5xx, 424, `api_error`"),
    unreachable: forNow("no connection, a connection that breaks"),
    timeout: forNow("no whole answer within the time"),
    not_json: forNow("an empty body, HTML, a JSON string, a list: something between us and Stripe answers"),
    unexpected_object: forNow("200 with an object that isn't what was asked for"),
    card_declined: final(
      "402 `card_error` with an intent whose decline code may pass; `processing_error`, `authentication_required`",
      "The specification's sentence for the reason; a renewal is tried again on days 3, 5 and 7",
      "Payments, past due.",
    ),
    card_refused_for_good: final(
      "402 `card_error` with a decline code or an advice not to try again: lost, stolen, picked up, forbidden by its holder, fraud",
      "The specification's sentence for the reason, and one mail that asks for another card; this card isn't charged again by itself",
      "Payments, past due.",
    ),
    customer_gone: final(
      "`resource_missing` for a customer that Stripe says was deleted",
      "Nothing: it is made anew. A renewal without a card asks for one",
      "The log.",
    ),
    card_gone: final(
      "a payment method that was detached, or went with its customer",
      "That the card isn't on file any more and wasn't charged, and to enter it again",
      "Payments, past due, no card.",
    ),
    token_unusable: final(
      "`token_already_used`, `token_in_use`, `resource_missing` for a token or a payment method that isn't ours yet",
      "Please enter your card again",
      "The log.",
    ),
    wrong_state: final(
      "`payment_intent_unexpected_state`, `charge_already_captured`, `charge_expired_for_capture`, `capture_unauthorized_payment`; a dispute that was answered, is decided or was due",
      "What the intent's state says: it is asked for",
      "The log.",
    ),
    wrong_amount: final(
      "`amount_too_small`, `amount_too_large`, `charge_exceeds_source_limit` at a capture or a refund",
      "Nothing: the intent's state is asked for",
      "The log.",
    ),
    not_refundable: final(
      "`charge_already_refunded`, `charge_disputed`, `refund_disputed_payment`",
      "Nothing: the practice talks to them",
      "A mail to the support address that a refund didn't go through.",
    ),
  },
  unknown: { person: open },
});

export type StripeAnswer = keyof typeof stripeTable.rows;

/** Events that Stripe sends to us; apart from its answers, which go on being good while none comes. */
export const stripeEventsTable = outsideTable({
  system: "payment_events",
  name: "Stripe's events",
  rows: {
    // A stranger can post a wrong signature too, so it alarms only if no good one comes in between.
    not_signed: {
      means: "for_now",
      comes: "a `Stripe-Signature` that doesn't fit the body with our secret, or is older than five minutes",
      person: "Nothing: payments are asked for each minute",
      practice:
        "Set STRIPE_WEBHOOK_SECRET to the signing secret of the endpoint whose address is /webhooks/stripe (Stripe, Developers, Webhooks), and check this server's clock.",
    },
    wrong_mode: {
      means: "ours",
      comes: "a signed event whose `livemode` isn't the key's",
      person: "Nothing",
      practice: "The endpoint in Stripe is of the other mode than STRIPE_SECRET_KEY. Make one in the key's mode.",
    },
    thin: {
      means: "ours",
      comes: "a signed event that names no object (`v2.core.event`)",
      person: "Nothing: payments are asked for each minute",
      practice: "The event destination in Stripe has to send snapshot events, not thin ones.",
    },
    missing: {
      means: "ours",
      comes: "no event for an hour or more after payments were made",
      person: "Nothing: payments are asked for each minute",
      practice:
        "Look at the endpoint in Stripe (Developers, Webhooks): Stripe turns one off after days of failing deliveries. It needs payment_intent.*, charge.refunded, charge.dispute.* and refund.failed.",
    },
  },
  unknown: { person: "Nothing" },
});
