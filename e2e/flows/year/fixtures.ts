import { recordProblems } from "../../checks/problems.ts";
import { expect, test as base } from "../../fixtures.ts";
import { databaseIfPossible } from "../../servers/database.ts";
import { freshFolder, removeFolder, startNode } from "../../servers/node-process.ts";
import { clinicKey, port } from "../../settings.ts";
import { Clinic } from "./clinic.ts";
import { Mails } from "./mails.ts";
import { PatientYear } from "./patient-year.ts";

interface YearFixtures {
  readonly clinic: Clinic;
  readonly year: PatientYear;
}

/** A separate clinic per test, so that moving its clock disturbs no other test. */
export const test = base.extend<YearFixtures>({
  clinic: async ({ content, playwright }, provide, { parallelIndex }) => {
    const dataDir = freshFolder();
    const database = await databaseIfPossible("year");
    const env = {
      CARE_DESK_PACE_SECONDS: "0",
      API_KEY: clinicKey,
      // To invent their past takes as long as two months of the year.
      DEMO_PATIENTS: "off",
      PASSWORD_MEMORY_KIB: "64",
      ...(database ? { DATABASE_URL: database.url } : {}),
    };
    const node = await startNode({ port: port + 20 + 4 * parallelIndex, dataDir, env });
    const clinic = new Clinic(node.url, content.brand.timezone);
    const request = await playwright.request.newContext({ baseURL: node.url });
    await clinic.waitForDay(request);
    await request.dispose();
    await provide(clinic);
    await node.stop();
    await database?.drop();
    removeFolder(dataDir);
  },
  api: async ({ playwright, clinic }, provide) => {
    const api = await playwright.request.newContext({ baseURL: clinic.url });
    await provide(api);
    await api.dispose();
  },
  page: async ({ browser, clinic, expectedApiErrors, expectedProblems, viewport }, provide) => {
    const problems: string[] = [];
    const context = await browser.newContext({ baseURL: clinic.url, timezoneId: clinic.timezone, viewport });
    recordProblems(context, {
      origins: [clinic.url],
      expectedApiErrors,
      expectedProblems,
      problems,
    });
    // The browser's clock shows the same time as the clinic's.
    await context.clock.install({ time: clinic.now() });
    await provide(await context.newPage());
    await context.close();
    expect(problems, "console, errors and foreign requests").toEqual([]);
  },
  year: async ({ clinic, page, api, patient }, provide) => {
    const year = new PatientYear({
      clinic,
      page,
      api,
      patient,
      mails: new Mails(await page.context().newPage(), patient.email),
    });
    await year.dismissFollowups();
    await provide(year);
  },
});

export { expect };
