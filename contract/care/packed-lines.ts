import * as z from "zod/mini";
import { Day, Moment, optionalText, singleLine } from "#contract/fields/fields.ts";

/** Why a parcel came back: the carrier brought it, or the patient sent it (`sent_back`). */
export const returnReasons = ["address", "unclaimed", "refused", "damaged", "sent_back", "other"] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** Why what was recorded as dispensed is voided after it left: it was something else, of another lot, or not in the package (`missing`). */
export const voidReasons = ["medicine", "strength", "count", "lot", "missing"] as const;
export type VoidReason = (typeof voidReasons)[number];

/** How long what the patient sent back isn't to be sent again, days: time to say that they don't want it. */
export const sentBackWaitDays = 3;

const lotHint = "Please enter a lot number: letters, digits, dots, dashes, at most 40.";
/** As printed on the package; small letters are read as capitals. */
export const LotNumber = z
  .string(lotHint)
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9][A-Z0-9./_-]{0,39}$/, lotHint));

/** The text a scanner types of a box; its separators may be control characters. */
const ScannedText = z
  .string("Please scan the box.")
  .check(z.minLength(1, "Please scan the box."), z.maxLength(200, "This is more than one code. Please scan it again."));

/** A line of an order, by its pricing, with the boxes or the lot it was packed from. */
export const PackedLine = z.strictObject({
  pricingid: singleLine(100),
  /** Left out where each code says it. */
  lotnumber: optionalText(LotNumber),
  /** The last day it may be used. */
  expireson: optionalText(Day),
  /** What was scanned, one a box. Each is matched with what is prescribed. */
  codes: z.optional(z.array(ScannedText).check(z.minLength(1, "Please scan the box."), z.maxLength(50))),
  /** Boxes whose codes read the same and have no serial number are separate ones: somebody looked. */
  separate: z.optional(z.boolean()),
  /** Why a lot that a person typed has no code. None is needed where another person verifies it, or from a pharmacy's own system, which answers for its boxes. */
  uncoded: optionalText(singleLine(200)),
});

/** Who filled and who verified, in a call that packs or sends. A person fills in their own name. */
export const whoPacked = {
  /** A pharmacist verified what is packed: of a person, they themself. Left out, of a person somebody else has yet to, of a system it did. */
  verified: z.optional(z.boolean()),
  /** Of a pharmacy's own system: who filled it there. */
  filledby: optionalText(singleLine(100)),
  /** The pharmacist who verified it, where that is a pharmacy with a system or a file of its own. */
  verifiedby: optionalText(singleLine(100)),
};

/**
 * How it's known that what was packed is what is prescribed: by the codes of the boxes, by a person's reason, by two people, or by the pharmacy's own
 * system.
 */
export const matchedBy = ["code", "vouched", "two_people", "system"] as const;

/** What of a patient's record a label says, or is a rule for its cap. */
export const labelParts = ["patient", "prescription", "directions", "start", "cap", "type", "language"] as const;
export type LabelPart = (typeof labelParts)[number];

/** Somebody at the pharmacy. */
const Pharmacist = {
  /** `staff:<id>` of a person, `key:<id>` of a system. */
  actor: z.string(),
  /** As they were called then; null where a system named nobody. */
  name: z.nullable(z.string()),
};

/** What was packed and sent of an order. */
export const Dispensing = z.object({
  /** How the patient asked for the package: another name on it than theirs, null for theirs, and nothing on it or on its slip that says who sends it; that its medicine may be in caps that aren't child-resistant, with why that's allowed, null where it may not; and labels in large type. `language` is what whoever packs has to know of the language of the labels; null where the patient speaks English. */
  package: z.object({
    name: z.nullable(z.string()),
    plain: z.boolean(),
    easyopen: z.nullable(z.string()),
    largetype: z.boolean(),
    language: z.nullable(z.string()),
  }),
  /** Each line that isn't canceled, nor voided without another box. */
  lines: z.array(
    z.object({
      pricingid: z.string(),
      /** Null while it isn't packed. */
      packedat: z.nullable(Moment),
      /** Of several lots the one that ends first. */
      lotnumber: z.nullable(z.string()),
      expireson: z.nullable(Day),
      /** Null where nobody has said that it's what is prescribed. */
      matched: z.nullable(z.enum(matchedBy)),
      /** Why it has no code. */
      uncoded: z.nullable(z.string()),
      /** Who packed it. */
      filled: z.nullable(z.object(Pharmacist)),
      /** The pharmacist who verified it; null while that is to be done, and it may not leave. */
      verified: z.nullable(z.object({ at: Moment, ...Pharmacist })),
      /** What its label says now, as one word; null while it isn't packed, and once it has left. */
      label: z.nullable(z.string()),
      /** What of it is another than when it was packed or verified, so that it's verified again. */
      labelchanged: z.array(z.enum(labelParts)),
      boxes: z.array(
        z.object({
          ndc: z.string(),
          lotnumber: z.nullable(z.string()),
          expireson: z.nullable(Day),
          serial: z.nullable(z.string()),
        }),
      ),
      /** The packages that may leave for it today; none where it has no codes, as what is compounded. */
      packages: z.array(
        z.object({
          ndc: z.string(),
          /** What is in one; null for one that is counted out of. */
          units: z.nullable(z.number()),
        }),
      ),
      /** How many of those units the patient is to have. */
      units: z.nullable(z.number()),
      /** The parcel that brings it; null while it's still to be sent. */
      parcel: z.nullable(z.int()),
      /** Once it has left: what voiding it can do, if it was recorded wrongly; null where there's nothing to void. */
      voiding: z.nullable(
        z.object({
          /** Another box may be sent in its place. */
          maysendagain: z.boolean(),
          /** Why none may; null where one may. */
          why: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** What was recorded as dispensed and voided since, newest first. */
  voided: z.array(
    z.object({
      pricingid: z.string(),
      parcel: z.int(),
      lotnumber: z.nullable(z.string()),
      expireson: z.nullable(Day),
      at: Moment,
      by: z.object(Pharmacist),
      wrong: z.enum(voidReasons),
      note: z.string(),
    }),
  ),
  /** Whoever packs may verify it, too: this pharmacy may have a single pharmacist. */
  packerverifies: z.boolean(),
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
