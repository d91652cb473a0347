import { expect } from "vitest";
import { care } from "#contract/care/calls.ts";
import { testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { runBilling } from "#server/treatment/billing/run-billing.ts";
import { patientDueIn } from "#server/treatment/testing/in-care.ts";
import type { FindWritePoints } from "./crash-test-database.ts";
import type { SpawnedNode } from "./spawn-node.ts";
import type { WritePoint } from "./write-points.ts";

const patch = "estradiol_patch_0_05";
const words = { reason: "DVT found on ultrasound", message: "Please stop the patch today." };

/** A patient whose patch is to be stopped, and its prescription. */
export interface PatientToStop {
  readonly patient: TestPatient;
  readonly prescriptionId: string;
}

/** How many patients are needed, by purpose. */
export interface NeededStops {
  /** Whose renewal is paid and has not left the pharmacy. */
  readonly paidCount: (stopWritePoints: readonly WritePoint[]) => number;
  /** In how many days each of those who renew does so. */
  readonly dueInDays: (points: StopWritePoints) => readonly number[];
}

/** Of a call that stops the patch, and of a renewal by the billing engine. */
export interface StopWritePoints {
  readonly stop: readonly WritePoint[];
  readonly round: readonly WritePoint[];
}

/** Renews one patient's medicines and stops the patch of that patient, to learn the write points of both; then prepares the needed patients. */
export const prepareStops = (needed: NeededStops) => async (server: TestServer, pointsOf: FindWritePoints) => {
  // The day must not end while the nodes run.
  server.clock.setOffset(msUntilNoon());
  const first = await patientToStop(server, 0);
  const round = await pointsOf(() => runBilling(server.services));
  const stop = await pointsOf(async () => {
    const input = { params: { id: first.prescriptionId }, body: words };
    expect((await server.call(care.stopPrescription, input, { apiKey: testApiKey })).status).toBe(200);
  });
  const paid: PatientToStop[] = [];
  while (paid.length < needed.paidCount(stop)) paid.push(await patientToStop(server, 0));
  await runBilling(server.services);
  const due: PatientToStop[] = [];
  for (const days of needed.dueInDays({ stop, round })) due.push(await patientToStop(server, days));
  await server.jobs.drain();
  return {
    stop,
    round,
    paid,
    due,
    capsuleCents: await capsuleCentsOf(server, first.patient),
    aheadMs: server.clock.offset,
  };
};

async function patientToStop(server: TestServer, days: number): Promise<PatientToStop> {
  const patient = await patientDueIn(server, days);
  const { id } = await server.services.db
    .selectFrom("prescription")
    .select("id")
    .where("patient_id", "=", patient.id)
    .where("product_id", "=", patch)
    .executeTakeFirstOrThrow();
  return { patient, prescriptionId: id };
}

/** What a renewal of the capsules costs. */
async function capsuleCentsOf({ services: { db } }: TestServer, { id }: TestPatient): Promise<number> {
  const { amount_cents } = await db
    .selectFrom("prescription_order")
    .select("amount_cents")
    .where("patient_id", "=", id)
    .where("period", "=", 2)
    .where("product_id", "!=", patch)
    .executeTakeFirstOrThrow();
  return amount_cents;
}

/** Stops the patch; the status, or null when the node dies without an answer. */
export async function stopPatchOn(node: SpawnedNode, { prescriptionId }: PatientToStop, key: string) {
  const answer = await node.callAsClinic(care.stopPrescription, { params: { id: prescriptionId }, body: words }, key);
  return answer && { status: answer.status, stopped: answer.ok.status };
}

/**
 * Expects the patch stopped for good: it is planned no more, of what was charged for it nothing is kept, its fill is left again, and the patient was
 * told once. The capsules were renewed once.
 */
export async function expectStoppedOnce(
  node: SpawnedNode,
  { patient, prescriptionId }: PatientToStop,
  capsuleCents: number,
): Promise<void> {
  const state = await node.patientState(patient);
  expect(state.events.filter(({ type }) => type === "prescription.stopped")).toMatchObject([
    { object_id: prescriptionId },
  ]);
  expect(state.doctorMessages).toBe(1);
  expect(state.subjects.filter((subject) => subject === "Please read your message today")).toHaveLength(1);
  expect(state.subscriptions.map(({ status }) => status).toSorted()).toEqual(["active", "cancelled"]);

  const ended = state.prescriptions.filter(({ status }) => status === "ended");
  expect(ended).toEqual([{ id: prescriptionId, product_id: patch, status: "ended", refills_left: 12 }]);
  expect(state.prescriptions.filter(({ status }) => status === "active")).toMatchObject([{ refills_left: 11 }]);
  const cancelledIds = state.subscriptions.filter(({ status }) => status === "cancelled").map(({ id }) => id);
  const ofPatch = state.prescriptionOrders.filter(({ subscription_id }) => cancelledIds.includes(subscription_id));
  // The first one has left, and arrived.
  expect(ofPatch.filter(({ status }) => status !== "cancelled")).toMatchObject([{ period: 1, status: "ordered" }]);

  const keptCents = state.orders.map(({ id, kind, status }) => {
    expect(["paid", "failed", "voided", "refunded"]).toContain(status);
    const charges = state.charges.filter(({ order_id }) => order_id === id);
    // Nothing is authorized and forgotten.
    expect(charges.filter((charge) => charge.status === "requires_capture")).toEqual([]);
    const cents = charges.reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0);
    const entries = state.ledger.filter(({ order_id }) => order_id === id);
    const sumOf = (some: typeof entries) => some.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    expect([sumOf(entries), sumOf(entries.filter(({ account }) => account === "gateway"))]).toEqual([0, cents]);
    return kind === "renewal" ? cents : 0;
  });
  expect(keptCents.filter((cents) => cents > 0)).toEqual([capsuleCents]);
}
