import type { Content } from "#content/loader/load.ts";
import type { Letterhead } from "#contract/care/letters.ts";
import type { Letter } from "#server/care/public.ts";
import { type DocumentSubject, patientParty, practiceParty } from "../document-subject.ts";
import { practiceDayText, stateName } from "../formats.ts";

/** What a letter has around its text: the document prints it, and whoever issues the letter reads it first. */
export function letterheadOf(
  content: Pick<Content, "brand" | "documents" | "states">,
  subject: DocumentSubject,
  { doctor, state, issuedAt }: Pick<Letter, "doctor" | "state" | "issuedAt">,
): Letterhead {
  const { brand, documents } = content;
  const { title, closing } = documents.letter;
  const issuedon = practiceDayText(brand.timezone, issuedAt);
  return {
    ...{ issuer: brand.practice.name, title, issuedon, closing },
    parties: [patientParty(subject), practiceParty(content)].map((party) => ({ ...party, lines: [...party.lines] })),
    signer: {
      name: doctor.name,
      lines: [
        doctor.credentials,
        `Licensed in ${stateName(content, state)} · NPI ${doctor.npi}`,
        `Signed electronically on ${issuedon}`,
      ],
    },
  };
}
