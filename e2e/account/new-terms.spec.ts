import type { Page } from "@playwright/test";
import { onboarding } from "#contract/onboarding/calls.ts";
import { callApi } from "../actors/api.ts";
import { signInForToken } from "../actors/patient-in-care.ts";
import { completeVisit, completeVisitUpTo } from "../actors/visit.ts";
import { waitForAnswer } from "../checks/loaded.ts";
import { expect, test } from "../fixtures.ts";
import { keyboard } from "../input/keyboard.ts";
import { pretendOldSignUp, unavailable } from "../network/responses.ts";
import { SignIn } from "../pages/sign-in.ts";

const card = (page: Page) => page.getByRole("region", { name: "Our terms have changed" });
const accept = (page: Page) => card(page).getByRole("button", { name: "Accept" });
const path = "**/patient/acceptednewterms";

test("§4 Terms card: shown at home to patients who signed up before 9 Dec 2024, not to others, nor in the cart; a failure keeps it; accepting hides it for good", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectApiError,
}) => {
  await completeVisit(api, patient);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  /** Whether the page shows the card, or has requested the chunk that would. */
  const asked = async () =>
    (await card(page).count()) > 0 || requested.some((url) => url.includes("/assets/new-terms-"));
  await new SignIn(page).openSignedIn("/home", patient);
  const home = page.getByRole("heading", { level: 1, name: `Hello, ${patient.firstname}` });

  await test.step("not to patients who signed up later", async () => {
    await expect(home).toBeVisible();
    await waitForAnswer(page, onboarding.record);
    expect(await asked()).toBe(false);
  });
  await test.step("not in the cart", async () => {
    await pretendOldSignUp(page);
    await page.goto("/cart");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await asked()).toBe(false);
  });
  await test.step("at home", async () => {
    await page.goto("/home");
    await expect(accept(page)).toBeVisible();
    expect(await asked()).toBe(true);
    await expect(card(page).getByRole("link")).toHaveCount(3);
  });
  await test.step("a failure keeps it and shows an error", async () => {
    expectApiError({ path: "/api/v2/patient/acceptednewterms", status: unavailable.status });
    await page.route(path, (route) => route.fulfill(unavailable));
    await accept(page).click();
    await expect(card(page).getByRole("alert")).toBeVisible();
    await checkAccessibility(page, "New terms, not accepted");
    await page.unroute(path);
  });
  await test.step("terms newer than the page: the page must be reloaded, then they can be accepted", async () => {
    expectApiError({ path: "/api/v2/patient/acceptednewterms", status: 409 });
    await page.route(path, (route) => route.continue({ postData: JSON.stringify({ version: "2001-01-01" }) }));
    await accept(page).click();
    const again = card(page).getByRole("button", { name: "Reload the page" });
    await expect(again).toBeVisible();
    await page.unroute(path);
    await again.click();
  });
  await test.step("accepted, it is hidden for good", async () => {
    await keyboard.press(accept(page));
    await expect(card(page)).toHaveCount(0);
    await expect(page.locator("#main")).toBeFocused();
    const token = await signInForToken(api, patient);
    await expect.poll(() => callApi(api, onboarding.record, {}, { token })).toMatchObject({ acceptednewterms: true });
    await page.reload();
    await waitForAnswer(page, onboarding.record);
    await expect(home).toBeVisible();
    await expect(card(page)).toHaveCount(0);
  });
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
