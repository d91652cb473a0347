import { z } from "zod";
import { ContentId, NonEmptyText, textWith } from "./fields.ts";

/** A finding that a doctor must not miss, in text for the doctor. */
const Flag = z.strictObject({ level: z.enum(["emergency", "clinician", "info"]), text: NonEmptyText });

const Option = z.strictObject({
  id: ContentId,
  name: NonEmptyText,
  /** Choosing it clears every other option. */
  exclusive: z.boolean().default(false),
  /** Step it leads to; -1 ends the follow-up; without it, the next in order. */
  next: z.int().min(-1).optional(),
  /** An emergency: the text of the visit's emergency rule with this id is shown at once. */
  emergency: ContentId.optional(),
  flag: Flag.optional(),
});

/** A question of the follow-up. Its text may contain `{{firstname}}` and `{{doctor}}`. */
export const FollowupQuestion = z.strictObject({
  id: ContentId,
  type: z.enum(["modal", "exitmodal", "treatmentform"]).default("modal"),
  answertype: z.enum(["single", "array", "text", "nothing", "others"]),
  question: NonEmptyText,
  title: NonEmptyText.optional(),
  description: NonEmptyText.optional(),
  answerlist: z.array(Option).default([]),
  allowempty: z.boolean().default(false),
  /** The answers are computed from the patient's current treatment and what their answers allow. */
  answerlookup: z.enum(["recommendation", "methodchange_recommendation"]).optional(),
  /** `symptom`: asked once for each symptom, on the 0–4 scale of the visit, under the symptom's own id and text. */
  treatmentoption: z.enum(["symptom", "sideeffect"]).optional(),
  /** A second question is asked when the first one has this answer. */
  requiredifvalue: ContentId.optional(),
  /** The patient's doctor is shown beside it. */
  doctor: z.boolean().default(false),
});
export type FollowupQuestion = z.output<typeof FollowupQuestion>;

const Step = z.strictObject({ step: z.int().min(0), questions: z.array(FollowupQuestion).min(1).max(2) });

export const FollowupFile = z.strictObject({
  version: z.string().regex(/^\d{4}-\d{2}-\d{2}(?:\.\d+)?$/, "must be a day such as 2026-11-21"),
  reviewed: NonEmptyText,
  /** Days after the approval of a plan at which the practice asks. */
  afterdays: z.int().min(7).max(90),
  /** The text of the message it is sent with. */
  message: textWith("firstname").min(1),
  symptoms: z.strictObject({
    /** Up to this many reported symptoms are asked about again, the worst ones first. */
    most: z.int().min(1).max(20),
    /** In addition, this many symptoms not reported, out of `alsoask`. */
    fresh: z.int().min(1).max(5),
    alsoask: z.array(ContentId).min(1),
    /** A symptom worse by this much is flagged for the doctor. */
    worse: z.strictObject({ by: z.int().min(1).max(4), text: textWith("symptom", "before", "now").min(1) }),
  }),
  /** Flag for the doctor: the patient marked the message as done without answering. */
  unanswered: NonEmptyText,
  /** Flag for the doctor: the patient's own text describes an emergency; `{{title}}` is the title of what they were shown. */
  written: textWith("title").refine((text) => text.includes("{{title}}"), "must use {{title}}"),
  /** Appended to a flag whose answer the patient changed later, or gave on a branch they left. */
  withdrawn: NonEmptyText,
  steps: z.array(Step).min(2),
});
export type Followup = z.output<typeof FollowupFile>;
