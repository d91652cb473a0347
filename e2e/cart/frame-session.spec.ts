import type { Page } from "@playwright/test";
import type { FrameProduct } from "#contract/cart/frame.ts";
import { errorMessage } from "#contract/http/errors.ts";
import { expect, test } from "../fixtures.ts";
import { createBuyer } from "../flows/buy.ts";
import { cartFrame, command, openHost, cartProduct } from "../network/cart-host.ts";
import { routeOnce, unavailable } from "../network/responses.ts";
import { Cart } from "../pages/cart.ts";
import { magnesium } from "../pages/marketing-site.ts";
import { origin } from "../settings.ts";

/** Opens the cart over a host page made by the test. */
async function openCartWith(page: Page, ...products: FrameProduct[]): Promise<Cart> {
  await openHost(page, { body: "" });
  await command(page, "cart-open", { products });
  return new Cart(page);
}

/** Records the events of these types that the page receives; the record outlives the page. */
async function recordEvents(page: Page, ...types: string[]): Promise<unknown[][]> {
  const events: unknown[][] = [];
  await page.exposeFunction("hear", (type: string, payload: unknown) => void events.push([type, payload]));
  await page.evaluate((all) => {
    const { careCart, hear: recordEvent } = window as unknown as Record<string, (...call: unknown[]) => void>;
    for (const type of all) careCart?.("on", type, (payload: unknown) => recordEvent?.(type, payload));
  }, types);
  return events;
}

test("@desktop §4 a slow network right after the login: the frame stays, waits with a way out, and gets the patient's session", async ({
  page,
  patient,
  api,
}) => {
  await createBuyer(api, patient);
  await page.clock.install();
  const cart = await openCartWith(page, cartProduct("magnesium"));
  await cart.press("Next");
  await cart.press("Log in");
  const gate = Promise.withResolvers<void>();
  await page.route("**/api/gettoken", async (route) => {
    await gate.promise;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/gettoken");
  const arrived = page.evaluate(
    () => new Promise((pass) => document.querySelector("iframe")?.addEventListener("load", pass, { once: true })),
  );
  await cart.logIn(patient);
  await Promise.all([asked, arrived]);
  await page.clock.fastForward("00:10");
  await expect(cart.button("Close")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  // A command given meanwhile runs after the screen the login leads to.
  await command(page, "cart-open", { products: [cartProduct("moisturizer")] });
  gate.resolve();
  await cart.expectCart({ [magnesium.name]: 1, "Daily moisturizer": 1 });
  await cart.press("Your account");
  await expect(cart.heading(`Hello, ${patient.firstname}`)).toBeVisible();
});

test("@desktop §7 the page receives signup when an account is made, and redirect only when the patient really leaves", async ({
  page,
  patient,
  expectApiError,
}) => {
  expectApiError({ path: "/api/getonetimetoken", status: 503 });
  const cart = await openCartWith(page, cartProduct("magnesium"));
  const events = await recordEvents(page, "signup", "redirect");
  await cart.press("Next");
  await cart.register(patient);
  await expect(cart.heading("Where should we ship?")).toBeVisible();
  expect(events).toEqual([["signup", {}]]);
  await cart.press("Your account");
  const profile = cart.inside.getByRole("link", { name: "Profile" });
  const oneTimeTokenCall = "**/api/getonetimetoken";
  await page.route(oneTimeTokenCall, (route) => route.fulfill(unavailable));

  await test.step("§8 the session cannot be carried over: the error message, and no redirect event", async () => {
    await profile.click();
    await expect(cart.alert(errorMessage("unavailable"))).toBeVisible();
    expect(events).toHaveLength(1);
  });
  await test.step("the page asks for the same: the account screen stays", async () => {
    await command(page, "cart-open");
    await cart.expectCart({ [magnesium.name]: 1 });
    await command(page, "login-with-redirect", { redirectTo: "/messages" });
    await expect(cart.heading(`Hello, ${patient.firstname}`)).toBeVisible();
    expect(events).toHaveLength(1);
  });
  await page.unroute(oneTimeTokenCall);
  await profile.click();
  await expect(page).toHaveURL(`${origin}/your-account`);
  expect(events).toEqual([
    ["signup", {}],
    ["redirect", { to: "/your-account" }],
  ]);
});

test("@desktop §8 at shipping the server is unavailable: its error message, and on the second try the session has expired: its message at the login, and the cart is kept", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectApiError,
}) => {
  for (const status of [401, 503]) expectApiError({ path: "/api/shipping/default", status });
  await createBuyer(api, patient);
  const cart = await openCartWith(page);
  await command(page, "login");
  await cart.logIn(patient);
  await expect(cart.heading(`Hello, ${patient.firstname}`)).toBeVisible();
  await command(page, "cart-open", { products: [cartProduct("magnesium")] });
  await page.route("**/api/shipping/default", (route) => route.fulfill(unavailable));
  await cart.press("Next");
  await expect(cart.alert("Service unavailable. Try again later")).toBeVisible();
  await checkAccessibility(page, "Cart, shipping unavailable");
  await page.unroute("**/api/shipping/default");
  await routeOnce(page, "**/api/shipping/default", (route) =>
    route.fulfill({ status: 401, json: { code: "session_ended", message: errorMessage("session_ended") } }),
  );
  await cart.press("Try again");
  await expect(cart.heading("Hello, beautiful!")).toBeVisible();
  await expect(cart.inside.getByText("Your session has expired. Please log in again.")).toBeVisible();
  await cart.logIn(patient);
  await expect(cart.inside.getByText("Your cart has 1 item")).toBeVisible();
  expect(new URL((await cartFrame(page)).url()).pathname).toBe("/cart");
  await cart.press("Continue to checkout");
  await expect(cart.field("Street Address")).toHaveValue("12 Garden Way");
});
