import { fileURLToPath } from "node:url";
import { request as requests } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { safeAnswer } from "#server/onboarding/testing/answers.ts";
import { callApi } from "../actors/api.ts";
import { type CareTeam, createDeliveredPatient, createPatientInCare } from "../actors/patient-in-care.ts";
import { newPerson, type Person } from "../actors/person.ts";
import { joinStaff, staffPassword } from "../actors/staff.ts";
import { signUp, completeVisit } from "../actors/visit.ts";
import { askedScreens } from "../flows/visit/questions.ts";
import { clinicKey, marketingOrigin, origin } from "../settings.ts";
import { type Engine, type Tab, until } from "./browser.ts";
import type { Kind } from "./find.ts";

const screens = askedScreens(await loadContent());

const photo = fileURLToPath(new URL("../../server/platform/files/fixtures/turned.heic", import.meta.url));

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

  const careTeam: CareTeam = (endpoint, input) => callApi(api, endpoint, input, { apiKey: clinicKey });

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

  journey("the patient writes to the doctor in a field that grows, is answered, and sends a photo", async (tab) => {
    const patient = newPerson("Ada", "Sommer");
    const { conversation } = await createPatientInCare(api, careTeam, patient);
    await signIn(tab, patient, "/messages/doctor");
    await expectVisible(tab, "field", "Your message");
    const height = () => tab.read<number>("document.querySelector('textarea').offsetHeight");
    const empty = await height();
    await tab.write("Your message", "First line");
    for (const line of ["second line", "third line", "fourth line"]) {
      await tab.key("Enter");
      await tab.type(line);
    }
    expect(await height()).toBeGreaterThan(empty);
    expect(
      await tab.read(
        "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('textarea'))",
      ),
      "hidden, px",
    ).toBeLessThanOrEqual(1);
    await tab.press("button", "Send");
    await expectVisible(tab, "text", "/First line.second line.third line.fourth line$/");
    await until("as small as before", async () => (await height()) === empty);
    await careTeam(care.sendMessage, { params: { id: conversation }, body: { message: "That is good to hear." } });
    await expectVisible(tab, "text", "That is good to hear.");
    await tab.attach("Photos or PDFs", photo);
    await tab.press("button", "Send");
    await tab.press("button", "/^Photo you sent ?\\d+ KB · Show photo$/");
    await until("the photo", () => tab.read<boolean>("document.querySelector('[role=dialog] img')?.naturalWidth > 0"));
  });

  journey("the patient signs up and answers five screens of the visit, which are there after a reload", async (tab) => {
    const person = newPerson("Rosa", "Winter");
    const { email, password } = person;
    await tab.open(`${origin}/eligibility`);
    await waitForApp(tab);
    await register(tab, person);
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

  journey(
    "a marketing site of another origin opens the cart in its frame; what is paid there is seen in the app, signed in",
    async (tab) => {
      const person = newPerson("Ada", "Sommer");
      const { email, password } = person;
      await tab.open(`${marketingOrigin}/products/daily-moisturizer`);
      await tab.press("link", "Add to cart");
      await tab.within("frame");
      await expectVisible(tab, "heading", "Your cart");
      await expectVisible(tab, "field", "/^Quantity of Daily moisturizer/");
      await tab.press("button", "Next");
      await register(tab, person);
      await tab.write("Street Address", "12 Garden Way");
      await tab.pick("State", "California");
      await tab.write("City", "Fresno");
      await tab.write("Zip Code", "93701");
      await tab.press("button", "Continue");
      await tab.write("Card number", "4242424242424242");
      await tab.write("Expiry date", "1239");
      await tab.write("Security code", "123");
      await tab.press("button", "/^Check out/");
      await expectVisible(tab, "heading", "Success!");
      await tab.press("button", "View your order");
      await tab.within("page");
      await expectVisible(tab, "heading", "/^Order/");
      const { idToken: token } = await callApi(api, auth.signIn, { body: { email, password } });
      const { orders } = await callApi(api, treatment.overview, {}, { token });
      expect(orders.map(({ status }) => status)).toEqual(["paid"]);
    },
  );

  journey("the patient notes a dose, takes it back, and skips it", async (tab) => {
    const patient = await createDeliveredPatient(api, careTeam, newPerson("Rosa", "Winter"));
    await signIn(tab, patient);
    await tab.press("button", "/^Keep track.*Progesterone capsule/");
    await tab.press("button", "Save");
    await expectVisible(tab, "heading", "/^Done for today/");
    await tab.press("button", "/^Undo.*Progesterone capsule/");
    // It moves from the list, which says the same, to the lead: a press in between is lost with the button.
    await until("the lead that asks for it", () =>
      tab.read<boolean>("/^Take your capsule/.test(document.querySelector('main h2')?.textContent ?? '')"),
    );
    await tab.press("button", "/^Skip.*Progesterone capsule/");
    // The page shows a dose as noted before it's saved.
    await until("the dose saved as skipped", async () => {
      const { doses } = await patient.call(wellbeing.read, {});
      return doses.items.some(({ name, today }) => name === "Progesterone capsule" && today?.status === "skipped");
    });
  });

  journey("somebody of the practice signs in with password and code, and sees the team", async (tab) => {
    const { email, authenticator } = await joinStaff(api, careTeam, "Paula Reyes", ["administrator"]);
    await tab.open(`${origin}/clinic`);
    await tab.write("Email", email);
    await tab.write("Password", staffPassword);
    await tab.press("button", "Continue");
    // Each code works once; the next one already does.
    await tab.write("Code of your authenticator app", authenticator.generate({ timestamp: Date.now() + 30_000 }));
    await tab.press("button", "Continue");
    await expectVisible(tab, "heading", "Team");
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
  // A screen that a press has led to is deaf for a moment, so that a double press doesn't answer it, too.
  const takesPresses =
    "getComputedStyle(document.querySelector('form input') ?? document.body).pointerEvents !== 'none'";
  await until("a screen that takes presses", () => tab.read<boolean>(takesPresses));
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
          `[...document.getElementsByName("${question.id}")].some((input) => input.value === "${id}" && input.closest("[data-quick=now]") !== null)`,
        );
        await tab.press("choice", `@${question.id}=${id}`);
        if (leadsOn) return;
      }
    else if (given !== "") await tab.write(`@${question.id}`, String(given));
  }
  // An interstitial between two parts of the visit may go on by itself.
  if (!(await tab.has("button", "Continue"))) return;
  await tab.press("button", "Continue");
  // A note that came with the press is read before it is pressed again.
  const note = "Please read our note about your answers, then continue.";
  const outcome = await until("the next screen, or a note", async () => {
    if ((await heading(tab)) !== title) return "next";
    return (await tab.has("text", note)) && "note";
  });
  if (outcome === "note") await tab.press("button", "Continue");
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

/** Fills the form of a new account and sends it, in the visit or in the cart. */
async function register(tab: Tab, { firstname, lastname, email, password }: Person): Promise<void> {
  await tab.write("First name", firstname);
  await tab.write("Last name", lastname);
  await tab.write("Email", email);
  await tab.write("Password", password);
  await tab.press("choice", "/^I agree to the/");
  await tab.press("button", "Register");
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
