import type { Content } from "#content/loader/load.ts";
import { type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";
import { practiceDayText } from "../formats.ts";
import { heading, letterhead, paragraphs } from "../pdf/blocks.ts";
import { writePdf } from "../pdf/pdf-writer.ts";
import { table } from "../pdf/table.ts";

/** A section of the form: its fields by their numbers there, and what is on file; null where nothing is. */
export interface ReportSection {
  readonly title: string;
  readonly rows: readonly (readonly [field: string, value: string | null])[];
}

/** A logged side effect as a PDF with the fields of Form FDA 3500. Nothing in its head, foot or title says of whom it is. */
export function fdaReportPdf(
  content: SentenceContent & Pick<Content, "brand">,
  sections: readonly ReportSection[],
  now: Date,
): Promise<Buffer> {
  const { brand } = content;
  const title = "Adverse event report";
  const issuer = brand.practice.name;
  const issued = practiceDayText(brand.timezone, now);
  const pdfOptions = {
    ...{ title, author: issuer, landscape: false, colours: brand.print, createdAt: now },
    unprintable: "refuse" as const,
    footer: `${issuer} · ${title} · ${issued} · In confidence`,
  };
  return writePdf(pdfOptions, async (pdf) => {
    letterhead(pdf, { issuer, title, aside: issued });
    paragraphs(pdf, toText(content, sentence("documents.fda_report")));
    for (const { title: section, rows } of sections) {
      heading(pdf, section);
      await table(pdf, {
        columns: [
          { title: "Field", share: 190 },
          { title: "On file", share: 330 },
        ],
        rows: rows.map(([field, value]) => [field, value === null ? "" : value.split("\n")]),
      });
    }
  });
}
