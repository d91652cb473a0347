import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeTreatment } from "#server/care/decisions/treatment-change.ts";
import {
  approvePrescriptionRenewal,
  declinePrescriptionRenewal,
} from "#server/care/prescription-renewals/decide-prescription-renewal.ts";
import { placeOrder } from "#server/orders/public.ts";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { undecidedPrescriptionRenewals } from "#server/prescriptions/prescription-renewals.ts";
import { companionToleranceDays, type Box, daysOnHand, loadDispensedBoxes } from "#server/prescriptions/public.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { runBilling } from "../billing/run-billing.ts";
import { cancelSubscriptions } from "../subscriptions/cancel-subscription.ts";
import { pauseSubscriptions, resumeSubscriptions } from "../subscriptions/pause-subscription.ts";
import { restartSubscription } from "../subscriptions/restart-subscription.ts";
import { deliver, inCare, type InCare } from "../testing/in-care.ts";
import { loadTreatmentRecords } from "../testing/treatment-records.ts";
import { movePrescriptionOrder } from "./move-prescription-order.ts";
import { getNext, reorder } from "./place-prescription-order.ts";
import { skipPrescriptionOrder } from "./skip-prescription-order.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const dayMs = 86_400_000;
const patches = ["estradiol_patch_0_05", "estradiol_patch_0_025", "estradiol_tablet_1"];
const capsule = "progesterone_capsule_100";

const arbitraryLine = fc.record({
  productid: fc.constantFrom("estradiol_patch_0_05", "estradiol_patch_0_05", "estradiol_patch_0_025", capsule, capsule),
  months: fc.constantFrom(1, 1, 3),
  quantity: fc.constantFrom(1, 1, 2, 12),
});
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("days" as const), count: fc.integer({ min: 1, max: 15 }) }) },
  { weight: 5, arbitrary: fc.constant({ do: "deliver" as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("cart" as const, "upsell" as const),
      lines: fc.uniqueArray(arbitraryLine, {
        minLength: 1,
        maxLength: 3,
        selector: (l) => `${l.productid}${l.months}`,
      }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("getNext" as const, "reorder" as const, "skip" as const),
      which: fc.nat(5),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      which: fc.nat(5),
      days: fc.integer({ min: -7, max: 84 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("restart" as const), which: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("pause" as const, "resume" as const, "cancel" as const),
      which: fc.constantFrom(0, 1, null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("change" as const), to: fc.constantFrom(...patches) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("doctor" as const), approves: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("spend" as const), product: fc.constantFrom(patches[0], capsule) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const allowed = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });

async function runStep(rosa: InCare, next: Step): Promise<void> {
  const { services } = shop;
  const { db } = services;
  const patientId = rosa.id;
  const { prescriptionOrders, subscriptions, orders } = await loadTreatmentRecords(shop, patientId);
  switch (next.do) {
    case "days":
      for (let count = 0; count < next.count; count += 1) {
        shop.clock.advance(dayMs);
        await runBilling(services);
        await expectNothingOverdue(rosa);
      }
      return;
    case "deliver":
      for (const { id, status } of orders) if (status === "paid") await deliver(shop, id);
      return;
    case "cart":
    case "upsell": {
      const lines = next.lines.map(({ productid, months, quantity }) => ({
        ...{ productid, quantity },
        // A doctor decides how much an upsell starts with.
        pricingid: `${productid}_${next.do === "upsell" ? 1 : months}m`,
      }));
      await allowed(placeOrder(services, shop.orderRequest(patientId, { kind: next.do, capture: "automatic", lines })));
      return;
    }
    case "getNext":
    case "reorder": {
      const act = next.do === "getNext" ? getNext : reorder;
      const prescriptionOrderId = prescriptionOrders[next.which % prescriptionOrders.length]?.id ?? "";
      const press = () => allowed(act(services, { patientId, prescriptionOrderId, idempotencyKey: newId() }));
      await Promise.all(next.twice ? [press(), press()] : [press()]);
      return;
    }
    case "skip":
      await allowed(
        skipPrescriptionOrder(
          services,
          patientId,
          prescriptionOrders[next.which % prescriptionOrders.length]?.id ?? "",
        ),
      );
      return;
    case "move": {
      const planned = prescriptionOrders.filter(({ status }) => status === "scheduled");
      const order = planned[next.which % planned.length];
      const day = addDays(order?.charge_on ?? clinicToday(services), next.days);
      const command = { patientId, prescriptionOrderId: order?.id ?? "", day };
      await allowed(movePrescriptionOrder(services, command));
      return;
    }
    case "restart": {
      const subscriptionId = subscriptions[next.which % subscriptions.length]?.id ?? "";
      await allowed(restartSubscription(services, { patientId, subscriptionId }));
      return;
    }
    case "pause":
    case "resume":
    case "cancel": {
      const target = { patientId, subscriptionId: next.which === null ? undefined : subscriptions[next.which]?.id };
      const acts = {
        resume: resumeSubscriptions,
        cancel: cancelSubscriptions,
        pause: () => pauseSubscriptions(services, target, 1),
      };
      await allowed(acts[next.do](services, target));
      return;
    }
    case "change": {
      const estrogen = subscriptions.find(({ product_id }) => patches.includes(product_id));
      const change = { productid: next.to, pricingid: `${next.to}_1m`, refills: 2 };
      const asked = { hasFollowup: async () => false, asksForReason: false };
      if (estrogen) await allowed(changeTreatment(services, patientId, estrogen.id, change, asked));
      return;
    }
    case "doctor":
      for (const request of await openRenewalsOf(rosa))
        await (next.approves
          ? approvePrescriptionRenewal(
              services,
              request.id,
              { refills: 1, despitewarning: true },
              { asksForReason: false },
            )
          : declinePrescriptionRenewal(services, request.id, { reason: "Please see me first." }));
      return;
    case "spend":
      await db
        .updateTable("prescription")
        .set({ refills_left: 0 })
        .where("patient_id", "=", patientId)
        .where("product_id", "=", next.product ?? "")
        .execute();
  }
}

const openRenewalsOf = async ({ id }: InCare) =>
  (await undecidedPrescriptionRenewals(shop.services.db, null, 1000)).filter(({ patientId }) => patientId === id);

/** The boxes of all products of a category, however they were ordered. */
async function boxesOf(rosa: InCare, category: string): Promise<readonly Box[]> {
  const { db, content } = shop.services;
  const boxes = await loadDispensedBoxes(db, rosa.id, content.brand.timezone);
  const products = content.catalogue.products.filter(({ categories }) => categories.some((each) => each === category));
  return products.flatMap(({ productid }) => boxes.get(productid) ?? []);
}

/** Three months at a time is never prescribed here: a box lasts 30 days at most, and the next one comes when a quarter of it is left. */
const mostOnHand = 30 + 8;

async function expectNoMoreThanOneEarly(rosa: InCare): Promise<void> {
  const today = clinicToday(shop.services);
  for (const category of ["systemic_estrogen", "progestogen"])
    expect([category, daysOnHand(await boxesOf(rosa, category), today) <= mostOnHand]).toEqual([category, true]);
}

/** Estrogen that was just ordered is covered: by what is on hand, or by a renewal that comes before that is used up. */
async function expectCovered(rosa: InCare, before: number): Promise<void> {
  const today = clinicToday(shop.services);
  const estrogen = await boxesOf(rosa, "systemic_estrogen");
  if (estrogen.length <= before) return;
  const covered = daysOnHand(await boxesOf(rosa, "progestogen"), today) + companionToleranceDays;
  if (covered >= daysOnHand(estrogen, today)) return;
  const { prescriptionOrders, subscriptions } = await loadTreatmentRecords(shop, rosa.id);
  const running = subscriptions.filter(({ product_id, status }) => product_id === capsule && status === "active");
  const upcomingRenewals = prescriptionOrders.filter(
    ({ subscription_id, status, held_back_from, charge_on }) =>
      running.some(({ id }) => id === subscription_id) &&
      status === "scheduled" &&
      held_back_from === null &&
      charge_on <= addDays(today, covered),
  );
  expect(upcomingRenewals).not.toEqual([]);
}

/** After a billing round nothing is overdue: what was due is charged, planned for later, or on hold with a doctor asked. */
async function expectNothingOverdue(rosa: InCare): Promise<void> {
  const today = clinicToday(shop.services);
  const { prescriptionOrders, subscriptions, prescriptions } = await loadTreatmentRecords(shop, rosa.id);
  const requestedProductIds = (await openRenewalsOf(rosa)).map(({ productId }) => productId);
  for (const { id, status, product_id, discontinued_on } of subscriptions.filter((each) => each.status === "active")) {
    expect(status).toBe("active");
    const planned = prescriptionOrders.find((each) => each.subscription_id === id && each.status === "scheduled");
    if (!planned || discontinued_on !== null) continue;
    if (planned.held_back_from === null) expect(planned.charge_on > today || planned.reminded_on === null).toBe(true);
    else expect(requestedProductIds.includes(product_id) || requestedProductIds.includes(capsule)).toBe(true);
  }
  expect(prescriptions.every(({ refills_left }) => refills_left >= 0)).toBe(true);
}

describe("decisions §9 random sequences of cart, get next, reorder, skip, upsell, treatment change and renewal", () => {
  it("never more on hand than a box and an early one, no estrogen without its progestogen, no planned charge without a fill", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (history) => {
        shop.clock.setOffset(msUntilNoon());
        const rosa = await inCare(shop);
        for (const next of history) {
          const before = (await boxesOf(rosa, "systemic_estrogen")).length;
          await runStep(rosa, next);
          await expectNoMoreThanOneEarly(rosa);
          await expectCovered(rosa, before);
        }
      }),
      propertyRuns<[Step[]]>(4, 16, [
        [
          [
            { do: "cancel", which: null },
            { do: "days", count: 15 },
            { do: "days", count: 10 },
            ...[1, 2].map((): Step => ({
              do: "cart",
              lines: [
                { productid: "estradiol_patch_0_05", months: 1, quantity: 1 },
                { productid: capsule, months: 1, quantity: 1 },
              ],
            })),
          ],
        ],
        [
          [
            { do: "cancel", which: null },
            { do: "days", count: 9 },
            { do: "restart", which: 1 },
            { do: "days", count: 15 },
            { do: "deliver" },
            { do: "move", which: 0, days: -7 },
            { do: "days", count: 15 },
            { do: "deliver" },
            { do: "days", count: 15 },
          ],
        ],
        [
          [
            { do: "cancel", which: 1 },
            { do: "days", count: 15 },
            { do: "days", count: 15 },
            { do: "days", count: 15 },
          ],
        ],
      ]),
    );
  }, 1_800_000);
});
