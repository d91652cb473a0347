import {
  isParcelCarrier,
  labelObstacle,
  type ParcelLabel,
  readParcelLabel,
  trackingLink,
} from "#contract/dispensing/parcel-label.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { fillScreeningOf } from "#server/onboarding/public.ts";
import { type LineRow, openShipTo, type OrderRow } from "#server/orders/public.ts";
import { linkedRecords } from "#server/persons/public.ts";
import { formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  companionObstacles,
  fillObstacles,
  isWhollyVoided,
  loadFillFacts,
  parcelOf,
} from "#server/prescriptions/public.ts";
import { correctShipment, type Parcel, recordShipped } from "#server/treatment/public.ts";
import { isCounselingOffered } from "./counseling.ts";
import type { NamedLine } from "./match-scans.ts";
import {
  linesNamed,
  loadOrderToSend,
  type OrderToSend,
  requireNotHeld,
  requireLots,
  requirePrescriptions,
} from "./order-to-send.ts";
import { packingsOf, storePacking } from "./packing.ts";
import { requireNotRecalled, requireOwnBoxes } from "./refused-boxes.ts";
import {
  isLineVerified,
  labelsOf,
  type Packer,
  requireVerified,
  storeVerification,
  verificationOf,
  type VerifiedBy,
} from "./verification.ts";

/** A parcel as whoever sent it says; `trackingNumber` may be a scan of its label. */
export type GivenParcel = Omit<Parcel, "ownsNumber">;

/**
 * Records that a parcel of an order has left the pharmacy, with `named` lines or all that are left, and notifies the patient. A repeat corrects the
 * tracking. `prescription_needed` when a doctor has not approved what is in it; `waits_for_clinician` while nobody has looked at what the patient told since, or the prescriber has not answered the pharmacist; `wrong_state`, with a sentence, when the order is not paid, was
 * cancelled or delivered, when a box isn't what is prescribed or nobody verified it, when a lot ends too early, when a medicine would leave without its companion, or when the
 * number is of another patient's parcel. `bad_request` where it isn't the label of this order.
 */
export function shipOrder(
  services: Services & Refuses<"prescription_needed" | "waits_for_clinician" | "wrong_state">,
  orderId: string,
  {
    given,
    named,
    packer,
    signing,
  }: {
    readonly given: GivenParcel;
    readonly named: readonly NamedLine[] | null;
    readonly packer: Packer;
    readonly signing: VerifiedBy;
  },
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
    await requireNotHeld(services, tx.db, order);
    await requirePrescriptions(services, tx, order, sent);
    await requireNoLinkedSupply(services, tx, order, sent);
    const { packed, changed } = await packingsOf(services, tx, {
      orderId,
      lines: sent,
      named: named ?? [],
      packer,
      signing,
      fills,
    });
    await requireNotRecalled(services, tx, sent, packed);
    await requireOwnBoxes(services, tx.db, orderId, changed);
    await requireLots(services, tx, order, { lines: sent, packed });
    if (sent.length < unsent.length) await requireCompanions(services, tx, order, sent);
    const verification = verificationOf(services, { packer, signing, packed: changed, isSent: true });
    // A system that names a pharmacist answers for what people packed before, too.
    const isNamed = packer.isSystem && signing.verifiedby !== undefined;
    const isChanged = (line: LineRow) => changed.some((each) => each.line === line.line);
    const labels = await labelsOf(tx, order);
    requireVerified(services, sent, {
      ...{ fills, labels },
      verifies: (line) => verification !== null && (isNamed || isChanged(line)),
    });
    await storePacking(tx, toSend, { packer, packed: changed, verification, labels });
    const unverified = sent.filter((line) => !isChanged(line) && !isLineVerified(line, { fills, labels }));
    if (verification !== null && isNamed && unverified.length > 0)
      await storeVerification(tx, unverified, { fills, labels, verification });
    const number = await recordShipped(tx, orderId, parcel, packed);
    await notifyAndMail(tx, {
      patientId: order.patient_id,
      template: sent.length < unsent.length ? "order_part_shipped" : "order_shipped",
      values: {
        ordernumber: order.number ?? "",
        carrier: parcel.carrier,
        tracking: parcel.trackingNumber,
        orderid: orderId,
        talk: number === 1 && (await isCounselingOffered(tx, order)) ? `\n\n${toText(tx.content, talk)}` : "",
      },
      dedupeKey: number === 1 ? orderId : `${orderId}:${number}`,
    });
  }).catch((error: unknown) => {
    // Somebody marked another order with it meanwhile.
    if ((error as { constraint?: string }).constraint === "shipment_number") throw numberTaken(services, null);
    throw error;
  });
}

/** With the first package of an order in which something is new. */
const talk = sentence("orders.talk_with_pharmacist");

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

/** The parcel that a call for these lines (null: all that are left) names again; null where it names a new one. */
function parcelRepeated(
  { lines, unsent, parcels, fills }: OrderToSend,
  requested: readonly LineRow[] | null,
  tracking: string,
): number | null {
  const underWay = parcels.filter((parcel) => parcel.returned_at === null && !isWhollyVoided(parcel, fills));
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
