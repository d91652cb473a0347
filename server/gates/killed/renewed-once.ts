import { expect, vi } from "vitest";
import type { TestPatient } from "#server/testing/harness.ts";
import type { PatientState } from "./books.ts";
import type { SpawnedNode } from "./spawn.ts";

/** A job whose worker was killed is taken up again after its heartbeat is missed. */
export const waitOptions = { interval: 100, timeout: 120_000 };

/** A patient with two subscriptions whose second supply is to be charged, after some tries the bank refused. */
export interface Renewal {
  readonly patient: TestPatient;
  /** What both cost. */
  readonly cents: number;
  readonly refused: number;
}

/** Each supply is charged once and has its order, its fill and a supply planned after it; one receipt, and nothing is owed. */
export async function expectRenewedOnce(
  node: SpawnedNode,
  { patient, cents: totalCents, refused: declinedCount }: Renewal,
): Promise<void> {
  await vi.waitFor(async () => expect(receipts(await node.books(patient))).toHaveLength(1), waitOptions);
  const state = await node.books(patient);
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
}

const receipts = ({ subjects }: PatientState) => subjects.filter((subject) => subject.startsWith("Receipt for order"));

/** One charge an order; what the gateway took is what is booked, and each order's entries sum to zero. */
function expectMoney({ orders, charges, ledger }: PatientState, totalCents: number): void {
  expect(charges).toEqual(
    orders.map(({ id, charge, status, total_cents }) => ({
      id: charge,
      order_id: id,
      amount: total_cents,
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

/** Each subscription runs: one supply of each order, and one that is planned. Twelve fills of 28 days were prescribed besides the first. */
function expectPrescriptionOrders(state: PatientState, orderIds: readonly (string | undefined)[]): void {
  const { subscriptions, supplies: prescriptionOrders, prescriptions } = state;
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
