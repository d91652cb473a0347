import type { EmergencyAction } from "#contract/care/told-emergency.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { dash, practiceMomentText } from "../formats.ts";
import { heading } from "../pdf/blocks.ts";
import type { PdfWriter } from "../pdf/pdf-writer.ts";
import { table } from "../pdf/table.ts";
import type { MedicalRecord, RecordContent } from "./medical-record.ts";

/** What the patient told of and what was done about it; left out where they never did. */
export async function emergenciesSection(
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
