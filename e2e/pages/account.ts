import type { Locator, Page } from "@playwright/test";
import type { PatientYear } from "../flows/year/patient-year.ts";
import type { InputMethod } from "../input/input-method.ts";
import { mouse } from "../input/mouse.ts";

/** `/your-account` and the pages of `/account-settings`. */
export class Account {
  readonly page: Page;
  readonly #inputMethod: InputMethod;
  constructor(page: Page, inputMethod: InputMethod) {
    this.page = page;
    this.#inputMethod = inputMethod;
  }

  section(name: string): Locator {
    return this.page.getByRole("region", { name, exact: true });
  }
  press(name: string | RegExp, within: Locator = this.page.getByRole("main")): Promise<void> {
    return this.#inputMethod.press(within.getByRole("button", { name }));
  }
  write(label: string, text: string): Promise<void> {
    return this.#inputMethod.write(this.page.getByRole("main").getByLabel(label, { exact: true }), text);
  }
  pick(label: string, option: string): Promise<void> {
    return this.#inputMethod.pick(this.page.getByRole("combobox", { name: label }), option);
  }
  /** The error message at a field; null without one. */
  problem(label: string): Promise<string | null> {
    const field = this.page.getByRole("main").getByLabel(label, { exact: true });
    return field.evaluate((element) => {
      const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
      const error = ids.find((id) => id.endsWith("-error")) ?? "";
      return document.getElementById(error)?.textContent ?? null;
    });
  }
}

/** Enters another card on the billing details page, and saves it. */
export async function enterCard({ page }: PatientYear, number: string): Promise<void> {
  const account = new Account(page, mouse);
  await account.write("Card number", number);
  await account.write("Expiry date", "1239");
  await account.write("Security code", "123");
  await account.press("Save card");
}
