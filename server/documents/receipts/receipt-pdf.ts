import type { Content } from "#content/loader/load.ts";
import { formatShortDay } from "#contract/fields/formats.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { unitsText } from "../dispensed-units.ts";
import { patientParty, pharmacyParty, practiceParty, type DocumentSubject, subjectName } from "../document-subject.ts";
import { cardText, dash, practiceDayText, doctorCell, money } from "../formats.ts";
import { heading, letterhead, parties, paragraphs } from "../pdf/blocks.ts";
import { writePdf } from "../pdf/pdf-writer.ts";
import { table } from "../pdf/table.ts";
import { type Statement, type StatementLine, type StatementShare, sum } from "../statement.ts";

type ReceiptContent = Pick<Content, "brand" | "documents" | "sentences">;

export interface ReceiptInput {
  readonly kind: "hsa" | "fsa";
  readonly year: number;
  readonly subject: DocumentSubject;
  readonly statement: Statement;
  readonly issuedAt: Date;
}

/** The receipt of a year as a PDF, laid out for the person who checks a claim: every field in its own named column. */
export function receiptPdf(
  content: ReceiptContent,
  { kind, year, subject, statement, issuedAt }: ReceiptInput,
): Promise<Buffer> {
  const { brand, documents } = content;
  const title = `${documents[kind].title} ${year}`;
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
    letterhead(pdf, {
      issuer: brand.practice.name,
      title,
      aside: `Paid January 1 to December 31, ${year}\nIssued ${issued}`,
    });
    parties(pdf, [patientParty(subject), practiceParty(content), pharmacyParty(content)]);
    paragraphs(pdf, documents[kind].text);
    if (statement.lines.length > 0) {
      heading(pdf, "Items purchased");
      await table(pdf, linesTable(content, statement.lines));
      heading(pdf, "Payments");
      await table(pdf, paymentsTable(statement));
    }
    if (statement.refunds.length > 0) {
      heading(pdf, `What was refunded in ${year}`);
      await table(pdf, refundsTable(content, statement));
    }
    heading(pdf, `Summary of ${year}`);
    await table(pdf, summaryTable(content, statement));
    for (const eligibilityKind of new Set(statement.lines.map(({ eligibility }) => eligibility))) {
      const { title: eligibilityTitle, text } = documents.eligibility[eligibilityKind];
      paragraphs(pdf, `${eligibilityTitle}: ${text}`, { small: true });
    }
  });
}

const linesTable = ({ documents }: ReceiptContent, lines: readonly StatementLine[]) => ({
  columns: [
    { title: "Date of service", share: 66 },
    { title: "Order", share: 42 },
    { title: "Drug or product", share: 84 },
    { title: "Strength", share: 66 },
    { title: "Form", share: 66 },
    { title: "Quantity", share: 54, right: true },
    { title: "Days’ supply", share: 50, right: true },
    { title: "Rx number", share: 60 },
    { title: "Prescriber", share: 84 },
    { title: "Eligibility", share: 60 },
    { title: "Price", share: 52, right: true },
    { title: "Discount", share: 54, right: true },
    { title: "Amount", share: 54, right: true },
  ],
  rows: lines.map((line) => [
    line.sent ? formatShortDay(line.serviceDay) : [formatShortDay(line.serviceDay), "paid, not sent yet"],
    line.orderNumber,
    line.name,
    line.strength,
    line.form || dash,
    unitsText(line.units),
    String(line.daysSupply),
    line.rxNumber ?? dash,
    doctorCell(line.prescriber),
    documents.eligibility[line.eligibility].title,
    money(line.priceCents),
    money(-line.discountCents),
    money(line.amountCents),
  ]),
  foot: [
    "Total",
    ...Array.from({ length: 9 }, () => ""),
    money(sum(lines, ({ priceCents }) => priceCents)),
    money(-sum(lines, ({ discountCents }) => discountCents)),
    money(sum(lines, ({ amountCents }) => amountCents)),
  ],
});

function paymentsTable({ payments, paidCents }: Statement) {
  const adjusted = payments.some(({ adjustmentCents }) => adjustmentCents !== 0);
  return {
    columns: [
      { title: "Order", share: 60 },
      { title: "Paid on", share: 90 },
      { title: "Paid with", share: 160 },
      { title: "Lines", share: 80, right: true },
      { title: "Sales tax", share: 80, right: true },
      { title: "Shipping", share: 80, right: true },
      ...(adjusted ? [{ title: "Adjustment", share: 80, right: true }] : []),
      { title: "Paid", share: 80, right: true },
    ],
    rows: payments.map((each) => [
      each.orderNumber,
      formatShortDay(each.day),
      cardText(each.card),
      money(each.amountCents),
      money(each.taxCents),
      money(each.shippingCents),
      ...(adjusted ? [money(each.adjustmentCents)] : []),
      money(each.paidCents),
    ]),
    foot: [
      "Total paid",
      "",
      "",
      money(sum(payments, ({ amountCents }) => amountCents)),
      money(sum(payments, ({ taxCents }) => taxCents)),
      money(sum(payments, ({ shippingCents }) => shippingCents)),
      ...(adjusted ? [money(sum(payments, ({ adjustmentCents }) => adjustmentCents))] : []),
      money(paidCents),
    ],
  };
}

const refundsTable = (content: ReceiptContent, { refunds, refundedCents }: Statement) => ({
  columns: [
    { title: "Order", share: 60 },
    { title: "Refunded on", share: 90 },
    { title: "Credit note", share: 110 },
    { title: "Refunded to", share: 370 },
    { title: "Refund", share: 80, right: true },
  ],
  rows: refunds.map((each) => [
    each.orderNumber,
    formatShortDay(each.day),
    each.creditNote ?? dash,
    each.cents < 0
      ? toText(content, sentence("documents.refund_returned", { card: cardText(each.card) }))
      : cardText(each.card),
    money(-each.cents),
  ]),
  foot: ["Total refunded", "", "", "", money(-refundedCents)],
});

function summaryTable({ documents }: ReceiptContent, { shares, paidCents, refundedCents }: Statement) {
  const categoryTitles: Readonly<Record<StatementShare["category"], string>> = {
    eligible: documents.eligibility.eligible.title,
    needs_letter: documents.eligibility.needs_letter.title,
    not_eligible: documents.eligibility.not_eligible.title,
    shipping: "Shipping",
    adjustment: "Adjustment",
  };
  return {
    columns: [
      { title: "Paid for", share: 470 },
      { title: "Amount", share: 80, right: true },
      { title: "Sales tax", share: 80, right: true },
      { title: "Total", share: 80, right: true },
    ],
    rows: [
      ...shares.map(({ category, amountCents, taxCents }) => [
        categoryTitles[category],
        money(amountCents),
        money(taxCents),
        money(amountCents + taxCents),
      ]),
      ["Total paid", "", "", money(paidCents)],
      ...(refundedCents === 0 ? [] : [["Total refunded", "", "", money(-refundedCents)]]),
    ],
    foot: ["Paid less refunds", "", "", money(paidCents - refundedCents)],
  };
}
