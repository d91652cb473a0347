import fc from "fast-check";
import type { Order } from "#contract/orders/orders.ts";
import { OrderStatus } from "#contract/orders/orders.ts";
import { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import { productById } from "#server/catalogue/public.ts";
import { orderTimeline } from "#server/orders/views/order-timeline.ts";
import { parcelSteps } from "#server/orders/views/parcel-steps.ts";
import { presentOrders } from "#server/orders/views/present-order.ts";
import { actionItems } from "#server/overview/action-items.ts";
import { leadingOrder } from "#server/overview/leading-order.ts";
import { type CareFacts, decideNextStep, phaseOf } from "#server/overview/next-step.ts";
import { presentArrival } from "#server/overview/present-arrival.ts";
import { decideSafety } from "#server/overview/safety.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { type CheckedRule, rule } from "./check-rule.ts";
import { content, daysFromNow, lineOf, products, shipmentOf, snapshotOf, today } from "./treatment-world.ts";
import { prescribedItem, treatmentWorlds } from "./treatment-world.ts";

const [patch, capsule] = products;

/** Orders of which each has two lines, one or two parcels, and events. */
const orderCases = fc
  .array(
    fc.record({
      status: fc.constantFrom(...OrderStatus.options),
      parcels: fc.nat(2),
      delivered: fc.boolean(),
      cancelled: fc.boolean(),
      refunds: fc.nat(2),
    }),
    { minLength: 2, maxLength: 3 },
  )
  .map((orders) => {
    const ids = orders.map((_, index) => `o${index}`);
    return {
      orders: orders.map(({ status }, index) => ({
        ...{
          id: ids[index]!,
          status,
          kind: "cart",
          number: `100${index}`,
          placed_at: daysFromNow(-9),
          coupon_code: null,
        },
        ...{ subtotal_cents: 9400, discount_cents: 0, tax_cents: 0, shipping_cents: 0, total_cents: 9400 + index },
        ...{ discount_source: null, shipping_address_sealed: Buffer.from(ids[index]!) },
      })),
      lines: orders.flatMap(({ cancelled }, index) => [
        { ...lineOf(ids[index]!, patch), cancelled_at: cancelled ? daysFromNow(-8) : null },
        { ...lineOf(ids[index]!, capsule), line: 1 },
      ]),
      shipments: orders.flatMap(({ parcels, delivered }, index) =>
        Array.from({ length: parcels }, (_, parcel) => ({
          ...shipmentOf(ids[index]!, daysFromNow(parcel - 6), delivered ? daysFromNow(parcel - 3) : null),
          ...{ parcel: parcel + 1, tracking_number: `track ${index} ${parcel}` },
        })),
      ),
      fills: orders.flatMap(({ parcels }, index) =>
        parcels < 2 ? [] : [0, 1].map((line) => ({ order_id: ids[index]!, line, parcel: line + 1 })),
      ),
      refunds: orders.flatMap(({ refunds }, index) =>
        Array.from({ length: refunds }, (_, each) => ({
          ...{ orderId: ids[index]!, kind: "refund", cents: 100 + each, at: daysFromNow(each - 4) },
        })),
      ),
      events: orders.flatMap((_, index) =>
        ["authorized", "approved", "paid", "pharmacy"].map((event, at) => ({
          ...{ order_id: ids[index]!, event, at: daysFromNow(at - 9), detail: null },
        })),
      ),
      payments: new Map(
        ids.map((id, index) => [
          id,
          { manualCapture: index > 0, brand: "visa", last4: `424${index}`, refundedCents: 0 },
        ]),
      ),
    };
  });
type OrderCase = typeof orderCases extends fc.Arbitrary<infer C> ? C : never;

const any = true as const;
const ofOrder = ({ order_id }: { readonly order_id: string }) => order_id;
const anyOrderOfRecords = {
  ...{ lines: ofOrder, shipments: ofOrder, fills: any, events: any, payments: any },
  refunds: ({ orderId }: { readonly orderId: string }) => orderId,
};
const othersRecords = {
  "another order's records": () => ({
    lines: [lineOf("other", patch)],
    shipments: [shipmentOf("other", daysFromNow(-2), daysFromNow(-1))],
    fills: [{ order_id: "other", line: 0, parcel: 1 }],
    refunds: [{ orderId: "other", kind: "refund", cents: 5900, at: daysFromNow(-1) }],
    events: [{ order_id: "other", event: "declined", at: daysFromNow(-1), detail: null }],
    payments: new Map([["other", { manualCapture: false, brand: "amex", last4: "0005", refundedCents: 5900 }]]),
  }),
};
const address = { address1: "1 Way", address2: null, city: "Reno", state: "NV", zipcode: "89501" };
const present = ({ orders, ...records }: OrderCase) =>
  presentOrders({ content, secrets: { open: () => address } as never }, orders as never, records as never);

/** Parcels and timeline of the first order alone. */
const ofFirst = <T extends { readonly order_id: string }>(rows: readonly T[]) =>
  rows.filter((each) => ofOrder(each) === "o0");

const shownOrder = (id: string, status: Order["status"], more: Partial<Order> = {}): Order =>
  ({ id, status, placedat: daysFromNow(-3).toISOString(), detail: [], timeline: [], ...more }) as unknown as Order;

const careCases = fc
  .record({
    subscriptions: fc.array(
      fc.record({
        status: fc.constantFrom(...SubscriptionStatus.options),
        pausedFor: fc.integer({ min: 1, max: 60 }),
        onHold: fc.boolean(),
        discontinued: fc.boolean(),
      }),
      { minLength: 2, maxLength: 4 },
    ),
    chargesStoppedBy: fc.constantFrom(null, null, "bank" as const, "practice" as const, "report" as const),
    nextCharge: fc.constantFrom(null, "2026-06-20"),
    upsellAwaitsDoctor: fc.boolean(),
  })
  .map(({ subscriptions, ...more }) => ({
    ...more,
    subscriptions: subscriptions.map(({ pausedFor, ...each }) => ({
      ...each,
      pauseduntil: each.status === "paused" ? addDays(today, pausedFor) : null,
    })),
  }));
const careFacts = (facts: typeof careCases extends fc.Arbitrary<infer C> ? C : never): CareFacts => ({
  ...{ safety: null, nonRxOnly: false, paymentFailed: false, order: null, doctorAsks: false, doseDue: false },
  plan: { status: "approved", submittedAt: daysFromNow(-9), decidedAt: daysFromNow(-8), lapsed: false, doctor: null },
  visit: { status: "DONE", identityStatus: "matched", isStarted: true, photosMissing: false } as CareFacts["visit"],
  ...{
    careEndsOn: null,
    changeAwaitsPatient: false,
    followupAwaitsPatient: false,
    firstBoxArrived: false,
    inUseUntil: null,
  },
  ...{
    retryOn: null,
    breaks: [],
    closed: [],
    pharmacyDays: 2,
    transitDays: 5,
    timezone: "America/New_York",
    now: daysFromNow(0),
  },
  ...{ patientTimezone: "America/Los_Angeles", ...facts },
});
const cancelledBeside = {
  "a cancelled subscription": ({ subscriptions }: { readonly subscriptions: readonly { readonly status: string }[] }) =>
    // Without any that goes on, it says that the treatment ended.
    subscriptions.every(({ status }) => status === "cancelled")
      ? {}
      : { subscriptions: [{ status: "cancelled", pauseduntil: null, onHold: true, discontinued: true }] },
};

const firstDose = (productId: string, own: boolean) => ({
  ...{ prescriptionId: `rx-${productId}`, product: productById(content, productId)!, canBeNoted: true, day: today },
  directions: own ? "As we said." : null,
});

export const shownRules = {
  "orders/order-status#decideTransition": "Of one order and one intent of the gateway's.",
  "orders/views/order-timeline#orderTimeline": rule({
    cases: orderCases,
    ask: ({ orders, refunds, events, lines, shipments, fills }) =>
      orderTimeline(
        content,
        {
          ...{ status: orders[0]!.status, manualCapture: true, isUpsell: false, prescription: true, cancelledAt: null },
          refunds: refunds.filter(({ orderId }) => orderId === "o0") as never,
          sent: { lines: ofFirst(lines), parcels: ofFirst(shipments), fills: ofFirst(fills) },
        },
        ofFirst(events),
      ).map((entry, index) => [index, entry]),
    anyOrder: anyOrderOfRecords,
    nothing: othersRecords,
  }),
  "orders/views/parcel-steps#parcelSteps": rule({
    cases: orderCases,
    ask: ({ orders, lines, shipments, fills }) =>
      parcelSteps(content, orders[0]!.status, {
        ...{ lines: ofFirst(lines), parcels: ofFirst(shipments), fills },
      })?.map((entry, index) => [index, entry]),
    anyOrder: { lines: ofOrder, shipments: ofOrder, fills: true },
    nothing: { "what is packed and hasn't left": () => ({ fills: [{ order_id: "o0", line: 0, parcel: null }] }) },
  }),
  "orders/views/present-order#presentOrders": rule({
    cases: orderCases,
    ask: (given) => new Map(present(given).map((order) => [order.id, order])),
    anyOrder: { orders: true, ...anyOrderOfRecords },
    nothing: othersRecords,
  }),
  "overview/action-items#actionItems": rule({
    cases: fc.record({
      orders: fc.subarray([shownOrder("o0", "paid"), shownOrder("o1", "authorizing")]),
      prescriptions: fc.array(fc.record({ renewalRequested: fc.boolean(), onHold: fc.boolean() }), { maxLength: 3 }),
    }),
    ask: (given) =>
      actionItems(content, {
        ...given,
        patient: {
          email: "r@example.com",
          emailVerified: false,
          emailRefusedAt: null,
          failedTransactionReason: null,
          nonRxOnly: false,
        },
        visit: { status: "DONE", identityStatus: "matched", stopped: false } as never,
        ...{ lapsed: false, followup: undefined, nextStep: "under_way" },
      }).map((item, index) => [index, item]),
    anyOrder: { orders: true, prescriptions: true },
    nothing: {
      "an order that is over": () => ({ orders: [shownOrder("over", "cancelled"), shownOrder("done", "delivered")] }),
      "a renewal of what is on hold": () => ({ prescriptions: [{ renewalRequested: true, onHold: true }] }),
    },
  }),
  "overview/action-items#followupItem": "Of one follow-up: a patient has one at a time.",
  "overview/care-snapshot#careFromRows":
    "Puts rows side by side for `activePrescriptionsFromRows` and `upsellRequestsByStatus`, which are checked; the rest is of the latest case alone.",
  "overview/leading-order#leadingOrder": rule({
    cases: treatmentWorlds.map((world) => ({
      ...world,
      shown: world.orders.map(({ id, status }) => shownOrder(id, status as Order["status"])),
    })),
    ask: ({ shown, ...world }) => leadingOrder(snapshotOf(world), null, shown),
    anyOrder: { subscriptions: true, prescribed: true, stoppedPrescriptions: true },
    nothing: {
      "an upsell that came to nothing": () => ({ shown: [shownOrder("upsell", "voided", { upsell: true })] }),
      "an order that ended long ago": () => ({ shown: [shownOrder("old", "refunded")], last: true as const }),
    },
  }),
  "overview/next-step#decideNextStep": rule({
    ...{ cases: careCases, runs: 200 },
    ask: (given) => decideNextStep(careFacts(given)),
    anyOrder: { subscriptions: true },
    nothing: cancelledBeside,
  }),
  "overview/next-step#phaseOf": rule({
    ...{ cases: careCases, runs: 200 },
    ask: (given) => phaseOf(careFacts(given)),
    anyOrder: { subscriptions: true },
    nothing: cancelledBeside,
  }),
  "overview/present-arrival#presentArrival": rule({
    cases: fc
      .record({ ids: fc.subarray([...products], { minLength: 2 }), own: fc.boolean() })
      .map(({ ids, own }) => ({ toBegin: ids.map((id) => firstDose(id, own && id === capsule)) })),
    ask: ({ toBegin }) => presentArrival(content, toBegin),
    anyOrder: { toBegin: true },
  }),
  "overview/present-next-step#presentNextStep": "Words of one step that is decided, and the names in it.",
  "overview/safety#decideSafety": rule({
    cases: fc
      .record({ hold: fc.subarray([patch, capsule]), stops: fc.subarray([patch, capsule]) })
      .map(({ hold, stops }) => ({
        prescribed: new Map(
          [patch, capsule].map((id) => [id, prescribedItem(id, hold.includes(id) ? "on_hold" : "active", 1)]),
        ),
        doctorStops: stops.map((productId) => ({ productId, isHold: hold.includes(productId) })),
      })),
    ask: ({ prescribed, doctorStops }) =>
      decideSafety(
        { content },
        { prescribed, items: [], status: "approved" },
        {
          ...{ stop: null, followupStops: [], openEmergency: null, doctorStops },
        },
      )?.kind,
    anyOrder: { prescribed: true, doctorStops: true },
    nothing: {
      "a prescription that goes on": () => ({
        prescribed: new Map([["magnesium", prescribedItem("magnesium", "active", 1)]]),
      }),
    },
  }),
} satisfies Readonly<Record<string, CheckedRule | string>>;
