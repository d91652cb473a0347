import type { Doctor } from "#contract/entities.ts";
import type { FollowupQuestion, FollowupStep } from "#contract/followup.ts";
import { greetingName } from "#server/platform/mail/queue-mail.ts";
import { patientById } from "#server/auth/public.ts";
import { careStanding } from "#server/care/public.ts";
import { questionsIn } from "./lists.ts";
import type { Parts, Review } from "./review.ts";
import { shownStop } from "./stops.ts";
import { nextAfter, type Question, type Step, stepsLeft } from "./steps.ts";

/** A step as she sees it, with what she answered there, and what she told of that cannot wait until she has read it. */
export async function presentStep(parts: Parts, review: Review, step: Step): Promise<FollowupStep> {
  const { row, steps, answers, walk } = review;
  const questions = await questionsIn(parts, review, step);
  const words = await wordsFor(parts, row.patient_id, questions);
  const complete = row.status === "COMPLETED";
  const ends = complete && walk.at === step.step;
  return {
    followupid: row.id,
    step: step.step,
    nextstep: ends ? -1 : nextAfter(step, answers),
    previousstep: walk.path[walk.path.indexOf(step.step) - 1] ?? null,
    left: complete ? 0 : stepsLeft(steps, step.step),
    questions: questions.map((question) => presentQuestion(review, question, questions, words)),
    stop: await shownStop(parts, review),
    complete,
  };
}

interface Words {
  readonly firstname: string;
  readonly doctor: Doctor | null;
}

/** The names that may stand in questions; looked up where one does. */
async function wordsFor(parts: Parts, patientId: string, questions: readonly Question[]): Promise<Words> {
  const personal = questions.some(({ doctor, ...texts }) => doctor || JSON.stringify(texts).includes("{{"));
  if (!personal) return { firstname: "", doctor: null };
  const [{ firstname }, standing] = await Promise.all([patientById(parts, patientId), careStanding(parts, patientId)]);
  return { firstname: greetingName(firstname), doctor: standing?.doctor ?? null };
}

function presentQuestion(
  { answers, lastTime }: Review,
  question: Question,
  all: readonly Question[],
  { firstname, doctor }: Words,
): FollowupQuestion {
  const { id, type, answertype, answerlist, allowempty, treatmentoption = null } = question;
  const fill = (text: string) =>
    text.replaceAll("{{firstname}}", () => firstname).replaceAll("{{doctor}}", () => doctor?.name ?? "Your doctor");
  const given = answers.get(id);
  const before = treatmentoption === null ? undefined : lastTime.get(id);
  return {
    id,
    type,
    question: fill(question.question),
    title: question.title === undefined ? null : fill(question.title),
    description: question.description === undefined ? null : fill(question.description),
    answertype,
    answerlist: answerlist.map((option) => ({
      id: option.id,
      name: option.name,
      inline: all.some(({ requiredifvalue }) => requiredifvalue === option.id),
      exclusive: option.exclusive,
      next: option.next ?? null,
    })),
    answer: given?.value ?? null,
    others: given?.others ?? null,
    allowempty,
    answerlookup: question.answerlookup ?? null,
    treatmentoption,
    requiredifvalue: question.requiredifvalue ?? null,
    doctor: question.doctor && doctor ? pick(doctor) : null,
    lasttime: before ? { answer: before.answer, at: before.at.toISOString() } : null,
  };
}

const pick = ({ firstname, lastname, profileUrl }: Doctor) => ({ firstname, lastname, profileUrl });
