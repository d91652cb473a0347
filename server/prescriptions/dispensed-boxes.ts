import type { Selectable } from "kysely";
import { dayIn } from "#contract/fields/formats.ts";
import type { Database } from "#server/platform/database/open.ts";
import { isOneOf, readInOneStatement } from "#server/platform/database/read-together.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { pacesByProduct, phaseRows, type PhaseRow } from "./directions-schedule.ts";
import { type LossRow, lossRows, withLosses } from "./early-fill.ts";
import { restFromRow, type RestRow, restRows } from "./medicine-rests.ts";
import { isVoidedForGood, orderFillRows, type PackedLine, parcelOf, type SentParcel } from "./parcels.ts";
import type { Box } from "./timeline.ts";

export interface DispensedBox extends Box {
  readonly orderId: string;
  readonly orderedAt: Date;
}

/** The orders, lines and shipments boxes are counted by. */
export interface DispensingRows {
  /** Oldest first. */
  readonly orders: readonly Pick<Selectable<Tables["customer_order"]>, "id" | "status" | "placed_at">[];
  /** In line order within each order. */
  readonly lines: readonly {
    readonly order_id: string;
    readonly line: number;
    readonly product_id: string;
    readonly days_supply: number;
    readonly quantity: number;
    readonly cancelled_at: Date | null;
  }[];
  readonly shipments: readonly (SentParcel & { readonly delivered_at: Date | null })[];
  readonly fills: readonly PackedLine[];
  /** The products of orders whose boxes are begun on arrival, or on a day: the first after a doctor's change. */
  readonly begun: readonly {
    readonly order_id: string | null;
    readonly product_id: string | null;
    readonly begins_on: string | null;
  }[];
  readonly phases: readonly PhaseRow[];
  /** In order. */
  readonly rests: readonly RestRow[];
  /** In order. */
  readonly losses: readonly LossRow[];
}

/** The queries `dispensedBoxes` needs. */
export const dispensingQueries = (db: Database, patientId: string) => {
  const orders = db.selectFrom("customer_order").where("patient_id", "=", patientId);
  return {
    orders: orders.select(["id", "status", "placed_at"]).orderBy("placed_at"),
    lines: db
      .selectFrom("order_line")
      .select(["order_id", "line", "product_id", "days_supply", "quantity", "cancelled_at"])
      .where(isOneOf("order_id", orders.select("id")))
      .orderBy("line"),
    shipments: db
      .selectFrom("shipment")
      .select(["order_id", "parcel", "shipped_at", "delivered_at", "returned_at"])
      .where(isOneOf("order_id", orders.select("id")))
      .orderBy("parcel"),
    fills: orderFillRows(db, orders.select("id")),
    begun: begunRows(db, patientId),
    phases: phaseRows(db, patientId),
    rests: restRows(db, patientId),
    losses: lossRows(db, patientId),
  };
};

/** The products of a patient's orders whose boxes are begun on arrival, or on a day. */
export const begunRows = (db: Database, patientId: string) =>
  db
    .selectFrom("prescription_order")
    .select(["order_id", "product_id", "begins_on"])
    .where("patient_id", "=", patientId)
    .where("order_id", "is not", null)
    .where("begins", "is not", null);

const readDispensingRows = readInOneStatement(dispensingQueries);

/** The boxes a patient was sent, is being sent or is just ordering, by product. One query. */
export const loadDispensedBoxes = async (
  db: Database,
  patientId: string,
  timezone: string,
): Promise<ReadonlyMap<string, readonly DispensedBox[]>> =>
  dispensedBoxes(await readDispensingRows(db, patientId), timezone);

/**
 * The boxes of each product, however they were ordered. An order that came to nothing does not count; a refunded one does as far as it was sent. A
 * parcel that came back does not count, nor does what was voided: until its lines are sent again they wait at the pharmacy, and count once. `timezone` is the practice's.
 */
export function dispensedBoxes(
  { orders, lines, shipments, fills, begun, phases, rests, losses }: DispensingRows,
  timezone: string,
): ReadonlyMap<string, readonly DispensedBox[]> {
  const day = (at: Date | null) => at && dayIn(timezone, at);
  const linesByOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  const parcelsByOrder = Map.groupBy(shipments, ({ order_id }) => order_id);
  const paces = pacesByProduct(phases, timezone);
  const restsByProduct = Map.groupBy(rests, ({ product_id }) => product_id);
  const boxes = orders.flatMap(({ id, status, placed_at }) => {
    if (orderStates.closedUnpaid.has(status)) return [];
    return (linesByOrder.get(id) ?? []).flatMap((line) => {
      const parcel = parcelOf(line, parcelsByOrder.get(id) ?? [], fills);
      if (parcel === null && (status === "refunded" || line.cancelled_at !== null || isVoidedForGood(line, fills)))
        return [];
      const begins = begun.find(({ order_id, product_id }) => order_id === id && product_id === line.product_id);
      const ownPaces = paces.get(line.product_id);
      const ownRests = restsByProduct.get(line.product_id)?.map(restFromRow);
      return {
        productId: line.product_id,
        box: {
          orderId: id,
          days: line.days_supply * line.quantity,
          orderedAt: placed_at,
          orderedOn: dayIn(timezone, placed_at),
          shippedOn: day(parcel?.shipped_at ?? null),
          deliveredOn: day(parcel?.delivered_at ?? null),
          ...(begins && { beginsOnArrival: true }),
          ...(begins?.begins_on && { beginsOn: begins.begins_on }),
          ...(ownPaces && { paces: ownPaces }),
          ...(ownRests && { rests: ownRests }),
        },
      };
    });
  });
  const byProduct = Map.groupBy(boxes, ({ productId }) => productId);
  return new Map(
    [...byProduct].map(([productId, found]) => [
      productId,
      withLosses(
        found.map(({ box }) => box),
        losses.filter(({ product_id }) => product_id === productId),
        timezone,
      ),
    ]),
  );
}
