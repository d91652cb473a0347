import { type APIRequestContext, type BrowserContext, expect, type Page, test as base } from "@playwright/test";
import { type Content, loadContent } from "#content/load.ts";
import { expectAccessible } from "./accessibility.ts";
import { newPerson, type Person } from "./actors/person.ts";
import { marketingOrigin, origin } from "./origins.ts";
import { type Refusal, watch } from "./watch.ts";

interface Actors {
  readonly patient: Person;
  readonly secondPatient: Person;
}

interface Means {
  /** Opens a browser of its own, with nothing in it, watched. */
  readonly freshBrowser: () => Promise<Page>;
  /** Says that the API will refuse a call, so that its line in the console is no trouble. */
  readonly expectRefusal: (refusal: Refusal) => void;
  /** Checks the accessibility of a screen, once for each name. */
  readonly checked: (page: Page, screen: string) => Promise<void>;
  readonly api: APIRequestContext;
}

interface PerWorker {
  readonly content: Content;
  readonly seen: Set<string>;
}

export const test = base.extend<Actors & Means & { refusals: Refusal[] }, PerWorker>({
  content: [async ({}, use) => use(await loadContent()), { scope: "worker" }],
  seen: [async ({}, use) => use(new Set()), { scope: "worker" }],
  refusals: async ({}, use) => use([]),

  patient: async ({}, use) => use(newPerson("Rosa", "Winter")),
  secondPatient: async ({}, use) => use(newPerson("Ada", "Sommer")),

  freshBrowser: async ({ browser, refusals }, use) => {
    const contexts: BrowserContext[] = [];
    const troubles: string[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      watch(context, { origins: [origin, marketingOrigin], refusals, troubles });
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(troubles, "console, errors and foreign requests").toEqual([]);
  },
  page: async ({ freshBrowser }, use) => use(await freshBrowser()),
  expectRefusal: async ({ refusals }, use) => use((refusal) => void refusals.push(refusal)),
  checked: async ({ seen }, use) =>
    use(async (page, screen) => {
      if (seen.has(screen)) return;
      seen.add(screen);
      await expectAccessible(page, screen);
    }),
  api: async ({ playwright }, use) => {
    const api = await playwright.request.newContext({ baseURL: origin });
    await use(api);
    await api.dispose();
  },
});

export { expect };
