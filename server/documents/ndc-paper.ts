import type { Content } from "#content/load.ts";
import type { Dispensed } from "./dispensed.ts";
import { patientParty, pharmacyParty, practiceParty, type Subject, subjectName } from "./head.ts";
import { heading, letterhead, parties, prose } from "./pdf/blocks.ts";
import { writePdf } from "./pdf/paper.ts";
import { table } from "./pdf/table.ts";
import { unitsText } from "./units.ts";
import { dash, dayOf, dayText, doctorCell } from "./words.ts";

type Terms = Pick<Content, "brand" | "documents">;

export interface NdcLetter {
  readonly year: number;
  readonly subject: Subject;
  readonly drugs: readonly Dispensed[];
  readonly issuedAt: Date;
}

/** The letter that names the drug code of everything dispensed in a year. */
export function ndcPaper(content: Terms, { year, subject, drugs, issuedAt }: NdcLetter): Promise<Buffer> {
  const { brand, documents } = content;
  const title = `${documents.ndc.title} ${year}`;
  const issued = dayOf(brand.timezone, issuedAt);
  const paper = {
    title: `${title}: ${subjectName(subject)}`,
    author: brand.practice.name,
    landscape: true,
    colours: brand.print,
    footer: `${brand.practice.name} · ${title} · ${subjectName(subject)} · Issued ${issued}`,
    createdAt: issuedAt,
  };
  return writePdf(paper, async (page) => {
    letterhead(page, { issuer: brand.practice.name, title, aside: `Issued ${issued}` });
    parties(page, [patientParty(subject), practiceParty(content), pharmacyParty(content)]);
    prose(page, documents.ndc.text);
    heading(page, `Dispensed in ${year}`);
    await table(page, drugsTable(content, drugs));
  });
}

const drugsTable = ({ documents }: Terms, drugs: readonly Dispensed[]) => ({
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
    dayText(drug.day),
    drug.name,
    drug.strength,
    drug.form,
    drug.ndc ?? [documents.ndc.compounded, ...drug.ingredients],
    drug.rxNumber ?? dash,
    unitsText(drug.units),
    String(drug.daysSupply),
    doctorCell(drug.prescriber),
  ]),
});
