import type * as z from "zod/mini";
import type { Content } from "#content/load.ts";
import type {
  PlanItem,
  PrescriptionOrder,
  PrescriptionOrderStatus,
  Subscription,
  SubscriptionStatus,
} from "#contract/entities.ts";
import { toDollars } from "#contract/shapes.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { dayIn, orderStates, type OrderStatus, productById } from "#server/store/public.ts";
import { shipmentsOf } from "./shipments.ts";
import { subscriptionRows, type SubscriptionRow, type SupplyRow } from "./subscriptions.ts";
import { subscriptionText } from "./texts.ts";

type Parts = Pick<Services, "content"> & { readonly db: Database };
type Status = z.output<typeof SubscriptionStatus>;

/** What her prescriptions say of a product. */
export interface PrescribedItem {
  readonly directions: string | null;
  readonly refillsLeft: number;
}

/** Her subscriptions with their supplies, newest first; `prescribed` by product. A fixed number of queries. */
export async function subscriptionsOf(
  { db, content }: Parts,
  patientId: string,
  prescribed: ReadonlyMap<string, PrescribedItem>,
): Promise<Subscription[]> {
  const { subscriptions, supplies } = await subscriptionRows(db, patientId);
  const orderIds = supplies.flatMap(({ order_id }) => order_id ?? []);
  const [orders, shipments] = await Promise.all([orderStates(db, orderIds), shipmentsOf(db, orderIds)]);
  const presentSupply = (row: SupplyRow): PrescriptionOrder => ({
    id: row.id,
    subscriptionid: row.subscription_id,
    orderid: row.order_id,
    status: supplyStatus(row, row.order_id === null ? undefined : orders.get(row.order_id)),
    chargeon: row.charge_on,
    amount: toDollars(row.amount_cents),
    shipment: (row.order_id === null ? undefined : shipments.get(row.order_id)) ?? null,
    actions: [],
    getnextfrom: null,
  });
  return subscriptions.map((row) => ({
    ...present(content, row, prescribed.get(row.product_id)),
    prescriptionorders: supplies.filter((supply) => supply.subscription_id === row.id).map(presentSupply),
  }));
}

function present(
  content: Content,
  row: SubscriptionRow,
  prescribed: PrescribedItem | undefined,
): Omit<Subscription, "prescriptionorders"> {
  const day = (at: Date | null) => (at === null ? null : dayIn(content.brand.timezone, at));
  const nextchargeon = row.status === "active" ? day(row.next_charge_at) : null;
  const pauseduntil = row.status === "paused" ? day(row.paused_until) : null;
  return {
    id: row.id,
    status: row.status as Status,
    statustext: subscriptionText(row.status as Status, { nextchargeon, pauseduntil }),
    item: planItem(content, row.product_id, prescribed?.directions ?? null),
    pricingid: row.pricing_id,
    quantity: row.quantity,
    price: toDollars(row.price_cents),
    months: row.months,
    startedat: (row.started_at ?? row.created_at).toISOString(),
    nextchargeon,
    pauseduntil,
    cancelledat: row.cancelled_at?.toISOString() ?? null,
    refillsleft: prescribed?.refillsLeft ?? null,
    canceloffer: null,
    actions: [],
  };
}

/** A product of the catalogue as an item of a plan; one the catalogue no longer has keeps its id as its name. */
export function planItem(content: Content, productId: string, directions: string | null): z.output<typeof PlanItem> {
  const product = productById(content, productId);
  return {
    productid: productId,
    name: product?.name ?? productId,
    dosage: product?.strength ?? "",
    image: product?.picture ?? "",
    prescription: product?.prescription ?? false,
    directions,
  };
}

/** How far a supply is: once ordered, its order says. */
export function supplyStatus(
  { status }: Pick<SupplyRow, "status">,
  order: OrderStatus | undefined,
): z.output<typeof PrescriptionOrderStatus> {
  if (status !== "ordered") return status as "scheduled" | "skipped" | "cancelled";
  switch (order) {
    case "shipped":
    case "delivered":
      return order;
    case "failed":
    case "mismatch":
      return "payment_failed";
    case "voided":
    case "cancelled":
    case "refunded":
      return "cancelled";
    default:
      return "processing";
  }
}
