import type * as z from "zod/mini";
import type { CartObstacle } from "#contract/cart/calls.ts";
import { formatList } from "#contract/fields/formats.ts";
import { errorMessage, type FillErrorCode } from "#contract/http/errors.ts";
import { priceLines, type RequestedLine } from "#server/catalogue/public.ts";
import { fillScreeningOf, visitBasket } from "#server/onboarding/public.ts";
import {
  readFillFacts,
  fillErrorCodes,
  fillRefusal,
  orderObstacles,
  type FillRequest,
  wantedFills,
} from "#server/orders/public.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { type FillFacts, type FillObstacle, fillObstacles, type RequestedFill } from "#server/prescriptions/public.ts";

type Deps = Pick<Services, "db" | "content" | "clock" | "secrets">;
type CartObstacleView = z.output<typeof CartObstacle>;

/** The fill request of a patient's cart. */
export const cartFillRequest = (services: Deps, patientId: string): FillRequest & { readonly kind: "cart" } => ({
  patientId,
  kind: "cart",
  screening: (db, id) => fillScreeningOf({ ...services, db }, id),
});

/**
 * Checks that a patient may order these lines from the cart. Prescription items need an existing prescription; the first one comes from the
 * visit. Refuses with `bad_request` for a line not offered, with `visit_stopped`, and as `fillOrder` does, naming the lines.
 */
export async function requireOrderable(
  services: Deps & Refuses<FillErrorCode | "visit_stopped" | "wrong_state">,
  patientId: string,
  lines: readonly RequestedLine[],
): Promise<void> {
  const priced = priceLines(services.content, lines);
  if (!priced.some(({ product }) => product.prescription)) return;
  const visit = await visitBasket(services, patientId);
  if (visit?.stopped) throw services.refuse("visit_stopped");
  const obstacles = await orderObstacles(services, cartFillRequest(services, patientId), priced);
  if (obstacles.length === 0) return;
  const inCare = visit?.status === "DONE";
  const unprescribed = obstacles
    .filter(({ kind }) => kind === "not_prescribed")
    .map(({ index }) => priced[index]?.product.name ?? "");
  const message = unprescribed.length === obstacles.length && !inCare ? needPrescription(unprescribed) : undefined;
  throw fillRefusal(services, withMessages(services, inCare, obstacles), message);
}

/** The same check before payment: each line that cannot be ordered now, why, and how to fix it. */
export async function cartObstacles(
  services: Deps,
  patientId: string,
  lines: readonly RequestedLine[],
): Promise<CartObstacleView[]> {
  const priced = priceLines(services.content, lines);
  const wanted = wantedFills(priced, "cart");
  if (wanted.length === 0) return [];
  const [visit, facts] = await Promise.all([
    visitBasket(services, patientId),
    readFillFacts(services, cartFillRequest(services, patientId)),
  ]);
  const inCare = visit?.status === "DONE";
  const pricingIdAt = (lineIndex: number) => priced[lineIndex]?.pricing.pricingid ?? "";
  if (visit?.stopped) {
    const message = errorMessage("visit_stopped");
    return wanted.map(({ lineIndex }) => ({
      pricingid: pricingIdAt(lineIndex),
      code: "visit_stopped",
      message,
      from: null,
      fix: null,
    }));
  }
  return withMessages(services, inCare, fillObstacles(facts, wanted)).map((obstacle) => ({
    pricingid: pricingIdAt(wanted[obstacle.index]?.lineIndex ?? -1),
    code: fillErrorCodes[obstacle.kind],
    message: toText(services.content, obstacle.message),
    from: obstacle.from ?? null,
    fix: fixOf(services, facts, wanted, obstacle, inCare),
  }));
}

/** How the patient can fix an obstacle at once; null if they can only remove the line. */
function fixOf(
  services: Deps,
  facts: FillFacts,
  wanted: readonly RequestedFill[],
  obstacle: FillObstacle,
  inCare: boolean,
): CartObstacleView["fix"] {
  switch (obstacle.kind) {
    case "quantity_above_prescribed":
      return obstacle.quantity === undefined ? null : { kind: "quantity", quantity: obstacle.quantity };
    case "progestogen_needed":
      return companionToAdd(services, facts, wanted, obstacle) ?? { kind: "message_doctor" };
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

/** A product that can be added now and makes the line orderable; one that isn't prescribed has an obstacle of its own. */
function companionToAdd(
  { content }: Deps,
  facts: FillFacts,
  wanted: readonly RequestedFill[],
  { index, neededCategory: needs }: FillObstacle,
): CartObstacleView["fix"] {
  for (const { productid, name, categories, pricings } of content.catalogue.products) {
    if (!categories.some((each) => each === needs)) continue;
    for (const { pricingid, dayssupply: packDays } of pricings) {
      const candidate = {
        productId: productid,
        quantity: 1,
        packDays,
        consumesFill: true,
        followingFills: 0,
        boughtSeparately: true,
      };
      const remaining = fillObstacles(facts, [...wanted, candidate]);
      if (remaining.every((each) => each.index !== index && each.index !== wanted.length))
        return { kind: "add", productid, pricingid, name };
    }
  }
  return null;
}

/** Adds to each unprescribed line what to do about it; a patient in care has no visit to start. */
function withMessages({ content }: Deps, inCare: boolean, obstacles: readonly FillObstacle[]): FillObstacle[] {
  const nameOf = (id: string) => content.catalogue.products.find(({ productid }) => productid === id)?.name ?? "";
  return obstacles.map((obstacle) => ({
    ...obstacle,
    ...(obstacle.kind === "not_prescribed" && {
      message: inCare
        ? sentence("cart.not_prescribed", { name: nameOf(obstacle.productId) })
        : needPrescription([nameOf(obstacle.productId)]),
    }),
  }));
}

/** What to do about items that need a first visit. */
function needPrescription(names: readonly string[]): Sentence {
  const values = { names: formatList([...new Set(names)]) };
  return names.length === 1 ? sentence("cart.needs_visit", values) : sentence("cart.need_visit", values);
}
