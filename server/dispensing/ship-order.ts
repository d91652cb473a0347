import {
  isParcelCarrier,
  labelObstacle,
  type ParcelLabel,
  readParcelLabel,
  trackingLink,
} from "#contract/dispensing/parcel-label.ts";
import { daysAtPace } from "#contract/treatment/pace.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { fillScreeningOf } from "#server/onboarding/public.ts";
import { type LineRow, linesOf, lockOrder, openShipTo, orderById, type OrderRow } from "#server/orders/public.ts";
import { linkedRecords, waitsForVerdict } from "#server/persons/public.ts";
import { clinicToday, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  companionObstacles,
  dispensableProducts,
  fillObstacles,
  loadFillFacts,
  lotObstacle,
  pacesOf,
  orderFillRows,
  parcelOf,
  parcelRows,
} from "#server/prescriptions/public.ts";
import { holdingQuestions, waitsForAnswer } from "#server/tasks/public.ts";
import { correctShipment, isFullyCancelled, type Parcel, recordShipped } from "#server/treatment/public.ts";
import { productsHeldByWorkItems } from "#server/work-items/public.ts";
import {
  type NamedLine,
  type Packer,
  packingsOf,
  requireNotRecalled,
  requireOwnBoxes,
  storePacking,
} from "./packing.ts";

/** A parcel as whoever sent it says; `trackingNumber` may be a scan of its label. */
export type GivenParcel = Omit<Parcel, "ownsNumber">;

type Fills = Awaited<ReturnType<ReturnType<typeof orderFillRows>["execute"]>>;
type Parcels = Awaited<ReturnType<ReturnType<typeof parcelRows>["execute"]>>;

/** An order as its parcels are decided on. */
interface OrderToSend {
  readonly order: OrderRow;
  /** Without what was cancelled. */
  readonly lines: readonly LineRow[];
  readonly unsent: readonly LineRow[];
  readonly parcels: Parcels;
  readonly fills: Fills;
}

/**
 * Records that a parcel of an order has left the pharmacy, with `named` lines or all that are left, and notifies the patient. A repeat corrects the
 * tracking. `prescription_needed` when a doctor has not approved what is in it; `waits_for_clinician` while nobody has looked at what the patient told since, or the prescriber has not answered the pharmacist; `wrong_state`, with a sentence, when the order is not paid, was
 * cancelled or delivered, when a box isn't what is prescribed, when a lot ends too early, when a medicine would leave without its companion, or when the
 * number is of another patient's parcel. `bad_request` where it isn't the label of this order.
 */
export function shipOrder(
  services: Services & Refuses<"prescription_needed" | "waits_for_clinician" | "wrong_state">,
  orderId: string,
  {
    given,
    named,
    packer,
  }: { readonly given: GivenParcel; readonly named: readonly NamedLine[] | null; readonly packer: Packer },
): Promise<void> {
  const label = requireLabel(given);
  return inTransaction(services, async (tx) => {
    const toSend = await loadOrderToSend(tx, services, orderId);
    const { order, unsent, parcels, fills } = toSend;
    requireLabelOf(tx, order, label);
    const requested = named && linesNamed(services, toSend, named);
    const earlier = parcelRepeated(toSend, requested, label.number);
    const parcel: Parcel = {
      carrier: label.carrier,
      trackingNumber: label.number,
      trackingUrl: trackingLink(label) ?? given.trackingUrl,
      estimatedDelivery: given.estimatedDelivery,
      ownsNumber: await isFirstWithNumber(services, tx, order, { label, parcel: earlier }),
    };
    if (earlier !== null) return correctShipment(tx, orderId, earlier, parcel);
    if (parcels.some(({ tracking_number }) => tracking_number === parcel.trackingNumber))
      throw services.refuse("wrong_state", {
        message:
          "This is the tracking number of a package that came back, or has other items. Please enter the new one.",
      });
    const sent = requested ?? unsent;
    const sentBefore = sent.find((line) => !unsent.includes(line));
    if (sentBefore)
      throw services.refuse("wrong_state", { message: `${sentBefore.name} is already in another package.` });
    await requireAnswer(services, tx.db, order);
    await requirePrescriptions(services, tx, order, sent);
    await requireNoLinkedSupply(services, tx, order, sent);
    const { packed, changed } = await packingsOf(services, tx, {
      orderId,
      lines: sent,
      named: named ?? [],
      packer,
      fills,
    });
    await requireNotRecalled(services, tx, sent, packed);
    await requireOwnBoxes(services, tx.db, orderId, changed);
    await requireLots(services, tx, order, { lines: sent, packed });
    if (sent.length < unsent.length) await requireCompanions(services, tx, order, sent);
    await storePacking(tx, orderId, packer, changed);
    const number = await recordShipped(tx, orderId, parcel, packed);
    await notifyAndMail(tx, {
      patientId: order.patient_id,
      template: sent.length < unsent.length ? "order_part_shipped" : "order_shipped",
      values: {
        ordernumber: order.number ?? "",
        carrier: parcel.carrier,
        tracking: parcel.trackingNumber,
        orderid: orderId,
      },
      dedupeKey: number === 1 ? orderId : `${orderId}:${number}`,
    });
  }).catch((error: unknown) => {
    // Somebody marked another order with it meanwhile.
    if ((error as { constraint?: string }).constraint === "shipment_number") throw numberTaken(services, null);
    throw error;
  });
}

const notThisLabel = (message: string) =>
  new Refusal("bad_request", { message, fields: [{ path: "trackingnumber", message }] });

function requireLabel({ trackingNumber, carrier }: GivenParcel): ParcelLabel {
  const label = readParcelLabel(trackingNumber, carrier);
  if ("refused" in label) throw notThisLabel(label.refused);
  return label;
}

function requireLabelOf({ secrets }: Pick<TxServices, "secrets">, order: OrderRow, label: ParcelLabel): void {
  const obstacle = labelObstacle(label, openShipTo(secrets, order).zipcode);
  if (obstacle !== null) throw notThisLabel(obstacle);
}

const numberTaken = ({ refuse }: Refuses<"wrong_state">, orderNumber: string | null): Refusal =>
  refuse("wrong_state", {
    message: `This number is that of ${orderNumber === null ? "another order’s package" : `the package of order ${orderNumber}`}. Please scan the label of this order.`,
  });

/** Whether a parcel is the first under way with its number: orders of one patient may share a package. Refuses a number of somebody else's. */
async function isFirstWithNumber(
  services: Refuses<"wrong_state">,
  tx: TxServices,
  { id, patient_id }: OrderRow,
  { label, parcel }: { readonly label: ParcelLabel; readonly parcel: number | null },
): Promise<boolean> {
  if (!isParcelCarrier(label.carrier)) return false;
  const underWay = await tx.db
    .selectFrom("shipment")
    .innerJoin("customer_order", "customer_order.id", "shipment.order_id")
    .select(["shipment.order_id", "shipment.parcel", "customer_order.patient_id", "customer_order.number"])
    .where("shipment.tracking_number", "=", label.number)
    .where("shipment.delivered_at", "is", null)
    .where("shipment.returned_at", "is", null)
    .execute();
  const stranger = underWay.find((each) => each.patient_id !== patient_id);
  if (stranger) throw numberTaken(services, stranger.number);
  return underWay.every((each) => each.order_id === id && each.parcel === parcel);
}

/**
 * Records from which boxes or lots lines of an order were packed; a repeat corrects it until they leave. Refuses as `shipOrder`, by today: a lot that
 * would end too early if it left today is not packed at all.
 */
export function packOrder(
  services: Services & Refuses<"prescription_needed" | "waits_for_clinician" | "wrong_state">,
  orderId: string,
  { named, packer }: { readonly named: readonly NamedLine[]; readonly packer: Packer },
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const toSend = await loadOrderToSend(tx, services, orderId);
    const { order, unsent } = toSend;
    if (!orderStates.toSend.has(order.status)) throw services.refuse("wrong_state");
    const lines = linesNamed(services, toSend, named);
    const sentBefore = lines.find((line) => !unsent.includes(line));
    if (sentBefore)
      throw services.refuse("wrong_state", {
        message: `${sentBefore.name} has left already. It can’t be packed again.`,
      });
    await requireAnswer(services, tx.db, order);
    await requirePrescriptions(services, tx, order, lines);
    const { packed } = await packingsOf(services, tx, { orderId, lines, named, packer, fills: null });
    await requireNotRecalled(services, tx, lines, packed);
    await requireOwnBoxes(services, tx.db, orderId, packed);
    await requireLots(services, tx, order, { lines, packed });
    await storePacking(tx, orderId, packer, packed);
  });
}

async function loadOrderToSend(
  tx: TxServices,
  services: Refuses<"wrong_state">,
  orderId: string,
): Promise<OrderToSend> {
  const known = await orderById(tx.db, orderId);
  if (!known) throw new Refusal("not_found");
  await lockPatientOrders(tx.db, known.patient_id);
  const order = await lockOrder(tx.db, orderId);
  if (!order) throw new Refusal("not_found");
  const lines = (await linesOf(tx.db, [orderId])).filter(({ cancelled_at }) => cancelled_at === null);
  if (lines.length === 0 || (await isFullyCancelled(tx.db, orderId)))
    throw services.refuse("wrong_state", { message: "The patient canceled this order. It is refunded or voided." });
  const parcels = await parcelRows(tx.db, [orderId]).execute();
  const fills = await orderFillRows(tx.db, [orderId]).execute();
  const unsent = lines.filter((line) => parcelOf(line, parcels, fills) === null);
  return { order, lines, unsent, parcels, fills };
}

/** The lines a call names, in its order. A line that is unknown, cancelled or named twice is `wrong_state`. */
function linesNamed(
  { refuse }: Refuses<"wrong_state">,
  { lines }: OrderToSend,
  named: readonly NamedLine[],
): LineRow[] {
  const found = named.map(({ pricingid }) => {
    const line = lines.find(({ pricing_id }) => pricing_id === pricingid);
    if (!line) throw refuse("wrong_state", { message: `This order has no ${pricingid}, or it was canceled.` });
    return line;
  });
  const twice = found.find((line, index) => found.indexOf(line) !== index);
  if (twice) throw refuse("wrong_state", { message: `${twice.name} is there twice.` });
  return found;
}

/** The parcel that a call for these lines (null: all that are left) names again; null where it names a new one. */
function parcelRepeated(
  { lines, unsent, parcels, fills }: OrderToSend,
  requested: readonly LineRow[] | null,
  tracking: string,
): number | null {
  const underWay = parcels.filter(({ returned_at }) => returned_at === null);
  if (requested === null) {
    const same = underWay.find(({ tracking_number }) => tracking_number === tracking);
    return (same ?? (unsent.length === 0 ? underWay.at(-1) : undefined))?.parcel ?? null;
  }
  const numbers = new Set(requested.map((line) => parcelOf(line, parcels, fills)?.parcel ?? null));
  const [number = null] = numbers;
  if (numbers.size !== 1 || number === null) return null;
  const inIt = lines.filter((line) => parcelOf(line, parcels, fills)?.parcel === number);
  return inIt.length === requested.length ? number : null;
}

/** A pharmacist who asked the prescriber something holds the whole order: the answer may change what belongs in it. */
async function requireAnswer(
  { refuse }: Refuses<"waits_for_clinician">,
  db: Database,
  order: Pick<OrderRow, "id" | "number">,
): Promise<void> {
  const question = (await holdingQuestions(db, [order.id])).get(order.id);
  if (question) throw refuse("waits_for_clinician", { message: waitsForAnswer(order) });
}

async function requirePrescriptions(
  { refuse }: Refuses<"prescription_needed" | "waits_for_clinician">,
  tx: TxServices,
  { patient_id }: OrderRow,
  lines: readonly LineRow[],
): Promise<void> {
  const prescribed = await dispensableProducts(tx.db, patient_id);
  const refused = lines.filter((line) => line.prescription && !prescribed.has(line.product_id));
  if (refused.length === 0) return;
  if (await waitsForVerdict(tx.db, patient_id))
    throw refuse("waits_for_clinician", {
      message: "This may not leave yet: another record may be the same person’s, and nobody has said whether it is.",
    });
  const waiting = await productsHeldByWorkItems(tx.db, patient_id);
  const [first] = refused.filter(({ product_id }) => waiting.has(product_id));
  if (first)
    throw refuse("waits_for_clinician", {
      message: `${first.name} may not leave yet: a clinician has to look at what this patient told us first.`,
    });
  throw refuse("prescription_needed");
}

/**
 * What was approved before two records were linked doesn't leave from the later one while another record of the person has it. What is ordered again was
 * checked by the same rule when it was ordered.
 */
async function requireNoLinkedSupply(
  { refuse }: Refuses<"wrong_state">,
  tx: TxServices,
  { id, kind, patient_id }: OrderRow,
  sent: readonly LineRow[],
): Promise<void> {
  if (kind !== "onboarding" && kind !== "upsell") return;
  if ((await linkedRecords(tx.db, patient_id)).every((other) => patient_id < other)) return;
  const facts = await loadFillFacts(tx, patient_id, await fillScreeningOf(tx, patient_id));
  const boxes = new Map(
    [...facts.boxes].map(([productId, own]) => [productId, own.filter(({ orderId }) => orderId !== id)]),
  );
  const lines = sent.filter(({ prescription }) => prescription);
  const requested = lines.map(({ product_id: productId, quantity, days_supply: packDays }) => ({
    ...{ productId, quantity, packDays, consumesFill: false, boughtSeparately: false, followingFills: 0 },
  }));
  const obstacle = fillObstacles({ ...facts, boxes }, requested).find(({ kind: of }) => of === "linked_supply");
  if (obstacle?.linkedFrom === undefined) return;
  const name = lines[obstacle.index]?.name ?? obstacle.productId;
  throw refuse("wrong_state", {
    message: `Another record of this patient has ${name}, or more of the same, through at least ${formatDayWithYear(obstacle.linkedFrom)}. Please ask the doctor before this is sent.`,
  });
}

/** A lot lasts for as long as the patient uses the supply by the doctor's directions, which may be longer than its label says. */
async function requireLots(
  { refuse }: Refuses<"wrong_state">,
  services: Pick<TxServices, "content" | "clock" | "db">,
  { patient_id }: Pick<OrderRow, "patient_id">,
  {
    lines,
    packed,
  }: {
    readonly lines: readonly LineRow[];
    readonly packed: readonly { readonly lotNumber: string | null; readonly expiresOn: string | null }[];
  },
): Promise<void> {
  const shipsOn = clinicToday(services);
  const paces = await pacesOf(services, patient_id, "slowest");
  for (const [index, { name, product_id, days_supply, quantity }] of lines.entries()) {
    const { lotNumber = null, expiresOn = null } = packed[index] ?? {};
    if (expiresOn === null) continue;
    const days = daysAtPace(days_supply * quantity, paces.get(product_id) ?? "label");
    const obstacle = lotObstacle({ expiresOn }, { shipsOn, days });
    if (obstacle === null) continue;
    const lot = `Lot ${lotNumber ?? "without a number"} of ${name}`;
    throw refuse("wrong_state", {
      message:
        obstacle.kind === "expired"
          ? `${lot} expired on ${formatDayWithYear(expiresOn)}. Please use another lot.`
          : `${lot} expires on ${formatDayWithYear(expiresOn)}, before the last day of this supply, ${formatDayWithYear(obstacle.lastDay)}. Please use another lot.`,
    });
  }
}

/** By the one rule for fills: what needs a companion medicine leaves with it, or after it. What is at the pharmacy protects nobody. */
async function requireCompanions(
  { refuse }: Refuses<"wrong_state">,
  tx: TxServices,
  { patient_id }: OrderRow,
  sent: readonly LineRow[],
): Promise<void> {
  const facts = await loadFillFacts(tx, patient_id, await fillScreeningOf(tx, patient_id));
  const boxes = new Map(
    [...facts.boxes].map(([productId, own]) => [productId, own.filter(({ shippedOn }) => shippedOn !== null)]),
  );
  const [obstacle] = companionObstacles(
    { ...facts, boxes },
    sent
      .filter(({ prescription }) => prescription)
      .map(({ product_id: productId, quantity, days_supply: packDays }) => ({
        ...{ productId, quantity, packDays, consumesFill: false, boughtSeparately: false },
        followingFills: facts.prescriptions.get(productId)?.refillsLeft ?? 0,
      })),
  );
  const name = obstacle && sent.find(({ product_id }) => product_id === obstacle.productId)?.name;
  if (obstacle)
    throw refuse("wrong_state", {
      message: `${name} may not leave without the progesterone that protects the uterus. Please send them together.`,
    });
}
