import type { FrameLocator, Locator, Page } from "@playwright/test";
import type { Person } from "../actors/person.ts";
import { expect } from "../fixtures.ts";
import type { InputMethod } from "../input/input-method.ts";
import { mouse } from "../input/mouse.ts";

/** The cart widget, in the frame of a marketing page or as a page of its own. */
export class Cart {
  readonly page: Page;
  readonly inside: Page | FrameLocator;
  readonly #inputMethod: InputMethod;
  constructor(page: Page, inside: Page | FrameLocator = page.frameLocator("iframe"), inputMethod: InputMethod = mouse) {
    this.page = page;
    this.inside = inside;
    this.#inputMethod = inputMethod;
  }

  heading(name: string | RegExp): Locator {
    return this.inside.getByRole("heading", { level: 1, name });
  }
  button(name: string | RegExp): Locator {
    return this.inside.getByRole("button", { name });
  }
  field(name: string): Locator {
    return this.inside.getByRole("textbox", { name });
  }
  row(product: string): Locator {
    return this.inside.getByRole("listitem").filter({ has: this.inside.getByRole("link", { name: product }) });
  }
  quantity(product: string): Locator {
    return this.inside.getByRole("textbox", { name: `Quantity of ${product}` });
  }
  alert(text: string | RegExp): Locator {
    return this.inside.getByRole("alert").filter({ hasText: text });
  }
  press(name: string | RegExp): Promise<void> {
    return this.#inputMethod.press(this.button(name));
  }

  /** Runs an action that closes the widget. Resolves when it is closed and the page's history is as before. */
  async closedBy(action: () => Promise<unknown>): Promise<void> {
    const closed = this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { careCart } = window as unknown as { careCart: (name: string, type: string, on: () => void) => void };
          careCart("on", "close", resolve);
        }),
    );
    await action();
    await closed;
  }

  close(): Promise<void> {
    return this.closedBy(() => this.press("Close"));
  }

  async expectCart(lines: Readonly<Record<string, number>>): Promise<void> {
    const products = Object.entries(lines);
    await expect(this.heading(products.length > 0 ? "Your cart" : "Oops! Your cart is empty.")).toBeVisible();
    for (const [product, quantity] of products) await expect(this.quantity(product)).toHaveValue(String(quantity));
    await expect(this.inside.getByRole("textbox", { name: /^Quantity of/ })).toHaveCount(products.length);
  }

  /** Fills in the sign-up form without submitting it. */
  async fillAccount({ firstname, lastname, email, password }: Person): Promise<void> {
    await this.#inputMethod.write(this.field("First name"), firstname);
    await this.#inputMethod.write(this.field("Last name"), lastname);
    await this.#inputMethod.write(this.field("Email"), email);
    await this.#inputMethod.write(this.inside.getByLabel("Password", { exact: true }), password);
    await this.#inputMethod.choose(this.inside.getByRole("checkbox", { name: /^I agree to the/ }));
  }

  async register(person: Person): Promise<void> {
    await this.fillAccount(person);
    await this.press("Register");
  }

  async logIn({ email, password }: Pick<Person, "email" | "password">): Promise<void> {
    await this.#inputMethod.write(this.field("Email"), email);
    await this.#inputMethod.write(this.inside.getByLabel("Password", { exact: true }), password);
    await this.press("Log In");
  }

  async ship(): Promise<void> {
    await this.#inputMethod.write(this.field("Street Address"), "12 Garden Way");
    await this.#inputMethod.pick(this.inside.getByRole("combobox", { name: "State" }), "California");
    await this.#inputMethod.write(this.field("City"), "Fresno");
    await this.#inputMethod.write(this.field("Zip Code"), "93701");
    await this.press("Continue");
  }

  async enterCard(number = "4242424242424242"): Promise<void> {
    await this.#inputMethod.write(this.field("Card number"), number);
    await this.#inputMethod.write(this.field("Expiry date"), "1239");
    await this.#inputMethod.write(this.field("Security code"), "123");
  }

  async expectComplete(): Promise<void> {
    await expect(this.heading("Success!")).toBeVisible();
    await expect(this.inside.getByText("Your payment has been processed and your order is complete.")).toBeVisible();
  }
}
