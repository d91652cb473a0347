import { freshFolder, removeFolder, startNode } from "../../bench/node.ts";
import { databaseIfPossible } from "../database.ts";
import { expect, test as base } from "../fixtures.ts";
import { port } from "../settings.ts";
import { watch } from "../watch.ts";
import { Clinic } from "./clinic.ts";
import { Mails } from "./mails.ts";
import { Year } from "./year.ts";

interface OfTheYear {
  readonly clinic: Clinic;
  readonly year: Year;
}

/** A clinic of its own: moving its clock disturbs no other test. */
export const test = base.extend<OfTheYear>({
  clinic: async ({ content }, hand) => {
    const dataDir = freshFolder();
    const database = await databaseIfPossible("year");
    const env = {
      CARE_DESK_PACE_SECONDS: "0",
      PASSWORD_MEMORY_KIB: "64",
      ...(database ? { DATABASE_URL: database.url } : {}),
    };
    const node = await startNode({ port: port + 20, dataDir, env });
    await hand(new Clinic(node.url, content.brand.timezone));
    await node.stop();
    await database?.drop();
    removeFolder(dataDir);
  },
  api: async ({ playwright, clinic }, hand) => {
    const api = await playwright.request.newContext({ baseURL: clinic.url });
    await hand(api);
    await api.dispose();
  },
  page: async ({ browser, clinic, refusals, expected, viewport }, hand) => {
    const troubles: string[] = [];
    const context = await browser.newContext({ baseURL: clinic.url, timezoneId: clinic.timezone, viewport });
    watch(context, { origins: [clinic.url], refusals, expected, troubles });
    // Her own clock says what the clinic's says.
    await context.clock.install({ time: clinic.now() });
    await hand(await context.newPage());
    await context.close();
    expect(troubles, "console, errors and foreign requests").toEqual([]);
  },
  year: async ({ clinic, page, api, patient }, hand) => {
    const year = new Year({
      clinic,
      page,
      api,
      patient,
      mails: new Mails(await page.context().newPage(), patient.email),
    });
    await year.putOffReviews();
    await hand(year);
  },
});

export { expect };
