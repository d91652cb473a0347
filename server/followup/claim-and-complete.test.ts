import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { followup } from "#contract/followup.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { conversationsOf, allMessages } from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import {
  apply,
  sendFollowupTo,
  patientWithFollowup,
  back,
  check,
  claim,
  codeOf,
  goThrough,
  markDone,
  open,
  save,
} from "./testing/followups.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

describe("§4 Follow-up modal: it opens when the check returns an id", () => {
  test("nothing is open for a patient without a follow-up", async () => {
    const { status, ok } = await check(server, await inCare(server));
    expect([status, ok]).toEqual([
      200,
      { id: null, followupstatus: null, step: null, code: null, percent: null, stop: null, interrupted: false },
    ]);
  });

  test("a follow-up that was sent is at its first step, with the discount of its code; home asks for it", async () => {
    const patient = await patientWithFollowup(server);
    expect((await check(server, patient)).ok).toEqual({
      id: patient.followupId,
      followupstatus: "SENT",
      step: 0,
      code: patient.code,
      percent: 20,
      stop: null,
      interrupted: false,
    });
    const token = await tokenOf(server, patient);
    expect((await server.call(treatment.overview, {}, { token })).ok.nextstep.kind).toBe("treatment_review");
    expect((await server.call(account.user, {}, { token })).ok.followup_code).toBe(patient.code);
  });

  test("§3 it comes as a message of the patient's doctor that refers to it", async () => {
    const patient = await patientWithFollowup(server);
    const [doctors] = await conversationsOf(server, patient);
    expect(doctors?.needsreply).toBe(true);
    expect((await allMessages(server, patient, doctors?.id ?? "")).at(-1)).toMatchObject({
      type: "prescription_followup",
      followupid: patient.followupId,
      actionstatus: "PENDING",
      sender: { role: "doctor" },
    });
  });
});

describe("§4 Follow-up modal: the claim call runs at once", () => {
  test("it is claimed once; another claim changes nothing, nor do fifty at once", async () => {
    const patient = await patientWithFollowup(server);
    const token = await tokenOf(server, patient);
    const params = { id: patient.followupId };
    const all = await Promise.all(
      Array.from({ length: 50 }, () =>
        server.call(followup.claim, { params, body: { code: patient.code } }, { token }),
      ),
    );
    expect(new Set(all.map(({ status, ok }) => `${status} ${ok.followupstatus}`))).toEqual(new Set(["200 CLAIMED"]));
    const claimedAt = async () =>
      (
        await server.services.db
          .selectFrom("followup")
          .select("claimed_at")
          .where("id", "=", patient.followupId)
          .executeTakeFirstOrThrow()
      ).claimed_at;
    const first = await claimedAt();
    server.clock.advance(1000);
    expect((await claim(server, patient, patient.followupId, null)).status).toBe(200);
    expect(await claimedAt()).toEqual(first);
  });

  test("an unknown code and another follow-up's are refused, and nothing is lost", async () => {
    const patient = await patientWithFollowup(server);
    expect((await claim(server, patient, patient.followupId, "NOSUCH-CODE")).problem.code).toBe("coupon_not_found");
    const other = await claim(server, patient, patient.followupId, await codeOf(server, 50));
    expect([other.status, other.problem.code]).toEqual([409, "coupon_not_applicable"]);
    expect((await check(server, patient)).ok.followupstatus).toBe("SENT");
    const typed = ` ${patient.code?.toLowerCase()} `;
    expect((await claim(server, patient, patient.followupId, typed)).ok.followupstatus).toBe("CLAIMED");
  });

  test("another patient's follow-up and an unknown one are not found", async () => {
    const [patient, other] = [await patientWithFollowup(server), await patientWithFollowup(server)];
    for (const id of [other.followupId, newId()]) {
      expect((await claim(server, patient, id)).problem.code).toBe("not_found");
      expect((await open(server, { ...patient, followupId: id }, 0)).problem.code).toBe("not_found");
      expect((await back(server, { ...patient, followupId: id }, 0)).problem.code).toBe("not_found");
      expect((await save(server, { ...patient, followupId: id }, 0, { welcome: "" })).problem.code).toBe("not_found");
      expect((await apply(server, patient, id, patient.code ?? "")).problem.code).toBe("not_found");
    }
    expect((await check(server, other)).ok.followupstatus).toBe("SENT");
  });
});

describe("§4 Follow-up modal: it is complete", () => {
  test.each([
    ["when an exit modal is shown", {}, 12],
    ["when no step is next: the patient would rather talk", { still_using: "rather_talk" }, 2],
    [
      "when no step is next: the patient stopped, and says why",
      { still_using: "stopped", why_stopped: "It itched" },
      2,
    ],
  ] as const)("%s", async (_, overrides, last) => {
    const patient = await patientWithFollowup(server);
    const shown = await goThrough(server, patient, overrides);
    expect(shown.at(-1)).toMatchObject({ step: last, nextstep: -1, complete: true, stepsleft: 0 });
    expect((await check(server, patient)).ok.id).toBeNull();
    const [doctors] = await conversationsOf(server, patient);
    expect(doctors?.needsreply).toBe(false);
    expect((await allMessages(server, patient, doctors?.id ?? "")).at(-1)?.actionstatus).toBe("ANSWERED");
    const token = await tokenOf(server, patient);
    expect((await server.call(treatment.overview, {}, { token })).ok.actionitems.map(({ kind }) => kind)).not.toContain(
      "treatment_review",
    );
    expect((await server.call(account.user, {}, { token })).ok.followup_code).toBeNull();
  });

  test("when every follow-up message is ANSWERED, though the patient answered nothing", async () => {
    const patient = await patientWithFollowup(server);
    await markDone(server, patient, patient.followupId);
    expect((await check(server, patient)).ok.id).toBeNull();
    const { ok } = await server.call(care.followupResult, { params: { id: patient.followupId } }, { apiKey });
    expect(ok).toMatchObject({ answers: [], flags: [{ level: "info", id: "unanswered" }] });
  });

  test("of two that were sent, each by its own message: one that is ANSWERED leaves the other", async () => {
    const first = await patientWithFollowup(server);
    expect((await sendFollowupTo(server, first)).followupId).toBe(first.followupId);
    await markDone(server, first, first.followupId);
    const second = await sendFollowupTo(server, first, 35);
    const awaiting = { id: second.followupId, followupstatus: "SENT", code: second.code, percent: 35 };
    expect((await check(server, second)).ok).toMatchObject(awaiting);
    await markDone(server, first, first.followupId);
    expect((await check(server, second)).ok).toMatchObject(awaiting);
    await markDone(server, second, second.followupId);
    expect((await check(server, second)).ok.id).toBeNull();
  });

  test("nothing more can be answered, and everything can be read", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient);
    const { status, problem } = await save(server, patient, 2, { still_using: "mostly" });
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect((await open(server, patient, 2)).ok).toMatchObject({
      complete: true,
      questions: [{ answer: "always" }, {}],
    });
    expect((await claim(server, patient, patient.followupId)).ok).toMatchObject({
      followupstatus: "COMPLETED",
      step: null,
    });
  });

  test("two devices that answer the last step at once complete it once", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 11);
    const both = await Promise.all([
      save(server, patient, 11, { note: "one" }),
      save(server, patient, 11, { note: "two" }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
