import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { captureOrVoidCharge } from "#server/orders/payments/sync-intent.ts";
import { intentOf } from "#server/payment/public.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { handedOver } from "../testing/handed-over.ts";
import { settlementSweepQueue } from "./settlement-jobs.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function round(): Promise<void> {
  await server.jobs.enqueue(server.services.db, settlementSweepQueue, {});
  await server.jobs.drain();
}

test("an approved, captured plan whose job was lost goes to the pharmacy with the next sweep, once", async () => {
  const { services, clock } = server;
  const rosa = await handedOver(server);
  const call = { params: { id: rosa.id }, body: {} };
  await server.call(care.accept, call, { apiKey: testApiKey });
  await server.call(care.approvePlan, call, { apiKey: testApiKey });
  await captureOrVoidCharge(services, (await intentOf(services.db, rosa.orderId)).id);
  await sql`delete from pgboss.job where name = 'order-settled'`.execute(services.db);
  clock.advance(61_000);
  for (let minute = 0; minute < 2; minute += 1) await round();
  const { ok } = await server.call(treatment.overview, {}, { token: rosa.token });
  expect(ok.subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
  expect(ok.orders[0]?.timeline.find(({ event }) => event === "pharmacy")?.state).toBe("done");
  const subjects = (await server.mailbox.list(rosa.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith("Good news"))).toHaveLength(1);
});
