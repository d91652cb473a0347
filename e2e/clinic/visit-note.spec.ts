import { randomUUID } from "node:crypto";
import { newPerson } from "../actors/person.ts";
import { signInPhysician } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible, openRecord } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

test("decisions §20 a medicine put on hold leaves a signed note: drafted, edited and kept as a draft, read in the record and by the patient, and added to by keys @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  createDeliveredPatient,
  expectApiError,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`));
  await signInPhysician(page, careTeam, "CA", "Ines Falk");
  expectApiError({ path: `/api/patient/${rosa.id}`, status: 403 });
  await openRecord(page, rosa.id);
  const notes = page.getByRole("list", { name: "Visit notes" });
  const open = page.getByRole("button", { name: /^Put on hold\s*: Progesterone capsule/ });
  const dialog = page.getByRole("dialog", { name: /^Put on hold Progesterone capsule/ });
  const note = dialog.getByLabel("Visit note");

  await test.step("what the approval left stands in the record already", async () => {
    await expect(notes.getByRole("heading", { name: "Treatment plan approved" })).toBeVisible();
  });

  await test.step("the note is drafted from what is written, without what only the practice reads", async () => {
    await pressEnter(open);
    await dialog.getByLabel("Reason").fill("Quite tired, says the partner.");
    await dialog.getByLabel("Message to the patient").fill("Please rest this one for now.");
    await expect(note).toHaveValue(/On hold, not to be used[^]*Please rest this one for now\.[^]*What to do if/);
    await expect(note).not.toHaveValue(/partner/);
    await expectClinicAccessible(page, "A visit note");
  });

  await test.step("edited, it's kept as a draft", async () => {
    await note.fill("Very sleepy by day.\n\nRest the capsule, and talk on Monday.");
    await page.keyboard.press("Escape");
    await pressEnter(open);
    await expect(note).toHaveValue("Very sleepy by day.\n\nRest the capsule, and talk on Monday.");
    await dialog.getByLabel("Message to the patient").fill("Please rest this one until Monday.");
    await expect(dialog.getByText("You changed the decision since you wrote this note.")).toBeVisible();
  });

  await test.step("signed with the decision, it's in the record, and an addendum below it", async () => {
    await pressEnter(dialog.getByRole("button", { name: "Put on hold" }));
    await expect(dialog).toHaveCount(0);
    await page.reload();
    const held = notes.getByRole("listitem").filter({ hasText: "Medicine put on hold" });
    await expect(held).toContainText("Rest the capsule, and talk on Monday.");
    await expect(held).toContainText(/Signed by Dr\. Ines Falk/);
    await pressEnter(held.getByRole("button", { name: "Add to it" }));
    const adding = page.getByRole("dialog", { name: "Add to: Medicine put on hold" });
    await adding.getByLabel("Addendum").fill("It was Tuesday.");
    await expectClinicAccessible(page, "An addendum");
    await pressEnter(adding.getByRole("button", { name: "Sign the addendum" }));
    await expect(held).toContainText("It was Tuesday.");
  });

  await test.step("the patient reads both, signed", async () => {
    const mine = await freshBrowser({ viewport: { width: 390, height: 844 } });
    await new SignIn(mine).openSignedIn("/insurance-documents", rosa);
    const section = mine.getByRole("region", { name: "Visit notes" });
    await section.getByText("Medicine put on hold").click();
    await expect(section.getByText("Rest the capsule, and talk on Monday.")).toBeVisible();
    await expect(section.getByText("It was Tuesday.")).toBeVisible();
    await expect(section.getByText(/^Signed by Dr\. Ines Falk/).first()).toBeVisible();
  });
});
