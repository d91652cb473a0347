import { describe, expect, test } from "vitest";
import { testAttempt, line, requestedProduct, createTestWidget } from "./testing.ts";

const signedIn = () => true;
const attempt = testAttempt("key");
const paid = { key: "key", bought: [{ pricingid: "cream_1m", quantity: 1 }] };
const storedCart = { changedat: 5, lastcommand: 0, pendingcheckouts: [], lines: [line("cream")] };

describe("§7 the page's commands", () => {
  test("cart-open adds products and shows the cart", () => {
    const { hear, lines, widget } = createTestWidget();
    hear({ type: "cart-open", products: [requestedProduct("cream", 1, 24), requestedProduct("serum", 1, 39)] });
    hear({ type: "cart-open", products: [requestedProduct("cream", 1, 24)] });
    expect([widget.get().screen, lines()]).toEqual(["cart", [line("cream", 2, 24), line("serum", 1, 39)]]);
  });
  test("a command sent again after a reload counts once", () => {
    const { hear, lines } = createTestWidget();
    hear({ type: "cart-open", products: [requestedProduct("cream")] }, 7);
    hear({ type: "cart-open", products: [requestedProduct("cream")] }, 7);
    expect(lines()).toEqual([line("cream")]);
  });
  test("login shows the login; to a signed-in patient the account", () => {
    const visitor = createTestWidget();
    visitor.hear({ type: "login" });
    expect(visitor.widget.get().screen).toBe("login");
    const patient = createTestWidget({ signedIn });
    patient.hear({ type: "login" });
    expect(patient.widget.get().screen).toBe("account");
  });
  test("account-open shows the account, or the login first", () => {
    const { hear, widget } = createTestWidget();
    hear({ type: "account-open" });
    expect(widget.get().screen).toBe("login");
  });
  test("login-with-redirect remembers its target; another login drops it", () => {
    const { hear, widget } = createTestWidget();
    hear({ type: "login-with-redirect", redirectTo: "/messages" });
    expect([widget.get().screen, widget.get().redirectTo]).toEqual(["login", "/messages"]);
    hear({ type: "login" });
    expect(widget.get().redirectTo).toBeNull();
  });
  test("login-with-redirect sends a signed-in patient there at once", () => {
    const { hear, left } = createTestWidget({ signedIn });
    hear({ type: "login-with-redirect", redirectTo: "/messages" });
    expect(left).toEqual(["/messages"]);
  });
  test("logout ends a session, and nothing where there is none", () => {
    const patient = createTestWidget({ signedIn });
    patient.hear({ type: "logout" });
    const visitor = createTestWidget();
    visitor.hear({ type: "logout" });
    expect([patient.signOuts(), visitor.signOuts()]).toEqual([1, 0]);
  });
  test("cookie stores the campaign, and what it brings shows without another press", async () => {
    const { widget, hear, cookies } = createTestWidget();
    hear({ type: "cookie", name: "sessionPromo", value: "FSASTORE30" });
    expect(cookies).toEqual({ sessionPromo: "FSASTORE30" });
    await new Promise<void>((rendered) => widget.subscribe(rendered));
  });
});

describe("what the page stored is restored after a reload", () => {
  test("the newer cart is taken, with the executed commands", () => {
    const { hello, hear, lines } = createTestWidget({ storedCart });
    hello({ ...storedCart, changedat: 6, lastcommand: 4, lines: [line("serum", 3)] });
    hear({ type: "cart-open", products: [requestedProduct("cream")] }, 4);
    expect(lines()).toEqual([line("serum", 3)]);
  });
  test("the previous screen is restored where the cart allows it", () => {
    const entries = [{ screen: "shipping", depth: 2 }];
    const history = { state: entries[0], pushState() {}, replaceState() {} };
    const { hello, widget } = createTestWidget({ storedCart, signedIn, history });
    hello(null);
    expect([widget.get().screen, widget.depth()]).toEqual(["shipping", 2]);
    hello({ ...storedCart, changedat: 9, lines: [] });
    expect(widget.get().screen).toBe("cart");
  });
  test("a product the practice no longer offers is removed, and the patient is told", () => {
    const { widget, lines, hello } = createTestWidget({
      storedCart: { ...storedCart, lines: [line("gone"), line("cream")] },
    });
    expect(lines()).toEqual([line("cream")]);
    hello(null);
    expect(widget.get().problems).toEqual([expect.stringContaining("isn't offered anymore")]);
  });
});

describe("the browser's Back", () => {
  test("each screen is a history entry; Back shows the previous one", () => {
    const { widget, entries } = createTestWidget({ storedCart, signedIn });
    widget.show("shipping");
    widget.show("billing");
    expect(entries.map(({ screen }) => screen)).toEqual(["cart", "shipping", "billing"]);
    widget.onHistoryEntry(entries[1]);
    expect([widget.get().screen, widget.depth()]).toEqual(["shipping", 1]);
  });
  test("while a payment is being confirmed Back changes nothing", () => {
    const { widget, entries } = createTestWidget({ storedCart, signedIn });
    widget.show("billing");
    widget.setBusy(true);
    widget.onHistoryEntry(entries[0]);
    expect([widget.get().screen, entries.at(-1)?.screen]).toEqual(["billing", "billing"]);
  });
  test("after the order Back closes the widget instead of showing the checkout", () => {
    const { widget, told: postedMessages, entries, hello } = createTestWidget({ storedCart, signedIn });
    hello(null);
    widget.show("billing");
    widget.onOrderPaid({ id: "1", number: "A1", totalamount: 59 }, paid);
    let depthSeen = -1;
    widget.subscribe(() => (depthSeen = widget.depth()));
    widget.onHistoryEntry(entries[1]);
    expect([widget.get().screen, postedMessages.at(-1), depthSeen]).toEqual([
      "checkout-complete",
      { type: "close" },
      1,
    ]);
  });
});

test("in the flow of a page there is nothing to close: Back after the order shows the empty cart", () => {
  const { widget, told: postedMessages, entries } = createTestWidget({ storedCart, signedIn });
  widget.handleCommand({ cart: 1, type: "hello", saved: null, mounted: true });
  widget.show("billing");
  widget.onOrderPaid({ id: "1", number: "A1", totalamount: 59 }, paid);
  widget.onHistoryEntry(entries[1]);
  expect([widget.get().isClosable, widget.get().screen]).toEqual([false, "cart"]);
  expect(postedMessages).not.toContainEqual({ type: "close" });
});

describe("§4 completion", () => {
  test("a reload still shows the order, which is in the history entry", () => {
    const before = createTestWidget({ storedCart, signedIn });
    before.widget.show("billing");
    before.widget.onOrderPaid({ id: "1", number: "A1", totalamount: 59 }, paid);
    const history = { state: before.entries.at(-1), pushState() {}, replaceState() {} };
    const { widget, hello } = createTestWidget({ storedCart: { ...storedCart, lines: [] }, history });
    hello(null);
    expect([widget.get().screen, widget.get().order]).toEqual(["checkout-complete", { id: "1", number: "A1" }]);
    expect(JSON.stringify(history.state)).not.toContain("cream");
  });
  test("an entry of another screen has no order", () => {
    const { widget, entries } = createTestWidget({ storedCart, signedIn });
    widget.show("billing");
    widget.onOrderPaid({ id: "1", number: "A1", totalamount: 59 }, paid);
    widget.show("account");
    expect(entries.map(({ order }) => order?.id)).toEqual([undefined, undefined, "1", undefined]);
  });
  test("the cart is emptied and the page hears of the order", () => {
    const {
      widget,
      told: postedMessages,
      lines,
      stored,
    } = createTestWidget({ storedCart: { ...storedCart, pendingcheckouts: [attempt] }, signedIn });
    widget.onOrderPaid({ id: "1", number: "A1", totalamount: 59 }, paid);
    expect([lines(), stored.at(-1)?.pendingcheckouts, widget.get().screen]).toEqual([[], [], "checkout-complete"]);
    expect(postedMessages).toContainEqual({ type: "checkout", orderid: "1", totalamount: 59 });
  });
});

test("after an order a queued command adds its products without replacing the completion screen", () => {
  const { widget, hear, lines } = createTestWidget({ storedCart, signedIn });
  widget.show("billing");
  widget.setBusy(true);
  hear({ type: "cart-open", products: [requestedProduct("serum")] });
  widget.onOrderPaid({ id: "1", number: "A1", totalamount: 59 }, paid);
  widget.setBusy(false);
  expect([widget.get().screen, lines()]).toEqual(["checkout-complete", [line("serum")]]);
  hear({ type: "cookie", name: "gclid", value: "x" });
  expect(widget.get().order?.id).toBe("1");
});

test.each([
  ["the page’s cart-open", ({ hear }) => hear({ type: "cart-open", products: [requestedProduct("cream")] })],
  ["the screen’s own Back", ({ widget }) => widget.show("cart")],
  ["the browser’s Back", ({ widget }) => widget.onHistoryEntry({ screen: "cart", depth: 0 })],
] as readonly [string, (tests: ReturnType<typeof createTestWidget>) => void][])(
  "showing the cart by %s drops the target of a login: checkout goes on to shipping",
  (_by, showCart) => {
    const tests = createTestWidget({ storedCart });
    tests.hear({ type: "login-with-redirect", redirectTo: "/messages" });
    tests.widget.show("register");
    expect(tests.widget.get().redirectTo).toBe("/messages");
    showCart(tests);
    expect(tests.widget.get().redirectTo).toBeNull();
  },
);

test("a screen that had to wait for the stored state is shown with it", () => {
  const { widget, hello } = createTestWidget({ signedIn });
  widget.show("shipping", true);
  expect(widget.get().screen).toBe("cart");
  hello({ ...storedCart, changedat: 9 });
  expect(widget.get().screen).toBe("shipping");
});

test("a command during a payment waits for its end, and nothing is lost", () => {
  const { widget, hear, lines } = createTestWidget({ storedCart, signedIn });
  widget.show("billing");
  widget.setBusy(true);
  hear({ type: "cart-open", products: [requestedProduct("serum")] });
  expect([widget.get().screen, lines().length]).toEqual(["billing", 1]);
  widget.setBusy(false);
  expect([widget.get().screen, lines().length]).toEqual(["cart", 2]);
});

test("an expired session asks to log in, the cart stays", () => {
  let token = true;
  const { widget, lines } = createTestWidget({ storedCart, signedIn: () => token });
  widget.show("shipping");
  token = false;
  widget.onSessionExpired();
  expect([widget.get().screen, widget.get().expired, lines().length]).toEqual(["login", true, 1]);
});
