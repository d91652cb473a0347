import * as z from "zod/mini";
import { NewEmail, optionalText, Name, Acknowledgement, singleLine } from "#contract/fields/fields.ts";
import { visitEventCalls } from "#contract/growth/client-events.ts";
import { patientCall, publicCall } from "#contract/http/endpoint.ts";
import { visitIdentityCalls } from "./identity.ts";
import { optionCalls } from "./options.ts";
import { ScreeningStop } from "./questions.ts";
import { recordCalls } from "./record.ts";
import { stepCalls } from "./steps.ts";

/** The visit, from the first e-mail to its order. */
export const onboarding = {
  ...recordCalls,
  ...stepCalls,
  ...optionCalls,
  ...visitIdentityCalls,
  ...visitEventCalls,
  collectEmail: publicCall("POST /patient/base", {
    summary: "Save an e-mail typed before the account exists; the answer is the same for every e-mail",
    body: z.object({ email: NewEmail, firstname: optionalText(Name), lastname: optionalText(Name) }),
    ok: Acknowledgement,
  }),
  reject: patientCall("POST /patient/onboardingv2/reject", {
    summary:
      "The stopped visit as kept, with a summary to print; x-api-key may come along and is not needed: only the bearer says whose visit it is, and a key every browser carries proves nothing",
    access: { acceptsApiKey: true },
    body: z.optional(z.nullable(z.object({ reason: optionalText(singleLine(200)) }))),
    ok: z.object({
      stop: ScreeningStop,
      summary: z.array(z.object({ question: z.string(), answer: z.string() })),
      rejectedat: z.string(),
    }),
    errors: ["wrong_state"],
  }),
} as const;
