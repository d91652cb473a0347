import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import { toDollars } from "#contract/fields/numbers.ts";
import { type ChangeBegins, changeBegins, type ChangeUntil, changeUntil } from "#contract/treatment/changes.ts";
import { holdPrescription, releasePrescription, stopPrescription } from "#server/care/decisions/act-on-prescription.ts";
import { changeTreatment } from "#server/care/decisions/treatment-change.ts";
import { cancelOrder } from "#server/care/orders/cancel-order.ts";
import {
  approvePrescriptionRenewal,
  declinePrescriptionRenewal,
} from "#server/care/prescription-renewals/decide-prescription-renewal.ts";
import { putPrescriptionsOnHold } from "#server/care/public.ts";
import { earnDiscount } from "#server/discounts/public.ts";
import { placeOrder } from "#server/orders/public.ts";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { GatewayOperation } from "#server/platform/gateway/sandbox/faults.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { undecidedPrescriptionRenewals } from "#server/prescriptions/prescription-renewals.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { chargePastDue } from "./billing/charge-past-due.ts";
import { runBilling } from "./billing/run-billing.ts";
import { agreeToTreatmentChange, refuseTreatmentChange } from "./changes/decide-change.ts";
import { cancelPrescriptionOrder } from "./prescription-orders/cancel-prescription-order.ts";
import { movePrescriptionOrder } from "./prescription-orders/move-prescription-order.ts";
import { getNext, reorder } from "./prescription-orders/place-prescription-order.ts";
import { skipPrescriptionOrder } from "./prescription-orders/skip-prescription-order.ts";
import { takeSkipBack } from "./prescription-orders/take-skip-back.ts";
import { cancelSubscriptions, preventCancel } from "./subscriptions/cancel-subscription.ts";
import { pauseSubscriptions, resumeSubscriptions } from "./subscriptions/pause-subscription.ts";
import { restartSubscription } from "./subscriptions/restart-subscription.ts";
import { deliver, inCare, type InCare, declineCard } from "./testing/in-care.ts";
import { loadTreatmentRecords, expectSound } from "./testing/treatment-records.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const dayMs = 86_400_000;
const operations: GatewayOperation[] = ["authorize", "refund", "retrieve", "intentsOf"];
/** Replacements a doctor prescribes for the patch: at the same price, a lower and a higher one. */
const patches = ["estradiol_patch_0_05", "estradiol_patch_0_025", "estradiol_tablet_1", "estradiol_patch_0_1"] as const;
const capsule = "progesterone_capsule_100";
const medicines = ["estradiol_patch_0_05", capsule];
const prescriptionOrderActions = ["getNext", "reorder", "skip", "takeSkipBack", "cancelSupply"] as const;

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("days" as const), count: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: "months" as const }) },
  { weight: 2, arbitrary: fc.constant({ do: "clinic" as const }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom(...prescriptionOrderActions), which: fc.nat(7), twice: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("pause" as const, "resume" as const, "preventCancel" as const, "cancel" as const),
      which: fc.constantFrom(0, 1, null),
      months: fc.constantFrom(1, 2, 3),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("restart" as const), which: fc.nat(1), twice: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      which: fc.nat(7),
      days: fc.integer({ min: -9, max: 90 }),
      twice: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("card" as const), good: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ do: "payOwed" as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fault" as const),
      operation: fc.constantFrom(...operations),
      when: fc.constantFrom("before" as const, "after" as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "reconcile" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "stop" as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("medicine" as const),
      act: fc.constantFrom("stop" as const, "hold" as const, "release" as const),
      which: fc.nat(1),
      whileCharged: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("earn" as const),
      gift: fc.constantFrom({ percent: 20 }, { amountCents: 700 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "buy" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("buyMedicines" as const),
      products: fc.constantFrom<string[]>(medicines, [capsule], [capsule, "magnesium"]),
      stopped: fc.constantFrom(null, 0, 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("phone" as const), which: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("doctor" as const), approves: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("address" as const), served: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      to: fc.constantFrom(...patches),
      begins: fc.constantFrom(...changeBegins),
      until: fc.constantFrom(...changeUntil),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      agrees: fc.boolean(),
      which: fc.nat(2),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("whileCharged" as const),
      act: fc.constantFrom(...(["cancel", "pause", "skip", "cancelSupply", "move", "cancelAndRestart"] as const)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("changedWhileCharged" as const), to: fc.constantFrom(...patches) }),
  },
);
const stopsUntilAgreed = { begins: "when_box_ends", until: "stop" } as const;
const aMonth: readonly Step[] = [
  { do: "days", count: 16 },
  { do: "days", count: 16 },
];
/** The subscriptions are over and the first boxes used up: medicines can be bought once. */
const overAndUsedUp: readonly Step[] = [
  { do: "cancel", which: null, months: 1 },
  { do: "days", count: 20 },
  { do: "days", count: 8 },
];
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A refusal is a valid step; any other error is a defect. */
const allowed = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });

/** A day with two schedulers billing at once. */
async function day(): Promise<void> {
  shop.clock.advance(dayMs);
  await Promise.all([runBilling(shop.services), runBilling(shop.services)]);
}

async function runStep(rosa: InCare, next: Step): Promise<void> {
  const { services } = shop;
  const patientId = rosa.id;
  const { prescriptionOrders, subscriptions, orders } = await loadTreatmentRecords(shop, patientId);
  switch (next.do) {
    case "days":
      for (let count = 0; count < next.count; count += 1) await day();
      return;
    case "months":
      shop.clock.advance(100 * dayMs);
      return day();
    case "clinic":
      for (const { id, status } of orders) if (status === "paid") await deliver(shop, id);
      return;
    case "getNext":
    case "reorder": {
      const command = {
        patientId,
        prescriptionOrderId: prescriptionOrders[next.which % prescriptionOrders.length]?.id ?? "",
        idempotencyKey: newId(),
      };
      const press = () => allowed((next.do === "getNext" ? getNext : reorder)(services, command));
      await Promise.all(next.twice ? [press(), press()] : [press()]);
      return;
    }
    case "skip":
    case "takeSkipBack":
    case "cancelSupply": {
      const id = prescriptionOrders[next.which % prescriptionOrders.length]?.id ?? "";
      const acts = { skip: skipPrescriptionOrder, takeSkipBack, cancelSupply: cancelPrescriptionOrder };
      await allowed(acts[next.do](services, patientId, id));
      return;
    }
    case "restart":
      return restart(rosa, next.which, next.twice);
    case "move":
      return move(rosa, next);
    case "pause":
    case "resume":
    case "preventCancel":
    case "cancel": {
      const target = { patientId, subscriptionId: next.which === null ? undefined : subscriptions[next.which]?.id };
      const acts = {
        resume: resumeSubscriptions,
        preventCancel,
        cancel: cancelSubscriptions,
        pause: () => pauseSubscriptions(services, target, next.months),
      };
      await allowed(acts[next.do](services, target));
      return;
    }
    case "change":
      return changePatch(rosa, next.to, next);
    case "changedWhileCharged":
      return shop.beforeGatewayAnswer(() => changePatch(rosa, next.to));
    case "decide":
      return decideChange(rosa, next);
    case "card":
      return next.good ? acceptCard(rosa) : declineCard(shop, rosa, "insufficient_funds");
    case "payOwed":
      await allowed(chargePastDue(services, { patientId, idempotencyKey: newId() }));
      return;
    case "fault":
      return shop.faults.add(next.operation, next.when);
    case "reconcile":
      return shop.reconcile();
    case "stop":
      return inTransaction(services, (tx) => putPrescriptionsOnHold(tx, patientId, () => true));
    case "medicine":
      return next.whileCharged
        ? shop.beforeGatewayAnswer(() => actOnMedicine(rosa, next.act, next.which))
        : actOnMedicine(rosa, next.act, next.which);
    case "earn":
      return earn(rosa, next.gift);
    case "buy":
      await allowed(placeOrder(services, shop.orderRequest(patientId, { kind: "cart", capture: "automatic" })));
      return;
    case "buyMedicines":
      return buyMedicines(rosa, next);
    case "phone":
      return phone(orders[next.which % orders.length]?.id ?? "");
    case "doctor":
      return decideRenewals(rosa, next.approves);
    case "address":
      return setAddress(rosa, next.served);
    case "whileCharged":
      return shop.beforeGatewayAnswer(async () => {
        const [prescriptionOrder] = prescriptionOrders.filter(({ status }) => status === "scheduled");
        const acts = {
          cancel: () => cancelSubscriptions(services, { patientId }),
          pause: () => pauseSubscriptions(services, { patientId }, 1),
          skip: () => skipPrescriptionOrder(services, patientId, prescriptionOrder?.id ?? ""),
          move: () => move(rosa, { which: 0, days: 12, twice: true }),
          cancelAndRestart: async () => {
            await cancelSubscriptions(services, { patientId });
            await restart(rosa, 0, true);
          },
          cancelSupply: () => cancelPrescriptionOrder(services, patientId, prescriptionOrder?.id ?? ""),
        };
        await allowed(acts[next.act]());
      });
  }
}

/** The patient has a canceled subscription go on, perhaps from two tabs. */
async function restart({ id: patientId }: InCare, which: number, twice: boolean): Promise<void> {
  const { subscriptions } = await loadTreatmentRecords(shop, patientId);
  const subscriptionId = subscriptions[which % subscriptions.length]?.id ?? "";
  const press = () => allowed(restartSubscription(shop.services, { patientId, subscriptionId }));
  await Promise.all(twice ? [press(), press(), runBilling(shop.services)] : [press()]);
}

/** The patient moves an order by so many days from the one it has. */
async function move(
  { id: patientId }: InCare,
  { which, days, twice }: { readonly which: number; readonly days: number; readonly twice: boolean },
): Promise<void> {
  const { prescriptionOrders } = await loadTreatmentRecords(shop, patientId);
  const planned = prescriptionOrders.filter(({ status }) => status === "scheduled");
  const order = planned[which % planned.length];
  if (!order) return;
  const command = { patientId, prescriptionOrderId: order.id, day: addDays(order.charge_on, days) };
  const press = () => allowed(movePrescriptionOrder(shop.services, command));
  await Promise.all(twice ? [press(), press(), runBilling(shop.services)] : [press()]);
}

/** A doctor stops, rests or releases one of the patient's medicines. */
async function actOnMedicine({ id: patientId }: InCare, act: "stop" | "hold" | "release", which: number) {
  const { services } = shop;
  const active = await services.db
    .selectFrom("prescription")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .orderBy("product_id")
    .execute();
  const prescriptionId = active[which % active.length]?.id;
  if (prescriptionId === undefined) return;
  const command = { prescriptionId, reason: "A new finding.", message: "Please read this.", doctorId: undefined };
  const acts = {
    stop: () => stopPrescription(services, { ...command, wrongPatient: false, actor: "key:1" }),
    hold: () => holdPrescription(services, command),
    release: () => releasePrescription(services, { ...command, despiteWarning: true }),
  };
  await allowed(acts[act]());
}

/** The patient orders medicines once; with `stopped`, a doctor stops one of them while the gateway charges. */
async function buyMedicines(
  rosa: InCare,
  { products, stopped }: { readonly products: readonly string[]; readonly stopped: number | null },
): Promise<void> {
  if (stopped !== null) shop.beforeGatewayAnswer(() => actOnMedicine(rosa, "stop", stopped));
  const lines = products.map((productid) => ({ productid, pricingid: `${productid}_1m`, quantity: 1 }));
  await allowed(placeOrder(shop.services, shop.orderRequest(rosa.id, { kind: "cart", capture: "automatic", lines })));
}

/** The practice cancels an order for a patient who phones. */
async function phone(orderId: string): Promise<void> {
  await allowed(cancelOrder(shop.services, orderId, "The patient phoned"));
}

/** The patient earns a discount with a follow-up. */
async function earn(
  { id: patientId }: InCare,
  discount: { readonly percent: number } | { readonly amountCents: number },
) {
  const now = shop.clock.now();
  await inTransaction(shop.services, ({ db: tx }) =>
    earnDiscount(tx, { patientId, source: "followup", sourceId: newId(), code: "REVIEW", now, ...discount }),
  );
}

/** The doctor replaces the patient's patch, or what replaced it. */
async function changePatch(
  { id: patientId }: InCare,
  productid: string,
  { begins, until }: { readonly begins: ChangeBegins; readonly until: ChangeUntil } = stopsUntilAgreed,
): Promise<void> {
  const { subscriptions } = await loadTreatmentRecords(shop, patientId);
  const patch = subscriptions.find(({ product_id }) => patches.some((each) => each === product_id));
  const timing = { begins, until, ...(until === "directions" && { untildirections: "Half of it." }) };
  const change = { productid, pricingid: `${productid}_1m`, refills: 12, ...timing };
  if (patch)
    await allowed(
      changeTreatment(shop.services, patientId, patch.id, change, {
        hasFollowup: async () => false,
        asksForReason: false,
      }),
    );
}

/** The patient decides on a treatment change; `twice`: agrees and refuses at once, while being charged. */
async function decideChange(
  { id: patientId }: InCare,
  { agrees, which, twice }: { readonly agrees: boolean; readonly which: number; readonly twice: boolean },
): Promise<void> {
  const { services } = shop;
  const { changes } = await loadTreatmentRecords(shop, patientId);
  const change = changes[which % changes.length];
  if (!change) return;
  const decision = { patientId, changeId: change.id };
  const yes = () => allowed(agreeToTreatmentChange(services, { ...decision, price: toDollars(change.to_price_cents) }));
  const no = () => allowed(refuseTreatmentChange(services, decision));
  await Promise.all(twice ? [yes(), no(), runBilling(services)] : [agrees ? yes() : no()]);
}

/** The doctor decides on every open renewal of the patient. */
async function decideRenewals({ id }: InCare, approves: boolean): Promise<void> {
  const { services } = shop;
  const waiting = await undecidedPrescriptionRenewals(services.db, null, 1000);
  for (const request of waiting.filter(({ patientId }) => patientId === id))
    await (approves
      ? approvePrescriptionRenewal(services, request.id, { despitewarning: true }, { asksForReason: false })
      : declinePrescriptionRenewal(services, request.id, { reason: "Please see me first." }));
}

/** Gives the patient an address we ship to, or none. */
async function setAddress({ id }: InCare, served: boolean): Promise<void> {
  const { db } = shop.services;
  await db.updateTable("shipping_address").set({ is_default: served }).where("patient_id", "=", id).execute();
}

async function acceptCard({ id }: InCare): Promise<void> {
  const { db } = shop.services;
  const sources = db.selectFrom("payment_source").select("gateway_method_id").where("patient_id", "=", id);
  await db.updateTable("sandbox.payment_method").set({ charge_decline: null }).where("id", "in", sources).execute();
}

/** Makes the gateway answer normally, also after an interrupted run. */
function resetGateway(): void {
  shop.faults.clear();
  shop.beforeGatewayAnswer(async () => undefined);
}

/** Runs everything in progress to its end. */
async function settleEverything(): Promise<void> {
  resetGateway();
  for (let round = 0; round < 4; round += 1) {
    shop.clock.advance(8 * 60_000);
    await shop.reconcile();
    await runBilling(shop.services);
    await shop.jobs.drain();
  }
}

describe("quality 4: random histories of a treatment", () => {
  it("never charge twice, without notice, while paused, or after a cancellation or a stop; fills, records and ledger agree", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (history) => {
        shop.clock.setOffset(msUntilNoon());
        resetGateway();
        const rosa = await inCare(shop);
        for (const next of history) await runStep(rosa, next);
        await setAddress(rosa, true);
        await settleEverything();
        await expectSound(shop, rosa.id);
      }),
      propertyRuns<[Step[]]>(3, 30, [
        [[...aMonth, { do: "medicine", act: "stop", which: 0, whileCharged: false }, { do: "days", count: 5 }]],
        [
          [
            ...overAndUsedUp,
            { do: "buyMedicines", products: medicines, stopped: null },
            { do: "medicine", act: "stop", which: 0, whileCharged: false },
          ],
        ],
        [[...overAndUsedUp, { do: "buyMedicines", products: [capsule, "magnesium"], stopped: 1 }]],
        [[...overAndUsedUp, { do: "buyMedicines", products: medicines, stopped: null }, { do: "phone", which: 1 }]],
        [[{ do: "whileCharged", act: "cancel" }, ...aMonth]],
        [[{ do: "card", good: false }, ...aMonth, { do: "cancel", which: null, months: 1 }]],
        [
          [
            { do: "cancel", which: null, months: 1 },
            { do: "days", count: 12 },
            { do: "restart", which: 0, twice: true },
            ...aMonth,
            { do: "cancel", which: 0, months: 1 },
            { do: "days", count: 20 },
            { do: "restart", which: 0, twice: false },
            ...aMonth,
          ],
        ],
        [
          [
            { do: "whileCharged", act: "cancelAndRestart" },
            ...aMonth,
            { do: "restart", which: 1, twice: false },
            ...aMonth,
          ],
        ],
        [
          [
            { do: "move", which: 0, days: 20, twice: true },
            ...aMonth,
            { do: "whileCharged", act: "move" },
            { do: "days", count: 20 },
            { do: "move", which: 1, days: -7, twice: false },
            ...aMonth,
          ],
        ],
        [[{ do: "address", served: false }, ...aMonth, { do: "days", count: 6 }]],
        [
          [
            { do: "change", to: "estradiol_patch_0_1", ...stopsUntilAgreed },
            ...aMonth,
            { do: "decide", agrees: true, which: 0, twice: false },
            ...aMonth,
          ],
        ],
        [
          [
            { do: "card", good: false },
            ...aMonth,
            { do: "change", to: "estradiol_patch_0_1", ...stopsUntilAgreed },
            { do: "card", good: true },
            { do: "payOwed" },
            ...aMonth,
          ],
        ],
        [
          [
            { do: "days", count: 9 },
            { do: "change", to: "estradiol_patch_0_1", begins: "now", until: "directions" },
            { do: "decide", agrees: true, which: 0, twice: false },
            { do: "clinic" },
            ...aMonth,
            ...aMonth,
          ],
        ],
        [
          [
            { do: "change", to: "estradiol_patch_0_1", begins: "when_box_ends", until: "go_on" },
            ...aMonth,
            { do: "decide", agrees: false, which: 0, twice: false },
            ...aMonth,
          ],
        ],
        [[{ do: "changedWhileCharged", to: "estradiol_patch_0_1" }, { do: "card", good: false }, ...aMonth, ...aMonth]],
        [
          [
            { do: "change", to: "estradiol_patch_0_1", ...stopsUntilAgreed },
            { do: "decide", agrees: false, which: 0, twice: true },
            ...aMonth,
            { do: "change", to: "estradiol_tablet_1", ...stopsUntilAgreed },
            ...aMonth,
          ],
        ],
        [[{ do: "card", good: false }, { do: "whileCharged", act: "cancel" }, ...aMonth]],
        [[{ do: "fault", operation: "authorize", when: "after" }, ...aMonth, { do: "reconcile" }]],
        [[{ do: "earn", gift: { percent: 20 } }, { do: "days", count: 16 }, { do: "buy" }, ...aMonth]],
        [[{ do: "earn", gift: { amountCents: 700 } }, { do: "card", good: false }, ...aMonth]],
        [
          [
            { do: "earn", gift: { percent: 20 } },
            { do: "days", count: 20 },
            { do: "card", good: false },
            { do: "days", count: 12 },
            { do: "card", good: true },
            { do: "buy" },
            { do: "days", count: 5 },
            { do: "cancelSupply", which: 2, twice: false },
          ],
        ],
        [[...aMonth, ...aMonth, { do: "stop" }, { do: "doctor", approves: false }]],
        [[{ do: "medicine", act: "stop", which: 0, whileCharged: true }, ...aMonth, ...aMonth]],
        [
          [
            ...aMonth,
            { do: "pause", which: null, months: 1 },
            { do: "medicine", act: "stop", which: 1, whileCharged: true },
            { do: "reorder", which: 1, twice: true },
            ...aMonth,
          ],
        ],
        [
          [
            { do: "fault", operation: "authorize", when: "after" },
            ...aMonth,
            { do: "medicine", act: "stop", which: 0, whileCharged: false },
            { do: "reconcile" },
            ...aMonth,
          ],
        ],
        [
          [
            { do: "medicine", act: "hold", which: 1, whileCharged: true },
            ...aMonth,
            { do: "medicine", act: "release", which: 1, whileCharged: false },
            ...aMonth,
          ],
        ],
      ]),
    );
  }, 1_800_000);
});
