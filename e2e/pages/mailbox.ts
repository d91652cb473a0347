import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";

/** Opens the newest mail to an address with this subject in `/dev/mailbox`, once it has arrived. */
export async function openMail(page: Page, to: string, subject: RegExp): Promise<void> {
  const mail = page.getByRole("link", { name: subject }).filter({ hasText: to }).first();
  await expect(async () => {
    await page.goto("/dev/mailbox");
    await expect(mail).toBeVisible({ timeout: 100 });
  }).toPass();
  await mail.click();
}
