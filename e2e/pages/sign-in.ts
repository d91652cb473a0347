import type { Page } from "@playwright/test";
import { auth } from "#contract/auth.ts";
import { cookieSeconds } from "#contract/constants.ts";
import { callApi } from "../actors/api.ts";
import type { Person } from "../actors/person.ts";
import { expect } from "../fixtures.ts";
import type { InputMethod } from "../input/input-method.ts";
import { mouse } from "../input/mouse.ts";
import { origin } from "../settings.ts";

/** `/login` and its form. */
export class SignIn {
  readonly page: Page;
  readonly #inputMethod: InputMethod;
  constructor(page: Page, inputMethod: InputMethod = mouse) {
    this.page = page;
    this.#inputMethod = inputMethod;
  }

  async open(search = ""): Promise<void> {
    await this.page.goto(`/login${search}`);
    await expect(this.page.locator("#early")).toHaveCount(0);
  }

  /** Opens a page of the app already signed in, without using the form. */
  async openSignedIn(path: string, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
    const context = this.page.context();
    const body = { email, password, role: "PATIENT" } as const;
    const { idToken } = await callApi(context.request, auth.signIn, { body });
    // The response sets the other cookies of the session; this one the app sets itself.
    const expires = Math.floor(Date.now() / 1000) + cookieSeconds.auth;
    await context.addCookies([{ name: "accessToken", value: idToken, url: origin, sameSite: "Lax", expires }]);
    await this.page.goto(path);
  }

  /** Opens `/login` with a query, and signs the patient in with the form. */
  async signIn(person: Pick<Person, "email" | "password">, search = ""): Promise<void> {
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
    await this.#inputMethod.write(this.email, email);
    await this.#inputMethod.write(this.password, password);
    await this.#inputMethod.press(this.page.getByRole("button", { name: "Continue" }));
  }
}

/** Replaces the access token in the browser's cookies, as another tab signing in would. */
export async function replaceAccessToken(page: Page, token: string): Promise<void> {
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "accessToken");
  if (!cookie) throw new Error("Nobody is signed in");
  await page.context().addCookies([{ ...cookie, value: token }]);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
}
