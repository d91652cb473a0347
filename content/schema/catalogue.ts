import { z } from "zod";
import { Condition } from "./condition.ts";
import { Category, Cents, ContentId, TaxCategory, NonEmptyText } from "./fields.ts";

/** What a pharmacy counts; what is poured or squeezed by its metric measure. */
export const DispensingUnit = z.enum(["patch", "tablet", "capsule", "softgel", "insert", "bottle", "g", "mL"]);
export type DispensingUnit = z.output<typeof DispensingUnit>;

export const Pricing = z.strictObject({
  pricingid: ContentId,
  months: z.union([z.literal(1), z.literal(3)]),
  dayssupply: z.int().min(1).max(365),
  /** In one pack, as receipts and letters to a plan state it. */
  unitsdispensed: z.number().positive().max(1000),
  unit: DispensingUnit,
  pricecents: Cents,
  /** Fills after the first one. */
  refills: z.int().min(0).max(12),
});

const labelling = {
  /** National Drug Code, 11 digits as labeler-product-package. Null: it has none, as what is compounded or not a drug. */
  ndc: z
    .string()
    .regex(/^\d{5}-\d{4}-\d{2}$/, "must be written 12345-6789-01")
    .nullable(),
  /** What stands for the code of a drug without one: its active ingredients with their strengths. */
  ingredients: z.array(NonEmptyText).default([]),
};

/** When `when` holds, `weight` is added to the product's rank and `reason` is shown to her. */
export const Recommendation = z.strictObject({ when: Condition, weight: z.int(), reason: NonEmptyText });

const common = {
  /** Upsell code, where one exists. */
  code: z
    .string()
    .regex(/^[A-Z0-9]+$/)
    .optional(),
  name: NonEmptyText,
  categories: z.array(Category).min(1),
  form: ContentId,
  /** What it is called where the name of the form holds several: “Vaginal cream or insert”. */
  formname: NonEmptyText.optional(),
  description: NonEmptyText,
  howtouse: NonEmptyText,
  picture: z.string().regex(/^\/products\/[a-z-]+\.svg$/),
  prescription: z.boolean(),
  /** Offered at step 4 instead of step 3. */
  addon: z.boolean(),
  taxcategory: TaxCategory,
  hsa: z.enum(["eligible", "needs_letter", "not_eligible"]),
  /** Sentences that must be shown wherever it is offered. */
  notices: z.array(NonEmptyText),
  /** Offered only when it holds; absent means to everyone. */
  suitableif: Condition.optional(),
};

/** A family of strengths as written in `catalogue/*.yaml`. */
export const ProductFamily = z.strictObject({
  family: ContentId,
  ...common,
  recommend: z.array(Recommendation).default([]),
  strengths: z
    .array(
      z.strictObject({
        productid: ContentId,
        /** How much is in it. How it is used stands in `howtouse`. */
        strength: NonEmptyText,
        /** Where this strength is used in another way than the others. */
        howtouse: NonEmptyText.optional(),
        ...labelling,
        /** Rank before her answers are looked at; the usual starting dose has the highest. */
        weight: z.int(),
        recommend: z.array(Recommendation).default([]),
        pricings: z.array(Pricing).min(1),
      }),
    )
    .min(1),
});

/**
 * One strength of one product, as offered and sold. Its rank in the reveal is `weight` plus the weights of the
 * recommendations that hold; the highest rank of a category is what her answers recommend.
 */
export const Product = z.strictObject({
  productid: ContentId,
  family: ContentId,
  ...common,
  strength: NonEmptyText,
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
