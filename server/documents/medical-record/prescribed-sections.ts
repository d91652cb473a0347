/** What was decided and prescribed, as the medical record says it. */
import type { PrescriptionStatus } from "#contract/care/prescriptions.ts";
import type { ChartedPrescription } from "#server/care/public.ts";
import type { CaseStatus } from "#server/cases/public.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import { scheduleText } from "#server/prescriptions/public.ts";
import { dash, doctorCell, laterSentence, practiceDayText, restSentence } from "../formats.ts";
import { heading, paragraphs } from "../pdf/blocks.ts";
import type { PdfWriter } from "../pdf/pdf-writer.ts";
import { table } from "../pdf/table.ts";
import type { MedicalRecord, RecordContent } from "./medical-record.ts";

export async function prescriptionsSection(
  pdf: PdfWriter,
  content: RecordContent,
  { history }: MedicalRecord,
): Promise<void> {
  const { brand, catalogue } = content;
  heading(pdf, "Prescriptions");
  if (history.prescriptions.length === 0)
    return paragraphs(pdf, toText(content, sentence("documents.record_no_prescriptions")));
  await table(pdf, {
    columns: [
      { title: "Drug", share: 130 },
      { title: "Directions", share: 150 },
      { title: "Prescribed", share: 66 },
      { title: "Rx number", share: 60 },
      { title: "Status", share: 72 },
      { title: "Prescriber", share: 90 },
    ],
    rows: history.prescriptions.map((each) => {
      const product = catalogue.products.find(({ productid }) => productid === each.productId);
      return [
        product ? [product.name, product.strength] : each.productId,
        scheduleText(content, each.directions, each.planned) ?? dash,
        practiceDayText(brand.timezone, each.approvedAt),
        each.rxNumber,
        statusLines(content, each),
        [doctorCell(each.doctor), each.collaborator ? [`with ${each.collaborator.name}`] : []].flat(),
      ];
    }),
  });
}

/** What is said of a prescription with a status: of one that is prescribed, and of a doctor's change what is used today and what comes after. */
const statusSentences = {
  active: ({ refillsLeft, rest, ...prescription }) => [
    laterSentence(prescription) ?? sentence("documents.prescription_active"),
    ...(rest === null ? [] : [restSentence(rest)]),
    sentence("documents.prescription_refills", { count: String(refillsLeft) }),
  ],
  on_hold: ({ onHoldAt }, day) => [sentence("documents.prescription_on_hold", { day: day(onHoldAt) })],
  stopped: ({ stoppedAt }, day) => [sentence("documents.prescription_stopped", { day: day(stoppedAt) })],
  replaced: ({ usedNow }) => [
    sentence(usedNow ? "documents.prescription_until_next" : "documents.prescription_replaced"),
  ],
  wrong_patient: ({ stoppedAt }, day) => [sentence("documents.prescription_wrong_patient", { day: day(stoppedAt) })],
  ended: () => [sentence("documents.prescription_ended")],
} as const satisfies Record<
  PrescriptionStatus,
  (prescription: ChartedPrescription, day: (at: Date | null) => string) => readonly Sentence[]
>;

function statusLines(content: RecordContent, prescription: ChartedPrescription): string[] {
  const day = (at: Date | null) => (at === null ? dash : practiceDayText(content.brand.timezone, at));
  const statusTexts = statusSentences[prescription.status](prescription, day).map((text) => toText(content, text));
  return prescription.statusReason === null ? statusTexts : [...statusTexts, prescription.statusReason];
}

const decisionLabels: Readonly<Record<CaseStatus, Sentence>> = {
  submitted: sentence("documents.decision_submitted"),
  accepted: sentence("documents.decision_accepted"),
  approved: sentence("documents.decision_approved"),
  declined: sentence("documents.decision_declined"),
  lapsed: sentence("documents.decision_lapsed"),
};

export async function planSection(pdf: PdfWriter, content: RecordContent, { history }: MedicalRecord): Promise<void> {
  const { brand } = content;
  heading(pdf, "Plan and decision");
  if (history.visits.length === 0) return paragraphs(pdf, toText(content, sentence("documents.record_no_visits")));
  await table(pdf, {
    columns: [
      { title: "Submitted", share: 70 },
      { title: "Decision", share: 90 },
      { title: "Decided", share: 70 },
      { title: "Doctor", share: 100 },
      { title: "Doctor’s note", share: 200 },
    ],
    rows: history.visits.map((visit) => [
      practiceDayText(brand.timezone, visit.submittedAt),
      toText(content, decisionLabels[visit.status]),
      visit.decidedAt ? practiceDayText(brand.timezone, visit.decidedAt) : dash,
      doctorCell(visit.doctor),
      visit.note ?? dash,
    ]),
  });
}
