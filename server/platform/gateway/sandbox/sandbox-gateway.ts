import * as intents from "./emulator/intents.ts";
import {
  attachPaymentMethod,
  createCustomer,
  createPaymentMethod,
  deleteCustomer,
} from "./emulator/payment-methods.ts";
import type { Emulator } from "./emulator/emulator.ts";
import { disputesOf } from "./emulator/disputes.ts";
import { listMovements } from "./emulator/movements.ts";
import { refund, refundsOf } from "./emulator/refunds.ts";
import type { Faults, GatewayOperation } from "./faults.ts";
import { GatewayRefused, GatewayUnknownOutcome, type PaymentGateway, WebhookRejected } from "../port.ts";
import { verifySignature } from "../webhook-signature.ts";
import { gatewayEvent, type StripeEvent } from "../stripe-event.ts";

export interface SandboxSettings extends Emulator {
  readonly publishableKey: string;
  /** Signs the emulator's webhooks; shared with their delivery. */
  readonly webhookSecret: string;
  /** Makes answers get lost, for tests and demonstrations. */
  readonly faults?: Faults;
}

/** The sandbox gateway: calls the emulator directly, with answers that can get lost as over a network. */
export function sandboxGateway(settings: SandboxSettings): PaymentGateway {
  const emulator: Emulator = { db: settings.db, clock: settings.clock };

  async function callEmulator<T>(operation: GatewayOperation, call: () => Promise<T>): Promise<T> {
    const fault = settings.faults?.takeNext(operation);
    if (fault === "before") throw new GatewayUnknownOutcome(operation);
    const result = await call().catch((error: unknown) => {
      const refused = error instanceof GatewayRefused && error.code !== "idempotency_error";
      throw refused ? error : new GatewayUnknownOutcome(operation, error);
    });
    if (fault === "after") throw new GatewayUnknownOutcome(operation);
    return result;
  }

  return {
    name: "sandbox",
    publishableKey: settings.publishableKey,
    createCustomer: ({ idempotencyKey, ...input }) =>
      callEmulator("createCustomer", () => createCustomer(emulator, input, idempotencyKey)),
    deleteCustomer: (customer) => callEmulator("deleteCustomer", () => deleteCustomer(emulator, customer)),
    attachSource: ({ idempotencyKey, customer, source }) =>
      callEmulator("attachSource", async () => {
        const paymentMethod = source.startsWith("tok_")
          ? (await createPaymentMethod(emulator, { token: source }, `${idempotencyKey}:create`)).id
          : source;
        return attachPaymentMethod(emulator, { paymentMethod, customer }, `${idempotencyKey}:attach`);
      }),
    authorize: ({ idempotencyKey, ...input }) =>
      callEmulator("authorize", () => intents.authorize(emulator, input, idempotencyKey)),
    capture: ({ idempotencyKey, ...input }) =>
      callEmulator("capture", () => intents.capture(emulator, input, idempotencyKey)),
    cancel: ({ idempotencyKey, ...input }) =>
      callEmulator("cancel", () => intents.cancel(emulator, input, idempotencyKey)),
    refund: ({ idempotencyKey, ...input }) =>
      callEmulator("refund", async () => {
        const refunds = await refundsOf(emulator, input.intentId);
        return refunds.find(({ refundId }) => refundId === input.refundId) ?? refund(emulator, input, idempotencyKey);
      }),
    refundsOf: (intentId) => callEmulator("refundsOf", () => refundsOf(emulator, intentId)),
    disputesOf: (intentId) => callEmulator("disputesOf", () => disputesOf(emulator, intentId)),
    retrieve: (intentId) => callEmulator("retrieve", () => intents.retrieve(emulator, intentId)),
    intentsOf: (customer) => callEmulator("intentsOf", () => intents.intentsOfCustomer(emulator, customer)),
    listMovements: (input) => callEmulator("listMovements", () => listMovements(emulator, input)),
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
