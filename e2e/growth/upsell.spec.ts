import type { Page } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import { followup } from "#contract/followup.ts";
import { growth } from "#contract/growth/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { payment } from "#contract/payment.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { callApi } from "../actors/api.ts";
import { type PatientInCare, sendFollowup, reportDryness } from "../actors/patient-in-care.ts";
import { completeVisitUpTo } from "../actors/visit.ts";
import { waitForAnswer } from "../checks/loaded.ts";
import { expect, test } from "../fixtures.ts";
import { expectReducedMotion } from "../motion.ts";
import { unavailable } from "../network/responses.ts";
import { SignIn } from "../pages/sign-in.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const creamCard = (page: Page) => page.getByRole("region", { name: "A cream for comfort" });

/** The patient's orders other than that of the visit. */
const orders = async ({ call, order }: PatientInCare) =>
  (await call(treatment.overview, {})).orders.filter(({ id }) => id !== order);

test("§4 redirectTo=cream_modal opens the upsell at home and disappears from the address, and the patient accepts it", async ({
  page,
  createDeliveredPatient,
  careTeam,
  checkAccessibility,
  expectApiError,
}) => {
  const patientInCare = await createDeliveredPatient();
  await new SignIn(page).signIn(patientInCare, "?redirectTo=cream_modal");
  await expect(dialog(page).getByRole("heading", { name: "A cream for comfort" })).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);

  await test.step("it says what it is, that no such product is approved, what it costs and what happens to the patient's card", async () => {
    await expect(dialog(page)).toContainText("No estriol product is approved by the FDA.");
    await expect(dialog(page)).toContainText("Made to order by a compounding pharmacy.");
    await expect(dialog(page)).toContainText(
      "Today your bank only holds $59.00 on your Visa ending in 4242. You'll be charged if your doctor says yes.",
    );
    await expect(dialog(page)).toContainText("After that, it's $59.00 every 30 days.");
    await expectReducedMotion(page);
    await checkAccessibility(page, "Offer");
  });

  const fresh = Promise.withResolvers<void>();
  await test.step("the response is lost, again and again: a second press orders nothing twice", async () => {
    let accepted = "";
    await page.route("**/api/upsell/*/accept", async (route) => {
      accepted = new URL(route.request().url()).pathname;
      expectApiError({ path: accepted, status: unavailable.status });
      await route.fetch();
      return route.fulfill(unavailable);
    });
    await press(page, "Add to my treatment");
    await expect(dialog(page).getByRole("alert")).toContainText(unavailable.json.message);
    expect(await orders(patientInCare)).toHaveLength(1);
    await page.unroute("**/api/upsell/*/accept");
    await page.route(`**${fullPath(treatment.overview)}`, (route) => fresh.promise.then(() => route.continue()));
    await press(page, "Try again");
    await expect(dialog(page).getByRole("heading", { name: "It's on its way to your doctor" })).toBeVisible();
    await checkAccessibility(page, "Offer, added");
    expect(await orders(patientInCare)).toHaveLength(1);
  });

  await test.step("home says who is reviewing it; the plan stays approved", async () => {
    await press(page, "Done");
    await expect(dialog(page), "closed while the screens behind it are still asked for").toBeHidden();
    fresh.resolve();
    const added = page.getByRole("region", { name: "With your doctor" });
    await expect(added).toContainText(/Dr\. .* is looking at Estriol vaginal cream/);
    await expect(page.getByText("Your doctor is looking at your plan")).toHaveCount(0);
    await checkAccessibility(page, "Home, something added");
    await added.getByRole("link", { name: "See this order" }).click();
    await expect(page.getByText("You'll only be charged if your doctor approves it.")).toBeVisible();
    // On a phone the steps of an order are folded below what it says first.
    const steps = page.getByText("Every step");
    if (!(await page.getByText("Your doctor is looking at it").isVisible())) await steps.click();
    await expect(page.getByText("Your doctor is looking at it")).toBeVisible();
  });

  await test.step("the doctor approves: it is paid, and the patient has a subscription for it", async () => {
    const { items } = await careTeam(care.upsells, { query: {} });
    const id = items.find((each) => each.patient.id === patientInCare.id)?.id ?? "";
    await careTeam(care.approveUpsell, { params: { id }, body: { note: "Every night for two weeks." } });
    await expect.poll(async () => (await orders(patientInCare)).map(({ status }) => status)).toEqual(["paid"]);
    await page.goto("/treatment");
    await expect(page.getByRole("link", { name: /Estriol vaginal cream$/ }).first()).toBeVisible();
  });

  await test.step("requested once more, a plain sentence shows", async () => {
    expectApiError({ path: "/api/upsell/addtopatient/ESTRIOL51", status: 409 });
    await page.goto("/home?upsell=cream");
    await expect(dialog(page)).toContainText("You already get this, or your doctor is looking at it.");
    await expect(page).toHaveURL(/\/home$/);
    await checkAccessibility(page, "Offer, not available");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  });
});

test("the patient withdraws an upsell that the doctor is reviewing: nothing is charged, and it is not offered again", async ({
  page,
  createDeliveredPatient,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  await reportDryness(patientInCare);
  const { items } = await patientInCare.call(growth.dashboardUpsells, {});
  const [upsell] = items;
  if (!upsell) throw new Error("The patient is offered nothing");
  await patientInCare.call(growth.acceptUpsell, {
    params: { id: upsell.upsellId },
    body: { totalamount: upsell.total },
  });
  await new SignIn(page).openSignedIn("/home", patientInCare);
  const added = page.getByRole("region", { name: "With your doctor" });
  await added.getByRole("button", { name: "I changed my mind" }).click();
  await expect(page.getByRole("alertdialog", { name: "Remove it?" })).toContainText("you won't be charged");
  await press(page, "Remove it");
  await expect(page.getByText("Removed. You weren't charged, and your treatment stays the same.")).toBeVisible();
  await expect(added).toHaveCount(0);
  await checkAccessibility(page, "Home, something taken back");
  await page.reload();
  await waitForAnswer(page, growth.dashboardUpsells);
  await expect(creamCard(page)).toHaveCount(0);
  expect((await orders(patientInCare)).map(({ status }) => status)).toEqual(["voided"]);
});

test("@desktop §7 an upsell on the dashboard, by keyboard: viewed, left for later, declined for good", async ({
  page,
  createDeliveredPatient,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  await reportDryness(patientInCare);
  await new SignIn(page).openSignedIn("/home", patientInCare);
  await expect(creamCard(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "A serum for fuller hair" })).toHaveCount(0);
  await checkAccessibility(page, "Home, with an offer");
  const look = creamCard(page).getByRole("button", { name: /^See details/ });
  await look.focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("heading", { name: "A cream for comfort" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(look).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "No, thank you", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("All right. We won't offer you this again.")).toBeFocused();
  await expect.poll(async () => (await patientInCare.call(growth.dashboardUpsells, {})).items).toEqual([]);
  await page.reload();
  await waitForAnswer(page, growth.dashboardUpsells);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expect(creamCard(page)).toHaveCount(0);
});

test("one dialog at a time: a link opens an upsell and the follow-up; the follow-up waits for the upsell", async ({
  page,
  createDeliveredPatient,
  careTeam,
}) => {
  const patientInCare = await createDeliveredPatient();

  await test.step("§4 declining an upsell opened by a link moves the focus to the confirmation", async () => {
    await new SignIn(page).openSignedIn("/home?upsell=minoxidil", patientInCare);
    await expect(dialog(page).getByRole("heading", { name: "A serum for fuller hair" })).toBeFocused();
    await dialog(page).getByRole("button", { name: "No, thank you", exact: true }).click();
    await expect(page.getByText("All right. We won't offer you this again.")).toBeFocused();
  });

  await test.step("§4 the follow-up waits for the upsell, and opens once that is closed", async () => {
    const { code } = await sendFollowup(careTeam, patientInCare.id);
    await page.goto(`/home?upsell=cream&fud=${code}`);
    await expect(dialog(page).getByRole("heading", { name: "A cream for comfort" })).toBeFocused();
    await waitForAnswer(page, followup.check);
    await expect(page).toHaveURL(/\/home$/);
    await expect(dialog(page)).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Your treatment review" })).toBeVisible();
    await expect(dialog(page)).toHaveCount(1);
  });
});

test("a declined card and a lost connection order nothing, and the patient can try again", async ({
  page,
  createDeliveredPatient,
  expectApiError,
  expectProblem,
}) => {
  const patientInCare = await createDeliveredPatient();
  const card = (source: string) => patientInCare.call(payment.saveSource, { body: { source } });
  await card("tok_chargeCustomerFail");
  await new SignIn(page).openSignedIn("/home?upsell=minoxidil", patientInCare);
  await expect(dialog(page).getByRole("heading", { name: "A serum for fuller hair" })).toBeVisible();

  await test.step("§8 the bank declines: the upsell stays, with a link to update the card", async () => {
    await page.route("**/api/upsell/*/accept", (route) => {
      expectApiError({ path: new URL(route.request().url()).pathname, status: 402 });
      return route.continue();
    });
    await press(page, "Add to my treatment");
    await expect(dialog(page).getByRole("alert")).toHaveText(
      "Your card has been declined. Update your payment info to continue treatment.",
    );
    await expect(dialog(page).getByRole("link", { name: "Update your card" })).toBeVisible();
    expect((await orders(patientInCare)).filter(({ status }) => status !== "failed")).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  });

  await test.step("with another card, and the connection cut at the press", async () => {
    expectProblem(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    await card("tok_visa");
    await page.goto("/home?upsell=minoxidil");
    await expect(dialog(page)).toContainText("on your Visa ending in 4242");
    await page.context().setOffline(true);
    await press(page, "Add to my treatment");
    await expect(dialog(page).getByRole("alert")).toHaveText("Oops! Network Error. Try again later");
    await page.context().setOffline(false);
    await press(page, "Try again");
    await expect(dialog(page).getByRole("heading", { name: "It's on its way to your doctor" })).toBeVisible();
    expect((await orders(patientInCare)).map(({ status }) => status)).toEqual(["authorized"]);
  });
});

test("§7 Onboarding upsell: offered among the add-ons, accepted or declined with one press", async ({
  page,
  patient,
  secondPatient,
  freshBrowser,
  api,
  checkAccessibility,
}) => {
  const goToAddons = async (person: typeof patient) => {
    const token = await completeVisitUpTo(api, person, 4, "H");
    const answers = [{ questionid: "vaginal_dryness", answer: "3" }];
    await callApi(api, onboarding.saveStep, { params: { n: 2.6 }, body: { answers } }, { token });
    return token;
  };
  const token = await goToAddons(patient);
  await new SignIn(page).openSignedIn("/treatment-addons", patient);
  await expect(page.getByRole("heading", { level: 1, name: "Would you like to add something?" })).toBeVisible();
  await expect(creamCard(page)).toContainText("No estriol product is approved by the FDA.");
  await expect(page.getByRole("heading", { name: "Estriol vaginal cream" })).toHaveCount(0);
  await checkAccessibility(page, "Add-ons, with an offer");
  await creamCard(page)
    .getByRole("button", { name: /^Add to my plan ?: Estriol vaginal cream$/ })
    .click();
  await expect(page.getByText("Added to your plan.")).toBeFocused();
  await expect(page.locator("summary").filter({ hasText: "Estriol vaginal cream" })).toContainText("In your plan");
  await press(page, "Continue with 1 added");
  await expect(page.getByRole("heading", { level: 1, name: "Would you like to add something?" })).toHaveCount(0);
  const { view } = await callApi(api, onboarding.recordV2, {}, { token });
  expect(view?.chosen.map(({ productid }) => productid)).toContain("estriol_cream");

  const other = await freshBrowser();
  await goToAddons(secondPatient);
  await new SignIn(other).openSignedIn("/treatment-addons", secondPatient);
  await creamCard(other)
    .getByRole("button", { name: /^No, thank you ?: Estriol vaginal cream$/ })
    .click();
  await expect(other.getByText("All right. We won’t offer this again.")).toBeFocused();
  await other.getByRole("button", { name: "No, thank you. Continue" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Would you like to add something?" })).toHaveCount(0);
});
