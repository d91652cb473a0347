import type { Content } from "#content/loader/load.ts";
import type { APIRequestContext, Page } from "@playwright/test";
import { errorMessage } from "#contract/http/errors.ts";
import type { FrameProduct } from "#contract/cart/frame.ts";
import type { Person } from "../actors/person.ts";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { cartFrame, command, savedCartOf, openHost, cartProduct } from "../network/cart-host.ts";
import { goToBilling, goToPayment, createBuyer } from "../flows/buy.ts";
import { Cart } from "../pages/cart.ts";
import { magnesium, MarketingSite } from "../pages/marketing-site.ts";
import { marketingOrigin, origin } from "../settings.ts";
import { routeOnce, unavailable } from "../network/responses.ts";

/** Opens the cart over a host page made by the test, with one magnesium in it. */
async function openCartWithProduct(page: Page): Promise<Cart> {
  await openHost(page, { body: "" });
  await command(page, "cart-open", { products: [cartProduct("magnesium")] });
  const cart = new Cart(page);
  await cart.expectCart({ [magnesium.name]: 1 });
  return cart;
}

const notWhole = `We couldn't add ${magnesium.name}: its quantity wasn't a whole number above 0.`;
const refusedProducts: readonly (readonly [string, FrameProduct, string, number])[] = [
  ["an unknown product", cartProduct("unicorn"), "One product isn't offered anymore, so we couldn't add it.", 1],
  ["a pricing of another product", cartProduct("magnesium", "moisturizer_1m"), "One product isn't offered anymore", 1],
  ["a negative quantity", cartProduct("magnesium", "magnesium_1m", { quantity: -1 }), notWhole, 1],
  ["a quantity of 0", cartProduct("magnesium", "magnesium_1m", { quantity: 0 }), notWhole, 1],
  ["a quantity of 1.5", cartProduct("magnesium", "magnesium_1m", { quantity: 1.5 }), notWhole, 1],
  [
    "a quantity of a billion",
    cartProduct("magnesium", "magnesium_1m", { quantity: 1e9 }),
    `You can order up to 12 of ${magnesium.name} at once.`,
    12,
  ],
];

test("@desktop §3 §7 products a page should not ask for: an error message each, and the cart is kept", async ({
  page,
  checkAccessibility,
}) => {
  const cart = await openCartWithProduct(page);
  for (const [name, product, sentence, quantity] of refusedProducts)
    await test.step(name, async () => {
      await command(page, "cart-open", { products: [product] });
      await expect(cart.alert(sentence)).toBeVisible();
      await cart.expectCart({ [magnesium.name]: quantity });
    });
  await test.step("several at once", async () => {
    await command(page, "cart-open", { products: refusedProducts.slice(0, 4).map(([, product]) => product) });
    await expect(cart.inside.getByRole("alert")).toHaveCount(1);
    await checkAccessibility(page, "Cart with problems");
  });
  await test.step("a product without a pricing is not a valid message", async () => {
    await command(page, "cart-open", { products: [{ id: "magnesium", quantity: 1 }] });
    await command(page, "cart-open", { products: [cartProduct("moisturizer")] });
    await expect(cart.quantity("Daily moisturizer")).toHaveValue("1");
    expect((await savedCartOf(page)).lines).toHaveLength(2);
  });
});

test("@desktop §3 a stale price: the patient sees today’s before going on", async ({ page }) => {
  await openHost(page, { body: "" });
  await command(page, "cart-open", { products: [cartProduct("magnesium", "magnesium_1m", { price: 1 })] });
  const cart = new Cart(page);
  await cart.expectCart({ [magnesium.name]: 1 });
  await expect(cart.inside.getByRole("status").filter({ hasText: "A price has changed" })).toContainText(
    `${magnesium.name} is $19.00 now.`,
  );
  await cart.press("Next");
  await cart.press("Back");
  await cart.expectCart({ [magnesium.name]: 1 });
  await expect(cart.inside.getByText("A price has changed")).toBeHidden();
});

/** A product that needs a prescription, and how a marketing page asks for it. */
function prescriptionProduct({ catalogue }: Content) {
  const product = catalogue.products.find(({ prescription }) => prescription);
  const pricing = product?.pricings[0];
  if (!product || !pricing) throw new Error("The catalogue has no product on prescription");
  return { name: product.name, wanted: cartProduct(product.productid, pricing.pricingid) };
}

test("@desktop §4 a prescription product without a prescription: a note with a link to the visit, and the server’s error message", async ({
  page,
  patient,
  api,
  content,
}) => {
  await createBuyer(api, patient);
  const product = prescriptionProduct(content);
  await openHost(page, { body: "" });
  await command(page, "cart-open", { products: [product.wanted] });
  const cart = new Cart(page);
  const note = cart.inside.getByRole("status").filter({ hasText: "Prescription needed" });
  await expect(note).toContainText(product.name);
  await expect(note.getByRole("button", { name: "Start your visit" })).toBeVisible();
  await goToPayment(cart, patient);
  await expect(cart.alert(`${product.name} needs a prescription. Start a visit`)).toBeVisible();
  await expect(cart.button("Check out")).toHaveCount(0);
  expect((await savedCartOf(page)).lines).toHaveLength(1);
  await command(page, "cart-open");
  // Signed in, the patient goes on from there to the first question.
  const visit = page.waitForRequest(`${origin}/eligibility`);
  await note.getByRole("button", { name: "Start your visit" }).click();
  await visit;
  await expect(page.getByRole("heading", { level: 1, name: "About you" })).toBeVisible();
  await expect(page).toHaveURL(`${origin}/health-questions`);
});

test("@desktop §4 a prescription product of a patient whose visit is done: the link leads to the patient's treatment", async ({
  page,
  patient,
  api,
  expectApiError,
  content,
}) => {
  expectApiError({ path: "/api/getonetimetoken", status: 503 });
  await completeVisit(api, patient);
  const product = prescriptionProduct(content);
  await openHost(page, { body: "" });
  await command(page, "login");
  const cart = new Cart(page);
  await cart.logIn(patient);
  await expect(cart.heading(`Hello, ${patient.firstname}`)).toBeVisible();
  await command(page, "cart-open", { products: [product.wanted] });
  const oneTimeTokenCall = "**/api/getonetimetoken";
  await page.route(oneTimeTokenCall, (route) => route.fulfill(unavailable));
  await cart.press("See your treatment");
  await expect(cart.alert(errorMessage("unavailable"))).toBeVisible();
  await page.unroute(oneTimeTokenCall);
  await cart.press("See your treatment");
  await expect(page).toHaveURL(`${origin}/treatment`);
  await expect(page.getByRole("heading", { level: 1, name: "Your plan" })).toBeVisible();
});

test("@desktop §2.3 one product with two days' supplies: each row's controls have a name of their own", async ({
  page,
}) => {
  const cart = await openCartWithProduct(page);
  await command(page, "cart-open", { products: [cartProduct("magnesium", "magnesium_3m")] });
  for (const name of ["Remove", "One more", "One less"])
    await expect(cart.button(new RegExp(`^${name} ${magnesium.name}, .*3 months$`))).toHaveCount(1);
  await cart.press(new RegExp(`^Remove ${magnesium.name}, .*3 months$`));
  await expect(cart.inside.getByRole("textbox", { name: /^Quantity of/ })).toHaveAccessibleName(/1 month$/);
});

test("@desktop §7 the loader fails to load: “Add to cart” leads to the app's own cart with the chosen product, once", async ({
  page,
  expectProblem,
}) => {
  expectProblem(/net::ERR_FAILED \(.*\/embed\/cart\.js\)$/);
  await page.clock.install();
  await page.route(`${origin}/embed/cart.js`, (route) => route.abort());
  const marketingSite = new MarketingSite(page);
  await marketingSite.open(magnesium.path);
  await page.getByRole("radio", { name: /3 months/ }).check();
  await page.getByRole("main").getByRole("link", { name: "Add to cart" }).click();
  await page.clock.fastForward("00:05");
  await expect(page).toHaveURL(`${origin}/cart`);
  const cart = new Cart(page, page);
  await cart.expectCart({ [`${magnesium.name}, 200 mg, 3 months`]: 1 });
  await page.reload();
  await cart.expectCart({ [magnesium.name]: 1 });
});

async function openBilling(page: Page, api: APIRequestContext, patient: Person): Promise<Cart> {
  await createBuyer(api, patient);
  const cart = await openCartWithProduct(page);
  await goToBilling(cart, patient);
  await cart.inside.getByText("Have a code?").click();
  return cart;
}

test("@desktop §5 a code that is unknown, expired or not for this patient: the error at the field, the total unchanged", async ({
  page,
  patient,
  api,
  expectApiError,
}) => {
  for (const status of [404, 409]) expectApiError({ path: "/api/transact/computeTax", status });
  const cart = await openBilling(page, api, patient);
  const total = cart.inside.getByRole("definition").last();
  await expect(total).toHaveText(/^\$\d+\.\d\d$/);
  const before = await total.innerText();
  const code = cart.inside.getByRole("textbox", { name: "Code", exact: true });
  const apply = async (given: string, sentence: string) => {
    await code.fill(given);
    await cart.press("Apply");
    await expect(cart.inside.getByText(sentence).first()).toBeVisible();
  };
  await apply("NOBODY", errorMessage("coupon_not_found"));
  await apply("WINBACK10", errorMessage("coupon_not_applicable"));
  await routeOnce(page, "**/api/transact/computeTax", (route) =>
    route.fulfill({ status: 409, json: { code: "coupon_expired", message: errorMessage("coupon_expired") } }),
  );
  await apply("OLDCODE", errorMessage("coupon_expired"));
  await expect(cart.inside.getByText(/^Discount/)).toHaveCount(0);
  await expect(total).toHaveText(before);
  await expect(cart.button("Check out")).toBeEnabled();
});

test("@desktop §4 §9 a campaign’s code: the banner on the page, the discount at billing", async ({
  page,
  patient,
  api,
}) => {
  await createBuyer(api, patient);
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.open("/?promocode=FSASTORE30");
  await expect(page.getByRole("complementary", { name: "Offer" })).toContainText("30% off when you pay with FSA funds");
  await marketingSite.add(magnesium);
  await goToBilling(cart, patient);
  await expect(cart.inside.getByText("Discount (FSASTORE30)")).toBeVisible();
});

test("@desktop §7 content-link: a product’s name and View treatments lead to the site’s pages; a listener may prevent it", async ({
  page,
}) => {
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.open(`${magnesium.path}`);
  await test.step("a listener that returns false stays on the page", async () => {
    await page.evaluate(() => {
      const keptPaths: string[] = [];
      const careCart = (window as unknown as { careCart: (...call: unknown[]) => void }).careCart;
      careCart("on", "content-link", ({ path }: { path: string }) => keptPaths.push(path) < 0);
      Object.assign(window, { kept: keptPaths });
    });
    await page.getByRole("main").getByRole("link", { name: "Add to cart" }).click();
    await cart.inside.getByRole("link", { name: magnesium.name }).click();
    await expect.poll(() => page.evaluate("kept")).toEqual(["/products/magnesium"]);
    await cart.expectCart({ [magnesium.name]: 1 });
  });
  await test.step("without a listener the whole window navigates", async () => {
    await marketingSite.open("/contact");
    await marketingSite.openCart();
    await cart.inside.getByRole("link", { name: magnesium.name }).click();
    await expect(page).toHaveURL(marketingOrigin + magnesium.path);
    await expect(page.getByRole("heading", { level: 1, name: magnesium.name })).toBeVisible();
  });
  await test.step("View treatments in the empty cart", async () => {
    await marketingSite.openCart();
    await cart.press(`Remove ${magnesium.name}`);
    await cart.press("View treatments");
    await expect(page).toHaveURL(`${marketingOrigin}/products`);
  });
});

test("@desktop §3 the first-touch campaign stays; the last-touch campaign changes", async ({ page, patient }) => {
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.open("/?utm_source=first");
  await marketingSite.open("/?utm_source=second");
  await marketingSite.add(magnesium);
  await cart.press("Next");
  await cart.fillAccount(patient);
  const signUp = page.waitForRequest((request) => request.url().endsWith("/api/signup/nonrx"));
  await cart.press("Register");
  const headers = (await signUp).headers();
  const read = (name: string) => JSON.parse(decodeURIComponent(headers[name] ?? "null")) as { source: string };
  expect(read("x-utm").source).toBe("second");
  expect(read("x-first-touch-utm").source).toBe("first");
  await expect(cart.heading("Where should we ship?")).toBeVisible();
});

test("@desktop §2.1 the quiz page hands its result to the app’s quiz frame", async ({ page }) => {
  await page.goto(`${marketingOrigin}/quiz`);
  const send = page.getByRole("button", { name: "Show my result" });
  const next = page.getByRole("button", { name: "Next" });
  await expect(next.or(send)).toBeVisible();
  for (;;) {
    const last = await send.isVisible();
    await page.locator("fieldset:visible input").first().check();
    await next.or(send).click();
    if (last) break;
  }
  const frame = await cartFrame(page, "/quiz");
  const stored = () =>
    frame.evaluate(() =>
      Object.keys(localStorage)
        .filter((name) => name.startsWith("quiz_"))
        .sort(),
    );
  await expect.poll(stored).toEqual(expect.arrayContaining(["quiz_completed", "quiz_result"]));
});
