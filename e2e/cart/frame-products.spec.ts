import type { Content } from "#content/loader/load.ts";
import { errorMessage } from "#contract/http/errors.ts";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { goToPayment, createBuyer } from "../flows/buy.ts";
import { cartFrame, command, savedCartOf, openHost, cartProduct } from "../network/cart-host.ts";
import { unavailable } from "../network/responses.ts";
import { Cart } from "../pages/cart.ts";
import { magnesium, MarketingSite } from "../pages/marketing-site.ts";
import { marketingOrigin, origin } from "../settings.ts";

test("@desktop §2.3 §3 §7 what a page adds to the cart: an error message for products it should not ask for, a stale price, two days' supplies", async ({
  page,
  checkAccessibility,
}) => {
  await openHost(page, { body: "" });
  const cart = new Cart(page);

  await test.step("§3 a stale price: the patient sees today’s before going on", async () => {
    await command(page, "cart-open", { products: [cartProduct("magnesium", "magnesium_1m", { price: 1 })] });
    await cart.expectCart({ [magnesium.name]: 1 });
    await expect(cart.inside.getByRole("status").filter({ hasText: "A price has changed" })).toContainText(
      `${magnesium.name} is $19.00 now.`,
    );
    await cart.press("Next");
    await cart.press("Back");
    await cart.expectCart({ [magnesium.name]: 1 });
    await expect(cart.inside.getByText("A price has changed")).toBeHidden();
  });

  await test.step("§3 §7 an unknown product: an error message, and the cart is kept", async () => {
    await command(page, "cart-open", { products: [cartProduct("unicorn")] });
    await expect(cart.alert("One product isn't offered anymore, so we couldn't add it.")).toBeVisible();
    await cart.expectCart({ [magnesium.name]: 1 });
  });
  await test.step("several at once are one message", async () => {
    const products = [
      cartProduct("unicorn"),
      cartProduct("magnesium", "moisturizer_1m"),
      cartProduct("magnesium", "magnesium_1m", { quantity: 1.5 }),
      cartProduct("magnesium", "magnesium_1m", { quantity: 1e9 }),
    ];
    await command(page, "cart-open", { products });
    await expect(cart.alert(`You can order up to 12 of ${magnesium.name} at once.`)).toBeVisible();
    await expect(cart.inside.getByRole("alert")).toHaveCount(1);
    await cart.expectCart({ [magnesium.name]: 12 });
    await checkAccessibility(page, "Cart with problems");
  });
  await test.step("a product without a pricing is not a valid message", async () => {
    await command(page, "cart-open", { products: [{ id: "magnesium", quantity: 1 }] });
    await command(page, "cart-open", { products: [cartProduct("moisturizer")] });
    await expect(cart.quantity("Daily moisturizer")).toHaveValue("1");
    expect((await savedCartOf(page)).lines).toHaveLength(2);
  });

  await test.step("§2.3 one product with two days' supplies: each row's controls have a name of their own", async () => {
    await command(page, "cart-open", { products: [cartProduct("magnesium", "magnesium_3m")] });
    for (const name of ["Remove", "One more", "One less"])
      await expect(cart.button(new RegExp(`^${name} ${magnesium.name}, .*3 months$`))).toHaveCount(1);
    await cart.press(new RegExp(`^Remove ${magnesium.name}, .*3 months$`));
    await expect(cart.inside.getByRole("textbox", { name: /^Quantity of Magnesium/ })).toHaveAccessibleName(/1 month$/);
  });
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
