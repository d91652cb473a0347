import type { Page } from "@playwright/test";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { errorMessage } from "#contract/http/errors.ts";
import { callApi } from "../actors/api.ts";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { unavailable } from "../network/responses.ts";
import { SignIn } from "../pages/sign-in.ts";

const path = "/medical-information";
const healthCall = fullPath(account.healthAnswers);

/** Signs the patient in on the medical information page. */
async function openAnswers(page: Page, person: Parameters<SignIn["submit"]>[0]): Promise<void> {
  await new SignIn(page).openSignedIn(path, person);
  await expect(page.getByRole("heading", { level: 1, name: "Medical information" })).toBeVisible();
}

/** The line of the topic with this title. */
const topicOf = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });

/** Opens the form of the topic with this title. */
async function change(page: Page, title: string): Promise<void> {
  await page.getByRole("link", { name: `Edit: ${title}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeFocused();
}

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

test("§2.1 medical information: a line per topic, on about two phone screens; the patient reads the answers, changes a section, and reads the earlier version", async ({
  page,
  patient,
  api,
  checkAccessibility,
}) => {
  await completeVisit(api, patient);
  await openAnswers(page, patient);
  await expect(page).toHaveTitle("Calendula | Your information");
  const body = topicOf(page, "Your body");
  await expect(body.getByText("Weight: 150 pounds")).toBeVisible();
  await expect(page.getByRole("region", { name: "Your pharmacy" }).getByRole("button")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1800);
  await checkAccessibility(page, "Medical information");

  await test.step("an invalid answer shows an error at its field", async () => {
    await change(page, "Your body");
    const weight = page.getByRole("textbox", { name: /^How much do you weigh/ });
    await weight.fill("9");
    await save(page).click();
    await expect(weight).toBeFocused();
    await expect(weight).toHaveAttribute("aria-invalid", "true");
    await checkAccessibility(page, "Medical information, wrong");
    await weight.fill("160");
    await pressEnter(weight);
  });

  await test.step("the change shows, with the earlier version", async () => {
    await expect(
      page.getByText("Your doctor will see your new answers the next time they open your record."),
    ).toBeVisible();
    await expect(body.getByText("Weight: 160 pounds")).toBeVisible();
    await expect(body.getByText(/^Changed Today, /)).toBeVisible();
    const record = page.getByRole("region", { name: "Your record" });
    await record.getByText("1 earlier version").click();
    await record.getByRole("button", { name: "Read all your answers" }).click();
    const all = page.getByRole("dialog", { name: "Your answers", exact: true });
    await expect(all.getByText("160 pounds")).toBeVisible();
    await page.keyboard.press("Escape");
    await record.getByRole("button", { name: /^Read version/ }).click();
    const dialog = page.getByRole("dialog", { name: "Your answers, version 1" });
    await expect(dialog.getByText("150 pounds")).toBeVisible();
    await checkAccessibility(page, "Medical information, earlier version");
    await page.keyboard.press("Escape");
    await expect(record.getByRole("button", { name: /^Read version/ })).toBeFocused();
  });

  await test.step("a link to a topic opens its form", async () => {
    await page.goto(`${path}?part=2.7`);
    await expect(page.getByRole("heading", { level: 1, name: "Your body" })).toBeFocused();
    await page.goto(path);
  });

  await test.step("the pharmacy", async () => {
    await page.getByRole("button", { name: /^Change your pharmacy/ }).click();
    await page.getByRole("radio", { name: "A pharmacy near me" }).check();
    await save(page).click();
    const named = page.getByRole("textbox", { name: "Its name and address" });
    await expect(named).toHaveAccessibleDescription(/Please enter the pharmacy's name and address\.$/);
    await checkAccessibility(page, "Medical information, pharmacy");
    // An emoji is one character, though two of JavaScript's.
    await named.fill("💊".repeat(301));
    await expect(named).toHaveAccessibleDescription(/1 character too many\. Please use 300 or fewer\./);
    await save(page).click();
    await expect(named).toHaveValue("💊".repeat(301));
    await named.fill("💊".repeat(300));
    await expect(named).toHaveAccessibleDescription(/0 characters left\./);
    await named.fill("Elm Street Pharmacy, Fresno");
    await save(page).click();
    await expect(
      page.getByRole("region", { name: "Your pharmacy" }).getByText("Elm Street Pharmacy, Fresno"),
    ).toBeVisible();
  });
});

test("decisions §5 an answer that opens another question leads to it, one the doctor must see says so; a STOP and an emergency show their text at once, and it stays", async ({
  page,
  patient,
  api,
  content,
  checkAccessibility,
}) => {
  await completeVisit(api, patient);
  await openAnswers(page, patient);
  await change(page, "Your body");
  const numbers = content.questionnaire.questions
    .find(({ id }) => id === "bp_known")
    ?.answerlist.find(({ id }) => id === "numbers");
  await page.getByRole("radio", { name: numbers?.name ?? "" }).check();
  await save(page).click();
  await expect(page.getByText("Your answer leads to one more question, below.")).toBeVisible();
  await page.getByRole("textbox", { name: /^Top number/ }).fill("122");
  await page.getByRole("textbox", { name: /^Bottom number/ }).fill("78");
  await checkAccessibility(page, "Medical information, one more question");
  await save(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Medical information" })).toBeVisible();

  await change(page, "Your health history");
  await page.getByRole("checkbox", { name: /^Lupus/ }).check();
  await save(page).click();
  const lupus = content.rules.find(({ id }) => id === "lupus");
  await expect(page.getByText(lupus?.text ?? "", { exact: false })).toBeVisible();
  await checkAccessibility(page, "Medical information, for the doctor");

  const titleOf = (rule: string) => content.rules.find(({ id }) => id === rule)?.title ?? "";

  await change(page, "Your health history");
  const liver = content.questionnaire.questions.find(({ id }) => id === "liver");
  const active = liver?.answerlist.find(({ id }) => id === "active");
  await page.getByRole("radio", { name: active?.name ?? "" }).check();
  await save(page).click();
  await expect(page.getByRole("heading", { name: titleOf("active_liver_disease") })).toBeFocused();
  await checkAccessibility(page, "Medical information, stopped");

  await change(page, "Before we start");
  const signs = content.questionnaire.questions.find(({ id }) => id === "safety_signs");
  const pain = signs?.answerlist.find(({ id }) => id === "chest_pain");
  await page.getByRole("checkbox", { name: pain?.name ?? "" }).check();
  await save(page).click();
  await expect(page.getByRole("heading", { name: titleOf("chest_pain_now") })).toBeFocused();
  await expect(page.getByRole("link", { name: "Call 911" })).toHaveAttribute("href", "tel:911");
  await checkAccessibility(page, "Medical information, emergency");
  await page.reload();
  await expect(page.getByRole("link", { name: "Call 911" })).toBeVisible();
});

test("@desktop two tabs: a stale form shows what was changed elsewhere and keeps what the patient typed", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectApiError,
}) => {
  await completeVisit(api, patient);
  await openAnswers(page, patient);
  await change(page, "Your body");
  const other = await page.context().newPage();
  await other.goto(path);
  await change(other, "Your body");
  await other.getByRole("textbox", { name: /^How much do you weigh/ }).fill("170");
  await save(other).click();
  await expect(other.getByText("Weight: 170 pounds")).toBeVisible();

  expectApiError({ path: healthCall, status: 409 });
  const tall = page.getByRole("group", { name: "How tall are you?" });
  await tall.getByRole("textbox", { name: "Feet" }).fill("5");
  const inches = tall.getByRole("textbox", { name: "Inches" });
  await inches.fill("7");
  await save(page).click();
  const notice = page.getByRole("alert").filter({ hasText: "Your answers were changed somewhere else" });
  await expect(notice).toContainText("It was “150 pounds”. Now it’s “170 pounds”.");
  await expect(inches).toHaveValue("7");
  await checkAccessibility(page, "Medical information, changed elsewhere");
  await save(page).click();
  const body = topicOf(page, "Your body");
  await expect(body.getByText("Height: 5 ft 7 in")).toBeVisible();
  await expect(body.getByText("Weight: 170 pounds")).toBeVisible();
});

test("@desktop before a visit there are no answers, only a link to the visit; a failed load shows an error", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectApiError,
}) => {
  const { firstname, lastname, email, password } = patient;
  await callApi(api, auth.signUpNonRx, { body: { firstname, lastname, email, password } });
  expectApiError({ path: healthCall, status: 503 });
  await page.route(`**${healthCall}`, (route) => route.fulfill(unavailable));
  await openAnswers(page, patient);
  await expect(page.getByText(errorMessage("unavailable"))).toBeVisible();
  await checkAccessibility(page, "Medical information, failed");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "No answers yet" })).toBeVisible();
  await checkAccessibility(page, "Medical information, none");
  await page.getByRole("link", { name: /your visit$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About you" })).toBeVisible();
});
