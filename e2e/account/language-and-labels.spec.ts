import { randomUUID } from "node:crypto";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { expectNoSidewaysScroll } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { openRecord } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

test("a patient chooses a language, large print and easy-open caps; the practice reads them where it reads alerts @both", async ({
  page,
  freshBrowser,
  createDeliveredPatient,
  careTeam,
  checkAccessibility,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Vega ${randomUUID().slice(0, 6)}`));
  await new SignIn(page).openSignedIn("/account-settings/language", rosa);
  await page.getByLabel("The language you'd like to speak").selectOption("Spanish (Español)");
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByRole("switch", { name: "I need an interpreter" }).press(" ");
  await page.getByRole("switch", { name: "Labels in large print" }).press(" ");
  await page.getByRole("switch", { name: "Easy-open caps" }).press(" ");
  await checkAccessibility(page, "Language and labels");
  await expectNoSidewaysScroll(page);

  const services = await freshBrowser();
  await signInStaff(services, careTeam, "Kim Sander", ["patient_services"]);
  const choices = [
    "Spanish (Español)",
    "Interpreter needed",
    "Labels in large type",
    "Easy-open caps (not child-resistant)",
  ];
  await expect(async () => {
    await openRecord(services, rosa.id);
    for (const choice of choices) await expect(services.getByText(choice).first()).toBeVisible({ timeout: 2000 });
  }).toPass();

  await page.reload();
  await expect(page.getByLabel("The language you'd like to speak")).toHaveValue("es");
  await expect(page.getByRole("switch", { name: "Easy-open caps" })).toBeChecked();
});
