import type { PatientRecord } from "#contract/care/patients.ts";

type Letter = NonNullable<PatientRecord["letters"]>[number];

/** A letter is written about somebody whom a doctor has accepted. The server has the last word. */
export const mayHaveLetter = ({ carestatus }: Pick<PatientRecord, "carestatus">): boolean => carestatus === "accepted";

/** The text as the document sets it: a blank line begins a paragraph. */
export const letterParagraphs = (text: string): readonly string[] =>
  text.split(/\n\s*\n/).flatMap((block) => (block.trim() === "" ? [] : [block.trim()]));

/** The letter the patient can download: the newest that counts as theirs. */
export const currentLetter = (letters: readonly Letter[]): Letter | undefined =>
  letters.find(({ misfiled }) => misfiled === null);

/** Whether the patient reads a letter, or why not. */
export function letterState({ id, misfiled }: Letter, current: Letter | undefined): string {
  if (misfiled === "withdrawn") return "withdrawn: it was for another patient";
  if (misfiled === "reported") return "the patient says it isn’t theirs, and can’t download it";
  return id === current?.id ? "the patient can download it" : "replaced by a later one";
}

/** What issuing it does to the letter before; null where there is none. */
export function replacedText(
  letters: readonly Letter[],
  text: string,
  dayOf: (moment: string) => string,
): string | null {
  const latest = currentLetter(letters);
  if (!latest) return null;
  return letterParagraphs(latest.text ?? "").join("\n\n") === letterParagraphs(text).join("\n\n")
    ? `The same letter was issued on ${dayOf(latest.issuedat)}. You don’t need to issue it again.`
    : `It replaces the letter of ${dayOf(latest.issuedat)}, which the patient can’t download any more.`;
}
