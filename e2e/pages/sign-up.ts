import type { Page } from "@playwright/test";
import type { Person } from "../actors/person.ts";
import { expect } from "../fixtures.ts";
import type { Hands } from "../hands/hands.ts";

/** `/eligibility`: creates the account with what she types. */
export async function signUpOnPage(page: Page, hands: Hands, person: Person): Promise<void> {
  await expect(page.locator("#early")).toHaveCount(0);
  await hands.write(page.getByRole("textbox", { name: "First name" }), person.firstname);
  await hands.write(page.getByRole("textbox", { name: "Last name" }), person.lastname);
  await hands.write(page.getByRole("textbox", { name: "Email" }), person.email);
  await hands.write(page.getByLabel("Password", { exact: true }), person.password);
  await hands.choose(page.getByRole("checkbox", { name: /^I agree to the/ }));
  await hands.press(page.getByRole("button", { name: "Register" }));
}
