import BillingAddress from "#app/account/addresses/billing-address.tsx";
import ShippingAddressPage from "#app/account/addresses/shipping-address.tsx";
import { account } from "#contract/account/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { support } from "#contract/support.ts";
import type { Screen } from "../screens/screen.tsx";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { answerOf, signIn } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];

const places = answerOf(store.shippingAddresses, 10_000).items;
const [first, second] = places;

/** Two states, the second of which is chosen. */
export function withStates(server: Server): void {
  const [california, iowa] = answerOf(support.lookup, 13_000).items;
  server.answer(support.lookup, {
    items: [
      { ...california!, id: "CA", name: "California" },
      { ...iowa!, id: "IA", name: "Iowa" },
    ],
  });
}

/** The fields of an address, as they are typed; `no` makes each another one. */
export const typeAddress = async ({ fill }: Screen, { apartment = "Flat 9" } = {}): Promise<void> => {
  await fill(/^Street Address/, "17 Elm Street");
  await fill(/^Apartment/, apartment);
  await fill(/^State/, "IA");
  await fill(/^City/, "Ames");
  await fill(/^Zip Code/, "50010");
};
export const typedAddress = {
  address1: "17 Elm Street",
  address2: "Flat 9",
  state: "IA",
  city: "Ames",
  zipcode: "50010",
};

const effects = answerOf(account.shippingEffects, 13_500);

const showShipping = (possible: "same" | "yes") => (server: Server) => {
  signIn();
  withStates(server);
  server.sample(store.shippingAddresses, {
    items: [
      { ...first!, default: false },
      { ...second!, default: true, state: "CA", zipcode: "90002", phoneno: null },
    ],
  });
  // It's asked when the address is saved.
  server.answer(account.shippingEffects, { ...effects, from: "CA", to: "IA", possible });
  return <ShippingAddressPage />;
};

export const addressRows: readonly SentRow[] = [
  {
    from: "app/account/addresses/billing-address.tsx account.updateBillingAddress",
    about: "another address",
    show: (server) => {
      signIn();
      withStates(server);
      server.sample(account.billingAddress, { sameaddress: true });
      return <BillingAddress />;
    },
    act: async (screen) => {
      await screen.press(/^Change/);
      await screen.press(/^My billing information is the same/);
      await typeAddress(screen);
      await screen.fill(/^Phone/, "515-555-0142");
      await screen.press("Save");
    },
    sends: { body: { sameaddress: false, billingaddress: { ...typedAddress, country: "US", phoneno: "5155550142" } } },
  },
  {
    from: "app/account/addresses/billing-address.tsx account.updateBillingAddress",
    about: "the shipping address",
    show: (server) => {
      signIn();
      withStates(server);
      server.sample(account.billingAddress, { sameaddress: false });
      return <BillingAddress />;
    },
    act: async ({ press }) => {
      await press(/^Change/);
      await press(/^My billing information is the same/);
      await press("Save");
    },
    sends: { body: { sameaddress: true } },
  },
  {
    from: "app/account/addresses/shipping-form.tsx store.updateShippingAddress",
    about: "in another state",
    show: showShipping("yes"),
    act: async (screen) => {
      await screen.press(/^Change/);
      await typeAddress(screen);
      await screen.fill(/^Phone/, "515-555-0142");
      await screen.press("Save");
      await screen.press("Ship to Iowa");
    },
    dialog: effects.title,
    sends: {
      params: { id: second!.id },
      body: { ...typedAddress, firstname: second!.firstname, lastname: second!.lastname, phoneno: "5155550142" },
    },
  },
  {
    from: "app/account/addresses/shipping-form.tsx store.updateShippingAddress",
    about: "a zip code of another state, which is right",
    show: showShipping("same"),
    act: async (screen) => {
      await screen.press(/^Change/);
      await typeAddress(screen);
      await screen.fill(/^Zip Code/, "42223");
      await screen.press("Save");
      await screen.press(/^Yes, 42223 is in the state I chose/);
      await screen.press("Save");
    },
    sends: {
      params: { id: second!.id },
      body: {
        ...typedAddress,
        ...{ firstname: second!.firstname, lastname: second!.lastname, zipcode: "42223", zipconfirmed: "IA 42223" },
      },
    },
  },
  {
    from: "app/account/addresses/shipping-form.tsx store.createShippingAddress",
    show: (server) => {
      signIn();
      withStates(server);
      server.sample(store.shippingAddresses, { items: [] });
      server.answer(account.shippingEffects, { ...effects, possible: "same" });
      return <ShippingAddressPage />;
    },
    act: async (screen) => {
      await typeAddress(screen, { apartment: "none" });
      await screen.fill(/^Phone/, "515-555-0142");
      await screen.press("Save");
    },
    sends: { body: { ...typedAddress, address2: "", phoneno: "5155550142" } },
  },
];
