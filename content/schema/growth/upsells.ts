import { z } from "zod";
import { Condition } from "../condition.ts";
import { ContentId, NonEmptyText } from "../fields.ts";

/** Something offered besides her treatment. */
export const UpsellDefinition = z.strictObject({
  /** The product's code in the catalogue. */
  code: z.string().regex(/^[A-Z0-9]+$/, "must be upper case letters and digits"),
  /** In the address of the page that shows it. */
  name: ContentId,
  productid: ContentId,
  /** The supply that is offered. */
  pricingid: ContentId,
  title: NonEmptyText,
  text: NonEmptyText,
  /** A coupon that goes with it. */
  coupon: z.string().optional(),
  /** A help article to read on. */
  article: ContentId.optional(),
  places: z.array(z.enum(["onboarding", "dashboard"])).min(1),
  /** To whom it is shown unasked; left out, to everybody who may have it. */
  when: Condition.optional(),
});
export type UpsellDefinition = z.output<typeof UpsellDefinition>;

export const UpsellsFile = z.strictObject({
  reviewed: NonEmptyText,
  note: NonEmptyText,
  offers: z.array(UpsellDefinition),
});
