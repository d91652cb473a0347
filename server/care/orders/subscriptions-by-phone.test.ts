import { beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { askedByPhone, inCare, subscriptionOf } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

const inCareWithSubscription = async () => {
  const patient = await inCare(server);
  return { patient, params: { id: patient.id, subscriptionid: (await subscriptionOf(server, patient)).id } };
};
const asked = askedByPhone;

describe("decisions §11 for a patient who asks the practice", () => {
  it("it pauses, resumes and cancels as the patient could, and the audit says so", async () => {
    const { patient: rosa, params } = await inCareWithSubscription();
    const statusIn = ({ subscriptions }: { subscriptions: readonly { id: string; status: string }[] }) =>
      subscriptions.find(({ id }) => id === params.subscriptionid)?.status;
    const paused = await server.call(care.pauseSubscription, { params, body: { asked, months: 2 } }, { apiKey });
    expect([statusIn(paused.ok), paused.ok.message]).toEqual(["paused", expect.stringMatching(/pause/i)]);
    const resumed = await server.call(care.resumeSubscription, { params, body: { asked } }, { apiKey });
    expect(statusIn(resumed.ok)).toBe("active");
    const cancelled = await server.call(
      care.cancelSubscription,
      { params, body: { asked, reason: "Moves" } },
      { apiKey },
    );
    expect(statusIn(cancelled.ok)).toBe("cancelled");
    const again = await server.call(care.cancelSubscription, { params, body: { asked } }, { apiKey });
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

  it("how and when the patient asked stays in the record, with who did it; what was refused leaves nothing", async () => {
    const { patient, params } = await inCareWithSubscription();
    const sam = await signedInStaff(server, ["patient_services"]);
    const note = "Travels until March";
    const body = { asked: { ...asked, note }, months: 2 };
    expect((await sam.browser.call(care.pauseSubscription, { params, body })).status).toBe(200);
    const restart = { params, body: { asked: body.asked } };
    expect((await sam.browser.call(care.restartSubscription, restart)).status).toBe(409);
    const { ok } = await sam.browser.call(care.patient, { params: { id: patient.id } });
    expect(ok.requests).toEqual([
      {
        subscriptionid: params.subscriptionid,
        action: "pause",
        channel: "phone",
        on: asked.on,
        note,
        ...{ changes: [], callerproved: asked.callerproved },
        actor: `staff:${sam.id}`,
        at: expect.any(String),
      },
    ]);
  });

  it("the patient is told by mail, which names no medicine, and whom to call if it wasn't them", async () => {
    const { patient, params } = await inCareWithSubscription();
    await server.call(care.cancelSubscription, { params, body: { asked } }, { apiKey });
    await server.jobs.drain();
    const mails = (await server.mailbox.list(patient.email)).filter(({ subject }) =>
      subject.includes("what you asked"),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(server.services.content.brand.supportphone);
    expect(mails[0]?.text).not.toMatch(/patch|estradiol|capsule/i);
  });

  it("nothing is done for a caller who proved nothing; a message comes from the account, and a letter is signed", async () => {
    const { patient, params } = await inCareWithSubscription();
    const [order] = (await subscriptionOf(server, patient)).prescriptionorders.filter(({ actions }) =>
      actions.includes("skip"),
    );
    const ofOrder = { id: patient.id, prescriptionorderid: order?.id ?? "" };
    const day = order?.move?.last ?? "";
    const acts = (channel: "phone" | "email" | "in_person" | "message" | "letter") => {
      const body = { asked: { channel, on: asked.on } };
      return [
        () => server.call(care.skipPrescriptionOrder, { params: ofOrder, body }, { apiKey }),
        () => server.call(care.takeSkipBack, { params: ofOrder, body }, { apiKey }),
        () => server.call(care.movePrescriptionOrder, { params: ofOrder, body: { ...body, day } }, { apiKey }),
        () => server.call(care.pauseSubscription, { params, body: { ...body, months: 1 } }, { apiKey }),
        () => server.call(care.resumeSubscription, { params, body }, { apiKey }),
        () => server.call(care.cancelSubscription, { params, body: { ...body, despitewarning: true } }, { apiKey }),
        () => server.call(care.restartSubscription, { params, body }, { apiKey }),
      ];
    };
    const before = await subscriptionOf(server, patient);
    for (const channel of ["phone", "email", "in_person"] as const)
      for (const act of acts(channel)) {
        const { status, problem } = await act();
        expect([status, problem.details?.fields?.map(({ path }) => path)]).toEqual([400, ["asked.callerproved"]]);
      }
    expect(await subscriptionOf(server, patient)).toEqual(before);
    expect((await server.call(care.patient, { params: { id: patient.id } }, { apiKey })).ok.requests).toEqual([]);
    for (const [index, act] of acts("message").entries()) expect([index, (await act()).status]).toEqual([index, 200]);
    for (const act of acts("letter").slice(3)) expect((await act()).status).toBe(200);
  });

  it("nothing is done that nobody says the patient asked for, nor on a day that hasn't come", async () => {
    const { patient, params } = await inCareWithSubscription();
    const without = await server.call(care.cancelSubscription, { params, body: {} as never }, { apiKey });
    expect([without.status, without.problem.code]).toEqual([400, "bad_request"]);
    const tomorrow = new Date(Date.parse(clinicToday(server.services)) + 86_400_000).toISOString().slice(0, 10);
    const body = { asked: { ...asked, on: tomorrow } };
    const early = await server.call(care.cancelSubscription, { params, body }, { apiKey });
    expect([early.status, early.problem.details?.fields?.map(({ path }) => path)]).toEqual([400, ["asked.on"]]);
    expect((await subscriptionOf(server, patient)).status).toBe("active");
  });

  it("another patient's subscription is not found", async () => {
    const [rosa, denise] = [await inCare(server), await inCare(server)];
    const params = { id: rosa.id, subscriptionid: (await subscriptionOf(server, denise)).id };
    const { status } = await server.call(care.cancelSubscription, { params, body: { asked } }, { apiKey });
    expect(status).toBe(404);
    expect((await subscriptionOf(server, denise)).status).toBe("active");
  });
});
