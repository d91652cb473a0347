import { sql } from "kysely";
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
  /** It was recorded wrongly: the parcel never brought it. */
  readonly voided_at?: Date | null;
  readonly void_reason?: string | null;
  /** Of a voided one: where no other has its line, it's to be sent again. */
  readonly void_resends?: boolean | null;
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

/**
 * Whether a line left with a parcel, as it was recorded then: also one that was voided since. A parcel whose lines nobody recorded had every line that was
 * not cancelled when it left.
 */
export function leftWith(line: OrderLine, parcel: SentParcel, fills: readonly PackedLine[]): boolean {
  const recorded = recordedIn(parcel, fills);
  return recorded.length > 0
    ? recorded.some((fill) => fill.line === line.line)
    : wasSent(line, { shippedAt: parcel.shipped_at });
}

/** Whether a line was in a parcel: it left with it, and wasn't voided since. */
const isInParcel = (line: OrderLine, parcel: SentParcel, fills: readonly PackedLine[]): boolean =>
  recordedIn(parcel, fills).length > 0 ? fillIn(line, parcel, fills) !== undefined : leftWith(line, parcel, fills);

const isVoided = ({ voided_at }: PackedLine): boolean => (voided_at ?? null) !== null;

const recordedIn = ({ order_id, parcel }: SentParcel, fills: readonly PackedLine[]) =>
  fills.filter((fill) => fill.order_id === order_id && fill.parcel === parcel);

/** How a line was packed for a parcel, or, with null, is packed and hasn't left; undefined where nobody recorded it. What was voided isn't it. */
export const fillIn = <F extends PackedLine>(
  line: Pick<OrderLine, "order_id" | "line">,
  parcel: Pick<SentParcel, "parcel"> | null,
  fills: readonly F[],
): F | undefined =>
  fills.find(
    (fill) =>
      fill.order_id === line.order_id &&
      fill.line === line.line &&
      fill.parcel === (parcel?.parcel ?? null) &&
      !isVoided(fill),
  );

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

/** Whether all that was recorded of a parcel was voided, so that it brought nothing. */
export function isWhollyVoided(parcel: SentParcel, fills: readonly PackedLine[]): boolean {
  const recorded = recordedIn(parcel, fills);
  return recorded.length > 0 && recorded.every(isVoided);
}

/** Whether a line is still to be sent: it's in no parcel, and neither cancelled nor voided without another box. */
export const isToSend = (line: OrderLine, parcels: readonly SentParcel[], fills: readonly PackedLine[]): boolean =>
  line.cancelled_at === null && parcelOf(line, parcels, fills) === null && !isVoidedForGood(line, fills);

/** `isToSend` as a condition on a row of `order_line`. */
export const isUnsent = sql<boolean>`(order_line.cancelled_at is null and not exists (
  select from shipment where shipment.order_id = order_line.order_id and shipment.returned_at is null
    and (exists (
      select from order_fill where order_fill.order_id = shipment.order_id and order_fill.parcel = shipment.parcel
        and order_fill.line = order_line.line and order_fill.voided_at is null)
    or not exists (
      select from order_fill where order_fill.order_id = shipment.order_id and order_fill.parcel = shipment.parcel)))
  and (not exists (
      select from order_fill where order_fill.order_id = order_line.order_id and order_fill.line = order_line.line
        and order_fill.void_resends = false)
    or exists (
      select from order_fill where order_fill.order_id = order_line.order_id and order_fill.line = order_line.line
        and order_fill.voided_at is null)))`;

/** Whether what was dispensed of a line was voided, and nothing is sent in its place. */
export function isVoidedForGood(line: OrderLine, fills: readonly PackedLine[]): boolean {
  const own = fills.filter((fill) => fill.order_id === line.order_id && fill.line === line.line);
  return own.some((fill) => fill.void_resends === false) && own.every(isVoided);
}

/** What was packed of orders, in the order it was packed; also what was voided. */
export const orderFillRows = (db: Database, orderIds: Ids) =>
  db
    .selectFrom("order_fill")
    .select(["id", "order_id", "line", "parcel", "lot_number", "expires_on", "packed_at", "matched", "uncoded_reason"])
    .select(["packer", "packer_name", "verifier", "verifier_name", "verified_at", "label_digests"])
    .select(["voided_at", "voided_by", "voided_by_name", "void_reason", "void_note", "void_resends"])
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
    .where("order_fill.voided_at", "is", null)
    .orderBy("packed_box.ndc");

/** The parcels of orders, in the order they left. */
export const parcelRows = (db: Database, orderIds: Ids) =>
  db.selectFrom("shipment").selectAll().where(isOneOf("order_id", orderIds)).orderBy("parcel");
