import { z } from "zod";
import { Category, ContentId, NonEmptyText } from "../fields.ts";

/** How a medicine of this form is begun. */
const FormSteps = z.strictObject({
  form: ContentId,
  title: NonEmptyText,
  /** Label of the button that notes the first dose; absent where its doses aren't noted. */
  done: NonEmptyText.optional(),
  steps: z.array(NonEmptyText).min(1).max(4),
});

/** What a medicine of this category does in its first weeks. */
const Expectation = z.strictObject({
  category: Category,
  first: NonEmptyText,
  fourth: NonEmptyText,
  eighth: NonEmptyText,
  /** When to call 911. */
  urgent: NonEmptyText.optional(),
});

/** What home says when the first box of a medicine is here. */
export const ArrivalFile = z.strictObject({
  note: NonEmptyText,
  reviewed: NonEmptyText,
  showndays: z.strictObject({ noted: z.int().min(1).max(60), other: z.int().min(1).max(60) }),
  /** Products begun on a day only the doctor names. */
  bydoctor: z.array(ContentId),
  titles: z.strictObject({ different: NonEmptyText, doctor: NonEmptyText }),
  forms: z.array(FormSteps).min(1),
  pair: z.strictObject({ nightly: NonEmptyText, doctor: NonEmptyText }),
  weeks: z.strictObject({ first: NonEmptyText, fourth: NonEmptyText, eighth: NonEmptyText }),
  expect: z.array(Expectation).min(1),
});
export type ArrivalTexts = z.output<typeof ArrivalFile>;
