import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { staff } from "#contract/staff/calls.ts";
import { staffLimits } from "#contract/staff/constants.ts";
import { acceptedUpsellOrder, answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare, passDays, subscriptionOf, tokenOf } from "#server/treatment/testing/in-care.ts";

/** The desk's pace in these tests, in hours. */
const paceHours = 1;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ careDesk: true }, { CARE_DESK_PACE_SECONDS: String(paceHours * 3600) });
});
afterAll(() => server.close());

const renewalsOf = async ({ id }: InCare) =>
  (await server.call(care.prescriptionRenewals, { query: {} }, { apiKey })).ok.items.filter(
    ({ patient }) => patient.id === id,
  );

/** Four weeks in which the patient's last fills are used up. */
async function refillsUsedUp({ id }: InCare): Promise<void> {
  await server.services.db.updateTable("prescription").set({ refills_left: 0 }).where("patient_id", "=", id).execute();
  await passDays(server, 28);
  await server.runCareDesk();
}

describe("decisions §11 the demo's care desk decides what patients ask for", () => {
  test("it renews prescriptions", async () => {
    const rosa = await inCare(server);
    await refillsUsedUp(rosa);
    expect(await renewalsOf(rosa)).toEqual([]);
    expect((await subscriptionOf(server, rosa)).refillsleft).toBeGreaterThan(0);
  });

  test("after a STOP it renews nothing, and leaves it to a person", async () => {
    const rosa = await inCare(server);
    const hit = {
      patient_id: rosa.id,
      rule_id: "active_liver_disease",
      outcome: "STOP" as const,
      content_version: "1",
      rule_version: "1",
    };
    await server.services.db
      .insertInto("screening_hit")
      .values({ ...hit, at: server.clock.now() })
      .execute();
    await refillsUsedUp(rosa);
    expect(await renewalsOf(rosa)).toHaveLength(2);
  });

  test("it leaves a prescription that is on hold to a person", async () => {
    const rosa = await inCare(server);
    const onHold = { on_hold_at: server.clock.now() };
    await server.services.db.updateTable("prescription").set(onHold).where("patient_id", "=", rosa.id).execute();
    await refillsUsedUp(rosa);
    const left = await renewalsOf(rosa);
    expect(left.length).toBeGreaterThan(0);
    expect(left.every(({ onhold }) => onhold)).toBe(true);
  });

  test("it looks at what patients told after some paces; what it wouldn't treat from afar rests", async () => {
    const [mild, severe] = [await inCare(server), await inCare(server)];
    const change = async (patient: InCare, answers: Answer[]) =>
      server.call(account.updateHealthAnswers, { body: { answers } }, { token: await tokenOf(server, patient) });
    await change(mild, [{ questionid: "conditions", answer: ["gallbladder"] }]);
    const readings = { bp_known: "numbers", bp_top: "186", bp_bottom: "122" };
    await change(
      severe,
      Object.entries(readings).map(([questionid, answer]) => ({ questionid, answer })),
    );
    const outcomes = async () => {
      const rows = await server.services.db
        .selectFrom("work_item")
        .select(["patient_id", "outcome"])
        .where("patient_id", "in", [mild.id, severe.id])
        .execute();
      return [mild, severe].map(({ id }) => rows.find(({ patient_id }) => patient_id === id)?.outcome);
    };
    await server.runCareDesk();
    expect(await outcomes()).toEqual([null, null]);
    server.clock.advance(paceHours * 4 * 3_600_000);
    await server.runCareDesk();
    expect(await outcomes()).toEqual(["no_change", "changed"]);
    const resting = async (patient: InCare) => (await subscriptionOf(server, patient)).onhold;
    expect([await resting(mild), await resting(severe)]).toEqual([false, true]);
  });

  test("it approves an upsell after some paces, and declines what the clinic warns of", async () => {
    const rosa = await answeredPatientInCare(server);
    const heart = await answeredPatientInCare(server, { answers: { heart_and_clots: ["heart_disease"] } });
    const orderIds = [await acceptedUpsellOrder(server, rosa), await acceptedUpsellOrder(server, heart)];
    const statuses = async () => {
      const { db } = server.services;
      const rows = await db.selectFrom("customer_order").select(["id", "status"]).where("id", "in", orderIds).execute();
      return orderIds.map((id) => rows.find((row) => row.id === id)?.status);
    };
    await server.runCareDesk();
    server.clock.advance(paceHours * 3.9 * 3_600_000);
    await server.runCareDesk();
    expect(await statuses()).toEqual(["authorized", "authorized"]);
    server.clock.advance(paceHours * 0.2 * 3_600_000);
    await server.runCareDesk();
    expect(await statuses()).toEqual(["paid", "voided"]);
  });

  test("it leaves an upsell to whoever of the practice works on it, until they end", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const { ok } = await server.call(care.upsells, { query: { patientid: rosa.id } }, { apiKey });
    const status = async () => {
      const order = server.services.db.selectFrom("customer_order").select("status").where("id", "=", orderId);
      return (await order.executeTakeFirstOrThrow()).status;
    };
    server.clock.advance((paceHours * 4 * 60 - 5) * 60_000);
    const { browser } = await signedInStaff(server, ["physician"], "elena_marsh");
    const params = { kind: "upsell", id: ok.items[0]?.id ?? "" } as const;
    expect((await browser.call(staff.claim, { params, body: {} })).status).toBe(200);
    server.clock.advance((staffLimits.claimMinutes - 1) * 60_000);
    await server.runCareDesk();
    expect(await status()).toBe("authorized");
    server.clock.advance(staffLimits.claimMinutes * 60_000);
    await server.runCareDesk();
    expect(await status()).toBe("paid");
  });
});
