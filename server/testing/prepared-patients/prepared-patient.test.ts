import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { checkSealedColumns } from "#server/platform/crypto/sealed-columns.ts";
import { bill, inCare, type InCare, mailSubjects, passDays, tokenOf } from "#server/treatment/testing/in-care.ts";
import { startTestServer, testApiKey, type TestServer } from "../harness.ts";

describe("a copied patient", () => {
  let server: TestServer;
  let made: InCare;
  let copies: InCare[];

  beforeAll(async () => {
    server = await startTestServer();
    made = await inCare(server, { state: "CA" });
    copies = [await inCare(server, { state: "CA" }), await inCare(server, { state: "CA" })];
    // The flow of the visit is drawn by lot at sign-up, and is the recorded patient's in a copy.
    const { db } = server.services;
    const flowOf = (id: string) => db.selectFrom("onboarding").select("flow_variant").where("patient_id", "=", id);
    await db
      .updateTable("onboarding")
      .set({ flow_variant: flowOf(copies[0]?.id ?? "") })
      .where("patient_id", "=", made.id)
      .execute();
  });
  afterAll(() => server.close());

  /** What calls, mails and jobs say of a patient, with ids, numbers and times of day left out. */
  async function stateOf(patient: InCare): Promise<string[]> {
    const options = { token: await tokenOf(server, patient) };
    const params = { id: patient.id };
    const answers = [
      await server.call(treatment.overview, {}, options),
      await server.call(treatment.order, { params: { id: patient.orderId } }, options),
      await server.call(messages.conversations, { query: {} }, options),
      await server.call(notifications.list, { query: {} }, options),
      await server.call(account.user, {}, options),
      await server.call(documents.medicalRecordsFhir, { params }, options),
      await server.call(care.patient, { params }, { apiKey: testApiKey }),
    ];
    const ids = new Map<string, string>();
    return JSON.stringify(
      [answers.map(({ raw }) => raw.json() as unknown), (await mailSubjects(server, patient)).sort()],
      null,
      1,
    )
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        ids.set(id, ids.get(id) ?? `id ${ids.size}`);
        return ids.get(id) ?? id;
      })
      .replace(/"(?:contact)?revision": ".*"/g, "a revision")
      .replaceAll(patient.email, "the address")
      .replace(/\b(?:1000|RX70000)\d\b/g, "a number")
      .replace(/T\d\d:\d\d:[\d.]+Z/g, "")
      .split("\n")
      .sort();
  }

  test("differs from one made by calls in ids, numbers and times of day only", async () => {
    const expected = await stateOf(made);
    for (const copy of copies) expect(await stateOf(copy)).toEqual(expected);
    expect(new Set([made, ...copies].map(({ orderId }) => orderId)).size).toBe(3);
    const checks = await checkSealedColumns(server.services.db, server.services.secrets, 1000);
    expect(checks.filter(({ failedCount }) => failedCount > 0)).toEqual([]);
  });

  test("was cared for with its own server's key, which stays the only one", async () => {
    const { db } = server.services;
    const keys = await db.selectFrom("api_key").select("id").execute();
    const actors = await db
      .selectFrom("audit_event")
      .select(["patient_id", "actor"])
      .distinct()
      .where("actor", "like", "key:%")
      .execute();
    expect(keys).toHaveLength(1);
    for (const { id } of copies)
      expect(actors.filter((each) => each.patient_id === id).map(({ actor }) => actor)).toEqual([`key:${keys[0]?.id}`]);
  });

  test("lives on like one made by calls", async () => {
    await passDays(server, 22);
    await bill(server);
    const expected = await stateOf(made);
    expect(expected).toContainEqual(expect.stringContaining("Receipt for order"));
    for (const copy of copies) expect(await stateOf(copy)).toEqual(expected);
  });
});
