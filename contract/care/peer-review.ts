import * as z from "zod/mini";
import { Day, Id, Moment, multiLine, optionalText } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { DecisionFields } from "./decision-fields.ts";
import { SignedVisitNote } from "./visit-notes.ts";

/** What a prescriber answers to a decision of another one: nothing · a remark for them · a concern, which becomes a question to them. */
export const peerOutcomes = ["agrees", "remark", "concern"] as const;
export type PeerOutcome = (typeof peerOutcomes)[number];

/** A decision that was drawn: its signed note, and what was weighed for it. */
export const ReviewedDecision = z.object({
  id: Id,
  patientid: Id,
  patientname: z.nullable(z.string()),
  /** What was asked and decided, as it was signed. */
  note: SignedVisitNote,
  /** Rules that warned and questions without an answer, as they were worded then, and why it was decided all the same. */
  overrides: z.array(
    z.object({
      rules: z.array(z.object({ ruleid: z.string(), text: z.string() })),
      unanswered: z.array(z.string()),
      reason: z.string(),
    }),
  ),
  judged: z.nullable(
    z.object({
      outcome: z.enum(peerOutcomes),
      words: z.nullable(z.string()),
      at: Moment,
      actor: z.string(),
      /** Of the prescriber who answered. */
      name: z.string(),
      /** The question to whoever decided that a concern became, which is a task. */
      questionid: z.nullable(Id),
    }),
  ),
});
export type ReviewedDecision = z.output<typeof ReviewedDecision>;

/** A month's sample of one prescriber's decisions. */
export const PeerReview = z.object({
  /** The first day of the month. */
  month: Day,
  /** Who decided. */
  doctorid: z.string(),
  doctorname: z.string(),
  /** The person of the practice they are, whom it can't be given to; null: they don't work here any more. */
  memberid: z.nullable(Id),
  /** How many decisions it was drawn from. */
  decided: z.int(),
  /** The caller decided these: somebody else answers. */
  own: z.boolean(),
  /** In the order in which they were decided. */
  items: z.array(ReviewedDecision),
});
export type PeerReview = z.output<typeof PeerReview>;

/** The monthly look at a sample of each prescriber's decisions; spread into `care`. It's no part of a patient's record, and in no copy of it. */
export const peerReviewCalls = {
  peerReview: clinicCall("GET /clinic/peerreview/{id}", {
    summary:
      "A month's sample of a prescriber's decisions, by the task that asks to read it, for whom it waits and for who decided. Whoever is asked about a concern reads that decision. `wrong_state` where it waits for somebody else",
    access: { needs: ["write:prescribing"] },
    params: IdParams,
    ok: PeerReview,
    errors: ["wrong_state"],
  }),
  judgeDecision: clinicCall("PUT /clinic/revieweddecision/{id}", {
    summary:
      "Answer to one. A concern becomes a question to who decided, and an entry for the administrators that names no patient; the task ends with the last. `own_account` for one's own decision; `conflict` where somebody answered something else; the same once more changes nothing",
    access: { needs: ["write:prescribing"], inDoctorsName: true },
    params: IdParams,
    body: z
      .strictObject({
        outcome: z.enum(peerOutcomes, "Please choose your answer."),
        /** Left out where the reader agrees. */
        words: optionalText(multiLine(2000)),
        doctorid: DecisionFields.doctorid,
      })
      .check(
        z.refine(({ outcome, words }) => outcome === "agrees" || words !== undefined, {
          path: ["words"],
          error: "Please say it in a sentence or two.",
        }),
      ),
    ok: PeerReview,
    errors: ["conflict", "own_account", "wrong_state"],
  }),
} as const;
