import type { FollowupStep, followup } from "#contract/followup.ts";
import type { HandlerInput } from "#contract/http/endpoint.ts";
import { putPrescriptionsOnHold } from "#server/care/public.ts";
import { emergencyFromStop, keepsMedicine, reportEmergency } from "#server/emergency/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { insertAnswers, type SealedAnswer } from "../answers.ts";
import { lockFollowup, markClaimed } from "../claim.ts";
import { completeFollowup } from "../complete.ts";
import { findingsOf } from "../findings.ts";
import { loadFollowup, type Followup, requireStep } from "../load-followup.ts";
import { updateFollowup, isInterrupted, type FollowupRow } from "../queries.ts";
import { sealScope, currentQuestionPath } from "../scope.ts";
import { isAnswered, nextStepAfter, type Step } from "../step-order.ts";
import { questionsWithOptions } from "./answer-lists.ts";
import { checkAnswers } from "./check-answers.ts";
import { presentStep } from "./present-step.ts";

type Sent = HandlerInput<typeof followup.saveStep>["body"]["answers"];

/**
 * Saves the patient's answers to a step and moves on: to the next step, to the same one while it asks for more, or to the end. `stop` is an
 * urgent notice, until the patient has read it: it interrupts the follow-up, which then takes nothing but another
 * emergency and corrections.
 */
export const saveStep = (
  services: Services & Refuses<"step_ahead" | "wrong_state">,
  patientId: string,
  id: string,
  stepNumber: number,
  sent: Sent,
): Promise<FollowupStep> =>
  inTransaction(services, async (tx) => {
    const row = await lockFollowup(tx, patientId, id);
    const before = await loadFollowup(tx, row);
    const step = requireStep(services, before, stepNumber);
    if (row.status === "COMPLETED") throw services.refuse("wrong_state", { message: sentence("followup.complete") });
    const askedStep: Step = { step: stepNumber, questions: await questionsWithOptions(tx, before, step) };
    const answers = checkAnswers(askedStep, sent, before.answers).flatMap((answer) =>
      askedStep.questions
        .filter((question) => question.id === answer.questionId)
        .map((question): SealedAnswer => ({
          ...answer,
          ...findingsOf(services.content, question, answer, before.previousAnswers),
        })),
    );
    const emergency = answers.some(({ stops, flags }) => stops.length > 0 || flags.some(isEmergency));
    if (isInterrupted(row) && !emergency && !isAnswered(step, before.answers))
      throw services.refuse("wrong_state", { message: sentence("followup.interrupted") });
    const { version } = services.content.followup;
    const position = { count: before.all.length, contentVersion: version, now: services.clock.now() };
    await insertAnswers(tx.db, services.secrets, row, position, answers);
    // The medicine may be the danger, or add to it: nothing more of it is charged or shipped until a doctor has looked.
    if (answers.some(({ stops }) => stops.some(({ ruleid }) => !keepsMedicine(services.content, ruleid))))
      await putPrescriptionsOnHold(tx, patientId, () => true);
    const saved = await loadFollowup(tx, await markClaimed(tx, row));
    for (const answer of answers) await reportAnswerEmergency(tx, row, answer);
    const after = await advance(tx, saved, emergency);
    return presentStep(tx, after, shownAfter(after, step));
  });

/** Reports an emergency in an answer to the practice at once. */
async function reportAnswerEmergency(
  services: TxServices,
  { id, patient_id: patientId }: FollowupRow,
  { stops, words }: SealedAnswer,
): Promise<void> {
  const stop = stops.find(({ kind }) => kind === "emergency");
  if (!stop) return;
  const emergencyReport = { sign: stop.ruleid, emergency: emergencyFromStop(stop), words };
  await reportEmergency(services, { ...emergencyReport, patientId, source: "followup", followupId: id });
}

const isEmergency = ({ level }: SealedAnswer["flags"][number]): boolean => level === "emergency";

/**
 * Saves which questions are on the patient's path and whether a doctor should read the follow-up; completes it when no question is left and no
 * emergency interrupts it.
 */
async function advance(services: TxServices, followup: Followup, emergency: boolean): Promise<Followup> {
  const { row, steps, progress, answers, symptoms, previousAnswers } = followup;
  const questionPath = currentQuestionPath(followup.questionPath, steps, progress, answers);
  const scopeColumns = {
    scope_sealed: sealScope(services.secrets, row.id, { symptoms, previousAnswers, questionPath }),
  };
  const needsDoctor = emergency && (row.awaiting_doctor_since === null || row.closed_at !== null);
  const changes = needsDoctor
    ? { ...scopeColumns, awaiting_doctor_since: services.clock.now(), closed_at: null }
    : scopeColumns;
  const moved = await updateFollowup(services.db, row, changes);
  const isComplete = progress.isComplete && !isInterrupted(moved);
  return { ...followup, questionPath, row: isComplete ? await completeFollowup(services, moved) : moved };
}

/** The step shown next: the following one, or this one while it asks for more or is the last. */
function shownAfter({ steps, answers, progress }: Followup, step: Step): Step {
  if (!isAnswered(step, answers)) return step;
  return steps[progress.isComplete ? progress.current : nextStepAfter(step, answers)] ?? step;
}
