import type { CDPSession, Locator, Page } from "@playwright/test";
import type { TOTP } from "otpauth";
import { authenticatorOf, staffLinkIn, staffPassword } from "../actors/staff.ts";
import { expectAccessibleByDayAndNight } from "../checks/accessibility.ts";
import { expect } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { openMail } from "./mailbox.ts";

/** The link that was mailed to somebody of the practice. */
export async function mailedStaffLink(page: Page, email: string): Promise<string> {
  await openMail(page, email, /invit|start/i);
  const body = page.locator("body");
  await expect(body).toContainText("/clinic/join#");
  return staffLinkIn(await body.innerText());
}

/** The row of this name in an open list, which is as many pages down as it has waited less than others; read until it's there. */
export async function findRow(page: Page, name: RegExp): Promise<Locator> {
  const row = page.getByRole("link", { name }).first();
  const more = page.getByRole("button", { name: "Show more" });
  await expect(async () => {
    if (!(await row.isVisible()) && (await more.isVisible())) await more.click();
    await expect(row).toBeVisible({ timeout: 2000 });
  }).toPass();
  return row;
}

/** Opens a patient's record, with a reason where nothing of the patient waits for this person; refused calls are to be expected. */
export async function openRecord(page: Page, id: string): Promise<void> {
  await page.goto(`/clinic/patients/${id}`);
  const reason = page.getByLabel("Reason");
  const opened = page.getByRole("navigation", { name: "Parts of the record" });
  await expect(reason.or(opened)).toBeVisible();
  if (await reason.isVisible()) {
    await reason.selectOption("patient_called");
    await pressEnter(page.getByRole("button", { name: "Open the record" }));
  }
  await expect(opened).toBeVisible();
}

/** A device that makes and uses passkeys without asking anybody, in this page. */
export async function addPasskeyDevice(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return cdp;
}

/** Opens a mailed link and chooses a password. */
export async function choosePassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("New password").fill(staffPassword);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Sets up an authenticator app by typing its key, on a page that shows one. */
async function addAuthenticator(page: Page): Promise<TOTP> {
  const key = (await page.locator("code").innerText()).replace(/\s/g, "");
  const app = authenticatorOf(key);
  await page.getByLabel("Code of your authenticator app").fill(app.generate());
  await page.getByRole("button", { name: "Add the app" }).click();
  return app;
}

/** Says that the recovery codes are saved; returns them. */
export async function saveRecoveryCodes(page: Page): Promise<readonly string[]> {
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  await page.getByRole("checkbox").check();
  const texts = await codes.allInnerTexts();
  await page.getByRole("button", { name: "Continue" }).click();
  return texts;
}

/** Comes in by the link mailed to this address, with an authenticator app. */
export const joinWithAuthenticator = async (page: Page, email: string): Promise<TOTP> =>
  joinByLink(page, await mailedStaffLink(page, email));

/** Comes in by a link, with an authenticator app, which is returned. */
export async function joinByLink(page: Page, link: string): Promise<TOTP> {
  await choosePassword(page, link);
  await page.getByRole("button", { name: "Use an authenticator app instead" }).click();
  const app = await addAuthenticator(page);
  await saveRecoveryCodes(page);
  return app;
}

/** Goes to a page by `g` and its letter. On a busy machine the letter may come too late to belong to the `g`. */
export async function goToByKeys(page: Page, letter: string, heading: string): Promise<void> {
  await expect(async () => {
    for (const key of ["g", letter]) await page.keyboard.press(key);
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

/** A screen of the staff app as it is looked at: on a small laptop and a desk, by day and by night. */
export async function expectClinicAccessible(page: Page, name: string): Promise<void> {
  await expectAccessibleByDayAndNight(page, name, [
    { width: 820, height: 800 },
    { width: 1280, height: 800 },
  ]);
}
