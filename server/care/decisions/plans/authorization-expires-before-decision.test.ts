import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { putStep, readOnboardingRecord } from "#server/onboarding/testing/answers.ts";
import { paymentQueues } from "#server/payment/public.ts";
import { expireAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { handedOver } from "../../testing/handed-over.ts";
import { submitted, type Submitted } from "../../testing/submitted-visit.ts";
import { settlementSweepQueue } from "../settlement-jobs.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.clock.setOffset(0));
afterAll(() => server.close());

const apiKey = testApiKey;
const dayMs = 86_400_000;
const home = async ({ token }: Submitted) => (await server.call(treatment.overview, {}, { token })).ok;
const subjects = async ({ email }: Submitted) => (await server.mailbox.list(email)).map(({ subject }) => subject);

/** A week later: the bank releases the authorization, and the shop learns of it. */
async function letAuthorizationsExpire(): Promise<void> {
  const { db } = server.services;
  server.clock.advance(8 * dayMs);
  await expireAuthorizations({ db, clock: server.clock });
  await server.jobs.enqueue(db, paymentQueues.reconcile, {});
  await server.jobs.drain();
  server.clock.setOffset(0);
}

test("an authorization that expires before the decision: the patient is notified and pays for the same visit again", async () => {
  const rosa = await submitted(server);
  const call = { params: { id: rosa.id }, body: {} };
  await server.call(care.accept, call, { apiKey });
  await letAuthorizationsExpire();
  const lapsed = await home(rosa);
  expect(lapsed.orders[0]?.status).toBe("voided");
  expect(lapsed.plan.status).toBe("none");
  expect(lapsed.nextstep).toMatchObject({
    kind: "confirm_again",
    title: "Please confirm your order again",
    action: { href: "/redirect/" },
  });
  expect(lapsed.subscriptions).toEqual([]);
  expect(await subjects(rosa)).toContain(`Please confirm order ${lapsed.orders[0]?.number} again`);
  expect(await readOnboardingRecord(server, rosa)).toMatchObject({ onboardingstatus: "PENDING", onboardingstep: 7 });
  expect((await server.call(care.approvePlan, call, { apiKey })).problem).toMatchObject({
    code: "wrong_state",
    message: "The amount is no longer held on the card. The patient was asked to confirm the order again.",
  });
  expect((await server.call(care.patient, { params: call.params }, { apiKey })).ok).toMatchObject({
    planstatus: "none",
    carestatus: "none",
    onboardingstatus: "PENDING",
  });

  const { ok: tax } = await server.call(store.computeTax, { body: {} }, { token: rosa.token });
  const again = await putStep(server, rosa, 7, { totalamount: tax.ordersummary.totalamount });
  expect(again.order).toMatchObject({ status: "authorized" });
  expect(again.order?.id).not.toBe(rosa.orderId);
  expect((await home(rosa)).plan.status).toBe("in_review");
  await server.call(care.accept, call, { apiKey });
  expect((await server.call(care.approvePlan, call, { apiKey })).status).toBe(200);
});

test("also when its job was lost, and once", async () => {
  const rosa = await handedOver(server);
  const { db } = server.services;
  await db.updateTable("customer_order").set({ status: "voided" }).where("id", "=", rosa.orderId).execute();
  await sql`delete from pgboss.job where name = 'order-settled'`.execute(db);
  server.clock.advance(61_000);
  for (let minute = 0; minute < 2; minute += 1) {
    await server.jobs.enqueue(db, settlementSweepQueue, {});
    await server.jobs.drain();
  }
  expect((await subjects(rosa)).filter((subject) => subject.startsWith("Please confirm order"))).toHaveLength(1);
});

test("a visit that was stopped in the meantime is not reopened", async () => {
  const rosa = await handedOver(server);
  await server.services.db
    .updateTable("onboarding")
    .set({ stop_rule_id: "liver" })
    .where("patient_id", "=", rosa.id)
    .execute();
  await letAuthorizationsExpire();
  expect((await server.call(onboarding.record, {}, { token: rosa.token })).ok.onboardingstatus).toBe("DONE");
  expect(await subjects(rosa)).toContain("You weren't charged");
});
