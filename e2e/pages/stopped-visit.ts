import type { Page } from "@playwright/test";
import type { Content } from "#content/loader/load.ts";
import { expect } from "../fixtures.ts";

/** The last screen of a visit that a rule of the content has stopped. */
export class StoppedVisitPage {
  readonly #page: Page;
  readonly #title: string;
  readonly #text: string;
  constructor(page: Page, { rules }: Content, ruleId: string) {
    const rule = rules.find(({ id }) => id === ruleId);
    if (!rule || !("title" in rule) || !rule.title) throw new Error(`There is no stopping rule ${ruleId}`);
    this.#page = page;
    this.#title = rule.title;
    this.#text = rule.text;
  }

  async expectShown(): Promise<void> {
    await expect(this.#page.getByRole("heading", { level: 1, name: this.#title })).toBeVisible();
    await expect(this.#page.getByText(this.#text)).toBeVisible();
  }

  /** Expects no question and nothing to buy. */
  async expectNothingMore(): Promise<void> {
    const controls = this.#page
      .getByRole("radio")
      .or(this.#page.getByRole("checkbox"))
      .or(this.#page.getByRole("textbox"));
    await expect(controls).toHaveCount(0);
    await expect(this.#page.getByRole("button", { name: /Continue|Check out|Add to my plan/ })).toHaveCount(0);
  }
}
