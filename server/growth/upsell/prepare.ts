import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { lockOrdersOf, productById } from "#server/store/public.ts";
import { fromWhere, offerNamed, openOffer, requireOffered, requireOpen } from "./offers.ts";
import { changePricing, lockUpsell, type UpsellRow } from "./queries.ts";
import { upsellStanding } from "./standing.ts";

/** One thing a patient accepts: an offer, or a product that is on offer, in this or another supply; `path` is its place in the request. */
export interface Wanted {
  readonly path: string;
  readonly upsellId: string | undefined;
  /** The code of the offer, or its product. */
  readonly productId: string | undefined;
  readonly pricingId: string | undefined;
  readonly triggeredfrom: string | undefined;
}

/**
 * The open offers behind what she accepts; a product she names herself is offered to her. Refuses `not_found` for an offer that is not
 * hers, `bad_request` for what is not on offer, `wrong_state` for one she decided on, and what `requireOffered` refuses.
 */
export async function prepareUpsells(
  parts: TxServices,
  patientId: string,
  wanted: readonly Wanted[],
): Promise<UpsellRow[]> {
  // Two requests that name the same offers in another order wait for each other here.
  await lockOrdersOf(parts.db, patientId);
  const rows: UpsellRow[] = [];
  for (const each of wanted) rows.push(await rowOf(parts, patientId, each));
  const twice = rows.findIndex(
    ({ product_id }, index) => rows.findIndex((other) => other.product_id === product_id) < index,
  );
  if (twice >= 0) throw bad(wanted[twice], "productId", "Please list each product once.");
  const standing = await upsellStanding(parts, patientId);
  const products = rows.map(({ product_id }) => product_id);
  for (const productId of products) requireOffered(parts, standing, productId, products);
  return rows;
}

async function rowOf(parts: TxServices, patientId: string, wanted: Wanted): Promise<UpsellRow> {
  const { upsellId } = wanted;
  const mine = upsellId === undefined ? undefined : await lockUpsell(parts.db, patientId, upsellId);
  if (upsellId !== undefined && !mine) throw new Refusal("not_found");
  if (mine) requireOpen(mine);
  const offer = offerNamed(parts.content, wanted.productId ?? mine?.product_id);
  const product = offer && productById(parts.content, offer.productid);
  if (!offer || !product || (mine && mine.product_id !== offer.productid))
    throw bad(wanted, "productId", "This product is not on offer.");
  const row = mine ?? (await openOffer(parts, patientId, offer, wanted.triggeredfrom ?? "asked"));
  const opened = await fromWhere(parts.db, row, wanted.triggeredfrom);
  return inSupply(parts.db, opened, product, wanted);
}

/** The offer in the supply asked for. */
async function inSupply(
  tx: Tx,
  row: UpsellRow,
  { pricings }: NonNullable<ReturnType<typeof productById>>,
  wanted: Wanted,
): Promise<UpsellRow> {
  const { pricingId = row.pricing_id } = wanted;
  if (!pricings.some(({ pricingid }) => pricingid === pricingId))
    throw bad(wanted, "pricingId", "This size is no longer offered. Please choose again.");
  return row.pricing_id === pricingId ? row : changePricing(tx, row.id, pricingId);
}

const bad = (wanted: Wanted | undefined, field: string, message: string): Refusal =>
  new Refusal("bad_request", { message, fields: [{ path: `${wanted?.path ?? ""}${field}`, message }] });
