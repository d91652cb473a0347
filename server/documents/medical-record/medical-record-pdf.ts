import type { Content } from "#content/loader/load.ts";
import type { Rule } from "#content/schema/rules.ts";
import type { VoidReason } from "#contract/care/packed-lines.ts";
import type { PrescriptionStatus } from "#contract/care/prescriptions.ts";
import type { EmergencyAction } from "#contract/care/told-emergency.ts";
import type { RecordPart } from "#contract/documents/record-codes.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import type { ChartedPrescription } from "#server/care/public.ts";
import type { CaseStatus } from "#server/cases/public.ts";
import { formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import { scheduleText } from "#server/prescriptions/public.ts";
import { dispensedUnits, unitsText } from "../dispensed-units.ts";
import { patientParty, practiceParty, subjectName } from "../document-subject.ts";
import {
  dash,
  laterSentence,
  practiceDayText,
  practiceMomentText,
  restSentence,
  doctorCell,
  stateName,
} from "../formats.ts";
import { lineKey } from "../patient-history.ts";
import { heading, letterhead, parties, paragraphs } from "../pdf/blocks.ts";
import { type PdfWriter, writePdf } from "../pdf/pdf-writer.ts";
import { table } from "../pdf/table.ts";
import type { MedicalRecord } from "./medical-record.ts";

type RecordContent = Pick<Content, "brand" | "documents" | "states" | "catalogue" | "sentences">;
type Answers = MedicalRecord["answers"];

/**
 * The medical record for another doctor: first what the patient reported, then what was decided, prescribed and sent. Of the part `medicines` it's the
 * allergies, the medicines and what is prescribed.
 */
export function medicalRecordPdf(content: RecordContent, record: MedicalRecord, part: RecordPart): Promise<Buffer> {
  const { brand, documents } = content;
  const { subject, answers, issuedAt } = record;
  const { text, allergies, medicines } = documents.records;
  const { title } = part === "medicines" ? documents.medicines : documents.records;
  const issued = practiceDayText(brand.timezone, issuedAt);
  const pdfOptions = {
    title: `${title}: ${subjectName(subject)}`,
    author: brand.practice.name,
    landscape: false,
    colours: brand.print,
    unprintable: "codes" as const,
    footer: `${brand.practice.name} · ${title} · ${subjectName(subject)} · ${issued}`,
    createdAt: issuedAt,
  };
  const ownSectionQuestionIds = [allergies.question, ...medicines];
  const answersTo = (ids: readonly string[]) => answers.filter(({ questionid }) => ids.includes(questionid));
  return writePdf(pdfOptions, async (pdf) => {
    letterhead(pdf, { issuer: brand.practice.name, title, aside: `As of ${issued}` });
    const { state } = subject.patient;
    const party = patientParty(subject);
    const contact = [
      `Email: ${subject.patient.email}`,
      ...(state ? [`State of care: ${stateName(content, state)}`] : []),
    ];
    parties(pdf, [{ ...party, lines: [...party.lines, ...contact] }, practiceParty(content)]);
    paragraphs(pdf, text);
    await answersSection(
      pdf,
      content,
      "Allergies",
      answersTo([allergies.question]),
      sentence("documents.record_no_allergies_asked"),
    );
    await answersSection(
      pdf,
      content,
      "Medicines she reported",
      answersTo(medicines),
      sentence("documents.record_no_medicines"),
    );
    await prescriptionsSection(pdf, content, record);
    if (part === "medicines") return;
    await planSection(pdf, content, record);
    await flagsSection(pdf, content, record);
    await emergenciesSection(pdf, content, record);
    await answersSection(
      pdf,
      content,
      "Health questions",
      answers.filter(({ questionid }) => !ownSectionQuestionIds.includes(questionid)),
      sentence("documents.record_no_answers"),
    );
    await checkInsSection(pdf, record);
    await ordersSection(pdf, content, record);
    await pharmacistsSection(pdf, content, record);
    await voidedSection(pdf, content, record);
    await counselingSection(pdf, content, record);
    visitNotesSection(pdf, content, record);
    await loggedSection(pdf, content, record);
    if (!record.letter) return;
    heading(pdf, `Medical letter of ${practiceDayText(brand.timezone, record.letter.issuedAt)}`);
    paragraphs(pdf, `${record.letter.text}\n\n${record.letter.doctor.name}, ${record.letter.doctor.credentials}`);
  });
}

/** How an answer reached the practice that the patient didn’t give in the app. */
const toldTexts = {
  phone: "By phone",
  in_person: "In person",
  doctors_letter: "Another doctor’s letter",
} as const;

async function answersSection(
  pdf: PdfWriter,
  content: RecordContent,
  title: string,
  answers: Answers,
  none: Sentence,
): Promise<void> {
  heading(pdf, title);
  if (answers.length === 0) return paragraphs(pdf, toText(content, none));
  await table(pdf, {
    columns: [
      { title: "Question", share: 130 },
      { title: "Answer", share: 250 },
      { title: "Answered", share: 70 },
      { title: "Version", share: 74 },
    ],
    rows: answers.map(({ question, answer, at, contentVersion, told }) => [
      question,
      answer,
      told ? `${toldTexts[told.source]}, ${formatCalendarDay(told.on)}` : practiceDayText(content.brand.timezone, at),
      contentVersion,
    ]),
  });
}

async function prescriptionsSection(pdf: PdfWriter, content: RecordContent, { history }: MedicalRecord): Promise<void> {
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

async function planSection(pdf: PdfWriter, content: RecordContent, { history }: MedicalRecord): Promise<void> {
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

const levelLabels: Readonly<Record<Rule["outcome"], Sentence>> = {
  EMERGENCY: sentence("documents.level_emergency"),
  STOP: sentence("documents.level_stop"),
  CLINICIAN: sentence("documents.level_clinician"),
  INFO: sentence("documents.level_info"),
};

async function flagsSection(pdf: PdfWriter, content: RecordContent, { flags }: MedicalRecord): Promise<void> {
  heading(pdf, "Screening findings");
  if (flags.length === 0) return paragraphs(pdf, toText(content, sentence("documents.record_no_findings")));
  await table(pdf, {
    columns: [
      { title: "Finding", share: 170 },
      { title: "Level", share: 90 },
      { title: "Still applies", share: 80 },
      { title: "Note", share: 190 },
    ],
    rows: flags.map(({ title, outcome, current, note }) => [
      title,
      toText(content, levelLabels[outcome]),
      current ? "Yes" : "No, earlier",
      note === "" ? dash : note,
    ]),
  });
}

/** What the patient told of and what was done about it; left out where they never did. */
async function emergenciesSection(
  pdf: PdfWriter,
  content: RecordContent,
  { emergencies }: MedicalRecord,
): Promise<void> {
  const { timezone } = content.brand;
  const momentText = (at: string) => practiceMomentText(timezone, new Date(at));
  if (emergencies.length === 0) return;
  heading(pdf, "Emergencies she reported");
  await table(pdf, {
    columns: [
      { title: "Reported", share: 84 },
      { title: "Her words", share: 150 },
      { title: "She was shown", share: 100 },
      { title: "What was done", share: 190 },
    ],
    rows: emergencies.map(({ reportedat, words, writer, title, actions, closedat }) => [
      momentText(reportedat),
      writer === null ? words : [words, toText(content, sentence("documents.emergency_writer", { name: writer }))],
      title,
      [
        ...actions.map((action) =>
          toText(
            content,
            sentence(actionSentence(action), {
              at: momentText(action.at),
              by: action.name ?? content.brand.practice.name,
              text: action.text ?? dash,
            }),
          ),
        ),
        ...(closedat === null ? [toText(content, sentence("documents.emergency_open"))] : []),
      ],
    ]),
  });
}

const callSentences = {
  patient: "documents.emergency_call_patient",
  other: "documents.emergency_call_other",
  nobody: "documents.emergency_call_nobody",
} as const satisfies Record<NonNullable<EmergencyAction["reached"]>, string>;
const actionSentences = {
  acknowledged: "documents.emergency_acknowledged",
  closed: "documents.emergency_closed",
} as const satisfies Record<Exclude<EmergencyAction["kind"], "call">, string>;
const actionSentence = ({ kind, reached }: EmergencyAction) =>
  kind === "call" ? callSentences[reached ?? "nobody"] : actionSentences[kind];

/** How the patient felt week by week; left out where the patient never checked in, as it is optional. */
async function checkInsSection(pdf: PdfWriter, { checkIns }: MedicalRecord): Promise<void> {
  if (checkIns.length === 0) return;
  heading(pdf, "Weekly check-ins");
  await table(pdf, {
    columns: [
      { title: "Week of", share: 90 },
      { title: "Symptom", share: 200 },
      { title: "At the start, 0 to 4", share: 110, right: true },
      { title: "That week, 0 to 4", share: 110, right: true },
    ],
    rows: checkIns.flatMap(({ week, answers }) =>
      answers.map(({ name, then, value }) => [formatDayWithYear(week), name, String(then), String(value)]),
    ),
  });
}

async function ordersSection(
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
async function pharmacistsSection(
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
async function voidedSection(pdf: PdfWriter, content: RecordContent, { voided }: MedicalRecord): Promise<void> {
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
async function counselingSection(
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

/** What the practice logged as part of the record, such as calls and who else may be told; left out where nothing was. */
async function loggedSection(pdf: PdfWriter, content: RecordContent, { logged }: MedicalRecord): Promise<void> {
  if (logged.length === 0) return;
  heading(pdf, "Calls and other entries");
  await table(pdf, {
    columns: [
      { title: "Date", share: 90 },
      { title: "What", share: 130 },
      { title: "Entry", share: 300 },
    ],
    rows: logged.map(({ entry, words, at }) => [
      practiceDayText(content.brand.timezone, at),
      [entry.label, entry.outcome?.label].filter(Boolean).join(": "),
      [...entry.fields.map(({ label, value }) => `${label}: ${value}`), words].join("\n"),
    ]),
  });
}

/** What decisions left in the record, with what was added later; left out where nothing was decided. */
function visitNotesSection(pdf: PdfWriter, content: RecordContent, { visitNotes }: MedicalRecord): void {
  if (visitNotes.length === 0) return;
  const momentText = (at: string) => practiceMomentText(content.brand.timezone, new Date(at));
  heading(pdf, "Visit notes");
  for (const note of visitNotes) {
    heading(pdf, note.title, 3);
    for (const signed of [note, ...note.addenda]) {
      const { text, signedby, signedat, withdrawnat } = signed;
      const preparedby = signed === note ? note.preparedby : null;
      const values = { by: signedby, at: momentText(signedat) };
      if (text !== null) paragraphs(pdf, text);
      paragraphs(
        pdf,
        toText(
          content,
          preparedby === null ? null : sentence("documents.note_prepared", { by: preparedby }),
          sentence("documents.note_signed", values),
          withdrawnat === null ? null : sentence("documents.note_withdrawn", { at: momentText(withdrawnat) }),
        ),
        { small: true },
      );
    }
  }
}
