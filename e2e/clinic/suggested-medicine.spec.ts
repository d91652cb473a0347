import { randomUUID } from "node:crypto";
import { treatment } from "#contract/treatment/calls.ts";
import { newPerson } from "../actors/person.ts";
import { signInPhysician } from "../actors/staff.ts";
import { expectNoSidewaysScroll } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { keyboard } from "../input/keyboard.ts";
import { expectClinicAccessible, openRecord } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

const phone = { width: 390, height: 844 };

test("decisions §19 a doctor suggests a medicine from the record by keyboard: what it means is there before it's sent; the patient declines one in words of their own, agrees to another on the phone, and has it in the plan @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  createDeliveredPatient,
  checkAccessibility,
  expectApiError,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`));
  await signInPhysician(page, careTeam, "CA");
  expectApiError({ path: `/api/patient/${rosa.id}`, status: 403 });
  await openRecord(page, rosa.id);
  const section = page.getByRole("region", { name: "Suggested medicines" });
  const dialog = page.getByRole("dialog", { name: "Suggest a medicine" });
  const send = dialog.getByRole("button", { name: "Suggest it" });
  const open = section.getByRole("button", { name: "Suggest a medicine" });

  await test.step("what is missing is said at its field, and takes the focus", async () => {
    await keyboard.press(open);
    await expect(dialog.getByLabel("Medicine")).toBeFocused();
    await keyboard.press(send);
    await expect(dialog.getByText("Choose a medicine.")).toBeVisible();
    await expect(dialog.getByText("Write why. The patient reads it.")).toBeVisible();
    await expect(dialog.getByLabel("Medicine")).toBeFocused();
    await expectClinicAccessible(page, "Suggest a medicine, something missing");
  });

  await test.step("what the patient has isn't offered, with why not", async () => {
    await expect(dialog.getByLabel("Medicine").getByRole("option", { name: /Estradiol patch/ })).toHaveCount(0);
    await dialog.getByText(/^Not for this patient/).click();
    await expect(dialog.getByText("The patient already gets this product", { exact: false }).first()).toBeVisible();
  });

  await test.step("the server says what it means, and it's sent", async () => {
    await dialog.getByLabel("Medicine").selectOption({ label: "Vaginal estradiol insert 10 mcg" });
    await expect(dialog.getByText("$79.00 every 30 days, with tax.", { exact: false })).toBeVisible();
    await expect(dialog.getByText(/^They start it when it comes/)).toBeVisible();
    await expect(dialog.getByText("until then they aren’t charged for it", { exact: false })).toBeVisible();
    await dialog.getByLabel("Message to the patient").fill("It helps with dryness, and it stays local.");
    await dialog.getByLabel(/^Directions/).fill("Use 1 insert every Monday at bedtime.");
    await expectClinicAccessible(page, "Suggest a medicine");
    await keyboard.press(send);
    await expect(dialog).toHaveCount(0);
    await expect(page.locator("output:focus")).toContainText("Suggested: Vaginal estradiol insert");
    await expect(section).toContainText("Waits for the patient");
    await expectClinicAccessible(page, "A record with a suggestion that waits");
  });

  const patients = await freshBrowser();
  await patients.setViewportSize(phone);
  await new SignIn(patients).openSignedIn("/home", rosa);
  const card = (of: string) => patients.getByRole("region", { name: new RegExp(`suggests adding ${of}$`) });

  await test.step("the patient says no to it on the phone, in words of their own", async () => {
    const insert = card("Vaginal estradiol insert");
    await expect(insert.getByText("It helps with dryness, and it stays local.")).toBeVisible();
    await expect(insert.getByText("Use 1 insert every Monday at bedtime.")).toBeVisible();
    await expect(insert.getByText("Keep using everything else as before.", { exact: false })).toBeVisible();
    await expectNoSidewaysScroll(patients);
    await checkAccessibility(patients, "Home, a suggested medicine");
    await insert.getByRole("button", { name: "I don't want this" }).click();
    const asked = patients.getByRole("alertdialog", { name: "You don't want Vaginal estradiol insert?" });
    await asked.getByLabel("Anything else you'd like to say").fill("I'd rather try a cream.");
    await checkAccessibility(patients, "Say no to a suggested medicine");
    await asked.getByRole("button", { name: "Say no to it" }).click();
    await expect(patients.getByText("All right. Nothing changes, and your doctor has your message.")).toBeVisible();
    await expect(insert).toHaveCount(0);
  });

  await test.step("the doctor reads it, and suggests the cream", async () => {
    await page.reload();
    await expect(section).toContainText("The patient said no");
    await open.click();
    await dialog.getByLabel("Medicine").selectOption({ label: "Vaginal estradiol cream 0.01 %" });
    await dialog.getByLabel("Message to the patient").fill("Then let's take the cream.");
    await send.click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("the patient agrees, it's charged and in the plan", async () => {
    const cream = card("Vaginal estradiol cream");
    await expect(cream).toBeVisible();
    await keyboard.press(cream.getByRole("button", { name: /^Agree to \$/ }));
    await expect(patients.getByText("Thank you. Your doctor prescribed it", { exact: false })).toBeVisible();
    await expect(cream).toHaveCount(0);
    const ofCream = async () =>
      (await rosa.call(treatment.overview, {})).subscriptions.find(({ item }) =>
        item.productid.startsWith("estradiol_vaginal_cream"),
      )?.status;
    await expect.poll(ofCream).toBe("active");
    await patients.goto("/treatment");
    await expect(patients.getByText("Vaginal estradiol cream").first()).toBeVisible();
    await expectNoSidewaysScroll(patients);
    await page.reload();
    await expect(section).toContainText("The patient agreed");
    await expect(page.getByRole("region", { name: "Prescriptions" })).toContainText("Vaginal estradiol cream");
  });
});
