import type { Page } from "@playwright/test";

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** Her mails in `/dev/mailbox`, in a tab of its own; each is opened once. */
export class Mails {
  readonly #tab: Page;
  readonly #to: string;
  readonly #read = new Map<string, Mail>();
  constructor(tab: Page, to: string) {
    this.#tab = tab;
    this.#to = to;
  }

  /** All of them, newest first. */
  async all(): Promise<readonly Mail[]> {
    await this.#tab.goto("/dev/mailbox");
    const links = this.#tab.getByRole("link").filter({ hasText: this.#to });
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    for (const path of paths) if (!this.#read.has(path)) this.#read.set(path, await this.#open(path));
    return paths.flatMap((path) => this.#read.get(path) ?? []);
  }

  async #open(path: string): Promise<Mail> {
    await this.#tab.goto(path);
    const [subject, text] = await Promise.all([
      this.#tab.getByRole("heading", { level: 1 }).innerText(),
      this.#tab.locator(".text").innerText(),
    ]);
    return { subject, text };
  }
}
