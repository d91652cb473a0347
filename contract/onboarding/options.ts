import * as z from "zod/mini";
import { CatalogueProduct } from "#contract/catalogue.ts";
import { Doctor } from "#contract/doctors.ts";
import { singleLine, optionalText } from "#contract/fields/fields.ts";
import { endpoint } from "#contract/http/endpoint.ts";
import { stepErrors, OnboardingRecord } from "./record.ts";

export const ProductChoice = z.strictObject({ productid: singleLine(60), pricingid: singleLine(80) });
export type ProductChoice = z.output<typeof ProductChoice>;

/** The treatments to choose from; spread into `onboarding`. */
export const optionCalls = {
  productReveal: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/onboardingv2/productreveal",
    summary: "The treatments the patient's answers allow, best fit first",
    auth: "patient",
    query: z.object({ treatmentform: optionalText(singleLine(40)) }),
    ok: z.object({
      treatmentform: z.nullable(z.string()),
      products: z.array(CatalogueProduct),
      addons: z.array(CatalogueProduct),
      /** Products excluded for the patient's safety, with the reason. */
      excluded: z.array(z.object({ name: z.string(), reason: z.string() })),
      /** Forms of the products on offer; an id goes to `updatetreatmentform`. */
      forms: z.array(z.object({ id: z.string(), name: z.string() })),
      doctor: Doctor,
    }),
    errors: stepErrors,
  }),
  updateTreatmentForm: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/onboardingv2/updatetreatmentform",
    summary: "The form of treatment the patient prefers (patch, tablet, cream …)",
    auth: "patient",
    body: z.object({ treatmentform: singleLine(40, "Please choose a form of treatment.") }),
    ok: OnboardingRecord,
    errors: [...stepErrors, "payment_pending"],
  }),
} as const;
