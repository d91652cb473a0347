import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { runBilling } from "#server/treatment/billing/run-billing.ts";
import { home, inCare, putCard, declineCard } from "#server/treatment/testing/in-care.ts";
import type { FindWritePoints } from "./crash-test-database.ts";
import type { WritePoint } from "./write-points.ts";

/** How many patients are needed, by purpose. */
export interface NeededPatients {
  /** Who owe a renewal. */
  readonly owingCount: (cardWritePoints: readonly WritePoint[]) => number;
  /** In how many days each of those who renew does so. */
  readonly dueInDays: (roundWritePoints: readonly WritePoint[]) => readonly number[];
}

/**
 * Has one patient who owes a renewal put a card on file, and the billing engine renew another's, to learn the write points of both; then
 * prepares the needed patients.
 */
export const prepareRenewals = (needed: NeededPatients) => async (server: TestServer, pointsOf: FindWritePoints) => {
  // The day must not end while the nodes run.
  server.clock.setOffset(msUntilNoon());
  const [first] = await preparePatientsOwing(server, 1);
  if (!first) throw new Error("Nobody owes");
  const cents = Math.round(((await home(server, first)).charges[0]?.amount ?? 0) * 100);
  const cardWritePoints = await pointsOf(() => putCard(server, first));
  await preparePatientDueIn(server, 0);
  const roundWritePoints = await pointsOf(() => runBilling(server.services));
  const due: TestPatient[] = [];
  const owed = await preparePatientsOwing(server, needed.owingCount(cardWritePoints));
  for (const days of needed.dueInDays(roundWritePoints)) due.push(await preparePatientDueIn(server, days));
  await server.jobs.drain();
  return {
    cents,
    card: cardWritePoints,
    round: roundWritePoints,
    owing: owed,
    due,
    aheadMs: server.clock.offset,
  };
};

/** Longer ago than these patients' boxes last. */
const deliveredAgoMs = 60 * 86_400_000;

/** A patient whose next prescription orders are charged some days from now and were notified; the ones after that come weeks later. */
export async function preparePatientDueIn(server: TestServer, days: number): Promise<TestPatient> {
  const patient = await inCare(server, { delivered: false });
  const { db, clock, content } = server.services;
  const today = clinicToday({ content, clock });
  // Earlier boxes are used up.
  const deliveredAt = new Date(clock.now().getTime() - deliveredAgoMs);
  await db
    .insertInto("shipment")
    .values({
      ...{ order_id: patient.orderId, carrier: "Meadow Post", tracking_number: "MP-1" },
      ...{ shipped_at: deliveredAt, delivered_at: deliveredAt },
    })
    .execute();
  await db
    .updateTable("prescription_order")
    .set({ charge_on: addDays(today, days), reminded_on: today })
    .where("patient_id", "=", patient.id)
    .where("status", "=", "scheduled")
    .execute();
  return patient;
}

/** Patients whose renewal was declined today. */
async function preparePatientsOwing(server: TestServer, count: number): Promise<TestPatient[]> {
  const patients: TestPatient[] = [];
  while (patients.length < count) {
    const patient = await preparePatientDueIn(server, 0);
    await declineCard(server, patient, "insufficient_funds");
    patients.push(patient);
  }
  await runBilling(server.services);
  return patients;
}
