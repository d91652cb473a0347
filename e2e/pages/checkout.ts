import type { Locator, Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import type { InputMethod } from "../input/input-method.ts";

export const goodCard = "4242424242424242";

/** `/checkout`: four parts, one open at a time. */
export class Checkout {
  readonly page: Page;
  readonly #inputMethod: InputMethod;
  constructor(page: Page, inputMethod: InputMethod) {
    this.page = page;
    this.#inputMethod = inputMethod;
  }

  part(title: "Where to ship" | "How you pay" | "Billing address" | "Review and pay"): Locator {
    return this.page.getByRole("region", { name: title });
  }

  /** The button that completes the open part. */
  get proceed(): Locator {
    return this.page.getByRole("button", { name: /^(?:Continue|Save card|Check out: .*)$/ });
  }

  async ship(): Promise<void> {
    const part = this.part("Where to ship");
    await this.#inputMethod.write(part.getByRole("textbox", { name: "Street Address" }), "12 Garden Way");
    await this.#inputMethod.write(part.getByRole("textbox", { name: "City" }), "Fresno");
    await this.#inputMethod.write(part.getByRole("textbox", { name: "Zip Code" }), "93701");
    await this.#inputMethod.press(part.getByRole("button", { name: "Continue" }));
  }

  async enterCard(number: string = goodCard): Promise<void> {
    const part = this.part("How you pay");
    await this.#inputMethod.write(part.getByRole("textbox", { name: "Card number" }), number);
    await this.#inputMethod.write(part.getByRole("textbox", { name: "Expiry date" }), "1239");
    await this.#inputMethod.write(part.getByRole("textbox", { name: "Security code" }), "123");
    await this.#inputMethod.press(part.getByRole("button", { name: "Save card" }));
  }

  /** Takes the shipping address as the billing address. */
  async bill(): Promise<void> {
    await this.#inputMethod.press(this.part("Billing address").getByRole("button", { name: "Continue" }));
  }

  async agree(): Promise<void> {
    const part = this.part("Review and pay");
    await expect(part.getByRole("checkbox").first()).toBeVisible();
    for (const consent of await part.getByRole("checkbox").all()) await this.#inputMethod.choose(consent);
  }

  async pay(): Promise<void> {
    await this.#inputMethod.press(this.page.getByRole("button", { name: /^Check out: / }));
  }
}
