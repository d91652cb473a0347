import { z } from "zod";
import { NonEmptyText } from "./fields.ts";

/**
 * When a clinician looks at something, and whether what it is about is sent meanwhile. `within`: today, or so many business days; `parcel: hold` sends
 * and charges nothing of it before.
 */
export const Look = z.strictObject({
  within: z.union([z.literal("today"), z.int().min(1).max(10)]),
  parcel: z.enum(["hold", "send"]),
});
export type Look = z.output<typeof Look>;

/** `signed`: a prescriber looks at it and signs it off, and the patient reads what they say of it. */
const DocumentLook = z.strictObject({ ...Look.shape, signed: z.boolean() });

export const WorkItemsFile = z.strictObject({
  note: NonEmptyText,
  /** From this hour on, by the practice's clock, nobody is promised that somebody looks today: it is tomorrow. */
  todayuntilhour: z.int().min(12).max(23),
  /** From this hour on, by the practice's clock, somebody is mailed each day about what is due and waits. */
  mailfromhour: z.int().min(5).max(11),
  /** Answers that hit a rule which says nothing itself. */
  answers: Look,
  /** What a patient writes in their own words among the answers. */
  words: Look,
  /** A rule of ours changed, and the answers a patient gave before hit it. */
  rules: Look,
  /** A document or a medicine that a patient says isn't theirs, and how the practice reads that. */
  notmine: z.strictObject({ ...Look.shape, question: NonEmptyText, answer: NonEmptyText }),
  /** What a patient uploads, by its kind. */
  documents: z.strictObject({
    insurance_front: DocumentLook,
    insurance_back: DocumentLook,
    referral: DocumentLook,
    lab_result: DocumentLook,
    other: DocumentLook,
  }),
});
