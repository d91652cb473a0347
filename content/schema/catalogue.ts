import { z } from "zod";
import { tenDigits } from "#contract/dispensing/ndc.ts";
import { Condition } from "./condition.ts";
import { Category, Cents, ContentId, TaxCategory, NonEmptyText } from "./fields.ts";

/** A package that may leave for a strength: makers change, and each has its own codes. */
const PackageCode = z.strictObject({
  /** As on its label, ten digits with dashes, or eleven as 12345-6789-01. */
  ndc: z
    .string()
    .refine((ndc) => ndc.includes("-") && tenDigits(ndc).length > 0, "must be written 1234-5678-90 or 12345-6789-01"),
  /** The first day on which it may leave. */
  since: z.iso.date(),
  /** What is in it, in the units of the pricings. Left out where the pharmacy counts out of it, so that one package serves several patients. */
  units: z.number().positive().max(1000).optional(),
});

/** The unit a pharmacy counts in; liquids and creams by metric measure. */
export const DispensingUnit = z.enum(["patch", "tablet", "capsule", "softgel", "insert", "bottle", "g", "mL"]);
export type DispensingUnit = z.output<typeof DispensingUnit>;

export const Pricing = z.strictObject({
  pricingid: ContentId,
  months: z.union([z.literal(1), z.literal(3)]),
  dayssupply: z.int().min(1).max(365),
  /** Units in one pack, as receipts and letters to an insurance plan state it. */
  unitsdispensed: z.number().positive().max(1000),
  unit: DispensingUnit,
  pricecents: Cents,
  /** Fills after the first one. */
  refills: z.int().min(0).max(12),
});

const labelling = {
  /** National Drug Code, 11 digits as labeler-product-package. Null: it has none, because it is compounded or not a drug. */
  ndc: z
    .string()
    .regex(/^\d{5}-\d{4}-\d{2}$/, "must be written 12345-6789-01")
    .nullable(),
  /** The packages that may leave for it; a scanned box must be one of them. None for what is compounded, or no drug. */
  ndcs: z.array(PackageCode).default([]),
  /** Replaces the code of a drug without one: its active ingredients with their strengths. */
  ingredients: z.array(NonEmptyText).default([]),
};

/** On which days a medicine is taken, and what its label says about a missed one; for the patient's own log. */
export const Dosing = z.strictObject({
  /** On how many days of a week; 7 is every day, on any other number the patient picks the days. */
  daysaweek: z.union([z.literal(1), z.literal(2), z.literal(7)]),
  /** On a day it is due. */
  today: NonEmptyText,
  missed: NonEmptyText,
  /** The label or other text that `missed` follows. */
  source: NonEmptyText,
  /** Former wordings of `howtouse` that ask for the same days; prescriptions written with any other directions have none. */
  formerdirections: z.array(NonEmptyText).default([]),
});
export type Dosing = z.output<typeof Dosing>;

/** Two at once, for a while: until another strength is there. On which days stays as it is. */
export const Double = z.strictObject({
  /** How to use two at once. */
  directions: NonEmptyText,
  /** On a day it is due, and what to do about a missed one, as in `dosing`. */
  today: NonEmptyText,
  missed: NonEmptyText,
});

/** When `when` holds, `weight` is added to the product's rank and `reason` is shown to the patient. */
export const Recommendation = z.strictObject({ when: Condition, weight: z.int(), reason: NonEmptyText });

/** What a doctor says of the product to a patient of whom `when` holds, in one short sentence. */
const DoctorsWord = z.strictObject({ when: Condition, text: NonEmptyText.max(80) });

const common = {
  /** Upsell code, where one exists. */
  code: z
    .string()
    .regex(/^[A-Z0-9]+$/)
    .optional(),
  name: NonEmptyText,
  categories: z.array(Category).min(1),
  form: ContentId,
  /** Its own name where the name of the form covers several: “Vaginal cream or insert”. */
  formname: NonEmptyText.optional(),
  description: NonEmptyText,
  howtouse: NonEmptyText,
  picture: z.string().regex(/^\/products\/[a-z-]+\.svg$/),
  prescription: z.boolean(),
  /** Offered at step 4 instead of step 3. */
  addon: z.boolean(),
  taxcategory: TaxCategory,
  hsa: z.enum(["eligible", "needs_letter", "not_eligible"]),
  /** Sentences that must be shown wherever the product is offered. */
  notices: z.array(NonEmptyText),
  /** The product is offered only when this holds; absent means to everyone. */
  suitableif: Condition.optional(),
  /** The first that holds is shown with the product; where none does, its description is. */
  doctorsays: z.array(DoctorsWord).default([]),
  /** Absent or null: its days are not the same every week, so a doctor says them. */
  dosing: Dosing.nullable().optional(),
};

/** A family of strengths as written in `catalogue/*.yaml`. */
export const ProductFamily = z.strictObject({
  family: ContentId,
  ...common,
  double: Double.optional(),
  recommend: z.array(Recommendation).default([]),
  strengths: z
    .array(
      z.strictObject({
        productid: ContentId,
        /** How much is in it. How to use it is in `howtouse`. */
        strength: NonEmptyText,
        /** Set where this strength is used differently from the others. */
        howtouse: NonEmptyText.optional(),
        dosing: Dosing.nullable().optional(),
        /** Two of it at once aren't more than the strongest of its family. */
        maydouble: z.boolean().default(false),
        ...labelling,
        /** Rank before the answers are considered; the usual starting dose has the highest. */
        weight: z.int(),
        recommend: z.array(Recommendation).default([]),
        pricings: z.array(Pricing).min(1),
      }),
    )
    .min(1),
});

/**
 * One strength of one product, as offered. Its rank in the reveal is `weight` plus the weights of the recommendations that hold; the highest rank of
 * a category is what the patient's answers recommend.
 */
export const Product = z.strictObject({
  productid: ContentId,
  family: ContentId,
  ...common,
  strength: NonEmptyText,
  /** Null where two of it at once may not be. */
  double: Double.nullable(),
  ...labelling,
  weight: z.int(),
  pricings: z.array(Pricing).min(1),
  recommend: z.array(Recommendation),
});
export type Product = z.output<typeof Product>;

export const Form = z.strictObject({ id: ContentId, name: NonEmptyText, description: NonEmptyText });

export const FormsFile = z.strictObject({ note: NonEmptyText, forms: z.array(Form).min(1) });
export const ProductsFile = z.strictObject({ note: NonEmptyText, products: z.array(ProductFamily).min(1) });

export const Catalogue = z.strictObject({ note: z.string(), forms: z.array(Form), products: z.array(Product) });
