import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { findUnfinishedPayments } from "../flow/record-queries.ts";
import { finishQueue } from "../jobs.ts";
import { readOnboardingRecord } from "../testing/answers.ts";
import { crashAfterPayment } from "../testing/checkout.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A patient whose payment is authorized and whose visit nobody finished. */
async function patientWithUnfinishedPayment(): Promise<TestPatient> {
  const patient = await server.newPatient();
  await crashAfterPayment(server, patient, newId());
  await sql`delete from pgboss.job where name = 'order-placed'`.execute(server.services.db);
  return patient;
}

test("a visit that cannot be finished does not keep others from being finished", async () => {
  const [first, poison, last] = [
    await patientWithUnfinishedPayment(),
    await patientWithUnfinishedPayment(),
    await patientWithUnfinishedPayment(),
  ];
  const { db } = server.services;
  await db.updateTable("patient").set({ state: null }).where("id", "=", poison.id).execute();
  server.clock.advance(31_000);
  await server.jobs.enqueue(db, finishQueue, {});
  await server.jobs.drain();
  expect(await readOnboardingRecord(server, first)).toMatchObject({ onboardingstatus: "DONE" });
  expect(await readOnboardingRecord(server, poison)).toMatchObject({ onboardingstatus: "PENDING" });
  expect(await readOnboardingRecord(server, last)).toMatchObject({ onboardingstatus: "DONE" });
  expect(server.logged()).toContain(`"id":"${poison.id}"`);
});

test("the job skips a patient whose payment has no outcome or waits for a person", async () => {
  const patient = await server.newPatient();
  const { order } = await crashAfterPayment(server, patient, newId());
  const { db } = server.services;
  const later = new Date(server.clock.now().getTime() + 1000);
  expect(await findUnfinishedPayments(db, later)).toContain(patient.id);
  await db.updateTable("customer_order").set({ status: "mismatch" }).where("id", "=", order.id).execute();
  expect(await findUnfinishedPayments(db, later)).not.toContain(patient.id);
});
