import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { sandboxCharges } from "#server/care/testing/sandbox-charges.ts";
import { submitted, type Submitted } from "#server/care/testing/submitted-visit.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";

const dayMs = 86_400_000;
const home = async (server: TestServer, { token }: Submitted) =>
  (await server.call(treatment.overview, {}, { token })).ok;

describe("the care desk", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ careDesk: true }, { CARE_DESK_PACE_SECONDS: "0" });
  });
  afterAll(() => server.close());

  test("accepts and approves by itself; the payment is captured", async () => {
    const rosa = await submitted(server);
    await server.runCareDesk();
    const { plan, orders, doctor } = await home(server, rosa);
    expect(plan.status).toBe("approved");
    expect(plan.note).toContain("this plan is a good fit for you");
    expect(doctor).not.toBeNull();
    expect(orders[0]?.status).toBe("paid");
    expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([{ status: "succeeded" }]);
  });

  test("declines over a rule on its list; the authorization is voided", async () => {
    const rosa = await submitted(server, { answers: { bp_known: "numbers", bp_top: "185", bp_bottom: "112" } });
    await server.runCareDesk();
    const { plan } = await home(server, rosa);
    expect(plan.status).toBe("declined");
    expect(plan.note).toContain("checked in person");
    expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
  });

  test("confirms an identity in review before it approves", async () => {
    const rosa = await handedOver(server);
    await server.services.db
      .updateTable("onboarding")
      .set({ identity_status: "review", identity_review_started_at: server.clock.now() })
      .where("patient_id", "=", rosa.id)
      .execute();
    await server.runCareDesk();
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey: testApiKey });
    expect(ok).toMatchObject({ identitystatus: "matched", planstatus: "approved" });
  });

  test("ships and delivers as the clock moves on", async () => {
    const rosa = await handedOver(server);
    await server.runCareDesk();
    const seen: (string | undefined)[] = [];
    for (const days of [0, 1, 3]) {
      server.clock.advance(days * dayMs);
      await server.runCareDesk();
      const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey: testApiKey });
      seen.push(ok.orders?.[0]?.status);
    }
    expect(seen).toEqual(["paid", "shipped", "delivered"]);
  });

  test("leaves a plan that cannot be approved alone", async () => {
    const rosa = await handedOver(server);
    await server.services.db
      .updateTable("customer_order")
      .set({ status: "voided" })
      .where("id", "=", rosa.orderId)
      .execute();
    await server.runCareDesk();
    expect((await home(server, rosa)).plan.status).not.toBe("approved");
  });

  test("keeps a decision the clinic made first", async () => {
    const rosa = await handedOver(server);
    const apiKey = testApiKey;
    await server.call(care.accept, { params: { id: rosa.id }, body: {} }, { apiKey });
    await server.call(care.declinePlan, { params: { id: rosa.id }, body: { reason: "Not from afar." } }, { apiKey });
    await server.runCareDesk();
    expect((await home(server, rosa)).plan).toMatchObject({ status: "declined", note: "Not from afar." });
  });
});

describe("the pace of the care desk", () => {
  test("accepts at once; its job decides once the pace has passed", async () => {
    const server = await startTestServer({ careDesk: true }, { CARE_DESK_PACE_SECONDS: "600" });
    try {
      const rosa = await handedOver(server);
      await server.runCareDesk();
      const carestatus = async () =>
        (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey: testApiKey })).ok;
      expect(await carestatus()).toMatchObject({ carestatus: "accepted", planstatus: "in_review" });
      await server.jobs.handleSchedules();
      await server.jobs.drain();
      expect(await carestatus()).toMatchObject({ planstatus: "in_review" });
      server.clock.advance(600_000);
      await server.jobs.handleSchedules();
      await server.jobs.drain();
      expect(await carestatus()).toMatchObject({ planstatus: "approved" });
    } finally {
      await server.close();
    }
  });
});
