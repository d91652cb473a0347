import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { Person } from "../../actors/person.ts";
import { expect } from "../../fixtures.ts";
import { Home } from "../../pages/home.ts";
import { SignIn } from "../../pages/sign-in.ts";
import type { Clinic } from "./clinic.ts";
import { onlySubscription, readLedger } from "./ledger.ts";
import type { Mails } from "./mails.ts";

interface PatientYearOptions {
  readonly clinic: Clinic;
  readonly page: Page;
  readonly api: APIRequestContext;
  readonly patient: Person;
  readonly mails: Mails;
}

/** One patient and a clinic whose clock moves. */
export class PatientYear {
  readonly clinic: Clinic;
  readonly page: Page;
  readonly mails: Mails;
  readonly #api: APIRequestContext;
  readonly #patient: Person;
  /** What the page of the newest order showed last. */
  orderSeen = "";
  constructor({ clinic, page, api, patient, mails }: PatientYearOptions) {
    this.clinic = clinic;
    this.page = page;
    this.mails = mails;
    this.#api = api;
    this.#patient = patient;
  }

  /** Opens the app, signed in. */
  async arrive(): Promise<void> {
    await new SignIn(this.page).openSignedIn("/home", this.#patient);
    await new Home(this.page).expectGreeting(this.#patient.firstname);
  }

  /** Moves time to the evening of a day, when the patient comes back. Sessions end after a week, so the patient signs in again. */
  async moveTo(day: string): Promise<void> {
    await this.page.goto("about:blank");
    await this.page.context().clearCookies();
    await this.clinic.moveTo(this.#api, day);
    await this.page.context().clock.setSystemTime(this.clinic.now());
    await this.arrive();
  }

  /** Some weeks into the plan the doctor sends a follow-up. It is left for later whenever it opens. */
  async dismissFollowups(): Promise<void> {
    const later = this.page.getByRole("dialog").getByRole("button", { name: "Later", exact: true });
    await this.page.addLocatorHandler(later, () => later.click());
  }

  /** The subscription and its next charge, from the ledger. */
  async subscription() {
    return onlySubscription(await readLedger(this.page));
  }
  async nextCharge(): Promise<string> {
    const day = (await this.subscription()).nextchargeon;
    expect(day, "a charge is planned").not.toBeNull();
    return day ?? "";
  }

  /** Navigates within the app, as a link does. */
  async follow(path: string): Promise<void> {
    await this.page.evaluate((to) => history.pushState(null, "", to), path);
    await this.page.waitForURL(`**${path}`);
  }
  /** Opens a page from the navigation at the top. */
  async open(name: "Home" | "Treatment"): Promise<void> {
    await this.page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
    await expect(this.page.getByRole("heading", { level: 1, name: headings[name] })).toBeVisible();
  }
  /** Opens the subscription's page, from Treatment. */
  async openSubscription(): Promise<void> {
    await this.open("Treatment");
    await this.followSubscription();
  }
  async followSubscription(): Promise<void> {
    await this.plan.getByRole("link", { name: /: / }).click();
    await expect(this.statusLine).toBeVisible();
  }

  /** The treatment as one plan, on its page. */
  get plan() {
    return this.page.getByRole("main").getByRole("article");
  }
  get statusLine() {
    return this.page.getByRole("main").getByRole("heading", { level: 2 }).first();
  }
  get dialog() {
    return this.page.getByRole("alertdialog");
  }
  /** The value of a label in the dialog. */
  fact(label: string): Locator {
    return this.dialog.getByRole("term").filter({ hasText: label }).locator("xpath=following-sibling::dd");
  }
  button(name: string): Locator {
    return this.page.getByRole("main").getByRole("button", { name, exact: true });
  }
  /** Presses a button of the subscription, inspects what the dialog says it will do, and confirms. */
  async change(button: Locator, confirm: string | RegExp, inspect?: () => Promise<void>): Promise<void> {
    await button.click();
    await expect(this.dialog).toBeVisible();
    await inspect?.();
    await this.dialog.getByRole("button", { name: confirm }).click();
    await expect(this.dialog).toBeHidden();
  }
}

const headings = { Home: /^Hello, /, Treatment: "Your plan" } as const;
