import type { ErrorCode } from "#contract/http/errors.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import {
  type Companion,
  loadFillFacts,
  type FillFacts,
  type FillObstacle,
  type FillObstacleKind,
  fillObstacles,
  consumeFill,
  type RequestedFill,
} from "#server/prescriptions/public.ts";
import type { PricedLine } from "./catalogue.ts";
import type { OrderKind } from "./orders.ts";

type Deps<D = Database> = Pick<Services, "content" | "clock"> & { readonly db: D };

/** Reads what belongs together for a patient; where nobody says, all that may is taken to. */
export type LoadCompanions = (db: Database, patientId: string) => Promise<readonly Companion[]>;

export interface FillRequest {
  readonly patientId: string;
  readonly kind: OrderKind;
  readonly companions?: LoadCompanions | undefined;
}

/** The prescription a fill of each product was taken of. */
export type FilledPrescriptions = ReadonlyMap<string, string>;

/** Code of a refusal, by what stands in the way of a line. */
export const fillErrorCodes = {
  not_prescribed: "step_ahead",
  on_hold: "prescription_needed",
  no_refills: "prescription_needed",
  on_subscription: "on_subscription",
  quantity_above_prescribed: "quantity_above_prescribed",
  too_early: "too_early",
  progestogen_needed: "progestogen_needed",
} as const satisfies Record<FillObstacleKind, ErrorCode>;

/** The lines as the rule of fills sees them; what needs no prescription is left out. `index` is that of the order. */
export const wantedFills = (
  lines: readonly PricedLine[],
  kind: OrderKind,
): (RequestedFill & { readonly at: number })[] =>
  lines
    .map(({ product, pricing, quantity }, lineIndex) => ({
      at: lineIndex,
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
export async function readFillFacts(services: Deps, { patientId, companions }: FillRequest): Promise<FillFacts> {
  const required = companions ? await companions(services.db, patientId) : services.content.requirements;
  return loadFillFacts(services, patientId, required);
}

/** What stands in the way of an order's lines, `index` being that of the line; an empty list: nothing does. */
export async function orderObstacles(
  services: Deps,
  request: FillRequest,
  lines: readonly PricedLine[],
): Promise<readonly FillObstacle[]> {
  const wanted = wantedFills(lines, request.kind);
  if (wanted.length === 0) return [];
  return fillObstacles(await readFillFacts(services, request), wanted).map((each) => ({
    ...each,
    index: wanted[each.index]?.at ?? each.index,
  }));
}

/**
 * Takes a fill for each line of a cart; what a doctor has yet to decide on is only checked. In the transaction that writes the order, under
 * the lock of the patient's orders. Refuses with the codes of `fillErrorCodes`.
 */
export async function fillOrder(
  services: Deps<Tx>,
  request: FillRequest,
  lines: readonly PricedLine[],
): Promise<FilledPrescriptions> {
  const obstacles = await orderObstacles(services, request, lines);
  if (obstacles.length > 0) throw fillRefusal(obstacles);
  const fills = new Map<string, string>();
  for (const { productId, takesFill } of wantedFills(lines, request.kind)) {
    if (!takesFill) continue;
    const prescriptionId = await consumeFill(services.db, request.patientId, productId);
    if (prescriptionId === null) throw new Refusal("conflict");
    fills.set(productId, prescriptionId);
  }
  return fills;
}

/** One answer for all obstacles: the code of the first one, a sentence for each or one for `all`, and which line it is about. */
export function fillRefusal(obstacles: readonly FillObstacle[], combinedMessage?: string): Refusal {
  const [first] = obstacles;
  const from = obstacles.find(({ kind }) => kind === first?.kind)?.from;
  return new Refusal(first ? fillErrorCodes[first.kind] : "wrong_state", {
    message: combinedMessage ?? [...new Set(obstacles.map(({ message }) => message))].join(" "),
    fields: obstacles.map(({ index, kind, message }) => ({
      path: `checkout.${index}.${kind === "quantity_above_prescribed" ? "quantity" : "productid"}`,
      message,
    })),
    ...(from === undefined ? {} : { details: { date: from } }),
  });
}
