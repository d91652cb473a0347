import type { Locator, Page } from "@playwright/test";
import { type FollowupCheck, followup } from "#contract/followup.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { expect } from "../fixtures.ts";
import type { InputMethod } from "../input/input-method.ts";
import { mouse } from "../input/mouse.ts";

/** Makes every check find no open follow-up, whatever the doctor sends: none opens over the tested page. */
export async function withoutFollowup(page: Page): Promise<void> {
  const json: FollowupCheck = {
    id: null,
    followupstatus: null,
    step: null,
    code: null,
    percent: null,
    stop: null,
    interrupted: false,
  };
  await page.route(`**${fullPath(followup.check)}`, (route) => route.fulfill({ json }));
}

/** The follow-up dialog over a page of the dashboard. */
export class FollowupDialog {
  readonly dialog: Locator;
  readonly #inputMethod: InputMethod;
  constructor(page: Page, inputMethod: InputMethod = mouse) {
    this.dialog = page.getByRole("dialog", { name: "Your treatment review" });
    this.#inputMethod = inputMethod;
  }

  heading = (name: string | RegExp) => this.dialog.getByRole("heading", { level: 3, name });
  button = (name: string | RegExp) => this.dialog.getByRole("button", { name });
  radio = (name: string | RegExp) => this.dialog.getByRole("radio", { name });
  box = (name: string | RegExp) => this.dialog.getByRole("checkbox", { name });
  /** The scale of one symptom. */
  scale = (name: string | RegExp) => this.dialog.getByRole("radiogroup", { name });

  /** Expects the screen with this heading, which has the focus. */
  async at(name: string | RegExp): Promise<void> {
    await expect(this.heading(name)).toBeVisible();
    await expect(this.heading(name)).toBeFocused();
  }
  press = (name: string | RegExp) => this.#inputMethod.press(this.button(name));
  choose = (target: Locator) => this.#inputMethod.choose(target);
  write = (text: string) => this.#inputMethod.write(this.dialog.getByRole("textbox"), text);

  /** Goes past the introduction to the first question. */
  async begin(): Promise<void> {
    await this.at(/^Hello /);
    await this.press("Begin");
    await this.at(/will read your answers$/);
    await this.press("Continue");
    await this.at("Do you still use your treatment the way your label says?");
  }

  /** Answers the first question with the answer that ends the follow-up. */
  async endAtOnce(): Promise<void> {
    await this.choose(this.radio("I'd rather talk with my doctor"));
    await this.press("Continue");
    await this.at("Your review is done");
  }

  /** Answers every symptom with the same number. */
  async answerSymptoms(answer: string): Promise<void> {
    for (const scale of await this.dialog.getByRole("radiogroup").all())
      await this.choose(scale.getByRole("radio").nth(Number(answer)));
  }
}
