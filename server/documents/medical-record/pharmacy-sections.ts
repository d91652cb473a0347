/** What was sent, by whom, and what the pharmacist and the patient talked of, as the medical record says it. */
import type { VoidReason } from "#contract/care/packed-lines.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import { dispensedUnits, unitsText } from "../dispensed-units.ts";
import { dash, practiceDayText, practiceMomentText } from "../formats.ts";
import { lineKey } from "../patient-history.ts";
import { heading, paragraphs } from "../pdf/blocks.ts";
import type { PdfWriter } from "../pdf/pdf-writer.ts";
import { table } from "../pdf/table.ts";
import type { MedicalRecord, RecordContent } from "./medical-record.ts";

export async function ordersSection(
  pdf: PdfWriter,
  content: RecordContent,
  { history, dispensed }: MedicalRecord,
): Promise<void> {
  const { brand } = content;
  heading(pdf, "Orders");
  if (history.orders.length === 0) return paragraphs(pdf, toText(content, sentence("documents.record_no_orders")));
  const paidAtOf = (orderId: string) =>
    history.movements.find((each) => each.orderId === orderId && each.kind === "payment")?.at;
  await table(pdf, {
    columns: [
      { title: "Order", share: 46 },
      { title: "Product", share: 150 },
      { title: "Quantity", share: 52, right: true },
      { title: "Days’ supply", share: 52, right: true },
      { title: "NDC", share: 90 },
      { title: "Paid", share: 66 },
      { title: "Sent", share: 66 },
      { title: "Delivered", share: 66 },
    ],
    rows: history.orders.flatMap((order) => {
      const paid = paidAtOf(order.id);
      return order.lines.map((line) => {
        const shipment = history.shipments.get(lineKey(line));
        const ndcs = dispensed.find(({ id }) => id === lineKey(line))?.ndcs ?? [];
        return [
          order.number ?? "",
          [line.name, line.dosage],
          unitsText(dispensedUnits(content, line)),
          String(line.days_supply * line.quantity),
          ndcs.length > 0 ? ndcs : dash,
          paid ? practiceDayText(brand.timezone, paid) : dash,
          shipment ? practiceDayText(brand.timezone, shipment.shippedAt) : dash,
          shipment?.deliveredAt ? practiceDayText(brand.timezone, shipment.deliveredAt) : dash,
        ];
      });
    }),
  });
}

/** Who filled what was sent and who verified it; left out where nobody was named. */
export async function pharmacistsSection(
  pdf: PdfWriter,
  { brand }: RecordContent,
  { dispensed }: MedicalRecord,
): Promise<void> {
  const named = dispensed.filter(({ filledBy, verifiedBy }) => filledBy !== null || verifiedBy !== null);
  if (named.length === 0) return;
  heading(pdf, "Filled and verified");
  await table(pdf, {
    columns: [
      { title: "Drug", share: 170 },
      { title: "Sent", share: 70 },
      { title: "Filled by", share: 140 },
      { title: "Verified by", share: 140 },
    ],
    rows: named.map(({ name, strength, sentAt, filledBy, verifiedBy }) => [
      [name, strength],
      practiceDayText(brand.timezone, sentAt),
      filledBy ?? dash,
      verifiedBy ?? dash,
    ]),
  });
}

const voidSentences: Readonly<Record<VoidReason, Sentence>> = {
  medicine: sentence("documents.void_medicine"),
  strength: sentence("documents.void_strength"),
  count: sentence("documents.void_count"),
  lot: sentence("documents.void_lot"),
  missing: sentence("documents.void_missing"),
};

/** What was recorded as dispensed by mistake; left out where nothing was. */
export async function voidedSection(pdf: PdfWriter, content: RecordContent, { voided }: MedicalRecord): Promise<void> {
  if (voided.length === 0) return;
  const { timezone } = content.brand;
  heading(pdf, "Entered in error");
  await table(pdf, {
    columns: [
      { title: "Drug", share: 150 },
      { title: "Lot", share: 60 },
      { title: "Sent", share: 66 },
      { title: "Voided", share: 120 },
      { title: "Why", share: 150 },
    ],
    rows: voided.map(({ name, strength, lotNumber, sentAt, voidedAt, voidedBy, reason }) => [
      [name, strength],
      lotNumber ?? dash,
      practiceDayText(timezone, sentAt),
      [practiceDayText(timezone, voidedAt), voidedBy ?? ""],
      toText(content, voidSentences[reason]),
    ]),
  });
}

const counselingSentences = {
  ...{ talked: sentence("documents.counseling_talked"), declined: sentence("documents.counseling_declined") },
  ...{ not_reached: sentence("documents.counseling_not_reached"), dropped: sentence("documents.counseling_dropped") },
} as const;

/** Talks with the pharmacist that were offered, as the patient answered; left out where they said nothing. */
export async function counselingSection(
  pdf: PdfWriter,
  content: RecordContent,
  { counseling, history }: MedicalRecord,
): Promise<void> {
  if (counseling.length === 0) return;
  const { timezone } = content.brand;
  heading(pdf, "Talks with the pharmacist");
  await table(pdf, {
    columns: [
      { title: "Order", share: 60 },
      { title: "Answered", share: 110 },
      { title: "What came of it", share: 150 },
      { title: "When", share: 110 },
      { title: "Pharmacist", share: 110 },
    ],
    rows: counseling.map(({ orderId, askedAt, ended }) => {
      const outcomes: Readonly<Record<string, Sentence>> = counselingSentences;
      return [
        history.orders.find(({ id }) => id === orderId)?.number ?? dash,
        practiceMomentText(timezone, askedAt),
        toText(content, (ended && outcomes[ended.outcome]) ?? sentence("documents.counseling_open")),
        ended ? practiceMomentText(timezone, ended.at) : dash,
        ended?.by ?? dash,
      ];
    }),
  });
}
