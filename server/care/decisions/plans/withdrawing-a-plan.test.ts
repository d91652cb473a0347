import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { PlanStatus } from "#contract/treatment/plan.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { sandboxCharges } from "#server/care/testing/sandbox-charges.ts";
import { orderStatuses } from "#server/orders/order-status.ts";
import { type TestPatient, testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { home, mailSubjects, tokenOf } from "#server/treatment/testing/in-care.ts";
import { planWithdrawalObstacle } from "./withdraw-plan.ts";

const server = serverAtNoon();

const withdraw = async (patient: TestPatient, id: string) =>
  server.call(treatment.withdrawPlan, { params: { id }, body: {} }, { token: await tokenOf(server, patient) });
const accept = (id: string) => server.call(care.accept, { params: { id }, body: {} }, { apiKey });
const approve = (id: string) =>
  server.call(
    care.approvePlan,
    { params: { id }, body: { override: { withoutanswers: true, reason: "Answers taken by phone." } } },
    { apiKey },
  );
const caseOf = (orderId: string) =>
  server.services.db
    .selectFrom("care_case")
    .select(["status", "withdrawn_at"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();

describe("whether a plan can be withdrawn", () => {
  const plans = [...PlanStatus.options, null];
  test.each(plans.flatMap((plan) => orderStatuses.map((order) => [plan, order] as const)))("%s, %s", (plan, order) => {
    const unsettled = ["pending", "authorizing", "unknown"].includes(order) || plan === null;
    const possible = plan === "in_review" && (order === "authorized" || order === "paid");
    const found = planWithdrawalObstacle(plan, order);
    if (unsettled) expect(found).toBe("unsettled");
    else if (possible) expect(found).toBeNull();
    else expect(found).toMatchObject({ id: expect.stringMatching(/^treatment\.plan_/) });
  });
});

describe("decisions §20 a patient withdraws a plan under review", () => {
  test.each(["incoming", "accepted"] as const)(
    "one that is %s: the authorization is voided, the practice has nothing left to decide, and the patient is mailed",
    async (kind) => {
      const [rosa, other] = [await handedOver(server), await handedOver(server)];
      if (kind === "accepted") for (const { id } of [rosa, other]) await accept(id);
      expect((await home(server, rosa)).plan.withdrawable).toBe(rosa.orderId);
      const { status, ok } = await withdraw(rosa, rosa.orderId);
      expect([status, ok.message]).toEqual([200, expect.stringContaining("withdrawn. You won't be charged")]);
      await server.jobs.drain();
      expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
      const now = await home(server, rosa);
      expect([now.plan.status, now.plan.withdrawable, now.orders[0]?.status]).toEqual(["none", null, "voided"]);
      expect(now.subscriptions.filter((each) => each.status !== "cancelled")).toEqual([]);
      expect(await mailSubjects(server, rosa)).toContain(`Order ${now.orders[0]?.number} is withdrawn`);
      const listed = (await server.call(care.cases, { query: { status: kind } }, { apiKey })).ok.items;
      const ids = listed.map(({ patient }) => patient.id);
      expect([ids.includes(rosa.id), ids.includes(other.id)]).toEqual([false, true]);
      const approval = await approve(rosa.id);
      expect([approval.status, approval.problem.message]).toEqual([
        409,
        "The patient has withdrawn this plan, so there's nothing to decide.",
      ]);
    },
  );

  test("pressed twice it is done once: one mail, one void", async () => {
    const rosa = await handedOver(server);
    const both = await Promise.all([withdraw(rosa, rosa.orderId), withdraw(rosa, rosa.orderId)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await server.jobs.drain();
    expect((await mailSubjects(server, rosa)).filter((subject) => subject.endsWith("is withdrawn"))).toHaveLength(1);
  });

  test("not another patient's, and not once a doctor has decided", async () => {
    const [rosa, approved, declined] = [await handedOver(server), await handedOver(server), await handedOver(server)];
    expect((await withdraw(approved, rosa.orderId)).status).toBe(404);
    for (const { id } of [approved, declined]) await accept(id);
    expect((await approve(approved.id)).status).toBe(200);
    await server.call(
      care.declinePlan,
      { params: { id: declined.id }, body: { reason: "Please see a doctor in person first." } },
      { apiKey },
    );
    for (const [patient, text] of [
      [approved, "already approved"],
      [declined, "already decided"],
    ] as const) {
      expect((await home(server, patient)).plan.withdrawable).toBeNull();
      const { status, problem } = await withdraw(patient, patient.orderId);
      expect([status, problem.code, problem.message]).toEqual([409, "wrong_state", expect.stringContaining(text)]);
    }
    expect((await caseOf(rosa.orderId)).withdrawn_at).toBeNull();
  });

  test("racing with an approval, exactly one of the two holds, and the money follows it", async () => {
    for (let race = 0; race < 6; race += 1) {
      const rosa = await handedOver(server);
      await accept(rosa.id);
      const calls = [() => approve(rosa.id), () => withdraw(rosa, rosa.orderId)];
      const answers = await Promise.all((race % 2 === 0 ? calls : calls.toReversed()).map((call) => call()));
      expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
      await server.jobs.drain();
      const { status, withdrawn_at } = await caseOf(rosa.orderId);
      const [charge] = await sandboxCharges(server, rosa.orderId);
      expect([status, withdrawn_at !== null, charge?.status]).toEqual(
        status === "approved" ? ["approved", false, "succeeded"] : ["lapsed", true, "canceled"],
      );
    }
  });
});
