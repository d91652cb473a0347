import type * as z from "zod/mini";
import type { Content } from "#content/load.ts";
import type { PlanItem, PrescriptionOrder, Subscription } from "#contract/entities.ts";
import { toDollars } from "#contract/shapes.ts";
import type { Treatment } from "#contract/treatment.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { isDead, productById } from "#server/store/public.ts";
import {
  type Book,
  factsOf,
  openBook,
  type Prescribed,
  refillsIn,
  scheduledSupply,
  soldLine,
  soldName,
  statusIn,
  subscriptionIn,
} from "./book.ts";
import { dayAfter, pauseEnds } from "./billing-rules.ts";
import { neededBeside } from "./needed-beside.ts";
import { subscriptionFacts } from "./subscription-facts.ts";
import { type Amounts, comingCharges } from "./coming-charges.ts";
import { subscriptionActions } from "./subscription-rules.ts";
import { supplyActions, supplyFrom, waitsFor } from "./supply-rules.ts";
import type { SubscriptionRow, SupplyRow } from "./supply-queries.ts";
import { chargeIfResumed, lastsUntil } from "./plan-charges.ts";
import { subscriptionText } from "./texts.ts";
import { withCompanions } from "./together.ts";

type Parts = Pick<Services, "content" | "clock"> & { readonly db: Database };

/** Her subscriptions with their supplies, newest first; `prescribed` by product. A fixed number of queries. */
export async function subscriptionsOf(
  parts: Parts,
  patientId: string,
  prescribed: Prescribed,
): Promise<Subscription[]> {
  const book = await openBook(parts, patientId, prescribed);
  const { amounts } = comingCharges(parts.content, book);
  return presentBook(parts.content, book, amounts);
}

/**
 * The subscriptions of a book; `amounts` in dollars of the supplies that are to be charged. One that ended before anything of it was paid, as
 * after a doctor's no, is none: there is nothing to order again.
 */
export const presentBook = (content: Content, book: Book, amounts: Amounts): Subscription[] =>
  book.subscriptions
    .filter((row) => row.status !== "cancelled" || wasPaid(book, row))
    .map((row) => ({
      ...present(content, book, row),
      prescriptionorders: book.supplies
        .filter((supply) => supply.subscription_id === row.id)
        .map((supply) => presentSupply(book, supply, amounts)),
    }));

const wasPaid = (book: Book, { id }: SubscriptionRow): boolean =>
  book.supplies
    .filter(({ subscription_id }) => subscription_id === id)
    .map(({ order_id }) => (order_id === null ? undefined : book.orders.get(order_id)))
    .some((status) => status !== undefined && !isDead(status));

function presentSupply(book: Book, supply: SupplyRow, amounts: Amounts): PrescriptionOrder {
  const facts = factsOf(book, supply);
  const actions = supplyActions(facts);
  const { days_supply } = subscriptionIn(book, supply.subscription_id);
  const waitsfor = waitsFor(facts);
  const byItself = book.chargesWaitFor === null;
  const isForDoctor = waitsfor === "doctor" || waitsfor === "both";
  const mayComeLater = facts.status === "scheduled" && facts.subscription === "active" && !isForDoctor;
  const planned = supply.failed_on === null ? supply.charge_on : supply.retry_on;
  return {
    id: supply.id,
    subscriptionid: supply.subscription_id,
    orderid: supply.order_id,
    status: facts.status,
    plannedon: supply.charge_on,
    chargeon: supply.status === "scheduled" && !byItself ? null : planned,
    waitsfor,
    amount: (supply.status === "scheduled" ? amounts.each.get(supply.id) : undefined) ?? toDollars(supply.amount_cents),
    shipment: (supply.order_id === null ? undefined : book.shipments.get(supply.order_id)) ?? null,
    actions,
    getnext: amounts.now.get(supply.id) ?? null,
    getnextfrom: mayComeLater ? supplyFrom(facts) : null,
    nextafter: supply.status === "scheduled" && byItself ? dayAfter(supply.charge_on, days_supply, book.today) : null,
    reorderamount: actions.includes("reorder") ? (amounts.each.get(supply.id) ?? null) : null,
  };
}

function present(content: Content, book: Book, row: SubscriptionRow): Omit<Subscription, "prescriptionorders"> {
  const facts = subscriptionFacts(content, book, row);
  const actions = subscriptionActions(facts);
  const supply = scheduledSupply(book, row.id);
  const prescribed = book.prescribed.get(row.product_id);
  const onhold = prescribed?.withheld ?? false;
  const waits = supply !== undefined && supply.held_on !== null;
  const rests = waits || book.chargesWaitFor !== null;
  const planned = supply?.failed_on == null ? supply?.charge_on : supply.retry_on;
  const nextchargeon = (row.status === "active" || row.status === "past_due") && !rests ? (planned ?? null) : null;
  return {
    id: row.id,
    status: facts.status,
    statustext: subscriptionText(facts.status, {
      nextchargeon,
      pauseduntil: row.paused_until,
      waits,
      stopped: row.stopped_on !== null,
      chargesWaitFor: book.chargesWaitFor,
    }),
    item: soldItem(content, book, row),
    pricingid: row.pricing_id,
    quantity: row.quantity,
    price: toDollars(row.price_cents),
    dayssupply: row.days_supply,
    onhold,
    lastsuntil: onhold ? null : lastsUntil(book, row),
    together: withCompanions(content, book, [row])
      .filter(({ id }) => id !== row.id)
      .map((other) => soldName(book, other)),
    startedat: (row.started_at ?? row.created_at).toISOString(),
    nextchargeon,
    pauseduntil: row.status === "paused" ? row.paused_until : null,
    pauseuntil: actions.includes("pause") && supply ? pauseEnds(supply.charge_on) : [],
    resumeon: actions.includes("resume") && book.chargesWaitFor === null ? chargeIfResumed(content, book, row) : null,
    cancelledat: row.cancelled_at?.toISOString() ?? null,
    refillsleft: prescribed === undefined ? null : refillsIn(book, row),
    canceloffer: actions.includes("preventcancel") ? facts.offer : null,
    warning: actions.includes("cancel") ? neededBeside(content, book, [row.id]) : null,
    actions,
  };
}

/** What a subscription supplies, as it was sold. */
function soldItem(content: Content, book: Book, row: SubscriptionRow): z.output<typeof PlanItem> {
  const line = soldLine(book, row);
  const item = planItem(content, row.product_id, book.prescribed.get(row.product_id)?.directions ?? null);
  return line
    ? { ...item, name: line.name, dosage: line.dosage, image: line.image, prescription: line.prescription }
    : item;
}

/** An item of the plan an order began, as her doctor changed it since. */
export function changedItem(
  content: Content,
  book: Book,
  orderId: string | null,
  item: z.output<typeof PlanItem>,
): Treatment["plan"]["items"][number] {
  const line = book.sold.find((each) => each.order_id === orderId && each.product_id === item.productid);
  const row = book.subscriptions.find((each) => each.order_id === orderId && each.line === line?.line);
  return row && book.changed.has(row.id)
    ? { ...soldItem(content, book, row), fromnextorder: !hasLeft(book, row.id, row.product_id) }
    : { ...item, fromnextorder: false };
}

/** Whether any of this product has left the pharmacy for her by this subscription. */
const hasLeft = (book: Book, subscriptionId: string, productId: string): boolean =>
  book.supplies.some(
    (supply) =>
      supply.subscription_id === subscriptionId &&
      supply.product_id === productId &&
      ["shipped", "delivered"].includes(statusIn(book, supply)),
  );

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
