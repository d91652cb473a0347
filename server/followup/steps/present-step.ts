import type { Doctor } from "#contract/doctors.ts";
import type { FollowupQuestion, FollowupStep } from "#contract/followup.ts";
import { patientById } from "#server/auth/public.ts";
import { loadCareStatus } from "#server/cases/public.ts";
import { greetingName } from "#server/platform/mail/queue-mail.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";
import { loadUnreadStop } from "../findings.ts";
import type { Deps, Followup } from "../load-followup.ts";
import { isInterrupted } from "../queries.ts";
import { nextStepAfter, type Question, type Step, stepsLeft } from "../step-order.ts";
import { questionsWithOptions } from "./answer-lists.ts";

/** A step as the patient sees it, with their answers to it and any urgent notice they have not read. */
export async function presentStep(services: Deps, followup: Followup, step: Step): Promise<FollowupStep> {
  const { row, steps, answers, progress } = followup;
  const questions = await questionsWithOptions(services, followup, step);
  const questionNames = await loadQuestionNames(services, row.patient_id, questions);
  const complete = row.status === "COMPLETED";
  const ends = complete && progress.current === step.step;
  return {
    followupid: row.id,
    step: step.step,
    nextstep: ends ? -1 : nextStepAfter(step, answers),
    previousstep: progress.path[progress.path.indexOf(step.step) - 1] ?? null,
    stepsleft: complete ? 0 : stepsLeft(steps, step.step),
    questions: questions.map((question) =>
      presentQuestion(services.content, followup, question, questions, questionNames),
    ),
    stop: await loadUnreadStop(services, followup),
    complete,
    interrupted: isInterrupted(row),
  };
}

interface QuestionNames {
  readonly firstname: string;
  readonly doctor: Doctor | null;
}

/** The names that may appear in questions; looked up only if one does. */
async function loadQuestionNames(
  services: Deps,
  patientId: string,
  questions: readonly Question[],
): Promise<QuestionNames> {
  const personal = questions.some(({ doctor, ...texts }) => doctor || JSON.stringify(texts).includes("{{"));
  if (!personal) return { firstname: "", doctor: null };
  const [{ firstname }, careStatus] = await Promise.all([
    patientById(services, patientId),
    loadCareStatus(services, patientId),
  ]);
  return { firstname: greetingName(firstname), doctor: careStatus?.doctor ?? null };
}

function presentQuestion(
  content: SentenceContent,
  { answers, previousAnswers }: Followup,
  question: Question,
  all: readonly Question[],
  { firstname, doctor }: QuestionNames,
): FollowupQuestion {
  const { id, type, answertype, answerlist, allowempty, treatmentoption = null } = question;
  const doctorName = doctor?.name ?? toText(content, sentence("followup.doctor_unknown"));
  const fill = (text: string) => fillPlaceholders(text, { firstname, doctor: doctorName });
  const given = answers.get(id);
  const before = treatmentoption === null ? undefined : previousAnswers.get(id);
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
    doctor: question.doctor && doctor ? presentDoctor(doctor) : null,
    lasttime: before ? { answer: before.answer, at: before.at.toISOString() } : null,
  };
}

const presentDoctor = ({ firstname, lastname, profileUrl }: Doctor) => ({ firstname, lastname, profileUrl });
