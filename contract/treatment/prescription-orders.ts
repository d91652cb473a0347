import * as z from "zod/mini";
import { Id, Day, Dollars } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { chargeErrors, fillErrors } from "#contract/http/errors.ts";
import { IdParams } from "#contract/http/params.ts";
import { Shipment, Order } from "#contract/orders/orders.ts";

/** Life of one prescription order (decisions: `scheduled → processing → shipped → delivered`, or one of the three ends). */
export const PrescriptionOrderStatus = z.enum([
  "scheduled",
  "processing",
  "shipped",
  "delivered",
  "skipped",
  "cancelled",
  "payment_failed",
]);

/** Where a prescription order is, as every screen says it: its kind, in two words, and in a sentence. */
export const PrescriptionOrderState = z.object({
  kind: z.enum([
    "planned",
    "on_hold",
    "in_review",
    "confirming",
    "charging",
    "being_prepared",
    "on_its_way",
    "delivered",
    "skipped",
    "cancelled",
    "payment_failed",
  ]),
  label: z.string(),
  text: z.string(),
});

export const PrescriptionOrder = z.object({
  id: Id,
  subscriptionid: Id,
  /** The order that was charged for it; null while scheduled. */
  orderid: z.nullable(Id),
  status: PrescriptionOrderStatus,
  state: PrescriptionOrderState,
  /** Day it is or was due; a failed charge does not move it. */
  plannedon: Day,
  /**
   * Day the card is or was charged; after a failed charge, the day of the next attempt. Null when none is planned, and while a payment is disputed.
   */
  chargeon: z.nullable(Day),
  /**
   * Whose decision it waits for: until then it is not charged. `both`: the doctor discontinued its medicine, and the patient has agreed to no
   * replacement. While a payment is disputed the `bank`; after a dispute decided for the patient the `practice`. `report`: somebody says that the patient
   * died, and the patient or the practice has to say that it's wrong.
   */
  waitsfor: z.nullable(z.enum(["doctor", "both", "bank", "practice", "report", "ending"])),
  /** With tax, without shipping. */
  amount: Dollars,
  shipment: z.nullable(Shipment),
  /** What the patient may do with it. */
  actions: z.array(z.enum(["getnext", "reorder", "skip", "unskip", "move", "cancel"])),
  /**
   * What `getnext` would send today, all in one parcel, the total charged to the card, and the day of the following charge, null while charges are
   * suspended; null where it is not offered.
   */
  getnext: z.nullable(z.object({ names: z.array(z.string()), amount: Dollars, nextchargeon: z.nullable(Day) })),
  /** First day `getnext` is possible, when it is not yet. */
  getnextfrom: z.nullable(Day),
  /** Day of the charge after this one, if this one is skipped or cancelled; null for one that is not planned. */
  nextafter: z.nullable(Day),
  /** The days without medicine that skipping or cancelling it would leave, in a sentence; null where there are none. */
  gap: z.nullable(z.string()),
  /** What `unskip` would bring back, all in one parcel, and the day of its charge; null where it is not offered. */
  unskip: z.nullable(z.object({ names: z.array(z.string()), chargeon: Day })),
  /**
   * The days `move` can choose from, all of them from `first` to `last`, each with why no day beyond it is offered, in a sentence; what moves together; and after
   * which day it would come too late, in a sentence. Null where it is not offered.
   */
  move: z.nullable(
    z.object({
      names: z.array(z.string()),
      first: Day,
      whyfirst: z.string(),
      last: Day,
      whylast: z.string(),
      enoughuntil: z.nullable(Day),
      gap: z.nullable(z.string()),
    }),
  ),
  /** What `reorder` would send today, all in one parcel, and the total charged to the card; null where it is not offered. */
  reorder: z.nullable(z.object({ names: z.array(z.string()), amount: Dollars })),
});
export type PrescriptionOrder = z.output<typeof PrescriptionOrder>;

/** True: only the named one, though another of the patient's belongs with it. The patient was shown `warning`, and the practice is told. */
export const separatelyField = { separately: z.optional(z.boolean()) };

export const PrescriptionOrderResult = z.object({ message: z.string(), prescriptionorder: PrescriptionOrder });

/** `order` is null when nothing was charged yet (`review_requested`: the doctor renews the prescription first). */
export const FillResult = z.object({
  outcome: z.enum(["ordered", "review_requested"]),
  message: z.string(),
  prescriptionorder: PrescriptionOrder,
  order: z.nullable(Order),
});

const dispenseErrors = [
  ...chargeErrors,
  ...fillErrors,
  "conflict",
  "wrong_state",
  "not_available_in_state",
  "visit_stopped",
] as const;

/** Getting, skipping and cancelling prescription orders; spread into `treatment`. */
export const prescriptionOrderCalls = {
  getNext: patientCall("PUT /transact/prescriptionorder/{id}/getnext", {
    summary:
      "Charge and ship the next prescription order now, with what shares its parcel; before 75 % of the last one is used, `too_early` with the date",
    idempotency: true,
    params: IdParams,
    ok: FillResult,
    errors: dispenseErrors,
  }),
  reorder: patientCall("PUT /transact/prescriptionorder/{id}/reorder", {
    summary: "Order a refill; with none left, ask the doctor to renew",
    idempotency: true,
    params: IdParams,
    ok: FillResult,
    errors: dispenseErrors,
  }),
  skip: patientCall("PUT /transact/prescriptionorder/{id}/skip", {
    summary: "Skip a scheduled prescription order and what shares its parcel: the next charge moves by one period",
    idempotency: true,
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject(separatelyField))),
    ok: PrescriptionOrderResult,
    errors: ["wrong_state"],
  }),
  unskip: patientCall("PUT /transact/prescriptionorder/{id}/unskip", {
    summary:
      "Take the skip of a prescription order back, with what was skipped along, until anything was done with the one planned after it: it is charged on the day it had, or in five days where that is past",
    idempotency: true,
    params: IdParams,
    ok: PrescriptionOrderResult,
    errors: ["wrong_state"],
  }),
  move: patientCall("PUT /transact/prescriptionorder/{id}/move", {
    summary:
      "Move a scheduled prescription order, with what shares its parcel, to another day from one week before to twelve weeks after the one it had; `wrong_state` with the first or last possible day",
    idempotency: true,
    params: IdParams,
    body: z.strictObject({ day: Day }),
    ok: PrescriptionOrderResult,
    errors: ["wrong_state"],
  }),
  cancelPrescriptionOrder: patientCall("DELETE /transact/prescriptionorder/{id}/cancel", {
    summary: "Cancel a prescription order that has not left the pharmacy",
    idempotency: true,
    params: IdParams,
    ok: PrescriptionOrderResult,
    errors: ["wrong_state"],
  }),
} as const;
