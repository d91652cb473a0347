import type { Frame, Page } from "@playwright/test";
import type { FrameProduct } from "#contract/cart/frame.ts";
import { expect } from "../fixtures.ts";
import { marketingOrigin, origin } from "../settings.ts";

/** The loader's tag, as docs/embed.md gives it. */
export const loaderTag = `<script src="${origin}/embed/cart.js" async></script>`;

export interface Host {
  readonly body: string;
  readonly head?: string;
  /** Content security policy; none if omitted. */
  readonly policy?: string;
  readonly hostOrigin?: string;
  /** Scripts served beside it, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Opens a page made by the test at the marketing origin, or at another one of ours. */
export async function openHost(
  page: Page,
  { body, head = loaderTag, policy, hostOrigin = marketingOrigin, files = {} }: Host,
) {
  for (const [path, content] of Object.entries(files))
    await page.route(hostOrigin + path, (route) => route.fulfill({ contentType: "text/javascript", body: content }));
  await page.route(`${hostOrigin}/host/page`, (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: policy ? { "content-security-policy": policy } : {},
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Host</title>${head}<body>${body}</body></html>`,
    }),
  );
  // The browser does not know where a page made by the test comes from, and would block its requests to servers on this machine.
  await page.context().grantPermissions(["local-network-access"]);
  await page.goto(`${hostOrigin}/host/page`, { waitUntil: "domcontentloaded" });
}

/** An item in the form that marketing pages send. */
export const cartProduct = (
  id: string,
  pricingid = `${id}_1m`,
  { quantity = 1, price }: { readonly quantity?: number; readonly price?: number } = {},
): FrameProduct => ({ id, quantity, selectedPricing: { pricingid, ...(price !== undefined && { price }) } });

/** Gives a command to the page's loader, waiting for it to load first. */
export async function command(page: Page, name: string, payload?: unknown): Promise<void> {
  await page.waitForFunction(() => "careCart" in window && "dropped" in (window.careCart as object));
  await page.evaluate(
    ([given, what]) => (window as unknown as { careCart: (...call: unknown[]) => void }).careCart(given, what),
    [name, payload] as const,
  );
}

/** The frame of the cart, once it is there. */
export async function cartFrame(page: Page, path = "/cart"): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame !== page.mainFrame() && frame.url().startsWith(origin + path));
  await expect.poll(() => find() !== undefined).toBe(true);
  return find() as Frame;
}

/** Reloads the frame. Resolves when the new document has begun. */
export async function reloadFrame(page: Page): Promise<void> {
  const frame = await cartFrame(page);
  const begun = page.waitForEvent("framenavigated", (each) => each === frame);
  await frame.evaluate(() => void setTimeout(() => location.reload()));
  await begun;
}

/** What the page has saved for the frame. */
export const savedCartOf = (page: Page) =>
  page.evaluate(
    () => JSON.parse(sessionStorage.getItem("careCart") ?? "null") as { lines: object[]; lastcommand: number },
  );
