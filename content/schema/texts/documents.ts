import { z } from "zod";
import { Category, ContentId, NonEmptyText } from "../fields.ts";

const Titled = z.strictObject({ title: NonEmptyText, text: NonEmptyText });

/** 21 CFR 209.10(a), to the letter. */
const sideEffectsStatement =
  "Call your doctor for medical advice about side effects. You may report side effects to FDA at 1-800-FDA-1088.";

/** `documents.yaml`: the texts of the documents a patient takes to their insurance plan or to another doctor. */
export const DocumentsFile = z.strictObject({
  note: NonEmptyText,
  hsa: Titled,
  fsa: Titled,
  /** What the plan is told about a line, with an explanation of each term. */
  eligibility: z.strictObject({ eligible: Titled, needs_letter: Titled, not_eligible: Titled }),
  ndc: Titled.extend({
    /** Replaces the code of a drug that has none. */
    compounded: NonEmptyText,
  }),
  letter: z.strictObject({ title: NonEmptyText, closing: NonEmptyText }),
  records: Titled.extend({
    /** The question about allergies, and the answer that means none. */
    allergies: z.strictObject({ question: ContentId, none: ContentId }),
    /** Questions of which the answers in another record of the same person count, too. */
    lasting: z.array(ContentId).min(1),
    /** The questions about the patient's medicines. */
    medicines: z.array(ContentId),
  }),
  /** What of the record can be shared alone. */
  medicines: z.strictObject({ title: NonEmptyText }),
  /** How long a code works that opens the record to another doctor, how long it's read then, and the wrong birthdays that end it. */
  sharing: z.strictObject({
    codeminutes: z.int().min(5).max(1440),
    readminutes: z.int().min(5).max(1440),
    tries: z.int().min(1).max(10),
  }),
  /** What goes into the package with an order. */
  slip: z.strictObject({ title: NonEmptyText, inside: NonEmptyText, wrong: NonEmptyText, wrongplain: NonEmptyText }),
  /** What the pharmacy's labels say besides the prescription. */
  label: z.strictObject({
    title: NonEmptyText,
    /** 21 CFR 290.5. */
    caution: NonEmptyText,
    /** Each is printed where the product has one of its categories and one of its forms; a list left out fits all. */
    warnings: z.array(
      z.strictObject({
        categories: z.array(Category).min(1).optional(),
        forms: z.array(ContentId).min(1).optional(),
        text: NonEmptyText,
      }),
    ),
  }),
  /** Of packages that aren't child-resistant, because the patient asked for it: what they read first, what whoever packs reads, and what the label says. */
  easyopen: z.strictObject({ patient: NonEmptyText, packing: NonEmptyText, label: NonEmptyText }),
  /** The headings of a product's leaflet, and what it says where the product itself says nothing. */
  leaflet: z.strictObject({
    title: NonEmptyText,
    intro: NonEmptyText,
    before: NonEmptyText,
    use: NonEmptyText,
    /** Stands between directions of the patient's own, as the label has them, and the product's. */
    labelcounts: NonEmptyText,
    missed: NonEmptyText,
    missedunknown: NonEmptyText,
    warnings: NonEmptyText,
    help: NonEmptyText,
    helptext: NonEmptyText,
    sideeffects: NonEmptyText,
  }),
  /** What a bank is told of how refunds and cancelling work, as the customer is told. */
  dispute: z.strictObject({ refunds: NonEmptyText, cancellation: NonEmptyText }),
  /** What 21 CFR 209.10 has said of side effects, and on which of the papers that go with a box. */
  sideeffects: z.strictObject({
    on: z.array(z.enum(["leaflet", "label"])).min(1),
    text: z.literal(sideEffectsStatement),
  }),
});
