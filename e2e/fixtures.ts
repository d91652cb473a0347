import { join } from "node:path";
import { type APIRequestContext, type BrowserContext, expect, type Page, test as base } from "@playwright/test";
import { keptContent } from "#content/kept.ts";
import type { Content } from "#content/load.ts";
import { claim } from "./claim.ts";
import { expectAccessibleAtBothWidths } from "./accessibility.ts";
import { callApi } from "./actors/api.ts";
import { allArrived, type CareTeam, type InCare } from "./actors/in-care.ts";
import { newPerson, type Person } from "./actors/person.ts";
import type { Hands } from "./hands/hands.ts";
import { keyboard } from "./hands/keyboard.ts";
import { touch } from "./hands/touch.ts";
import { rememberPresses } from "./last-presses.ts";
import { lastScreens } from "./last-screen.ts";
import { clinicKey, marketingOrigin, origin } from "./settings.ts";
import { type Refusal, watch } from "./watch.ts";

export interface Actors {
  readonly patient: Person;
  readonly secondPatient: Person;
  readonly careTeam: CareTeam;
  /** Takes somebody, the patient when left out, to where her first order has arrived and nothing more happens by itself. */
  readonly allArrived: (person?: Person) => Promise<InCare>;
  /** How a page is worked at the width of the test: by touch on a phone, else by keyboard. */
  readonly hands: Hands;
}

interface Means {
  /** Opens a browser of its own, with nothing in it, watched. */
  readonly freshBrowser: () => Promise<Page>;
  /** Says that the API will refuse a call, so that its line in the console is no trouble. */
  readonly expectRefusal: (refusal: Refusal) => void;
  /** Says that the test provokes a trouble: a line of the console, or a request to another host. */
  readonly expectTrouble: (trouble: RegExp) => void;
  /** Checks the accessibility of a screen at both widths, once for each name. */
  readonly checked: (page: Page, screen: string) => Promise<void>;
  readonly api: APIRequestContext;
}

/** Answers a test has begun are left as they are. */
const leave = { behavior: "ignoreErrors" } as const;

interface PerWorker {
  readonly content: Content;
}

export const test = base.extend<Actors & Means & { refusals: Refusal[]; expected: RegExp[] }, PerWorker>({
  content: [async ({}, hand) => hand(await keptContent()), { scope: "worker" }],
  refusals: async ({}, hand) => hand([]),
  expected: async ({}, hand) => hand([]),

  patient: async ({}, hand) => hand(newPerson("Rosa", "Winter")),
  secondPatient: async ({}, hand) => hand(newPerson("Ada", "Sommer")),
  careTeam: async ({ api }, hand) => hand((endpoint, input) => callApi(api, endpoint, input, { apiKey: clinicKey })),
  allArrived: async ({ api, careTeam, patient }, hand) => hand((person = patient) => allArrived(api, careTeam, person)),
  hands: async ({}, hand, { project }) => hand(project.name === "phone" ? touch : keyboard),

  freshBrowser: async ({ browser, refusals, expected }, hand, test) => {
    const contexts: BrowserContext[] = [];
    const troubles: string[] = [];
    await hand(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      await rememberPresses(context);
      watch(context, { origins: [origin, marketingOrigin], refusals, expected, troubles });
      return context.newPage();
    });
    const screens = test.errors.length > 0 ? await lastScreens(contexts) : "";
    // What the browser still asks for has no answer any more; what a test held back goes on here, and is not the test's.
    const seen = [...troubles];
    await Promise.all(contexts.flatMap((context) => context.pages().map((page) => page.unrouteAll(leave))));
    await Promise.all(contexts.map((context) => context.close()));
    if (screens) throw new Error([...seen, "On the screens when it failed:", screens].join("\n"));
    expect(seen, "console, errors and foreign requests").toEqual([]);
  },
  page: async ({ freshBrowser }, hand) => hand(await freshBrowser()),
  expectRefusal: async ({ refusals }, hand) => hand((refusal) => void refusals.push(refusal)),
  expectTrouble: async ({ expected }, hand) => hand((trouble) => void expected.push(trouble)),
  checked: async ({}, hand, { project }) =>
    hand(async (page, screen) => {
      if (claim(join(project.outputDir, "checked"), screen)) await expectAccessibleAtBothWidths(page, screen);
    }),
  api: async ({ playwright }, hand) => {
    const api = await playwright.request.newContext({ baseURL: origin });
    await hand(api);
    await api.dispose();
  },
});

export { expect };
