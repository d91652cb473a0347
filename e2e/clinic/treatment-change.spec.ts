import { randomUUID } from "node:crypto";
import type { Locator } from "@playwright/test";
import { account } from "#contract/account/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { PatientInCare } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signInPhysician } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { holdRequests } from "../network/responses.ts";
import { expectClinicAccessible, openRecord } from "../pages/clinic.ts";

/** Chooses by the beginning of an option's words. */
async function choose(dialog: Locator, words: RegExp): Promise<void> {
  const select = dialog.getByLabel("Prescribe instead");
  const label = await select.getByRole("option", { name: words }).first().textContent();
  await select.selectOption({ label: label ?? "" });
}

/** A day far enough from today that it's the same number of days in every zone. */
const daysFromToday = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const patchOf = async ({ call }: PatientInCare) =>
  (await call(treatment.overview, {})).subscriptions.find(({ item }) => item.productid.startsWith("estradiol_patch"));

/** The patient says in the app that the last period was long ago: a rule then warns of tablets. */
async function updateLastPeriod({ call }: PatientInCare): Promise<void> {
  const { version } = await call(account.healthAnswers, { query: {} });
  await call(account.updateHealthAnswers, {
    body: { answers: [{ questionid: "last_period", answer: "over_10_years" }], version },
  });
}

test("decisions §11 a treatment is changed from the record: what it costs and who agrees is there before it's sent; an answer given meanwhile stops it, a warning takes a reason, a lost answer changes nothing twice, and nothing written is lost @desktop", async ({
  page,
  careTeam,
  createDeliveredPatient,
  expectApiError,
  expectProblem,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`));
  await signInPhysician(page, careTeam, "CA");
  const patch = await patchOf(rosa);
  const path = `/api/clinic/subscription/${patch?.id}/change`;
  expectApiError({ path: `/api/patient/${rosa.id}`, status: 403 });
  expectApiError({ path, status: 409 });
  expectProblem(/ERR_FAILED|ERR_ABORTED/);
  await openRecord(page, rosa.id);
  const open = page.getByRole("button", { name: /^Change\s*: Estradiol patch/ });
  const dialog = page.getByRole("dialog", { name: "Change the treatment" });
  const send = dialog.getByRole("button", { name: "Change the treatment" });

  await test.step("what is missing is said at its field, and takes the focus", async () => {
    await open.click();
    await expect(dialog.getByLabel("Prescribe instead")).toBeFocused();
    await pressEnter(send);
    await expect(dialog.getByText("Choose what to prescribe instead.")).toBeVisible();
    await expect(dialog.getByText("Choose when it begins.")).toBeVisible();
    await expect(dialog.getByText("Write why. The patient reads it.")).toBeVisible();
    await expect(dialog.getByLabel("Prescribe instead")).toBeFocused();
  });

  await test.step("price and consent come with the choice, and nothing is sent before", async () => {
    const release = await holdRequests(page, `**${path}?*`);
    await choose(dialog, /0\.1 mg\/day · 28 days/);
    await expect(send).toBeDisabled();
    release();
    await expect(dialog.getByText("$62.00 every 28 days instead of $59.00 every 28 days")).toBeVisible();
    await expect(dialog.getByText("Until they agree, they aren’t charged for it.")).toBeVisible();
    await expect(dialog.getByText("They keep using what they have, as before.", { exact: false })).toBeVisible();
    await dialog.getByLabel("It begins").selectOption("now");
    await expect(dialog.getByText("because it’s charged and sent the day they agree", { exact: false })).toBeVisible();
    await dialog.getByLabel("It begins").selectOption("on_day");
    await dialog.getByLabel("First day of the new one").fill("2020-01-01");
    await expect(dialog.getByText("Choose a day after today.")).toBeVisible();
    await expect(dialog.getByText("Agreeing to it")).toHaveCount(0);
    await dialog.getByLabel("First day of the new one").fill(daysFromToday(10));
    await expect(
      dialog.getByText("because it’s charged before what they have is used up", { exact: false }),
    ).toBeVisible();
    await dialog.getByLabel("First day of the new one").fill(daysFromToday(80));
    await expect(dialog.getByText("Please choose that day or an earlier one", { exact: false })).toBeVisible();
    await dialog.getByLabel("It begins").selectOption("when_box_ends");
    await expect(send).toBeEnabled();
    const kept = page.waitForResponse(
      (response) =>
        response.request().method() === "PUT" &&
        response.request().postData()?.includes("help you sleep") === true &&
        response.ok(),
    );
    await dialog.getByLabel("Message to the patient").fill("A little more should help you sleep.");
    await kept;
  });

  await test.step("what was written is there again after a reload", async () => {
    await page.reload();
    await open.click();
    await expect(dialog.getByLabel("Message to the patient")).toHaveValue("A little more should help you sleep.");
    await expect(dialog.getByText("$62.00 every 28 days instead of $59.00 every 28 days")).toBeVisible();
  });

  await test.step("an answer given meanwhile stops it until it's looked at", async () => {
    await updateLastPeriod(rosa);
    // By key: what the dialog reads anew may move the button under a pointer.
    await pressEnter(send);
    await expect(dialog.getByText("Look again before you send it")).toBeVisible();
    await expect(dialog.getByText(/the health answers/)).toBeVisible();
    await expect(dialog.getByLabel("Message to the patient")).toHaveValue("A little more should help you sleep.");
    expect((await patchOf(rosa))?.item.productid).toBe(patch?.item.productid);
    await dialog.getByRole("button", { name: "I’ve looked again" }).click();
    await expect(dialog.getByText("Look again before you send it")).toHaveCount(0);
  });

  await test.step("a rule that warns of the choice is shown with it, and takes a reason", async () => {
    await choose(dialog, /^Estradiol tablet/);
    await expect(dialog.getByRole("list", { name: "Rules to weigh" })).toContainText("Weigh");
    await expectClinicAccessible(page, "Change the treatment, with a warning");
    await pressEnter(send);
    await expect(dialog.getByText("Please say why you prescribe it all the same.")).toBeVisible();
    await dialog.getByLabel("Why you prescribe it all the same").fill("Patches come off in her pool.");
  });

  await test.step("a lost answer says that nobody knows, and the same press again changes nothing twice", async () => {
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      return route.abort("failed");
    });
    await pressEnter(send);
    await expect(dialog.getByText("No answer came")).toBeVisible();
    await expect(dialog.getByLabel("Message to the patient")).toHaveValue("A little more should help you sleep.");
    await page.unroute(`**${path}`);
    await pressEnter(send);
    await expect(dialog).toHaveCount(0);
    await expect(page.locator("output:focus")).toContainText(/^(Sent|Changed): Estradiol tablet/);
    const { changes } = await rosa.call(treatment.overview, {});
    expect(changes.filter(({ subscriptionid }) => subscriptionid === patch?.id)).toHaveLength(1);
  });

  await test.step("the record shows the change, and why it was made although a rule warned", async () => {
    await expect(page.getByRole("region", { name: "Treatment changes" })).toContainText("Estradiol tablet");
    await expect(page.getByRole("region", { name: "Prescribed although a rule warned" })).toContainText(
      "Patches come off in her pool.",
    );
  });
});

test("decisions §11 a change that waits for the patient is shown, and taken back; where the doctor isn't licensed it's said before anything is written @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  createDeliveredPatient,
  expectApiError,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`));
  await signInPhysician(page, careTeam, "CA");
  expectApiError({ path: `/api/patient/${rosa.id}`, status: 403 });
  const dialog = page.getByRole("dialog", { name: "Change the treatment" });
  const changes = page.getByRole("region", { name: "Treatment changes" });
  const sendChange = async (words: RegExp, note: string) => {
    await choose(dialog, words);
    await dialog.getByLabel("It begins").selectOption("when_box_ends");
    await dialog.getByLabel("Message to the patient").fill(note);
    await dialog.getByRole("button", { name: "Change the treatment" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await openRecord(page, rosa.id);

  await test.step("a dearer one waits for the patient", async () => {
    await page.getByRole("button", { name: /^Change\s*: Estradiol patch/ }).click();
    await sendChange(/0\.1 mg\/day · 28 days/, "A little more should help.");
    await expect(changes).toContainText("Waits for the patient");
    await expect(changes).toContainText("$62.00 every 28 days instead of $59.00 every 28 days");
    await expect(changes).toContainText("A little more should help.");
    const patch = await patchOf(rosa);
    expect(patch?.nextchargeon, "what the patient has goes on").not.toBeNull();
    await expect(changes).toContainText("Keep using Estradiol patch, 0.05 mg/day as before");
    await expectClinicAccessible(page, "A record with a change that waits");
  });

  await test.step("it's taken back, with words for the patient, and everything is as before it", async () => {
    const before = await patchOf(rosa);
    await changes.getByRole("button", { name: /^Change it again/ }).click();
    await expect(dialog.getByText("What you send now takes its place.")).toBeVisible();
    await dialog.getByRole("button", { name: "Withdraw the change" }).click();
    await expect(dialog.getByLabel("Message to the patient")).toBeFocused();
    await dialog.getByLabel("Message to the patient").fill("Let's stay with what you know.");
    await dialog.getByRole("button", { name: "Withdraw the change" }).click();
    await expect(changes).toContainText("Nothing has been changed.");
    await expect(page.locator("output:focus"), "said still when the record is there anew").toContainText("Taken back.");
    expect(await patchOf(rosa)).toEqual(before);
  });

  await test.step("a physician without a license there reads so at the choice, and can't send it", async () => {
    const second = await freshBrowser();
    await signInPhysician(second, careTeam, "NY");
    await openRecord(second, rosa.id);
    await second.getByRole("button", { name: /^Change\s*: Estradiol patch/ }).click();
    const secondDialog = second.getByRole("dialog", { name: "Change the treatment" });
    await choose(secondDialog, /0\.1 mg\/day · 28 days/);
    await expect(secondDialog.getByText("This doctor is not licensed in CA.")).toBeVisible();
    const { changes: made } = await rosa.call(treatment.overview, {});
    await secondDialog.getByLabel("It begins").selectOption("when_box_ends");
    await secondDialog.getByLabel("Message to the patient").fill("A little more.");
    await secondDialog.getByRole("button", { name: "Change the treatment" }).click();
    await expect(secondDialog.getByLabel("Prescribe instead")).toBeFocused();
    expect((await rosa.call(treatment.overview, {})).changes).toEqual(made);
  });
});
