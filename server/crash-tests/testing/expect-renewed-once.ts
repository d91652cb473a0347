import { expect, vi } from "vitest";
import type { TestPatient } from "#server/testing/harness.ts";
import type { PatientState } from "./patient-state.ts";
import type { SpawnedNode } from "./spawn-node.ts";

/** A job whose worker was killed is retried after missing its heartbeat. */
export const waitOptions = { interval: 100, timeout: 120_000 };

/** A patient with two subscriptions whose second prescription order is to be charged, after some attempts the bank declined. */
export interface Renewal {
  readonly patient: TestPatient;
  /** Total of both. */
  readonly totalCents: number;
  readonly declinedCount: number;
}

/** Expects each prescription order charged once, with its order, its fill and a next one planned; one receipt, and nothing owed. */
export async function expectRenewedOnce(
  node: SpawnedNode,
  { patient, totalCents, declinedCount }: Renewal,
): Promise<void> {
  await vi.waitFor(async () => expect(receipts(await node.patientState(patient))).toHaveLength(1), waitOptions);
  const state = await node.patientState(patient);
  const [firstOrder, ...renewals] = state.orders;
  const paid = renewals.at(-1);
  expect(renewals.map(({ kind, status }) => [kind, status])).toEqual([
    ...Array.from({ length: declinedCount }, () => ["renewal", "failed"]),
    ["renewal", "paid"],
  ]);
  expect(paid).toMatchObject({
    total_cents: totalCents,
    charge_status: "succeeded",
    number: expect.stringMatching(/^\d+$/),
  });
  expect(receipts(state)).toEqual([`Receipt for order ${paid?.number}`]);
  expectMoney(state, totalCents);
  expectPrescriptionOrders(state, [firstOrder?.id, paid?.id]);
  expect(state.failedTransactionReason).toBeNull();
  expectEventsOnce(state);
}

/** Expects each order's outcome in the log once, and nothing else about renewals. */
function expectEventsOnce({ events, orders }: PatientState): void {
  const outcomes = events.filter(({ type }) => type === "order.paid" || type === "payment.failed");
  expect(outcomes.map(({ type, object_id }) => [object_id, type])).toEqual(
    orders.map(({ id, status }) => [id, status === "failed" ? "payment.failed" : "order.paid"]),
  );
}

const receipts = ({ subjects }: PatientState) => subjects.filter((subject) => subject.startsWith("Receipt for order"));

/** Expects one charge per order, a ledger that equals what the gateway took, and entries that sum to zero for each order. */
function expectMoney({ orders, charges, ledger }: PatientState, totalCents: number): void {
  expect(charges).toEqual(
    orders.map(({ id, charge, status, total_cents }) => ({
      id: charge,
      order_id: id,
      amount: total_cents,
      amount_refunded: 0,
      ...(status === "failed"
        ? { status: "requires_payment_method", amount_captured: 0 }
        : { status: "succeeded", amount_captured: total_cents }),
    })),
  );
  const ledgerAmounts = (order: string, account?: string) =>
    ledger
      .filter((entry) => entry.order_id === order && (account === undefined || entry.account === account))
      .map(({ amount_cents }) => amount_cents);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  for (const { id, order_id, amount_captured } of charges) {
    expect([id, ...ledgerAmounts(order_id, "gateway")]).toEqual([
      id,
      ...(amount_captured > 0 ? [amount_captured] : []),
    ]);
    expect(sum(ledgerAmounts(order_id))).toBe(0);
  }
  expect(charges.at(-1)?.amount_captured).toBe(totalCents);
}

/** Expects each subscription active, one prescription order per order, and one planned. Twelve fills of 28 days were prescribed besides the first. */
function expectPrescriptionOrders(state: PatientState, orderIds: readonly (string | undefined)[]): void {
  const { subscriptions, prescriptionOrders, prescriptions } = state;
  expect(subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
  const notOwed = { failed_on: null, retry_on: null };
  for (const { id } of subscriptions)
    expect(prescriptionOrders.filter(({ subscription_id }) => subscription_id === id)).toMatchObject([
      { period: 1, status: "ordered", order_id: orderIds[0], prescription_id: null, ...notOwed },
      { period: 2, status: "ordered", order_id: orderIds[1], prescription_id: expect.any(String), ...notOwed },
      { period: 3, status: "scheduled", order_id: null, prescription_id: null, ...notOwed },
    ]);
  const filled = prescriptionOrders.flatMap(({ prescription_id }) => prescription_id ?? []);
  expect(new Set(filled)).toEqual(new Set(prescriptions.map(({ id }) => id)));
  expect(prescriptions.map(({ refills_left }) => refills_left)).toEqual([11, 11]);
}
