import type { Brand } from "../schema/brand.ts";

/*
 * What the practice calls the people who prescribe is its own to say: `{{clinician}}` and `{{clinicians}}` stand for it in texts. Questions, follow-ups and
 * consents have no such word, because their wording is locked under a version; nor has the catalogue, whose directions are kept with each prescription, and
 * what has placeholders of its own that its schema checks: companions, canned replies, and the letter at the end of care.
 */

/** The words that texts of every file may use. */
const wordsOf = ({ clinician }: Pick<Brand, "clinician">): Readonly<Record<string, string>> => ({
  clinician: clinician.one,
  clinicians: clinician.many,
});

/** A part of the content with the practice's words in each of its texts. */
export function withPracticeWords<T>(part: T, brand: Pick<Brand, "clinician">): T {
  const words = wordsOf(brand);
  const fill = (value: unknown): unknown => {
    if (typeof value === "string")
      return value.replaceAll(/\{\{(clinicians?)\}\}/g, (whole, name: string) => words[name] ?? whole);
    if (Array.isArray(value)) return value.map(fill);
    if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]));
  };
  return fill(part) as T;
}
