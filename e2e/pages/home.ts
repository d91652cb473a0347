import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";

/** `/home` of a patient in care. */
export class Home {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get doctor() {
    return this.page.getByRole("region", { name: "Your doctor" });
  }
  get track() {
    return this.page.getByRole("list", { name: /^Order / });
  }

  async expectGreeting(firstname: string): Promise<void> {
    await expect(this.page.getByRole("heading", { level: 1, name: `Hello, ${firstname}` })).toBeVisible();
  }

  async expectReview(): Promise<void> {
    const title = /is reviewing your visit$|^We're finding your doctor$/;
    await expect(this.page.getByRole("heading", { name: title })).toBeVisible();
  }

  /** Waits until the page shows the clinic's approval by itself, with the doctor and the order's track. */
  async expectApproval(): Promise<void> {
    const timeout = 120_000;
    await expect(this.page.getByRole("heading", { name: / approved your plan$/ })).toBeVisible({ timeout });
    await expect(this.doctor.getByRole("heading", { name: /^Dr\. / })).toBeVisible();
    await expect(this.track.getByRole("listitem").filter({ hasText: /^Done: In review/ })).toBeVisible();
  }
}
