import fc from "fast-check";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import {
  backTogether,
  companionGroups,
  missingCompanionWarning,
  parcelCompanions,
  sentTogetherNow,
  withParcelCompanions,
} from "#server/treatment/calendar/companions.ts";
import { moveObstacle, moveOffer, movedTogether } from "#server/treatment/calendar/move-rule.ts";
import {
  offeredActions,
  orderingObstacle,
  requestedFillOf,
  waitsForLinked,
} from "#server/treatment/calendar/ordering-rule.ts";
import {
  chargeDayAfterSending,
  chargeDayIfResumed,
  lastsUntil,
  plannedChargeOf,
} from "#server/treatment/calendar/plan-charges.ts";
import {
  missingForRestart,
  plannedBeforeCancel,
  restartObstacle,
  restartOffer,
  restartTogether,
} from "#server/treatment/calendar/restart-rule.ts";
import {
  quotesByDay,
  quoteTogether,
  renewalOrderLine,
  upcomingCharges,
} from "#server/treatment/calendar/upcoming-charges.ts";
import { atHomeUntil, emptyAfterToday, paceUntil, withPace } from "#server/treatment/changes/bridge.ts";
import {
  firstChargeOfChange,
  presentTreatmentChanges,
  titleOfDiscontinuing,
} from "#server/treatment/changes/present-changes.ts";
import { pauseEndDays } from "#server/treatment/charge-days.ts";
import { presentShipments } from "#server/treatment/load-shipments.ts";
import type { PrescriptionOrderRow, SubscriptionRow } from "#server/treatment/queries.ts";
import { periodSentences } from "#server/treatment/sentences.ts";
import {
  boxesOf,
  chargeStoppedBy,
  orderStoppedBy,
  currentLine,
  currentName,
  isInTreatment,
  plannedAfterSkip,
  prescriptionOrderFacts,
  prescriptionOrderProgress,
  refillsLeftOf,
  scheduledPrescriptionOrder,
  subscriptionIn,
  type TreatmentSnapshot,
  usedToday,
} from "#server/treatment/snapshot/treatment-snapshot.ts";
import {
  gapAfterCancelling,
  gapSentence,
  gapsOfPauses,
  gapWithout,
} from "#server/treatment/subscriptions/medicine-gap.ts";
import { planItemAfterChange, presentSubscriptions } from "#server/treatment/subscriptions/present-subscriptions.ts";
import { subscriptionFacts } from "#server/treatment/subscriptions/subscription-actions.ts";
import { type CheckedRule, rule } from "./check-rule.ts";
import { anyBoxes, usedUpBox } from "./medicine-rules.ts";
import {
  content,
  daysFromNow,
  endedSister,
  products,
  shipmentOf,
  snapshotOf,
  today,
  type TreatmentWorld,
  treatmentWorlds,
  withoutSecondProgestogen,
  worldOf,
} from "./treatment-world.ts";

/** What of a treatment's rows may stand anywhere. */
export const anyOrder = {
  subscriptions: true,
  prescriptionOrders: ({ subscription_id }: PrescriptionOrderRow) => subscription_id,
  orders: true,
  lines: ({ order_id }: { readonly order_id: string }) => order_id,
  shipments: ({ order_id }: { readonly order_id: string }) => order_id,
  stoppedPrescriptions: true,
  prescribed: true,
} as const;

export type World = TreatmentWorld;
export const ended = { "a subscription that ended": endedSister };

const ofTreatment = (
  ask: (snapshot: TreatmentSnapshot) => unknown,
  nothing: Readonly<Record<string, () => Partial<World>>> = ended,
  cases = treatmentWorlds,
): CheckedRule => rule({ cases, ask: (world: World) => ask(snapshotOf(world)), anyOrder, nothing });

/** A rule about each subscription. */
const ofEachSubscription = (
  ask: (snapshot: TreatmentSnapshot, row: SubscriptionRow) => unknown,
  nothing?: Readonly<Record<string, () => Partial<World>>>,
  cases?: typeof treatmentWorlds,
): CheckedRule =>
  ofTreatment((snapshot) => new Map(snapshot.subscriptions.map((row) => [row.id, ask(snapshot, row)])), nothing, cases);

/** A rule about each prescription order. */
const ofEachOrder = (
  ask: (snapshot: TreatmentSnapshot, row: PrescriptionOrderRow) => unknown,
  cases?: typeof treatmentWorlds,
): CheckedRule =>
  ofTreatment(
    (snapshot) => new Map(snapshot.prescriptionOrders.map((row) => [row.id, ask(snapshot, row)])),
    ended,
    cases,
  );

/** What was planned was skipped, and the one after it is planned. */
const skippedWorlds: typeof treatmentWorlds = treatmentWorlds.map((world) => ({
  ...world,
  prescriptionOrders: world.prescriptionOrders.flatMap((row) =>
    row.status === "scheduled"
      ? [
          { ...row, id: `${row.id}-next`, period: row.period + 1, charge_on: addDays(row.charge_on, 28) },
          { ...row, status: "skipped" as const, failed_on: null, held_back_from: null },
        ]
      : [row],
  ),
}));

/** Everything was canceled yesterday, each thing in the state it had. */
const canceledWorlds: typeof treatmentWorlds = treatmentWorlds.map((world) => ({
  ...world,
  subscriptions: world.subscriptions.map((row) => ({
    ...{ ...row, status: "cancelled" as const, started_at: daysFromNow(-90), cancelled_at: daysFromNow(-1) },
  })),
  prescriptionOrders: world.prescriptionOrders.map((row) =>
    row.status === "scheduled"
      ? { ...row, status: "cancelled" as const, failed_on: null, retry_on: null, held_back_from: null }
      : row,
  ),
}));
const ofEachCanceled = (ask: (snapshot: TreatmentSnapshot, row: SubscriptionRow) => unknown): CheckedRule =>
  // What ended before is what may go on: it isn't nothing.
  ofEachSubscription(ask, {}, canceledWorlds);

/** A progestogen that protects nobody beside the one that is stopped. */
const progestogen = (status: "active" | "paused" | "cancelled", prescription: "active" | "on_hold") => () => {
  const planned = { in: 20, failed: false, heldBack: false };
  const { subscriptions, prescriptionOrders, orders, lines, prescribed } = worldOf(
    "progesterone_capsule_200",
    { ...{ status, prescription, refills: 3, ordered: null }, planned: status === "active" ? planned : null },
    300,
  );
  return { subscriptions, prescriptionOrders, orders, lines, prescribed };
};
const noCover = {
  "a progestogen on hold": progestogen("active", "on_hold"),
  "a progestogen on a break": () => ({
    ...progestogen("active", "active")(),
    rests: [
      {
        ...{ product_id: "progesterone_capsule_200", along_with: null },
        ...{ from_on: addDays(today, -2), until_on: addDays(today, 9) },
      },
    ],
  }),
  "a paused progestogen": progestogen("paused", "active"),
  "a cancelled progestogen": progestogen("cancelled", "active"),
};

const services = { content, secrets: {} as never, clock: { now: () => daysFromNow(0) } as never };
type ShownChanges = Parameters<typeof presentTreatmentChanges>[2];
type Doctors = Parameters<typeof presentTreatmentChanges>[3]["doctors"];

/** One change of each subscription, newest first, each by a doctor of its own. */
const changeOf = (subscriptionId: string, index: number) => ({
  ...{ id: `change-${subscriptionId}`, subscription_id: subscriptionId, doctor_id: `doctor-${index}` },
  ...{ from_product_id: products[0], from_pricing_id: "estradiol_patch_0_05_1m", from_price_cents: 5900 },
  ...{ to_product_id: "estradiol_patch_0_1", to_pricing_id: "estradiol_patch_0_1_1m", to_price_cents: 6200 },
  ...{
    status: index % 2 === 0 ? "waiting" : "agreed",
    begins: "when_box_ends",
    until: "same",
    decided_at: null,
    begins_on: null,
  },
  ...{ directions_sealed: null, note_sealed: null, until_directions_sealed: null, created_at: daysFromNow(-index) },
});
const changes = (ask: (snapshot: TreatmentSnapshot, rows: ShownChanges, doctors: Doctors) => unknown): CheckedRule =>
  rule({
    cases: treatmentWorlds.map((world) => ({
      ...world,
      subscriptions: world.subscriptions.map((row, index) => ({
        ...row,
        discontinued_on: index === world.orders.length - 2 ? today : null,
      })),
      changes: world.subscriptions.map(({ id }, index) => changeOf(id, index)),
      doctors: new Map(world.subscriptions.map((_, index) => [`doctor-${index}`, { name: `Dr. ${index}` }])),
    })),
    ask: ({ changes: rows, doctors, ...world }) =>
      ask(snapshotOf(world), rows as unknown as ShownChanges, doctors as unknown as Doctors),
    anyOrder: { ...anyOrder, changes: true, doctors: true },
    nothing: {
      ...ended,
      "another doctor": () => ({ doctors: new Map([["doctor-x", { name: "Dr. X" }]]) }),
    },
  });

export const treatmentRules = {
  "treatment/calendar/companions#backTogether": ofEachOrder(
    (snapshot, row) => backTogether(content, snapshot, row).map(({ id }) => id),
    skippedWorlds,
  ),
  "treatment/calendar/companions#companionGroups": ofTreatment(({ subscriptions }) =>
    companionGroups(
      content,
      subscriptions.filter(({ status }) => status !== "cancelled"),
    ).map((group) => group.map(({ id }) => id)),
  ),
  "treatment/calendar/companions#missingCompanionWarning": ofEachSubscription(
    (snapshot, { id }) => missingCompanionWarning(content, snapshot, [id]) !== null,
    { ...ended, ...noCover },
    withoutSecondProgestogen,
  ),
  "treatment/calendar/companions#parcelCompanions": ofEachOrder((snapshot, row) =>
    parcelCompanions(content, snapshot, row).map(({ id }) => id),
  ),
  "treatment/calendar/companions#sentTogetherNow": ofEachOrder((snapshot, row) =>
    sentTogetherNow(content, snapshot, row).map(({ id }) => id),
  ),
  "treatment/calendar/companions#withParcelCompanions": ofEachSubscription((snapshot, row) =>
    withParcelCompanions(content, snapshot, [row]).map(({ id }) => id),
  ),
  "treatment/calendar/move-rule#moveDays": "Of the boxes of one product, as the timeline has them.",
  "treatment/calendar/move-rule#moveObstacle": ofEachOrder((snapshot, row) =>
    [-8, 0, 30, 90].map((days) => moveObstacle(content, snapshot, row, addDays(row.charge_on, days))),
  ),
  "treatment/calendar/move-rule#moveOffer": ofEachOrder((snapshot, row) => moveOffer(content, snapshot, row)),
  "treatment/calendar/move-rule#movedTogether": ofEachOrder((snapshot, row) =>
    movedTogether(content, snapshot, row).map(({ id }) => id),
  ),
  "treatment/calendar/restart-rule#missingForRestart": ofEachCanceled(
    (snapshot, row) => missingForRestart(content, snapshot, row) !== null,
  ),
  "treatment/calendar/restart-rule#plannedBeforeCancel": ofEachCanceled(
    (snapshot, row) => plannedBeforeCancel(snapshot, row)?.id,
  ),
  "treatment/calendar/restart-rule#restartObstacle": ofEachCanceled((snapshot, row) =>
    restartObstacle(content, snapshot, row),
  ),
  "treatment/calendar/restart-rule#restartOffer": ofEachCanceled((snapshot, row) => {
    const offer = restartOffer(content, snapshot, row);
    return offer && { ...offer, names: new Set(offer.names) };
  }),
  "treatment/calendar/restart-rule#restartTogether": ofEachCanceled(
    (snapshot, row) => new Set(restartTogether(content, snapshot, row).map(({ id }) => id)),
  ),
  "treatment/calendar/plan-charges#plannedChargeOf": ofEachOrder((snapshot, row) =>
    plannedChargeOf(snapshot, subscriptionIn(snapshot, row.subscription_id), row, content.shipping.leaddays),
  ),
  "treatment/calendar/ordering-rule#offeredActions": ofEachOrder((snapshot, row) =>
    offeredActions(content, snapshot, row),
  ),
  "treatment/calendar/ordering-rule#orderingObstacle": ofEachOrder((snapshot, row) =>
    (["getnext", "reorder"] as const).map((action) => [action, orderingObstacle(content, snapshot, action, row)]),
  ),
  "treatment/calendar/ordering-rule#waitsForLinked": ofEachOrder((snapshot, row) =>
    waitsForLinked(content, snapshot, row),
  ),
  "treatment/calendar/ordering-rule#requestedFillOf": ofEachOrder(requestedFillOf),
  "treatment/calendar/plan-charges#chargeDayAfterSending": ofEachOrder((snapshot, row) =>
    chargeDayAfterSending(content, snapshot, row),
  ),
  "treatment/calendar/plan-charges#chargeDayIfResumed": ofEachSubscription((snapshot, row) =>
    chargeDayIfResumed(content, snapshot, row),
  ),
  "treatment/calendar/plan-charges#lastsUntil": ofEachSubscription(lastsUntil),
  "treatment/changes/bridge#atHomeUntil": ofEachSubscription(atHomeUntil),
  "treatment/changes/bridge#emptyAfterToday": ofEachSubscription(emptyAfterToday),
  "treatment/changes/bridge#paceUntil": ofEachSubscription(({ prescribed }, { product_id }) =>
    paceUntil({ until: "directions", untilPace: null }, prescribed.get(product_id)),
  ),
  "treatment/changes/bridge#withPace": ofEachSubscription((snapshot, row) =>
    emptyAfterToday(withPace(snapshot, row.product_id, "double"), row),
  ),
  "treatment/calendar/upcoming-charges#quoteTogether": ofTreatment((snapshot) =>
    quoteTogether(
      content,
      snapshot,
      snapshot.prescriptionOrders.filter(({ status }) => status === "scheduled"),
    ),
  ),
  "treatment/calendar/upcoming-charges#quotesByDay": ofTreatment(
    (snapshot) =>
      new Map(
        [...quotesByDay(content, snapshot)].map(([day, { quote, prescriptionOrders }]) => [
          day,
          [quote.totalCents, quote.taxCents, prescriptionOrders.map(({ id }) => id)],
        ]),
      ),
  ),
  "treatment/calendar/upcoming-charges#renewalOrderLine": ofEachOrder((snapshot, row) =>
    renewalOrderLine(content, snapshot, row),
  ),
  "treatment/calendar/upcoming-charges#upcomingCharges": ofTreatment((snapshot) => {
    const { charges, amounts } = upcomingCharges(content, snapshot);
    const total = (each: { readonly amount: number }) => Math.round(each.amount * 100);
    const sums = charges.map((each) => total(each) - each.items.reduce((sum, item) => sum + total(item), 0));
    return [charges, JSON.stringify(charges.map(({ chargeon }) => chargeon)), amounts, new Set(sums)];
  }),
  "treatment/changes/present-changes#firstChargeOfChange": ofEachSubscription((snapshot, { id }) =>
    (["waiting", "agreed"] as const).map((status) =>
      firstChargeOfChange(content, snapshot, id, { status, begins: "when_box_ends", beginsOn: null }),
    ),
  ),
  "treatment/changes/present-changes#presentTreatmentChanges": changes((snapshot, rows, doctors) =>
    presentTreatmentChanges(services, snapshot, rows, { doctors, objections: new Map() }),
  ),
  "treatment/changes/present-changes#titleOfDiscontinuing": changes((snapshot, rows, doctors) =>
    titleOfDiscontinuing({ content }, snapshot, rows, doctors),
  ),
  "treatment/load-shipments#presentShipments": rule({
    cases: treatmentWorlds,
    ask: ({ shipments }: World) => presentShipments(shipments),
    anyOrder: { shipments: anyOrder.shipments },
    nothing: {
      "a parcel that came back": ({ shipments }) => ({
        shipments: shipments.map((each) => ({ ...each, parcel: 2, returned_at: daysFromNow(0) })),
      }),
      "a parcel of another order": () => ({
        shipments: [shipmentOf("other", daysFromNow(-1), null)] as World["shipments"],
      }),
    },
  }),
  "treatment/sentences#companionsSentence":
    "The names of one parcel, in the order the screen shows them: each list of names is a sentence of its own.",
  "treatment/sentences#periodSentences": rule({
    cases: fc.record({ days: fc.array(fc.constantFrom(28, 56, 84), { minLength: 1 }) }),
    ask: ({ days }) => periodSentences(days, today),
    anyOrder: { days: true },
  }),
  "treatment/snapshot/treatment-snapshot#boxesOf": ofEachSubscription(boxesOf),
  "treatment/snapshot/treatment-snapshot#chargeStoppedBy": ofEachOrder((snapshot, { charge_on }) =>
    chargeStoppedBy(snapshot, charge_on),
  ),
  "treatment/snapshot/treatment-snapshot#currentLine": ofEachSubscription(currentLine),
  "treatment/snapshot/treatment-snapshot#currentName": ofEachSubscription(currentName),
  "treatment/snapshot/treatment-snapshot#isInTreatment": ofEachSubscription((snapshot, { id }) =>
    isInTreatment(snapshot, id),
  ),
  "treatment/snapshot/treatment-snapshot#orderStoppedBy": ofEachOrder(orderStoppedBy),
  "treatment/snapshot/treatment-snapshot#plannedAfterSkip": ofEachOrder(
    (snapshot, row) => plannedAfterSkip(snapshot, row)?.id ?? null,
    skippedWorlds,
  ),
  "treatment/snapshot/treatment-snapshot#prescriptionOrderFacts": ofEachOrder(prescriptionOrderFacts),
  "treatment/snapshot/treatment-snapshot#prescriptionOrderProgress": ofEachOrder(prescriptionOrderProgress),
  "treatment/snapshot/treatment-snapshot#refillsLeftOf": ofEachSubscription(refillsLeftOf),
  "treatment/snapshot/treatment-snapshot#scheduledPrescriptionOrder": ofEachSubscription((snapshot, { id }) =>
    scheduledPrescriptionOrder(snapshot, id),
  ),
  "treatment/snapshot/treatment-snapshot#subscriptionIn": ofEachSubscription((snapshot, { id }) =>
    subscriptionIn(snapshot, id),
  ),
  "treatment/snapshot/treatment-snapshot#treatmentSnapshotFrom": ofTreatment(
    ({ subscriptions, boxes, orders, shipments, shipState }) =>
      new Map<string, unknown>([
        ...subscriptions.flatMap(({ id, product_id }) => [[id, boxes.get(product_id)] as const]),
        ...products.map((id) => [id, boxes.get(id) ?? []] as const),
        ...[...orders, ...shipments],
        ["state", shipState],
      ]),
  ),
  "treatment/snapshot/treatment-snapshot#usedToday": ofEachSubscription(usedToday),
  "treatment/subscriptions/medicine-gap#gapAfterCancelling": ofEachSubscription((snapshot, row) =>
    gapAfterCancelling(content, snapshot, row),
  ),
  "treatment/subscriptions/medicine-gap#gapSentence": rule({
    cases: fc.record({ boxes: anyBoxes, nextCharge: fc.constantFrom(null, "2026-05-20", "2026-07-20") }),
    ask: ({ boxes, nextCharge }) => gapSentence({ boxes, nextCharge, leadDays: 7, today }),
    anyOrder: { boxes: true },
    nothing: { "a box used up": () => ({ boxes: [usedUpBox] }) },
  }),
  "treatment/subscriptions/medicine-gap#gapWithout": ofEachOrder((snapshot, row) => gapWithout(content, snapshot, row)),
  "treatment/subscriptions/medicine-gap#gapsOfPauses": ofEachOrder((snapshot, row) =>
    gapsOfPauses(
      content,
      snapshot,
      subscriptionIn(snapshot, row.subscription_id),
      pauseEndDays(row.charge_on, today),
    ).map((gap, index) => [index, gap]),
  ),
  "treatment/suggestions/present-suggestions#presentSuggestions": "Presents each as it is.",
  "treatment/subscriptions/present-subscriptions#planItemAfterChange": ofEachSubscription(
    (snapshot, { order_id, product_id }) =>
      planItemAfterChange(content, snapshot, order_id, { productid: product_id } as never),
  ),
  "treatment/subscriptions/present-subscriptions#presentSubscriptions": ofTreatment(
    (snapshot) =>
      new Map(
        presentSubscriptions(content, snapshot, upcomingCharges(content, snapshot)).map((each) => [
          each.id,
          // It names the first of two that need the companion.
          { ...each, warning: each.warning !== null },
        ]),
      ),
  ),
  "treatment/subscriptions/subscription-actions#subscriptionFacts": ofEachSubscription((snapshot, row) =>
    subscriptionFacts(content, snapshot, row),
  ),
} satisfies Readonly<Record<string, CheckedRule | string>>;
