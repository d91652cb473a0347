import type { Page } from "@playwright/test";
import { auth } from "#contract/auth.ts";
import { callApi } from "../actors/api.ts";
import { completeVisitUpTo } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { expectAnswered, askedScreens, type AskedScreen } from "../flows/visit/questions.ts";
import { nextScreen, walkVisit } from "../flows/visit/walk-visit.ts";
import { mouse } from "../input/mouse.ts";
import { SignIn } from "../pages/sign-in.ts";
import { origin } from "../settings.ts";

/** Closes the page, and opens one where nothing is stored: no cookies, no storage of the site or the tab. */
async function anotherDevice(page: Page): Promise<Page> {
  const context = page.context();
  await page.close();
  const elsewhere = await context.newPage();
  const browser = await context.newCDPSession(elsewhere);
  await browser.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await browser.detach();
  expect(await context.cookies()).toEqual([]);
  return elsewhere;
}

/**
 * Leaves the device at every screen from step 2.5 on, signs in on another, and expects the same screen and, going back, the last answers. From there on
 * the visit has every kind of screen and of question; that each step resumes is the server's (flows.test.ts, step-addresses.test.ts).
 */
test("@desktop §5 leaving anywhere and signing in elsewhere resumes at the same screen", async ({
  page: first,
  patient,
  content,
  api,
}) => {
  // One token for all devices: sign-ins per account are limited, and the visit has more screens.
  const token = await completeVisitUpTo(api, patient, 2.5);
  const questions = new Map(askedScreens(content).map((screen) => [screen.heading, screen]));
  const passing = content.interstitials.map(({ title }) => title);
  const answertypes = new Set<string>();
  let answered: AskedScreen | undefined;

  const arrived = async (page: Page, screen: string): Promise<Page> => {
    if (passing.includes(screen)) return page;
    const elsewhere = await anotherDevice(page);
    await elsewhere.goto(`/?token=${await oneTimeToken()}`);
    expect(await nextScreen(elsewhere, "Hello, beautiful!!")).toBe(screen);
    if (answered && (await elsewhere.getByRole("link", { name: "Back" }).isVisible())) {
      await elsewhere.getByRole("link", { name: "Back" }).click();
      await expectAnswered(elsewhere, answered);
      for (const { answertype } of answered.questions) answertypes.add(answertype);
      await elsewhere.goBack();
      expect(await nextScreen(elsewhere, answered.heading)).toBe(screen);
    }
    answered = questions.get(screen);
    return elsewhere;
  };
  const oneTimeToken = async () => (await callApi(api, auth.getOneTimeToken, { body: null }, { token })).onetimetoken;

  await new SignIn(first).openSignedIn("/", patient);
  const visitActor = { person: patient, inputMethod: mouse, content, ssn: "666-12-3456" };
  await walkVisit(first, { ...visitActor, arrived, until: `Hello, ${patient.firstname}` });
  expect([...answertypes].sort()).toEqual(["array", "number", "scale", "single", "text"]);
});
