import type { OfferedProduct } from "#contract/onboarding.ts";
import { html, type Html, type Piece } from "./html.ts";
import type { Site } from "./settings.ts";

/* Links into the cart. Without script each is a plain link into the app; assets/cart.js makes them open the widget. */

type Command = "cart-open" | "account-open" | "login";

export const cartLink = (site: Site, command: Command, look: string, label: Piece): Html => html`
  <a class="${look}" href="${site.appOrigin}${pathOf[command]}" data-cart="${command}">${label}</a>
`;

const pathOf: Readonly<Record<Command, string>> = {
  "cart-open": "/cart",
  "account-open": "/your-account",
  login: "/login",
};

/** Logs in and goes on to `path` of the app. */
export const loginTo = (site: Site, path: string, look: string, label: string): Html => html`
  <a
    class="${look}"
    href="${site.appOrigin}/login?redirectTo=${encodeURIComponent(path)}"
    data-cart="login-with-redirect"
    data-cart-redirect="${path}"
    >${label}</a
  >
`;

/** The cart item of a product's supply, as an attribute value. */
export function cartItem(site: Site, product: OfferedProduct, pricingid: string): string {
  const pricing = product.pricings.find((each) => each.pricingid === pricingid);
  return JSON.stringify({
    id: product.productid,
    quantity: 1,
    name: product.name,
    dosage: product.strength,
    image: site.appOrigin + product.picture,
    description: product.description,
    selectedPricing: { pricingid, price: pricing?.price },
  });
}

/**
 * Where a product goes without the widget: into the cart as a page of the app. No address says that somebody takes a medicine, so
 * a prescription leads to her treatment instead.
 */
const withoutWidget = ({ appOrigin }: Site, { prescription, pricings }: OfferedProduct): string =>
  prescription ? `${appOrigin}/treatment` : `${appOrigin}/cart?add=${encodeURIComponent(pricings[0]?.pricingid ?? "")}`;

/** Adds one supply of one product: its first, the shortest. */
export function addLink(site: Site, product: OfferedProduct, look: string, label: string): Html {
  const item = cartItem(site, product, product.pricings[0]?.pricingid ?? "");
  return html`<a class="${look}" href="${withoutWidget(site, product)}" data-cart="cart-open" data-cart-item="${item}"
    >${label}</a
  >`;
}

/** Adds what is chosen in the form around it; `first` is what the form begins with. */
export const addChosenLink = (site: Site, first: OfferedProduct, look: string, label: string): Html => html`
  <a class="${look}" href="${withoutWidget(site, first)}" data-cart="cart-open" data-cart-chosen>${label}</a>
`;

export const startLink = (site: Site, look = "button primary", label = "Start your visit"): Html => html`
  <a class="${look}" href="${site.appOrigin}/eligibility">${label}</a>
`;
