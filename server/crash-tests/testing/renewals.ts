import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { runBilling } from "#server/treatment/billing/run-billing.ts";
import { declineCard, home, patientDueIn, putCard } from "#server/treatment/testing/in-care.ts";
import type { FindWritePoints } from "./crash-test-database.ts";
import type { WritePoint } from "./write-points.ts";

/** How many patients are needed, by purpose. */
export interface NeededPatients {
  /** Who owe a renewal. */
  readonly owingCount: (points: RenewalWritePoints) => number;
  /** In how many days each of those who renew does so. */
  readonly dueInDays: (points: RenewalWritePoints) => readonly number[];
}

/** Of a card that is saved and pays what is owed, and of a renewal by the billing engine. */
export interface RenewalWritePoints {
  readonly card: readonly WritePoint[];
  readonly round: readonly WritePoint[];
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
  const card = await pointsOf(() => putCard(server, first));
  await patientDueIn(server, 0);
  const round = await pointsOf(() => runBilling(server.services));
  const due: TestPatient[] = [];
  const owed = await preparePatientsOwing(server, needed.owingCount({ card, round }));
  for (const days of needed.dueInDays({ card, round })) due.push(await patientDueIn(server, days));
  await server.jobs.drain();
  return {
    cents,
    card,
    round,
    owing: owed,
    due,
    aheadMs: server.clock.offset,
  };
};

/** Patients whose renewal was declined today. */
async function preparePatientsOwing(server: TestServer, count: number): Promise<TestPatient[]> {
  const patients: TestPatient[] = [];
  while (patients.length < count) {
    const patient = await patientDueIn(server, 0);
    await declineCard(server, patient, "insufficient_funds");
    patients.push(patient);
  }
  await runBilling(server.services);
  return patients;
}
