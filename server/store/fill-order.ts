import type { ErrorCode } from "#contract/errors.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import {
  type Companion,
  fillFacts,
  type FillFacts,
  type FillObstacle,
  type FillObstacleKind,
  fillObstacles,
  takeFill,
  type WantedFill,
} from "#server/prescriptions/public.ts";
import type { PricedLine } from "./catalogue.ts";
import type { OrderKind } from "./orders.ts";

type Parts<D = Database> = Pick<Services, "content" | "clock"> & { readonly db: D };

/** Reads what belongs together for a patient; where nobody says, all that may is taken to. */
export type Companions = (db: Database, patientId: string) => Promise<readonly Companion[]>;

export interface ToFill {
  readonly patientId: string;
  readonly kind: OrderKind;
  readonly companions?: Companions | undefined;
}

/** The prescription a fill of each product was taken of. */
export type Fills = ReadonlyMap<string, string>;

/** Code of a refusal, by what stands in the way of a line. */
export const fillCodes = {
  not_prescribed: "step_ahead",
  on_hold: "prescription_needed",
  no_refills: "prescription_needed",
  on_subscription: "on_subscription",
  quantity_above_prescribed: "quantity_above_prescribed",
  too_early: "too_early",
  progestogen_needed: "progestogen_needed",
} as const satisfies Record<FillObstacleKind, ErrorCode>;

/** The lines as the rule of fills sees them; what needs no prescription is left out. `index` is that of the order. */
export const wantedOf = (lines: readonly PricedLine[], kind: OrderKind): (WantedFill & { readonly at: number })[] =>
  lines
    .map(({ product, pricing, quantity }, at) => ({
      at,
      prescription: product.prescription,
      productId: product.productid,
      quantity,
      packDays: pricing.dayssupply,
      // A doctor decides on whatever else an order brings; its subscription begins then.
      takesFill: kind === "cart",
      fillsAfter: kind === "cart" ? 0 : pricing.refills,
      apart: kind === "cart",
    }))
    .filter(({ prescription }) => prescription);

/** What the rule looks at for an order of a patient. */
export async function factsToFill(parts: Parts, { patientId, companions }: ToFill): Promise<FillFacts> {
  const known = companions ? await companions(parts.db, patientId) : parts.content.requirements;
  return fillFacts(parts, patientId, known);
}

/** What stands in the way of an order's lines, `index` being that of the line; an empty list: nothing does. */
export async function orderObstacles(
  parts: Parts,
  to: ToFill,
  lines: readonly PricedLine[],
): Promise<readonly FillObstacle[]> {
  const wanted = wantedOf(lines, to.kind);
  if (wanted.length === 0) return [];
  return fillObstacles(await factsToFill(parts, to), wanted).map((each) => ({
    ...each,
    index: wanted[each.index]?.at ?? each.index,
  }));
}

/**
 * Takes a fill for each line of a cart; what a doctor has yet to decide on is only checked. In the transaction that writes the order, under
 * the lock of the patient's orders. Refuses with the codes of `fillCodes`.
 */
export async function fillOrder(parts: Parts<Tx>, to: ToFill, lines: readonly PricedLine[]): Promise<Fills> {
  const obstacles = await orderObstacles(parts, to, lines);
  if (obstacles.length > 0) throw fillRefusal(obstacles);
  const fills = new Map<string, string>();
  for (const { productId, takesFill } of wantedOf(lines, to.kind)) {
    if (!takesFill) continue;
    const prescriptionId = await takeFill(parts.db, to.patientId, productId);
    if (prescriptionId === null) throw new Refusal("conflict");
    fills.set(productId, prescriptionId);
  }
  return fills;
}

/** One answer for all obstacles: the code of the first one, a sentence for each or one for `all`, and which line it is about. */
export function fillRefusal(obstacles: readonly FillObstacle[], all?: string): Refusal {
  const [first] = obstacles;
  const from = obstacles.find(({ kind }) => kind === first?.kind)?.from;
  return new Refusal(first ? fillCodes[first.kind] : "wrong_state", {
    message: all ?? [...new Set(obstacles.map(({ message }) => message))].join(" "),
    fields: obstacles.map(({ index, kind, message }) => ({
      path: `checkout.${index}.${kind === "quantity_above_prescribed" ? "quantity" : "productid"}`,
      message,
    })),
    ...(from === undefined ? {} : { details: { date: from } }),
  });
}
