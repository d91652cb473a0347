import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { goThrough, sendFollowupTo } from "#server/followup/testing/followups.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { capturedCents, passDays, tokenOf } from "#server/treatment/testing/in-care.ts";
import { followEvents, handledOtherwise, type Practice } from "../../client/examples/follow-events.ts";
import { createClinicClient, type ClinicClient } from "../../client/src/index.ts";
import { statesByCall } from "./testing/clinic-document-states.ts";

const progestogen = "progesterone_capsule_100";

let server: TestServer;
let clinic: ClinicClient;
/** What the practice's people were asked, in this order. */
let asked: string[] = [];
let last: string | undefined;
beforeAll(async () => {
  server = await startTestServer({});
  clinic = createClinicClient({ url: await server.app.listen({ port: 0, host: "127.0.0.1" }), apiKey: testApiKey });
});
afterAll(() => server.close());

const practice: Practice = {
  checkIdentity: async () => (asked.push("identity"), "matched"),
  decidePlan: async ({ requested = [] }) => (
    asked.push(`plan of ${requested.length}`),
    { note: "This fits you well." }
  ),
  pack: async () => (asked.push("pack"), { carrier: "Meadow Post", trackingnumber: "MP-1" }),
  answer: async () => (asked.push("answer"), "Yes, with food."),
  readFollowup: async () => (asked.push("follow-up"), { note: "Please go on like this." }),
  call: async () => (asked.push("call"), { outcome: "Seen at the emergency room, at home again, and well." }),
};

/** Follows the log until nothing more happens; answers what people were asked. */
async function follow(): Promise<string[]> {
  asked = [];
  for (let before: string | null | undefined = null; before !== last;) {
    before = last;
    last = await followEvents(clinic, practice, last);
    await server.jobs.drain();
  }
  return asked;
}

describe("decisions §11 a practice's system lives on the clinic's calls", () => {
  test("from a submitted visit to a stopped treatment, led by the log of events alone", async () => {
    const rosa = await submitted(server);
    const params = { id: rosa.id };
    expect(await follow()).toEqual(["plan of 2", "pack"]);
    const order = async () => (await clinic.patient({ params })).orders?.find(({ id }) => id === rosa.orderId);
    expect(await order()).toMatchObject({ status: "shipped" });
    await clinic.deliverOrder({ params: { id: rosa.orderId }, body: {} });

    const [conversation] = await conversationsOf(server, rosa);
    await sendAsPatient(server, rosa, conversation?.id ?? "", { message: "Shall I take it with food?" });
    await sendAsPatient(server, rosa, conversation?.id ?? "", { message: "I have chest pain right now" });
    expect((await follow()).toSorted((one, other) => one.localeCompare(other))).toEqual(["answer", "answer", "call"]);
    expect((await clinic.emergencies()).items.filter(({ patient }) => patient?.id === rosa.id)).toEqual([]);

    await goThrough(server, await sendFollowupTo(server, rosa));
    expect(await follow()).toEqual(["follow-up"]);
    expect((await clinic.cases({ query: { status: "followup" } })).items).toEqual([]);

    // The next box is charged by itself and sent like the first.
    await passDays(server, 30);
    expect(await follow()).toEqual(["pack"]);
    const charged = await capturedCents(server, rosa);
    expect(charged).toHaveLength(2);

    const { prescriptions = [] } = await clinic.patient({ params });
    for (const { id, productid } of prescriptions)
      if (productid === progestogen)
        await clinic.stopPrescription({
          params: { id },
          body: { reason: "A clot was found", message: "Please stop taking the capsules today, and call me." },
        });
    await follow();
    await passDays(server, 90);
    await follow();
    expect(await capturedCents(server, rosa)).toEqual(charged);
    const record = await clinic.patient({ params });
    expect(record.prescriptions?.find(({ productid }) => productid === progestogen)).toMatchObject({
      status: "stopped",
    });
    const { ok } = await server.call(treatment.overview, {}, { token: await tokenOf(server, rosa) });
    expect(ok.subscriptions.filter(({ nextchargeon }) => nextchargeon !== null)).toEqual([]);
    const ledger = await server.services.db
      .selectFrom("ledger_entry")
      .select(({ fn }) => fn.sum<string>("amount_cents").as("sum"))
      .executeTakeFirstOrThrow();
    expect(Number(ledger.sum)).toBe(0);
    const types = [];
    for await (const { type, patientid } of clinic.items("events")) if (patientid === rosa.id) types.push(type);
    expect(types.filter((type) => type === "prescription.stopped" || type === "subscription.cancelled")).toHaveLength(
      2,
    );
  });

  test("an identity check that waits for a person", async () => {
    const { PATIENT: id = "" } = (await statesByCall["care.decideIdentity"]?.(server)) ?? {};
    expect(await follow()).toEqual(["identity"]);
    expect((await clinic.patient({ params: { id } })).identitystatus).toBe("matched");
  });

  test("run again from the beginning, as after a lost place in the log, nothing happens twice", async () => {
    const before = await server.services.db.selectFrom("message").select("id").execute();
    last = undefined;
    await follow();
    expect(await server.services.db.selectFrom("message").select("id").execute()).toHaveLength(before.length);
    expect((await server.call(care.patients, { query: {} }, { apiKey: testApiKey })).status).toBe(200);
  });
});

test("the example of following events stops at no order for what shipping it may refuse", () => {
  expect(care.shipOrder.errors.length).toBeGreaterThan(2);
  for (const code of care.shipOrder.errors) expect(handledOtherwise).toContain(code);
});
