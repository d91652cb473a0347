import { expect } from "vitest";
import { dayIn } from "#contract/fields/formats.ts";
import { ledger, type Shop } from "#server/orders/testing/shop.ts";
import { addDays, daysBetween } from "#server/platform/clock/calendar-days.ts";
import { reminderDays } from "#server/prescriptions/public.ts";
import { automaticKeyPrefix } from "../prescription-orders/settle-renewal-order.ts";

/** Fills a doctor gives a test patient: twelve after the plan's first prescription order; a renewal or a change includes the first one. */
const fillsGiven = { plan: 12, renewal: 13 };
/** Least days between two charges of a one-month prescription order: three quarters of a box are used by then. */
const shortestGap = 20;

/** Everything the store and the gateway hold on a patient's treatment. */
export async function loadTreatmentRecords({ services: { db }, gatewayDb }: Shop, patientId: string) {
  const [subscriptions, prescriptionOrders, orders, prescriptions, patient, charges, discounts, lines, changes] =
    await Promise.all([
      db.selectFrom("subscription").selectAll().where("patient_id", "=", patientId).orderBy("id").execute(),
      db.selectFrom("prescription_order").selectAll().where("patient_id", "=", patientId).orderBy("id").execute(),
      db.selectFrom("customer_order").selectAll().where("patient_id", "=", patientId).orderBy("placed_at").execute(),
      db.selectFrom("prescription").selectAll().where("patient_id", "=", patientId).execute(),
      db.selectFrom("patient").selectAll().where("id", "=", patientId).executeTakeFirstOrThrow(),
      gatewayDb
        .selectFrom("sandbox.intent")
        .innerJoin("sandbox.customer", "sandbox.customer.id", "sandbox.intent.customer_id")
        .selectAll("sandbox.intent")
        .where("sandbox.customer.patient_id", "=", patientId)
        .execute(),
      db.selectFrom("earned_discount").selectAll().where("patient_id", "=", patientId).execute(),
      db
        .selectFrom("order_line")
        .innerJoin("customer_order", "customer_order.id", "order_line.order_id")
        .selectAll("order_line")
        .where("customer_order.patient_id", "=", patientId)
        .execute(),
      db.selectFrom("treatment_change").selectAll().where("patient_id", "=", patientId).orderBy("created_at").execute(),
    ]);
  return {
    subscriptions,
    prescriptionOrders,
    orders,
    prescriptions,
    patient,
    charges,
    discounts,
    lines,
    changes,
  };
}

type TreatmentRecords = Awaited<ReturnType<typeof loadTreatmentRecords>>;

/** Asserts the invariants of a treatment with nothing in progress. */
export async function expectSound(shop: Shop, patientId: string): Promise<void> {
  const records = await loadTreatmentRecords(shop, patientId);
  await expectMoneyAccounted(shop, records);
  expectChargedOnce(records);
  expectChargedForWhatIsInForce(shop, records);
  expectRemindedBefore(shop, records);
  expectNothingAfterCancel(records);
  expectNothingAfterStop(records);
  expectOnePlanned(records);
  expectNothingWithoutAgreement(records);
  expectFillsCounted(records);
  expectChargesApart(records);
  expectDiscountsUsedOnce(records);
}

/**
 * An earned discount is used by one order, which records it, or is still available; it takes off what it says. A renewal keeps it while a
 * scheduled, past-due or paid prescription order was discounted by it, also when its charge failed; any other order keeps it unless it came to
 * nothing.
 */
function expectDiscountsUsedOnce({ orders, discounts, lines, prescriptionOrders }: TreatmentRecords): void {
  const usesDiscount = ({ id, kind, status }: TreatmentRecords["orders"][number]) =>
    kind === "renewal"
      ? prescriptionOrders.some(
          (each) => each.discount_order_id === id && ["scheduled", "ordered"].includes(each.status),
        )
      : !["failed", "voided", "cancelled"].includes(status);
  const takingOrders = orders
    .filter((order) => order.discount_source !== null && usesDiscount(order))
    .map(({ id }) => id);
  expect(discounts.flatMap(({ order_id }) => order_id ?? []).toSorted()).toEqual(takingOrders.toSorted());
  for (const { order_id, percent, amount_cents } of discounts.filter(({ order_id }) => order_id !== null)) {
    const order = orders.find(({ id }) => id === order_id);
    const own = lines.filter((line) => line.order_id === order_id);
    const price = own.reduce((sum, line) => sum + line.unit_price_cents * line.quantity, 0);
    expect(price).toBe(order?.subtotal_cents);
    const maxDiscount = percent === null ? (amount_cents ?? 0) : Math.ceil((price * percent) / 100);
    expect(order?.discount_cents).toBeGreaterThan(0);
    // A line may also have a discount of its own, at most half of it.
    expect(order?.discount_cents).toBeLessThanOrEqual(maxDiscount + price / 2);
  }
}

/** Each charge belongs to an order that records it, and the ledger of each order balances and agrees with the gateway. */
async function expectMoneyAccounted(shop: Shop, { orders, charges }: TreatmentRecords): Promise<void> {
  for (const order of orders) {
    const own = charges.filter(({ order_id, status }) => order_id === order.id && status === "succeeded");
    expect(own.length).toBeLessThanOrEqual(1);
    const capturedCents = own.reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0);
    expect(await ledger(shop, order.id)).toEqual({ sum: 0, gateway: capturedCents });
    expect(own.length === 1).toBe(["paid", "shipped", "delivered", "refunded"].includes(order.status));
  }
  const known = new Set(orders.map(({ id }) => id));
  expect(charges.filter(({ order_id }) => !known.has(order_id))).toEqual([]);
}

/** A paid renewal pays for prescription orders, one per period, at their price. */
function expectChargedOnce({ orders, prescriptionOrders }: TreatmentRecords): void {
  for (const order of orders.filter(({ kind, status }) => kind === "renewal" && status !== "failed")) {
    const own = prescriptionOrders.filter(({ order_id }) => order_id === order.id);
    expect(own.length).toBeGreaterThan(0);
    expect(own.reduce((sum, { amount_cents }) => sum + amount_cents, 0) + order.shipping_cents).toBe(order.total_cents);
  }
  const periods = prescriptionOrders.map(({ subscription_id, period }) => `${subscription_id}:${period}`);
  expect(new Set(periods).size).toBe(periods.length);
}

/** Each supply was of the product and size that were in force as it was ordered, at the catalogue's price. */
function expectChargedForWhatIsInForce(
  { services: { content } }: Shop,
  { prescriptionOrders, subscriptions, orders, lines, changes }: TreatmentRecords,
): void {
  for (const { id, order_id, subscription_id, product_id } of prescriptionOrders) {
    const order = orders.find((each) => each.id === order_id);
    // The first of a treatment is what its plan had.
    if (!order || order.kind !== "renewal") continue;
    const own = changes.filter((each) => each.subscription_id === subscription_id && each.status === "agreed");
    const agreed = own.findLast(({ decided_at }) => decided_at !== null && decided_at <= order.placed_at);
    const next = own.find(({ decided_at }) => decided_at !== null && decided_at > order.placed_at);
    const subscription = subscriptions.find((each) => each.id === subscription_id);
    const inForce = {
      product_id: agreed?.to_product_id ?? next?.from_product_id ?? subscription?.product_id,
      pricing_id: agreed?.to_pricing_id ?? next?.from_pricing_id ?? subscription?.pricing_id,
    };
    const product = content.catalogue.products.find(({ productid }) => productid === inForce.product_id);
    const pricing = product?.pricings.find(({ pricingid }) => pricingid === inForce.pricing_id);
    const line = lines.find((each) => each.order_id === order.id && each.product_id === product_id);
    expect({
      ...{ id, product_id, pricing_id: line?.pricing_id, unit: line?.unit_price_cents, days: line?.days_supply },
    }).toEqual({ id, ...inForce, unit: pricing?.pricecents, days: pricing?.dayssupply });
  }
}

/**
 * The patient was notified of each automatic charge five days ahead, and of no smaller amount; a retry is for no more than the mail on the
 * last attempt says.
 */
function expectRemindedBefore(
  { services: { content } }: Shop,
  { orders, prescriptionOrders, subscriptions, lines, changes }: TreatmentRecords,
): void {
  for (const order of orders.filter(({ idempotency_key }) => idempotency_key?.startsWith(automaticKeyPrefix))) {
    const chargedOn = dayIn(content.brand.timezone, order.placed_at);
    for (const prescriptionOrder of prescriptionOrders.filter(({ order_id }) => order_id === order.id)) {
      expect(prescriptionOrder.reminded_on).not.toBeNull();
      // The first charge of a change that begins now is the one the patient agreed to that day.
      const noticeDays = prescriptionOrder.begins === "now" ? 0 : reminderDays;
      expect(addDays(prescriptionOrder.reminded_on ?? "", noticeDays) <= chargedOn).toBe(true);
      const product = subscriptions.find(({ id }) => id === prescriptionOrder.subscription_id)?.product_id;
      const line = lines.find(({ order_id, product_id }) => order_id === order.id && product_id === product);
      if (!line) continue;
      if (prescriptionOrder.notified_cents !== null)
        expect(netOf(line)).toBeLessThanOrEqual(prescriptionOrder.notified_cents);
      const tried = orders.filter(
        (other) =>
          other.idempotency_key?.startsWith(automaticKeyPrefix) &&
          // The bank declined; a cancelled charge has no decline code.
          other.decline_code !== null &&
          other.placed_at < order.placed_at &&
          dayIn(content.brand.timezone, other.placed_at) >= (prescriptionOrder.reminded_on ?? ""),
      );
      // The patient was notified of, or asked about, each change since.
      const isSame = ({ placed_at }: { placed_at: Date }) =>
        !changes.some(
          ({ subscription_id, decided_at }) =>
            subscription_id === prescriptionOrder.subscription_id && decided_at !== null && decided_at > placed_at,
        );
      for (const { id } of tried.filter(isSame))
        for (const before of lines.filter(({ order_id, product_id }) => order_id === id && product_id === product))
          expect(netOf(line)).toBeLessThanOrEqual(netOf(before));
    }
  }
}

const netOf = (line: TreatmentRecords["lines"][number]) => line.unit_price_cents * line.quantity - line.discount_cents;

/** What was charged for a subscription after its cancellation was refunded, unless the patient ordered it. */
function expectNothingAfterCancel({ subscriptions, prescriptionOrders, orders, charges }: TreatmentRecords): void {
  for (const { id, cancelled_at } of subscriptions) {
    const own = prescriptionOrders.filter(({ subscription_id, one_off }) => subscription_id === id && !one_off);
    if (cancelled_at === null) continue;
    expect(own.filter(({ status }) => status === "scheduled")).toEqual([]);
    for (const prescriptionOrder of own.filter(({ order_id }) => order_id !== null)) {
      const order = orders.find((each) => each.id === prescriptionOrder.order_id);
      const charge = charges.find(({ order_id, status }) => order_id === order?.id && status === "succeeded");
      if (!charge || charge.created_at <= cancelled_at) continue;
      expect(prescriptionOrder.status).toBe("cancelled");
      expect(charge.amount_refunded).toBeGreaterThanOrEqual(prescriptionOrder.amount_cents);
    }
  }
}

/**
 * Of a medicine a doctor stopped, nothing is left to be charged or sent: no order placed since holds money for it, and what had not left the pharmacy
 * was refunded.
 */
function expectNothingAfterStop({
  prescriptions,
  prescriptionOrders,
  subscriptions,
  orders,
  lines,
  charges,
}: TreatmentRecords): void {
  for (const { product_id, stopped_at } of prescriptions) {
    if (stopped_at === null) continue;
    const isPrescribedAgain = prescriptions.some(
      (other) => other.product_id === product_id && other.approved_at > stopped_at,
    );
    if (isPrescribedAgain) continue;
    const own = subscriptions.filter((each) => each.product_id === product_id).map(({ id }) => id);
    const planned = prescriptionOrders.filter(
      ({ subscription_id, status }) => own.includes(subscription_id) && status === "scheduled",
    );
    expect([product_id, planned]).toEqual([product_id, []]);
    for (const order of orders) {
      const left = lines.filter(
        (line) => line.order_id === order.id && line.product_id === product_id && line.cancelled_at === null,
      );
      const charge = charges.find(({ order_id, status }) => order_id === order.id && status === "succeeded");
      if (left.length === 0 || !charge) continue;
      const isKept = charge.amount_refunded < charge.amount_captured;
      if (order.status === "paid") expect([order.id, isKept]).toEqual([order.id, false]);
      if (order.placed_at > stopped_at) expect([order.id, isKept]).toEqual([order.id, false]);
    }
  }
}

/** While a change awaits the patient, or was refused and nothing else was prescribed, no order of its subscription is placed. */
function expectNothingWithoutAgreement({ changes, subscriptions, prescriptionOrders, orders }: TreatmentRecords): void {
  for (const { id, subscription_id, status, created_at, decided_at, until: untilThen, to_product_id } of changes) {
    const next = changes.find((other) => other.subscription_id === subscription_id && other.created_at > created_at);
    const until = status === "refused" ? next?.created_at : (decided_at ?? undefined);
    const ordered = orders.filter(
      ({ id: orderId, placed_at }) =>
        placed_at > created_at &&
        (until === undefined || placed_at < until) &&
        prescriptionOrders.some(
          (each) =>
            each.order_id === orderId &&
            each.subscription_id === subscription_id &&
            // What the doctor didn't stop continues.
            (untilThen === "stop" || each.product_id === to_product_id),
        ),
    );
    expect([id, ordered.map(({ placed_at }) => placed_at)]).toEqual([id, []]);
  }
  for (const { id, discontinued_on } of subscriptions) {
    const own = changes.filter(({ subscription_id }) => subscription_id === id);
    const unsettled = own.slice(own.findLastIndex(({ status }) => status === "agreed") + 1);
    expect(discontinued_on !== null).toBe(unsettled.some(({ until }) => until === "stop"));
  }
}

/** An active subscription has one prescription order to come, which is past due only when the subscription says so. */
function expectOnePlanned({ subscriptions, prescriptionOrders, patient }: TreatmentRecords): void {
  for (const { id, status } of subscriptions) {
    const planned = prescriptionOrders.filter((each) => each.subscription_id === id && each.status === "scheduled");
    expect(planned).toHaveLength(status === "cancelled" ? 0 : 1);
    const over = prescriptionOrders.filter((each) => each.subscription_id === id && each.status !== "scheduled");
    expect(
      over.filter(({ failed_on, retry_on, status: now }) => now === "cancelled" && (failed_on ?? retry_on)),
    ).toEqual([]);
    expect(planned.some(({ failed_on }) => failed_on !== null)).toBe(status === "past_due");
  }
  expect(patient.failed_transaction_reason !== null).toBe(subscriptions.some(({ status }) => status === "past_due"));
}

/**
 * Refills left are the fills given minus the boxes that were sent or are to be sent: prescription orders that were paid and not cancelled, and such
 * lines of carts.
 */
function expectFillsCounted({ prescriptions, prescriptionOrders, orders, lines }: TreatmentRecords): void {
  const comesToNothing = (orderId: string) =>
    ["failed", "voided", "cancelled"].includes(orders.find(({ id }) => id === orderId)?.status ?? "");
  for (const { id, product_id, refills_left, approved_at } of prescriptions) {
    const renewed = prescriptions.some((other) => other.approved_at < approved_at);
    const ordered = prescriptionOrders.filter(
      ({ prescription_id, status }) => prescription_id === id && status === "ordered",
    );
    const bought = lines.filter(
      ({ prescription_id, cancelled_at, order_id }) =>
        prescription_id === id && cancelled_at === null && !comesToNothing(order_id),
    );
    expect([product_id, refills_left]).toEqual([
      product_id,
      (renewed ? fillsGiven.renewal : fillsGiven.plan) - ordered.length - bought.length,
    ]);
  }
}

/**
 * Two prescription orders of a subscription that were paid and kept are apart, unless the patient ordered one of them, or a doctor had a change begin
 * now.
 */
function expectChargesApart({ subscriptions, prescriptionOrders }: TreatmentRecords): void {
  for (const { id } of subscriptions) {
    const days = prescriptionOrders
      .filter((each) => each.subscription_id === id && each.status === "ordered" && !each.one_off)
      .filter(({ begins }) => begins !== "now")
      .map(({ charge_on }) => charge_on)
      .toSorted();
    for (const [at, day] of days.slice(1).entries())
      expect(daysBetween(days[at] ?? "", day)).toBeGreaterThanOrEqual(shortestGap);
  }
}
