import { z } from "zod";
import { ContentId, NonEmptyText } from "./fields.ts";

/** What a doctor must not miss, in words for the doctor. */
const Flag = z.strictObject({ level: z.enum(["emergency", "clinician", "info"]), text: NonEmptyText });

const Option = z.strictObject({
  id: ContentId,
  name: NonEmptyText,
  /** Choosing it clears every other option. */
  exclusive: z.boolean().default(false),
  /** Step it leads to; -1 ends the review; left out, it goes on in order. */
  next: z.int().min(-1).optional(),
  /** It cannot wait: what the visit's emergency rule of this id says is shown at once. */
  emergency: ContentId.optional(),
  flag: Flag.optional(),
});

/** A question of the treatment review. `{{firstname}}` and `{{doctor}}` may stand in its words. */
export const FollowupQuestion = z.strictObject({
  id: ContentId,
  type: z.enum(["modal", "exitmodal", "treatmentform"]).default("modal"),
  answertype: z.enum(["single", "array", "text", "nothing", "others"]),
  question: NonEmptyText,
  title: NonEmptyText.optional(),
  description: NonEmptyText.optional(),
  answerlist: z.array(Option).default([]),
  allowempty: z.boolean().default(false),
  /** The list is computed from what she gets and what her answers allow. */
  answerlookup: z.enum(["recommendation", "methodchange_recommendation"]).optional(),
  /** `symptom`: asked once for each symptom, on the 0–4 scale of the visit, under the symptom's own id and words. */
  treatmentoption: z.enum(["symptom", "sideeffect"]).optional(),
  /** A second question is asked when the first one's answer is this. */
  requiredifvalue: ContentId.optional(),
  /** Her doctor is shown beside it. */
  doctor: z.boolean().default(false),
});
export type FollowupQuestion = z.output<typeof FollowupQuestion>;

const Step = z.strictObject({ step: z.int().min(0), questions: z.array(FollowupQuestion).min(1).max(2) });

export const FollowupFile = z.strictObject({
  version: z.string().regex(/^\d{4}-\d{2}-\d{2}(?:\.\d+)?$/, "must be a day such as 2026-11-21"),
  reviewed: NonEmptyText,
  /** The message it is sent with. */
  message: NonEmptyText,
  symptoms: z.strictObject({
    /** At most so many of those she told of are asked for again, the worst ones first. */
    most: z.int().min(1).max(20),
    /** Besides, so many she did not tell of, out of `alsoask`. */
    fresh: z.int().min(1).max(5),
    alsoask: z.array(ContentId).min(1),
    /** A symptom that got worse by so much is flagged for the doctor. */
    worse: z.strictObject({ by: z.int().min(1).max(4), text: NonEmptyText }),
  }),
  /** A flag for the doctor: she marked the message as done and answered nothing. */
  unanswered: NonEmptyText,
  /** A flag for the doctor: her own words tell of what cannot wait; `{{title}}` heads what she was shown. */
  written: NonEmptyText.refine((text) => text.includes("{{title}}"), "must use {{title}}"),
  /** Follows a flag whose answer she changed afterwards, or left on a way she did not take in the end. */
  takenback: NonEmptyText,
  steps: z.array(Step).min(2),
});
export type Followup = z.output<typeof FollowupFile>;
