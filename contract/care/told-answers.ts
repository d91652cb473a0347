import * as z from "zod/mini";
import { HealthScreen } from "#contract/account/health-answers.ts";
import { Teller, ToldSource } from "#contract/account/told-answers.ts";
import { Day, multiLine, optionalText } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { Answer } from "#contract/onboarding/questions.ts";

/** How whoever told it showed that it is about this patient: two things only they know or have. */
export const callerProofs = [
  "birthday_and_address",
  "birthday_and_phone",
  "birthday_and_email",
  "photo_id",
  "letterhead",
] as const;
export const CallerProof = z.enum(callerProofs, "Please choose how it was shown that it’s this patient.");
export type CallerProof = z.output<typeof CallerProof>;

/** How the practice learned of what it writes down for a patient. */
export const Told = z.strictObject({
  source: ToldSource,
  teller: Teller,
  /** In the practice's time zone; today or earlier. */
  on: Day,
  callerproved: CallerProof,
  /** What was said, for the practice. */
  note: optionalText(multiLine(500)),
});
export type Told = z.output<typeof Told>;

const answers = z.array(Answer).check(z.minLength(1, "Please answer at least one question."), z.maxLength(60));

/** What a patient tells the practice of their health outside the app; spread into `care`. */
export const toldAnswerCalls = {
  healthAnswers: clinicCall("GET /clinic/patient/{id}/healthquestion", {
    summary: "The health questions a patient can answer again, with the answers as they are now",
    access: { needs: ["read:health"], record: "patient" },
    params: IdParams,
    ok: z.object({
      /** Sent back with what is recorded; 0: the visit isn't finished, and nothing can be. */
      version: z.int(),
      screens: z.array(HealthScreen),
    }),
  }),
  previewTold: clinicCall("POST /clinic/patient/{id}/healthquestion/preview", {
    summary: "What would follow from these answers, and the questions as they would be open; nothing is kept",
    access: { needs: ["write:health"], record: "patient" },
    changesNothing: true,
    params: IdParams,
    body: z.strictObject({ answers }),
    ok: z.object({
      /** In sentences for the practice. */
      follows: z.array(z.string()),
      screens: z.array(HealthScreen),
    }),
    errors: ["wrong_state"],
  }),
  recordTold: clinicCall("POST /clinic/patient/{id}/healthquestion", {
    summary:
      "Record what a patient told of their health: a new version of the answers, screened at once as if the patient had changed them; the patient is asked to check it",
    access: { needs: ["write:health"], record: "patient" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      told: Told,
      answers,
      /** Version of the answers this was written from: refused as `conflict` if something has changed since. */
      version: z.int(),
      /** Whoever decides on treatments has looked at it, so nobody else is asked to. Refused from anybody else. */
      reviewed: z.optional(z.boolean()),
    }),
    ok: z.object({
      /** What followed, in a sentence for whoever did it. */
      message: z.string(),
      version: z.int(),
    }),
    errors: ["wrong_state", "conflict"],
  }),
} as const;
