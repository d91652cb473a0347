import type { GatewayOperation } from "../faults.ts";
import type { Attachment, Intent } from "../port.ts";
import type { Books } from "./books.ts";
import { disputesOf } from "./disputes.ts";
import * as intents from "./intents.ts";
import {
  attachPaymentMethod,
  createCustomer,
  createPaymentMethod,
  deleteCustomer,
  isDeleted,
  missing,
} from "./payment-methods.ts";
import { refund, refundsOf } from "./refunds.ts";
import { stripeCardError, stripeDispute, stripeIntent, stripePaymentMethod, stripeRefund } from "./stripe-objects.ts";

export interface WireRequest {
  /** The object named in the path. */
  readonly id: string;
  readonly key: string;
  /** A form field, in Stripe's bracket notation; empty when absent. */
  readonly field: (name: string) => string;
}

export interface Answer {
  readonly status: number;
  readonly body: object;
}

interface WireCall {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: RegExp;
  /** Whose faults strike here. */
  readonly operation?: GatewayOperation;
  readonly handle: (books: Books, request: WireRequest) => Promise<Answer>;
}

/** The calls of Stripe's API the adapter makes. */
export const calls: readonly WireCall[] = [
  {
    method: "POST",
    path: /^\/v1\/customers$/,
    operation: "createCustomer",
    handle: async (books, { field, key }) =>
      ok({ ...(await createCustomer(books, { patientId: field("metadata[patient_id]") }, key)), object: "customer" }),
  },
  {
    method: "GET",
    path: /^\/v1\/customers\/(\w+)$/,
    handle: async (books, { id }) =>
      ok({ id, object: "customer", ...((await isDeleted(books, id)) && { deleted: true }) }),
  },
  {
    method: "DELETE",
    path: /^\/v1\/customers\/(\w+)$/,
    operation: "deleteCustomer",
    handle: async (books, { id }) => {
      if (await isDeleted(books, id)) throw missing("customer");
      await deleteCustomer(books, id);
      return ok({ id, object: "customer", deleted: true });
    },
  },
  {
    method: "POST",
    path: /^\/v1\/payment_methods$/,
    handle: async (books, { field, key }) =>
      ok(stripePaymentMethod(await createPaymentMethod(books, { token: field("card[token]") }, key))),
  },
  {
    method: "POST",
    path: /^\/v1\/payment_methods\/(\w+)\/attach$/,
    operation: "attachSource",
    handle: async (books, { id, field, key }) =>
      attachment(await attachPaymentMethod(books, { paymentMethod: id, customer: field("customer") }, key)),
  },
  {
    method: "POST",
    path: /^\/v1\/payment_intents$/,
    operation: "authorize",
    handle: async (books, { field, key }) => {
      const input = {
        amount: Number(field("amount")),
        currency: field("currency") as "usd",
        customer: field("customer"),
        paymentMethod: field("payment_method"),
        orderId: field("metadata[order_id]"),
        capture: field("capture_method") as "manual" | "automatic",
        offSession: field("off_session") === "true",
      };
      return authorization(await intents.authorize(books, input, key));
    },
  },
  {
    method: "GET",
    path: /^\/v1\/payment_intents$/,
    operation: "findByOrder",
    handle: async (books, { field }) => {
      const found = await intents.intentsOfCustomer(books, field("customer"));
      return ok({ object: "list", data: found.map(stripeIntent), has_more: false });
    },
  },
  {
    method: "GET",
    path: /^\/v1\/payment_intents\/(\w+)$/,
    operation: "retrieve",
    handle: async (books, { id }) => ok(stripeIntent(await intents.retrieve(books, id))),
  },
  {
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/capture$/,
    operation: "capture",
    handle: async (books, { id, field, key }) => {
      const input = { intentId: id, amount: Number(field("amount_to_capture")) };
      return ok(stripeIntent(await intents.capture(books, input, key)));
    },
  },
  {
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    operation: "cancel",
    handle: async (books, { id, key }) => ok(stripeIntent(await intents.cancel(books, { intentId: id }, key))),
  },
  {
    method: "GET",
    path: /^\/v1\/refunds$/,
    operation: "refundsOf",
    handle: async (books, { field }) => {
      const refunds = await refundsOf(books, field("payment_intent"));
      return ok({ object: "list", data: refunds.map(stripeRefund), has_more: false });
    },
  },
  {
    method: "GET",
    path: /^\/v1\/disputes$/,
    operation: "disputesOf",
    handle: async (books, { field }) => {
      const intentId = field("payment_intent");
      const disputes = await disputesOf(books, intentId);
      return ok({ object: "list", data: disputes.map((dispute) => stripeDispute(dispute, intentId)), has_more: false });
    },
  },
  {
    method: "POST",
    path: /^\/v1\/refunds$/,
    operation: "refund",
    handle: async (books, { field, key }) => {
      const input = {
        intentId: field("payment_intent"),
        refundId: field("metadata[refund_id]"),
        amount: Number(field("amount")),
      };
      return ok(stripeRefund(await refund(books, input, key)));
    },
  },
];

const ok = (body: object): Answer => ({ status: 200, body });

const attachment = (result: Attachment): Answer =>
  "declined" in result
    ? { status: 402, body: { error: stripeCardError(result.declined) } }
    : ok(stripePaymentMethod(result.attached));

const authorization = (intent: Intent): Answer =>
  intent.lastDecline
    ? {
        status: 402,
        body: { error: { ...stripeCardError(intent.lastDecline.code), payment_intent: stripeIntent(intent) } },
      }
    : ok(stripeIntent(intent));
