import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { cartProduct, command, openHost } from "../network/cart-host.ts";
import { Cart } from "../pages/cart.ts";
import { magnesium } from "../pages/marketing-site.ts";
import { port } from "../settings.ts";

/** The app under the marketing site's host name: to the browser both are one site, so that the app's cookies are the frame's too. */
const app = `http://127.0.0.1:${port}`;
const shop = { head: `<script src="${app}/embed/cart.js"></script>`, body: "" };

test("@desktop §4 §7 one site for both: logged in in the frame is logged in in the app, and the other way round; logout ends the session without showing the widget, and leaves a cart opened meanwhile", async ({
  page,
  patient,
  api,
  expectProblem,
}) => {
  // The server knows itself by another host name, and refuses the live connection from this one.
  expectProblem(new RegExp(`^foreign request: ${app}/|WebSocket`));
  await completeVisit(api, patient);
  const cart = new Cart(page);
  const greeting = cart.heading(`Hello, ${patient.firstname}`);

  await test.step("logged in in the frame, and therefore in the app", async () => {
    await openHost(page, shop);
    await command(page, "account-open");
    await cart.logIn(patient);
    await expect(greeting).toBeVisible();
    await page.goto(`${app}/home`);
    await expect(page).toHaveURL(`${app}/home`);
    await expect(page.getByRole("heading", { level: 1, name: /^Hello, / })).toBeVisible();
  });

  await test.step("logged in in the app, and therefore in the frame", async () => {
    await openHost(page, shop);
    await command(page, "account-open");
    await expect(greeting).toBeVisible();
    await cart.close();
  });

  await test.step("§7 a logout: the cart stays when the response comes, and the app is logged out too", async () => {
    const gate = Promise.withResolvers<void>();
    await page.route("**/api/signout", async (route) => {
      await gate.promise;
      await route.continue();
    });
    const asked = page.waitForRequest("**/api/signout");
    const ended = page.evaluate(
      () =>
        new Promise<void>((pass) =>
          (window as unknown as { careCart: (...call: unknown[]) => void }).careCart("on", "logout", () => pass()),
        ),
    );
    await command(page, "logout");
    await asked;
    await expect(page.locator("dialog")).toBeHidden();
    await command(page, "cart-open", { products: [cartProduct("magnesium")] });
    await cart.expectCart({ [magnesium.name]: 1 });
    gate.resolve();
    await ended;
    await cart.press("Next");
    await expect(cart.heading("Create your account")).toBeVisible();
    await expect(greeting).toBeHidden();
    await page.goto(`${app}/home`);
    await expect(page).toHaveURL(/\/login/);
  });
});
