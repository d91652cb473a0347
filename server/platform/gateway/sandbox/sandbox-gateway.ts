import {
  GatewayRefused,
  GatewayUnknownOutcome,
  type PaymentGateway,
  type RefusedCode,
  WebhookRejected,
} from "../port.ts";
import { gatewayEvent, type StripeEvent } from "../stripe-event.ts";
import { verifySignature } from "../webhook-signature.ts";
import { answerDispute, disputesOf } from "./emulator/disputes.ts";
import { type Emulator, EmulatorRefused } from "./emulator/emulator.ts";
import * as intents from "./emulator/intents.ts";
import { listMovements, movementsOfPayout } from "./emulator/movements.ts";
import {
  attachPaymentMethod,
  createCustomer,
  createPaymentMethod,
  deleteCustomer,
  detachPaymentMethod,
  retrievePaymentMethod,
} from "./emulator/payment-methods.ts";
import { listPayouts } from "./emulator/payouts.ts";
import { refund, refundsOf } from "./emulator/refunds.ts";
import type { Faults, GatewayOperation } from "./faults.ts";

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
      const code = refusedCode(error, operation);
      throw code === null ? new GatewayUnknownOutcome(operation, error) : new GatewayRefused(code, String(error));
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
    detachSource: (paymentMethod) =>
      callEmulator("detachSource", async () => {
        if ((await retrievePaymentMethod(emulator, paymentMethod)).customer !== null)
          await detachPaymentMethod(emulator, paymentMethod);
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
    answerDispute: ({ idempotencyKey, ...input }) =>
      callEmulator("answerDispute", () => answerDispute(emulator, input, idempotencyKey)),
    retrieve: (intentId) => callEmulator("retrieve", () => intents.retrieve(emulator, intentId)),
    intentsOf: (customer) => callEmulator("intentsOf", () => intents.intentsOfCustomer(emulator, customer)),
    listMovements: (input) => callEmulator("listMovements", () => listMovements(emulator, input)),
    listPayouts: (input) => callEmulator("listPayouts", () => listPayouts(emulator, input)),
    movementsOfPayout: (input) =>
      callEmulator("movementsOfPayout", () => movementsOfPayout(emulator, input, { withoutOwn: true })),
    verifyWebhook(rawBody, signatureHeader) {
      const body = typeof rawBody === "string" ? rawBody : Buffer.from(rawBody).toString("utf8");
      verifySignature(body, signatureHeader, settings.webhookSecret, settings.clock.now());
      return gatewayEvent(parseEvent(body));
    },
    // Its events come from this process.
    reportMissingEvents: () => undefined,
  };
}

/** What the emulator's refusal means in the port's words; null for one that means nothing there. */
function refusedCode(error: unknown, operation: GatewayOperation): RefusedCode | null {
  if (!(error instanceof EmulatorRefused)) return null;
  const { code, param } = error;
  if (param === "customer") return "customer_gone";
  if (param === "payment_method" && operation === "authorize") return "card_gone";
  if (param !== null && operation === "attachSource") return "token_unusable";
  return byCode[code] ?? null;
}

const byCode: Readonly<Record<string, RefusedCode>> = {
  amount_too_small: "wrong_amount",
  amount_too_large: "wrong_amount",
  charge_already_refunded: "already_refunded",
  charge_expired_for_capture: "wrong_state",
  dispute_unexpected_state: "wrong_state",
  payment_intent_unexpected_state: "wrong_state",
  resource_missing: "not_found",
};

function parseEvent(body: string): StripeEvent {
  try {
    return JSON.parse(body) as StripeEvent;
  } catch {
    throw new WebhookRejected("The body is no event");
  }
}
