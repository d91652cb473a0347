import * as z from "zod/mini";
import { endpoint } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { Day, Id, Moment, optionalText, paged } from "#contract/fields/fields.ts";
import { OrderResult } from "./orders.ts";
import { LotNumber, PackedLine, returnReasons } from "./packed-lines.ts";
import { PatientSummary } from "./patients.ts";

/** Somebody a lot was packed for. */
export const LotRecipient = z.object({
  /** Of the packing. */
  id: Id,
  patient: PatientSummary,
  orderid: Id,
  ordernumber: z.nullable(z.string()),
  name: z.string(),
  dosage: z.string(),
  quantity: z.int(),
  lotnumber: z.string(),
  expireson: z.nullable(Day),
  packedat: Moment,
  /** Null while it's at the pharmacy. */
  shippedat: z.nullable(Moment),
  deliveredat: z.nullable(Moment),
  /** It came back, so the patient doesn't have it. */
  returnedat: z.nullable(Moment),
});
export type LotRecipient = z.output<typeof LotRecipient>;

/** Labels, lots and parcels; spread into `care`. */
export const dispensingCalls = {
  printOrders: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/order/print",
    summary:
      "Pharmacy labels or leaflets of orders as one PDF: a label for each prescription line that's to be sent or on its way, a leaflet for each product",
    auth: "clinic",
    scopes: ["dispense"],
    changesNothing: true,
    body: z.strictObject({
      orderids: z
        .array(Id)
        .check(z.minLength(1, "Please choose an order."), z.maxLength(100, "Please choose at most 100 orders.")),
      what: z.enum(["labels", "leaflets"]),
      /** `label`: 4 by 6 inches, one label a page. Leaflets are always on letter paper. */
      paper: optionalText(z.enum(["label", "letter"])),
    }),
    ok: "application/pdf",
    errors: ["wrong_state", "prescription_needed"],
  }),
  packOrder: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/order/{id}/packed",
    summary:
      "Record from which lots an order, or some lines of it, was packed; a repeat corrects what hasn't left yet. Lots that end too early are refused",
    auth: "clinic",
    scopes: ["dispense"],
    work: "order",
    params: IdParams,
    body: z.strictObject({
      lines: z.array(PackedLine).check(z.minLength(1, "Please enter what was packed."), z.maxLength(50)),
    }),
    ok: OrderResult,
    errors: ["wrong_state", "prescription_needed", "waits_for_clinician"],
  }),
  returnOrder: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/order/{id}/returned",
    summary:
      "Record that a parcel came back, also one that had arrived: what was in it is to be sent again or refunded, and the patient is told: to check the address, or, where they sent it back themself, to write within three days if they don’t want it again; until then it isn’t `ready`. A repeat changes nothing",
    auth: "clinic",
    scopes: ["dispense"],
    params: IdParams,
    body: z.strictObject({
      reason: z.enum(returnReasons, "Please choose why it came back."),
      /** Left out, the newest one under way. One that has arrived comes back only by its number. */
      parcel: z.optional(z.int().check(z.minimum(1), z.maximum(50))),
    }),
    ok: OrderResult,
    errors: ["wrong_state"],
  }),
  lotRecipients: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/lot",
    summary: "Whom a lot was packed for or sent to, for a recall, oldest first",
    auth: "clinic",
    scopes: ["dispense"],
    query: z.extend(PageQuery, { lotnumber: LotNumber }),
    ok: paged(LotRecipient),
    errors: [],
  }),
} as const;
