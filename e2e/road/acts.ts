import type { Locator, Page } from "@playwright/test";
import type { Content } from "#content/load.ts";
import type { Person } from "../actors/person.ts";
import { expect } from "../fixtures.ts";
import type { Hands } from "../hands/hands.ts";
import { signUpOnPage } from "../pages/sign-up.ts";
import { Checkout } from "./checkout.ts";
import { sendPhoto } from "./photo.ts";
import { answerScreen, askedScreens } from "./questions.ts";

export interface Traveller {
  readonly person: Person;
  readonly hands: Hands;
  readonly content: Content;
  /** Social security number she gives; 666-… brings in a person to check her ID. */
  readonly ssn?: string;
}

/** Title of the screen that says something about the answer just given. */
export const noticeHeading = "About what you just told us";

/** What is done at a screen to go on. */
export type Act = (page: Page) => Promise<void>;

const press =
  (hands: Hands, name: string | RegExp): Act =>
  (page) =>
    hands.press(page.getByRole("button", { name }));

/** What she does at each screen of the road, by its name: plausible answers that stop nothing. */
export function actsOf({ person, hands, content, ssn = "123-45-6789" }: Traveller): ReadonlyMap<string, Act> {
  const checkout = (page: Page) => new Checkout(page, hands);
  const visit: [string, Act][] = [
    ["Let’s get you started", (page) => signUpOnPage(page, hands, person)],
    ["About you", (page) => tellAboutHer(page, hands)],
    [`${person.firstname}, here is what fits you`, (page) => takeFirstTreatment(page, hands)],
    ["Here is what we offer", (page) => takeFirstTreatment(page, hands)],
    ["Would you like to add something?", press(hands, "No, thank you. Continue")],
    ["Let’s make sure it’s you", (page) => giveNumber(page, hands, ssn)],
    ["A photo of your ID", (page) => sendPhoto(page, hands)],
    ["Now a photo of you", (page) => sendPhoto(page, hands)],
    ["We are checking your ID", press(hands, "Continue to checkout")],
    // What the server says of an answer stands with it, before the next question.
    [noticeHeading, press(hands, "Continue")],
    ["Where to ship", (page) => checkout(page).ship()],
    ["How you pay", (page) => checkout(page).enterCard()],
    ["Billing address", (page) => checkout(page).bill()],
    [
      "Look it over and check out",
      async (page) => {
        await checkout(page).agree();
        await checkout(page).pay();
      },
    ],
  ];
  const questions = askedScreens(content).map((screen): [string, Act] => [
    screen.heading,
    (page) => answerScreen(page, hands, screen),
  ]);
  // Those without a message type go by themselves.
  const interstitials = content.interstitials.map(({ title, messagetype }): [string, Act] => [
    title,
    messagetype === null ? async () => {} : press(hands, "Continue"),
  ]);
  return new Map([...visit, ...questions, ...interstitials]);
}

async function tellAboutHer(page: Page, hands: Hands): Promise<void> {
  await hands.pick(page.getByRole("combobox", { name: "The state you live in" }), "California");
  const birthday = page.getByRole("group", { name: "Your date of birth" });
  await hands.write(birthday.getByRole("textbox", { name: "Month" }), "5");
  await hands.write(birthday.getByRole("textbox", { name: "Day" }), "6");
  await hands.write(birthday.getByRole("textbox", { name: "Year" }), "1974");
  await hands.press(page.getByRole("button", { name: "Continue" }));
}

/** The best fit, with what belongs to it; where she chose before, only what is missing. */
async function takeFirstTreatment(page: Page, hands: Hands): Promise<void> {
  const treatments = page.getByRole("article");
  await takeOneOf(treatments, hands);
  const required = treatments.filter({ hasText: "Belongs with estrogen" });
  if ((await required.count()) > 0) await takeOneOf(required, hands);
  await hands.press(page.getByRole("button", { name: "Continue", exact: true }));
}

async function takeOneOf(treatments: Locator, hands: Hands): Promise<void> {
  await expect(treatments.first()).toBeVisible();
  const taken = treatments.getByRole("button", { name: /^In your plan/ });
  if ((await taken.count()) > 0) return;
  await hands.press(treatments.first().getByRole("button", { name: /^Add to my plan/ }));
  await expect(taken.first()).toBeVisible();
}

async function giveNumber(page: Page, hands: Hands, ssn: string): Promise<void> {
  await hands.write(page.getByRole("textbox", { name: "Social security number" }), ssn.replaceAll("-", ""));
  await hands.press(page.getByRole("button", { name: "Continue" }));
}
