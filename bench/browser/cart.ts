import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Node } from "../../e2e/servers/node-process.ts";
import { median, mobilePage, openBrowser } from "./mobile-profile.ts";
import { weightOf } from "./weight.ts";

export interface CartFigures {
  /** Scripts for marketing pages, gzip, bytes: on every page, and with the first use. */
  readonly loader: number;
  readonly widget: number;
  /** All JavaScript and CSS between the click and the cart, brotli on the wire with headers, bytes: the frame's and `widget.js`. */
  readonly wire: number;
  /** The frame's own, without headers. */
  readonly frame: number;
  /** From the click to a cart with its Next button, ms; and with the frame preloaded. */
  readonly usableMs: number;
  readonly preparedMs: number;
}

const runs = 5;
const product = { id: "moisturizer", quantity: 1, selectedPricing: { pricingid: "moisturizer_1m", price: 24 } };

/** Measures the cart in the frame of a bare page at the marketing origin, on the mobile profile; medians of five. */
export async function measureCart(node: Node, marketingPort: number): Promise<CartFigures> {
  const host = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><title>Host</title><button>Add</button><script src="${node.url}/embed/cart.js"></script>`,
    );
  });
  await new Promise<void>((resolve) => host.listen(marketingPort, "localhost", resolve));
  const browser = await openBrowser();
  try {
    const cold = [];
    const warm = [];
    for (let run = 0; run < runs; run += 1) {
      cold.push(await once(false));
      warm.push(await once(true));
    }
    return {
      loader: gzipped("cart.js"),
      widget: gzipped("widget.js"),
      wire: median(cold.map(({ bytes }) => bytes)),
      frame: weightOf("/cart"),
      usableMs: median(cold.map(({ ms }) => ms)),
      preparedMs: median(warm.map(({ ms }) => ms)),
    };
  } finally {
    await browser.close();
    host.close();
  }

  async function once(prepared: boolean) {
    const { page, wire, close } = await mobilePage(browser);
    await page.goto(`http://localhost:${marketingPort}/`, { waitUntil: "networkidle" });
    await page.evaluate((item) => {
      const { careCart } = window as unknown as { careCart: (command: string, payload?: object) => void };
      document.querySelector("button")?.addEventListener("click", () => careCart("cart-open", { products: [item] }));
    }, product);
    if (prepared) {
      await page.evaluate(() => (window as unknown as { careCart: (command: string) => void }).careCart("prepare"));
      await page.frameLocator("iframe").getByRole("main", { includeHidden: true }).waitFor({ state: "attached" });
    }
    wire.takeBytes();
    const began = performance.now();
    await page.getByRole("button", { name: "Add" }).click();
    await page.frameLocator("iframe").getByRole("button", { name: "Next" }).waitFor();
    const ms = performance.now() - began;
    const bytes = wire.takeBytes();
    await close();
    return { ms, bytes };
  }
}

const embed = (name: string) => readFileSync(join(import.meta.dirname, "../../dist/app/embed", name));
const gzipped = (name: string) => gzipSync(embed(name), { level: 9 }).byteLength;
