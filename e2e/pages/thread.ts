import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";

/** `/messages/doctor` or `/messages/patient_services`. */
export class ThreadPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get log() {
    return this.page.getByRole("log");
  }
  get field() {
    return this.page.getByRole("textbox", { name: "Your message" });
  }
  get onTheirWay() {
    return this.page.getByRole("list", { name: "Sending" });
  }
  get pill() {
    return this.page.getByRole("button", { name: /^\d+ new messages?$/ });
  }
  get divider() {
    return this.log.getByText("New messages", { exact: true });
  }
  get files() {
    return this.page.getByLabel("Photos or PDFs");
  }
  button(name: string | RegExp) {
    return this.page.getByRole("main").getByRole("button", { name, exact: true });
  }
  /** A message the server has, not one still in the outbox. */
  message(text: string) {
    return this.log.getByRole("region").getByText(text, { exact: true });
  }

  async open(kind: "doctor" | "patient_services" = "doctor"): Promise<void> {
    await this.page.goto(`/messages/${kind}`);
    await this.ready();
  }
  async ready(): Promise<void> {
    await expect(this.field).toBeVisible();
  }

  async send(text: string): Promise<void> {
    await this.field.fill(text);
    await this.button("Send").click();
  }

  /** Distance of the scroll position from the end of the log, in px. */
  fromEnd(): Promise<number> {
    return this.log.evaluate((log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight));
  }
  /** Scrolls the log to `offset` px from its top; a negative offset counts from its end. */
  async scrollTo(offset: number): Promise<void> {
    await this.log.evaluate(
      (log, top) => log.scrollTo(0, top < 0 ? log.scrollHeight - log.clientHeight + top : top),
      offset,
    );
  }
}
