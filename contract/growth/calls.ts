import * as z from "zod/mini";
import { singleLine, Moment, optionalText } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { promoCalls } from "./promo.ts";
import { referralCalls } from "./referral.ts";
import { trackingCalls } from "./tracking-calls.ts";
import { upsellCalls } from "./upsell.ts";

/** How patients find the practice, and what they are offered. */
export const growth = {
  ...promoCalls,
  ...trackingCalls,
  ...upsellCalls,
  ...referralCalls,
  acceptNewTerms: patientCall("PUT /patient/acceptednewterms", {
    base: "v2",
    summary: "Accept the new terms; the version accepted is recorded as the patient's consent",
    body: z.optional(z.nullable(z.strictObject({ version: optionalText(singleLine(40)) }))),
    ok: z.object({ acceptednewterms: z.literal(true), version: z.string(), acceptedat: Moment }),
    errors: ["conflict"],
  }),
} as const;
