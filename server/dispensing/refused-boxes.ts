import { isSameNdc } from "#contract/dispensing/ndc.ts";
import type { LineRow } from "#server/orders/public.ts";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { Packing } from "./match-scans.ts";

/** Refuses a lot that was recalled. */
export async function requireNotRecalled(
  { refuse }: Refuses<"wrong_state">,
  tx: TxServices,
  lines: readonly LineRow[],
  packed: readonly Packing[],
): Promise<void> {
  const lots = packed.flatMap(({ line, lotNumber, boxes }) => [
    ...(lotNumber === null ? [] : [{ line, lot: lotNumber, ndc: null }]),
    ...boxes.flatMap((box) => (box.lotNumber === null ? [] : [{ line, lot: box.lotNumber, ndc: box.ndc }])),
  ]);
  if (lots.length === 0) return;
  const recalled = await tx.db
    .selectFrom("recalled_lot")
    .select(["lot_number", "ndc"])
    .where("lot_number", "in", [...new Set(lots.map(({ lot }) => lot))])
    .execute();
  if (recalled.length === 0) return;
  const products = new Map(lines.map((line) => [line.line, line]));
  for (const { line, lot, ndc } of lots) {
    const row = products.get(line);
    const own = ndc === null ? ndcsOf(tx, row?.product_id) : [ndc];
    const isRecalled = recalled.some(
      (each) => each.lot_number === lot && (each.ndc === "" || own.some((one) => isSameNdc(one, each.ndc))),
    );
    if (isRecalled)
      throw refuse("wrong_state", {
        message: `Lot ${lot} of ${row?.name ?? "this medicine"} was recalled. Please put it aside and take another lot.`,
      });
  }
}

const ndcsOf = ({ content }: Pick<Services, "content">, productId: string | undefined): readonly string[] =>
  content.catalogue.products.find(({ productid }) => productid === productId)?.ndcs.map(({ ndc }) => ndc) ?? [];

/**
 * Refuses a box that has left, whatever became of it (what came back isn't dispensed again), or that waits packed for another line. Nobody else packs
 * the same box meanwhile: the lock lasts until the transaction ends.
 */
export async function requireOwnBoxes(
  { refuse }: Refuses<"wrong_state">,
  db: Tx,
  orderId: string,
  packed: readonly Packing[],
): Promise<void> {
  const boxes = packed.flatMap(({ line, boxes: own }) =>
    own.flatMap(({ gtin, serial, whole }) => (whole && serial !== null ? { line, gtin, serial } : [])),
  );
  if (boxes.length === 0) return;
  await acquireAdvisoryLock(db, "packed boxes");
  const serials = [...new Set(boxes.map(({ serial }) => serial))];
  const alike = db.selectFrom("packed_box").where("packed_box.serial", "in", serials);
  const found = await alike
    .innerJoin("order_fill", "order_fill.id", "packed_box.fill_id")
    .innerJoin("order_line", (join) =>
      join.onRef("order_line.order_id", "=", "order_fill.order_id").onRef("order_line.line", "=", "order_fill.line"),
    )
    .innerJoin("customer_order", "customer_order.id", "order_fill.order_id")
    .select(["packed_box.gtin", "packed_box.serial", "order_fill.order_id", "order_fill.line", "order_fill.parcel"])
    .select(["order_line.cancelled_at", "order_line.name"])
    .select(["customer_order.status", "customer_order.number"])
    .where("packed_box.whole", "=", true)
    // What was never put in is still at the pharmacy.
    .where("order_fill.void_reason", "is distinct from", "missing")
    .execute();
  for (const { line, gtin, serial } of boxes) {
    const taken = found.find((each) => {
      if (each.gtin !== gtin || each.serial !== serial) return false;
      if (each.parcel !== null) return true;
      const isOwn = each.order_id === orderId && each.line === line;
      return !isOwn && each.cancelled_at === null && orderStates.toSend.has(each.status);
    });
    if (taken)
      throw refuse("wrong_state", {
        message: `This box of ${taken.name} (serial ${serial}) ${taken.parcel === null ? "is packed" : "has left"} already, for order ${taken.number ?? ""}. Please take another box.`,
      });
  }
}
