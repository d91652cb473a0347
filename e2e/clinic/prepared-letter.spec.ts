import { randomUUID } from "node:crypto";
import { documents } from "#contract/documents/calls.ts";
import { newPerson } from "../actors/person.ts";
import { signInPhysician, signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible, openRecord } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

test("decisions §20 a nurse prepares a letter, a prescriber reads it and signs it by keys, and the patient has it; before, nothing of it is theirs @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  createDeliveredPatient,
  expectApiError,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`));
  const words = `Rosa is in our care. ${randomUUID()}`;
  const [nurse, mine] = [page, await freshBrowser({ viewport: { width: 390, height: 844 } })];
  const doctor = await freshBrowser();
  await signInStaff(nurse, careTeam, "Nina Brandt", ["nurse"]);
  await signInPhysician(doctor, careTeam, "CA");
  expectApiError({ path: `/api/patient/${rosa.id}`, status: 403 });

  await test.step("the nurse writes it in the prescriber's dialog, and sends it for signature", async () => {
    await openRecord(nurse, rosa.id);
    await pressEnter(nurse.getByRole("button", { name: "Prepare a letter" }));
    const dialog = nurse.getByRole("dialog");
    await dialog.getByLabel("Letter", { exact: true }).fill(words);
    await pressEnter(dialog.getByRole("button", { name: "Read it as it will be" }));
    await expect(dialog.getByText(words)).toBeVisible();
    await expect(dialog.getByText("It waits for the doctor’s signature. Nothing happens before.")).toBeVisible();
    await expectClinicAccessible(nurse, "A prepared letter");
    await pressEnter(dialog.getByRole("button", { name: "Send for signature" }));
    await expect(nurse.locator("output:focus")).toContainText("Prepared");
  });

  await test.step("the patient has none yet", async () => {
    expect(await rosa.call(documents.available, {})).toMatchObject({ medicalletter: false });
  });

  await test.step("a prescriber opens it from the record, and signs it", async () => {
    await openRecord(doctor, rosa.id);
    await pressEnter(doctor.getByRole("region", { name: "Tasks and questions" }).getByRole("link").first());
    await expect(doctor.getByRole("heading", { level: 1, name: "To sign" })).toBeVisible();
    await doctor.keyboard.press("s");
    const dialog = doctor.getByRole("dialog");
    await expect(dialog.getByText(/^Prepared by Nina Brandt, Nurse/)).toBeVisible();
    await expect(dialog.getByLabel("Letter", { exact: true })).toHaveValue(words);
    await expectClinicAccessible(doctor, "Signing a prepared letter");
    await dialog.getByLabel("Letter", { exact: true }).press("Control+Enter");
    await pressEnter(dialog.getByRole("button", { name: "Issue the letter" }));
    await expect(dialog).toHaveCount(0);
  });

  await test.step("now the patient has it", async () => {
    expect(await rosa.call(documents.available, {})).toMatchObject({ medicalletter: true });
    await new SignIn(mine).openSignedIn("/insurance-documents", rosa);
    await mine.getByRole("heading", { name: "Medical letter" }).click();
    await expect(mine.getByRole("button", { name: "This isn't mine" })).toBeVisible();
  });
});
