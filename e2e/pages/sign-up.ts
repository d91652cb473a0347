import type { Page } from "@playwright/test";
import type { Person } from "../actors/person.ts";
import { expect } from "../fixtures.ts";
import type { InputMethod } from "../input/input-method.ts";

/** Creates an account with the form on `/eligibility`. */
export async function signUpOnPage(page: Page, inputMethod: InputMethod, person: Person): Promise<void> {
  await expect(page.locator("#early")).toHaveCount(0);
  await inputMethod.write(page.getByRole("textbox", { name: "First name" }), person.firstname);
  await inputMethod.write(page.getByRole("textbox", { name: "Last name" }), person.lastname);
  await inputMethod.write(page.getByRole("textbox", { name: "Email" }), person.email);
  await inputMethod.write(page.getByLabel("Password", { exact: true }), person.password);
  await inputMethod.choose(page.getByRole("checkbox", { name: /^I agree to the/ }));
  await inputMethod.press(page.getByRole("button", { name: "Register" }));
}
