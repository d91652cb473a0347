import type { Content } from "#content/loader/load.ts";
import type { Letter } from "#server/care/public.ts";
import { type DocumentSubject, subjectName } from "../document-subject.ts";
import { letterhead, parties, paragraphs, signature } from "../pdf/blocks.ts";
import { writePdf } from "../pdf/pdf-writer.ts";
import { letterheadOf } from "./letterhead.ts";

type LetterContent = Pick<Content, "brand" | "documents" | "states">;

/** The doctor's letter on the practice's letterhead: the doctor's text, name, license and NPI, and the day it was written. */
export function medicalLetterPdf(content: LetterContent, subject: DocumentSubject, letter: Letter): Promise<Buffer> {
  const head = letterheadOf(content, subject, letter);
  const pdfOptions = {
    title: `${head.title}: ${subjectName(subject)}`,
    author: letter.doctor.name,
    landscape: false,
    colours: content.brand.print,
    unprintable: "refuse" as const,
    footer: `${head.issuer} · ${head.title} · ${subjectName(subject)} · ${head.issuedon}`,
    createdAt: letter.issuedAt,
  };
  return writePdf(pdfOptions, (pdf) => {
    letterhead(pdf, { issuer: head.issuer, title: head.title, aside: head.issuedon });
    parties(pdf, head.parties);
    paragraphs(pdf, letter.text);
    signature(pdf, { closing: head.closing, ...head.signer });
  });
}
