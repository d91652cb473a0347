import { tabMemory } from "./cookies.js";

/* The cart widget: its loader is the app's `/embed/cart.js`, included by every page. */

/** How long a press waits for the loader before its link is followed instead, in ms. */
const patience = 4000;

/** Commands given before the loader has loaded wait in a queue; the loader runs them in order. */
window.careCart ??= function careCart() {
  (careCart.q ??= []).push(arguments);
};
const isLoaded = () => "dropped" in window.careCart;

/** @param {unknown[]} command a command of the loader with its arguments */
export const careCart = (...command) => window.careCart(...command);

/** Makes every `data-cart` link of the page open the widget, and shows how many items are in the cart. */
export function connectCart() {
  for (const link of document.querySelectorAll("[data-cart]")) link.setAttribute("aria-haspopup", "dialog");
  document.addEventListener("click", press);
  for (const type of ["pointerover", "focusin"]) document.addEventListener(type, prepare, { passive: true });

  showCount(Number(tabMemory.get("cartCount")));
  showSignedIn(tabMemory.get("signedIn") === "yes");
  careCart("on", "state", ({ count, signedin }) => {
    tabMemory.set("cartCount", String(count));
    tabMemory.set("signedIn", signedin ? "yes" : "no");
    showCount(count);
    showSignedIn(signedin);
  });
  careCart("on", "logout", () => {
    tabMemory.set("signedIn", "no");
    showSignedIn(false);
  });
}

/** @param {MouseEvent} event */
function press(event) {
  const link = cartLinkOf(event);
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  careCart(...commandOf(link));
  link.closest("details.menu")?.removeAttribute("open");
  if (!isLoaded()) setTimeout(() => isLoaded() || location.assign(wayWithout(link)), patience);
}

/** The link's target without the widget, with the current choice. @param {HTMLAnchorElement} link */
function wayWithout(link) {
  const way = new URL(link.href);
  if (way.searchParams.has("add")) way.searchParams.set("add", JSON.parse(itemOf(link)).selectedPricing.pricingid);
  return way.href;
}

/** Prepares the widget when the visitor is about to press “Add to cart”. @param {Event} event */
function prepare(event) {
  if (!cartLinkOf(event)?.matches("[data-cart-item], [data-cart-chosen]")) return;
  for (const type of ["pointerover", "focusin"]) document.removeEventListener(type, prepare);
  careCart("prepare");
}

/** @param {Event} event @returns {HTMLAnchorElement | null} */
const cartLinkOf = ({ target }) => (target instanceof Element ? target.closest("a[data-cart]") : null);

/** @param {HTMLAnchorElement} link */
function commandOf(link) {
  const { cart, cartRedirect } = link.dataset;
  if (cartRedirect) return [cart, { redirectTo: cartRedirect }];
  const item = itemOf(link);
  return item ? [cart, { products: [JSON.parse(item)] }] : [cart];
}

/** The item of the link itself, or the one chosen in its form. @param {HTMLAnchorElement} link */
function itemOf(link) {
  if (!("cartChosen" in link.dataset)) return link.dataset.cartItem;
  return link.closest("form")?.querySelector("input:checked, option:checked")?.dataset.cartItem;
}

/** @param {number} count */
function showCount(count) {
  for (const badge of document.querySelectorAll("[data-cart-count]")) {
    badge.hidden = !(count > 0);
    badge.firstElementChild.textContent = String(count);
  }
}

/** Hides the login link from a signed-in visitor. @param {boolean} signedIn */
function showSignedIn(signedIn) {
  for (const link of document.querySelectorAll(".top [data-cart='login']")) link.hidden = signedIn;
}
