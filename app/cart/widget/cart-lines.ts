import type { CartLine, FrameProduct, ToFrame } from "#contract/cart/frame.ts";
import { cartLinesMax, cartQuantityMax, frameVersion } from "#contract/cart/frame-limits.ts";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { toCents } from "#contract/fields/numbers.ts";

type Pricing = CatalogueProduct["pricings"][number];

/** A line with its product. */
export interface CartLineWithProduct {
  readonly line: CartLine;
  readonly product: CatalogueProduct;
  readonly pricing: Pricing;
}

/** The result of adding products: the new lines, and a sentence for each that could not be added as requested. */
export interface AddResult {
  readonly lines: readonly CartLine[];
  readonly problems: readonly string[];
}

/** Product and pricing of a line; null when either is no longer offered. */
export function findProduct(
  catalogue: readonly CatalogueProduct[],
  { productid, pricingid }: Pick<CartLine, "productid" | "pricingid">,
): Pick<CartLineWithProduct, "product" | "pricing"> | null {
  const product = catalogue.find((each) => each.productid === productid);
  const pricing = product?.pricings.find((each) => each.pricingid === pricingid);
  return product && pricing ? { product, pricing } : null;
}

/** Adds products requested by a marketing page. The quantity of an existing line grows; no line is ever lost. */
export function addProducts(
  catalogue: readonly CatalogueProduct[],
  lines: readonly CartLine[],
  requested: readonly FrameProduct[],
): AddResult {
  return requested.reduce<AddResult>((cart, requestedProduct) => addProduct(catalogue, cart, requestedProduct), {
    lines,
    problems: [],
  });
}

function addProduct(
  catalogue: readonly CatalogueProduct[],
  cart: AddResult,
  requestedProduct: FrameProduct,
): AddResult {
  const { pricingid, price } = requestedProduct.selectedPricing;
  const refuse = (problem: string): AddResult => ({ ...cart, problems: [...cart.problems, problem] });
  const found = findProduct(catalogue, { productid: requestedProduct.id, pricingid });
  if (!found) return refuse("One product isn't offered anymore, so we couldn't add it.");
  const { name } = found.product;
  if (!Number.isInteger(requestedProduct.quantity) || requestedProduct.quantity < 1)
    return refuse(`We couldn't add ${name}: its quantity wasn't a whole number above 0.`);
  const before = cart.lines.find((line) => line.pricingid === pricingid);
  if (!before && cart.lines.length >= cartLinesMax)
    return refuse(`Your cart is full, so we couldn't add ${name}. Please check out first.`);
  const total = (before?.quantity ?? 0) + requestedProduct.quantity;
  const quantity = Math.min(total, cartQuantityMax);
  const line: CartLine = { productid: requestedProduct.id, pricingid, quantity, price: before?.price ?? price ?? null };
  const lines = before ? cart.lines.map((each) => (each === before ? line : each)) : [...cart.lines, line];
  const problems =
    total > quantity ? [...cart.problems, `You can order up to ${cartQuantityMax} of ${name} at once.`] : cart.problems;
  return { lines, problems };
}

/** Sets a quantity; 0 removes the line (spec §4). */
export function setQuantity(lines: readonly CartLine[], pricingid: string, quantity: number): readonly CartLine[] {
  const bounded = Math.min(Math.max(0, Math.trunc(quantity)), cartQuantityMax);
  if (bounded === 0) return lines.filter((line) => line.pricingid !== pricingid);
  return lines.map((line) => (line.pricingid === pricingid ? { ...line, quantity: bounded } : line));
}

/** Lines with their products, and a sentence for each that is no longer in the catalogue, which the cart then drops. */
export function resolveLines(
  catalogue: readonly CatalogueProduct[],
  lines: readonly CartLine[],
): { readonly available: readonly CartLineWithProduct[]; readonly unavailable: readonly CartLine[] } {
  const available: CartLineWithProduct[] = [];
  const unavailable: CartLine[] = [];
  for (const line of lines) {
    const found = findProduct(catalogue, line);
    if (found) available.push({ line, ...found });
    else unavailable.push(line);
  }
  return { available, unavailable };
}

/** Whether the current price is above the one the patient was shown. */
export const isPriceRaised = ({ line, pricing }: CartLineWithProduct): boolean =>
  line.price !== null && pricing.price > line.price;

/** The lines with current prices recorded as seen. */
export const withCurrentPrices = (available: readonly CartLineWithProduct[]): readonly CartLine[] =>
  available.map(({ line, pricing }) => ({ ...line, price: pricing.price }));

/** Number of items. */
export const itemCount = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Current unit price, in cents. */
export const unitCents = ({ pricing }: Pick<CartLineWithProduct, "pricing">): number => toCents(pricing.price);

/** Sub-total in cents at current prices. */
export const subtotalCents = (available: readonly CartLineWithProduct[]): number =>
  available.reduce((sum, each) => sum + unitCents(each) * each.line.quantity, 0);

/** The cart after an order of `bought`: products added since stay. */
export const removeBought = (
  lines: readonly CartLine[],
  bought: readonly { readonly pricingid: string; readonly quantity: number }[],
): CartLine[] =>
  lines.flatMap((line) => {
    const quantity = line.quantity - (bought.find(({ pricingid }) => pricingid === line.pricingid)?.quantity ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });

/** The list the tax and checkout calls take. */
export const toCheckoutList = (lines: readonly CartLine[]) =>
  lines.map(({ productid, pricingid, quantity }) => ({ productid, pricingid, quantity }));

/**
 * A link `/cart?add=<pricingid>` as the command a page would send: one of each, at current prices. `now` in ms is its number. Prices missing from the
 * catalogue count as products no longer offered.
 */
export function cartCommandFromLink(
  pricingids: readonly string[],
  catalogue: readonly CatalogueProduct[],
  now: number,
): Extract<ToFrame, { type: "cart-open" }> {
  const products = pricingids.slice(0, cartLinesMax).map((pricingid) => ({
    id: catalogue.find(({ pricings }) => pricings.some((each) => each.pricingid === pricingid))?.productid ?? "",
    quantity: 1,
    selectedPricing: { pricingid },
  }));
  return { cart: frameVersion, n: now, type: "cart-open", products };
}
