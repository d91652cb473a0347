import type { Page } from "@playwright/test";
import type { InputMethod } from "../input/input-method.ts";
import { unfold } from "../input/unfold.ts";

/** `/referral` of a patient in care. */
export class ReferAFriend {
  readonly page: Page;
  readonly #inputMethod: InputMethod;
  constructor(page: Page, inputMethod: InputMethod) {
    this.page = page;
    this.#inputMethod = inputMethod;
  }

  get link() {
    return this.page.getByRole("textbox", { name: "Link", exact: true });
  }
  get friends() {
    return this.page.getByRole("region", { name: "Friends you invited" });
  }
  get rewards() {
    return this.page.getByRole("region", { name: "Your rewards" });
  }
  get invitation() {
    return this.page.getByRole("region", { name: "Or have us send it" });
  }

  async invite(email: string): Promise<void> {
    await unfold(this.invitation);
    await this.#inputMethod.write(this.invitation.getByRole("textbox", { name: "Your friend’s email" }), email);
    await this.#inputMethod.press(this.invitation.getByRole("button", { name: /^Send (?:an|in)/ }));
  }
  copy(): Promise<void> {
    return this.#inputMethod.press(this.page.getByRole("button", { name: "Copy link" }));
  }
}
