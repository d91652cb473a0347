import { randomUUID } from "node:crypto";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import type { TOTP } from "otpauth";
import { account } from "#contract/account/calls.ts";
import { followup, type FollowupStep } from "#contract/followup.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { type AnswerOverrides, answerTo } from "#server/followup/testing/answers.ts";
import { type Caller, callApi } from "../actors/api.ts";
import { signInForToken } from "../actors/patient-in-care.ts";
import { newPerson, type Person } from "../actors/person.ts";
import { completeVisit } from "../actors/visit.ts";
import { recordProblems } from "../checks/problems.ts";
import { expect, test as base } from "../fixtures.ts";
import { joinByLink } from "../pages/clinic.ts";
import { databaseServerAnswers } from "../servers/database.ts";
import { type Production, startProduction } from "../servers/production.ts";
import { port } from "../settings.ts";

/** A patient of the practice, and how they make calls. */
export interface PracticePatient extends Person {
  readonly id: string;
  readonly name: string;
  readonly call: Caller;
}

/** A practice on an empty production database, with nobody in it, and no demo. */
export interface Practice {
  readonly production: Production;
  /** A desk nobody sits at: a page in a browser of its own that is watched for problems. */
  readonly desk: () => Promise<Page>;
  /** Comes in by a link with an authenticator app, which is returned. */
  readonly comeIn: (page: Page, link: string) => Promise<TOTP>;
  /** Somebody signs up, answers the visit and pays, without the app. */
  readonly newPatient: (lastname: string) => Promise<PracticePatient>;
}

const newPatient = async (api: APIRequestContext, lastname: string): Promise<PracticePatient> => {
  const person = newPerson("Rosa", lastname);
  await completeVisit(api, person, undefined, null);
  const token = await signInForToken(api, person);
  const call: Caller = (endpoint, input) => callApi(api, endpoint, input, { token });
  return { ...person, id: (await call(account.user, {})).id, name: `Rosa ${lastname}`, call };
};

export const test = base.extend<{ readonly practice: Practice }>({
  practice: async ({ browser, playwright }, provide, testInfo) => {
    testInfo.skip(!(await databaseServerAnswers()), "Production needs a PostgreSQL server");
    const production = await startProduction(port + 60 + testInfo.parallelIndex * 5);
    const { origin } = production;
    const contexts: BrowserContext[] = [];
    const problems: string[] = [];
    const options = { baseURL: origin, ignoreHTTPSErrors: true };
    const api = await playwright.request.newContext(options);
    try {
      await provide({
        production,
        async desk() {
          const context = await browser.newContext(options);
          contexts.push(context);
          // A page that nobody is signed in on asks; what somebody else has is refused.
          const expectedProblems = [/status of (401|409)/];
          recordProblems(context, { origins: [origin], expectedApiErrors: [], expectedProblems, problems });
          return context.newPage();
        },
        comeIn: joinByLink,
        newPatient: (lastname) => newPatient(api, lastname),
      });
      expect(problems, "console, errors and foreign requests").toEqual([]);
    } finally {
      await Promise.all(contexts.map((context) => context.close()));
      await api.dispose();
      await production.stop();
    }
  },
});

/** Makes a call of the clinic from a page of the staff app, with the session of whoever is signed in there: for what has no screen of its own. */
export const callOfPerson =
  (page: Page): Caller =>
  async (endpoint, input) => {
    const {
      params = {},
      query,
      body,
    } = input as {
      params?: Record<string, string>;
      query?: Record<string, string>;
      body?: unknown;
    };
    const called = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
    const path = query ? `${called}?${new URLSearchParams(query).toString()}` : called;
    const { method } = endpoint;
    const answer = await page.evaluate(
      async (request) => {
        const headers = { "content-type": "application/json", "idempotency-key": request.key };
        const withBody = request.body === undefined ? {} : { body: JSON.stringify(request.body), headers };
        const response = await fetch(request.path, { method: request.method, ...withBody });
        return { ok: response.ok, text: await response.text() };
      },
      { path, method, body, key: randomUUID() },
    );
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.text}`);
    return JSON.parse(answer.text) as never;
  };

/** The patient answers every step of a follow-up from where they are; with `through`, up to the step that asks this. */
export async function answerFollowup(
  { call }: Pick<PracticePatient, "call">,
  followupid: string,
  { answers: given, through }: { readonly answers?: AnswerOverrides; readonly through?: string } = {},
): Promise<void> {
  const { step: first } = await call(followup.claim, { params: { id: followupid }, body: {} });
  let step: FollowupStep = await call(followup.step, { params: { followupid, step: first ?? 0 } });
  for (let round = 0; round < 60 && !step.complete; round += 1) {
    const asked = step.questions.filter(({ requiredifvalue }) => requiredifvalue === null);
    const answers = asked.map((question) => ({ questionid: question.id, answer: answerTo(question, given) }));
    step = await call(followup.saveStep, { params: { followupid, step: step.step }, body: { answers } });
    if (asked.some(({ id }) => id === through)) return;
  }
  expect(step.complete).toBe(true);
}
