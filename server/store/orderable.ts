import type * as z from "zod/mini";
import type { CartObstacle } from "#contract/store.ts";
import { inList } from "#contract/formats.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { companionsOf, visitBasket } from "#server/onboarding/public.ts";
import { type FillFacts, type FillObstacle, fillObstacles, type WantedFill } from "#server/prescriptions/public.ts";
import { priceLines, type Line } from "./catalogue.ts";
import { factsToFill, fillCodes, fillRefusal, orderObstacles, type ToFill, wantedOf } from "./fill-order.ts";

type Parts = Pick<Services, "db" | "content" | "clock" | "secrets">;
type Shown = z.output<typeof CartObstacle>;

/** How a cart of a patient is filled. */
export const cartOf = (parts: Parts, patientId: string): ToFill & { readonly kind: "cart" } => ({
  patientId,
  kind: "cart",
  companions: (db, id) => companionsOf({ ...parts, db }, id),
});

/**
 * Whether a patient may order these lines from a cart. It sells prescription items only by a prescription; the first one comes by the
 * visit. Refuses with `bad_request` for a line not offered, `visit_stopped`, and as `fillOrder`, naming the lines.
 */
export async function requireOrderable(parts: Parts, patientId: string, lines: readonly Line[]): Promise<void> {
  const priced = priceLines(parts.content, lines);
  if (!priced.some(({ product }) => product.prescription)) return;
  const visit = await visitBasket(parts, patientId);
  if (visit?.stopped) throw new Refusal("visit_stopped");
  const obstacles = await orderObstacles(parts, cartOf(parts, patientId), priced);
  if (obstacles.length === 0) return;
  const inCare = visit?.status === "DONE";
  const waiting = obstacles
    .filter(({ kind }) => kind === "not_prescribed")
    .map(({ index }) => priced[index]?.product.name ?? "");
  const all = waiting.length === obstacles.length && !inCare ? needPrescription(waiting) : undefined;
  throw fillRefusal(inWords(parts, inCare, obstacles), all);
}

/** The same before anything is paid: each line that cannot be ordered now, why, and what would help. */
export async function cartObstacles(parts: Parts, patientId: string, lines: readonly Line[]): Promise<Shown[]> {
  const priced = priceLines(parts.content, lines);
  const wanted = wantedOf(priced, "cart");
  if (wanted.length === 0) return [];
  const [visit, facts] = await Promise.all([
    visitBasket(parts, patientId),
    factsToFill(parts, cartOf(parts, patientId)),
  ]);
  const inCare = visit?.status === "DONE";
  const pricingAt = (at: number) => priced[at]?.pricing.pricingid ?? "";
  if (visit?.stopped) {
    const { message } = new Refusal("visit_stopped");
    return wanted.map(({ at }) => ({
      pricingid: pricingAt(at),
      code: "visit_stopped",
      message,
      from: null,
      fix: null,
    }));
  }
  return inWords(parts, inCare, fillObstacles(facts, wanted)).map((obstacle) => ({
    pricingid: pricingAt(wanted[obstacle.index]?.at ?? -1),
    code: fillCodes[obstacle.kind],
    message: obstacle.message,
    from: obstacle.from ?? null,
    fix: fixOf(parts, facts, wanted, obstacle, inCare),
  }));
}

/** What can be done about it here and now; null: nothing but to remove the line. */
function fixOf(
  parts: Parts,
  facts: FillFacts,
  wanted: readonly WantedFill[],
  obstacle: FillObstacle,
  inCare: boolean,
): Shown["fix"] {
  switch (obstacle.kind) {
    case "quantity_above_prescribed":
      return obstacle.quantity === undefined ? null : { kind: "quantity", quantity: obstacle.quantity };
    case "progestogen_needed":
      return companionToAdd(parts, facts, wanted, obstacle) ?? { kind: "message_doctor" };
    case "on_subscription":
      return { kind: "open_treatment" };
    case "on_hold":
    case "no_refills":
      return { kind: "message_doctor" };
    case "not_prescribed":
      return inCare ? { kind: "message_doctor" } : { kind: "start_visit" };
    default:
      return null;
  }
}

/** The product that can be added now, and with which the line may be ordered. */
function companionToAdd(
  { content }: Parts,
  facts: FillFacts,
  wanted: readonly WantedFill[],
  { index, needs }: FillObstacle,
): Shown["fix"] {
  for (const { productid, name, prescription, categories, pricings } of content.catalogue.products) {
    if (!prescription || !facts.prescriptions.has(productid) || !categories.some((each) => each === needs)) continue;
    for (const { pricingid, dayssupply: packDays } of pricings) {
      const added = { productId: productid, quantity: 1, packDays, takesFill: true, fillsAfter: 0, apart: true };
      const left = fillObstacles(facts, [...wanted, added]);
      if (left.every((each) => each.index !== index && each.index !== wanted.length))
        return { kind: "add", productid, pricingid, name };
    }
  }
  return null;
}

/** What is not prescribed is said with what to do about it; a patient in care has no visit to start. */
function inWords({ content }: Parts, inCare: boolean, obstacles: readonly FillObstacle[]): FillObstacle[] {
  const nameOf = (id: string) => content.catalogue.products.find(({ productid }) => productid === id)?.name ?? "";
  return obstacles.map((obstacle) => ({
    ...obstacle,
    ...(obstacle.kind === "not_prescribed" && {
      message: inCare ? notPrescribed(nameOf(obstacle.productId)) : needPrescription([nameOf(obstacle.productId)]),
    }),
  }));
}

/** What to do about items that wait for a first visit, in one sentence. */
function needPrescription(names: readonly string[]): string {
  const all = inList([...new Set(names)]);
  return names.length === 1
    ? `${all} needs a prescription. Please start a visit, or remove it from your cart.`
    : `${all} need a prescription. Please start a visit, or remove them from your cart.`;
}
const notPrescribed = (name: string): string =>
  `Your doctor hasn't prescribed ${name}. Please ask in a message, or remove it from your cart.`;
