import { join } from "node:path";
import { type APIRequestContext, type BrowserContext, expect, type Page, test as base } from "@playwright/test";
import { type Content, loadContent } from "#content/load.ts";
import type { Endpoint, Input, Output } from "#contract/endpoint.ts";
import { claim } from "./claim.ts";
import { expectAccessible } from "./accessibility.ts";
import { callApi } from "./actors/api.ts";
import { newPerson, type Person } from "./actors/person.ts";
import { lastScreens } from "./last-screen.ts";
import { clinicKey, marketingOrigin, origin } from "./settings.ts";
import { type Refusal, watch } from "./watch.ts";

export interface Actors {
  readonly patient: Person;
  readonly secondPatient: Person;
  /** The practice's own system: makes a call of the clinic. */
  readonly careTeam: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;
}

interface Means {
  /** Opens a browser of its own, with nothing in it, watched. */
  readonly freshBrowser: () => Promise<Page>;
  /** Says that the API will refuse a call, so that its line in the console is no trouble. */
  readonly expectRefusal: (refusal: Refusal) => void;
  /** Says that the test provokes a trouble: a line of the console, or a request to another host. */
  readonly expectTrouble: (trouble: RegExp) => void;
  /** Checks the accessibility of a screen, once for each name and width. */
  readonly checked: (page: Page, screen: string) => Promise<void>;
  readonly api: APIRequestContext;
}

interface PerWorker {
  readonly content: Content;
}

export const test = base.extend<Actors & Means & { refusals: Refusal[]; expected: RegExp[] }, PerWorker>({
  content: [async ({}, hand) => hand(await loadContent()), { scope: "worker" }],
  refusals: async ({}, hand) => hand([]),
  expected: async ({}, hand) => hand([]),

  patient: async ({}, hand) => hand(newPerson("Rosa", "Winter")),
  secondPatient: async ({}, hand) => hand(newPerson("Ada", "Sommer")),
  careTeam: async ({ api }, hand) => hand((endpoint, input) => callApi(api, endpoint, input, { apiKey: clinicKey })),

  freshBrowser: async ({ browser, refusals, expected }, hand, test) => {
    const contexts: BrowserContext[] = [];
    const troubles: string[] = [];
    await hand(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      watch(context, { origins: [origin, marketingOrigin], refusals, expected, troubles });
      return context.newPage();
    });
    const screens = test.errors.length > 0 ? await lastScreens(contexts) : "";
    await Promise.all(contexts.map((context) => context.close()));
    if (screens) throw new Error([...troubles, "On the screens when it failed:", screens].join("\n"));
    expect(troubles, "console, errors and foreign requests").toEqual([]);
  },
  page: async ({ freshBrowser }, hand) => hand(await freshBrowser()),
  expectRefusal: async ({ refusals }, hand) => hand((refusal) => void refusals.push(refusal)),
  expectTrouble: async ({ expected }, hand) => hand((trouble) => void expected.push(trouble)),
  checked: async ({}, hand, { project }) =>
    hand(async (page, screen) => {
      const first = claim(join(project.outputDir, "checked", project.name), screen);
      if (first) await expectAccessible(page, screen);
    }),
  api: async ({ playwright }, hand) => {
    const api = await playwright.request.newContext({ baseURL: origin });
    await hand(api);
    await api.dispose();
  },
});

export { expect };
