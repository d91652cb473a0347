import * as z from "zod/mini";
import { endpoint } from "#contract/http/endpoint.ts";
import { Order } from "#contract/orders/orders.ts";
import { PackedLine } from "./packed-lines.ts";
import { IdParams } from "#contract/http/params.ts";
import { Day, singleLine, EmptyBody, optionalText, multiLine } from "#contract/fields/fields.ts";

export const OrderResult = z.object({ order: Order });

/** Shipping, cancellation and refunds of an order; spread into `care`. */
export const careOrderCalls = {
  shipOrder: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/order/{id}/shipped",
    summary:
      "Record that a parcel has left the pharmacy with all that's left to send, or with some lines; a repeat corrects its tracking",
    auth: "clinic",
    scopes: ["dispense"],
    work: "order",
    params: IdParams,
    body: z.strictObject({
      carrier: singleLine(60, "Please name the carrier."),
      trackingnumber: singleLine(80, "Please enter the tracking number."),
      trackingurl: optionalText(
        z
          .url("Please enter a web address.")
          .check(z.maxLength(500), z.startsWith("https://", "Please enter a web address.")),
      ),
      estimateddelivery: optionalText(Day),
      /** What is in the parcel; left out, everything still to be sent. A lot left out is the one it was packed from. */
      lines: z.optional(z.array(PackedLine).check(z.minLength(1, "Please choose what is in it."), z.maxLength(50))),
    }),
    ok: OrderResult,
    errors: ["wrong_state", "prescription_needed", "waits_for_clinician"],
  }),
  deliverOrder: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/order/{id}/delivered",
    summary: "Record that the parcels under way have arrived; a repeat changes nothing",
    auth: "clinic",
    scopes: ["dispense"],
    params: IdParams,
    body: EmptyBody,
    ok: OrderResult,
    errors: ["wrong_state"],
  }),
  cancelOrder: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/order/{id}/cancel",
    summary:
      "Cancel an order that has not been sent, for a patient who asks for it: what is authorized is voided, what is paid is refunded, and the patient is notified",
    auth: "clinic",
    scopes: ["orders"],
    decidesFor: "order",
    idempotency: true,
    params: IdParams,
    /** For the practice only. */
    body: z.strictObject({ reason: multiLine(500, "Please say why.") }),
    ok: OrderResult,
    errors: ["wrong_state"],
  }),
  resolvePayment: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/order/{id}/payment",
    summary: "Decide on a payment that differs from its order: accept the captured amount, or release it",
    auth: "clinic",
    scopes: ["finance"],
    idempotency: true,
    params: IdParams,
    /** `accept`: the captured amount pays the order, any excess is refunded. `release`: all is refunded, and the patient may order again. */
    body: z.strictObject({ outcome: z.enum(["accept", "release"]) }),
    ok: OrderResult,
    errors: ["wrong_state"],
  }),
  refundOrder: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/order/{id}/refund",
    summary: "Refund an order, fully or in part; never more than was paid",
    auth: "clinic",
    scopes: ["finance"],
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      /** Dollars; left out, everything not yet refunded. */
      amount: z.optional(
        z
          .number("Please enter an amount.")
          .check(
            z.minimum(0.01, "Please enter an amount."),
            z.multipleOf(0.01, "Please enter dollars with at most two decimals."),
          ),
      ),
      reason: multiLine(500, "Please say why."),
    }),
    ok: OrderResult,
    errors: ["wrong_state", "payment_pending"],
  }),
} as const;
