import * as z from "zod/mini";
import { Day, Moment, optionalText, singleLine } from "#contract/fields/fields.ts";

/** Why a parcel came back: the carrier brought it, or the patient sent it (`sent_back`). */
export const returnReasons = ["address", "unclaimed", "refused", "damaged", "sent_back", "other"] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** How long what the patient sent back isn't to be sent again, days: time to say that they don't want it. */
export const sentBackWaitDays = 3;

const lotHint = "Please enter a lot number: letters, digits, dots, dashes, at most 40.";
/** As printed on the package; small letters are read as capitals. */
export const LotNumber = z
  .string(lotHint)
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9][A-Z0-9./_-]{0,39}$/, lotHint));

/** A line of an order, by its pricing, with the lot it was packed from. */
export const PackedLine = z.strictObject({
  pricingid: singleLine(100),
  lotnumber: optionalText(LotNumber),
  /** The last day it may be used. */
  expireson: optionalText(Day),
});

/** What was packed and sent of an order. */
export const Dispensing = z.object({
  /** Each line that isn't canceled. */
  lines: z.array(
    z.object({
      pricingid: z.string(),
      /** Null while it isn't packed. */
      packedat: z.nullable(Moment),
      lotnumber: z.nullable(z.string()),
      expireson: z.nullable(Day),
      /** The parcel that brings it; null while it's still to be sent. */
      parcel: z.nullable(z.int()),
    }),
  ),
  /** In the order they left. */
  parcels: z.array(
    z.object({
      parcel: z.int(),
      carrier: z.string(),
      trackingnumber: z.string(),
      shippedat: Moment,
      deliveredat: z.nullable(Moment),
      returnedat: z.nullable(Moment),
      returnreason: z.nullable(z.enum(returnReasons)),
    }),
  ),
});
export type Dispensing = z.output<typeof Dispensing>;
