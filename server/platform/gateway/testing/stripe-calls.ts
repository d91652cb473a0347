import type { AttachSourceResult, Intent, MovementsInput } from "../port.ts";
import { answerDispute, disputesOf, findDispute } from "../sandbox/emulator/disputes.ts";
import type { Emulator } from "../sandbox/emulator/emulator.ts";
import * as intents from "../sandbox/emulator/intents.ts";
import { listMovements, movementsOfPayout } from "../sandbox/emulator/movements.ts";
import {
  attachPaymentMethod,
  createCustomer,
  createPaymentMethod,
  deleteCustomer,
  detachPaymentMethod,
  isDeleted,
  resourceMissing,
  retrievePaymentMethod,
} from "../sandbox/emulator/payment-methods.ts";
import { listPayouts } from "../sandbox/emulator/payouts.ts";
import { refund, refundsOf } from "../sandbox/emulator/refunds.ts";
import {
  stripeBalanceTransaction,
  stripeCardError,
  stripeDispute,
  stripeIntent,
  stripePaymentMethod,
  stripePayout,
  stripeRefund,
} from "../sandbox/emulator/to-stripe.ts";
import type { GatewayOperation } from "../sandbox/faults.ts";

export interface StripeRequest {
  /** Id of the object in the path. */
  readonly id: string;
  readonly idempotencyKey: string;
  /** A form field, in Stripe's bracket notation; empty when absent. */
  readonly field: (name: string) => string;
}

export interface StripeResponse {
  readonly status: number;
  readonly body: object;
}

interface StripeCall {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: RegExp;
  /** Only with this parameter. */
  readonly parameter?: string;
  /** The operation whose faults apply. */
  readonly operation?: GatewayOperation;
  readonly handle: (emulator: Emulator, request: StripeRequest) => Promise<StripeResponse>;
}

/** The calls of Stripe's API that the adapter makes. */
const calls: readonly StripeCall[] = [
  {
    method: "POST",
    path: /^\/v1\/customers$/,
    operation: "createCustomer",
    handle: async (emulator, { field, idempotencyKey }) =>
      okResponse({
        ...(await createCustomer(emulator, { patientId: field("metadata[patient_id]") }, idempotencyKey)),
        object: "customer",
      }),
  },
  {
    method: "GET",
    path: /^\/v1\/customers\/(\w+)$/,
    handle: async (emulator, { id }) =>
      okResponse({ id, object: "customer", ...((await isDeleted(emulator, id)) && { deleted: true }) }),
  },
  {
    method: "DELETE",
    path: /^\/v1\/customers\/(\w+)$/,
    operation: "deleteCustomer",
    handle: async (emulator, { id }) => {
      if (await isDeleted(emulator, id)) throw resourceMissing("customer");
      await deleteCustomer(emulator, id);
      return okResponse({ id, object: "customer", deleted: true });
    },
  },
  {
    method: "POST",
    path: /^\/v1\/payment_methods$/,
    handle: async (emulator, { field, idempotencyKey }) =>
      okResponse(
        stripePaymentMethod(await createPaymentMethod(emulator, { token: field("card[token]") }, idempotencyKey)),
      ),
  },
  {
    method: "POST",
    path: /^\/v1\/payment_methods\/(\w+)\/attach$/,
    operation: "attachSource",
    handle: async (emulator, { id, field, idempotencyKey }) =>
      attachment(
        await attachPaymentMethod(emulator, { paymentMethod: id, customer: field("customer") }, idempotencyKey),
      ),
  },
  {
    method: "POST",
    path: /^\/v1\/payment_methods\/(\w+)\/detach$/,
    operation: "detachSource",
    handle: async (emulator, { id }) => okResponse(stripePaymentMethod(await detachPaymentMethod(emulator, id))),
  },
  {
    method: "GET",
    path: /^\/v1\/payment_methods\/(\w+)$/,
    handle: async (emulator, { id }) => {
      const { customer, ...method } = await retrievePaymentMethod(emulator, id);
      return okResponse(stripePaymentMethod(method, customer));
    },
  },
  {
    method: "POST",
    path: /^\/v1\/payment_intents$/,
    operation: "authorize",
    handle: async (emulator, { field, idempotencyKey }) => {
      const input = {
        amount: Number(field("amount")),
        currency: field("currency") as "usd",
        customer: field("customer"),
        paymentMethod: field("payment_method"),
        orderId: field("metadata[order_id]"),
        chargeFor: fieldsAt((index) => field(`metadata[charge_for_${index}]`)),
        capture: field("capture_method") as "manual" | "automatic",
        offSession: field("off_session") === "true",
      };
      return authorization(await intents.authorize(emulator, input, idempotencyKey));
    },
  },
  {
    method: "GET",
    path: /^\/v1\/payment_intents$/,
    operation: "intentsOf",
    handle: async (emulator, { field }) => {
      const found = await intents.intentsOfCustomer(emulator, field("customer"));
      return okResponse({ object: "list", data: found.map(stripeIntent), has_more: false });
    },
  },
  {
    method: "GET",
    path: /^\/v1\/payment_intents\/(\w+)$/,
    operation: "retrieve",
    handle: async (emulator, { id }) => okResponse(stripeIntent(await intents.retrieve(emulator, id))),
  },
  {
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/capture$/,
    operation: "capture",
    handle: async (emulator, { id, field, idempotencyKey }) => {
      const input = { intentId: id, amount: Number(field("amount_to_capture")) };
      return okResponse(stripeIntent(await intents.capture(emulator, input, idempotencyKey)));
    },
  },
  {
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    operation: "cancel",
    handle: async (emulator, { id, idempotencyKey }) =>
      okResponse(stripeIntent(await intents.cancel(emulator, { intentId: id }, idempotencyKey))),
  },
  {
    method: "GET",
    path: /^\/v1\/refunds$/,
    operation: "refundsOf",
    handle: async (emulator, { field }) => {
      const refunds = await refundsOf(emulator, field("payment_intent"));
      return okResponse({ object: "list", data: refunds.map(stripeRefund), has_more: false });
    },
  },
  {
    method: "GET",
    path: /^\/v1\/disputes$/,
    operation: "disputesOf",
    handle: async (emulator, { field }) => {
      const intentId = field("payment_intent");
      const disputes = await disputesOf(emulator, intentId);
      return okResponse({
        object: "list",
        data: disputes.map((dispute) => stripeDispute(dispute, intentId)),
        has_more: false,
      });
    },
  },
  {
    method: "GET",
    path: /^\/v1\/disputes\/(\w+)$/,
    handle: async (emulator, { id }) => {
      const { dispute, intentId, answeredBy } = await findDispute(emulator, id);
      return okResponse(stripeDispute(dispute, intentId, answeredBy));
    },
  },
  {
    method: "POST",
    path: /^\/v1\/disputes\/(\w+)$/,
    operation: "answerDispute",
    handle: async (emulator, { id, field }) => {
      // Staged only, nothing goes to the bank.
      if (field("submit") !== "true") throw new Error("An answer that isn't submitted");
      const evidence = {
        customerName: field("evidence[customer_name]"),
        shippingTrackingNumber: field("evidence[shipping_tracking_number]"),
        productDescription: field("evidence[product_description]"),
        refundPolicy: field("evidence[refund_policy_disclosure]"),
        cancellationPolicy: field("evidence[cancellation_policy_disclosure]"),
        summary: field("evidence[uncategorized_text]"),
      };
      const before = await findDispute(emulator, id);
      const { status } = stripeDispute(before.dispute, before.intentId, before.answeredBy);
      if (field("metadata[answer_to]") !== status) throw new Error("It doesn't say what the answer is to");
      await answerDispute(emulator, { disputeId: id, evidence }, field("metadata[answer_key]"));
      const { dispute, intentId, answeredBy } = await findDispute(emulator, id);
      return okResponse(stripeDispute(dispute, intentId, answeredBy));
    },
  },
  {
    method: "GET",
    path: /^\/v1\/balance_transactions$/,
    parameter: "payout",
    operation: "movementsOfPayout",
    handle: async (emulator, { field }) => {
      const input = {
        payoutId: field("payout"),
        after: field("starting_after") || null,
        limit: Number(field("limit")),
      };
      const { items, next } = await movementsOfPayout(emulator, input, { withoutOwn: false });
      return okResponse({ object: "list", data: items.map(stripeBalanceTransaction), has_more: next !== null });
    },
  },
  {
    method: "GET",
    path: /^\/v1\/balance_transactions$/,
    operation: "listMovements",
    handle: async (emulator, { field }) => {
      const { items, next } = await listMovements(emulator, periodIn(field));
      return okResponse({ object: "list", data: items.map(stripeBalanceTransaction), has_more: next !== null });
    },
  },
  {
    method: "GET",
    path: /^\/v1\/payouts$/,
    operation: "listPayouts",
    handle: async (emulator, { field }) => {
      const { items, next } = await listPayouts(emulator, periodIn(field));
      return okResponse({ object: "list", data: items.map(stripePayout), has_more: next !== null });
    },
  },
  {
    method: "POST",
    path: /^\/v1\/refunds$/,
    operation: "refund",
    handle: async (emulator, { field, idempotencyKey }) => {
      const input = {
        intentId: field("payment_intent"),
        refundId: field("metadata[refund_id]"),
        amount: Number(field("amount")),
      };
      return okResponse(stripeRefund(await refund(emulator, input, idempotencyKey)));
    },
  },
];

/** A page of a list, by when its objects were made. */
const periodIn = (field: StripeRequest["field"]): MovementsInput => ({
  from: new Date(Number(field("created[gte]")) * 1000),
  to: new Date(Number(field("created[lt]")) * 1000),
  after: field("starting_after") || null,
  limit: Number(field("limit")),
});

/** The values at 0, 1, …, up to the first that is empty. */
function fieldsAt(field: (index: number) => string): string[] {
  const value = field(0);
  return value === "" ? [] : [value, ...fieldsAt((index) => field(index + 1))];
}

const okResponse = (body: object): StripeResponse => ({ status: 200, body });

const attachment = (result: AttachSourceResult): StripeResponse =>
  "declined" in result
    ? { status: 402, body: { error: stripeCardError({ code: result.declined, final: false }) } }
    : okResponse(stripePaymentMethod(result.attached));

const authorization = (intent: Intent): StripeResponse =>
  intent.lastDecline
    ? {
        status: 402,
        body: { error: { ...stripeCardError(intent.lastDecline), payment_intent: stripeIntent(intent) } },
      }
    : okResponse(stripeIntent(intent));

/** What answers a request. */
export const callOf = (method: string | undefined, { pathname, searchParams }: URL): StripeCall | undefined =>
  calls.find(
    (call) =>
      call.method === method &&
      call.path.test(pathname) &&
      (call.parameter === undefined || searchParams.has(call.parameter)),
  );
