import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { checkoutPath, goToBilling, orderStatuses, createBuyer, watchCheckouts } from "../flows/buy.ts";
import { reloadFrame } from "../network/cart-host.ts";
import { Cart } from "../pages/cart.ts";
import { magnesium, MarketingSite } from "../pages/marketing-site.ts";
import { origin } from "../settings.ts";

const failedCheckoutRequest = /net::ERR_FAILED \(.*\/api\/transact\/checkout\)$/;
const unsettledText = "One payment isn’t settled yet";

/** Holds back the response to a checkout. `arrived` resolves once the server has processed it; `lose` drops the response. */
async function holdResponse(page: Page) {
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  await page.route(`**${checkoutPath}`, async (route) => {
    await route.fetch();
    arrived.resolve();
    await gate.promise;
    await route.abort().catch(() => null);
  });
  return { arrived: arrived.promise, lose: gate.resolve };
}

/** Buys in the frame and reloads it before the response to the checkout arrives, so that it is lost. Returns the reloaded cart. */
async function payAndReload(page: Page, person: Parameters<typeof goToBilling>[1]): Promise<Cart> {
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.add(magnesium);
  await goToBilling(cart, person);
  const answer = await holdResponse(page);
  await cart.press("Check out");
  await answer.arrived;
  await reloadFrame(page);
  answer.lose();
  return cart;
}

test("@desktop §4 checkout proof 15: the frame reloads before the response; another patient on the device is not asked to look the payment up, its owner is, and the order is found paid", async ({
  page,
  patient,
  secondPatient,
  api,
  expectProblem,
}) => {
  expectProblem(failedCheckoutRequest);
  const token = await createBuyer(api, patient);
  await createBuyer(api, secondPatient);
  const { sent, asked: outcomesAsked } = watchCheckouts(page);
  const cart = await payAndReload(page, patient);
  await expect(cart.heading("Hello, beautiful!")).toBeVisible();

  await test.step("another patient", async () => {
    await cart.logIn(secondPatient);
    await cart.press("Continue to checkout");
    await cart.inside.getByRole("button", { name: "Cart", exact: true }).click();
    await cart.expectCart({ [magnesium.name]: 1 });
    await expect(cart.alert(unsettledText)).toBeHidden();
    await cart.press("Your account");
    await cart.press("Log Out");
    await expect(cart.heading("Hello, beautiful!")).toBeVisible();
    expect(outcomesAsked).toEqual([]);
  });
  await test.step("its owner, from the cart", async () => {
    const marketingSite = new MarketingSite(page);
    await marketingSite.open();
    await marketingSite.openCart();
    await expect(cart.alert(unsettledText)).toBeVisible();
    await cart.press("Look it up");
    await cart.logIn(patient);
    await cart.expectComplete();
    expect(sent).toHaveLength(1);
    expect(outcomesAsked.at(-1)).toBe(`${checkoutPath}/${sent[0]?.headers()["idempotency-key"]}`);
    expect(await orderStatuses(api, token)).toEqual(["paid"]);
  });
  await test.step("the success screen survives a reload", async () => {
    const number = cart.inside.getByText(/^Order \d+\./);
    const before = await number.innerText();
    await reloadFrame(page);
    await cart.expectComplete();
    await expect(number).toHaveText(before);
  });
});

test("@desktop checkout: a payment that needs manual review is not paid again, also after a reload", async ({
  page,
  patient,
  api,
  expectProblem,
  checkAccessibility,
}) => {
  expectProblem(failedCheckoutRequest);
  await createBuyer(api, patient);
  const { sent } = watchCheckouts(page);
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.add(magnesium);
  await goToBilling(cart, patient);
  const sentence = "We need to take a closer look at this payment. Please don't pay again. We'll email you.";
  await page.route(`**${checkoutPath}`, (route) => route.abort());
  await page.route(`**${checkoutPath}/*`, (route) =>
    route.fulfill({ json: { outcome: "review", order: null, message: sentence, code: null } }),
  );
  const expectReview = async () => {
    await expect(cart.alert(sentence)).toBeVisible();
    await expect(cart.button("Check out")).toBeHidden();
    await expect(cart.button("Back")).toBeEnabled();
  };
  await cart.press("Check out");
  await expectReview();
  await checkAccessibility(page, "Cart, payment in review");
  await reloadFrame(page);
  await cart.logIn(patient);
  await expectReview();
  expect(sent).toHaveLength(1);
});

test("@desktop §4 one tab pays: the other tab, at billing with the same cart, does not stay there", async ({
  page,
  patient,
  api,
}) => {
  const token = await createBuyer(api, patient);
  const first = new Cart(page, page);
  await page.goto(`${origin}/cart`);
  await page.evaluate(() => {
    const lines = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 1, price: null }];
    localStorage.setItem("cart", JSON.stringify({ changedat: 1, lastcommand: 0, pendingcheckouts: [], lines }));
  });
  await page.reload();
  await goToBilling(first, patient);
  const other = await page.context().newPage();
  const second = new Cart(other, other);
  await other.goto(`${origin}/cart`);
  await second.press("Next");
  await second.press("Continue");
  await other.getByText(/ending in 4242/).waitFor();
  await first.press("Check out");
  await first.expectComplete();
  await second.expectCart({});
  await expect(second.alert(unsettledText)).toBeHidden();
  expect(await orderStatuses(api, token)).toEqual(["paid"]);
});
