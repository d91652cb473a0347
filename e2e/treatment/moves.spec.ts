import { createPatientInCare } from "../actors/patient-in-care.ts";
import { expect, test } from "../fixtures.ts";
import { withoutFollowup } from "../pages/followup-dialog.ts";
import { SignIn } from "../pages/sign-in.ts";

test("decisions §20 an order is moved to a day, a pause changed, a cancellation taken back", async ({
  page,
  patient,
  api,
  careTeam,
  checkAccessibility,
}) => {
  await createPatientInCare(api, careTeam, patient);
  await withoutFollowup(page);
  await new SignIn(page).openSignedIn("/treatment", patient);
  await page
    .getByRole("link", { name: /^Change, pause or skip/ })
    .first()
    .click();
  const main = page.getByRole("main");
  const dialog = page.getByRole("alertdialog");
  const heading = main.getByRole("heading", { level: 2 }).first();

  await test.step("the next order on a day of those that are offered", async () => {
    await main.getByRole("button", { name: "Change the day" }).click();
    const field = dialog.getByLabel("The day we charge you and send it");
    await expect(dialog.getByRole("button", { name: "Move it", exact: true })).toBeDisabled();
    const last = (await field.getAttribute("max")) ?? "";
    await field.fill(last);
    await expect(dialog.getByRole("alert")).toContainText("you'd be without it for a while");
    await checkAccessibility(page, "Change the day");
    await dialog.getByRole("button", { name: /^Move it to / }).click();
    await expect(page.getByRole("status").filter({ hasText: "go together" })).toBeVisible();
    await expect(heading).toHaveText(/^Next charge: /);
    await checkAccessibility(page, "Subscription, moved");
  });

  await test.step("a pause gets another length", async () => {
    await main.getByRole("button", { name: "Pause", exact: true }).click();
    await dialog.getByRole("button", { name: /^Pause until / }).click();
    await main.getByRole("button", { name: "Change the pause" }).click();
    await dialog.getByRole("radio", { name: /^2 months/ }).check();
    await checkAccessibility(page, "Change the pause");
    await dialog.getByRole("button", { name: /^Pause until / }).click();
    await expect(dialog).toBeHidden();
    await expect(heading).toHaveText(/^Paused until /);
  });

  await test.step("canceled, and kept after all", async () => {
    await main.getByRole("link", { name: "Cancel subscription" }).click();
    for (const name of [/^Estradiol patch/, /^Progesterone capsule/])
      await page.getByRole("checkbox", { name }).check();
    await page.getByRole("button", { name: "Cancel subscriptions" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /canceled$/ })).toBeFocused();
    await page.goto("/treatment");
    await page.goto(
      await page
        .getByRole("link", { name: /again|details/i })
        .first()
        .getAttribute("href")
        .then((href) => href ?? ""),
    );
    await expect(heading).toHaveText(/^Canceled on /);
    await checkAccessibility(page, "Subscription, canceled");
    await main.getByRole("button", { name: "Keep it after all" }).click();
    await checkAccessibility(page, "Keep it after all");
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await expect(page.getByRole("status").filter({ hasText: "It isn't canceled anymore." })).toBeVisible();
    await expect(heading).toHaveText(/^Next charge: /);
  });
});
