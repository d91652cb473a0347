import * as z from "zod/mini";
import { Dollars } from "./fields/fields.ts";
import { publicCall } from "./http/endpoint.ts";

/** A product of the catalogue as offered to this patient; money in dollars. */
export const CatalogueProduct = z.object({
  productid: z.string(),
  name: z.string(),
  form: z.string(),
  strength: z.string(),
  description: z.string(),
  howtouse: z.string(),
  picture: z.string(),
  prescription: z.boolean(),
  hsa: z.enum(["eligible", "needs_letter", "not_eligible"]),
  /** Sentences that must be shown with it (compounded, no FDA-approved product …). */
  notices: z.array(z.string()),
  pricings: z.array(
    z.object({
      pricingid: z.string(),
      label: z.string(),
      months: z.int(),
      dayssupply: z.int(),
      price: Dollars,
      permonth: Dollars,
      /** Refills a prescription of it has unless the doctor names another number. */
      refills: z.int(),
    }),
  ),
  /** `recommended` fits the patient's answers best; `required` must be taken with another choice (progestogen). */
  fit: z.enum(["recommended", "suitable", "required"]),
  reasons: z.array(z.string()),
  /** What a doctor says of it to a patient with these answers; absent where the answers call for nothing. */
  doctorsays: z.optional(z.string()),
  /** Offered products one of which must be taken with this one; absent for none. */
  requiresoneof: z.optional(z.array(z.string())),
  /** Offered products with the same hormone, whose place it takes; absent for none. */
  replaces: z.optional(z.array(z.string())),
});
export type CatalogueProduct = z.output<typeof CatalogueProduct>;

/** The catalogue; spread into `store`. */
export const catalogueCalls = {
  products: publicCall("GET /products", {
    base: "v2",
    summary: "The catalogue with current prices",
    ok: z.object({ items: z.array(CatalogueProduct) }),
  }),
} as const;
