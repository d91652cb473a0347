import { z } from "zod";
import { Condition } from "../condition.ts";
import { ContentId, NonEmptyText } from "../fields.ts";

/** A treatment offered in addition to the patient's own. */
export const UpsellDefinition = z.strictObject({
  /** The product's code in the catalogue. */
  code: z.string().regex(/^[A-Z0-9]+$/, "must be upper case letters and digits"),
  /** Its name in the address of the page that shows it. */
  name: ContentId,
  productid: ContentId,
  /** The pricing that is offered. */
  pricingid: ContentId,
  title: NonEmptyText,
  text: NonEmptyText,
  /** A coupon that goes with it. */
  coupon: z.string().optional(),
  /** A help article with more details. */
  article: ContentId.optional(),
  places: z.array(z.enum(["onboarding", "dashboard"])).min(1),
  /** Whom it is shown to; left out, everybody who may have it. */
  when: Condition.optional(),
});
export type UpsellDefinition = z.output<typeof UpsellDefinition>;

export const UpsellsFile = z.strictObject({
  reviewed: NonEmptyText,
  note: NonEmptyText,
  upsells: z.array(UpsellDefinition),
});
