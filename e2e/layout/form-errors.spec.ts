import type { FrameLocator, Page } from "@playwright/test";
import { auth } from "#contract/auth.ts";
import { callApi } from "../actors/api.ts";
import { newPerson } from "../actors/person.ts";
import { signUp, completeVisit, completeVisitUpTo } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { unfold } from "../input/unfold.ts";
import { Cart } from "../pages/cart.ts";
import { openMail } from "../pages/mailbox.ts";
import { magnesium, MarketingSite } from "../pages/marketing-site.ts";
import { SignIn } from "../pages/sign-in.ts";

/** Where a page folds its form away. */
const foldedParts = new Map([
  ["/referral", "Or have us send it"],
  ["/insurance-documents", "Add a document"],
]);

/** Words of schema errors, which mean nothing to a patient. */
const schemaWords =
  /invalid (input|option|string|key)|expected|received|undefined|\bnull\b|\bNaN\b|^required\W*$|unrecognized|too (small|big)/i;

/** Submits a form as it is, then with a letter in every other text field, and expects plain sentences as errors. */
async function expectPlainErrors(
  inside: Page | FrameLocator,
  button: string | RegExp,
  where: string,
  only?: "empty",
): Promise<void> {
  const form = inside.locator("form").filter({ has: inside.getByRole("button", { name: button, exact: true }) });
  const errorTexts = form.locator("[id$='-error'], [role='alert']").filter({ hasText: /\S/ });
  const read = async () => {
    await form.getByRole("button", { name: button, exact: true }).click();
    await expect(errorTexts.first(), `${where}: what is missing is said`).toBeVisible();
    for (const sentence of await errorTexts.allInnerTexts()) {
      expect(sentence, where).not.toMatch(schemaWords);
      expect(sentence.trim(), where).toMatch(/^[A-Z].* .*\w/s);
    }
  };
  await read();
  if (only) return;
  const fields = await form.locator("input:not([type]), input[type='text'], input[type='email'], textarea").all();
  for (const [index, field] of fields.entries())
    if (index % 2 === 0 && (await field.isEditable()) && (await field.isVisible())) await field.fill("x");
  await read();
}

test("@desktop §5 forms before sign-in say in plain sentences what is missing", async ({ page, patient, api }) => {
  for (const [path, button] of [
    ["/login", "Continue"],
    ["/forgot-password", "Send"],
    ["/eligibility", "Register"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator("#early")).toHaveCount(0);
    await expectPlainErrors(page, button, path);
  }
  await page.goto("/invitation-code");
  await expectPlainErrors(page, "Continue", "/invitation-code", "empty");
  await signUp(api, patient);
  await callApi(api, auth.forgotPassword, { body: { email: patient.email } });
  await openMail(page, patient.email, /password/i);
  await page.getByRole("link", { name: /\/new-password/ }).click();
  await expectPlainErrors(page, "Save new password", "/new-password");
});

test("@desktop §5 the visit says in plain sentences what is missing", async ({ page, api }) => {
  for (const [step, screen] of [
    [1.5, "About you"],
    [2.7, "body"],
    [5, "identity"],
    [6, "shipping"],
  ] as const)
    await test.step(screen, async () => {
      const person = newPerson("Rosa", "Winter");
      await completeVisitUpTo(api, person, step);
      await new SignIn(page).openSignedIn("/", person);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectPlainErrors(page, "Continue", screen);
    });
});

test("@desktop §5 forms behind sign-in say in plain sentences what is missing", async ({
  page,
  patient,
  api,
  checkAccessibility,
}) => {
  await completeVisit(api, patient);
  await new SignIn(page).openSignedIn("/contact-us", patient);
  await expect(page.getByRole("heading", { level: 1, name: "Contact us" })).toBeVisible();
  await checkAccessibility(page, "Contact us");
  const main = page.getByRole("main");
  for (const [path, change, button] of [
    ["/contact-us", null, "Send message"],
    ["/account-settings/password", "Change password", "Change password"],
    ["/account-settings/shipping-address", null, "Save"],
    ["/account-settings/billing-address", null, "Save"],
    ["/account-settings/email", null, "Send the link"],
    ["/referral", null, "Send invitation"],
    ["/insurance-documents", null, "Send document"],
  ] as const)
    await test.step(path, async () => {
      if (path !== "/contact-us") await page.goto(path);
      const part = foldedParts.get(path);
      if (part) await unfold(main.getByRole("region", { name: part }));
      await expect(page.locator("form, main button").first()).toBeVisible();
      const opens = main.getByRole("button", { name: change ?? /^(Change|Add) / }).first();
      if (change !== null || /address$/.test(path)) await opens.click();
      if (path.endsWith("shipping-address"))
        for (const field of ["Street Address", "City", "Zip Code"]) await main.getByLabel(field).fill("");
      if (path.endsWith("billing-address")) await main.getByRole("checkbox", { name: /^My billing/ }).uncheck();
      if (path === "/account-settings/email") await main.getByLabel("Email", { exact: true }).fill("");
      await expectPlainErrors(page, button, path);
    });
});

test("@desktop §5 the cart says in plain sentences what is missing; a complete separate billing address is accepted", async ({
  page,
  patient,
}) => {
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.add(magnesium);
  await cart.press("Next");
  await expectPlainErrors(cart.inside, "Register", "register");
  await cart.press("Log in");
  await expectPlainErrors(cart.inside, "Log In", "log in");
  await cart.press("Forgot password?");
  await expectPlainErrors(cart.inside, "Send", "forgot password");

  await marketingSite.add(magnesium);
  await cart.press("Next");
  await cart.register(patient);
  await expect(cart.heading("Where should we ship?")).toBeVisible();
  await expectPlainErrors(cart.inside, "Continue", "shipping");
  await cart.ship();
  const same = cart.inside.getByRole("checkbox", { name: /^My billing/ });
  await same.uncheck();
  await expect(cart.heading("You're almost there")).toBeVisible();
  await expectPlainErrors(cart.inside, /^Check out: \$/, "billing");
  await expect(same).toHaveAccessibleDescription("");
  await fillOwnBillingAddress(cart);
});

/** Fills in a separate billing address, and pays. */
async function fillOwnBillingAddress(cart: Cart): Promise<void> {
  await cart.field("Street Address").fill("4 Mill Lane");
  await cart.field("Apartment/Suite").fill("");
  await cart.inside.getByRole("combobox", { name: "State" }).selectOption("California");
  await cart.field("City").fill("Fresno");
  await cart.field("Zip Code").fill("93701");
  await cart.field("Phone").fill("");
  await cart.enterCard();
  await cart.press("Check out");
  await cart.expectComplete();
}
