import { mouse } from "../input/mouse.ts";
import { Account } from "../pages/account.ts";
import type { PatientYear } from "../flows/year/patient-year.ts";

/** Enters another card on the billing details page, and saves it. */
export async function enterCard({ page }: PatientYear, number: string): Promise<void> {
  const account = new Account(page, mouse);
  await account.write("Card number", number);
  await account.write("Expiry date", "1239");
  await account.write("Security code", "123");
  await account.press("Save card");
}
