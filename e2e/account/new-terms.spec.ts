import type { Page } from "@playwright/test";
import { onboarding } from "#contract/onboarding/calls.ts";
import { completeVisitUpTo } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { keyboard } from "../input/keyboard.ts";
import { SignIn } from "../pages/sign-in.ts";
import { waitForAnswer } from "../checks/loaded.ts";
import { pretendOldSignUp, unavailable } from "../network/responses.ts";

const card = (page: Page) => page.getByRole("region", { name: "Our terms have changed" });
const accept = (page: Page) => card(page).getByRole("button", { name: "Accept" });
const path = "**/patient/acceptednewterms";
/** Whether the page shows the card, or has requested the chunk that would. */
const asked = async (page: Page) =>
  (await card(page).count()) > 0 ||
  page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/assets/new-terms-")));

test("@both §4 Terms card: shown at home to patients who signed up before 9 Dec 2024; accepting hides it for good", async ({
  page,
  createDeliveredPatient,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  await pretendOldSignUp(page);
  await new SignIn(page).openSignedIn("/home", patientInCare);
  await expect(accept(page)).toBeVisible();
  await expect(card(page).getByRole("link")).toHaveCount(3);
  await checkAccessibility(page, "Home, new terms");
  await keyboard.press(accept(page));
  await expect(card(page)).toHaveCount(0);
  await expect(page.locator("#main")).toBeFocused();
  await expect.poll(() => patientInCare.call(onboarding.record, {})).toMatchObject({ acceptednewterms: true });
  await page.reload();
  await waitForAnswer(page, onboarding.record);
  await expect(page.getByRole("region", { name: "Your doctor" })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});

test("§4 Terms card: a failure keeps it and shows an error; then accepting works", async ({
  page,
  createDeliveredPatient,
  checkAccessibility,
  expectApiError,
}) => {
  const patientInCare = await createDeliveredPatient();
  await pretendOldSignUp(page);
  await new SignIn(page).openSignedIn("/home", patientInCare);
  expectApiError({ path: "/api/v2/patient/acceptednewterms", status: unavailable.status });
  await page.route(path, (route) => route.fulfill(unavailable));
  await accept(page).click();
  await expect(card(page).getByRole("alert")).toBeVisible();
  await checkAccessibility(page, "New terms, not accepted");
  await page.unroute(path);

  await test.step("terms newer than the page: the page must be reloaded, then they can be accepted", async () => {
    expectApiError({ path: "/api/v2/patient/acceptednewterms", status: 409 });
    await page.route(path, (route) => route.continue({ postData: JSON.stringify({ version: "2001-01-01" }) }));
    await accept(page).click();
    const again = card(page).getByRole("button", { name: "Reload the page" });
    await expect(again).toBeVisible();
    await page.unroute(path);
    await again.click();
  });
  await accept(page).click();
  await expect(card(page)).toHaveCount(0);
});

test("§4 Terms card: in the visit too, beside the question", async ({ page, patient, api, checkAccessibility }) => {
  await completeVisitUpTo(api, patient, 2);
  await pretendOldSignUp(page);
  await new SignIn(page).openSignedIn("/health-questions", patient);
  await expect(accept(page)).toBeVisible();
  await checkAccessibility(page, "Visit, new terms");
  await accept(page).click();
  await expect(card(page)).toHaveCount(0);
});

test("§4 Terms card: not shown to patients who signed up later, nor in the cart", async ({
  page,
  createDeliveredPatient,
}) => {
  await new SignIn(page).openSignedIn("/home", await createDeliveredPatient());
  await expect(page.getByRole("region", { name: "Your doctor" })).toBeVisible();
  expect(await asked(page)).toBe(false);
  await pretendOldSignUp(page);
  await page.reload();
  await expect(accept(page)).toBeVisible();
  expect(await asked(page)).toBe(true);
  await page.goto("/cart");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await asked(page)).toBe(false);
});
