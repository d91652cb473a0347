import type { Content } from "#content/loader/load.ts";
import { formatShortDay } from "#contract/fields/formats.ts";
import { unitsText } from "../dispensed-units.ts";
import type { DispensedDrug } from "../dispensed.ts";
import { patientParty, pharmacyParty, practiceParty, type DocumentSubject, subjectName } from "../document-subject.ts";
import { dash, practiceDayText, doctorCell } from "../formats.ts";
import { heading, letterhead, parties, paragraphs } from "../pdf/blocks.ts";
import { writePdf } from "../pdf/pdf-writer.ts";
import { table } from "../pdf/table.ts";

type NdcContent = Pick<Content, "brand" | "documents">;

export interface NdcLetterInput {
  readonly year: number;
  readonly subject: DocumentSubject;
  readonly drugs: readonly DispensedDrug[];
  readonly issuedAt: Date;
}

/** The letter that lists the drug codes of everything dispensed in a year. */
export function ndcLetterPdf(content: NdcContent, { year, subject, drugs, issuedAt }: NdcLetterInput): Promise<Buffer> {
  const { brand, documents } = content;
  const title = `${documents.ndc.title} ${year}`;
  const issued = practiceDayText(brand.timezone, issuedAt);
  const pdfOptions = {
    title: `${title}: ${subjectName(subject)}`,
    author: brand.practice.name,
    landscape: true,
    colours: brand.print,
    unprintable: "refuse" as const,
    footer: `${brand.practice.name} · ${title} · ${subjectName(subject)} · Issued ${issued}`,
    createdAt: issuedAt,
  };
  return writePdf(pdfOptions, async (pdf) => {
    letterhead(pdf, { issuer: brand.practice.name, title, aside: `Issued ${issued}` });
    parties(pdf, [patientParty(subject), practiceParty(content), pharmacyParty(content)]);
    paragraphs(pdf, documents.ndc.text);
    heading(pdf, `Dispensed in ${year}`);
    await table(pdf, drugsTable(content, drugs));
  });
}

const drugsTable = ({ documents }: NdcContent, drugs: readonly DispensedDrug[]) => ({
  columns: [
    { title: "Fill date", share: 72 },
    { title: "Drug", share: 110 },
    { title: "Strength", share: 80 },
    { title: "Form", share: 60 },
    { title: "NDC", share: 130 },
    { title: "Rx number", share: 62 },
    { title: "Quantity", share: 50, right: true },
    { title: "Days’ supply", share: 54, right: true },
    { title: "Prescriber", share: 100 },
  ],
  rows: drugs.map((drug) => [
    formatShortDay(drug.day),
    drug.name,
    drug.strength,
    drug.form,
    drug.ndcs.length > 0 ? drug.ndcs : [documents.ndc.compounded, ...drug.ingredients],
    drug.rxNumber ?? dash,
    unitsText(drug.units),
    String(drug.daysSupply),
    doctorCell(drug.prescriber),
  ]),
});
