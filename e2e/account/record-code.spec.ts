import { randomUUID } from "node:crypto";
import { newPerson } from "../actors/person.ts";
import { expectNoSidewaysScroll } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { SignIn } from "../pages/sign-in.ts";

test("a patient makes a code; another doctor's office reads the record with it, in a browser without scripts, and keeps nothing; the patient sees who, and ends it @both", async ({
  page,
  browser,
  createDeliveredPatient,
  checkAccessibility,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Lake ${randomUUID().slice(0, 6)}`));
  await new SignIn(page).openSignedIn("/account-settings/share", rosa);
  await page.getByText("My whole record").click();
  await pressEnter(page.getByRole("button", { name: "Make a code" }));
  const made = page.getByRole("region", { name: "Your code" });
  await expect(made).toBeVisible();
  await checkAccessibility(page, "A code to share");
  await expectNoSidewaysScroll(page);
  const code = (await made.getByText(/^[A-Z0-9]{3}-[A-Z0-9]{3}-[A-Z0-9]{3}$/).textContent()) ?? "";

  const context = await browser.newContext({ javaScriptEnabled: false });
  const office = await context.newPage();
  const hosts = new Set<string>();
  office.on("request", (request) => hosts.add(new URL(request.url()).host));
  await office.goto("/shared-record");
  await office.getByLabel("Code").fill(code);
  await office.getByLabel("Patient’s date of birth").fill("01/01/1950");
  await office.getByLabel("Your name").fill("Ana Roe, MD");
  await office.getByLabel("Where you work").fill("Lakeside Clinic, Duluth");
  await office.getByRole("button", { name: "Open the record" }).click();
  await expect(office.getByRole("alert")).toContainText("don’t open anything");
  await expectNoSidewaysScroll(office);
  const [year, month, day] = rosa.birthday.split("-");
  await office.getByLabel("Patient’s date of birth").fill(`${month}/${day}/${year}`);
  await office.getByRole("button", { name: "Open the record" }).click();
  await expect(office.getByRole("heading", { level: 1, name: `${rosa.firstname} ${rosa.lastname}` })).toBeVisible();
  const saved = office.waitForEvent("download");
  await office.getByRole("button", { name: "Save the data for your system (FHIR R4)" }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.json$/);
  expect([await context.cookies(), [...hosts]]).toEqual([[], [new URL(office.url()).host]]);

  const seen = page.getByRole("region", { name: "Who saw it" });
  await expect(seen).toContainText("Ana Roe, MD, Lakeside Clinic, Duluth");
  await expect(made).toHaveCount(0);
  await pressEnter(seen.getByRole("button", { name: "End this now" }));
  await expect(seen).toContainText("You ended this.");
  await office.getByRole("button", { name: "Save the data for your system (FHIR R4)" }).click();
  await expect(office.getByRole("heading", { level: 1, name: "No longer shared" })).toBeVisible();
  await context.close();
});
