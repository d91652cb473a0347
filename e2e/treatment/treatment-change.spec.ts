import type { Page } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { ChangeUntil } from "#contract/treatment/changes.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import type { PatientInCare } from "../actors/patient-in-care.ts";
import { expectNoSidewaysScroll, setNarrowestSize } from "../checks/readability.ts";
import { expect, test as base } from "../fixtures.ts";
import { keyboard } from "../input/keyboard.ts";
import { expectReducedMotion } from "../motion.ts";
import { unavailable } from "../network/responses.ts";
import { SignIn } from "../pages/sign-in.ts";

const note = "You still wake up at night. A little more should help. Write to me in two weeks.";
const dearerPatch = { productid: "estradiol_patch_0_1", pricingid: "estradiol_patch_0_1_1m" };
const cheaperPatch = { productid: "estradiol_patch_0_025", pricingid: "estradiol_patch_0_025_1m" };

/** The patient's subscription of the patch. */
async function patchOf({ call }: PatientInCare): Promise<Subscription> {
  const { subscriptions } = await call(treatment.overview, {});
  const patch = subscriptions.find(({ item }) => item.productid.startsWith("estradiol_patch"));
  if (!patch) throw new Error("The patient gets no patch");
  return patch;
}

const test = base.extend<{
  /** The doctor changes the patient's patch to another one. */
  readonly changeTreatment: (
    patientInCare: PatientInCare,
    newTreatment: typeof dearerPatch & { readonly until?: ChangeUntil },
  ) => Promise<unknown>;
  /** Creates a patient in care whose doctor changed the patch to one that costs more, and signs them in on a page of the app. */
  readonly createPatientWithChange: (path: string, until?: ChangeUntil) => Promise<PatientInCare>;
}>({
  changeTreatment: async ({ careTeam }, provide) =>
    provide(async (patientInCare, newTreatment) => {
      const { id } = await patchOf(patientInCare);
      await careTeam(care.changeTreatment, { params: { id }, body: { ...newTreatment, note } });
    }),
  createPatientWithChange: async ({ page, createDeliveredPatient, changeTreatment }, provide) =>
    provide(async (path, until = "go_on") => {
      const patientInCare = await createDeliveredPatient();
      await changeTreatment(patientInCare, { ...dearerPatch, until });
      await new SignIn(page).openSignedIn(path, patientInCare);
      return patientInCare;
    }),
});

const card = (page: Page) => page.getByRole("region", { name: /changed your treatment$/ });
const agree = (page: Page) => card(page).getByRole("button", { name: "Agree to $62.00 every 28 days" });

test("@desktop a treatment change that costs more: what changes, why and the price, also at 320 px; an answer that fails keeps the question; the patient agrees by keyboard", async ({
  page,
  createPatientWithChange,
  checkAccessibility,
  expectApiError,
}) => {
  const usual = page.viewportSize() ?? { width: 1280, height: 800 };
  await setNarrowestSize(page);
  const patientInCare = await createPatientWithChange("/home");
  await expect(agree(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(usual);
  await expect(card(page).getByText(note)).toBeVisible();
  await expect(card(page).getByText("$59.00 every 28 days")).toBeVisible();
  await expect(card(page).getByText("0.1 mg/day", { exact: true })).toBeVisible();
  await expect(page.getByText("You won't be charged for it before then.")).toBeVisible();
  await expect(card(page).getByText("Keep using Estradiol patch, 0.05 mg/day as before.")).toBeVisible();
  await checkAccessibility(page, "Home, a change to agree to");

  await test.step("an answer that fails keeps the question", async () => {
    const { changes } = await patientInCare.call(treatment.overview, {});
    expectApiError({ path: `/api/treatment/change/${changes[0]?.id}/agree`, status: unavailable.status });
    await page.route("**/agree", (route) => route.fulfill(unavailable));
    await keyboard.press(agree(page));
    await expect(card(page).getByRole("alert")).toBeVisible();
    await checkAccessibility(page, "A change, not answered");
    expect((await patchOf(patientInCare)).item.dosage).not.toBe("0.1 mg/day");
    await page.unroute("**/agree");
  });

  await keyboard.press(agree(page));
  const thanks = page.getByText("Thank you. You'll get it with your next order on");
  await expect(thanks).toBeVisible();
  await expect(page.locator(":focus")).toContainText("Thank you.");
  await expect(agree(page)).toHaveCount(0);
  await expect(card(page).getByText("You'll get it with your next order, charged on")).toBeVisible();
  await checkAccessibility(page, "Home, a change agreed to");
  expect((await patchOf(patientInCare)).item.dosage).toBe("0.1 mg/day");

  await test.step("the plan goes on with the box at home, and says when the other one begins", async () => {
    await page.goto("/treatment");
    const then = page.getByText("Start Estradiol patch, 0.1 mg/day when what you have is used up.");
    const row = page.getByRole("listitem").filter({ has: then });
    await expect(row.getByText("0.05 mg/day", { exact: false }).first()).toBeVisible();
    await expect(row.getByText("Your doctor stopped this one.", { exact: false })).toHaveCount(0);
    await checkAccessibility(page, "Plan, a change agreed to");
  });
});

test("the patient refuses a change of what the doctor stopped: the dialog says beforehand what follows, the pages say afterwards what comes next", async ({
  page,
  createPatientWithChange,
  checkAccessibility,
}) => {
  const patientInCare = await createPatientWithChange("/treatment", "stop");
  await card(page).getByRole("button", { name: "I don't want this" }).click();
  const dialog = page.getByRole("alertdialog", { name: "You don't want this change?" });
  await expect(dialog.getByText("so you won't get it again automatically")).toBeVisible();
  await expect(dialog.getByText("I don't want the change you made.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Go back" })).toBeFocused();
  await expectReducedMotion(page);
  await checkAccessibility(page, "Say no to a change");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await card(page).getByRole("button", { name: "I don't want this" }).click();
  await dialog.getByRole("button", { name: "Say no to it" }).click();
  await expect(page.getByText("All right. You won't be charged for either one")).toBeVisible();
  await expect(page.getByRole("region", { name: "You said no to a change" })).toBeVisible();
  await checkAccessibility(page, "Plan, a change refused");
  const { id, nextchargeon } = await patchOf(patientInCare);
  expect(nextchargeon).toBeNull();
  await page.getByRole("link", { name: "Message your doctor" }).first().click();
  await expect(page.getByText("I don't want the change you made. Please tell me what else I can do.")).toBeVisible();

  await page.goto(`/subscription/${id}`);
  await expect(
    page.getByText("This is waiting for you and your doctor. You won't be charged before you both agree."),
  ).toBeVisible();
  await expect(page.getByText("On hold").first()).toBeVisible();
  await expect(page.getByText(/We'll charge you and send it on|You can get the next supply early/)).toHaveCount(0);
  await checkAccessibility(page, "Subscription, a change refused");
});

test("a treatment change that costs no more appears by itself while the page is open, and is announced", async ({
  page,
  createDeliveredPatient,
  changeTreatment,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  await new SignIn(page).openSignedIn("/home", patientInCare);
  await expect(page.getByRole("region", { name: "Your doctor" })).toBeVisible();
  await changeTreatment(patientInCare, cheaperPatch);
  await expect(card(page).getByText("0.025 mg/day", { exact: true })).toBeVisible();
  await expect(page.locator("[aria-live=polite]", { hasText: /^Dr\. .* changed your treatment\.$/ })).toHaveCount(1);
  await expect(card(page).getByRole("button")).toHaveCount(0);
  await checkAccessibility(page, "Home, a change that came by itself");
});
