import { expect } from "../../fixtures.ts";
import type { PatientYear } from "./patient-year.ts";

/** Every page of the dashboard (spec §2.1) except those of a single subscription or order. */
const pages = [
  "/home",
  "/treatment",
  "/messages/doctor",
  "/support",
  "/your-account",
  "/account-settings",
  "/account-settings/identity-verification",
  "/account-settings/billing-address",
  "/account-settings/shipping-address",
  "/account-settings/email",
  "/medical-information",
  "/insurance-documents",
  "/contact-us",
  "/cancel-subscription",
  "/referral/",
];

export const banner = ({ page }: PatientYear) => page.getByRole("region", { name: "Failed payment" });

const target = "/account-settings/billing-details";

/** The banner of a failed payment is on every page, in the words of spec §8, except on the page it links to. Leaves the patient at home. */
export async function expectBannerEverywhere(year: PatientYear, title: string, text: string): Promise<void> {
  const { id, prescriptionorders } = await year.subscription();
  const order = prescriptionorders.find(({ orderid }) => orderid !== null)?.orderid;
  await year.follow(target);
  await expect(year.page.getByRole("heading", { level: 1, name: "Card", exact: true })).toBeVisible();
  await expect(banner(year), target).toHaveCount(0);
  for (const path of [...pages, `/subscription/${id}`, `/order/${order}`, "/home"]) {
    await year.follow(path);
    await expect(year.page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expect(banner(year), path).toContainText(title);
    await expect(banner(year), path).toContainText(text);
    await expect(banner(year).getByRole("link", { name: "Update Now" }), path).toBeVisible();
  }
}
