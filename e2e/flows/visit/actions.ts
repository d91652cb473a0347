import type { Page } from "@playwright/test";
import type { Content } from "#content/loader/load.ts";
import type { Person } from "../../actors/person.ts";
import { expect } from "../../fixtures.ts";
import type { InputMethod } from "../../input/input-method.ts";
import { Checkout } from "../../pages/checkout.ts";
import { signUpOnPage } from "../../pages/sign-up.ts";
import { answerScreen, askedScreens, readNotices } from "./questions.ts";

export interface VisitActor {
  readonly person: Person;
  readonly inputMethod: InputMethod;
  readonly content: Content;
  /** The social security number to enter; 666-… makes a person check photos of the ID. */
  readonly ssn?: string;
}

/** What to do on a screen to go on. */
export type ScreenAction = (page: Page) => Promise<void>;

const press =
  (inputMethod: InputMethod, name: string | RegExp): ScreenAction =>
  (page) =>
    inputMethod.press(page.getByRole("button", { name }));

/** What the patient does on each screen of the visit, by the screen's name: plausible answers that stop nothing. */
export function actionsByScreen({
  person,
  inputMethod,
  content,
  ssn = person.ssn,
}: VisitActor): ReadonlyMap<string, ScreenAction> {
  const checkout = (page: Page) => new Checkout(page, inputMethod);
  const visit: [string, ScreenAction][] = [
    ["Let’s get you started", (page) => signUpOnPage(page, inputMethod, person)],
    ["About you", (page) => enterStateAndBirthday(page, inputMethod, person.birthday)],
    [`${person.firstname}, here is what fits you`, (page) => choosePlan(page, inputMethod)],
    ["Here is what we offer", (page) => choosePlan(page, inputMethod)],
    ["Would you like to add something?", press(inputMethod, "No, thank you. Continue")],
    ["Let’s make sure it’s you", (page) => enterSsn(page, inputMethod, ssn)],
    ["A photo of your ID", (page) => sendPhoto(page, inputMethod)],
    ["Now a photo of you", (page) => sendPhoto(page, inputMethod)],
    ["We're checking your ID", press(inputMethod, "Continue to checkout")],
    ["Where to ship", (page) => checkout(page).ship()],
    ["How you pay", (page) => checkout(page).enterCard()],
    ["Billing address", (page) => checkout(page).bill()],
    [
      "Review and pay",
      async (page) => {
        await checkout(page).agree();
        await checkout(page).pay();
      },
    ],
  ];
  const questions = askedScreens(content).map((screen): [string, ScreenAction] => [
    screen.heading,
    async (page) => {
      await answerScreen(page, inputMethod, screen);
      await readNotices(page, inputMethod, screen);
    },
  ]);
  // Interstitials without a message type go on by themselves.
  const interstitials = content.interstitials.map(({ title, messagetype }): [string, ScreenAction] => [
    title,
    messagetype === null ? async () => {} : press(inputMethod, "Continue"),
  ]);
  return new Map([...visit, ...questions, ...interstitials]);
}

async function enterStateAndBirthday(page: Page, inputMethod: InputMethod, day: string): Promise<void> {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split("-").map(Number);
  await inputMethod.pick(page.getByRole("combobox", { name: "The state you live in" }), "California");
  const birthday = page.getByRole("group", { name: "Your date of birth" });
  await inputMethod.write(birthday.getByRole("textbox", { name: "Month" }), String(month));
  await inputMethod.write(birthday.getByRole("textbox", { name: "Day" }), String(dayOfMonth));
  await inputMethod.write(birthday.getByRole("textbox", { name: "Year" }), String(year));
  await inputMethod.press(page.getByRole("button", { name: "Continue" }));
}

/** Goes on with the plan that is suggested, or with the first option where none is, and reads what is to be known before. */
async function choosePlan(page: Page, inputMethod: InputMethod): Promise<void> {
  const proceed = page.getByRole("button", { name: "Continue", exact: true });
  await expect(proceed).toBeVisible();
  if ((await page.getByRole("heading", { name: "Nothing chosen yet" }).count()) > 0) {
    await inputMethod.press(page.getByRole("region", { name: "Your options" }).locator("summary").first());
    await inputMethod.press(page.getByRole("button", { name: /^Add to my plan/ }).first());
  }
  const notices = page.getByRole("button", { name: /^Before you start/ });
  await expect(notices).toBeVisible();
  const isRead = (await notices.innerText()).endsWith(": read");
  await inputMethod.press(proceed);
  if (!isRead) await inputMethod.press(page.getByRole("button", { name: "I’ve read it. Continue" }));
}

async function enterSsn(page: Page, inputMethod: InputMethod, ssn: string): Promise<void> {
  await inputMethod.write(page.getByRole("textbox", { name: "Social security number" }), ssn.replaceAll("-", ""));
  await inputMethod.press(page.getByRole("button", { name: "Continue" }));
}

/** Chooses a picture for the identity check and goes on. */
async function sendPhoto(page: Page, inputMethod: InputMethod): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await inputMethod.press(page.getByRole("button", { name: "Choose a file" }));
  const chooser = await choosing;
  await chooser.setFiles({ name: "photo.png", mimeType: "image/png", buffer: await page.screenshot() });
  await inputMethod.press(page.getByRole("button", { name: "Continue" }));
}
