import fc from "fast-check";
import type { Content } from "#content/loader/load.ts";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { OrderStatus } from "#contract/orders/orders.ts";
import type { Pace } from "#contract/treatment/pace.ts";
import { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import { productById } from "#server/catalogue/public.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import type { PhaseRow, PrescribedItem } from "#server/prescriptions/public.ts";
import { treatmentSnapshotFrom, type TreatmentSnapshot } from "#server/treatment/snapshot/treatment-snapshot.ts";

/** A patient's treatment as the database has it, with two medicines of a kind in different states. */

export const content: Content = await shippedContent();
export const today = "2026-06-01";
const now = new Date(`${today}T17:00:00Z`);
/** A phase of how a product is used. */
export const phaseOf = (product_id: string, pace: Pace, ago: number): PhaseRow => ({
  ...{ id: `phase-${product_id}`, patient_id: "patient", product_id, pace, begins_on: null, made_at: daysFromNow(ago) },
  directions_sealed: Buffer.from("words"),
});

export const daysFromNow = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

type Rows = Parameters<typeof treatmentSnapshotFrom>[1];
export type TreatmentWorld = Omit<Rows, "prescribed"> & { readonly prescribed: ReadonlyMap<string, PrescribedItem> };

/** Two estrogens, two progestogens, and something without a prescription. */
export const products = [
  "estradiol_patch_0_05",
  "progesterone_capsule_100",
  "estradiol_tablet_1",
  "progesterone_capsule_200",
  "magnesium",
] as const;

const prescriptionStates = ["none", "active", "on_hold", "waits", "stopped"] as const;
const medicine = fc.record({
  status: fc.constantFrom(...SubscriptionStatus.options),
  prescription: fc.constantFrom(...prescriptionStates, "active" as const, "active" as const),
  refills: fc.nat(3),
  planned: fc.option(
    fc.record({ in: fc.integer({ min: -3, max: 40 }), failed: fc.boolean(), heldBack: fc.boolean() }),
    { freq: 5 },
  ),
  ordered: fc.option(
    fc.record({
      ago: fc.integer({ min: 1, max: 60 }),
      status: fc.constantFrom(...OrderStatus.options),
      shipped: fc.boolean(),
      delivered: fc.boolean(),
    }),
    { freq: 5 },
  ),
});
export type Medicine = typeof medicine extends fc.Arbitrary<infer M> ? M : never;

const worldsOf = (ids: readonly string[], states: fc.Arbitrary<Medicine> = medicine) =>
  fc
    .tuple(fc.subarray([...ids], { minLength: 2 }), fc.array(states, { minLength: ids.length, maxLength: ids.length }))
    .map(([chosen, drawn]) => mergeWorlds(chosen.map((id, index) => worldOf(id, drawn[index]!, index))));

/** Each combination of two to five medicines and their states. */
export const treatmentWorlds = worldsOf(products);
/** What arrived within the last days, and is to be begun. */
export const arrivedWorlds = worldsOf(
  products,
  fc.record({ each: medicine, ago: fc.integer({ min: 3, max: 6 }) }).map(({ each, ago }): Medicine => ({
    ...{ ...each, prescription: each.prescription === "waits" ? "waits" : "active" },
    ordered: { ago, status: "delivered", shipped: true, delivered: true },
  })),
);
export const withoutSecondProgestogen = worldsOf(products.filter((id) => id !== "progesterone_capsule_200"));

export const mergeWorlds = (worlds: readonly TreatmentWorld[]): TreatmentWorld => {
  const [first] = worlds;
  const all = <Field extends Exclude<keyof TreatmentWorld, "prescribed">>(field: Field) =>
    worlds.flatMap((each): readonly unknown[] => each[field]) as unknown as TreatmentWorld[Field];
  return {
    ...first!,
    subscriptions: all("subscriptions"),
    prescriptionOrders: all("prescriptionOrders"),
    orders: all("orders"),
    lines: all("lines"),
    shipments: all("shipments"),
    phases: all("phases"),
    rests: all("rests"),
    losses: all("losses"),
    stoppedPrescriptions: all("stoppedPrescriptions"),
    events: all("events"),
    prescribed: new Map(worlds.flatMap(({ prescribed }) => [...prescribed])),
  };
};

/** What the database has of one medicine. `age` makes later ones older, by days. */
export function worldOf(productId: string, state: Medicine, age: number, name: string = productId): TreatmentWorld {
  const product = productById(content, productId)!;
  const pricing = product.pricings[0]!;
  const { status, prescription, refills, planned, ordered } = state;
  const [id, orderId] = [`subscription-${name}`, `order-${name}`];
  const placedAt = daysFromNow(-(ordered?.ago ?? 1));
  const order = { id: orderId, status: ordered?.status ?? "authorized", placed_at: placedAt, shipping_state: "CA" };
  return {
    patient: [{ state: "CA", timezone: null }],
    subscriptions: [
      {
        ...{ id, patient_id: "patient", order_id: orderId, order_line: 0, product_id: productId, status, quantity: 1 },
        ...{ pricing_id: pricing.pricingid, price_cents: pricing.pricecents, days_supply: pricing.dayssupply },
        ...{ created_at: daysFromNow(-100 - age), started_at: null, orderable_from: null, paused_at: null },
        ...{ paused_until: status === "paused" ? addDays(today, 30) : null, charge_on_before_pause: null },
        ...{ cancel_offer_accepted_at: null, cancelled_at: status === "cancelled" ? daysFromNow(-2) : null },
        ...{ cancel_reason_sealed: null, discontinued_on: null },
      },
    ],
    prescriptionOrders: [
      ...(planned ? [prescriptionOrder(name, productId, 2, { planned })] : []),
      ...(ordered ? [prescriptionOrder(name, productId, 1, { orderId, ago: ordered.ago })] : []),
    ],
    orders: [order],
    lines: [lineOf(orderId, productId)],
    shipments:
      ordered?.shipped === true
        ? [shipmentOf(orderId, daysFromNow(1 - ordered.ago), ordered.delivered ? daysFromNow(2 - ordered.ago) : null)]
        : [],
    phases: [phaseOf(productId, "half", -20)],
    rests: [{ product_id: productId, from_on: addDays(today, -30), until_on: addDays(today, -28), along_with: null }],
    losses: [{ product_id: productId, granted_at: daysFromNow(-40), ends_on: addDays(today, -27) }],
    ...{
      fills: [],
      changedLines: [],
      events: [],
      links: [],
      answers: [{ answered_at: daysFromNow(-30) }],
      disputes: [],
      address: [{ state: "CA" }],
      discounts: [],
    },
    stoppedPrescriptions: prescription === "stopped" ? [{ product_id: productId }] : [],
    prescribed: new Map(
      prescription === "none" || prescription === "stopped" || !product.prescription
        ? []
        : [[productId, prescribedItem(productId, prescription, refills)]],
    ),
  } as unknown as TreatmentWorld;
}

export const prescribedItem = (
  productId: string,
  state: "active" | "on_hold" | "waits",
  refills: number,
): PrescribedItem => ({
  ...{ prescriptionId: `rx-${productId}`, directions: null, daysSupply: 28, renewalRequested: false },
  ...{ refillsLeft: state === "on_hold" ? 0 : refills, onHold: state === "on_hold", waits: state === "waits" },
});

interface Period {
  readonly planned?: NonNullable<Medicine["planned"]>;
  readonly orderId?: string;
  readonly ago?: number;
}

const prescriptionOrder = (name: string, productId: string, period: number, { planned, orderId, ago }: Period) => ({
  ...{ id: `${name}-${period}`, patient_id: "patient", subscription_id: `subscription-${name}`, period },
  ...{ status: planned ? "scheduled" : "ordered", order_id: orderId ?? null, order_attempts: 0, prescription_id: null },
  ...{ product_id: planned ? null : productId, one_off: false, amount_cents: 5900, discount_cents: 0 },
  ...{ discount_order_id: null, notified_cents: null, earliest_charge_on: null, reminded_on: null },
  charge_on: addDays(today, planned ? planned.in : -(ago ?? 1)),
  held_back_from: planned?.heldBack === true ? addDays(today, -1) : null,
  failed_on: planned?.failed === true ? addDays(today, -1) : null,
  ...{ attempts: 0, retry_on: null, completed_at: null, begins: null, created_at: daysFromNow(-50) },
});

export function lineOf(orderId: string, productId: string) {
  const product = productById(content, productId)!;
  const pricing = product.pricings[0]!;
  return {
    ...{ order_id: orderId, line: 0, product_id: productId, pricing_id: pricing.pricingid, name: product.name },
    ...{ dosage: product.strength, image: product.picture, prescription: product.prescription },
    ...{ tax_category: product.taxcategory, hsa: product.hsa, days_supply: pricing.dayssupply },
    ...{ months: pricing.months, refills: pricing.refills, quantity: 1, unit_price_cents: pricing.pricecents },
    ...{ discount_cents: 0, tax_cents: 0, cancelled_at: null, prescription_id: null },
  };
}

export const shipmentOf = (orderId: string, shippedAt: Date, deliveredAt: Date | null) => ({
  ...{
    order_id: orderId,
    parcel: 1,
    carrier: "USPS",
    tracking_number: `track-${orderId}`,
    tracking_url: null,
    owns_number: false,
  },
  ...{ shipped_at: shippedAt, estimated_delivery: null, delivered_at: deliveredAt, returned_at: null },
  return_reason: null,
});

export const snapshotOf = ({ prescribed, ...rows }: TreatmentWorld): TreatmentSnapshot =>
  treatmentSnapshotFrom({ content, clock: { now: () => now } as never }, rows as Rows, prescribed);

const cancelled = { status: "cancelled", prescription: "stopped", refills: 0, planned: null } as const;

/** A subscription of something else that ended long ago, with what was delivered of it used up. */
export const endedSister = (): Partial<TreatmentWorld> => {
  const ordered = { ago: 400, status: "delivered", shipped: true, delivered: true } as const;
  const { subscriptions, prescriptionOrders, orders, lines, shipments, stoppedPrescriptions } = worldOf(
    "tretinoin_cream_0_025",
    { ...cancelled, ordered },
    500,
    "ended",
  );
  return { subscriptions, prescriptionOrders, orders, lines, shipments, stoppedPrescriptions };
};
