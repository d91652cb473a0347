import type { ReactNode } from "react";
import BillingDetails from "#app/account/billing/billing-details.tsx";
import Billing from "#app/cart/checkout/billing-screen.tsx";
import { CartContextProvider } from "#app/cart/widget/cart-context.ts";
import { CartScreenContent } from "#app/cart/items/cart-screen.tsx";
import { createWidget } from "#app/cart/widget/widget.ts";
import { formatDollars } from "#app/formats/money.ts";
import Login from "#app/cart/account/login-screen.tsx";
import PasswordRecovery from "#app/cart/account/password-recovery-screen.tsx";
import Register from "#app/cart/account/register-screen.tsx";
import { session } from "#app/api/session/session.ts";
import Shipping from "#app/cart/checkout/shipping-screen.tsx";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { account } from "#contract/account/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { catalogueCalls } from "#contract/catalogue.ts";
import { payment } from "#contract/payment.ts";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { typeAddress, typedAddress, withStates } from "./addresses.tsx";
import { typeAccount, typedAccount } from "./auth.tsx";
import { gateway, takeCards, tokenOfTypedCard, typeCard } from "./card.ts";
import { answerOf, signIn, signOut } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];

const catalogue = answerOf(catalogueCalls.products, 70_000).items;
const lines = catalogue.map(({ productid, pricings }, index) => ({
  ...{ productid, pricingid: pricings[1]!.pricingid },
  ...{ quantity: index + 2, price: pricings[1]!.price },
}));
const checkout = lines.map(({ productid, pricingid, quantity }) => ({ productid, pricingid, quantity }));
const nothing = async () => {};

/** A screen of the cart, with two lines in it. */
function inCart(screen: ReactNode): ReactNode {
  let storedCart = { changedat: 0, lastcommand: 0, pendingcheckouts: [], lines } as Parameters<
    Parameters<typeof createWidget>[0]["write"]
  >[0];
  const widget = createWidget({
    ...{ catalogue, history, bridge: { post: () => {} }, signOut: () => {}, leave: () => {} },
    ...{ now: Date.now, saveTrackingCookie: nothing, token: () => session.get().token },
    read: () => storedCart,
    write: (changed) => void (storedCart = changed),
  });
  const context = { widget, catalogue, framed: false, postToPage: () => {} };
  return (
    <CartContextProvider value={{ ...context, leaveWidget: nothing, onSignedIn: nothing, signOut: nothing }}>
      {screen}
    </CartContextProvider>
  );
}

const quote = answerOf(store.computeTax, 71_000, { obstacles: [] });
const sources = answerOf(payment.sources, 72_000, { gateway });
const total = quote.ordersummary.totalamount;
const onFile = answerOf(account.billingAddress, 73_000, { sameaddress: true });

/** The last screen of the cart, where it's paid. */
const showBilling =
  ({ card = true, coupon = null as string | null } = {}) =>
  (server: Server) => {
    signIn();
    if (coupon) visitorCookies.set(cookieNames.promocode, coupon);
    withStates(server);
    takeCards(server);
    server.sample(store.computeTax, quote);
    server.sample(payment.sources, card ? sources : { ...sources, source: null });
    server.sample(account.billingAddress, onFile);
    return inCart(<Billing />);
  };
const checkOut = /^Check out/;

/** The same, where a code takes five dollars off. */
const showPriced =
  (coupon: string | null) =>
  (server: Server): ReactNode => {
    const shown = showBilling({ coupon })(server);
    server.answer(store.computeTax, ({ body }) => {
      const { couponid = null } = body as { couponid?: string };
      return couponid === null
        ? quote
        : { ...quote, ordersummary: { ...quote.ordersummary, totalamount: total - 5, couponid } };
    });
    return shown;
  };

const paying: readonly SentRow[] = [
  {
    from: "app/cart/checkout/use-cart-payment.ts store.checkout",
    about: "with the card on file",
    show: showBilling(),
    act: ({ press }) => press(checkOut),
    shown: [formatDollars(total)],
    sends: { body: { checkout, totalamount: total } },
  },
  {
    from: "app/cart/checkout/use-cart-payment.ts store.checkout",
    about: "with a coupon",
    show: showBilling({ coupon: "SPRING20" }),
    act: ({ press }) => press(checkOut),
    shown: [formatDollars(total), "SPRING20"],
    sends: { body: { checkout, totalamount: total, couponid: "SPRING20" } },
  },
  {
    from: "app/cart/checkout/use-cart-payment.ts store.checkout",
    about: "with a typed code, for what it leaves to pay",
    show: showPriced(null),
    act: async ({ press, fill, findText }) => {
      await press("Have a code?");
      await fill("Code", "spring20");
      await press("Apply");
      await findText(formatDollars(total - 5));
      await press(checkOut);
    },
    shown: [formatDollars(total - 5), "SPRING20"],
    sends: { body: { checkout, totalamount: total - 5, couponid: "SPRING20" } },
  },
  {
    from: "app/cart/checkout/use-cart-payment.ts store.checkout",
    about: "with a code that was taken off again, for the whole price",
    show: showPriced("SPRING20"),
    act: async ({ press, findText }) => {
      await findText(formatDollars(total - 5));
      await press(/^Remove/);
      await findText(formatDollars(total));
      await press(checkOut);
    },
    shown: [formatDollars(total)],
    sends: { body: { checkout, totalamount: total } },
  },
  {
    from: "app/cart/checkout/use-cart-payment.ts store.checkout",
    about: "a price that rose is shown first, and is what is agreed to then",
    show: (server) => {
      const shown = showBilling()(server);
      let asked = 0;
      server.answer(store.checkout, () => {
        if (asked++ > 0) return answerOf(store.checkout, 74_000);
        server.answer(store.computeTax, { ...quote, ordersummary: { ...quote.ordersummary, totalamount: total + 7 } });
        return { refused: "price_changed" };
      });
      return shown;
    },
    act: async ({ press, findText }) => {
      await press(checkOut);
      await findText(formatDollars(total + 7));
      await press(checkOut);
    },
    shown: [formatDollars(total + 7)],
    sends: [{ body: { checkout, totalamount: total } }, { body: { checkout, totalamount: total + 7 } }],
  },
  {
    from: "app/cart/checkout/cart-billing-form.tsx payment.saveSource",
    show: showBilling({ card: false }),
    act: async (screen) => {
      await typeCard(screen);
      await screen.press(checkOut);
    },
    sends: { body: { source: tokenOfTypedCard } },
  },
  {
    from: "app/cart/checkout/cart-billing-form.tsx account.updateBillingAddress",
    show: showBilling(),
    act: async (screen) => {
      await screen.press(/^My billing information is the same/);
      await typeAddress(screen);
      await screen.fill(/^Phone/, "515-555-0142");
      await screen.press(checkOut);
    },
    sends: { body: { sameaddress: false, billingaddress: { ...typedAddress, country: "US", phoneno: "5155550142" } } },
  },
  {
    from: "app/cart/checkout/use-cart-quote.ts store.computeTax",
    about: "as it opens, and with a typed coupon",
    show: showBilling(),
    act: async ({ press, fill }) => {
      await press("Have a code?");
      await fill("Code", "spring20");
      await press("Apply");
    },
    sends: [{ body: { checkout } }, { body: { checkout, couponid: "SPRING20" } }],
  },
  {
    from: "app/payment/card/new-card-form.tsx payment.saveSource",
    show: (server) => {
      signIn({}, "/account-settings/billing-details");
      takeCards(server);
      server.sample(payment.sources, sources);
      server.sample(account.user, { hasfailedtransaction: false });
      server.answer(payment.saveSource, { ...answerOf(payment.saveSource, 76_000), retried: null });
      return <BillingDetails />;
    },
    act: async (screen) => {
      await screen.press("Use another card");
      await typeCard(screen);
      await screen.press("Save card");
    },
    sends: { body: { source: tokenOfTypedCard } },
  },
];

const addresses = answerOf(store.shippingAddresses, 75_000).items;
const showShipping = (address: (typeof addresses)[number] | null) => (server: Server) => {
  signIn();
  withStates(server);
  server.sample(store.defaultShippingAddress, { address });
  return inCart(<Shipping />);
};

const shipping: readonly SentRow[] = [
  {
    from: "app/orders/checkout/address-form.tsx store.updateShippingAddress",
    show: showShipping({ ...addresses[1]!, state: "CA", zipcode: "90002" }),
    act: async (screen) => {
      await typeAddress(screen);
      await screen.press("Continue");
    },
    sends: { params: { id: addresses[1]!.id }, body: typedAddress },
  },
  {
    from: "app/orders/checkout/address-form.tsx store.createShippingAddress",
    show: showShipping(null),
    act: async (screen) => {
      await typeAddress(screen);
      await screen.fill(/^Zip Code/, "42223");
      await screen.press("Continue");
      await screen.press(/^Yes, 42223 is in the state I chose/);
      await screen.press("Continue");
    },
    sends: { body: { ...typedAddress, zipcode: "42223", zipconfirmed: "IA 42223" } },
  },
  {
    from: "app/cart/items/fetch-obstacles.ts store.computeTax",
    quiet: "The cart says what it can of its lines by itself.",
    show: () => {
      signIn();
      return inCart(<CartScreenContent />);
    },
    act: nothing,
    sends: { body: { checkout } },
  },
];

const accounts: readonly SentRow[] = [
  {
    from: "app/cart/account/login-screen.tsx auth.signIn",
    show: () => {
      signOut("/cart");
      return inCart(<Login />);
    },
    act: async ({ fill, press }) => {
      await fill("Email", "ida@example.org");
      await fill("Password", "the old phrase");
      await press("Log In");
    },
    sends: { body: { email: "ida@example.org", password: "the old phrase", role: "PATIENT" } },
  },
  {
    from: "app/auth/password-recovery/request-recovery-link.ts auth.forgotPassword",
    about: "in the cart",
    show: () => {
      signOut("/cart");
      return inCart(<PasswordRecovery />);
    },
    act: async ({ fill, press }) => {
      await fill("Email", "ida@example.org");
      await press("Send");
    },
    sends: { body: { email: "ida@example.org", page: "cart" } },
  },
  ...[null, "friend-code"].map((referralcode) => ({
    from: "app/cart/account/register-screen.tsx auth.signUpNonRx",
    about: referralcode === null ? "alone" : "by a friend's link",
    show: () => {
      signOut("/cart");
      if (referralcode !== null) visitorCookies.set(cookieNames.referral, referralcode);
      return inCart(<Register />);
    },
    act: async (screen: Parameters<SentRow["act"]>[0]) => {
      await typeAccount(screen);
      await screen.press("Register");
    },
    sends: { body: { ...typedAccount, ...(referralcode !== null && { referralcode }) } },
  })),
];

export const cartRows: readonly SentRow[] = [...paying, ...shipping, ...accounts];
