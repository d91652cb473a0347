import type { Content } from "#content/load.ts";
import type { Letter } from "#server/care/public.ts";
import { patientParty, practiceParty, type Subject, subjectName } from "./head.ts";
import { letterhead, parties, prose, signature } from "./pdf/blocks.ts";
import { writePdf } from "./pdf/paper.ts";
import { dayOf, stateName } from "./words.ts";

type Terms = Pick<Content, "brand" | "documents" | "states">;

/** The doctor's letter on the practice's paper: her words, her name, licence and number, and the day she wrote them. */
export function letterPaper(content: Terms, subject: Subject, letter: Letter): Promise<Buffer> {
  const { brand, documents } = content;
  const { title, closing } = documents.letter;
  const { doctor, state, issuedAt } = letter;
  const issued = dayOf(brand.timezone, issuedAt);
  const paper = {
    title: `${title}: ${subjectName(subject)}`,
    author: doctor.name,
    landscape: false,
    colours: brand.print,
    footer: `${brand.practice.name} · ${title} · ${subjectName(subject)} · ${issued}`,
    createdAt: issuedAt,
  };
  return writePdf(paper, (page) => {
    letterhead(page, { issuer: brand.practice.name, title, aside: issued });
    parties(page, [patientParty(subject), practiceParty(content)]);
    prose(page, letter.text);
    signature(page, {
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
