import type { Page } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import { createPatientInCare, shipOrder } from "../actors/patient-in-care.ts";
import { expectNoSidewaysScroll, setNarrowestSize } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { SignIn } from "../pages/sign-in.ts";

const lead = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 }).first();
const region = (page: Page, name: string) => page.getByRole("region", { name });

test("home tells who approved what and what happens next; with the first box, how to begin, until the first doses are taken", async ({
  page,
  api,
  patient,
  careTeam,
  checkAccessibility,
}) => {
  const patientInCare = await createPatientInCare(api, careTeam, patient);
  await new SignIn(page).openSignedIn("/home", patientInCare);

  await test.step("the approval: by whom, what exactly, and the way of the order with its days", async () => {
    await expect(lead(page)).toHaveText(/^Dr\. .* approved your plan$/);
    const items = region(page, "What you’ll get").getByRole("listitem");
    await expect(items).toHaveCount(2);
    await expect(items.filter({ hasText: "Estradiol patch" })).toContainText(/0\.05 mg\/day.*Change it twice a week/s);
    await expect(items.filter({ hasText: "Progesterone capsule" })).toContainText(/100 mg.*at bedtime/s);
    const next = region(page, "What happens next").getByRole("listitem");
    await expect(next.first()).toContainText(/By \w+day, \w+ \d+.*The pharmacy packs your order/s);
    await expect(next.last()).toContainText("You begin.");
    await checkAccessibility(page, "Home, just approved");
    await setNarrowestSize(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step("the first box: both medicines as one, with their steps, what to expect, and whom to ask", async () => {
    await shipOrder(careTeam, patientInCare);
    await expect(lead(page)).toHaveText(/^Your package/);
    await expect(region(page, "What happens next")).toHaveCount(0);
    await careTeam(care.deliverOrder, { params: { id: patientInCare.order }, body: null });
    await expect(lead(page)).toHaveText("It's here. Start tonight");
    const begin = region(page, "How to start");
    await expect(begin).toContainText("Begin both on the same night.");
    await expect(begin.getByRole("heading", { level: 3 })).toHaveText([/^Estradiol patch/, /^Progesterone capsule/]);
    await expect(region(page, "What to expect").getByRole("term")).toHaveText(["Week 1", "Week 4", "Week 8"]);
    await expect(region(page, "What to expect")).toContainText("Call 911 for chest pain");
    await expect(page.getByRole("link", { name: /^Ask Dr\. / })).toHaveAttribute("href", "/messages/doctor");
    await expectNoSidewaysScroll(page);
    await checkAccessibility(page, "Home, the first box is here");
  });

  await test.step("each first dose is one press, its days are picked with it, and then what is under way leads", async () => {
    await page.getByRole("button", { name: "I put on my first patch" }).click();
    await expect(region(page, "How to start").getByRole("heading", { level: 3 })).toHaveText([/^Progesterone capsule/]);
    const doses = region(page, "Your doses").getByRole("listitem");
    await expect(doses.filter({ hasText: "Estradiol patch" })).toContainText(/Done for today.*\w+days and \w+days/s);
    await page.getByRole("button", { name: "I took my first capsule" }).click();
    await expect(lead(page)).toHaveText("Your plan is up and running");
    await expect(region(page, "How to start")).toHaveCount(0);
    await expect(doses.filter({ hasText: "Progesterone capsule" })).toContainText("Done for today");
  });
});

test("a dose in the lead isn't said, or noted, again in the list", async ({ page, createDeliveredPatient }) => {
  const patientInCare = await createDeliveredPatient();
  await new SignIn(page).openSignedIn("/home", patientInCare);
  const capsule = region(page, "Your doses").getByRole("listitem").filter({ hasText: "Progesterone capsule" });
  await capsule.getByRole("button", { name: /^Keep track/ }).click();
  await capsule.getByRole("button", { name: "Save" }).click();
  await expect(capsule.getByRole("heading", { name: "Done for today" })).toBeVisible();
  await capsule.getByRole("button", { name: /^Undo/ }).click();
  await expect(lead(page)).toHaveText("Take your capsule tonight");
  await expect(page.getByText("Take your capsule tonight")).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Done\s?, Progesterone capsule/ })).toHaveCount(1);
  await expect(capsule).toContainText("Every day");
  await page.getByRole("button", { name: /^Done\s?, Progesterone capsule/ }).click();
  await expect(lead(page)).toHaveText("Your plan is up and running");
  await expect(capsule.getByRole("heading", { name: "Done for today" })).toBeVisible();
});
