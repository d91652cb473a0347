import type { Database } from "#server/platform/database/open.ts";
import { type Ids, isOneOf } from "#server/platform/database/read-together.ts";

/**
 * Which parcel brings which line of an order. An order goes in one parcel or in several; a parcel that came back brings nothing, and its lines
 * wait for the pharmacy again. Everything that asks what a patient was sent asks here.
 */

/** A parcel of an order, as far as what it brings is concerned. */
export interface SentParcel {
  readonly order_id: string;
  /** Counted from 1 in each order. */
  readonly parcel: number;
  readonly shipped_at: Date;
  readonly returned_at: Date | null;
}

/** A line that was packed; `parcel` is null until it leaves. */
export interface PackedLine {
  readonly order_id: string;
  readonly line: number;
  readonly parcel: number | null;
}

interface OrderLine {
  readonly order_id: string;
  readonly line: number;
  readonly cancelled_at: Date | null;
}

/** Whether a line was to be sent when a parcel left: what was cancelled before was not. */
export const wasSent = (
  { cancelled_at }: { readonly cancelled_at: Date | null },
  { shippedAt }: { readonly shippedAt: Date },
): boolean => cancelled_at === null || cancelled_at > shippedAt;

/** Whether a line was in a parcel. One whose lines nobody recorded had every line that was not cancelled when it left. */
export function isInParcel(line: OrderLine, parcel: SentParcel, fills: readonly PackedLine[]): boolean {
  const recorded = fills.filter((fill) => fill.order_id === parcel.order_id && fill.parcel === parcel.parcel);
  return recorded.length > 0
    ? recorded.some((fill) => fill.line === line.line)
    : wasSent(line, { shippedAt: parcel.shipped_at });
}

/** The parcel that brings a line, or brought it; null where none has left with it, or each came back. */
export function parcelOf<P extends SentParcel>(
  line: OrderLine,
  parcels: readonly P[],
  fills: readonly PackedLine[],
): P | null {
  return (
    parcels.findLast(
      (parcel) => parcel.order_id === line.order_id && parcel.returned_at === null && isInParcel(line, parcel, fills),
    ) ?? null
  );
}

/** What was packed of orders. */
export const orderFillRows = (db: Database, orderIds: Ids) =>
  db
    .selectFrom("order_fill")
    .select(["order_id", "line", "parcel", "lot_number", "expires_on", "packed_at", "matched", "uncoded_reason"])
    .select(["packer", "packer_name", "verifier", "verifier_name", "verified_at"])
    .where(isOneOf("order_id", orderIds));

/** The NDCs of the boxes that were scanned into orders' parcels, each once a line and parcel. */
export const sentNdcRows = (db: Database, orderIds: Ids) =>
  db
    .selectFrom("packed_box")
    .innerJoin("order_fill", "order_fill.id", "packed_box.fill_id")
    .select(["order_fill.order_id", "order_fill.line", "order_fill.parcel", "packed_box.ndc"])
    .distinct()
    .where(isOneOf("order_fill.order_id", orderIds))
    .where("order_fill.parcel", "is not", null)
    .orderBy("packed_box.ndc");

/** The parcels of orders, in the order they left. */
export const parcelRows = (db: Database, orderIds: Ids) =>
  db.selectFrom("shipment").selectAll().where(isOneOf("order_id", orderIds)).orderBy("parcel");
