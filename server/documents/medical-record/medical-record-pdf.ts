import type { Rule } from "#content/schema/rules.ts";
import type { RecordPart } from "#contract/documents/record-codes.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import { patientParty, practiceParty, subjectName } from "../document-subject.ts";
import { dash, practiceDayText, practiceMomentText, stateName } from "../formats.ts";
import { heading, letterhead, parties, paragraphs } from "../pdf/blocks.ts";
import { type PdfWriter, writePdf } from "../pdf/pdf-writer.ts";
import { table } from "../pdf/table.ts";
import { emergenciesSection } from "./emergencies-section.ts";
import type { MedicalRecord, RecordContent } from "./medical-record.ts";
import { counselingSection, ordersSection, pharmacistsSection, voidedSection } from "./pharmacy-sections.ts";
import { planSection, prescriptionsSection } from "./prescribed-sections.ts";

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
