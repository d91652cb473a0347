import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import type { CatalogueProduct } from "#contract/onboarding.ts";
import { presentProduct } from "#server/store/public.ts";
import type { TreatmentOption } from "./options/treatment-options.ts";

/** A product as offered to her, money in dollars. */
export const presentTreatmentOption = (
  content: Content,
  { product, fit, reasons, needs }: TreatmentOption,
): z.output<typeof CatalogueProduct> => ({
  ...presentProduct(content, product),
  fit,
  reasons: [...reasons],
  ...(needs.length > 0 && { needs: [...needs] }),
});
