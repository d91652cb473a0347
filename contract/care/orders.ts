import * as z from "zod/mini";
import { refusedLabels } from "#contract/dispensing/parcel-label.ts";
import { Day, EmptyBody, Id, multiLine, optionalText, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { Order } from "#contract/orders/orders.ts";
import { PackedLine, whoPacked } from "./packed-lines.ts";

/** What separates the parts of a code is a control character. */
const ScannedLabel = z.string(refusedLabels.empty).check(
  z.overwrite((text) => text.replace(/\p{C}/gu, "")),
  z.trim(),
  z.minLength(1, refusedLabels.empty),
  z.maxLength(200, refusedLabels.twice),
);

export const OrderResult = z.object({ order: Order });

/** Shipping, cancellation and refunds of an order; spread into `care`. */
export const careOrderCalls = {
  shipOrder: clinicCall("PUT /clinic/order/{id}/shipped", {
    summary:
      "Record that a parcel has left the pharmacy with all that's left to send, or with some lines; a repeat corrects its tracking. Its number, or a scan of its label, has to be right for its carrier and for the order's address",
    access: { needs: ["write:dispensing"], work: "order" },
    params: IdParams,
    body: z.strictObject({
      carrier: singleLine(60, "Please name the carrier."),
      /** As typed, or as a scanner reads the label; what is stored is the number alone. */
      trackingnumber: ScannedLabel,
      /** For a carrier we have no link of: any but USPS, UPS, FedEx and DHL. */
      trackingurl: optionalText(
        z
          .url("Please enter a web address.")
          .check(z.maxLength(500), z.startsWith("https://", "Please enter a web address.")),
      ),
      estimateddelivery: optionalText(Day),
      /** What is in the parcel; left out, everything still to be sent. A lot left out is the one it was packed from. */
      lines: z.optional(z.array(PackedLine).check(z.minLength(1, "Please choose what is in it."), z.maxLength(50))),
      ...whoPacked,
    }),
    ok: OrderResult,
    errors: ["wrong_state", "prescription_needed", "waits_for_clinician"],
  }),
  deliverOrder: clinicCall("PUT /clinic/order/{id}/delivered", {
    summary: "Record that the parcels under way have arrived; a repeat changes nothing",
    access: { needs: ["write:dispensing"] },
    params: IdParams,
    body: EmptyBody,
    ok: OrderResult,
    errors: ["wrong_state"],
  }),
  cancelOrder: clinicCall("POST /clinic/order/{id}/cancel", {
    summary:
      "Cancel an order that has not been sent, for a patient who asks for it: what is authorized is voided, what is paid is refunded, and the patient is notified",
    access: { needs: ["write:orders"], decidesFor: "order" },
    idempotency: true,
    params: IdParams,
    /** For the practice only. */
    body: z.strictObject({ reason: multiLine(500, "Please say why.") }),
    ok: OrderResult,
    errors: ["wrong_state"],
  }),
  resolvePayment: clinicCall("PUT /clinic/order/{id}/payment", {
    summary: "Decide on a payment that differs from its order: accept the captured amount, or release it",
    access: { needs: ["write:money"] },
    idempotency: true,
    params: IdParams,
    /** `accept`: the captured amount pays the order, any excess is refunded. `release`: all is refunded, and the patient may order again. */
    body: z.strictObject({ outcome: z.enum(["accept", "release"]) }),
    ok: OrderResult,
    errors: ["wrong_state"],
  }),
  refundOrder: clinicCall("POST /clinic/order/{id}/refund", {
    summary:
      "Refund an order, fully or in part; never more than was paid. `conflict` while somebody has an open question to finance about it, or finance one to somebody, that isn't answered with it, and where something of it was refunded since the caller read what is left",
    access: { needs: ["write:money"] },
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
      /** Dollars that were left to refund as the caller read it (`refundable`). */
      refundable: z.optional(z.number().check(z.minimum(0), z.multipleOf(0.01))),
      reason: multiLine(500, "Please say why."),
      /** The open questions that were read (`refundquestions`), and what is said to them: the answer, or why the refund doesn't wait for one. */
      questions: z.optional(
        z.strictObject({
          questionids: z.array(Id).check(z.minLength(1), z.maxLength(50)),
          answer: multiLine(2000, "Please write your answer."),
        }),
      ),
    }),
    ok: OrderResult,
    errors: ["wrong_state", "payment_pending", "conflict"],
  }),
} as const;
