import type { Page } from "@playwright/test";
import fc from "fast-check";
import * as z from "zod/mini";
import { ToFrame } from "#contract/cart/frame.ts";
import { expect, test } from "../fixtures.ts";
import { createBuyer } from "../flows/buy.ts";
import { cartFrame, command, savedCartOf, loaderTag, openHost, cartProduct } from "../network/cart-host.ts";
import { Cart } from "../pages/cart.ts";
import { magnesium, MarketingSite } from "../pages/marketing-site.ts";
import { marketingOrigin, origin, otherOrigin } from "../settings.ts";

const blockedFrameUrl = "chrome-error://chromewebdata/";
const iframeHtml = (path: string) => `<iframe src="${origin}${path}" title="${path}"></iframe>`;
/** Records the messages that frames post. */
const listenerScript = `<script>const heard = []; addEventListener("message", ({ data, origin }) => heard.push({ origin, ...data }));</script>`;
const messagesHeardBy = (target: { evaluate: (code: string) => Promise<unknown> }) => target.evaluate("heard");

test("@desktop §6 the marketing origin can frame the cart and the quiz and hears them; login and home cannot be framed", async ({
  page,
  expectProblem,
}) => {
  expectProblem(/frame-ancestors/);
  const paths = ["/cart", "/quiz", "/login", "/home"];
  await openHost(page, { head: listenerScript, body: paths.map(iframeHtml).join("") });
  await expect
    .poll(() => messagesHeardBy(page))
    .toEqual(
      expect.arrayContaining([
        { origin, cart: 1, type: "ready" },
        { origin, quiz: 1, type: "ready" },
      ]),
    );
  await expect
    .poll(() =>
      page
        .frames()
        .slice(1)
        .map((frame) => frame.url()),
    )
    .toEqual([`${origin}/cart`, `${origin}/quiz`, blockedFrameUrl, blockedFrameUrl]);
  await page.evaluate((to) => {
    const say = (message: object) => window[0]?.postMessage({ cart: 1, ...message }, to);
    say({ type: "hello", saved: null });
    const products = [{ id: "magnesium", quantity: 2, selectedPricing: { pricingid: "magnesium_1m" } }];
    say({ n: 1, type: "cart-open", products });
  }, origin);
  await new Cart(page, page.frameLocator("iframe").first()).expectCart({ [magnesium.name]: 2 });
});

const frames = ["/cart", "/quiz"].map(iframeHtml).join("");
for (const [name, at, body] of [
  ["another origin of ours", otherOrigin, frames],
  [
    "a sandboxed srcdoc frame of the right page",
    marketingOrigin,
    `<iframe sandbox="allow-scripts" title="host" srcdoc="${frames.replaceAll('"', "&quot;")}"></iframe>`,
  ],
  [
    "a data: page in the right page",
    marketingOrigin,
    `<iframe title="host" src="data:text/html,${encodeURIComponent(frames)}"></iframe>`,
  ],
] as const)
  test(`@desktop §6 ${name} cannot frame the cart or the quiz`, async ({ page, expectProblem }) => {
    expectProblem(/frame-ancestors/);
    expectProblem(new RegExp(`^foreign request: ${otherOrigin}/`));
    await openHost(page, { head: listenerScript, body, hostOrigin: at });
    const refused = () => page.frames().filter((frame) => frame.url() === blockedFrameUrl).length;
    await expect.poll(refused).toBe(2);
    expect(page.frames().some((frame) => frame.url().startsWith(origin))).toBe(false);
    expect(await messagesHeardBy(page)).toEqual([]);
  });

/** Posts messages from the page to the cart. Resolves once the cart has handled them. */
async function post(page: Page, messages: readonly unknown[]): Promise<void> {
  const frame = await cartFrame(page);
  const last = "the last one";
  await frame.evaluate((end) => {
    const handled = new Promise((pass) => addEventListener("message", ({ data }) => data === end && pass(null)));
    Object.assign(window, { handled });
  }, last);
  await page.evaluate(
    ([all, to]) => {
      const cart = document.querySelector<HTMLIFrameElement>("iframe[title=Cart]");
      for (const message of all) cart?.contentWindow?.postMessage(message, to);
    },
    [[...messages, last], origin] as const,
  );
  await frame.evaluate("handled");
}

test("@desktop §6 §7 messages of other windows, versions and shapes change nothing, and are counted and reported", async ({
  page,
  patient,
  api,
}) => {
  await createBuyer(api, patient);
  const reported: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/onboarding/errorlog")) reported.push(request.postDataJSON().error_log);
  });
  await page.route(`${marketingOrigin}/host/nested`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Nested</title>" }),
  );
  await openHost(page, { body: "" });
  const cart = new Cart(page, page.frameLocator("iframe[title=Cart]"));
  await command(page, "login");
  await cart.logIn(patient);
  await expect(cart.heading(`Hello, ${patient.firstname}`)).toBeVisible();
  await command(page, "cart-open", { products: [cartProduct("magnesium")] });
  await cart.expectCart({ [magnesium.name]: 1 });
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("iframe"), { src: "/host/nested", title: "Nested" }));
  });
  await expect.poll(() => page.frames().some((frame) => frame.url().endsWith("/host/nested"))).toBe(true);
  const nested = page.frames().find((frame) => frame.url().endsWith("/host/nested"));
  const before = await savedCartOf(page);
  const frame = await cartFrame(page);

  const good = { cart: 1, n: Date.now() * 2, type: "cart-open", products: [cartProduct("magnesium")] };
  const isNoMessage = (data: unknown) => !z.safeParse(ToFrame, data).success;
  const nearly = fc.record(
    {
      cart: fc.constantFrom(0, 1, 2, "1"),
      n: fc.oneof(fc.integer(), fc.double(), fc.string()),
      type: fc.constantFrom("hello", "cart-open", "login", "logout", "cookie", "account-open", "__proto__"),
      products: fc.oneof(fc.constant([cartProduct("magnesium")]), fc.array(fc.jsonValue())),
      saved: fc.jsonValue(),
      redirectTo: fc.webUrl(),
    },
    { requiredKeys: ["type"] },
  );
  const random: readonly unknown[] = fc
    .sample(fc.oneof(nearly, fc.jsonValue()), { seed: 20261121, numRuns: 400 })
    .filter((data) => isNoMessage(JSON.parse(JSON.stringify(data) ?? "null")));
  expect(random.length).toBeGreaterThan(300);

  await test.step("from the right page, but another window", async () => {
    await nested?.evaluate(
      (messages) => {
        for (let index = 0; index < parent.length; index += 1)
          for (const message of messages) parent[index]?.postMessage(message, "*");
      },
      [good, { cart: 1, n: good.n + 1, type: "logout" }, { cart: 1, n: good.n + 2, type: "account-open" }],
    );
    await expect.poll(() => reported).toContain("window: 1");
  });
  await test.step("of another version, of another shape, random", async () => {
    await post(page, [{ ...good, cart: 2 }, { ...good, more: 1 }, { ...good, products: "all" }, ...random]);
    await expect.poll(() => reported).toEqual(expect.arrayContaining(["version: 1", "shape: 1"]));
  });
  await test.step("another window posts to the page as if it were the frame", async () => {
    const dropped = () =>
      page.evaluate(() => (window as unknown as { careCart: { dropped: number } }).careCart.dropped);
    const earlier = await dropped();
    const asFrame: readonly unknown[] = [
      { cart: 1, type: "close" },
      { cart: 1, type: "content-link", path: "/contact" },
      ...random,
    ];
    await nested?.evaluate((messages) => messages.forEach((message) => parent.postMessage(message, "*")), asFrame);
    await expect.poll(dropped).toBe(earlier + asFrame.length);
  });
  expect(page.url()).toBe(`${marketingOrigin}/host/page`);
  await cart.expectCart({ [magnesium.name]: 1 });
  expect((await savedCartOf(page)).lines).toEqual(before.lines);
  expect(await frame.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "null").lines)).toEqual(before.lines);
  expect(reported.length).toBeLessThan(20);
  await cart.press("Your account");
  await expect(cart.heading(`Hello, ${patient.firstname}`)).toBeVisible();
});

test("@desktop §7 in the frame of another site no cookie sticks; the patient's session lives in memory and is renewed without one", async ({
  page,
  patient,
  api,
}) => {
  await createBuyer(api, patient);
  await page.clock.install();
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.add(magnesium);
  await cart.press("Next");
  await cart.press("Log in");
  await cart.logIn(patient);
  await expect(cart.heading(`Hello, ${patient.firstname}`)).toBeVisible();
  const frame = await cartFrame(page);
  expect(await frame.evaluate(() => document.cookie)).toBe("");
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("accessToken");

  const renewed = page.waitForResponse((answer) => answer.url().endsWith("/api/gettoken"));
  await page.clock.fastForward("14:05");
  const { idToken } = (await (await renewed).json()) as { idToken: string };
  expect((await renewed).request().headers()["cookie"]).toBeUndefined();
  const call = page.waitForRequest((request) => request.url().endsWith("/api/shipping/default"));
  await cart.press("Continue to checkout");
  expect((await call).headers()["authorization"]).toBe(`Bearer ${idToken}`);
  await expect(cart.field("Street Address")).toHaveValue("12 Garden Way");
  expect(await frame.evaluate(() => document.cookie)).toBe("");
});

test("@desktop §2.3 a field the patient focuses as soon as its screen appears keeps the focus", async ({ page }) => {
  await page.addInitScript(() => {
    // Each rendering step gets a task of its own, as on a slow phone.
    const now = performance.now.bind(performance);
    performance.now = () => now() * 1000;
    const focusFirstField = () => {
      const field = document.querySelector<HTMLInputElement>("input[name=firstname]");
      if (!field) return;
      watch.disconnect();
      field.focus();
    };
    const watch = new MutationObserver(focusFirstField);
    watch.observe(document, { childList: true, subtree: true });
  });
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.add(magnesium);
  await cart.press("Next");
  await expect(cart.field("First name")).toBeVisible();
  const frame = await cartFrame(page);
  await frame.evaluate(() => new Promise((pass) => requestIdleCallback(pass)).then(() => null));
  await expect(cart.field("First name")).toBeFocused();
});

test("@desktop §7 a cart saved by another version, in an unreadable format, does no harm", async ({ page }) => {
  await openHost(page, { body: "" });
  await page.evaluate(() =>
    sessionStorage.setItem("careCart", JSON.stringify({ changedat: 1, lastcommand: 2, lines: "old" })),
  );
  await page.reload();
  await command(page, "cart-open", { products: [cartProduct("magnesium")] });
  await new Cart(page).expectCart({ [magnesium.name]: 1 });
  await expect.poll(async () => (await savedCartOf(page)).lines).toHaveLength(1);
});

test("§7 the loader's tag alone loads nothing else of the cart", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openHost(page, { body: "<button>One</button>", head: `${loaderTag}${loaderTag}` });
  await page.waitForFunction(() => "dropped" in ((window as unknown as { careCart?: object }).careCart ?? {}));
  await page.waitForLoadState("load");
  expect(asked).toEqual(["/host/page", "/embed/cart.js"]);
});
