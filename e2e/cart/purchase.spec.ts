import type { APIRequestContext, Page } from "@playwright/test";
import { errorMessage } from "#contract/http/errors.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { callApi } from "../actors/api.ts";
import type { Person } from "../actors/person.ts";
import { expect, test } from "../fixtures.ts";
import { createBuyer } from "../flows/buy.ts";
import { keyboard, pressEnter } from "../input/keyboard.ts";
import { command } from "../network/cart-host.ts";
import { routeOnce } from "../network/responses.ts";
import { Cart } from "../pages/cart.ts";
import { openMail } from "../pages/mailbox.ts";
import { magnesium, moisturizer, MarketingSite } from "../pages/marketing-site.ts";
import { marketingOrigin, origin } from "../settings.ts";

/** The patient's access token, from the app's own cookie. */
const accessTokenOf = async (page: Page) =>
  (await page.context().cookies(origin)).find(({ name }) => name === "accessToken")?.value ?? "";

test("@desktop §2.3 a returning patient logs in in the frame, uses the card on file, and leaves signed in", async ({
  page,
  patient,
  api,
  checkAccessibility,
}) => {
  const cart = await returnToLogin(page, api, patient);
  await expect(cart.heading("Hello, beautiful!")).toBeVisible();
  await expect(cart.inside.getByText("Please log into your account")).toBeVisible();
  await checkAccessibility(page, "Cart, login");
  await cart.logIn(patient);
  await expect(cart.heading(`Hello, ${patient.firstname}`)).toBeVisible();
  await checkAccessibility(page, "Cart, account menu");
  await cart.press("Continue to checkout");
  await expect(cart.field("Street Address")).toHaveValue("12 Garden Way");
  await cart.press("Continue");
  await expect(cart.inside.getByText(/ending in 4242/)).toBeVisible();
  await cart.press("Check out");
  await cart.expectComplete();
  // Back after the order closes the widget; the page stays.
  await cart.closedBy(() => page.evaluate(() => history.back()));
  await expect(page).toHaveURL(marketingOrigin + magnesium.path);
  await page.getByRole("banner").getByRole("link", { name: "Account" }).first().click();
  await expect(cart.heading(`Hello, ${patient.firstname}`)).toBeFocused();
  await pressEnter(cart.inside.getByRole("link", { name: "Subscriptions" }));
  await expect(page).toHaveURL(`${origin}/treatment`);
  const { orders } = await callApi(api, treatment.overview, {}, { token: await accessTokenOf(page) });
  expect(orders.map(({ status }) => status)).toEqual(["paid"]);
});

test("@desktop §4 the same flow unframed, by keyboard alone, with a cart already saved in this browser", async ({
  page,
  patient,
}) => {
  await page.goto(`${origin}/cart`);
  await page.evaluate(() => {
    const lines = [{ productid: "moisturizer", pricingid: "moisturizer_1m", quantity: 1, price: 24 }];
    localStorage.setItem("cart", JSON.stringify({ changedat: 1, lastcommand: 0, pendingcheckouts: [], lines }));
  });
  await page.reload();
  const cart = new Cart(page, page, keyboard);
  await cart.expectCart({ [moisturizer.name]: 1 });
  await cart.press("Next");
  await cart.register(patient);
  await cart.ship();
  await cart.enterCard();
  await cart.press("Check out");
  await cart.expectComplete();
  await cart.press("View your order");
  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByRole("heading", { level: 1, name: /^Order \d+$/ })).toBeVisible();
});

/** A patient with an address and a card on file comes back logged out, with a cart in the frame. Ends at the frame's login. */
async function returnToLogin(page: Page, api: APIRequestContext, person: Person): Promise<Cart> {
  await createBuyer(api, person);
  const marketingSite = new MarketingSite(page);
  await marketingSite.add(magnesium);
  await marketingSite.cart.press("Next");
  await marketingSite.cart.press("Log in");
  return marketingSite.cart;
}

test("§2.3 password recovery inside the cart", async ({ page, patient, api, checkAccessibility }) => {
  const cart = await returnToLogin(page, api, patient);
  await cart.press("Forgot password?");
  await expect(cart.heading("Recover Password")).toBeVisible();
  await checkAccessibility(page, "Cart, forgot");
  await cart.field("Email").fill("");
  await cart.press("Send");
  await expect(cart.inside.getByText("Please enter your email.")).toBeVisible();
  await cart.field("Email").fill(patient.email);
  await cart.press("Send");
  await expect(cart.heading("It's on the way")).toBeVisible();
  await checkAccessibility(page, "Cart, sent");
  const other = await page.context().newPage();
  await openMail(other, patient.email, /Choose a new password/);
  await other.getByRole("link", { name: /\/cart\?/ }).click();
  const recovery = new Cart(other, other);
  await recovery.inside.getByLabel("New password", { exact: true }).fill("another marigold at noon");
  await recovery.inside.getByLabel("Confirm password", { exact: true }).fill("another marigold at moon");
  await recovery.press("Save new password");
  await expect(recovery.inside.getByText("Your password does not match")).toBeVisible();
  await expect(recovery.inside.getByRole("alert").filter({ hasText: "Password did not match" })).toBeVisible();
  expect(new URL(other.url()).search).toBe("");
  await recovery.inside.getByLabel("Confirm password", { exact: true }).fill("another marigold at noon");
  await recovery.press("Save new password");
  await expect(recovery.heading("Your password has been changed")).toBeVisible();
  await cart.press(/^Log in/i);
  await cart.logIn({ email: patient.email, password: "another marigold at noon" });
  await expect(cart.heading(`Hello, ${patient.firstname}`)).toBeVisible();
  await expect(cart.inside.getByText("Your cart has 1 item")).toBeVisible();
});

test(
  "@desktop §4 §5 billing: a declined card, refused codes, then one payment",
  { tag: "@translated" },
  async ({ page, patient, api, expectApiError, checkAccessibility }) => {
    expectApiError({ path: "/api/payment/source", status: 402 });
    expectApiError({ path: "/api/transact/checkout", status: 402 });
    for (const status of [404, 409]) expectApiError({ path: "/api/transact/computeTax", status });
    const marketingSite = new MarketingSite(page);
    const { cart } = marketingSite;
    await marketingSite.add(moisturizer);
    await cart.press("Next");
    await cart.register(patient);
    await cart.ship();

    await test.step("§5 nothing typed: the card says what is missing", async () => {
      await cart.press("Check out");
      await expect(cart.inside.getByText("Enter the card number").or(cart.field("Card number"))).toBeVisible();
      await expect(cart.field("Card number")).toBeFocused();
      await checkAccessibility(page, "Cart, billing with complaints");
    });
    await test.step("§5 a code that is unknown, expired or not for this patient: the error at the field, the total unchanged", async () => {
      await cart.inside.getByText("Have a code?").click();
      const code = cart.inside.getByRole("textbox", { name: "Code", exact: true });
      const total = cart.inside.getByRole("definition").last();
      await expect(total).toHaveText(/^\$\d+\.\d\d$/);
      const before = await total.innerText();
      const apply = async (given: string, shown: string) => {
        await code.fill(given);
        await cart.press("Apply");
        await expect(cart.inside.getByText(shown).first()).toBeVisible();
      };
      await apply("nothing", errorMessage("coupon_not_found"));
      await apply("WINBACK10", errorMessage("coupon_not_applicable"));
      await routeOnce(page, "**/api/transact/computeTax", (route) =>
        route.fulfill({ status: 409, json: { code: "coupon_expired", message: errorMessage("coupon_expired") } }),
      );
      await apply("OLDCODE", errorMessage("coupon_expired"));
      await expect(cart.inside.getByText(/^Discount/)).toHaveCount(0);
      await expect(total).toHaveText(before);
      await apply("fsastore30", "Discount (FSASTORE30)");
    });
    await test.step("§8 a card declined when it is saved", async () => {
      await cart.enterCard("4000000000009995");
      await cart.press("Check out");
      await expect(cart.alert(errorMessage("insufficient_funds"))).toBeVisible();
      await expect(cart.button("Check out")).toBeEnabled();
    });
    await test.step("§8 a card declined when it is charged", async () => {
      await cart.enterCard("4000000000000341");
      await cart.press("Check out");
      await expect(cart.alert("Your card was declined. Please use another card, or ask your bank.")).toBeVisible();
      await checkAccessibility(page, "Cart, card declined");
    });
    await cart.enterCard();
    await cart.press("Check out");
    await cart.expectComplete();
    await cart.press("View your order");
    await expect(page.getByRole("heading", { level: 1, name: /^Order/ })).toBeVisible();
    const { orders } = await callApi(api, treatment.overview, {}, { token: await accessTokenOf(page) });
    expect(orders.map(({ card, summary }) => [card?.last4, summary.couponid])).toEqual([["4242", "FSASTORE30"]]);
  },
);

test("@desktop §2.3 §7 leaving from the account menu, logging out, and login-with-redirect, which leads there, signed in; foreign addresses are not followed", async ({
  page,
  patient,
  api,
}) => {
  await createBuyer(api, patient);
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.open();
  await command(page, "account-open");
  await cart.logIn(patient);
  await expect(cart.heading(`Hello, ${patient.firstname}`)).toBeVisible();
  for (const name of ["Profile", "Subscriptions", "Messages", "Support", "Contact Us"])
    await expect(cart.inside.getByRole("link", { name })).toBeVisible();

  await test.step("logged out, also after a reload", async () => {
    await cart.press("Log Out");
    await expect(cart.heading("Hello, beautiful!")).toBeVisible();
    await page.reload();
    await command(page, "account-open");
    await expect(cart.heading("Hello, beautiful!")).toBeVisible();
  });

  for (const [redirectTo, arrivesAt] of [
    ["https://evil.example/", `${origin}/home`],
    ["/your-account", `${origin}/your-account`],
  ] as const)
    await test.step(`login-with-redirect to ${redirectTo}`, async () => {
      await marketingSite.open();
      await command(page, "login-with-redirect", { redirectTo });
      await cart.logIn(patient);
      await expect(page).toHaveURL(arrivesAt);
    });
});
