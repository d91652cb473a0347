import type { Page } from "@playwright/test";
import type { Person } from "../actors/person.ts";
import { expect } from "../fixtures.ts";
import type { Hands } from "../hands/hands.ts";
import { mouse } from "../hands/mouse.ts";

/** `/login` with what she types. */
export class SignIn {
  readonly page: Page;
  readonly #hands: Hands;
  constructor(page: Page, hands: Hands = mouse) {
    this.page = page;
    this.#hands = hands;
  }

  async open(search = ""): Promise<void> {
    await this.page.goto(`/login${search}`);
    await expect(this.page.locator("#early")).toHaveCount(0);
  }

  /** Opens it on the way to a page of the app, and signs her in. */
  async on(path: string, person: Pick<Person, "email" | "password">): Promise<void> {
    await this.in(person, `?redirectTo=${encodeURIComponent(path)}`);
  }

  /** Opens it with a query, and signs her in. */
  async in(person: Pick<Person, "email" | "password">, search = ""): Promise<void> {
    await this.open(search);
    await this.submit(person);
  }

  get email() {
    return this.page.getByRole("textbox", { name: "Email" });
  }
  get password() {
    return this.page.getByLabel("Password", { exact: true });
  }

  async submit({ email, password }: Pick<Person, "email" | "password">): Promise<void> {
    await this.#hands.write(this.email, email);
    await this.#hands.write(this.password, password);
    await this.#hands.press(this.page.getByRole("button", { name: "Continue" }));
  }
}
