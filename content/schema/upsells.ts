import { z } from "zod";
import { Condition } from "./condition.ts";
import { ContentId, Words } from "./shapes.ts";

/** Something offered besides her treatment. */
export const UpsellOffer = z.strictObject({
  /** The product's code in the catalogue. */
  code: z.string().regex(/^[A-Z0-9]+$/, "must be upper case letters and digits"),
  /** In the address of the page that shows it. */
  name: ContentId,
  productid: ContentId,
  /** The supply that is offered. */
  pricingid: ContentId,
  title: Words,
  text: Words,
  /** A coupon that goes with it. */
  coupon: z.string().optional(),
  /** A help article to read on. */
  article: ContentId.optional(),
  places: z.array(z.enum(["onboarding", "dashboard"])).min(1),
  /** To whom it is shown unasked; left out, to everybody who may have it. */
  when: Condition.optional(),
});
export type UpsellOffer = z.output<typeof UpsellOffer>;

export const UpsellsFile = z.strictObject({ reviewed: Words, note: Words, offers: z.array(UpsellOffer) });
