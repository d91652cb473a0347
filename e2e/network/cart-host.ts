import type { Frame, Page } from "@playwright/test";
import type { FrameProduct } from "#contract/cart/frame.ts";
import { expect } from "../fixtures.ts";
import { marketingOrigin, origin } from "../settings.ts";

/** The loader's tag, as docs/embed.md gives it. */
export const loaderTag = `<script src="${origin}/embed/cart.js" async></script>`;

export interface Host {
  readonly body: string;
  readonly head?: string;
  /** Its content policy; none when left out. */
  readonly policy?: string;
  readonly at?: string;
  /** Files beside it, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Opens a page of the test's own at the marketing origin, or another one of ours. */
export async function openHost(
  page: Page,
  { body, head = loaderTag, policy, at: hostOrigin = marketingOrigin, files = {} }: Host,
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
  // The browser cannot tell where a page made by the test comes from, and would keep it away from the servers of this machine.
  await page.context().grantPermissions(["local-network-access"]);
  await page.goto(`${hostOrigin}/host/page`, { waitUntil: "domcontentloaded" });
}

/** An item as marketing pages ask for it. */
export const cartProduct = (
  id: string,
  pricingid = `${id}_1m`,
  { quantity = 1, price }: { readonly quantity?: number; readonly price?: number } = {},
): FrameProduct => ({ id, quantity, selectedPricing: { pricingid, ...(price !== undefined && { price }) } });

/** Gives a command to the loader of the page, which may still be on its way. */
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

/** Reloads the frame; resolves when the new page has begun. */
export async function reloadFrame(page: Page): Promise<void> {
  const frame = await cartFrame(page);
  const begun = page.waitForEvent("framenavigated", (each) => each === frame);
  await frame.evaluate(() => void setTimeout(() => location.reload()));
  await begun;
}

/** What the page keeps for the frame. */
export const savedCartOf = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem("careCart") ?? "null") as { lines: object[]; seen: number });
