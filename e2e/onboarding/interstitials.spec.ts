import type { Page } from "@playwright/test";
import { limits } from "#contract/constants.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { callApi } from "../actors/api.ts";
import { completeVisitUpTo } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { keyboard } from "../input/keyboard.ts";
import { rewriteResponses } from "../network/responses.ts";
import { SignIn } from "../pages/sign-in.ts";

/** Presses the one button of a step that asks nothing, or whose answers are given. */
const pressContinue = (page: Page) => page.getByRole("button", { name: "Continue" }).click();
/** The heading that identifies an interstitial's screen. */
const screen = (page: Page, title: string) => page.getByRole("heading", { level: 1, name: title });

test("§4 Interstitial loader: without a message type it hides itself after 5 s, with one it stays until the patient continues", async ({
  page,
  patient,
  api,
  content,
  checkAccessibility,
}) => {
  await completeVisitUpTo(api, patient, 4);
  await page.clock.install();
  // One of each kind. The second appears only after a clarification; the whole visit (tracking.spec.ts) comes to all others.
  const kinds = [null, "doctorvisit"].map((type) => content.interstitials.find((each) => each.messagetype === type));
  let next = kinds[0];
  await rewriteResponses(page, "**/patient/onboardingv2/step/*", (body) =>
    JSON.stringify({ ...JSON.parse(body), interstitial: next }),
  );
  await new SignIn(page).openSignedIn("/treatment-addons", patient);
  const addons = page.getByRole("heading", { level: 1, name: "Would you like to add something?" });
  await expect(addons).toBeVisible();
  for (const shown of kinds)
    await test.step(`message type ${shown?.messagetype ?? "none"}`, async () => {
      if (!shown) throw new Error("The content has no interstitial of this kind");
      next = shown;
      await page.goto("/treatment-addons");
      await expect(addons).toBeVisible();
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000);
      await pressContinue(page);
      await expect(screen(page, shown.title)).toBeFocused();
      await page.clock.runFor(limits.loaderAutoHideMs - 1);
      await expect(screen(page, shown.title)).toBeVisible();
      await page.clock.runFor(shown.messagetype === null ? 1 : limits.loaderAutoHideMs * 20);
      if (shown.messagetype !== null) {
        await page.clock.resume();
        await checkAccessibility(page, shown.title);
        await keyboard.press(page.getByRole("button", { name: "Continue" }));
      }
      await expect(screen(page, shown.title)).toHaveCount(0);
      await page.clock.resume();
      await expect(page).toHaveURL(/identity/);
    });
});

/** Makes every response say that the patient's visit has the old design. */
const oldDesign = (page: Page) =>
  rewriteResponses(page, "**/api/**", (body) => body.replaceAll('"redesign":true', '"redesign":false'));

test("@desktop §4 redesign: the design is that of the patient's record; without a record it is the current one", async ({
  page,
  patient,
  api,
  checkAccessibility,
}) => {
  const present = page.locator("html.redesign");
  await completeVisitUpTo(api, patient, 2);
  await oldDesign(page);
  await new SignIn(page).open();
  await expect(present).toHaveCount(1);
  await new SignIn(page).submit(patient);
  await expect(page.getByRole("button", { name: "Log out" })).toBeVisible();
  await expect(present).toHaveCount(0);
  await checkAccessibility(page, "Visit, the old design");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await expect(page).toHaveURL(/^http:..127.0.0.1:/);
  await page.goto("/login");
  await expect(present).toHaveCount(1);

  await page.unrouteAll({ behavior: "wait" });
  await new SignIn(page).openSignedIn("/", patient);
  await expect(page.getByRole("button", { name: "Log out" })).toBeVisible();
  await expect(present).toHaveCount(1);
});

test("§2.3 A hidden flow-switcher radio panel appears when the query flow_switcher is 'true', and only then", async ({
  page,
  patient,
  api,
  checkAccessibility,
}) => {
  const token = await completeVisitUpTo(api, patient, 2);
  await new SignIn(page).openSignedIn("/health-questions", patient);
  const panel = page.getByRole("radiogroup", { name: "Flow variant" });
  const visit = page.getByRole("button", { name: "Log out" });
  await expect(visit).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
  await expect(panel).toHaveCount(0);
  await page.goto("/health-questions?flow_switcher=yes");
  await expect(visit).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
  await expect(panel).toHaveCount(0);
  await page.goto("/health-questions?flow_switcher=true");
  await expect(panel.getByRole("radio", { name: "H", exact: true })).toBeChecked();
  await checkAccessibility(page, "Flow switcher");
  await panel.getByRole("radio", { name: "G", exact: true }).focus();
  await page.keyboard.press("Space");
  await expect.poll(async () => (await callApi(api, onboarding.record, {}, { token })).flow_variant).toBe("G");
  await expect(page.locator("html")).toHaveClass(/redesign/);
  await expect(page).toHaveURL(/flow_switcher=true/);
  await expect(panel.getByRole("radio", { name: "G", exact: true })).toBeChecked();
});
