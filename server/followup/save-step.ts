import type { FollowupStep, followup } from "#contract/followup.ts";
import type { Parsed } from "#contract/endpoint.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { insertAnswers, type ToKeep } from "./answers.ts";
import { sealAsked, wayNow } from "./asked.ts";
import { checkAnswers } from "./check-answers.ts";
import { lockReview, noteClaimed } from "./claim.ts";
import { completeReview } from "./complete.ts";
import { questionsIn } from "./lists.ts";
import { presentStep } from "./present.ts";
import { changeReview } from "./queries.ts";
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
    const saved = await loadReview(inTx, await noteClaimed(inTx, row));
    const emergency = answers.some(({ stops, flags }) => stops.length > 0 || flags.some(isEmergency));
    const after = await moveOn(inTx, saved, emergency);
    return presentStep(inTx, after, shownAfter(after, step));
  });

const isEmergency = ({ level }: ToKeep["flags"][number]): boolean => level === "emergency";

/** Notes which questions are on her way, and that a doctor should read it; a review without further questions is over. */
async function moveOn(parts: TxServices, review: Review, emergency: boolean): Promise<Review> {
  const { row, steps, walk, answers, symptoms, lastTime } = review;
  const way = wayNow(review.way, steps, walk, answers);
  const asked = { asked_sealed: sealAsked(parts.secrets, row.id, { symptoms, lastTime, way }) };
  const told = emergency && (row.told_at === null || row.closed_at !== null);
  // No id: who it is stands in the practice's list.
  if (emergency) parts.log.warn("a review tells of an emergency: a person has to look");
  const changes = told ? { ...asked, told_at: parts.clock.now(), closed_at: null } : asked;
  const moved = await changeReview(parts.db, row, changes);
  return { ...review, way, row: walk.over ? await completeReview(parts, moved) : moved };
}

/** What she sees after a step: the next one, or this one while it asks for more or is the last. */
function shownAfter({ steps, answers, walk }: Review, step: Step): Step {
  if (!isAnswered(step, answers)) return step;
  return steps[walk.over ? walk.at : nextAfter(step, answers)] ?? step;
}
