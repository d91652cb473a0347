import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notifications } from "#contract/notifications.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { columnsInClear } from "#server/testing/columns-in-clear.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { unreadNotificationCount as unreadNotifications } from "./notification-queries.ts";
import { markMessageNotificationsRead, notifyOfMessage } from "./notify.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Posts messages of the practice to the patient's conversation, each with its notification; gives the conversation. */
async function writeMessages(patient: TestPatient, texts: readonly string[]): Promise<string> {
  const { services } = server;
  const conversationId = newId();
  const now = server.clock.now();
  await inTransaction(services, async (tx) => {
    await tx.db
      .insertInto("conversation")
      .values({ id: conversationId, patient_id: patient.id, kind: "doctor", last_seq: texts.length, created_at: now })
      .execute();
    for (const [index, text] of texts.entries()) {
      const [id, seq] = [newId(), index + 1];
      const message = {
        id,
        conversation_id: conversationId,
        seq,
        patient_id: patient.id,
        author: "clinic",
        received_count: seq,
      };
      const text_sealed = services.secrets.seal(text, sealed("message.text_sealed")(id));
      await tx.db
        .insertInto("message")
        .values({ ...message, role: "doctor", type: "text", text_sealed, created_at: now })
        .execute();
      await notify(patient, conversationId, seq, text, tx);
    }
  });
  return conversationId;
}

const notify = (
  { id: patientId }: TestPatient,
  conversationId: string,
  seq: number,
  text: string,
  services: Parameters<typeof notifyOfMessage>[0],
) =>
  notifyOfMessage(services, {
    patientId,
    conversationId,
    seq,
    title: "Dr. Amara Osei",
    text,
    href: "/messages/doctor",
  });

const fetchPage = async ({ token }: TestPatient) =>
  (await server.call(notifications.list, { query: {} }, { token })).ok;

describe("§3 a message's notification", () => {
  test("§2.3 names the sender and previews the text: 82 characters and an ellipsis", async () => {
    const patient = await server.newPatient();
    await writeMessages(patient, ["a".repeat(86), "Good\nmorning"]);
    const { items } = await fetchPage(patient);
    expect(items).toHaveLength(2);
    for (const item of items)
      expect(item).toMatchObject({ kind: "message", title: "Dr. Amara Osei", href: "/messages/doctor" });
    expect(items.map(({ description }) => description).toSorted()).toEqual(["Good morning", `${"a".repeat(82)}…`]);
  });

  test("one for each message", async () => {
    const patient = await server.newPatient();
    const conversationId = await writeMessages(patient, ["Good morning"]);
    await inTransaction(server.services, ({ db }) =>
      notify(patient, conversationId, 1, "Again", { ...server.services, db }),
    );
    expect((await fetchPage(patient)).items.map(({ description }) => description)).toEqual(["Good morning"]);
  });

  test("is marked read with its message; later ones and other patients' are not", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    const conversationId = await writeMessages(patient, ["One", "Two", "Three"]);
    await writeMessages(other, ["One"]);
    const read = (seq: number) =>
      inTransaction(server.services, ({ db }) =>
        markMessageNotificationsRead({ ...server.services, db }, { conversationId, seq }),
      );
    await read(2);
    const { items, unreadcount } = await fetchPage(patient);
    expect(unreadcount).toBe(1);
    expect(items.find(({ timestampread }) => timestampread === null)?.description).toBe("Three");
    await read(1);
    expect(await fetchPage(patient)).toEqual({ items, nextpage: null, unreadcount: 1 });
    expect(await unreadNotifications(server.services.db, other.id)).toBe(1);
  });

  test("decisions §10 the text is in no mail, log or plain column", async () => {
    const patient = await server.newPatient();
    await writeMessages(patient, ["Gullfeatherqo warm at night"]);
    await fetchPage(patient);
    await server.jobs.drain();
    expect(JSON.stringify(await server.mailbox.list())).not.toContain("Gullfeatherqo");
    expect(server.logged()).not.toContain("Gullfeatherqo");
    expect(await columnsInClear(server.services.db, ["Gullfeatherqo", "Amara Osei"])).toEqual([]);
  });
});
