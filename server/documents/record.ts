import type { Services } from "#server/platform/services.ts";
import { latestLetter, type Letter } from "#server/care/public.ts";
import { latestAnswers, onboardingStatus, visitSummary } from "#server/onboarding/public.ts";
import { type Dispensed, dispensedIn } from "./dispensed.ts";
import { type Subject, subjectOf } from "./head.ts";
import { type History, historyOf } from "./history.ts";

type Visit = Awaited<ReturnType<typeof visitSummary>>;

/** Everything the practice has of a patient that another doctor needs: read once, written as PDF or as FHIR. */
export interface MedicalRecord {
  readonly subject: Subject;
  readonly visitDone: boolean;
  readonly answers: Visit["answers"];
  readonly flags: Visit["flags"];
  /** What she chose and added in words, by question. */
  readonly given: Awaited<ReturnType<typeof latestAnswers>>;
  readonly history: History;
  readonly dispensed: readonly Dispensed[];
  readonly letter: Letter | undefined;
  readonly issuedAt: Date;
}

/** A fixed number of queries. */
export async function recordOf(
  parts: Pick<Services, "db" | "secrets" | "content" | "clock">,
  patientId: string,
): Promise<MedicalRecord> {
  const [subject, status, visit, given, history, letter] = await Promise.all([
    subjectOf(parts, patientId),
    onboardingStatus(parts, patientId),
    visitSummary(parts, patientId),
    latestAnswers(parts, patientId),
    historyOf(parts, patientId),
    latestLetter(parts, patientId),
  ]);
  return {
    subject,
    visitDone: status === "DONE",
    ...visit,
    given,
    history,
    dispensed: dispensedIn(parts.content, history),
    letter,
    issuedAt: parts.clock.now(),
  };
}
