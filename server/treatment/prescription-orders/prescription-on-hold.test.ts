import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { daysBetween } from "#server/platform/clock/calendar-days.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { patientsToCharge } from "../billing/due-queries.ts";
import { runBilling } from "../billing/run-billing.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import {
  bill,
  home,
  inCare,
  passDays,
  subscriptionOf,
  prescriptionOrderIn,
  capturedCents,
  tokenOf,
} from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";

const server = serverAtNoon();

const { today, putOnHold, approveAll, declineAll, outOfFills, pastDue, acceptCard } = treatmentScenarios(() => server);
const ship = (orderId: string) =>
  server.call(
    care.shipOrder,
    { params: { id: orderId }, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } },
    { apiKey: testApiKey },
  );

describe("decisions §9 a STOP", () => {
  test("a paid order is not shipped after it", async () => {
    const rosa = await inCare(server, { delivered: false });
    await putOnHold(rosa);
    const { status, problem } = await ship(rosa.orderId);
    expect([status, problem.code]).toEqual([409, "prescription_needed"]);
  });

  test("a paid order that was not shipped, and the doctor declines: it is refunded", async () => {
    const rosa = await inCare(server, { delivered: false });
    await putOnHold(rosa);
    await declineAll(rosa);
    expect((await ship(rosa.orderId)).status).toBe(409);
    await passDays(server, 10);
    await bill(server);
    expect((await home(server, rosa)).orders[0]?.status).toBe("refunded");
  });

  test("past due, then on hold: not charged while on hold, nor on the day it is prescribed again", async () => {
    const rosa = await pastDue();
    await putOnHold(rosa);
    await acceptCard(rosa);
    await passDays(server, 15);
    expect(await patientsToCharge(server.services, today())).not.toContain(rosa.id);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    await approveAll(rosa);
    await runBilling(server.services);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    await passDays(server, 5);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("past due with no retries left, then on hold: prescribed again, it continues", async () => {
    const rosa = await pastDue();
    await passDays(server, 10);
    await putOnHold(rosa);
    await passDays(server, 5);
    await approveAll(rosa);
    await acceptCard(rosa);
    const { status, nextchargeon } = await subscriptionOf(server, rosa);
    expect(status).toBe("active");
    expect(daysBetween(today(), nextchargeon ?? "")).toBeGreaterThanOrEqual(5);
    await passDays(server, daysBetween(today(), nextchargeon ?? "") + 1);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("past due, and the doctor declines: nothing is past due after that", async () => {
    const rosa = await pastDue();
    await putOnHold(rosa);
    await declineAll(rosa);
    await runBilling(server.services);
    const { actionitems, subscriptions } = await home(server, rosa);
    expect(subscriptions.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    expect(actionitems.map(({ kind }) => kind)).not.toContain("update_payment");
  });
});

describe("decisions §11 a renewal that awaits the doctor", () => {
  test("reordered after the doctor declined: refused, saying what the patient can do", async () => {
    const rosa = await inCare(server);
    const subscription = await subscriptionOf(server, rosa);
    await outOfFills(rosa);
    await passDays(server, 28);
    await declineAll(rosa);
    const { status, problem } = await server.call(
      treatment.reorder,
      { params: { id: prescriptionOrderIn(subscription, "delivered").id } },
      { token: await tokenOf(server, rosa) },
    );
    expect([status, problem.message]).toEqual([
      409,
      "Your doctor has ended this treatment. Please contact us, or start a new visit.",
    ]);
  });

  test("pausing, resuming and skipping announce no charge until it's released", async () => {
    const rosa = await inCare(server);
    await outOfFills(rosa);
    await passDays(server, 28);
    const options = { token: await tokenOf(server, rosa) };
    const params = { id: rosa.id };
    const subscription = await subscriptionOf(server, rosa);
    const answers = [
      await server.call(treatment.pause, { params, body: { months: 1 } }, options),
      await server.call(treatment.resume, { params, body: {} }, options),
      await server.call(
        treatment.skip,
        { params: { id: prescriptionOrderIn(subscription, "scheduled").id }, body: {} },
        options,
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(subscription.statustext).toContain("You won't be charged before then.");
  });
});
