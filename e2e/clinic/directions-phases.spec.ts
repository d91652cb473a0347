import { randomUUID } from "node:crypto";
import type { Locator } from "@playwright/test";
import { dayIn, formatCalendarDay } from "#contract/fields/formats.ts";
import { newPerson } from "../actors/person.ts";
import { signInPhysician } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible, openRecord } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

test("decisions §19 directions on a day and two patches until the stronger one comes, by keys: previewed, in the record, and with the patient @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  content,
  createDeliveredPatient,
  expectApiError,
}) => {
  // The practice's days, which in its evening aren't UTC's.
  const inDays = (days: number) => dayIn(content.brand.timezone, new Date(Date.now() + days * 86_400_000));
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`));
  await signInPhysician(page, careTeam, "CA");
  expectApiError({ path: `/api/patient/${rosa.id}`, status: 403 });
  await openRecord(page, rosa.id);
  const mine = await freshBrowser({ viewport: { width: 390, height: 844 } });

  await test.step("every other night from a day on", async () => {
    await pressEnter(page.getByRole("button", { name: /^Change directions\s*: Progesterone capsule/ }));
    const dialog = page.getByRole("dialog", { name: /^Change directions: Progesterone capsule/ });
    await dialog.getByLabel("Directions").fill("Take 1 capsule every other night at bedtime.");
    await dialog.getByLabel("How much of it that is").selectOption("half");
    // 28 days came today.
    await dialog.getByLabel("It begins").selectOption("when_box_ends");
    await expect(dialog.getByText(`As now until ${formatCalendarDay(inDays(28))}.`)).toBeVisible();
    await dialog.getByLabel("It begins").selectOption("on_day");
    await dialog.getByLabel("First day").fill(inDays(0));
    await expect(dialog.getByText("Choose a day after today.")).toBeVisible();
    await dialog.getByLabel("First day").fill(inDays(8));
    await expect(dialog.getByText(`As now until ${formatCalendarDay(inDays(8))}.`)).toBeVisible();
    await dialog.getByLabel("Reason").fill("Sleepy in the morning.");
    await dialog.getByLabel("Message to the patient").fill("From next week, a little slower.");
    await expectClinicAccessible(page, "Planning directions");
    await pressEnter(dialog.getByRole("button", { name: "Change directions" }));
    await expect(page.getByText(`Planned: it begins on ${formatCalendarDay(inDays(8))}.`)).toBeVisible();
    await expect(page.getByText(/from .+: Take 1 capsule every other night at bedtime\. \(half as much/)).toBeVisible();
  });

  await test.step("two patches until the stronger one is there", async () => {
    await pressEnter(page.getByRole("button", { name: /^Change\s*: Estradiol patch/ }));
    const dialog = page.getByRole("dialog", { name: "Change the treatment" });
    await dialog.getByLabel("Prescribe instead").selectOption({ label: await optionOf(dialog, /0\.1 mg\/day/) });
    await dialog.getByLabel("It begins").selectOption("now");
    await dialog.getByLabel(/^Until then/).selectOption("directions");
    await dialog.getByLabel("How much of it that is").selectOption("double");
    await expect(dialog.getByLabel("Directions until then")).toHaveValue(/^Wear two patches at the same time/);
    await expect(dialog.getByText(/What they have lasts until/)).toBeVisible();
    await dialog.getByLabel("Message to the patient").fill("Let's go up a little.");
    await expectClinicAccessible(page, "Two until another strength comes");
    await pressEnter(dialog.getByRole("button", { name: "Change the treatment" }));
    await expect(page.getByText(/It waits for the patient to agree/)).toBeVisible();
  });

  await test.step("the patient reads both, and agrees", async () => {
    await new SignIn(mine).openSignedIn("/home", rosa);
    await expect(mine.getByText(/From the day you agree until then, use Estradiol patch/).first()).toBeVisible();
    await mine.goto("/treatment");
    await expect(mine.getByText(/Starting .+: Take 1 capsule every other night at bedtime\./).first()).toBeVisible();
    await pressEnter(mine.getByRole("button", { name: /^Agree/ }).first());
    await expect(
      mine.getByText(/For now, use Estradiol patch, 0\.05 mg\/day this way: Wear two patches/).first(),
    ).toBeVisible();
  });
});

/** The label of the first choice of that strength, once the catalogue is there. */
async function optionOf(dialog: Locator, strength: RegExp): Promise<string> {
  const option = dialog.getByLabel("Prescribe instead").getByRole("option", { name: strength }).first();
  return (await option.textContent()) ?? "";
}
