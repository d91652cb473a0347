import type { FillErrorCode } from "#contract/http/errors.ts";
import type { PricedLine } from "#server/catalogue/public.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Refusal, Refuses } from "#server/platform/refusal.ts";
import { type Sentence, type SentenceContent, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import {
  type FillScreening,
  loadFillFacts,
  type FillFacts,
  type FillObstacle,
  type FillObstacleKind,
  fillObstacles,
  consumeFill,
  type RequestedFill,
} from "#server/prescriptions/public.ts";
import type { OrderKind } from "../orders.ts";

type Deps<D = Database> = Pick<Services, "content" | "clock"> & { readonly db: D };

/** Reads what the fill rule asks of a patient's answers; without it, all that has to be combined is. */
export type LoadFillScreening = (db: Database, patientId: string) => Promise<FillScreening>;

export interface FillRequest {
  readonly patientId: string;
  readonly kind: OrderKind;
  readonly screening?: LoadFillScreening | undefined;
}

/** The prescription each product's fill was consumed from. */
export type FilledPrescriptions = ReadonlyMap<string, string>;

/** The refusal code of each obstacle. */
export const fillErrorCodes = {
  not_prescribed: "step_ahead",
  on_hold: "prescription_needed",
  waits_for_clinician: "prescription_needed",
  no_refills: "prescription_needed",
  on_subscription: "on_subscription",
  quantity_above_prescribed: "quantity_above_prescribed",
  too_early: "too_early",
  linked_supply: "prescription_needed",
  progestogen_needed: "progestogen_needed",
} as const satisfies Record<FillObstacleKind, FillErrorCode>;

/** The lines as fill requests; lines without a prescription product are left out. `lineIndex` is the index in the order. */
export const wantedFills = (
  lines: readonly PricedLine[],
  kind: OrderKind,
): (RequestedFill & { readonly lineIndex: number })[] =>
  lines
    .map(({ product, pricing, quantity }, lineIndex) => ({
      lineIndex,
      prescription: product.prescription,
      productId: product.productid,
      quantity,
      packDays: pricing.dayssupply,
      // With any other kind a doctor decides first, and the subscription begins then.
      consumesFill: kind === "cart",
      followingFills: kind === "cart" ? 0 : pricing.refills,
      boughtSeparately: kind === "cart",
    }))
    .filter(({ prescription }) => prescription);

/** The facts the fill rule needs for a patient's order. */
export async function readFillFacts(services: Deps, { patientId, screening }: FillRequest): Promise<FillFacts> {
  const asked = screening
    ? await screening(services.db, patientId)
    : { companions: services.content.requirements, forbids: () => false };
  return loadFillFacts(services, patientId, asked);
}

/** What prevents ordering these lines, `index` being that of the line; empty if nothing does. */
export async function orderObstacles(
  services: Deps,
  request: FillRequest,
  lines: readonly PricedLine[],
): Promise<readonly FillObstacle[]> {
  const wanted = wantedFills(lines, request.kind);
  if (wanted.length === 0) return [];
  return fillObstacles(await readFillFacts(services, request), wanted).map((each) => ({
    ...each,
    index: wanted[each.index]?.lineIndex ?? each.index,
  }));
}

/**
 * Consumes a fill for each line of a cart; for other kinds, which a doctor has yet to decide on, the fills are only checked. Runs in the
 * transaction that writes the order, under the patient's order lock. Refuses with the codes of `fillErrorCodes`.
 */
export async function fillOrder(
  services: Deps<Tx> & Refuses<FillErrorCode | "conflict" | "wrong_state">,
  request: FillRequest,
  lines: readonly PricedLine[],
): Promise<FilledPrescriptions> {
  const obstacles = await orderObstacles(services, request, lines);
  if (obstacles.length > 0) throw fillRefusal(services, obstacles);
  const fills = new Map<string, string>();
  for (const { productId, consumesFill } of wantedFills(lines, request.kind)) {
    if (!consumesFill) continue;
    const prescriptionId = await consumeFill(services.db, request.patientId, productId);
    if (prescriptionId === null) throw services.refuse("conflict");
    fills.set(productId, prescriptionId);
  }
  return fills;
}

/** One refusal for all obstacles: the code of the first one, a sentence for each (or `combinedMessage`), and the lines they are about. */
export function fillRefusal(
  { content, refuse }: { readonly content: SentenceContent } & Refuses<FillErrorCode | "wrong_state">,
  obstacles: readonly FillObstacle[],
  combinedMessage?: Sentence,
): Refusal {
  const [first] = obstacles;
  const from = first?.from;
  return refuse(first ? fillErrorCodes[first.kind] : "wrong_state", {
    message: combinedMessage ?? [...new Set(obstacles.map(({ message }) => toText(content, message)))].join(" "),
    fields: obstacles.map(({ index, kind, message }) => ({
      path: `checkout.${index}.${kind === "quantity_above_prescribed" ? "quantity" : "productid"}`,
      message,
    })),
    ...(from === undefined ? {} : { details: { date: from } }),
  });
}
