import { beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare, subscriptionOf } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

describe("decisions §11 for a patient who phones", () => {
  it("the practice pauses, resumes and cancels as the patient could, and the audit says so", async () => {
    const rosa = await inCare(server);
    const params = { id: rosa.id, subscriptionid: (await subscriptionOf(server, rosa)).id };
    const statusIn = ({ subscriptions }: { subscriptions: readonly { id: string; status: string }[] }) =>
      subscriptions.find(({ id }) => id === params.subscriptionid)?.status;
    const paused = await server.call(care.pauseSubscription, { params, body: { months: 2 } }, { apiKey });
    expect([statusIn(paused.ok), paused.ok.message]).toEqual(["paused", expect.stringMatching(/pause/i)]);
    const resumed = await server.call(care.resumeSubscription, { params, body: {} }, { apiKey });
    expect(statusIn(resumed.ok)).toBe("active");
    const cancelled = await server.call(care.cancelSubscription, { params, body: { reason: "Moves" } }, { apiKey });
    expect(statusIn(cancelled.ok)).toBe("cancelled");
    const again = await server.call(care.cancelSubscription, { params, body: {} }, { apiKey });
    expect([again.status, again.problem.code]).toEqual([409, "wrong_state"]);
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("call")
      .where("patient_id", "=", rosa.id)
      .where("actor", "like", "key:%")
      .execute();
    expect(audited.map(({ call }) => call)).toEqual(
      expect.arrayContaining(["care.pauseSubscription", "care.resumeSubscription", "care.cancelSubscription"]),
    );
  });

  it("another patient's subscription is not found", async () => {
    const [rosa, denise] = [await inCare(server), await inCare(server)];
    const params = { id: rosa.id, subscriptionid: (await subscriptionOf(server, denise)).id };
    const { status } = await server.call(care.cancelSubscription, { params, body: {} }, { apiKey });
    expect(status).toBe(404);
    expect((await subscriptionOf(server, denise)).status).toBe("active");
  });
});
