import type { PatientRecord } from "#contract/care/patients.ts";

type Letter = NonNullable<PatientRecord["letters"]>[number];

/** A letter is written about somebody whom a doctor has accepted. The server has the last word. */
export const mayHaveLetter = ({ carestatus }: Pick<PatientRecord, "carestatus">): boolean => carestatus === "accepted";

/** The text as the document sets it: a blank line begins a paragraph. */
export const letterParagraphs = (text: string): readonly string[] =>
  text.split(/\n\s*\n/).flatMap((block) => (block.trim() === "" ? [] : [block.trim()]));

/** What issuing it does to the letter before; null where there is none. */
export function replacedText(
  letters: readonly Letter[],
  text: string,
  dayOf: (moment: string) => string,
): string | null {
  const [latest] = letters;
  if (!latest) return null;
  return letterParagraphs(latest.text).join("\n\n") === letterParagraphs(text).join("\n\n")
    ? `The same letter was issued on ${dayOf(latest.issuedat)}. You don’t need to issue it again.`
    : `It replaces the letter of ${dayOf(latest.issuedat)}, which the patient can’t download any more.`;
}
