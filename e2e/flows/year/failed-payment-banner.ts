import { expect } from "../../fixtures.ts";
import type { PatientYear } from "./patient-year.ts";

export const banner = ({ page }: PatientYear) => page.getByRole("region", { name: "Failed payment" });

const target = "/account-settings/billing-details";

/** The banner of a failed payment, in the words of spec §8, is on the pages of the dashboard, except the one it links to. Leaves the patient at home. */
export async function expectBanner(year: PatientYear, title: string, text: string): Promise<void> {
  await year.follow(target);
  await expect(year.page.getByRole("heading", { level: 1, name: "Card", exact: true })).toBeVisible();
  await expect(banner(year), target).toHaveCount(0);
  for (const path of ["/contact-us", "/treatment", "/home"]) {
    await year.follow(path);
    await expect(year.page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expect(banner(year), path).toContainText(title);
    await expect(banner(year), path).toContainText(text);
    await expect(banner(year).getByRole("link", { name: "Update Now" }), path).toBeVisible();
  }
}
