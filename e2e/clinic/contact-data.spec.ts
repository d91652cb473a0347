import { randomUUID } from "node:crypto";
import { care } from "#contract/care/calls.ts";
import { createPatientInCare } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { expectClinicAccessible } from "../pages/clinic.ts";
import { openMail } from "../pages/mailbox.ts";

test("decisions §11 a patient phones: patient services changes phone, address and email; the new mailbox confirms, the old one takes it back @desktop", async ({
  page,
  freshBrowser,
  api,
  careTeam,
  expectApiError,
}) => {
  const rosa = await createPatientInCare(api, careTeam, newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`));
  const record = () => careTeam(care.patient, { params: { id: rosa.id } });
  const { email, shippingaddress } = await record();
  const newEmail = `rosa.${randomUUID()}@example.com`;
  const shippingPhone = `646555${String(Math.floor(Math.random() * 9000) + 1000)}`;
  await signInStaff(page, careTeam, "Wanda Lind", ["patient_services"]);
  await page.goto(`/clinic/patients/${rosa.id}`);
  const change = page.getByRole("button", { name: "Change contact data" });
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save the changes" });

  await test.step("what is missing or wrong stands at its field, and what was typed is kept", async () => {
    await change.click();
    await expect(dialog.getByText("On the phone, ask for the full name")).toBeVisible();
    await expect(dialog.getByText("The identity check matched name and birthday")).toBeVisible();
    await dialog.getByLabel("Phone", { exact: true }).fill("2125550142");
    await dialog.getByLabel("Zip code").fill("99999");
    await dialog.getByLabel("Shipping phone (optional)").fill(shippingPhone);
    await expect(save).toBeEnabled();
    await save.click();
    await expect(dialog.getByLabel("How did the patient ask?")).toBeFocused();
    await dialog.getByLabel("How did the patient ask?").selectOption("phone");
    await dialog.getByLabel("How did they show it’s this patient?").selectOption("birthday_and_address");
    expectApiError({ path: `/api/clinic/patient/${rosa.id}/contact`, status: 400 });
    await save.click();
    await expect(dialog.getByLabel("Zip code")).toBeFocused();
    await expectClinicAccessible(page, "Changing contact data");
    await expect(dialog.getByText("Please wait")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await change.click();
    await expect(dialog.getByLabel("Phone", { exact: true })).toHaveValue("212-555-0142");
  });

  await test.step("saved, the record shows both phones by name, and either finds the patient", async () => {
    await dialog.getByLabel("Zip code").fill(shippingaddress?.zipcode ?? "");
    await dialog.getByLabel("Email").fill(newEmail);
    await expect(dialog.getByText("The old address can stop that")).toBeVisible();
    await save.click();
    await expect(page.getByText(`We sent a link to ${newEmail}`)).toBeVisible();
    await expect(page.getByText("212-555-0142").first()).toBeVisible();
    await expect(page.getByText("Shipping phone")).toBeVisible();
    await expect(page.getByText("asked by phone on")).toBeVisible();
    await expect(page.getByText(/ at \d+:\d\d [AP]M ET/).first()).toBeVisible();
    await page.goto("/clinic/patients");
    await page
      .getByLabel("Find a patient")
      .fill(`+1 (${shippingPhone.slice(0, 3)}) ${shippingPhone.slice(3, 6)}-${shippingPhone.slice(6)}`);
    await expect(page.getByRole("list", { name: "Patients found" }).getByRole("link")).toHaveCount(1);
  });

  const mails = await freshBrowser();
  await test.step("the new mailbox confirms with a press", async () => {
    await openMail(mails, newEmail, /confirm your new email/i);
    await mails.getByRole("link", { name: /email-change/ }).click();
    await expect(mails.getByRole("heading", { name: "Is this your new email address?" })).toBeVisible();
    expect((await record()).email).toBe(email);
    await mails.getByRole("button", { name: "Confirm my email" }).click();
    await expect(mails.getByText(`We'll use ${newEmail} from now on.`)).toBeVisible();
    expect((await record()).email).toBe(newEmail);
  });

  await test.step("the old one takes it back, and an old link says what to do", async () => {
    await openMail(mails, email, /Did you ask us to change/);
    await mails.getByRole("link", { name: /email-change/ }).click();
    await mails.getByRole("button", { name: "Stop the change" }).click();
    await expect(mails.getByText(`Your account is back on ${email}`)).toBeVisible();
    await expect(mails.getByRole("link", { name: "Choose a new password" })).toBeVisible();
    expect((await record()).email).toBe(email);
    await mails.goto("/email-change#stop.half");
    await mails.reload();
    await expect(mails.getByRole("heading", { name: "This link doesn't work anymore" })).toBeVisible();
  });
  await mails.close();
});
