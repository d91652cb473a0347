import type { Locator, Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import type { InputMethod } from "../input/input-method.ts";
import { mouse } from "../input/mouse.ts";

/** The bell in the dashboard's header and the panel it opens. */
export class NotificationPanel {
  readonly page: Page;
  readonly #inputMethod: InputMethod;
  constructor(page: Page, inputMethod: InputMethod = mouse) {
    this.page = page;
    this.#inputMethod = inputMethod;
  }

  get bell(): Locator {
    return this.page.getByRole("button", { name: /^Notifications/ });
  }
  get panel(): Locator {
    return this.page.getByRole("dialog", { name: "Notifications" });
  }
  get items(): Locator {
    return this.panel.getByRole("listitem");
  }
  item(text: string | RegExp): Locator {
    return this.items.filter({ hasText: text });
  }
  get unread(): Locator {
    return this.items.filter({ has: this.page.getByText("New", { exact: true }) });
  }

  async open(): Promise<void> {
    await this.#inputMethod.press(this.bell);
    await expect(this.panel).toBeVisible();
  }
  async close(): Promise<void> {
    await this.#inputMethod.press(this.panel.getByRole("button", { name: "Close Notifications" }));
    await expect(this.panel).toBeHidden();
  }
  markRead(text: string | RegExp): Promise<void> {
    return this.#inputMethod.press(this.item(text).getByRole("button", { name: /^Mark as read: / }));
  }
  async expectUnread(count: number): Promise<void> {
    await expect(this.bell).toHaveAccessibleName(count === 0 ? "Notifications" : `Notifications, ${count} unread`);
  }
}
