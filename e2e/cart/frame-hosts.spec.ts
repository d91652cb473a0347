import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { createBuyer, goToBilling } from "../flows/buy.ts";
import { cartFrame, command, loaderTag, openHost, reloadFrame, cartProduct } from "../network/cart-host.ts";
import { routeOnce } from "../network/responses.ts";
import { Cart } from "../pages/cart.ts";
import { magnesium } from "../pages/marketing-site.ts";
import { origin } from "../settings.ts";

const product = JSON.stringify({ products: [cartProduct("magnesium")] });
const unable = "The cart cannot work inside this page.";
const notLoaded = "We couldn't load the cart. Please check your connection and try again.";

test("@desktop §7 docs/embed.md: a page with the strictest policy that allows the cart", async ({ page }) => {
  await openHost(page, {
    policy: `default-src 'none'; script-src 'self' ${origin}; frame-src ${origin}; style-src 'self'; img-src data:`,
    head: `${loaderTag}<script src="/host/own.js" defer></script>`,
    body: "",
    files: {
      "/host/own.js": `window.careCart ||= function () { (careCart.q ||= []).push(arguments); }; careCart("cart-open", ${product});`,
    },
  });
  const cart = new Cart(page);
  await cart.expectCart({ [magnesium.name]: 1 });
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toBeHidden();
});

test("@desktop §7 data-sandbox: a whole purchase up to the order", async ({ page, patient, api }) => {
  await createBuyer(api, patient);
  await openHost(page, { head: loaderTag.replace("async", "async data-sandbox"), body: "" });
  await command(page, "cart-open", { products: [cartProduct("magnesium")] });
  await expect(page.locator("iframe")).toHaveAttribute("sandbox", /allow-same-origin/);
  const cart = new Cart(page);
  await goToBilling(cart, patient);
  await cart.press("Check out");
  await cart.expectComplete();
  await cart.press("View your order");
  await expect(page).toHaveURL(new RegExp(`^${origin}/order/`));
  await expect(page.getByRole("heading", { level: 1, name: /^Order/ })).toBeVisible();
});

test("@desktop the cart is dark at night where the page around it is, and nowhere else", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  for (const [scheme, isDark] of [
    ["normal", false],
    ["light", false],
    ["light dark", true],
  ] as const) {
    await openHost(page, { head: `<style>:root { color-scheme: ${scheme} }</style>${loaderTag}`, body: "" });
    await command(page, "cart-open");
    await expect(new Cart(page).inside.getByRole("heading", { level: 1 })).toBeVisible();
    const ground = await (await cartFrame(page)).evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground, scheme).toBe(isDark ? "rgb(27, 16, 25)" : "rgb(251, 246, 236)");
  }
});

const sandboxed = `<iframe title="Cart" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" src="${origin}/cart"></iframe>`;

test("@desktop §7 a frame without an origin of its own shows an error with a way out instead of a blank page", async ({
  page,
  expectProblem,
}) => {
  expectProblem(/blocked by CORS policy|net::ERR_FAILED|was preloaded|origin-keyed agent cluster/);
  await openHost(page, { head: "", body: sandboxed });
  const cart = new Cart(page);
  await expect(cart.alert(unable)).toBeVisible();
  const opened = page.waitForEvent("popup");
  await cart.inside.getByRole("link", { name: "Open it in a new window" }).click();
  await expect(await opened).toHaveURL(`${origin}/cart`);
});

test("@desktop §7 a frame without an origin of its own shows the error even where its scripts load", async ({
  page,
  expectProblem,
  checkAccessibility,
}) => {
  expectProblem(/blocked by CORS policy|net::ERR_FAILED|was preloaded|origin-keyed agent cluster/);
  await page.route(`${origin}/assets/*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "access-control-allow-origin": "*" } });
  });
  await openHost(page, { head: "", body: `<main><h1>Shop</h1>${sandboxed}</main>` });
  const cart = new Cart(page);
  await expect(cart.alert(unable)).toBeVisible();
  await expect(page.frameLocator("iframe").locator("html")).toHaveClass(/without-origin/);
  await checkAccessibility(page, "Cart without an origin");
});

/** Products and quantities the page has saved for the frame, in order. */
const cartLines = (page: Page) =>
  page.evaluate(() =>
    (JSON.parse(sessionStorage.getItem("careCart") ?? '{"lines":[]}') as { lines: object[] }).lines.map((line) => [
      (line as { productid: string }).productid,
      (line as { quantity: number }).quantity,
    ]),
  );

test("@desktop §7 two function stubs and a loader that comes late, twice: each command once, in order", async ({
  page,
}) => {
  const own = `window.careCart ||= function () { (careCart.q ||= []).push(arguments); };
     careCart("cart-open", ${product});
     window.careCart ||= function () { (careCart.q ||= []).push(arguments); };
     careCart("cart-open", { products: [${JSON.stringify(cartProduct("moisturizer"))}] });`;
  const gate = Promise.withResolvers<void>();
  await page.route(`${origin}/embed/cart.js`, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await openHost(page, { head: `<script>${own}</script>${loaderTag}${loaderTag}`, body: "<h1>Shop</h1>" });
  await expect(page.getByRole("heading", { name: "Shop" })).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  gate.resolve();
  const cart = new Cart(page);
  await cart.expectCart({ [magnesium.name]: 1, "Daily moisturizer": 1 });
  await expect
    .poll(() => cartLines(page))
    .toEqual([
      ["magnesium", 1],
      ["moisturizer", 1],
    ]);
});

test("@desktop §7 widget.js fails to load: a notice, and the patient's next try works, once", async ({
  page,
  expectProblem,
  checkAccessibility,
}) => {
  expectProblem(/net::ERR_FAILED \(.*\/embed\/widget\.js\)$/);
  await routeOnce(page, `${origin}/embed/widget.js`, (route) => route.abort());
  await openHost(page, { body: "<main><h1>Shop</h1></main>" });
  await command(page, "cart-open", { products: [cartProduct("magnesium")] });
  await expect(page.getByRole("alert").filter({ hasText: notLoaded })).toBeVisible();
  await checkAccessibility(page, "Cart not loaded");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await command(page, "cart-open", { products: [cartProduct("magnesium")] });
  await new Cart(page).expectCart({ [magnesium.name]: 1 });
});

test("@desktop §7 a reload of the frame fails: a notice with a way out, and the patient's next try finds the cart", async ({
  page,
  expectProblem,
}) => {
  expectProblem(/net::ERR_INTERNET_DISCONNECTED \(.*\/cart\)$/);
  await openHost(page, { body: "<main><h1>Shop</h1></main>" });
  await command(page, "cart-open", { products: [cartProduct("magnesium")] });
  await new Cart(page).expectCart({ [magnesium.name]: 1 });
  await routeOnce(page, `${origin}/cart`, (route) => route.abort("internetdisconnected"));
  await reloadFrame(page);
  await expect(page.getByRole("alert").filter({ hasText: notLoaded })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.locator("dialog")).toBeHidden();
  await command(page, "cart-open");
  await new Cart(page).expectCart({ [magnesium.name]: 1 });
});

test("@desktop §7 mount: in the flow of the page, as tall as its content", async ({ page }) => {
  await openHost(page, { body: `<main><h1>Shop</h1><div id="place">Loading</div><footer>End</footer></main>` });
  await page.waitForFunction(() => "careCart" in window && "dropped" in (window.careCart as object));
  await page.evaluate(() => {
    (window as unknown as { careCart: (...call: unknown[]) => void }).careCart(
      "mount",
      document.querySelector("#place"),
    );
  });
  await command(page, "cart-open", { products: [cartProduct("magnesium"), cartProduct("moisturizer")] });
  const cart = new Cart(page);
  await cart.expectCart({ [magnesium.name]: 1, "Daily moisturizer": 1 });
  await expect(page.locator("#place > iframe")).toHaveCount(1);
  await expect(page.locator("dialog")).toHaveCount(0);
  const frame = await cartFrame(page);
  const content = () => frame.evaluate(() => document.documentElement.scrollHeight);
  const shown = async () => Math.round((await page.locator("#place > iframe").boundingBox())?.height ?? 0);
  await expect.poll(async () => (await shown()) === (await content())).toBe(true);
  const high = await shown();
  await cart.press(`Remove ${magnesium.name}`);
  await cart.expectCart({ "Daily moisturizer": 1 });
  await expect.poll(shown).toBeLessThan(high);
});
