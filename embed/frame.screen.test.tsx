import { afterEach, expect, test } from "vitest";
import type { SavedCart, ToFrame } from "#contract/cart/frame.ts";
import { writeSavedCart } from "./saved-cart.ts";

afterEach(() => sessionStorage.clear());

const cart = (changedat: number): SavedCart => ({ changedat, lastcommand: 0, pendingcheckouts: [], lines: [] });

/** The module of the frame in a page that includes the loader from the app. */
async function frameInPage() {
  const script = Object.assign(document.createElement("script"), { src: "https://app.example/embed/widget.js" });
  Object.defineProperty(document, "currentScript", { configurable: true, value: script });
  return import("./frame.ts");
}

test("§6 the frame gets the cart as this tab has it now, which another page may have changed", async () => {
  const { makeFrame, onReady, sendHello } = await frameInPage();
  const sent: ToFrame[] = [];
  const iframe = makeFrame(false, () => {});
  Object.defineProperty(iframe, "contentWindow", { value: { postMessage: (message: ToFrame) => sent.push(message) } });
  writeSavedCart(cart(1));
  onReady(iframe);
  writeSavedCart(cart(2));
  sendHello();
  expect(sent.map((message) => message.type === "hello" && message.saved?.changedat)).toEqual([1, 2]);
});
