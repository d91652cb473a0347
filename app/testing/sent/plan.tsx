import Checkout from "#app/onboarding/checkout/checkout-page.tsx";
import TreatmentAddons from "#app/onboarding/addons/treatment-addons-page.tsx";
import TreatmentOptions from "#app/onboarding/options/treatment-options-page.tsx";
import { formatDollars } from "#app/formats/money.ts";
import { account } from "#contract/account/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { payment } from "#contract/payment.ts";
import type { Screen } from "../screens/screen.tsx";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { typeAddress, typedAddress } from "./addresses.tsx";
import { gateway, takeCards } from "./card.ts";
import { answerOf } from "./patient.ts";
import { save, savedStep, type Server, showStep, view } from "./visit-step.tsx";

const reveal = answerOf(onboarding.productReveal, 83_000);
/** Products that may be chosen alone. */
const loose = reveal.products.map((product) => ({
  ...product,
  ...{ requiresoneof: [], replaces: [] },
  ...{ fit: "suitable" as const, notices: [] },
}));
const addons = reveal.addons.map((product) => ({
  ...product,
  ...{ requiresoneof: [], replaces: [] },
  ...{ fit: "suitable" as const, notices: [] },
}));
const chosen = [loose[0]!].map(({ productid, pricings }) => ({ productid, pricingid: pricings[1]!.pricingid }));
const showOptions = (server: Server) => {
  server.sample(onboarding.productReveal, { ...reveal, products: loose, addons, suggestedplan: [] });
  server.sample(onboarding.updateTreatmentForm, { onboardingstatus: "PENDING", onboardingstep: 3, steps: [3] });
};

const choosing: readonly SentRow[] = [
  {
    from: save,
    about: "what was chosen, at the price that was shown",
    show: (server) => {
      showOptions(server);
      return showStep(TreatmentOptions, 3, { kind: "options", chosen })(server);
    },
    act: async ({ press }) => {
      await press(/^See 1 other option/);
      await press(`Add to my plan: ${loose[1]!.name}`);
      await press("Continue");
    },
    sends: {
      params: { n: "3" },
      body: {
        products: [...chosen, { productid: loose[1]!.productid, pricingid: loose[1]!.pricings[0]!.pricingid }],
        totalamount: loose[0]!.pricings[1]!.price + loose[1]!.pricings[0]!.price,
      },
    },
  },
  {
    from: save,
    about: "an add-on beside it",
    show: (server) => {
      showOptions(server);
      return showStep(TreatmentAddons, 4, { kind: "addons", chosen })(server);
    },
    act: async ({ press }) => {
      await press(/^See (all )?2 add-ons/);
      await press(`Add to my plan: ${addons[1]!.name}`);
      await press("Continue with 1 added");
    },
    sends: {
      params: { n: "4" },
      body: {
        products: [{ productid: addons[1]!.productid, pricingid: addons[1]!.pricings[0]!.pricingid }],
        totalamount: addons[1]!.pricings[0]!.price,
      },
    },
  },
  {
    from: "app/onboarding/options/other-options.tsx onboarding.updateTreatmentForm",
    show: (server) => {
      showOptions(server);
      return showStep(TreatmentOptions, 3, { kind: "options", chosen })(server);
    },
    act: ({ fill }) => fill("Which form would you like best?", reveal.forms[1]!.id),
    sends: { body: { treatmentform: reveal.forms[1]!.id } },
  },
];

const quote = answerOf(store.computeTax, 84_000, { obstacles: [] });
const total = quote.ordersummary.totalamount;
const address = answerOf(store.defaultShippingAddress, 85_000).address!;
const { consents } = view;
const [required, optional] = [
  { ...consents[0]!, required: true },
  { ...consents[1]!, required: false },
];

/** The last step: address and card are on file. */
const showCheckout =
  (couponid: string | null = null, billingaddress: "on file" | "none" = "on file") =>
  (server: Server) => {
    const onFile = answerOf(account.billingAddress, 86_000, { sameaddress: true });
    server.sample(store.computeTax, quote);
    server.sample(store.defaultShippingAddress, { address });
    server.sample(payment.sources, answerOf(payment.sources, 87_000, { gateway }));
    server.sample(account.billingAddress, billingaddress === "none" ? { ...onFile, billingaddress: null } : onFile);
    takeCards(server);
    server.answer(onboarding.saveStep, () => savedStep());
    return showStep(Checkout, 6, { kind: "checkout", consents: [required, optional], chosen }, { couponid })(server);
  };
const agreeAndPay = async ({ press }: Screen) => {
  await press(required.label);
  await press(optional.label);
  await press(/^Check out/);
};

const paying: readonly SentRow[] = [
  {
    from: "app/onboarding/checkout/use-visit-payment.ts onboarding.saveStep",
    about: "what was agreed to, then the total that was shown",
    show: showCheckout(),
    act: agreeAndPay,
    shown: [`Check out: ${formatDollars(total)}`],
    sends: [
      {
        params: { n: "6" },
        body: {
          consents: [required, optional].map(({ id, version }) => ({ id, version })),
          shippingid: address.id,
        },
      },
      { params: { n: "7" }, body: { totalamount: total } },
    ],
  },
  {
    from: "app/onboarding/checkout/checkout-step.tsx onboarding.saveStep",
    about: "only what has to be agreed to; a price that rose is shown before it's paid",
    show: (server) => {
      const shown = showCheckout()(server);
      server.answer(onboarding.saveStep, ({ params }) => {
        if (params["n"] === "6") return savedStep();
        server.answer(store.computeTax, { ...quote, ordersummary: { ...quote.ordersummary, totalamount: total + 7 } });
        server.answer(onboarding.saveStep, () => savedStep());
        return { refused: "price_changed" };
      });
      return shown;
    },
    act: async ({ press, findText }) => {
      await press(required.label);
      await press(/^Check out/);
      await findText(`Check out: ${formatDollars(total + 7)}`);
      await press(/^Check out/);
    },
    shown: [`Check out: ${formatDollars(total + 7)}`],
    sends: [total, total + 7].flatMap((totalamount) => [
      {
        params: { n: "6" },
        body: { consents: [{ id: required.id, version: required.version }], shippingid: address.id },
      },
      { params: { n: "7" }, body: { totalamount } },
    ]),
  },
  {
    from: "app/onboarding/flow/queries.ts store.computeTax",
    show: showCheckout(),
    act: async () => {},
    sends: { body: { shippingid: address.id } },
  },
  {
    from: "app/onboarding/checkout/order-review.tsx onboarding.applyCoupon",
    show: (server) => {
      const shown = showCheckout()(server);
      // oxlint-disable-next-line unicorn/no-document-cookie -- what a link leaves
      document.cookie = "showPromoForm=true; Path=/";
      return shown;
    },
    act: async ({ press, fill }) => {
      await press("Have a code?");
      await fill("Code", "SPRING20");
      await press("Apply");
    },
    sends: { body: { couponid: "SPRING20" } },
  },
  {
    from: "app/onboarding/checkout/order-review.tsx onboarding.removeCoupon",
    show: showCheckout("SPRING20"),
    act: ({ press }) => press("Remove code SPRING20"),
    sends: {},
  },
  {
    from: "app/onboarding/checkout/visit-billing-form.tsx account.updateBillingAddress",
    show: showCheckout(null, "none"),
    act: async (shown) => {
      await shown.press(/^My billing information is the same/);
      await typeAddress(shown);
      await shown.fill(/^Phone/, "515-555-0142");
      await shown.press("Continue");
    },
    sends: { body: { sameaddress: false, billingaddress: { ...typedAddress, country: "US", phoneno: "5155550142" } } },
  },
];

export const planRows: readonly SentRow[] = [...choosing, ...paying];
