import * as intents from "./emulator/intents.ts";
import {
  attachPaymentMethod,
  createCustomer,
  createPaymentMethod,
  deleteCustomer,
} from "./emulator/payment-methods.ts";
import type { Books } from "./emulator/books.ts";
import { disputesOf } from "./emulator/disputes.ts";
import { refund, refundsOf } from "./emulator/refunds.ts";
import type { Faults, GatewayOperation } from "./faults.ts";
import { liveIntent } from "./find-live.ts";
import { GatewayRefused, GatewayUnknownOutcome, type PaymentGateway, WebhookRejected } from "./port.ts";
import { verifySignature } from "./signature.ts";
import { gatewayEvent, type StripeEvent } from "./stripe-event.ts";

export interface SandboxSettings extends Books {
  readonly publishableKey: string;
  /** Signs the emulator's webhooks; shared with its courier. */
  readonly webhookSecret: string;
  /** Makes answers get lost, for tests and demonstrations. */
  readonly faults?: Faults;
}

/** The sandbox gateway: the emulator called directly, with its answers as uncertain as a network's. */
export function sandboxGateway(settings: SandboxSettings): PaymentGateway {
  const books: Books = { db: settings.db, clock: settings.clock };

  async function ask<T>(operation: GatewayOperation, work: () => Promise<T>): Promise<T> {
    const fault = settings.faults?.take(operation);
    if (fault === "before") throw new GatewayUnknownOutcome(operation);
    const answer = await work().catch((error: unknown) => {
      const refused = error instanceof GatewayRefused && error.code !== "idempotency_error";
      throw refused ? error : new GatewayUnknownOutcome(operation, error);
    });
    if (fault === "after") throw new GatewayUnknownOutcome(operation);
    return answer;
  }

  return {
    name: "sandbox",
    publishableKey: settings.publishableKey,
    createCustomer: ({ idempotencyKey, ...input }) =>
      ask("createCustomer", () => createCustomer(books, input, idempotencyKey)),
    deleteCustomer: (customer) => ask("deleteCustomer", () => deleteCustomer(books, customer)),
    attachSource: ({ idempotencyKey, customer, source }) =>
      ask("attachSource", async () => {
        const paymentMethod = source.startsWith("tok_")
          ? (await createPaymentMethod(books, { token: source }, `${idempotencyKey}:create`)).id
          : source;
        return attachPaymentMethod(books, { paymentMethod, customer }, `${idempotencyKey}:attach`);
      }),
    authorize: ({ idempotencyKey, ...input }) =>
      ask("authorize", () => intents.authorize(books, input, idempotencyKey)),
    capture: ({ idempotencyKey, ...input }) => ask("capture", () => intents.capture(books, input, idempotencyKey)),
    cancel: ({ idempotencyKey, ...input }) => ask("cancel", () => intents.cancel(books, input, idempotencyKey)),
    refund: ({ idempotencyKey, ...input }) =>
      ask("refund", async () => {
        const earlier = await refundsOf(books, input.intentId);
        return earlier.find(({ refundId }) => refundId === input.refundId) ?? refund(books, input, idempotencyKey);
      }),
    refundsOf: (intentId) => ask("refundsOf", () => refundsOf(books, intentId)),
    disputesOf: (intentId) => ask("disputesOf", () => disputesOf(books, intentId)),
    retrieve: (intentId) => ask("retrieve", () => intents.retrieve(books, intentId)),
    findByOrder: ({ orderId, customer }) =>
      ask("findByOrder", async () => {
        const all = await intents.intentsOfCustomer(books, customer);
        return liveIntent(all.filter((intent) => intent.orderId === orderId));
      }),
    verifyWebhook(rawBody, signatureHeader) {
      const body = typeof rawBody === "string" ? rawBody : Buffer.from(rawBody).toString("utf8");
      verifySignature(body, signatureHeader, settings.webhookSecret, settings.clock.now());
      return gatewayEvent(parseEvent(body));
    },
  };
}

function parseEvent(body: string): StripeEvent {
  try {
    return JSON.parse(body) as StripeEvent;
  } catch {
    throw new WebhookRejected("The body is no event");
  }
}
