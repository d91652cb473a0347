import { account } from "#contract/account/calls.ts";
import { errorMessage } from "#contract/http/errors.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { Page } from "@playwright/test";
import { callApi } from "../actors/api.ts";
import { expect, test } from "../fixtures.ts";
import { keyboard } from "../input/keyboard.ts";
import { mouse } from "../input/mouse.ts";
import { touch } from "../input/touch.ts";
import { Cart } from "../pages/cart.ts";
import { openMail } from "../pages/mailbox.ts";
import { magnesium, moisturizer, MarketingSite } from "../pages/marketing-site.ts";
import { marketingOrigin, origin } from "../settings.ts";

const campaign = "?utm_source=newsletter&utm_medium=email&utm_campaign=spring&gclid=click-1";

/** The patient's access token, from the app's own cookie. */
const accessTokenOf = async (page: Page) =>
  (await page.context().cookies(origin)).find(({ name }) => name === "accessToken")?.value ?? "";

/** Records every address the browser requests; none may hold a token, an email or other patient data. */
function recordAddresses(page: Page): string[] {
  const addresses: string[] = [];
  page.context().on("request", (request) => addresses.push(request.url()));
  return addresses;
}

test("@both §2.3 §4 from a campaign through the frame to the order in the dashboard", async ({
  page,
  patient,
  checkAccessibility,
  isMobile,
}) => {
  const addresses = recordAddresses(page);
  const marketingSite = new MarketingSite(page, new Cart(page, page.frameLocator("iframe"), isMobile ? touch : mouse));
  const { cart } = marketingSite;
  await marketingSite.open(`/offers${campaign}`);

  await test.step("two products", async () => {
    await marketingSite.add(moisturizer);
    await cart.expectCart({ [moisturizer.name]: 1 });
    await cart.close();
    await marketingSite.add(magnesium);
    await cart.expectCart({ [moisturizer.name]: 1, [magnesium.name]: 1 });
    await checkAccessibility(page, "Cart");
    await cart.press(`One more ${moisturizer.name}`);
    await expect(cart.inside.getByText("$67.00").last()).toBeVisible();
  });

  await test.step("an account", async () => {
    await cart.press("Next");
    await expect(cart.heading("Create your account")).toBeVisible();
    await checkAccessibility(page, "Cart, account");
    await cart.fillAccount(patient);
    const signUp = page.waitForRequest((request) => request.url().endsWith("/api/signup/nonrx"));
    await cart.press("Register");
    const headers = (await signUp).headers();
    expect(JSON.parse(decodeURIComponent(headers["x-utm"] ?? ""))).toMatchObject({
      source: "newsletter",
      medium: "email",
      campaign: "spring",
    });
    expect(headers["x-gclid"]).toBe("click-1");
  });

  await test.step("where to ship", async () => {
    await expect(cart.heading("Where should we ship?")).toBeVisible();
    await checkAccessibility(page, "Cart, shipping");
    await cart.ship();
  });

  await test.step("pay", async () => {
    await expect(cart.heading("You're almost there")).toBeVisible();
    await expect(cart.inside.getByText("Add payment method and we're ready to ship your treatment.")).toBeVisible();
    await expect(
      cart.inside.getByRole("checkbox", { name: "My billing information is the same as my shipping information" }),
    ).toBeChecked();
    await checkAccessibility(page, "Cart, billing");
    await cart.enterCard();
    await cart.press("Check out");
    await cart.expectComplete();
    await checkAccessibility(page, "Cart, complete");
  });

  await test.step("the order in the dashboard", async () => {
    await cart.press("View your order");
    await expect(page).toHaveURL(new RegExp(`^${origin}/order/[0-9a-f-]{36}$`));
    await expect(page.getByRole("heading", { level: 1, name: /^Order \d+$/ })).toBeVisible();
    await expect(page.getByText(moisturizer.name)).toBeVisible();
    await page.goto(`${origin}/home`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(patient.firstname);
  });
  await marketingSite.open();
  await marketingSite.openCart();
  await cart.expectCart({});

  const secrets = new RegExp(`[?#].*token|eyJ|4242|${patient.email}|${encodeURIComponent(patient.email)}`, "i");
  expect(addresses.filter((address) => secrets.test(address))).toEqual([]);
});

test("@desktop §2.3 a returning patient logs in in the frame, uses the card on file, and leaves signed in", async ({
  page,
  patient,
  api,
  checkAccessibility,
}) => {
  const cart = await returnToLogin(page, patient);
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
  await cart.inside.getByRole("link", { name: "Subscriptions" }).press("Enter");
  await expect(page).toHaveURL(`${origin}/treatment`);
  const { orders } = await callApi(api, treatment.overview, {}, { token: await accessTokenOf(page) });
  expect(orders.map(({ status }) => status)).toEqual(["paid", "paid"]);
});

test("@desktop §4 the same flow unframed, by keyboard alone", async ({ page, patient }) => {
  await buyUnframed(page, patient);
  const name = await page.getByRole("heading", { level: 1 }).innerText();
  expect(name).toMatch(/^Order \d+$/);
});

/** Buys in the widget as a page of its own, with a cart already saved in this browser. Ends at the order. */
async function buyUnframed(page: Page, person: Parameters<Cart["register"]>[0]): Promise<void> {
  await page.goto(`${origin}/cart`);
  await page.evaluate(() => {
    const lines = [{ productid: "moisturizer", pricingid: "moisturizer_1m", quantity: 1, price: 24 }];
    localStorage.setItem("cart", JSON.stringify({ changedat: 1, lastcommand: 0, pendingcheckouts: [], lines }));
  });
  await page.reload();
  const cart = new Cart(page, page, keyboard);
  await cart.expectCart({ [moisturizer.name]: 1 });
  await cart.press("Next");
  await cart.register(person);
  await cart.ship();
  await cart.enterCard();
  await cart.press("Check out");
  await cart.expectComplete();
  await cart.press("View your order");
  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByRole("heading", { level: 1, name: /^Order/ })).toBeVisible();
}

/** Buys once and comes back logged out, with a cart in the frame. Ends at the frame's login. */
async function returnToLogin(page: Page, person: Parameters<Cart["register"]>[0]): Promise<Cart> {
  await buyUnframed(page, person);
  await page.context().clearCookies();
  const marketingSite = new MarketingSite(page);
  await marketingSite.add(magnesium);
  await marketingSite.cart.press("Next");
  await marketingSite.cart.press("Log in");
  return marketingSite.cart;
}

test("§2.3 password recovery inside the cart", async ({ page, patient }) => {
  const cart = await returnToLogin(page, patient);
  await cart.press("Forgot password?");
  await cart.field("Email").fill("");
  await cart.press("Send");
  await expect(cart.inside.getByText("Please enter your email.")).toBeVisible();
  await cart.field("Email").fill(patient.email);
  await cart.press("Send");
  await expect(cart.heading("It's on the way")).toBeVisible();
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

test("@desktop §4 billing: a declined card, a wrong code, then one payment", async ({
  page,
  patient,
  api,
  expectApiError,
  checkAccessibility,
}) => {
  expectApiError({ path: "/api/payment/source", status: 402 });
  expectApiError({ path: "/api/transact/checkout", status: 402 });
  expectApiError({ path: "/api/transact/computeTax", status: 404 });
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
  await test.step("§5 an unknown coupon", async () => {
    await cart.inside.getByText("Have a code?").click();
    await cart.inside.getByRole("textbox", { name: "Code", exact: true }).fill("nothing");
    await cart.press("Apply");
    await expect(cart.inside.getByText(errorMessage("coupon_not_found")).first()).toBeVisible();
    await cart.inside.getByRole("textbox", { name: "Code", exact: true }).fill("fsastore30");
    await cart.press("Apply");
    await expect(cart.inside.getByText("Discount (FSASTORE30)")).toBeVisible();
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
  await cart.button("Check out").dblclick();
  await cart.expectComplete();
  await cart.press("View your order");
  await expect(page.getByRole("heading", { level: 1, name: /^Order/ })).toBeVisible();
  const { orders } = await callApi(api, treatment.overview, {}, { token: await accessTokenOf(page) });
  expect(orders.map(({ card, summary }) => [card?.last4, summary.couponid])).toEqual([["4242", "FSASTORE30"]]);
});

test("@desktop §7 login-with-redirect leads there, signed in; foreign addresses are not followed", async ({
  page,
  patient,
}) => {
  await buyUnframed(page, patient);
  await page.context().clearCookies();
  const marketingSite = new MarketingSite(page);
  const log = async (redirectTo: string) => {
    await marketingSite.open();
    await page.evaluate(
      (to) =>
        (window as unknown as { careCart: (name: string, what: object) => void }).careCart("login-with-redirect", {
          redirectTo: to,
        }),
      redirectTo,
    );
    await marketingSite.cart.logIn(patient);
  };
  await log("/your-account");
  await expect(page).toHaveURL(`${origin}/your-account`);
  await log("https://evil.example/");
  await expect(page).toHaveURL(`${origin}/home`);
  await log(`${marketingOrigin}/contact`);
  await expect(page).toHaveURL(`${marketingOrigin}/contact`);
});

test("@desktop §2.3 leaving from the account menu and logging out", async ({ page, patient, api }) => {
  await buyUnframed(page, patient);
  const token = await accessTokenOf(page);
  expect((await callApi(api, account.user, {}, { token })).firstname).toBe(patient.firstname);
  await page.context().clearCookies();
  const marketingSite = new MarketingSite(page);
  await marketingSite.open();
  await page.evaluate(() => (window as unknown as { careCart: (name: string) => void }).careCart("account-open"));
  await marketingSite.cart.logIn(patient);
  await expect(marketingSite.cart.heading(`Hello, ${patient.firstname}`)).toBeVisible();
  for (const name of ["Profile", "Subscriptions", "Messages", "Support", "Contact Us", "Log Out"])
    await expect(
      marketingSite.cart.inside.getByRole("link", { name }).or(marketingSite.cart.button(name)),
    ).toBeVisible();
  await marketingSite.cart.inside
    .getByRole("link", { name: "Log Out" })
    .or(marketingSite.cart.button("Log Out"))
    .click();
  await expect(marketingSite.cart.heading("Hello, beautiful!")).toBeVisible();
  await page.reload();
  await page.evaluate(() => (window as unknown as { careCart: (name: string) => void }).careCart("account-open"));
  await expect(marketingSite.cart.heading("Hello, beautiful!")).toBeVisible();
});
