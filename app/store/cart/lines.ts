import type { CartLine, FrameProduct } from "#contract/frame.ts";
import { cartLinesMax, cartQuantityMax } from "#contract/frame-limits.ts";
import type { OfferedProduct } from "#contract/onboarding.ts";

type Pricing = OfferedProduct["pricings"][number];

/** A line with the product it is of. */
export interface ShownLine {
  readonly line: CartLine;
  readonly product: OfferedProduct;
  readonly pricing: Pricing;
}

/** What became of products asked for: the new lines, and a sentence for each that could not be added as asked. */
export interface Added {
  readonly lines: readonly CartLine[];
  readonly problems: readonly string[];
}

/** Product and pricing of a line; null when either is no longer offered. */
export function findProduct(
  catalogue: readonly OfferedProduct[],
  { productid, pricingid }: Pick<CartLine, "productid" | "pricingid">,
): Pick<ShownLine, "product" | "pricing"> | null {
  const product = catalogue.find((each) => each.productid === productid);
  const pricing = product?.pricings.find((each) => each.pricingid === pricingid);
  return product && pricing ? { product, pricing } : null;
}

/** Adds products a marketing page asked for. What is there already grows; nothing there is ever lost. */
export function addProducts(
  catalogue: readonly OfferedProduct[],
  lines: readonly CartLine[],
  asked: readonly FrameProduct[],
): Added {
  return asked.reduce<Added>((cart, wanted) => addOne(catalogue, cart, wanted), { lines, problems: [] });
}

function addOne(catalogue: readonly OfferedProduct[], cart: Added, wanted: FrameProduct): Added {
  const { pricingid, price } = wanted.selectedPricing;
  const refuse = (problem: string): Added => ({ ...cart, problems: [...cart.problems, problem] });
  const found = findProduct(catalogue, { productid: wanted.id, pricingid });
  if (!found) return refuse("One product is not offered any more, so we could not add it.");
  const { name } = found.product;
  if (!Number.isInteger(wanted.quantity) || wanted.quantity < 1)
    return refuse(`We could not add ${name}: its quantity was not a whole number above 0.`);
  const before = cart.lines.find((line) => line.pricingid === pricingid);
  if (!before && cart.lines.length >= cartLinesMax)
    return refuse(`Your cart is full, so we could not add ${name}. Please check out first.`);
  const total = (before?.quantity ?? 0) + wanted.quantity;
  const quantity = Math.min(total, cartQuantityMax);
  const line: CartLine = { productid: wanted.id, pricingid, quantity, price: before?.price ?? price ?? null };
  const lines = before ? cart.lines.map((each) => (each === before ? line : each)) : [...cart.lines, line];
  const problems =
    total > quantity
      ? [...cart.problems, `You can order at most ${cartQuantityMax} of ${name} at once.`]
      : cart.problems;
  return { lines, problems };
}

/** Sets a quantity; 0 removes the line (spec §4). */
export function setQuantity(lines: readonly CartLine[], pricingid: string, quantity: number): readonly CartLine[] {
  const wanted = Math.min(Math.max(0, Math.trunc(quantity)), cartQuantityMax);
  if (wanted === 0) return lines.filter((line) => line.pricingid !== pricingid);
  return lines.map((line) => (line.pricingid === pricingid ? { ...line, quantity: wanted } : line));
}

/** Lines with their products, and a sentence for each that is gone from the catalogue, which the cart then drops. */
export function showLines(
  catalogue: readonly OfferedProduct[],
  lines: readonly CartLine[],
): { readonly shown: readonly ShownLine[]; readonly gone: readonly CartLine[] } {
  const shown: ShownLine[] = [];
  const gone: CartLine[] = [];
  for (const line of lines) {
    const found = findProduct(catalogue, line);
    if (found) shown.push({ line, ...found });
    else gone.push(line);
  }
  return { shown, gone };
}

/** Whether a product costs more now than she was shown. */
export const hasRisen = ({ line, pricing }: ShownLine): boolean => line.price !== null && pricing.price > line.price;

/** Today's prices as the ones she has seen. */
export const acceptPrices = (shown: readonly ShownLine[]): readonly CartLine[] =>
  shown.map(({ line, pricing }) => ({ ...line, price: pricing.price }));

/** Number of items. */
export const countOf = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Today's price of one, in cents. */
export const unitCents = ({ pricing }: Pick<ShownLine, "pricing">): number => Math.round(pricing.price * 100);

/** Sub-total in cents at today's prices. */
export const subtotalCents = (shown: readonly ShownLine[]): number =>
  shown.reduce((sum, each) => sum + unitCents(each) * each.line.quantity, 0);

/** The cart after an order of `bought`: what she added since stays. */
export const withoutBought = (
  lines: readonly CartLine[],
  bought: readonly { readonly pricingid: string; readonly quantity: number }[],
): CartLine[] =>
  lines.flatMap((line) => {
    const quantity = line.quantity - (bought.find(({ pricingid }) => pricingid === line.pricingid)?.quantity ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });

/** The list the tax and checkout calls take. */
export const checkoutList = (lines: readonly CartLine[]) =>
  lines.map(({ productid, pricingid, quantity }) => ({ productid, pricingid, quantity }));
