import { errorMessage } from "#contract/http/errors.ts";
import { expect, test } from "../fixtures.ts";
import { checkoutPath, goToBilling, orderStatuses, createBuyer, watchCheckouts } from "../flows/buy.ts";
import { cartFrame, command } from "../network/cart-host.ts";
import { holdRequests, routeOnce } from "../network/responses.ts";
import { magnesium, MarketingSite } from "../pages/marketing-site.ts";

const askingText = "We're checking with your bank";

test("@desktop §4 nothing closes the widget while another card is being tokenized or a payment is confirmed; after an error, and afterwards, everything does", async ({
  page,
  patient,
  api,
  expectApiError,
}) => {
  expectApiError({ path: "/sandbox/v1/tokens", status: 402 });
  const token = await createBuyer(api, patient);
  const { sent } = watchCheckouts(page);
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.add(magnesium);
  await goToBilling(cart, patient);
  const exitButtons = ["Close", "Your account", "Back", "Cart", "Shipping"].map((name) =>
    cart.inside.getByRole("button", { name, exact: true }),
  );
  const stays = async () => {
    await expect(page.locator("dialog")).toBeVisible();
    await expect(cart.heading("You're almost there")).toBeVisible();
    await expect(cart.button("Please wait")).toBeVisible();
  };

  await test.step("another card is being tokenized; the error opens everything again", async () => {
    await cart.press("Use another card");
    await cart.enterCard();
    const gate = Promise.withResolvers<void>();
    await routeOnce(page, "**/sandbox/v1/tokens", async (route) => {
      await gate.promise;
      await route.fulfill({ status: 402, json: { error: { code: "incorrect_cvc", message: "Wrong security code." } } });
    });
    await cart.press("Check out");
    await expect(cart.button("Please wait")).toBeVisible();
    for (const exitButton of exitButtons) await expect(exitButton).toBeDisabled();
    await cart.inside.getByRole("heading", { level: 1 }).press("Escape");
    await stays();
    gate.resolve();
    await expect(cart.inside.getByText("Wrong security code.")).toBeVisible();
    for (const exitButton of exitButtons) await expect(exitButton).toBeEnabled();
    await cart.close();
    await expect(page.locator("dialog")).toBeHidden();
    expect([sent, await orderStatuses(api, token)]).toEqual([[], []]);
  });

  const gate = Promise.withResolvers<void>();
  await page.route(`**${checkoutPath}`, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await marketingSite.openCart();
  await cart.press("Next");
  await cart.press("Continue");
  await cart.inside.getByText(/ending in 4242/).waitFor();
  await cart.press("Check out");
  await expect(cart.button("Please wait")).toBeVisible();
  const frame = await cartFrame(page);
  await test.step("×, the account, the steps", async () => {
    for (const exitButton of exitButtons) await expect(exitButton).toBeDisabled();
  });
  await test.step("Escape inside and outside", async () => {
    await cart.inside.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("Escape");
    await stays();
    await page.getByRole("dialog").evaluate((dialog) => {
      dialog.tabIndex = -1;
      dialog.focus();
    });
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Escape");
    await stays();
  });
  await test.step("a click beside it, the page’s command", async () => {
    await page.mouse.click(200, 400);
    await command(page, "close");
    await stays();
  });
  await test.step("Back, twice", async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await frame.evaluate(
        () =>
          new Promise<void>((pass) => {
            addEventListener("popstate", () => pass(), { once: true });
            history.back();
          }),
      );
      await stays();
    }
  });
  gate.resolve();
  await cart.expectComplete();
  await cart.press("Close");
  await expect(page.locator("dialog")).toBeHidden();
  expect(await orderStatuses(api, token)).toEqual(["paid"]);
});

test("@desktop §4 Check out before the form for another card has loaded charges no card", async ({
  page,
  patient,
  api,
}) => {
  const token = await createBuyer(api, patient);
  const { sent } = watchCheckouts(page);
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await page.route("**/api/payment", async (route) => {
    const answer = await route.fetch();
    const json = { ...((await answer.json()) as object), gateway: { name: "stripe", publishablekey: "pk_test_x" } };
    await route.fulfill({ response: answer, json });
  });
  // The script of the card form never loads.
  await page.route("**/stripe-card-*.js", () => {});
  await marketingSite.add(magnesium);
  await goToBilling(cart, patient);
  await cart.press("Use another card");
  await cart.press("Check out");
  await expect(cart.alert("The card form is still loading. Please try again.")).toBeVisible();
  expect([sent, await orderStatuses(api, token)]).toEqual([[], []]);
});

test("@desktop checkout proof 15: the response is lost; the outcome is looked up, and nothing is paid twice", async ({
  page,
  patient,
  api,
  expectProblem,
}) => {
  expectProblem(/net::ERR_FAILED \(.*\/api\/transact\/checkout\)$/);
  const token = await createBuyer(api, patient);
  const { sent, asked: outcomesAsked } = watchCheckouts(page);
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.add(magnesium);
  await goToBilling(cart, patient);
  await page.route(`**${checkoutPath}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const release = await holdRequests(page, `**${checkoutPath}/*`);
  await cart.button("Check out").dblclick();
  await expect(cart.inside.getByText(askingText)).toBeVisible();
  release();
  await cart.expectComplete();
  expect(sent).toHaveLength(1);
  expect(new Set(outcomesAsked)).toEqual(new Set([`${checkoutPath}/${sent[0]?.headers()["idempotency-key"]}`]));
  expect(await orderStatuses(api, token)).toEqual(["paid"]);
});

test("@desktop §8 the price rose meanwhile: the patient sees the new total and presses again", async ({
  page,
  patient,
  api,
  expectApiError,
}) => {
  expectApiError({ path: checkoutPath, status: 409 });
  const token = await createBuyer(api, patient);
  const { sent } = watchCheckouts(page);
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.add(magnesium);
  await routeOnce(page, "**/api/transact/computeTax", async (route) => {
    const answer = await route.fetch();
    const quote = (await answer.json()) as { ordersummary: { totalamount: number } };
    quote.ordersummary.totalamount = 1.23;
    await route.fulfill({ response: answer, json: quote });
  });
  await goToBilling(cart, patient);
  await expect(cart.inside.getByText("$1.23", { exact: true })).toBeVisible();
  await cart.press("Check out");
  await expect(cart.alert(errorMessage("price_changed"))).toBeVisible();
  await expect(cart.inside.getByText("$1.23", { exact: true })).toBeHidden();
  await cart.press("Check out");
  await cart.expectComplete();
  const keys = sent.map((request) => request.headers()["idempotency-key"]);
  expect(new Set(keys).size).toBe(2);
  expect(await orderStatuses(api, token)).toEqual(["paid"]);
});

test("decisions §8 a card that needs its holder's confirmation: the gateway’s script fails to load, the bank is asked on the next press, declined, then confirmed", async ({
  page,
  patient,
  api,
  expectApiError,
  expectProblem,
  checkAccessibility,
}) => {
  for (const status of [402, 409]) expectApiError({ path: checkoutPath, status });
  expectProblem(/js\.stripe\.com/);
  const token = await createBuyer(api, patient);
  const { sent } = watchCheckouts(page);
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.add(magnesium);
  await goToBilling(cart, patient);
  const bank = cart.inside.getByRole("dialog", { name: "Is this payment yours?" });
  const keys = () => sent.map((request) => request.headers()["idempotency-key"]);
  const payWithConfirmedCard = async () => {
    await cart.enterCard("4000 0027 6000 3184");
    await cart.press("Check out");
  };

  await test.step("the script fails to load: an error shows, nothing is charged", async () => {
    await routeOnce(page, `**${checkoutPath}`, async (route) => {
      const response = await route.fetch();
      const problem = (await response.json()) as { details: object };
      const details = { ...problem.details, gateway: "stripe", publishablekey: "pk_test_x" };
      await route.fulfill({ response, json: { ...problem, details } });
    });
    await cart.press("Use another card");
    await payWithConfirmedCard();
    await expect(
      cart.alert("We couldn’t open your bank’s window to confirm this payment. You haven’t been charged."),
    ).toBeVisible();
    expect([sent.length, await orderStatuses(api, token)]).toEqual([1, ["unknown"]]);
  });

  await test.step("the next press continues the same order; refused at the bank it shows as declined, and nothing is charged", async () => {
    await cart.press("Check out");
    await expect(bank).toBeVisible();
    await checkAccessibility(page, "Cart, the bank’s question");
    await bank.getByRole("button", { name: "No, decline it" }).click();
    await expect(
      cart.inside.getByText("Your card was declined. Please use another card, or ask your bank."),
    ).toBeVisible();
    expect(new Set(keys()).size).toBe(1);
    expect(await orderStatuses(api, token)).toEqual([]);
  });

  await test.step("confirmed in the bank’s window, the same order continues and is paid", async () => {
    const before = sent.length;
    await payWithConfirmedCard();
    await bank.getByRole("button", { name: "Yes, it’s mine" }).click();
    await cart.expectComplete();
    expect(new Set(keys().slice(before)).size).toBe(1);
    expect(await orderStatuses(api, token)).toEqual(["paid"]);
  });
});
