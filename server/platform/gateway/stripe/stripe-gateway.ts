import type Stripe from "stripe";
import type { OutsideTable } from "../../outside/outside-table.ts";
import type { Outside, SystemReports } from "../../outside/outside.ts";
import { declineOf } from "../declines.ts";
import {
  type AttachInput,
  type AuthorizeInput,
  type Dispute,
  type Intent,
  type MovementsInput,
  type Page,
  type PaymentGateway,
  type Refund,
} from "../port.ts";
import { boundedHttpClient } from "./bounded-http-client.ts";
import {
  customerIdOf,
  disputeOf,
  intentMetadata,
  intentOf,
  isAnswerable,
  methodOf,
  movementOf,
  payoutOf,
  refundOf,
  stripeEvidence,
  UnexpectedObject,
} from "./from-stripe.ts";
import { answerOf, isDeclined, KnownAnswer, stripeCaller } from "./stripe-errors.ts";
import { stripeEventsTable, stripeTable } from "./stripe-table.ts";
import { verifyStripeEvent } from "./verify-stripe-event.ts";

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** How long one answer may take, from the request to its last byte. */
  readonly timeoutMs?: number;
  /** How often the SDK repeats a lost request, with the same idempotency key. */
  readonly retries?: number;
  /** Another server that speaks Stripe's protocol. */
  readonly server?: { readonly protocol: "http" | "https"; readonly host: string; readonly port: number };
}

/** Pages of a list that are read at most, of 100 each: one that never ends is no answer. */
const maxPages = 100;
const expand = ["latest_charge"];

/** The SDK as it is used here: one answer takes at most `timeoutMs`, and a lost one is asked for once more. */
export async function stripeSdk({
  secretKey,
  retries = 1,
  timeoutMs = 20_000,
  server,
}: StripeSettings): Promise<Stripe> {
  const { default: StripeSdk } = await import("stripe");
  return new StripeSdk(secretKey, {
    maxNetworkRetries: retries,
    timeout: timeoutMs,
    telemetry: false,
    httpClient: boundedHttpClient(),
    ...server,
  });
}

/** Stripe by PaymentMethods and PaymentIntents. The SDK is loaded here, so that it costs nothing unless used. `outside` is told what came. */
export async function stripeGateway(settings: StripeSettings, outside?: Pick<Outside, "of">): Promise<PaymentGateway> {
  const stripe = await stripeSdk(settings);
  const callStripe = stripeCaller(reportsOf(outside, stripeTable));
  const events = reportsOf(outside, stripeEventsTable);

  async function refundsOf(intentId: string): Promise<Refund[]> {
    return (await allOf(stripe.refunds.list({ payment_intent: intentId, limit: 100 }))).map(refundOf);
  }

  /** What a refused request of a customer's card was about, if that can be asked; Stripe's own codes for it are several, or none. */
  async function whatIsGone(
    customer: string,
    paymentMethod: string | null,
  ): Promise<"customer_gone" | "card_gone" | null> {
    // Only a customer that Stripe says was deleted is gone: one it doesn't find may be another account's.
    const known = await stripe.customers.retrieve(customer);
    if (known.deleted === true) return "customer_gone";
    if (paymentMethod === null) return null;
    try {
      return holderOf(await stripe.paymentMethods.retrieve(paymentMethod)) === customer ? null : "card_gone";
    } catch (error) {
      if (answerOf(error) === "other_account") return "card_gone";
      throw error;
    }
  }

  async function attach({ customer, source, idempotencyKey }: AttachInput): Promise<Stripe.PaymentMethod> {
    const method = source.startsWith("tok_")
      ? await stripe.paymentMethods.create(
          { type: "card", card: { token: source } },
          { idempotencyKey: `${idempotencyKey}:create` },
        )
      : { id: source };
    return stripe.paymentMethods.attach(method.id, { customer }, { idempotencyKey: `${idempotencyKey}:attach` });
  }

  return {
    name: "stripe",
    publishableKey: settings.publishableKey,

    createCustomer: ({ patientId, idempotencyKey }) =>
      callStripe("createCustomer", async () => {
        const customer = await stripe.customers.create({ metadata: { patient_id: patientId } }, { idempotencyKey });
        return { id: customerIdOf(customer) };
      }),

    deleteCustomer: (customer) =>
      callStripe("deleteCustomer", async () => {
        // A deleted customer can still be retrieved; deleting it twice would be refused like deleting one of another account.
        const existing = await stripe.customers.retrieve(customer);
        if (existing.deleted !== true) await stripe.customers.del(customer);
      }),

    attachSource: (input) =>
      callStripe("attachSource", async () => {
        try {
          return { attached: methodOf(await attach(input)) };
        } catch (error) {
          if (isDeclined(error)) return { declined: declineOf(error).code };
          if (!isRefusedRequest(error)) throw error;
          if ((await whatIsGone(input.customer, null)) !== null) throw new KnownAnswer("customer_gone");
          if (answerOf(error) !== "unknown") throw new KnownAnswer("token_unusable");
          // A payment method that was on file once can't be put there again, which has no code.
          if (input.source.startsWith("tok_")) throw error;
          const method = await stripe.paymentMethods.retrieve(input.source);
          if (holderOf(method) !== input.customer) throw new KnownAnswer("token_unusable");
          return { attached: methodOf(method) };
        }
      }),

    detachSource: (paymentMethod) =>
      callStripe("detachSource", async () => {
        try {
          await stripe.paymentMethods.detach(paymentMethod);
        } catch (error) {
          if (!isRefusedRequest(error)) throw error;
          // Detaching twice is refused without a code.
          if (holderOf(await stripe.paymentMethods.retrieve(paymentMethod)) !== null) throw error;
        }
      }),

    authorize: (input) =>
      callStripe("authorize", async () => {
        try {
          const requestOptions = { idempotencyKey: input.idempotencyKey };
          return intentOf(await stripe.paymentIntents.create(confirmedIntent(input), requestOptions));
        } catch (error) {
          if (isDeclined(error) && error.payment_intent) return intentOf(error.payment_intent);
          if (!isRefusedRequest(error)) throw error;
          throw new KnownAnswer((await whatIsGone(input.customer, input.paymentMethod)) ?? "request_wrong");
        }
      }),

    capture: ({ intentId, amount, idempotencyKey }) =>
      callStripe("capture", async () =>
        intentOf(
          await stripe.paymentIntents.capture(intentId, { amount_to_capture: amount, expand }, { idempotencyKey }),
        ),
      ),

    cancel: ({ intentId, idempotencyKey }) =>
      callStripe("cancel", async () =>
        intentOf(await stripe.paymentIntents.cancel(intentId, { expand }, { idempotencyKey })),
      ),

    refund: ({ intentId, refundId, amount, idempotencyKey }) =>
      callStripe("refund", async () => {
        // Stripe forgets idempotency keys after a day, but never its list of refunds.
        const existing = (await refundsOf(intentId)).find((refund) => refund.refundId === refundId);
        if (existing !== undefined) return existing;
        const params = { payment_intent: intentId, amount, metadata: { refund_id: refundId } };
        return refundOf(await stripe.refunds.create(params, { idempotencyKey }));
      }),

    refundsOf: (intentId) => callStripe("refundsOf", () => refundsOf(intentId)),

    disputesOf: (intentId) =>
      callStripe("disputesOf", async (): Promise<Dispute[]> =>
        (await allOf(stripe.disputes.list({ payment_intent: intentId, limit: 100 }))).map(disputeOf),
      ),

    answerDispute: ({ disputeId, evidence, idempotencyKey }) =>
      callStripe("answerDispute", async () => {
        // Stripe forgets idempotency keys after a day, and takes what comes too late without sending it on.
        const dispute = await stripe.disputes.retrieve(disputeId);
        if (dispute.metadata["answer_key"] === idempotencyKey) return disputeOf(dispute);
        if (!isAnswerable(dispute, new Date())) throw new KnownAnswer("wrong_state");
        const params = {
          evidence: stripeEvidence(evidence),
          metadata: { answer_key: idempotencyKey, answer_to: dispute.status },
          submit: true,
        };
        try {
          return disputeOf(await stripe.disputes.update(disputeId, params, { idempotencyKey }));
        } catch (error) {
          // Sent again it would be refused again: somebody has to look at it.
          if (isBadRequest(error)) throw new KnownAnswer("wrong_state");
          throw error;
        }
      }),

    retrieve: (intentId) =>
      callStripe("retrieve", async () => intentOf(await stripe.paymentIntents.retrieve(intentId, { expand }))),

    intentsOf: (customer) =>
      callStripe("intentsOf", async (): Promise<Intent[]> => {
        // The list, newest first, contains recent writes at once; Stripe's search does not.
        const list = stripe.paymentIntents.list({ customer, limit: 100, expand: ["data.latest_charge"] });
        try {
          return (await allOf(list)).map(intentOf);
        } catch (error) {
          if (isRefusedRequest(error) && (await whatIsGone(customer, null)) === "customer_gone")
            throw new KnownAnswer("customer_gone");
          throw error;
        }
      }),

    listMovements: ({ from, to, after, limit }) =>
      callStripe("listMovements", async () =>
        pageOf(
          await stripe.balanceTransactions.list({
            ...{ created: secondsOf({ from, to }), limit, expand: ["data.source"] },
            ...(after !== null && { starting_after: after }),
          }),
          movementOf,
        ),
      ),

    listPayouts: ({ from, to, after, limit }) =>
      callStripe("listPayouts", async () =>
        pageOf(
          await stripe.payouts.list({
            ...{ created: secondsOf({ from, to }), limit },
            ...(after !== null && { starting_after: after }),
          }),
          payoutOf,
        ),
      ),

    movementsOfPayout: ({ payoutId, after, limit }) =>
      callStripe("movementsOfPayout", async () => {
        const list = await stripe.balanceTransactions.list({
          ...{ payout: payoutId, limit, expand: ["data.source"] },
          ...(after !== null && { starting_after: after }),
        });
        const { items, next } = pageOf(list, movementOf);
        // Stripe lists the payout's own movement among those it pays out.
        return { items: items.filter((each) => each.payoutId !== payoutId), next };
      }),

    verifyWebhook: (rawBody, signatureHeader) =>
      verifyStripeEvent({ stripe, settings, events }, rawBody, signatureHeader),
    reportMissingEvents: () => void events.failed("missing"),
  };
}

/** The request was refused as it is: nothing about the key, the account or the moment. */
function isRefusedRequest(error: unknown): boolean {
  const answer = answerOf(error);
  return ["other_account", "token_unusable", "wrong_state", "wrong_amount", "unknown"].includes(answer);
}

/** HTTP 400; not that a key was used for something else, which Stripe forgets after a day. */
function isBadRequest(error: unknown): boolean {
  const { statusCode, rawType } = error as Partial<Stripe.errors.StripeError>;
  return statusCode === 400 && rawType !== "idempotency_error";
}

const holderOf = ({ customer }: Stripe.PaymentMethod): string | null =>
  typeof customer === "string" ? customer : (customer?.id ?? null);

async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of list) {
    all.push(each);
    // oxlint-disable-next-line formats/cents-at-home -- movements on a page
    if (all.length > maxPages * 100) throw new UnexpectedObject();
  }
  return all;
}

/** Stripe counts in seconds, so a period that begins within one begins with the next. */
const secondsOf = ({ from, to }: Pick<MovementsInput, "from" | "to">) => ({
  gte: Math.ceil(from.getTime() / 1000),
  lt: Math.ceil(to.getTime() / 1000),
});

function pageOf<From extends { readonly id: string }, Item>(
  { data, has_more }: { readonly data: readonly From[]; readonly has_more: boolean },
  read: (each: From) => Item,
): Page<Item> {
  return { items: data.map(read), next: has_more ? (data.at(-1)?.id ?? null) : null };
}

/** Without `outside`, as in tests of the adapter alone, nobody is told. */
const reportsOf = <Answer extends string>(
  outside: Pick<Outside, "of"> | undefined,
  table: OutsideTable<Answer>,
): SystemReports<Answer> => outside?.of(table) ?? { failed: (answer) => table.rows[answer], worked: () => undefined };

function confirmedIntent(input: AuthorizeInput): Stripe.PaymentIntentCreateParams {
  return {
    amount: input.amount,
    currency: input.currency,
    customer: input.customer,
    payment_method: input.paymentMethod,
    allowed_payment_method_types: ["card"],
    capture_method: input.capture,
    confirm: true,
    ...(input.offSession
      ? // Nobody is present to authenticate, so a bank that asks for it declines.
        { off_session: true, error_on_requires_action: true }
      : { setup_future_usage: "off_session" }),
    metadata: intentMetadata(input),
    expand,
  };
}
