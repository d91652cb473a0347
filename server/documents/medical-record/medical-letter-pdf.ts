import type { Content } from "#content/loader/load.ts";
import type { Letter } from "#server/care/public.ts";
import { patientParty, practiceParty, type DocumentSubject, subjectName } from "../document-subject.ts";
import { letterhead, parties, paragraphs, signature } from "../pdf/blocks.ts";
import { writePdf } from "../pdf/pdf-writer.ts";
import { practiceDayText, stateName } from "../formats.ts";

type LetterContent = Pick<Content, "brand" | "documents" | "states">;

/** The doctor's letter on the practice's letterhead: the doctor's text, name, license and NPI, and the day it was written. */
export function medicalLetterPdf(content: LetterContent, subject: DocumentSubject, letter: Letter): Promise<Buffer> {
  const { brand, documents } = content;
  const { title, closing } = documents.letter;
  const { doctor, state, issuedAt } = letter;
  const issued = practiceDayText(brand.timezone, issuedAt);
  const pdfOptions = {
    title: `${title}: ${subjectName(subject)}`,
    author: doctor.name,
    landscape: false,
    colours: brand.print,
    footer: `${brand.practice.name} · ${title} · ${subjectName(subject)} · ${issued}`,
    createdAt: issuedAt,
  };
  return writePdf(pdfOptions, (pdf) => {
    letterhead(pdf, { issuer: brand.practice.name, title, aside: issued });
    parties(pdf, [patientParty(subject), practiceParty(content)]);
    paragraphs(pdf, letter.text);
    signature(pdf, {
      closing,
      name: doctor.name,
      lines: [
        doctor.credentials,
        `Licensed in ${stateName(content, state)} · NPI ${doctor.npi}`,
        `Signed electronically on ${issued}`,
      ],
    });
  });
}
