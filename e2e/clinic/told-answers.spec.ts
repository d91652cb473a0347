import { randomUUID } from "node:crypto";
import { care } from "#contract/care/calls.ts";
import { createPatientInCare } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible, openRecord } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

test("a patient phones about a clot: a nurse sees what follows and records it by keys, the patch is on hold, the patient reads it and where to change it @desktop", async ({
  page,
  freshBrowser,
  api,
  careTeam,
  expectApiError,
}) => {
  const rosa = await createPatientInCare(api, careTeam, newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`));
  await signInStaff(page, careTeam, "Nora Lind", ["nurse"]);
  expectApiError({ path: `/api/patient/${rosa.id}`, status: 403 });
  await openRecord(page, rosa.id);
  const open = page.getByRole("button", { name: "Record what the patient told" });
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Record it" });

  await test.step("what is missing stands at its field", async () => {
    await pressEnter(open);
    await expect(save).toBeEnabled();
    await pressEnter(save);
    await expect(dialog.getByLabel("How did we learn of it?")).toBeFocused();
  });

  await test.step("what follows is said before, and what was typed is kept when the dialog is closed", async () => {
    await dialog.getByLabel("How did we learn of it?").selectOption("phone");
    await dialog.getByLabel("Who told it?").selectOption("patient");
    await dialog.getByLabel("How did they show it’s this patient?").selectOption("birthday_and_address");
    await dialog.getByLabel("What is it about?").selectOption("heart_and_clots");
    await expect(dialog.getByText(/^Please choose/)).toHaveCount(0);
    await dialog.getByRole("checkbox", { name: /^A blood clot in a leg/ }).press("Space");
    await dialog.getByLabel("What was said").fill("Found in the ER on Monday.");
    await pressEnter(dialog.getByRole("button", { name: "See what follows" }));
    await expect(dialog.getByText(/^This puts .*patch.* on hold\.$/)).toBeVisible();
    await expectClinicAccessible(page, "Recording what a patient told");
    await page.keyboard.press("Escape");
    await pressEnter(open);
    await expect(dialog.getByLabel("What was said")).toHaveValue("Found in the ER on Monday.");
  });

  await test.step("recorded, it stands in the record with who told and who wrote it down", async () => {
    await pressEnter(save);
    await expect(page.getByText("Recorded. We’ve asked the patient to check it.")).toBeVisible();
    await expect(page.getByText(/^Told by phone on .* Recorded by Nora Lind\.$/).first()).toBeVisible();
    await expect(page.getByText("“Found in the ER on Monday.”").first()).toBeVisible();
    const { prescriptions = [] } = await careTeam(care.patient, { params: { id: rosa.id } });
    expect(prescriptions.map(({ status }) => status)).toContain("on_hold");
  });

  await test.step("the patient reads it and where to change it", async () => {
    const mine = await freshBrowser();
    await new SignIn(mine).openSignedIn("/medical-information", rosa);
    await expect(mine.getByText("We wrote this down for you")).toBeVisible();
    await expect(mine.getByText(/You told us by phone on/)).toBeVisible();
    await expect(mine.getByRole("link", { name: /^Change it: / }).first()).toBeVisible();
  });
});
