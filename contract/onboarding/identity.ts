import * as z from "zod/mini";
import { optionalText, Id } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { OnboardingRecord, stepErrors } from "./record.ts";

/** The identity check during the visit; spread into `onboarding`. */
export const visitIdentityCalls = {
  verifyIdentity: patientCall("POST /onboarding/patient/verify", {
    base: "v2",
    summary: "Match name, birthday and social security number; the full number is never stored",
    retry: false,
    body: z.strictObject({
      ssn: z
        .string("Please enter all 9 digits.")
        .check(
          z.maxLength(20, "Please enter all 9 digits."),
          z.regex(/^\D*(?:\d\D*){9}$/, "Please enter all 9 digits."),
        ),
    }),
    ok: z.object({
      identitystatus: z.enum(["matched", "no_match", "review"]),
      attemptsleft: z.int(),
      onboarding: OnboardingRecord,
    }),
    errors: [...stepErrors, "identity_attempts"],
  }),
  uploadPhoto: patientCall("POST /onboarding/patient/photo", {
    base: "v2",
    summary: "Photo ID or selfie for the identity check; without `kind`, the one the current step asks for",
    upload: true,
    body: z.object({ kind: optionalText(z.enum(["photo_id", "selfie"], "Please say which photo this is.")) }),
    ok: z.object({ id: Id, kind: z.enum(["photo_id", "selfie"]), onboarding: OnboardingRecord }),
    status: 201,
    errors: stepErrors,
  }),
} as const;
