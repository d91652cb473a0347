import type { FollowupStep, followup } from "#contract/followup.ts";
import type { Parsed } from "#contract/endpoint.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { emergencyOfStop, reportEmergency } from "#server/emergency/public.ts";
import { keepsMedicine, withholdPrescriptions } from "#server/care/public.ts";
import { insertAnswers, type ToKeep } from "./answers.ts";
import { sealAsked, wayNow } from "./asked.ts";
import { checkAnswers } from "./check-answers.ts";
import { lockReview, noteClaimed } from "./claim.ts";
import { completeReview } from "./complete.ts";
import { questionsIn } from "./lists.ts";
import { presentStep } from "./present.ts";
import { changeReview, type ReviewRow } from "./queries.ts";
import { loadReview, type Review, stepOf } from "./review.ts";
import { isAnswered, nextAfter, type Step } from "./steps.ts";
import { toldBy } from "./told.ts";

type Sent = Parsed<typeof followup.saveStep>["body"]["answers"];

/**
 * Keeps her answers to a step and goes on: to the next step, to the same one while it asks for more, to the end. `stop` tells of what
 * cannot wait, until she has read it.
 */
export const saveStep = (
  parts: Services,
  patientId: string,
  id: string,
  n: number,
  sent: Sent,
): Promise<FollowupStep> =>
  transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const row = await lockReview(inTx, patientId, id);
    const before = await loadReview(inTx, row);
    const step = stepOf(before, n);
    if (row.status === "COMPLETED")
      throw new Refusal("wrong_state", { message: "This review is complete. Your doctor has your answers." });
    const asked: Step = { step: n, questions: await questionsIn(inTx, before, step) };
    const answers = checkAnswers(asked, sent, before.answers).flatMap((answer) =>
      asked.questions
        .filter((question) => question.id === answer.questionId)
        .map((question): ToKeep => ({ ...answer, ...toldBy(parts.content, question, answer, before.lastTime) })),
    );
    const { version } = parts.content.followup;
    const given = { count: before.all.length, contentVersion: version, now: parts.clock.now() };
    await insertAnswers(tx, parts.secrets, row, given, answers);
    // Medicine may be the danger, or add to it: nothing more of it is charged or sent before a doctor has looked.
    if (answers.some(({ stops }) => stops.some(({ ruleid }) => !keepsMedicine(parts.content, ruleid))))
      await withholdPrescriptions(inTx, patientId, () => true);
    const saved = await loadReview(inTx, await noteClaimed(inTx, row));
    const emergency = answers.some(({ stops, flags }) => stops.length > 0 || flags.some(isEmergency));
    for (const answer of answers) await report(inTx, row, answer);
    const after = await moveOn(inTx, saved, emergency);
    return presentStep(inTx, after, shownAfter(after, step));
  });

/** The practice learns at once of what an answer tells that cannot wait. */
async function report(
  parts: TxServices,
  { id, patient_id: patientId }: ReviewRow,
  { stops, words }: ToKeep,
): Promise<void> {
  const stop = stops.find(({ kind }) => kind === "emergency");
  if (!stop) return;
  const told = { sign: stop.ruleid, emergency: emergencyOfStop(stop), words };
  await reportEmergency(parts, { ...told, patientId, source: "followup", followupId: id });
}

const isEmergency = ({ level }: ToKeep["flags"][number]): boolean => level === "emergency";

/** Notes which questions are on her way, and that a doctor should read it; a review without further questions is over. */
async function moveOn(parts: TxServices, review: Review, emergency: boolean): Promise<Review> {
  const { row, steps, walk, answers, symptoms, lastTime } = review;
  const way = wayNow(review.way, steps, walk, answers);
  const asked = { asked_sealed: sealAsked(parts.secrets, row.id, { symptoms, lastTime, way }) };
  const told = emergency && (row.told_at === null || row.closed_at !== null);
  const changes = told ? { ...asked, told_at: parts.clock.now(), closed_at: null } : asked;
  const moved = await changeReview(parts.db, row, changes);
  return { ...review, way, row: walk.over ? await completeReview(parts, moved) : moved };
}

/** What she sees after a step: the next one, or this one while it asks for more or is the last. */
function shownAfter({ steps, answers, walk }: Review, step: Step): Step {
  if (!isAnswered(step, answers)) return step;
  return steps[walk.over ? walk.at : nextAfter(step, answers)] ?? step;
}
