import { describe, expect, test } from "vitest";
import { cartScreens } from "#contract/cart/frame-limits.ts";
import {
  screenAfterCart,
  parseCartLoginFlag,
  parseHistoryState,
  allowedScreen,
  breadcrumbStep,
} from "./screen-rules.ts";

const visitor = { signedIn: false, items: 1, ordered: false, unsettled: false };
const patient = { ...visitor, signedIn: true };
const shown = (conditions: typeof visitor) => cartScreens.map((screen) => allowedScreen(screen, conditions)).join(" ");

describe("§4 screens", () => {
  test("§2.3 Next goes to shipping with an access token, else to register", () => {
    expect([screenAfterCart(true), screenAfterCart(false)]).toEqual(["shipping", "register"]);
  });
  test("a visitor logs in or registers before shipping and billing", () => {
    expect(shown(visitor)).toBe("login forgotpassword register login cart register register cart");
  });
  test("a patient needs no login; the login screen leads to the account", () => {
    expect(shown(patient)).toBe("account forgotpassword shipping account cart shipping billing cart");
  });
  test("an empty cart is not checked out", () => {
    expect(shown({ ...patient, items: 0 })).toBe("account forgotpassword account account cart cart cart cart");
  });
  test("an unsettled payment is looked up also with an empty cart; a visitor logs in for it", () => {
    expect(allowedScreen("billing", { ...patient, items: 0, unsettled: true })).toBe("billing");
    expect(allowedScreen("billing", { ...visitor, items: 0, unsettled: true })).toBe("login");
    expect(allowedScreen("billing", { ...visitor, unsettled: true })).toBe("login");
    expect(allowedScreen("shipping", { ...visitor, unsettled: true })).toBe("register");
  });
  test("the completion screen is shown only after an order", () => {
    expect(allowedScreen("checkout-complete", { ...patient, items: 0, ordered: true })).toBe("checkout-complete");
  });
  test("§2.3 the breadcrumb has four steps", () => {
    expect(cartScreens.map(breadcrumbStep)).toEqual([null, null, 1, null, 0, 2, 3, null]);
  });
});

test.each([null, undefined, 7, {}, { screen: "pay", depth: 1 }, { screen: "cart" }, { screen: "cart", depth: -1 }])(
  "a history entry that says %j is the cart",
  (state) => expect(parseHistoryState(state)).toEqual({ screen: "cart", depth: 0 }),
);

describe("the order in a history entry", () => {
  const entry = { screen: "checkout-complete", depth: 3 };
  test.each([
    { id: "1", number: "A1" },
    { id: "1", number: null },
  ])("%j is valid", (order) => expect(parseHistoryState({ ...entry, order }).order).toEqual(order));
  test.each([undefined, null, 7, "x", {}, { id: 1, number: null }, { id: "1" }])("%j is not", (order) =>
    expect(parseHistoryState({ ...entry, order }).order).toBeNull(),
  );
});

describe("§4 the cart-login flag", () => {
  test("is read with its one-time token", () => {
    const cartLogin = { next: "shipping", onetimetoken: "once" };
    expect(parseCartLoginFlag({ screen: "register", depth: 1, cartLogin })).toEqual(cartLogin);
    expect(parseCartLoginFlag({ cartLogin: { next: "account" } })).toEqual({ next: "account", onetimetoken: null });
  });
  test("leads to an unsettled payment", () => {
    const cartLogin = { next: "billing", onetimetoken: null };
    expect(parseCartLoginFlag({ cartLogin })).toEqual(cartLogin);
  });
  test.each([null, {}, { cartLogin: {} }, { cartLogin: { next: "cart" } }])("%j is not one", (state) =>
    expect(parseCartLoginFlag(state)).toBeNull(),
  );
});
