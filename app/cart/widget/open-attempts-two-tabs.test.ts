import { describe, expect, test } from "vitest";
import type { SavedCart } from "#contract/cart/frame.ts";
import { testAttempt, line, createTestWidget } from "./testing.ts";

const signedIn = () => true;
const attempt = testAttempt("key");
const paid = { key: "key", bought: [{ pricingid: "cream_1m", quantity: 1 }] };
const order = { id: "1", number: "A1", totalamount: 59 };
const storedCart: SavedCart = { changedat: 5, lastcommand: 0, pendingcheckouts: [], lines: [line("cream")] };

describe("a payment of unknown outcome", () => {
  test("is dropped only by its own key", () => {
    const { widget } = createTestWidget({ storedCart: { ...storedCart, pendingcheckouts: [attempt] }, signedIn });
    widget.dropAttempt("another", "Declined.");
    expect(widget.get().storedCart.pendingcheckouts).toEqual([attempt]);
    widget.dropAttempt("key", "Declined.");
    expect(widget.get().storedCart.pendingcheckouts).toEqual([]);
  });
  test("survives a write of another tab that does not know it", () => {
    let stored = storedCart;
    const { widget } = createTestWidget({ signedIn, read: () => stored, write: () => {} });
    widget.recordAttempt(attempt);
    stored = { ...storedCart, changedat: 1e9, lines: [line("serum", 2)] };
    widget.setQuantity("serum_1m", 3);
    expect([widget.get().storedCart.pendingcheckouts, widget.get().storedCart.lines]).toEqual([
      [attempt],
      [line("serum", 3)],
    ]);
  });
  test("found paid removes only what it bought from the cart", () => {
    const lines = [line("cream"), line("serum")];
    const tests = createTestWidget({ storedCart: { ...storedCart, pendingcheckouts: [attempt], lines }, signedIn });
    tests.widget.onOrderPaid(order, paid);
    expect(tests.lines()).toEqual([line("serum")]);
  });
  test("found refused with an empty cart is reported on the cart screen", () => {
    const { widget } = createTestWidget({
      storedCart: { ...storedCart, pendingcheckouts: [attempt], lines: [] },
      signedIn,
    });
    widget.show("billing");
    widget.setBusy(true);
    widget.dropAttempt("key", "Your card has been declined.");
    widget.setBusy(false);
    expect([widget.get().screen, widget.get().problems]).toEqual(["cart", ["Your card has been declined."]]);
  });
});

describe("a device shared by two patients", () => {
  const bertas = testAttempt("other", "berta");
  const found = { ...storedCart, pendingcheckouts: [bertas], lines: [] };

  test("a patient does not look up another one’s payment; a visitor logs in first", () => {
    const anna = createTestWidget({ storedCart: found, signedIn });
    anna.widget.show("billing");
    const visitor = createTestWidget({ storedCart: found });
    visitor.widget.show("billing");
    expect([anna.widget.get().screen, visitor.widget.get().screen]).toEqual(["cart", "login"]);
  });
  test("a patient's payment leaves the other one’s to be looked up, and so does its end", () => {
    const { widget } = createTestWidget({ storedCart: { ...storedCart, pendingcheckouts: [bertas] }, signedIn });
    widget.recordAttempt(attempt);
    expect(widget.get().storedCart.pendingcheckouts).toEqual([bertas, attempt]);
    widget.onOrderPaid(order, paid);
    expect(widget.get().storedCart.pendingcheckouts).toEqual([bertas]);
  });
});

describe("two tabs with one cart", () => {
  /** Two widgets sharing one storage; each is notified of the other's writes. */
  function twoTabs() {
    let stored = storedCart;
    const open = (hear: () => void) =>
      createTestWidget({
        signedIn,
        read: () => stored,
        write: (next) => {
          stored = next;
          hear();
        },
      }).widget;
    const first = open(() => second.refresh());
    const second = open(() => first.refresh());
    for (const tab of [first, second]) tab.show("billing");
    return { first, second };
  }

  test("what one does to the cart shows in the other", () => {
    const { first, second } = twoTabs();
    first.setQuantity("cream_1m", 3);
    expect(second.get().storedCart.lines).toEqual([line("cream", 3)]);
  });
  test("one pays: the other has nothing to look up and leaves billing", () => {
    const { first, second } = twoTabs();
    first.recordAttempt(attempt);
    expect(second.get().storedCart.pendingcheckouts).toEqual([attempt]);
    first.onOrderPaid(order, paid);
    expect([second.get().screen, second.get().storedCart.pendingcheckouts]).toEqual(["cart", []]);
  });
  test("one pays while the other is busy: the other catches up when it is not", () => {
    const { first, second } = twoTabs();
    second.setBusy(true);
    first.recordAttempt(attempt);
    first.onOrderPaid(order, paid);
    expect(second.get().screen).toBe("billing");
    second.setBusy(false);
    expect([second.get().screen, second.get().storedCart.lines]).toEqual(["cart", []]);
  });
  test("one pays while the other’s attempt is refused: it leaves billing, and says why", () => {
    const { first, second } = twoTabs();
    second.setBusy(true);
    second.recordAttempt(testAttempt("second"));
    first.recordAttempt(attempt);
    first.onOrderPaid(order, paid);
    second.dropAttempt("second", "Your bank is still confirming this payment.");
    second.setBusy(false);
    expect([second.get().screen, second.get().storedCart.pendingcheckouts]).toEqual(["cart", []]);
    expect(second.get().problems).toEqual(["Your bank is still confirming this payment."]);
  });
});
