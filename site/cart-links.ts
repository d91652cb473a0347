import type { CatalogueProduct } from "#contract/catalogue.ts";
import { html, type Html, type HtmlValue } from "./html.ts";
import type { Site } from "./settings.ts";

/* Links into the cart. Without script each is a plain link into the app; assets/cart.js makes them open the widget. */

type Command = "cart-open" | "account-open" | "login";

export const cartLink = (site: Site, command: Command, className: string, label: HtmlValue): Html => html`
  <a class="${className}" href="${site.appOrigin}${pathOf[command]}" data-cart="${command}">${label}</a>
`;

const pathOf: Readonly<Record<Command, string>> = {
  "cart-open": "/cart",
  "account-open": "/your-account",
  login: "/login",
};

/** A link that logs in and continues at `path` of the app. */
export const loginLink = (site: Site, path: string, className: string, label: string): Html => html`
  <a
    class="${className}"
    href="${site.appOrigin}/login?redirectTo=${encodeURIComponent(path)}"
    data-cart="login-with-redirect"
    data-cart-redirect="${path}"
    >${label}</a
  >
`;

/** The cart item of a product's pricing, as an attribute value. */
export function cartItem(site: Site, product: CatalogueProduct, pricingid: string): string {
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
 * A product's link without the widget: the cart as a page of the app. No address may reveal that somebody takes a medicine, so a prescription leads
 * to the treatment page instead.
 */
const fallbackHref = ({ appOrigin }: Site, { prescription, pricings }: CatalogueProduct): string =>
  prescription ? `${appOrigin}/treatment` : `${appOrigin}/cart?add=${encodeURIComponent(pricings[0]?.pricingid ?? "")}`;

/** Adds one of a product: its first pricing, the shortest. */
export function addToCartLink(site: Site, product: CatalogueProduct, className: string, label: string): Html {
  const item = cartItem(site, product, product.pricings[0]?.pricingid ?? "");
  return html`<a
    class="${className}"
    href="${fallbackHref(site, product)}"
    data-cart="cart-open"
    data-cart-item="${item}"
    >${label}</a
  >`;
}

/** Adds what is chosen in the surrounding form; `first` is the form's initial choice. */
export const addChosenToCartLink = (
  site: Site,
  first: CatalogueProduct,
  className: string,
  label: string,
): Html => html`
  <a class="${className}" href="${fallbackHref(site, first)}" data-cart="cart-open" data-cart-chosen>${label}</a>
`;

export const startLink = (site: Site, className = "button primary", label = "Start your visit"): Html => html`
  <a class="${className}" href="${site.appOrigin}/eligibility">${label}</a>
`;
