import { request as requests } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { safeAnswer } from "#server/onboarding/testing/answers.ts";
import { callApi } from "../actors/api.ts";
import { type CareTeam, createPatientInCare } from "../actors/patient-in-care.ts";
import { newPerson, type Person } from "../actors/person.ts";
import { signUp, completeVisit } from "../actors/visit.ts";
import { askedScreens } from "../flows/visit/questions.ts";
import { clinicKey, marketingOrigin, origin } from "../settings.ts";
import { type Engine, type Tab, until } from "./browser.ts";
import type { Kind } from "./find.ts";

const screens = askedScreens(await loadContent());

type Api = Awaited<ReturnType<typeof requests.newContext>>;

/** Journeys that must also work in engines other than Chromium, which runs all other browser tests: dates, fields, frames and keys differ. */
export function journeys(launch: () => Promise<Engine>): void {
  let engine: Engine;
  let api: Api;
  beforeAll(async () => {
    engine = await launch();
    api = await requests.newContext({ baseURL: origin });
  });
  afterAll(async () => {
    await api?.dispose();
    await engine?.close();
  });

  const journey = (title: string, walk: (tab: Tab) => Promise<void>) =>
    test(title, async () => {
      const { tab, close } = await engine.tab();
      try {
        await walk(tab);
      } catch (error) {
        const screen = await tab.read<string>("location.href + '\\n' + document.body.innerText").catch(() => "");
        throw new Error(`${(error as Error).message}\nOn the screen: ${screen.slice(0, 1500)}`, { cause: error });
      } finally {
        await close();
      }
    });

  const isQuestion = (title: string) => screens.some((screen) => screen.heading === title);

  journey("the patient signs in and is at home; accepted terms are not asked for again", async (tab) => {
    const patient = newPerson("Rosa", "Winter");
    await completeVisit(api, patient);
    await signIn(tab, patient);
    await expectVisible(tab, "heading", "/^Hello, Rosa/");
    await expectVisible(tab, "heading", "/is reviewing your visit$|^We're finding your doctor$/");
    await waitForQuiet(tab);
    expect(await tab.has("region", "Our terms have changed")).toBe(false);
    expect(await tab.read<string>("document.title")).toBe("Calendula | Home");
  });

  journey("the patient writes to the doctor in a field that grows, and is answered", async (tab) => {
    const patient = newPerson("Ada", "Sommer");
    const careTeam: CareTeam = (endpoint, input) => callApi(api, endpoint, input, { apiKey: clinicKey });
    const { conversation } = await createPatientInCare(api, careTeam, patient);
    await signIn(tab, patient, "/messages/doctor");
    await expectVisible(tab, "field", "Your message");
    const height = () => tab.read<number>("document.querySelector('textarea').offsetHeight");
    const oneLine = await height();
    await tab.write("Your message", "First line");
    for (const line of ["second line", "third line", "fourth line"]) {
      await tab.key("Enter");
      await tab.type(line);
    }
    expect(await height()).toBeGreaterThan(oneLine * 1.7);
    await tab.press("button", "Send");
    await expectVisible(tab, "text", "/First line.second line.third line.fourth line$/");
    await until("one line again", async () => (await height()) === oneLine);
    await careTeam(care.sendMessage, { params: { id: conversation }, body: { message: "That is good to hear." } });
    await expectVisible(tab, "text", "That is good to hear.");
  });

  journey("the patient signs up and answers five screens of the visit, which are there after a reload", async (tab) => {
    const { firstname, lastname, email, password } = newPerson("Rosa", "Winter");
    await tab.open(`${origin}/eligibility`);
    await waitForApp(tab);
    await tab.write("First name", firstname);
    await tab.write("Last name", lastname);
    await tab.write("Email", email);
    await tab.write("Password", password);
    await tab.press("choice", "/^I agree to the/");
    await tab.press("button", "Register");
    await until("the visit", async () => !(await tab.read<string>("location.pathname")).includes("eligibility"));
    const { idToken: token } = await callApi(api, auth.signIn, { body: { email, password } });
    await callApi(api, onboarding.overrideFlow, { body: { flow_variant: "H" } }, { token });
    await tab.open(`${origin}/health-questions`);
    const seen: string[] = [];
    const next = () =>
      until("the next screen", async () => {
        const title = await heading(tab);
        return title !== "" && !seen.includes(title) && title;
      });
    while (seen.filter(isQuestion).length < 5) {
      const title = await next();
      expect(await tab.has("region", "Our terms have changed")).toBe(false);
      await answer(tab, title);
      seen.push(title);
    }
    const last = await until("the sixth screen", async () => {
      const title = await next();
      if (isQuestion(title)) return title;
      await answer(tab, title);
      return null;
    });
    await tab.reload();
    await until(`${last} after a reload`, async () => (await heading(tab)) === last);
  });

  journey("a marketing site of another origin opens the cart in its frame, up to shipping", async (tab) => {
    const { firstname, lastname, email, password } = newPerson("Ada", "Sommer");
    await tab.open(`${marketingOrigin}/products/daily-moisturizer`);
    await tab.press("link", "Add to cart");
    await tab.within("frame");
    await expectVisible(tab, "heading", "Your cart");
    await expectVisible(tab, "field", "/^Quantity of Daily moisturizer/");
    await tab.press("button", "Next");
    await tab.write("First name", firstname);
    await tab.write("Last name", lastname);
    await tab.write("Email", email);
    await tab.write("Password", password);
    await tab.press("choice", "/^I agree to the/");
    await tab.press("button", "Register");
    await expectVisible(tab, "field", "Street Address");
  });

  journey("a link with a code shows its offer", async (tab) => {
    await tab.open(`${origin}/eligibility?promocode=FSASTORE30`);
    await expectVisible(tab, "region", "offer");
    await expectVisible(tab, "text", "/30% off when you pay with FSA funds/");
    await tab.press("button", "Dismiss offer");
    await until("no offer", async () => !(await tab.has("region", "offer")));
  });

  journey("the patient signs in by keyboard alone", async (tab) => {
    const patient = newPerson("Rosa", "Winter");
    await signUp(api, patient);
    await tab.open(`${origin}/login`);
    await waitForApp(tab);
    await tabTo(tab, "field", "Email");
    await tab.type(patient.email);
    await tabTo(tab, "field", "Password");
    await tab.type(patient.password);
    await tabTo(tab, "button", "Continue");
    await tab.key("Enter");
    await until("the visit", async () => (await tab.read("location.pathname")) === "/health-questions");
  });
}

const expectVisible = (tab: Tab, kind: Kind, name: string) => until(`${kind} ${name}`, () => tab.has(kind, name));

const heading = (tab: Tab) => tab.read<string>("document.querySelector('h1')?.innerText ?? ''");

/** Answers the screen of the visit and goes on to the next one. */
async function answer(tab: Tab, title: string): Promise<void> {
  const asked = screens.find((screen) => screen.heading === title);
  if (title === "About you") {
    await tab.pick("The state you live in", "California");
    await tab.write("Month", "5");
    await tab.write("Day", "6");
    await tab.write("Year", "1974");
  }
  for (const question of asked?.questions ?? []) {
    const given = safeAnswer(question).answer;
    // A symptom is chosen before it is rated.
    if (question.answertype === "scale" && given !== "0" && (await tab.has("choice", question.question)))
      await tab.press("choice", question.question);
    if (!(await tab.has("choice", `@${question.id}`))) continue;
    if (question.answerlist.length > 0)
      for (const id of [given].flat()) {
        const leadsOn = await tab.read<boolean>(
          `[...document.getElementsByName("${question.id}")].some((input) => input.value === "${id}" && input.closest("[data-quick]") !== null)`,
        );
        await tab.press("choice", `@${question.id}=${id}`);
        if (leadsOn) return;
      }
    else if (given !== "") await tab.write(`@${question.id}`, String(given));
  }
  // An interstitial between two parts of the visit may go on by itself.
  if (await tab.has("button", "Continue")) await tab.press("button", "Continue");
}

/** Waits until the app has replaced the prerendered page. */
const waitForApp = (tab: Tab) => until("the app", () => tab.read<boolean>("document.querySelector('#early') === null"));

/** Waits until no request has started for 500 ms: anything late would have come by then. */
async function waitForQuiet(tab: Tab): Promise<void> {
  let before = -1;
  await until("quiet", async () => {
    const now = await tab.read<number>("performance.getEntriesByType('resource').length");
    await new Promise((resolve) => setTimeout(resolve, 500));
    const quiet = now === before;
    before = now;
    return quiet;
  });
}

async function signIn(tab: Tab, { email, password }: Person, path = "/home"): Promise<void> {
  await tab.open(`${origin}/login?redirectTo=${encodeURIComponent(path)}`);
  await waitForApp(tab);
  await tab.write("Email", email);
  await tab.write("Password", password);
  await tab.press("button", "Continue");
}

async function tabTo(tab: Tab, kind: Kind, name: string): Promise<void> {
  const named = `[document.activeElement.getAttribute("aria-label"), document.activeElement.labels?.[0]?.textContent, document.activeElement.textContent]`;
  for (let presses = 0; presses < 40; presses += 1) {
    if (await tab.read<boolean>(`${named}.some((each) => each?.trim() === ${JSON.stringify(name)})`)) return;
    await tab.key("Tab");
  }
  throw new Error(`No Tab leads to the ${kind} ${name}`);
}
