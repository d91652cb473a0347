import { z } from "zod";

/** Ids inside content files: lower snake case, so that a condition reads like a sentence. */
export const ContentId = z.string().regex(/^[a-z0-9]+(?:_[a-z0-9]+)*$/, "must be lower snake case");

/** One line or paragraph shown to a person. */
export const NonEmptyText = z.string().trim().min(1);

/** Whole US cents. */
export const Cents = z.int().min(0);

/** Hundredths of a percent: 825 is 8.25 %. */
export const BasisPoints = z.int().min(0).max(2000);

/** Calendar day `YYYY-MM-DD`. */
export const ContentDay = z.iso.date();

export const State = z.string().regex(/^[A-Z]{2}$/, "must be a two-letter state id");

/** Steps of the visit that content may name; only the server enters 5.4. */
export const Step = z.union(
  [1, 1.5, 2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7, 2.8, 2.9, 3.1, 3, 4, 5, 5.1, 5.2, 6, 7].map((step) => z.literal(step)),
);

/** The steps that ask questions. */
export const QuestionStep = z.union(
  [2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7, 2.8, 2.9, 3.1].map((step) => z.literal(step)),
);

/** Name of a flow: one of the spec's, or one of the practice's own, which has the old design (spec §4). */
export const Variant = z.string().regex(/^[A-Z][A-Za-z0-9]{0,9}$/, "must be letters and digits, such as C or F3v1");

/** What a product does, as rules and requirements name it. */
export const Category = z.enum([
  "systemic_estrogen",
  "progestogen",
  "vaginal_estrogen",
  "face",
  "arousal",
  "hair",
  "skin",
  "supplement",
]);
export type Category = z.output<typeof Category>;

/** Tax category of a line (shipping is a line of its own). */
export const TaxCategory = z.enum(["rx_drug", "otc_drug", "cosmetic", "service"]);

/** A text whose `{{placeholders}}` are among these. */
export const textWith = (...known: readonly string[]) =>
  z
    .string()
    .trim()
    .check((context) => {
      for (const [, name = ""] of context.value.matchAll(/\{\{([^}]*)\}\}/g))
        if (!known.includes(name))
          context.issues.push({ code: "custom", input: name, message: `uses the unknown placeholder {{${name}}}` });
    });

/** The names of a text's `{{placeholders}}`. */
const placeholdersIn = (text: string): string[] => [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = ""]) => name);

/** Whether a text has no placeholders but these. */
export const usesOnly =
  (known: readonly string[]) =>
  (text: string): boolean =>
    placeholdersIn(text).every((name) => known.includes(name));
