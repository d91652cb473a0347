import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { createBuyer } from "../flows/buy.ts";
import { cartFrame, command, savedCartOf, reloadFrame, cartProduct } from "../network/cart-host.ts";
import type { Cart } from "../pages/cart.ts";
import { magnesium, MarketingSite } from "../pages/marketing-site.ts";
import { marketingOrigin } from "../settings.ts";

const dialogOf = (page: Page) => page.locator("dialog");
const addLink = (page: Page) => page.getByRole("main").getByRole("link", { name: "Add to cart" });
/** Goes back only after `evaluate` has returned, because going back may unload the page. */
const back = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()));

/** Logs the patient in in the frame and closes it: after that the cart opens as the first screen of a logged-in patient. */
async function signInFirst(page: Page, cart: Cart, person: { email: string; password: string; firstname: string }) {
  await command(page, "login");
  await cart.logIn(person);
  await expect(cart.heading(`Hello, ${person.firstname}`)).toBeVisible();
  await cart.close();
  await expect(dialogOf(page)).toBeHidden();
}

test("@desktop §4 a reload of the frame keeps the cart once, and what was typed; the patient logs in again", async ({
  page,
  patient,
}) => {
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  const logInAgain = async () => {
    await expect(cart.heading("Create your account")).toBeVisible();
    await cart.press("Log in");
    await cart.logIn(patient);
    await expect(cart.inside.getByText("Your cart has 1 item")).toBeVisible();
    await cart.press("Continue to checkout");
  };
  await marketingSite.add(magnesium);
  await cart.expectCart({ [magnesium.name]: 1 });

  await test.step("at the cart", async () => {
    await reloadFrame(page);
    await cart.expectCart({ [magnesium.name]: 1 });
  });
  await test.step("at shipping", async () => {
    await cart.press("Next");
    await cart.register(patient);
    await cart.field("Street Address").fill("7 Half Way");
    await cart.field("City").fill("Fresno");
    await reloadFrame(page);
    await logInAgain();
    await expect(cart.field("Street Address")).toHaveValue("7 Half Way");
    await expect(cart.field("City")).toHaveValue("Fresno");
  });
  await test.step("at billing", async () => {
    await cart.ship();
    await expect(cart.heading("You're almost there")).toBeVisible();
    await reloadFrame(page);
    await logInAgain();
    await expect(cart.field("Street Address")).toHaveValue("12 Garden Way");
  });
  await test.step("the whole page", async () => {
    await page.reload();
    await expect(page.getByRole("banner").getByRole("link", { name: /^Cart.*1 items/ })).toBeVisible();
    await marketingSite.openCart();
    await cart.expectCart({ [magnesium.name]: 1 });
  });
});

test("@desktop §4 the widget’s history entries: Back over its screens, Forward, opened again while still closing, and × at shipping, after which one Back leaves the page", async ({
  page,
  patient,
  api,
}) => {
  await createBuyer(api, patient);
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.open("/contact");
  await marketingSite.open(magnesium.path);
  await signInFirst(page, cart, patient);

  await test.step("Back leads from billing over shipping and cart to the page as it was; Forward opens the cart again", async () => {
    await page.evaluate(() => scrollTo(0, 240));
    await command(page, "cart-open", { products: [cartProduct("magnesium")] });
    await cart.press("Next");
    await cart.press("Continue");
    await expect(cart.heading("You're almost there")).toBeVisible();
    await back(page);
    await expect(cart.heading("Where should we ship?")).toBeVisible();
    await back(page);
    await cart.expectCart({ [magnesium.name]: 1 });
    await back(page);
    await expect(dialogOf(page)).toBeHidden();
    expect(page.url()).toBe(marketingOrigin + magnesium.path);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(240);
    await page.evaluate(() => history.forward());
    await expect(dialogOf(page)).toBeVisible();
    await cart.expectCart({ [magnesium.name]: 1 });
    await cart.close();
  });

  for (const round of ["first", "second"])
    await test.step(`opened again while still closing, the ${round} time: the screens and Back still work`, async () => {
      await command(page, "cart-open", { products: [cartProduct("magnesium")] });
      await cart.press("Next");
      await expect(cart.heading("Where should we ship?")).toBeVisible();
      await page.evaluate(() => {
        const { careCart } = window as unknown as { careCart: (...call: unknown[]) => void };
        careCart("close");
        careCart("cart-open", {});
      });
      await cart.press("Next");
      await cart.press("Continue");
      await expect(cart.heading("You're almost there")).toBeVisible();
      await back(page);
      await expect(cart.heading("Where should we ship?")).toBeVisible();
      await cart.close();
    });

  await test.step("× at shipping removes the entries: one Back then leaves the page", async () => {
    await command(page, "cart-open", { products: [cartProduct("magnesium")] });
    await cart.press("Next");
    await expect(cart.heading("Where should we ship?")).toBeVisible();
    await cart.close();
    await expect(dialogOf(page)).toBeHidden();
    await back(page);
    await expect(page).toHaveURL(`${marketingOrigin}/contact`);
  });
});

test("@desktop §4 Escape inside and outside and a click beside it close the cart; focus returns, the page scrolls again", async ({
  page,
}) => {
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  const overflow = () => page.evaluate(() => document.documentElement.style.overflow);
  await marketingSite.open(magnesium.path);
  const closingActions: readonly [string, () => Promise<void>][] = [
    ["Escape inside", () => page.keyboard.press("Escape")],
    [
      "Escape outside",
      async () => {
        await page.getByRole("dialog").evaluate((dialog) => {
          dialog.tabIndex = -1;
          dialog.focus();
        });
        await page.keyboard.press("Escape");
      },
    ],
    ["a click beside", () => page.mouse.click(200, 400)],
    ["×", () => cart.press("Close")],
    ["the page’s command", () => command(page, "close")],
    ["Back", () => back(page)],
  ];
  for (const [index, [name, close]] of closingActions.entries())
    await test.step(name, async () => {
      await addLink(page).click();
      await cart.expectCart({ [magnesium.name]: index + 1 });
      await expect(cart.heading("Your cart")).toBeFocused();
      await expect(page.getByTitle("Cart", { exact: true })).toHaveCount(1);
      expect(await overflow()).toBe("hidden");
      await close();
      await expect(dialogOf(page)).toBeHidden();
      await expect(addLink(page)).toBeFocused();
      expect(await overflow()).toBe("");
      await expect.poll(() => page.evaluate(() => Boolean(history.state?.careCart))).toBe(false);
    });
});

test("@desktop §2.3 by keyboard across the frame border: in, through the cart in reading order, back and out", async ({
  page,
}) => {
  const marketingSite = new MarketingSite(page);
  const { cart } = marketingSite;
  await marketingSite.open(magnesium.path);
  await addLink(page).focus();
  // The frame loads ahead, hidden, and leaves the focus on the page.
  await expect(cart.heading("Oops! Your cart is empty.")).toBeAttached();
  await page.keyboard.press("Enter");
  await cart.expectCart({ [magnesium.name]: 1 });
  await expect(cart.heading("Your cart")).toBeFocused();
  const stops = [
    cart.inside.getByRole("link", { name: magnesium.name }),
    cart.button(`One less ${magnesium.name}`),
    cart.quantity(magnesium.name),
    cart.button(`One more ${magnesium.name}`),
    cart.button(`Remove ${magnesium.name}`),
    cart.button("Next"),
  ];
  const heading = await (await cartFrame(page)).evaluate(() => document.activeElement?.tagName);
  expect(heading).toBe("H1");
  const order: string[] = [];
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press("Tab");
    const found = await Promise.all(
      stops.map((stop) => stop.evaluate((element) => element === document.activeElement)),
    );
    const at = found.indexOf(true);
    if (at >= 0) order.push(String(at));
    if (at === stops.length - 1) break;
  }
  expect(order).toEqual(["0", "1", "2", "3", "4", "5"]);
  await page.keyboard.press("Shift+Tab");
  await expect(cart.button(`Remove ${magnesium.name}`)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await expect(addLink(page)).toBeFocused();
  expect((await savedCartOf(page)).lines).toHaveLength(1);
});
