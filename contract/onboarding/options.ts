import * as z from "zod/mini";
import { CatalogueProduct } from "#contract/catalogue.ts";
import { Doctor } from "#contract/doctors.ts";
import { Dollars, singleLine, optionalText } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { stepErrors, OnboardingRecord } from "./record.ts";

export const ProductChoice = z.strictObject({ productid: singleLine(60), pricingid: singleLine(80) });
export type ProductChoice = z.output<typeof ProductChoice>;

/** The products chosen at steps 3 and 4 at today's prices, money in dollars. */
export const ChosenPlan = z.object({
  items: z.array(
    z.object({
      productid: z.string(),
      pricingid: z.string(),
      name: z.string(),
      form: z.string(),
      strength: z.string(),
      picture: z.string(),
      dayssupply: z.int(),
      price: Dollars,
    }),
  ),
  /** Before discount, tax and shipping. */
  subtotal: Dollars,
  /** What has changed since the patient chose: a price that rose, a product no longer offered. */
  news: z.array(z.string()),
});
export type ChosenPlan = z.output<typeof ChosenPlan>;

/** The treatments to choose from; spread into `onboarding`. */
export const optionCalls = {
  productReveal: patientCall("GET /patient/onboardingv2/productreveal", {
    summary: "The treatments the patient's answers allow, best fit first",
    query: z.object({ treatmentform: optionalText(singleLine(40)) }),
    ok: z.object({
      treatmentform: z.nullable(z.string()),
      /** What the patient asked for help with, as chosen or in the patient's own words; empty while it isn't asked yet. */
      wishes: z.array(z.string()),
      products: z.array(CatalogueProduct),
      addons: z.array(CatalogueProduct),
      /** Where to start: the best fit with what it requires, in its shortest supply; empty where the answers speak for nothing. */
      suggestedplan: z.array(ProductChoice),
      /** Ids of at most two add-ons the answers speak for. */
      suggestedaddons: z.array(z.string()),
      /** Products excluded for the patient's safety, with the reason. */
      excluded: z.array(z.object({ name: z.string(), reason: z.string() })),
      /** Forms of the products on offer; an id goes to `updatetreatmentform`. */
      forms: z.array(z.object({ id: z.string(), name: z.string() })),
      doctor: Doctor,
    }),
    errors: stepErrors,
  }),
  updateTreatmentForm: patientCall("PUT /patient/onboardingv2/updatetreatmentform", {
    summary: "The form of treatment the patient prefers (patch, tablet, cream …)",
    body: z.object({ treatmentform: singleLine(40, "Please choose a form of treatment.") }),
    ok: OnboardingRecord,
    errors: [...stepErrors, "payment_pending"],
  }),
} as const;
