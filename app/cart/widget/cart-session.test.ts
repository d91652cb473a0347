import { expect, test } from "vitest";
import { memoryCookies } from "#app/api/session/cookies.ts";
import { createSession } from "#app/api/session/session.ts";
import { createCartSession } from "./cart-session.ts";
import { line, createTestWidget } from "./testing.ts";

const tokenOf = (sub: string) => `x.${Buffer.from(JSON.stringify({ sub })).toString("base64url")}.y`;
const refusing = { get: () => null, set() {}, drop() {} };

function setUp(cookies: Parameters<typeof createSession>[0] = memoryCookies(), state: unknown = null) {
  const session = createSession(cookies);
  const happened: string[] = [];
  const visitor = memoryCookies({ promocode: "FSASTORE30", referralToken: "ROSA", utm: "{}" });
  const history = {
    state,
    replaceState(next: unknown) {
      history.state = next;
    },
  };
  const storedCart = { changedat: 5, lastcommand: 0, pendingcheckouts: [], lines: [line("cream")] };
  const {
    widget,
    hear,
    told: messages,
  } = createTestWidget({ storedCart, signedIn: () => session.get().token !== null });
  const cartSession = createCartSession({
    session,
    widget: () => widget,
    cookies: visitor,
    history,
    reload: () => void happened.push("reload"),
    postToPage: (message) => void happened.push(`told ${message.type}`),
    leave: async (to, token) => void happened.push(`left for ${to} with ${String(token)}`),
    redeem: async (token) => {
      happened.push(`redeemed ${token}`);
      if (token === "bad") throw new Error("offline");
      session.signedIn(tokenOf("anna"));
    },
    signOutOnServer: async () => void happened.push("ended"),
    clearLocalData: () => void happened.push("forgot"),
  });
  return { session, life: cartSession, happened, history, widget, hear, told: messages, visitor };
}

test("§4 a login sets the cart-login flag and reloads; its token is in the flag only where cookies are refused", () => {
  const storedCart = setUp();
  storedCart.session.signedIn(tokenOf("anna"));
  void storedCart.life.onSignedIn({ next: "account", onetimetoken: "once" });
  expect([storedCart.history.state, storedCart.happened]).toEqual([
    { cartLogin: { next: "account", onetimetoken: null } },
    ["reload"],
  ]);
  const framed = setUp(refusing);
  framed.session.signedIn(tokenOf("anna"));
  void framed.life.onSignedIn({ next: "shipping", onetimetoken: "once" });
  expect(framed.history.state).toEqual({ cartLogin: { next: "shipping", onetimetoken: "once" } });
});

test("§7 login-with-redirect leaves at once", async () => {
  const { life: cartSession, hear, happened } = setUp(refusing);
  hear({ type: "login-with-redirect", redirectTo: "/messages" });
  void cartSession.onSignedIn({ next: "account", onetimetoken: "once" });
  await Promise.resolve();
  expect(happened).toEqual(["left for /messages with once"]);
});

test("§4 after the reload the patient is signed in, at the screen of the flag, and the flag is gone", async () => {
  const cartLogin = { next: "shipping", onetimetoken: "once" };
  const { life: cartSession, history, happened, widget } = setUp(refusing, { screen: "register", depth: 1, cartLogin });
  await cartSession.goOn();
  expect([happened, widget.get().screen]).toEqual([["redeemed once"], "shipping"]);
  expect(history.state).toEqual({ screen: "register", depth: 1 });
});

test("a token that cannot be redeemed asks the patient to continue by hand", async () => {
  const { life: cartSession, widget } = setUp(refusing, { cartLogin: { next: "shipping", onetimetoken: "bad" } });
  await cartSession.goOn();
  expect(widget.get().screen).toBe("register");
});

test("§4 logging out clears the patient's data, keeps the campaign, and tells the page", async () => {
  const { session, life: cartSession, happened, visitor, widget } = setUp();
  session.signedIn(tokenOf("anna"));
  cartSession.watch();
  widget.show("account");
  await cartSession.signOut();
  expect(happened).toEqual(["ended", "forgot", "told logout"]);
  expect([visitor.all(), session.get().token]).toEqual([{ utm: "{}" }, null]);
  expect([widget.get().screen, widget.get().expired]).toEqual(["login", false]);
});

test("§7 a logout with a late response leaves the cart the patient opened in the meantime", async () => {
  const { session, life: cartSession, hear, widget } = setUp();
  session.signedIn(tokenOf("anna"));
  cartSession.watch();
  widget.show("account");
  const answered = cartSession.signOut();
  hear({ type: "cart-open" });
  await answered;
  expect([widget.get().screen, session.get().token]).toEqual(["cart", null]);
});

test("without a previous login, nothing is awaited", () => expect(setUp().life.goOn()).toBeNull());

test("a session that ends in another tab asks to log in; on the cart it changes nothing", () => {
  const { session, life: cartSession, widget } = setUp();
  session.signedIn(tokenOf("anna"));
  cartSession.watch();
  widget.show("shipping");
  session.clear();
  expect([widget.get().screen, widget.get().expired]).toEqual(["login", true]);
  const other = setUp();
  other.session.signedIn(tokenOf("anna"));
  other.life.watch();
  other.session.clear();
  expect(other.widget.get().screen).toBe("cart");
});

test("another patient in another tab: the widget restarts with nothing of the first", () => {
  const { session, life: cartSession, happened } = setUp();
  session.signedIn(tokenOf("anna"));
  cartSession.watch();
  session.signedIn(tokenOf("anna"));
  expect(happened).toEqual([]);
  session.signedIn(tokenOf("berta"));
  expect(happened).toEqual(["forgot", "reload"]);
});
