import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { goThrough, sendFollowupTo } from "../testing/followups.ts";
import { dueFollowups } from "./due-followups.ts";

const dayMs = 86_400_000;

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const listed = async () => (await server.call(care.cases, { query: { status: "followup_due" } }, { apiKey })).ok.items;
const dueOf = async ({ id }: TestPatient) => (await listed()).filter(({ refid }) => refid === id);
const doctors = async (patient: TestPatient) =>
  (await conversationsOf(server, patient)).find(({ kind }) => kind === "doctor")?.id ?? "";
/** A patient whose plan was approved so long ago that a follow-up is due. */
async function patientDue(): Promise<InCare> {
  const patient = await inCare(server);
  server.clock.advance(server.services.content.followup.afterdays * dayMs);
  return patient;
}

describe("decisions §11 patients to send a follow-up to", () => {
  test("are listed from the practice's interval after the approval until it is sent, with what to send it by", async () => {
    const rosa = await inCare(server);
    const { afterdays } = server.services.content.followup;
    const { decided_at } = await server.services.db
      .selectFrom("care_case")
      .select("decided_at")
      .where("patient_id", "=", rosa.id)
      .executeTakeFirstOrThrow();
    const dueAt = (decided_at?.getTime() ?? 0) + afterdays * dayMs;
    server.clock.advance(dueAt - server.clock.now().getTime() - 60_000);
    expect(await dueOf(rosa)).toEqual([]);
    server.clock.advance(120_000);
    expect(await dueOf(rosa)).toMatchObject([
      { kind: "followup_due", refid: rosa.id, order: null, waitingsince: new Date(dueAt).toISOString() },
    ]);
    const { status } = await server.call(care.sendFollowup, { params: { id: rosa.id }, body: {} }, { apiKey });
    expect(status).toBe(201);
    expect(await dueOf(rosa)).toEqual([]);
  });

  test("not again after the first one, however long ago it was", async () => {
    const rosa = await patientDue();
    await goThrough(server, await sendFollowupTo(server, rosa, null));
    server.clock.advance(90 * dayMs);
    expect(await dueOf(rosa)).toEqual([]);
  });

  test.each<[string, (patient: InCare) => Promise<unknown>]>([
    [
      "whose payment failed",
      async ({ id }) =>
        server.services.db
          .updateTable("patient")
          .set({ failed_transaction_reason: "expired_card" })
          .where("id", "=", id)
          .execute(),
    ],
    [
      "whose message has no answer",
      async (patient) => sendAsPatient(server, patient, await doctors(patient), { message: "It feels a bit odd" }),
    ],
    [
      "whose conversation is closed",
      async (patient) =>
        server.call(
          care.openConversation,
          { params: { id: await doctors(patient) }, body: { open: false } },
          { apiKey },
        ),
    ],
  ])("not a patient %s", async (_, happens) => {
    const patient = await inCare(server);
    await happens(patient);
    server.clock.advance(server.services.content.followup.afterdays * dayMs);
    expect(await dueOf(patient)).toEqual([]);
  });

  test("longest due first, in pages that neither miss nor repeat one", async () => {
    for (let n = 0; n < 3; n += 1) await patientDue();
    const all = await dueFollowups(server.services, null, 100);
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect(all.map(({ patientId }) => patientId)).toEqual((await listed()).map(({ refid }) => refid));
    const [first] = all;
    const rest = await dueFollowups(server.services, first ?? null, 100);
    expect([first, ...rest]).toEqual(all);
  });
});
