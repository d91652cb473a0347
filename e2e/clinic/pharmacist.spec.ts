import { randomUUID } from "node:crypto";
import { treatment } from "#contract/treatment/calls.ts";
import { createPatientInCare } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { expectNoSidewaysScroll } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

const nextYear = new Date().getUTCFullYear() + 1;

test("what one person packs without a scan another one verifies, by keys, before it leaves @desktop", async ({
  page,
  freshBrowser,
  api,
  careTeam,
  expectApiError,
}) => {
  const rosa = await createPatientInCare(api, careTeam, newPerson("Vera", `Twice ${randomUUID().slice(0, 6)}`));
  const { number, detail } = await rosa.call(treatment.order, { params: { id: rosa.order } });
  await signInStaff(page, careTeam, "Paz Lindqvist", ["pharmacy"]);
  const other = await freshBrowser();
  await signInStaff(other, careTeam, "Ines Falk", ["pharmacy"]);
  const row = (of: typeof page) => of.getByRole("button", { name: new RegExp(`${rosa.firstname} ${rosa.lastname}`) });

  await test.step("the first one packs, and leaves it to somebody else", async () => {
    await page.goto("/clinic/dispensing");
    await row(page).focus();
    await page.keyboard.press("p");
    const dialog = page.getByRole("dialog", { name: /^Pack order/ });
    for (const index of detail.keys()) {
      await dialog.getByLabel("Lot number").nth(index).fill(`V-${index}`);
      await dialog
        .getByLabel("Expires")
        .nth(index)
        .fill(`12/${nextYear + 1}`);
    }
    await expectClinicAccessible(page, "Packing for somebody else");
    await pressEnter(dialog.getByRole("button", { name: "Packed, somebody else verifies" }));
    await expect(page.getByText(`Order ${number} is packed, and is to be verified.`)).toBeVisible();
    await expect(
      page
        .getByRole("listitem")
        .filter({ has: row(page) })
        .getByText("To verify"),
    ).toBeVisible();
  });

  await test.step("whoever typed the lots can't verify them", async () => {
    expectApiError({ path: `/api/clinic/order/${rosa.order}/verified`, status: 409 });
    await row(page).focus();
    await page.keyboard.press("v");
    const dialog = page.getByRole("dialog", { name: /^Verify order/ });
    await pressEnter(dialog.getByRole("button", { name: "Verified" }));
    await expect(dialog.getByText(/another person has to verify it/)).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("the other one looks at the boxes, and one key verifies them", async () => {
    await other.goto("/clinic/dispensing");
    await row(other).focus();
    await other.keyboard.press("v");
    const dialog = other.getByRole("dialog", { name: /^Verify order/ });
    await expect(dialog.getByText("Filled by Paz Lindqvist").first()).toBeVisible();
    await expect(dialog.getByText("Allergies", { exact: true })).toBeVisible();
    await expectClinicAccessible(other, "Verifying");
    await expect(dialog.getByRole("button", { name: "Verified" })).toBeFocused();
    await other.keyboard.press("Enter");
    await expect(other.getByText(`Order ${number} is verified.`)).toBeVisible();
    const item = other.getByRole("listitem").filter({ has: row(other) });
    await expect(item.getByText("Packed", { exact: true })).toBeVisible();
    await pressEnter(row(other));
    await expect(item.getByText(/Filled by Paz Lindqvist, verified by Ines Falk/).first()).toBeVisible();
    await expectClinicAccessible(other, "Filled and verified");
  });
});

test("a patient asks for a call about a new medicine, and the pharmacist says what came of it", async ({
  page,
  freshBrowser,
  api,
  careTeam,
  patient,
  checkAccessibility,
}) => {
  const rosa = await createPatientInCare(api, careTeam, patient);
  await new SignIn(page).openSignedIn(`/order/${rosa.order}`, rosa);
  const card = page.getByRole("region", { name: "Talk with a pharmacist" });

  await test.step("the offer names what is new; a form asks for a number and good times", async () => {
    await expect(card).toContainText("Estradiol patch");
    await checkAccessibility(page, "A talk with the pharmacist offered");
    await card.getByRole("button", { name: "Call me" }).click();
    await card.getByLabel("Your phone number").fill("515-555-0177");
    await card.getByRole("button", { name: "Ask for the call" }).click();
    await expect(card.getByText("Please choose when we can call.")).toBeVisible();
    await card.getByText("In the afternoon").click();
    await checkAccessibility(page, "Asking for a call");
    await expectNoSidewaysScroll(page);
    await card.getByRole("button", { name: "Ask for the call" }).click();
    await expect(card).toContainText(/A pharmacist will call you about .* by \w+day, \w+ \d+\./);
    await checkAccessibility(page, "A call is to come");
  });

  await test.step("the pharmacist reads whom to call, and says that they talked; the patient sees it without a reload", async () => {
    const pharmacy = await freshBrowser();
    await signInStaff(pharmacy, careTeam, "Paz Lindqvist", ["pharmacy"]);
    await pharmacy.goto("/clinic/inbox?kind=task");
    await pharmacy.getByText("(515) 555-0177").first().click();
    await expect(pharmacy.getByRole("heading", { level: 1, name: "Call with the pharmacist" })).toBeVisible();
    await expectClinicAccessible(pharmacy, "A call to make");
    await pressEnter(pharmacy.getByRole("button", { name: "We talked" }));
    await expect(pharmacy.getByText("They talked")).toBeVisible();
    await expect(card).toContainText("You talked with the pharmacist");
  });
});
