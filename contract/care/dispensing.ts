import * as z from "zod/mini";
import { elevenDigits } from "#contract/dispensing/ndc.ts";
import { Day, Id, Moment, optionalText, paged, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { OrderResult } from "./orders.ts";
import { LotNumber, PackedLine, returnReasons, voidReasons, whoPacked } from "./packed-lines.ts";
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
  /** What was recorded of it was voided: the patient may have something else, or nothing of this lot. */
  voidedat: z.nullable(Moment),
});
export type LotRecipient = z.output<typeof LotRecipient>;

/** What a pharmacist reviews before an order is packed. */
export const PharmacistReview = z.object({
  patient: PatientSummary,
  /** In the patient's words, or the answer's; null: they were never asked. */
  allergies: z.nullable(z.string()),
  /** What else they take, as they answered. */
  othermedicines: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** What is prescribed to them here, and what they use up of the medicine before. */
  medicines: z.array(
    z.object({
      productid: z.string(),
      name: z.string(),
      dosage: z.string(),
      directions: z.nullable(z.string()),
      onhold: z.boolean(),
      /** It's in this order. */
      inorder: z.boolean(),
    }),
  ),
  /** What the rules say today of what is in the order, by the answers of this record and of others of the same person. */
  flags: z.array(z.object({ ruleid: z.string(), level: z.enum(["stop", "clinician", "info"]), text: z.string() })),
  /** Other records that are of the same person, as somebody of the practice judged: what was answered there counts, too. */
  otherrecords: z.array(
    z.object({
      patientid: Id,
      /** In its words; null: never asked there, or answered anew since both are one account. */
      allergies: z.nullable(z.string()),
      othermedicines: z.array(z.object({ question: z.string(), answer: z.string() })),
      /** What is prescribed there. */
      medicines: z.array(
        z.object({ ...{ productid: z.string(), name: z.string(), dosage: z.string() }, onhold: z.boolean() }),
      ),
    }),
  ),
});
export type PharmacistReview = z.output<typeof PharmacistReview>;

/** Labels, lots and parcels; spread into `care`. */
export const dispensingCalls = {
  printOrders: clinicCall("POST /clinic/order/print", {
    summary:
      "Pharmacy labels, leaflets, packing slips or stickers of orders as one PDF: a label for each prescription line that's to be sent or on its way, a leaflet for each product, and one for each order whose label says other directions, a slip or a sticker for each order. All but leaflets carry the order's code",
    access: { needs: ["write:dispensing"] },
    changesNothing: true,
    body: z.strictObject({
      orderids: z
        .array(Id)
        .check(z.minLength(1, "Please choose an order."), z.maxLength(100, "Please choose at most 100 orders.")),
      /** `slips` say what is in the package · `stickers`, of 2.25 by 1.25 inches, whose it is. */
      what: z.enum(["labels", "leaflets", "slips", "stickers"]),
      /** Of labels: `label` is 4 by 6 inches, one a page. Slips are always so, leaflets always on letter paper. */
      paper: optionalText(z.enum(["label", "letter"])),
    }),
    ok: "application/pdf",
    errors: ["wrong_state", "prescription_needed", "waits_for_clinician", "unprintable"],
  }),
  pharmacistReview: clinicCall("GET /clinic/order/{id}/review", {
    summary:
      "What a pharmacist reviews before an order is packed: allergies, other medicines, what is prescribed here, and what the rules say of its products",
    access: { needs: ["read:dispensing"] },
    params: IdParams,
    ok: PharmacistReview,
  }),
  packOrder: clinicCall("PUT /clinic/order/{id}/packed", {
    summary:
      "Record from which lots an order, or some lines of it, was packed; a repeat corrects what hasn't left yet. Lots that end too early are refused",
    access: { needs: ["write:dispensing"], work: "order" },
    params: IdParams,
    body: z.strictObject({
      lines: z.array(PackedLine).check(z.minLength(1, "Please enter what was packed."), z.maxLength(50)),
      ...whoPacked,
    }),
    ok: OrderResult,
    errors: ["wrong_state", "prescription_needed", "waits_for_clinician"],
  }),
  verifyOrder: clinicCall("PUT /clinic/order/{id}/verified", {
    summary:
      "Record that a pharmacist verified what is packed of an order, as they saw it. Nothing prescribed leaves before, and what is packed anew is verified anew. `conflict`, with who it was, where somebody verified it first; by the same person it changes nothing",
    // Whoever packed it has claimed it: another person is to verify it, and needn't take it over.
    access: { needs: ["write:dispensing"] },
    params: IdParams,
    body: z.strictObject({
      lines: z
        .array(
          z.strictObject({
            pricingid: singleLine(100),
            /** When it was packed, as it was seen: another packing isn't verified unseen. */
            packedat: Moment.check(z.maxLength(40)),
            /** What the label says, as it was seen: what it says since isn't verified unseen. Left out, it isn't compared. */
            label: optionalText(singleLine(40)),
          }),
        )
        .check(z.minLength(1, "Please choose what was verified."), z.maxLength(50)),
      verifiedby: whoPacked.verifiedby,
    }),
    ok: OrderResult,
    errors: ["wrong_state", "prescription_needed", "waits_for_clinician", "conflict"],
  }),
  returnOrder: clinicCall("PUT /clinic/order/{id}/returned", {
    summary:
      "Record that a parcel came back, also one that had arrived: what was in it is to be sent again or refunded, and the patient is told: to check the address, or, where they sent it back themself, to write within three days if they don’t want it again; until then it isn’t `ready`. A repeat changes nothing",
    access: { needs: ["write:dispensing"] },
    params: IdParams,
    body: z.strictObject({
      reason: z.enum(returnReasons, "Please choose why it came back."),
      /** Left out, the newest one under way. One that has arrived comes back only by its number. */
      parcel: z.optional(z.int().check(z.minimum(1), z.maximum(50))),
    }),
    ok: OrderResult,
    errors: ["wrong_state"],
  }),
  voidFill: clinicCall("PUT /clinic/order/{id}/voided", {
    summary:
      "Void what was recorded as dispensed of a line after it left: another medicine, strength or count was in the package, or nothing. It stays in the record with who said so and why, and counts for nothing any more; the patient is told not to use it before they’ve talked with the pharmacist. Another box leaves without a charge where `maysendagain`. Of a wrong `lot` the right one takes its place, and nobody is told. No money moves. A repeat changes nothing; `conflict`, with who it was, where somebody else voided it first",
    access: { needs: ["write:dispensing"] },
    params: IdParams,
    body: z.strictObject({
      pricingid: singleLine(100),
      /** The package it left in, as it was seen. */
      parcel: z.int("Please choose the package.").check(z.minimum(1), z.maximum(50)),
      /** When it was packed, as it was seen, null where that wasn't recorded: what was recorded anew isn't voided unseen. Left out, it isn't compared. */
      packedat: optionalText(z.nullable(Moment.check(z.maxLength(40)))),
      wrong: z.enum(voidReasons, "Please choose what was wrong."),
      note: singleLine(200, "Please say what happened."),
      /** Whether the right box is sent. Left out, it is where it may be. */
      sendagain: z.optional(z.boolean()),
      /** Of a wrong lot, the one that was in the package. */
      lotnumber: optionalText(LotNumber),
      expireson: optionalText(Day),
    }),
    ok: OrderResult,
    errors: ["wrong_state", "conflict"],
  }),
  recallLot: clinicCall("PUT /clinic/lot/recalled", {
    summary:
      "Record that a lot was recalled, so that nothing of it is packed or sent, or that the recall is over; a repeat changes nothing",
    access: { needs: ["write:dispensing"] },
    body: z.strictObject({
      lotnumber: LotNumber,
      /** Left out, the lot of whatever medicine: numbers are a maker's own. */
      ndc: optionalText(
        singleLine(20).check(z.refine((ndc) => elevenDigits(ndc) !== null, "Please enter an NDC like 12345-6789-01.")),
      ),
      recalled: z.boolean("Please say whether it is recalled."),
      reason: singleLine(200, "Please say why."),
    }),
    ok: z.object({ lotnumber: z.string(), recalled: z.boolean() }),
    errors: [],
  }),
  lotRecipients: clinicCall("GET /clinic/lot", {
    summary: "Whom a lot was packed for or sent to, for a recall, oldest first",
    access: { needs: ["read:dispensing"] },
    query: z.extend(PageQuery, { lotnumber: LotNumber }),
    ok: paged(LotRecipient),
  }),
} as const;
