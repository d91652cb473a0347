import { productById } from "#server/catalogue/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { loadUpsellFacts } from "./eligibility-facts.ts";
import { changePricing, lockUpsell, type UpsellRow } from "./upsell-queries.ts";
import {
  updateTrigger,
  findUpsellItem,
  ensureOpenUpsell,
  requireEligible,
  requireOpen,
  type IneligibleErrorCode,
} from "./upsells.ts";

/** One upsell a patient accepts, by its id or product, in this or another pricing; `path` is its place in the request. */
export interface UpsellSelection {
  readonly path: string;
  readonly upsellId: string | undefined;
  /** The code of the upsell, or its product. */
  readonly productId: string | undefined;
  readonly pricingId: string | undefined;
  readonly triggeredfrom: string | undefined;
}

/**
 * The open upsells behind what the patient accepts; one named by product is opened. Refuses `not_found` for an upsell that is not the
 * patient's, `bad_request` for what is not on offer, `wrong_state` for one already decided, and what `requireEligible` refuses.
 */
export async function openSelectedUpsells(
  services: TxServices & Refuses<IneligibleErrorCode>,
  patientId: string,
  selections: readonly UpsellSelection[],
): Promise<UpsellRow[]> {
  // Serializes requests that name the same upsells in another order, which could deadlock.
  await lockPatientOrders(services.db, patientId);
  const rows: UpsellRow[] = [];
  for (const each of selections) rows.push(await openSelectedUpsell(services, patientId, each));
  const duplicate = rows.findIndex(
    ({ product_id }, index) => rows.findIndex((other) => other.product_id === product_id) < index,
  );
  if (duplicate >= 0) throw badSelection(selections[duplicate], "productId", sentence("growth.listed_twice"));
  const facts = await loadUpsellFacts(services, patientId);
  const products = rows.map(({ product_id }) => product_id);
  for (const productId of products) requireEligible(services, facts, productId, products);
  return rows;
}

async function openSelectedUpsell(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  selection: UpsellSelection,
): Promise<UpsellRow> {
  const { upsellId } = selection;
  const existing = upsellId === undefined ? undefined : await lockUpsell(services.db, patientId, upsellId);
  if (upsellId !== undefined && !existing) throw new Refusal("not_found");
  if (existing) requireOpen(services, existing);
  const item = findUpsellItem(services.content, selection.productId ?? existing?.product_id);
  const product = item && productById(services.content, item.productid);
  if (!item || !product || (existing && existing.product_id !== item.productid))
    throw badSelection(selection, "productId", sentence("growth.not_on_offer"));
  const row = existing ?? (await ensureOpenUpsell(services, patientId, item, selection.triggeredfrom ?? "asked"));
  const opened = await updateTrigger(services.db, row, selection.triggeredfrom);
  return withPricing(services.db, opened, product, selection);
}

/** The upsell with the requested pricing. */
async function withPricing(
  tx: Tx,
  row: UpsellRow,
  { pricings }: NonNullable<ReturnType<typeof productById>>,
  selection: UpsellSelection,
): Promise<UpsellRow> {
  const { pricingId = row.pricing_id } = selection;
  if (!pricings.some(({ pricingid }) => pricingid === pricingId))
    throw badSelection(selection, "pricingId", sentence("growth.size_not_offered"));
  return row.pricing_id === pricingId ? row : changePricing(tx, row.id, pricingId);
}

const badSelection = (selection: UpsellSelection | undefined, field: string, message: Sentence): Refusal =>
  new Refusal("bad_request", { message, fields: [{ path: `${selection?.path ?? ""}${field}`, message }] });
