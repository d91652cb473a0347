import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as base,
} from "@playwright/test";
import { cachedContent } from "#content/loader/cached-content.ts";
import type { Content } from "#content/loader/load.ts";
import { callApi } from "./actors/api.ts";
import { createDeliveredPatient, type CareTeam, type PatientInCare } from "./actors/patient-in-care.ts";
import { newPerson, type Person } from "./actors/person.ts";
import { expectAccessibleAtBothWidths } from "./checks/accessibility.ts";
import { describeScreens, rememberPresses } from "./checks/last-screens.ts";
import { type ExpectedApiError, recordProblems } from "./checks/problems.ts";
import { lostTexts, translatePages, type Translation } from "./checks/translating-browser.ts";
import type { InputMethod } from "./input/input-method.ts";
import { keyboard } from "./input/keyboard.ts";
import { touch } from "./input/touch.ts";
import { clinicKey, marketingOrigin, origin } from "./settings.ts";

export interface Actors {
  readonly patient: Person;
  readonly secondPatient: Person;
  readonly careTeam: CareTeam;
  /** Brings a person (the patient by default) to where the first order is delivered and begun, and nothing more happens on its own. */
  readonly createDeliveredPatient: (person?: Person) => Promise<PatientInCare>;
  /** How the test operates pages: by touch in the phone project, by keyboard otherwise. */
  readonly inputMethod: InputMethod;
}

interface Tools {
  /** Opens a page in a new, empty browser context that is watched for problems. */
  readonly freshBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  /** Declares that the API will refuse a call, so that the console line for it does not count as a problem. */
  readonly expectApiError: (apiError: ExpectedApiError) => void;
  /** Declares a problem that the test provokes: a console line, or a request to another host. */
  readonly expectProblem: (problem: RegExp) => void;
  /** Checks the accessibility of a screen at both widths, once per name in a run. */
  readonly checkAccessibility: (page: Page, screen: string) => Promise<void>;
  readonly api: APIRequestContext;
}

/** Route handlers still running when a test ends may fail. */
const ignoreErrors = { behavior: "ignoreErrors" } as const;

export interface BrowserOptions {
  /** What the browser does to every page, if it translates. */
  readonly translation: Translation | null;
}

interface WorkerFixtures {
  readonly content: Content;
}

export const test = base.extend<
  Actors & Tools & BrowserOptions & { expectedApiErrors: ExpectedApiError[]; expectedProblems: RegExp[] },
  WorkerFixtures
>({
  content: [async ({}, provide) => provide(await cachedContent()), { scope: "worker" }],
  translation: [null, { option: true }],
  expectedApiErrors: async ({}, provide) => provide([]),
  expectedProblems: async ({}, provide) => provide([]),

  patient: async ({}, provide) => provide(newPerson("Rosa", "Winter")),
  secondPatient: async ({}, provide) => provide(newPerson("Ada", "Sommer")),
  careTeam: async ({ api }, provide) =>
    provide((endpoint, input) => callApi(api, endpoint, input, { apiKey: clinicKey })),
  createDeliveredPatient: async ({ api, careTeam, patient }, provide) =>
    provide((person = patient) => createDeliveredPatient(api, careTeam, person)),
  inputMethod: async ({}, provide, { project }) => provide(project.name === "phone" ? touch : keyboard),

  freshBrowser: async ({ browser, translation, expectedApiErrors, expectedProblems }, provide, test) => {
    const contexts: BrowserContext[] = [];
    const problems: string[] = [];
    await provide(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      if (translation) await translatePages(context, translation);
      await rememberPresses(context);
      recordProblems(context, {
        origins: [origin, marketingOrigin],
        expectedApiErrors,
        expectedProblems,
        problems,
      });
      return context.newPage();
    });
    const screens = test.errors.length > 0 ? await describeScreens(contexts) : "";
    // Requests still open get no response once the context closes, and a route released here continues after the test: neither counts against it.
    const seen = [...problems];
    const lost = await Promise.all(contexts.flatMap((context) => context.pages().map(lostTexts)));
    await Promise.all(contexts.flatMap((context) => context.pages().map((page) => page.unrouteAll(ignoreErrors))));
    await Promise.all(contexts.map((context) => context.close()));
    if (screens) throw new Error([...seen, "On the screens when it failed:", screens].join("\n"));
    expect(seen, "console, errors and foreign requests").toEqual([]);
    expect(lost.flat(), "texts that a translation would take from the app").toEqual([]);
  },
  page: async ({ freshBrowser }, provide) => provide(await freshBrowser()),
  expectApiError: async ({ expectedApiErrors }, provide) =>
    provide((apiError) => void expectedApiErrors.push(apiError)),
  expectProblem: async ({ expectedProblems }, provide) => provide((problem) => void expectedProblems.push(problem)),
  checkAccessibility: async ({}, provide, { project }) =>
    provide(async (page, screen) => {
      // Words in a translation's elements are checked where they stand as they were written.
      if (project.name !== "translated" && isFirstToAsk(join(project.outputDir, "checked"), screen))
        await expectAccessibleAtBothWidths(page, screen);
    }),
  api: async ({ playwright }, provide) => {
    const api = await playwright.request.newContext({ baseURL: origin });
    await provide(api);
    await api.dispose();
  },
});

export { expect };

/** True for the first worker that asks for `name`. `dir` is empty when a run begins. */
function isFirstToAsk(dir: string, name: string): boolean {
  mkdirSync(dir, { recursive: true });
  try {
    writeFileSync(join(dir, encodeURIComponent(name).slice(0, 200)), "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
