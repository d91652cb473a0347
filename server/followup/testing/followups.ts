import { care } from "#contract/care/calls.ts";
import { followup, type FollowupStep } from "#contract/followup.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { messages } from "#contract/messages/calls.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { conversationsOf, allMessages } from "#server/messages/testing/conversations.ts";
import type { Overrides } from "#server/onboarding/testing/answers.ts";
import { type TestPatient, type TestServer, testApiKey as apiKey } from "#server/testing/harness.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { type AnswerOverrides, answerTo } from "./answers.ts";

export interface PatientWithFollowup extends TestPatient {
  readonly followupId: string;
  readonly code: string | null;
}

/** A patient in care who was sent a follow-up; `percent` is the discount of its code, null for one without a code. */
export async function patientWithFollowup(
  server: TestServer,
  percent: number | null = 20,
): Promise<PatientWithFollowup> {
  return sendFollowupTo(server, await inCare(server), percent);
}

/** Like `patientWithFollowup`, for a patient who gave these answers in the visit. */
export async function patientWithVisitAnswers(
  server: TestServer,
  answers: Overrides,
  percent: number | null = 20,
): Promise<PatientWithFollowup> {
  const patient = await submitted(server, { answers });
  const params = { id: patient.id };
  await server.call(care.accept, { params, body: {} }, { apiKey });
  await server.call(care.approvePlan, { params, body: {} }, { apiKey });
  await server.jobs.drain();
  server.clock.advance(60_000);
  return sendFollowupTo(server, patient, percent);
}

export async function sendFollowupTo(
  server: TestServer,
  patient: TestPatient,
  percent: number | null = 20,
): Promise<PatientWithFollowup> {
  const code = percent === null ? null : await codeOf(server, percent);
  const { ok, raw } = await server.call(
    care.sendFollowup,
    { params: { id: patient.id }, body: { code: code ?? undefined } },
    { apiKey },
  );
  if (!ok.followupid) throw new Error(`No review was sent: ${raw.payload}`);
  return { ...patient, followupId: ok.followupid, code: ok.code };
}

/** The first code with this discount. */
export async function codeOf(server: TestServer, percent: number): Promise<string> {
  const { ok } = await server.call(care.followupCodes, {}, { apiKey });
  return ok.items.find((each) => each.percent === percent)?.code ?? "";
}

export const check = async (server: TestServer, patient: TestPatient) =>
  server.call(followup.check, {}, { token: await tokenOf(server, patient) });

export const claim = async (server: TestServer, patient: TestPatient, id: string, code?: string | null) =>
  server.call(
    followup.claim,
    { params: { id }, body: code === undefined ? {} : { code } },
    { token: await tokenOf(server, patient) },
  );

/** The patient marks the message of a follow-up as done. */
export async function markDone(server: TestServer, patient: TestPatient, followupId: string): Promise<void> {
  const [doctors] = await conversationsOf(server, patient);
  const id = doctors?.id ?? "";
  const mid = (await allMessages(server, patient, id)).find(({ followupid }) => followupid === followupId)?.id ?? "";
  const options = { token: await tokenOf(server, patient) };
  const { status, raw } = await server.call(messages.answerAction, { params: { id, mid }, body: {} }, options);
  if (status !== 200) throw new Error(`The message was not marked: ${raw.payload}`);
}

export const open = async (server: TestServer, patient: PatientWithFollowup, step: number) =>
  server.call(
    followup.step,
    { params: { followupid: patient.followupId, step } },
    { token: await tokenOf(server, patient) },
  );

export const back = async (server: TestServer, patient: PatientWithFollowup, step: number) =>
  server.call(
    followup.previousStep,
    { params: { followupid: patient.followupId, step } },
    { token: await tokenOf(server, patient) },
  );

/** Saves answers to a step, by question or as the raw body. */
export async function save(
  server: TestServer,
  patient: PatientWithFollowup,
  step: number,
  answers: Readonly<Record<string, AnswerValue>> | { readonly body: Input<typeof followup.saveStep>["body"] },
) {
  const body =
    "body" in answers
      ? (answers.body as Input<typeof followup.saveStep>["body"])
      : { answers: Object.entries(answers).map(([questionid, answer]) => ({ questionid, answer })) };
  return server.call(
    followup.saveStep,
    { params: { followupid: patient.followupId, step }, body },
    { token: await tokenOf(server, patient) },
  );
}

export const apply = async (server: TestServer, patient: TestPatient, id: string, code: string, key?: string) =>
  server.call(
    followup.applyCoupon,
    { params: { id }, body: { code } },
    { token: await tokenOf(server, patient), ...(key === undefined ? {} : { key }) },
  );

/** A doctor reads what a follow-up says so far. */
export async function readByDoctor(server: TestServer, id: string): Promise<void> {
  const { status, raw } = await server.call(care.closeFollowup, { params: { id }, body: {} }, { apiKey });
  if (status !== 200) throw new Error(`The review was not read: ${raw.payload}`);
}

/**
 * Answers steps from the current one until the follow-up is complete or at step `until`, an emergency read by a doctor meanwhile; returns the steps
 * shown.
 */
export async function goThrough(
  server: TestServer,
  patient: PatientWithFollowup,
  overrides: AnswerOverrides = {},
  until = 99,
): Promise<FollowupStep[]> {
  const { ok: claimResult } = await claim(server, patient, patient.followupId);
  const shown: FollowupStep[] = [];
  for (let step = (await open(server, patient, claimResult.step ?? 0)).ok; ;) {
    shown.push(step);
    if (step.complete || step.step === until) return shown;
    if (step.interrupted) await readByDoctor(server, patient.followupId);
    const [first] = step.questions;
    const wanted = step.questions.filter(
      (question) =>
        question === first ||
        question.requiredifvalue === null ||
        answerTo(first, overrides) === question.requiredifvalue,
    );
    const { ok, raw, status } = await save(
      server,
      patient,
      step.step,
      Object.fromEntries(wanted.map((question) => [question.id, answerTo(question, overrides)])),
    );
    if (status !== 200) throw new Error(`Step ${step.step} answered ${raw.payload}`);
    step = ok;
  }
}
