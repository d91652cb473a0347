import { createServer, type Server } from "node:http";
import { freshFolder, type Node, removeFolder, startNode } from "../servers/node-process.ts";
import type { Locator, Page } from "@playwright/test";
import type { Content } from "#content/loader/load.ts";
import { expect, test } from "../fixtures.ts";
import { Cart } from "../pages/cart.ts";
import { magnesium } from "../pages/marketing-site.ts";
import { port } from "../settings.ts";

/** A deployment where the app and the marketing site are the same site to the browser: the same host, other ports. */
const app = port + 10;
const marketingSite = `http://localhost:${app + 1}`;
const page = `<!doctype html><html lang="en"><title>Shop</title><script src="http://localhost:${app}/embed/cart.js"></script></html>`;

/** There is one deployment, so the tests run in one worker. */
test.describe.configure({ mode: "default" });

let node: Node;
let host: Server;
let dataDir = "";
test.beforeAll(async () => {
  dataDir = freshFolder();
  node = await startNode({ port: app, dataDir });
  host = createServer((_request, response) => response.setHeader("content-type", "text/html").end(page));
  await new Promise<void>((resolve) => host.listen(app + 1, "localhost", resolve));
});
test.afterAll(async () => {
  host.close();
  await node.stop();
  removeFolder(dataDir);
});

/** Gives a command from the shop's page. */
const command = (tab: Page, name: string, payload?: object) =>
  tab.evaluate(
    ([given, what]) => (window as unknown as { careCart: (...call: unknown[]) => void }).careCart(given, what),
    [name, payload] as const,
  );

/** Logs the demo's main patient in in the frame of the shop. */
async function logIn(tab: Page, { demo }: Content): Promise<{ readonly cart: Cart; readonly greeting: Locator }> {
  const maria = demo.patients.find(({ id }) => id === demo.main);
  if (!maria) throw new Error("The demo has no main patient");
  const cart = new Cart(tab);
  await tab.goto(`${marketingSite}/`);
  await command(tab, "account-open");
  await cart.logIn(maria);
  const greeting = cart.heading(`Hello, ${maria.firstname}`);
  await expect(greeting).toBeVisible();
  return { cart, greeting };
}

test("@desktop §4 one site for both: logged in in the app is logged in in the frame, and the other way round", async ({
  context,
  content,
}) => {
  const tab = await context.newPage();
  const { cart, greeting } = await logIn(tab, content);
  await tab.goto(`${node.url}/home`);
  await expect(tab).toHaveURL(`${node.url}/home`);
  await expect(tab.getByRole("heading", { level: 1, name: /^Hello, / })).toBeVisible();

  await tab.goto(`${marketingSite}/`);
  await command(tab, "account-open");
  await expect(greeting).toBeVisible();
  await cart.press("Log Out");
  await expect(cart.heading("Hello, beautiful!")).toBeVisible();
  await tab.goto(`${node.url}/home`);
  await expect(tab).toHaveURL(/\/login/);
});

test("@desktop §7 logout ends the patient's session without showing the widget, and leaves a cart opened meanwhile", async ({
  context,
  content,
}) => {
  const tab = await context.newPage();
  const { cart, greeting } = await logIn(tab, content);

  await test.step("the cart stays when the response comes", async () => {
    await tab.goto(`${marketingSite}/`);
    const gate = Promise.withResolvers<void>();
    await tab.route("**/api/signout", async (route) => {
      await gate.promise;
      await route.continue();
    });
    const asked = tab.waitForRequest("**/api/signout");
    const ended = tab.evaluate(
      () =>
        new Promise<void>((pass) =>
          (window as unknown as { careCart: (...call: unknown[]) => void }).careCart("on", "logout", () => pass()),
        ),
    );
    await command(tab, "logout");
    await asked;
    await expect(tab.locator("dialog")).toBeHidden();
    await command(tab, "cart-open", {
      products: [{ id: "magnesium", quantity: 1, selectedPricing: { pricingid: "magnesium_1m" } }],
    });
    await cart.expectCart({ [magnesium.name]: 1 });
    gate.resolve();
    await ended;
    await cart.press("Next");
    await expect(cart.heading("Create your account")).toBeVisible();
    await expect(greeting).toBeHidden();
  });
  await tab.goto(`${node.url}/home`);
  await expect(tab).toHaveURL(/\/login/);
});
