import { clinicDay } from "#server/platform/clinic-day.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import { untilNoon } from "#server/testing/noon.ts";
import { addDays } from "#server/platform/calendar-days.ts";
import { runBilling } from "#server/treatment/engine.ts";
import { home, inCare, putCard, spoilCard } from "#server/treatment/testing/in-care.ts";
import type { PointsOf } from "./ground.ts";
import type { WritePoint } from "./write-points.ts";

/** How many patients are wanted, by what they are for. */
export interface Wanted {
  /** Owe a renewal. */
  readonly owing: (card: readonly WritePoint[]) => number;
  /** Renew one a day, from tomorrow on. */
  readonly due: (round: readonly WritePoint[]) => number;
  /** Renew together, the day after the last of those. */
  readonly together: number;
}

/**
 * Lets one patient put a card on file who owes a renewal, and the billing engine renew another's, to learn the write points of both; then
 * brings those who are wanted there.
 */
export const beforeRenewals = (wanted: Wanted) => async (server: TestServer, pointsOf: PointsOf) => {
  // No day ends while the nodes run.
  server.clock.moveTo(untilNoon());
  const [first] = await owing(server, 1);
  if (!first) throw new Error("Nobody owes");
  const cents = Math.round(((await home(server, first)).charges[0]?.amount ?? 0) * 100);
  const card = await pointsOf(() => putCard(server, first));
  await dueIn(server, 0);
  const round = await pointsOf(() => runBilling(server.services));
  const due: TestPatient[] = [];
  const owed = await owing(server, wanted.owing(card));
  for (let day = 1; day <= wanted.due(round); day += 1) due.push(await dueIn(server, day));
  const together: TestPatient[] = [];
  while (together.length < wanted.together) together.push(await dueIn(server, due.length + 1));
  await server.jobs.drain();
  return { cents, card, round, owing: owed, due, together, aheadMs: server.clock.offset };
};

/** Longer than a box of these patients lasts. */
const usedAgoMs = 60 * 86_400_000;

/** A patient whose next supplies are charged some days from now, told of; the ones after that come weeks later. */
async function dueIn(server: TestServer, days: number): Promise<TestPatient> {
  const patient = await inCare(server, { delivered: false });
  const { db, clock, content } = server.services;
  const today = clinicDay({ content, clock });
  // The boxes before have been used.
  const arrived = new Date(clock.now().getTime() - usedAgoMs);
  await db
    .insertInto("shipment")
    .values({
      ...{ order_id: patient.orderId, carrier: "Meadow Post", tracking_number: "MP1" },
      ...{ shipped_at: arrived, delivered_at: arrived },
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
async function owing(server: TestServer, count: number): Promise<TestPatient[]> {
  const patients: TestPatient[] = [];
  while (patients.length < count) {
    const patient = await dueIn(server, 0);
    await spoilCard(server, patient, "insufficient_funds");
    patients.push(patient);
  }
  await runBilling(server.services);
  return patients;
}
