import * as z from "zod/mini";
import { Day, Id, Moment, multiLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

/**
 * Why an access is looked at: `own` record of the person · `colleague` who works here · `surname` they share · `address` at or near that of the person's own
 * account · `no_work`: a reason was given, because nothing of the patient waited for them · `night`: one of many records opened at night.
 */
export const accessReasons = ["own", "colleague", "surname", "address", "no_work", "night"] as const;
export type AccessReason = (typeof accessReasons)[number];

/** What was found of an access: nothing is wrong · somebody talks with the person · it's a privacy incident, which is logged. */
export const accessOutcomes = ["explained", "talk", "incident"] as const;
export type AccessOutcome = (typeof accessOutcomes)[number];

/** What one person opened of one patient in a week, where something about it is unusual. */
export const AccessFinding = z.object({
  id: Id,
  /** Who opened it. */
  memberid: Id,
  membername: z.string(),
  patientid: Id,
  patientname: z.nullable(z.string()),
  reasons: z.array(z.enum(accessReasons)),
  accesses: z.int(),
  firstat: Moment,
  lastat: Moment,
  /** The caller's own access: somebody else judges it. */
  own: z.boolean(),
  judged: z.nullable(
    z.object({
      outcome: z.enum(accessOutcomes),
      note: z.string(),
      at: Moment,
      actor: z.string(),
      name: z.nullable(z.string()),
      /** The incident that was logged, which is a task. */
      incidentid: z.nullable(Id),
    }),
  ),
});
export type AccessFinding = z.output<typeof AccessFinding>;

/** The weekly look at who opened which record; spread into `care`. */
export const accessReviewCalls = {
  accessReview: clinicCall("GET /clinic/accessreview/{id}", {
    summary: "The unusual accesses of a week, by the task that asks to look at them: what is open first",
    access: { needs: ["read:audit"] },
    params: IdParams,
    ok: z.object({ week: Day, items: z.array(AccessFinding) }),
  }),
  judgeAccess: clinicCall("PUT /clinic/accessfinding/{id}", {
    summary:
      "Say what was found of one. An incident is logged as one; the task ends with the last. `own_account` for one's own access; `conflict` where somebody said something else; the same once more changes nothing",
    access: { needs: ["write:audit"] },
    params: IdParams,
    body: z.strictObject({
      outcome: z.enum(accessOutcomes, "Please choose what you found."),
      note: multiLine(1000, "Please say what you found, in a sentence."),
    }),
    ok: z.object({ week: Day, items: z.array(AccessFinding) }),
    errors: ["conflict", "own_account"],
  }),
} as const;
