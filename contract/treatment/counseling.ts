import * as z from "zod/mini";
import { Day, Id, Moment } from "#contract/fields/fields.ts";
import { Phone } from "#contract/fields/phone.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

/** When in the day a patient can be called, in their own time. */
export const callTimes = ["morning", "noon", "afternoon"] as const;
export type CallTime = (typeof callTimes)[number];

/** What came of a talk that was offered: the pharmacist and the patient talked, the patient didn't want to, or nobody could be reached. */
export const counselingOutcomes = ["talked", "declined", "not_reached"] as const;
export type CounselingOutcome = (typeof counselingOutcomes)[number];

/** The pharmacist's offer to talk about what is new in an order. */
export const CounselingOffer = z.object({
  /** The new medicines, strengths and directions in it. */
  medicines: z.array(
    z.object({
      name: z.string(),
      dosage: z.string(),
      /** The medicine or its strength is new, or only its directions are. */
      why: z.enum(["medicine", "directions"]),
    }),
  ),
  pharmacy: z.object({ name: z.string(), phone: z.string() }),
  /** On file; ten digits. */
  phoneno: z.nullable(z.string()),
  /** What the patient said last; null while they said nothing. */
  answer: z.nullable(
    z.object({
      at: Moment,
      /** The day a pharmacist calls by; null where no call is to come. */
      callby: z.nullable(Day),
      outcome: z.nullable(z.enum(counselingOutcomes)),
    }),
  ),
});
export type CounselingOffer = z.output<typeof CounselingOffer>;

export const CounselingResult = z.object({ orderid: Id, offer: z.nullable(CounselingOffer) });

/** The offer to talk with the pharmacist; spread into `treatment`. */
export const counselingCalls = {
  counseling: patientCall("GET /order/{id}/counseling", {
    summary: "The pharmacist's offer to talk about what is new in an order; null where nothing is, or it isn't filled",
    shows: ["treatment", "order"],
    params: IdParams,
    ok: CounselingResult,
  }),
  answerCounseling: patientCall("PUT /order/{id}/counseling", {
    summary:
      "Ask a pharmacist to call, or decline; a repeat changes nothing, and the last answer counts. `wrong_state` where nothing is offered",
    params: IdParams,
    body: z.discriminatedUnion("answer", [
      z.strictObject({
        answer: z.literal("call"),
        phoneno: Phone,
        times: z
          .array(z.enum(callTimes))
          .check(z.minLength(1, "Please choose when we can call."), z.maxLength(callTimes.length)),
      }),
      z.strictObject({ answer: z.literal("decline") }),
    ]),
    ok: CounselingResult,
    errors: ["wrong_state"],
  }),
} as const;
