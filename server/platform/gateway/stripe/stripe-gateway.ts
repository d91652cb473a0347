import type Stripe from "stripe";
import { type Dispute, type Intent, type PaymentGateway, type Refund } from "../port.ts";
import { callStripe, isDeclined, rejectedWebhook } from "./stripe-errors.ts";
import { disputeOf, intentMetadata, intentOf, methodOf, movementOf, refundOf, declineOf } from "./from-stripe.ts";
import { gatewayEvent } from "../stripe-event.ts";

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  readonly timeoutMs?: number;
  /** How often the SDK repeats a lost request, with the same idempotency key. */
  readonly retries?: number;
  /** Another server that speaks Stripe's protocol. */
  readonly server?: { readonly protocol: "http" | "https"; readonly host: string; readonly port: number };
}

const expand = ["latest_charge"];

/** Stripe by PaymentMethods and PaymentIntents. The SDK is loaded here, so that it costs nothing unless used. */
export async function stripeGateway(settings: StripeSettings): Promise<PaymentGateway> {
  const { default: StripeSdk } = await import("stripe");
  const stripe = new StripeSdk(settings.secretKey, {
    maxNetworkRetries: settings.retries ?? 1,
    timeout: settings.timeoutMs ?? 20_000,
    telemetry: false,
    ...settings.server,
  });

  async function refundsOf(intentId: string): Promise<Refund[]> {
    const refunds: Refund[] = [];
    for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
      refunds.push(refundOf(refund));
    return refunds;
  }

  return {
    name: "stripe",
    publishableKey: settings.publishableKey,

    createCustomer: ({ patientId, idempotencyKey }) =>
      callStripe("createCustomer", async () => {
        const customer = await stripe.customers.create({ metadata: { patient_id: patientId } }, { idempotencyKey });
        return { id: customer.id };
      }),

    deleteCustomer: (customer) =>
      callStripe("deleteCustomer", async () => {
        // A deleted customer can still be retrieved; deleting it twice would be refused like deleting one of another account.
        const existing = await stripe.customers.retrieve(customer);
        if (existing.deleted !== true) await stripe.customers.del(customer);
      }),

    attachSource: ({ customer, source, idempotencyKey }) =>
      callStripe("attachSource", async () => {
        try {
          const method = source.startsWith("tok_")
            ? await stripe.paymentMethods.create(
                { type: "card", card: { token: source } },
                { idempotencyKey: `${idempotencyKey}:create` },
              )
            : { id: source };
          const requestOptions = { idempotencyKey: `${idempotencyKey}:attach` };
          return { attached: methodOf(await stripe.paymentMethods.attach(method.id, { customer }, requestOptions)) };
        } catch (error) {
          if (isDeclined(error)) return { declined: declineOf(error) };
          throw error;
        }
      }),

    authorize: (input) =>
      callStripe("authorize", async () => {
        try {
          const requestOptions = { idempotencyKey: input.idempotencyKey };
          return intentOf(await stripe.paymentIntents.create(confirmedIntent(input), requestOptions));
        } catch (error) {
          if (isDeclined(error) && error.payment_intent) return intentOf(error.payment_intent);
          throw error;
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
      callStripe("disputesOf", async () => {
        const disputes: Dispute[] = [];
        for await (const dispute of stripe.disputes.list({ payment_intent: intentId, limit: 100 }))
          disputes.push(disputeOf(dispute));
        return disputes;
      }),

    retrieve: (intentId) =>
      callStripe("retrieve", async () => intentOf(await stripe.paymentIntents.retrieve(intentId, { expand }))),

    intentsOf: (customer) =>
      callStripe("intentsOf", async () => {
        // The list, newest first, contains recent writes at once; Stripe's search does not.
        const intents: Intent[] = [];
        const list = stripe.paymentIntents.list({ customer, limit: 100, expand: ["data.latest_charge"] });
        for await (const intent of list) intents.push(intentOf(intent));
        return intents;
      }),

    listMovements: ({ from, to, after, limit }) =>
      callStripe("listMovements", async () => {
        const { data, has_more } = await stripe.balanceTransactions.list({
          // Stripe counts in seconds, so a period that begins within one begins with the next.
          created: { gte: Math.ceil(from.getTime() / 1000), lt: Math.ceil(to.getTime() / 1000) },
          limit,
          expand: ["data.source"],
          ...(after !== null && { starting_after: after }),
        });
        return { items: data.flatMap(movementOf), next: has_more ? (data.at(-1)?.id ?? null) : null };
      }),

    verifyWebhook(rawBody, signatureHeader) {
      try {
        const body = typeof rawBody === "string" ? rawBody : Buffer.from(rawBody);
        return gatewayEvent(stripe.webhooks.constructEvent(body, signatureHeader ?? "", settings.webhookSecret));
      } catch (error) {
        throw rejectedWebhook(error);
      }
    },
  };
}

function confirmedIntent(input: Parameters<PaymentGateway["authorize"]>[0]): Stripe.PaymentIntentCreateParams {
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
