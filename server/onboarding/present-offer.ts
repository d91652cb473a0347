import type * as z from "zod/mini";
import type { Content } from "#content/load.ts";
import type { OfferedProduct } from "#contract/onboarding.ts";
import { presentProduct } from "#server/store/public.ts";
import type { Offer } from "./offer.ts";

/** A product as offered to her, money in dollars. */
export const presentOffer = (
  content: Content,
  { product, fit, reasons, needs }: Offer,
): z.output<typeof OfferedProduct> => ({
  ...presentProduct(content, product),
  fit,
  reasons: [...reasons],
  ...(needs.length > 0 && { needs: [...needs] }),
});
