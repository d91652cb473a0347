import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { updatePatient } from "#server/auth/public.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { attachAsPatient } from "#server/messages/testing/conversations.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { photoWithGps } from "#server/testing/upload-files.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { defineCareDesk } from "../run-care-desk.ts";

/** One conversation of the patient with its messages, oldest first, and their authors. */
async function conversationOf(server: TestServer, { id }: TestPatient, kind: "doctor" | "patient_services" = "doctor") {
  const { ok } = await server.call(care.patientConversations, { params: { id } }, { apiKey });
  const conversation = ok.items.find((each) => each.kind === kind);
  if (!conversation) throw new Error(`The patient has no conversation with ${kind}`);
  const written = await server.call(care.messages, { params: { id }, query: {} }, { apiKey });
  const items = written.ok.items
    .filter(({ conversationid }) => conversationid === conversation.id)
    .toSorted((a, b) => a.seq - b.seq);
  return { ...conversation, items, roles: items.map(({ sender }) => sender.role), last: items.at(-1) };
}

async function say(server: TestServer, patient: TestPatient, message: string, kind?: "doctor" | "patient_services") {
  const { id } = await conversationOf(server, patient, kind);
  const { status } = await server.call(messages.send, { params: { id }, body: { message } }, { token: patient.token });
  expect(status).toBe(201);
}

describe("decisions §11 the demo's care desk answers messages", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ careDesk: true }, { CARE_DESK_PACE_SECONDS: "0" });
  });
  afterAll(() => server.close());

  test.each([
    ["doctor", "doctor", "no doctor reads your messages"],
    ["patient_services", "patient_services", "nobody from patient services reads your messages"],
  ] as const)(
    "to the %s: as %s, once, that nobody reads it; the patient goes on waiting",
    async (kind, role, words) => {
      const rosa = await inCare(server);
      await server.runCareDesk();
      await say(server, rosa, "It feels a bit odd since Tuesday", kind);
      const { waitingsince } = await conversationOf(server, rosa, kind);
      await server.runCareDesk();
      await server.runCareDesk();
      const after = await conversationOf(server, rosa, kind);
      expect(after.roles.slice(-2)).toEqual(["patient", role]);
      expect(after.last?.message).toContain(words);
      expect(after.last?.message).toContain("demo clinic");
      expect(waitingsince).not.toBeNull();
      expect(after.waitingsince).toBe(waitingsince);
    },
  );

  test("a file is answered as one", async () => {
    const rosa = await inCare(server);
    const { id } = await conversationOf(server, rosa);
    const { status } = await attachAsPatient(server, rosa, id, await photoWithGps());
    expect(status).toBe(201);
    await server.runCareDesk();
    expect((await conversationOf(server, rosa)).last?.message).toContain("your file has arrived");
  });

  test("the doctor welcomes the patient once after the plan is approved", async () => {
    const rosa = await handedOver(server);
    await server.runCareDesk();
    const welcomed = await conversationOf(server, rosa);
    expect(welcomed.roles).toEqual(["doctor"]);
    expect(welcomed.last?.message).toContain("Hello Rosa, I've read your whole visit");
    await server.runCareDesk();
    expect((await conversationOf(server, rosa)).items).toHaveLength(1);
  });

  test("names are inserted literally, and a patient whose record cannot be read does not block the others", async () => {
    const [broken, rosa, brokenToo] = [await handedOver(server), await handedOver(server), await handedOver(server)];
    const { db, secrets } = server.services;
    await updatePatient({ db, secrets }, rosa.id, { firstname: "R$&sa" });
    for (const { id } of [broken, brokenToo])
      await db
        .updateTable("health_answer")
        .set({ value_sealed: Buffer.from("broken") })
        .where("patient_id", "=", id)
        .execute();
    await server.runCareDesk();
    expect((await conversationOf(server, rosa)).last?.message).toContain("Hello R$&sa, I've read");
  });

  test("it answers nothing the clinic answered, and writes nothing into a conversation the clinic closed", async () => {
    const rosa = await inCare(server);
    const { id } = await conversationOf(server, rosa);
    await say(server, rosa, "Where is my order?");
    await server.call(care.sendMessage, { params: { id }, body: { message: "On its way!" } }, { apiKey });
    await server.runCareDesk();
    expect((await conversationOf(server, rosa)).items.map(({ message }) => message)).toEqual([
      "Where is my order?",
      "On its way!",
    ]);
    await say(server, rosa, "Where are my receipts?");
    await server.call(care.openConversation, { params: { id }, body: { open: false } }, { apiKey });
    await server.runCareDesk();
    expect((await conversationOf(server, rosa)).items).toHaveLength(3);
  });
});

describe("the pace of the care desk", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ careDesk: true }, { CARE_DESK_PACE_SECONDS: "300" });
  });
  afterAll(() => server.close());

  test("it waits until the patient is done and gives one answer to all messages, by the clinic's clock", async () => {
    const rosa = await inCare(server);
    await say(server, rosa, "Hello");
    await server.runCareDesk();
    server.clock.advance(400_000);
    await say(server, rosa, "Where do I find my receipts?");
    await server.runCareDesk();
    server.clock.advance(400_000);
    await server.runCareDesk();
    expect((await conversationOf(server, rosa)).roles).toEqual(["patient", "patient"]);
    server.clock.advance(300_000);
    await server.runCareDesk();
    const { roles: authorRoles, items } = await conversationOf(server, rosa);
    expect(authorRoles.slice(0, 3)).toEqual(["patient", "patient", "doctor"]);
    expect(items[2]?.message).toContain("no doctor reads");
  });

  test("it reads a message after its pace, and answers it after twice that", async () => {
    const rosa = await inCare(server);
    await say(server, rosa, "Where is my order?");
    const after = async (ms: number) => {
      server.clock.advance(ms);
      await server.runCareDesk();
      const { roles, staffreadseq, lastseq } = await conversationOf(server, rosa);
      return { last: roles.at(-1), isRead: staffreadseq === lastseq };
    };
    expect(await after(0)).toEqual({ last: "patient", isRead: false });
    expect(await after(300_000)).toEqual({ last: "patient", isRead: true });
    expect(await after(300_000)).toMatchObject({ last: "doctor" });
  });

  test("decisions §5 an emergency is answered at once and left to a person; its text is not logged", async () => {
    const rosa = await inCare(server);
    await say(server, rosa, "My chest hurts since zinnia o'clock");
    await server.runCareDesk();
    const { last, waitingsince, id } = await conversationOf(server, rosa);
    expect(last?.sender.role).toBe("doctor");
    expect(last?.message).toContain("Please call 911 now");
    expect(waitingsince).not.toBeNull();
    const logged = server.logged();
    expect(logged).toContain(`"conversation":"${id}","msg":"a message tells of an emergency`);
    expect(logged).not.toContain("zinnia");
  });

  test("the desks of two nodes at once give one answer", async () => {
    const rosa = await inCare(server);
    const { jobs, services } = server;
    const other = defineCareDesk({ ...jobs, define: () => undefined }, services);
    await other.open(server.app);
    await say(server, rosa, "I can't breathe");
    await Promise.all([server.runCareDesk(), other.work()]);
    expect((await conversationOf(server, rosa)).roles).toEqual(["patient", "doctor"]);
  });
});
