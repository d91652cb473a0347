import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account.ts";
import { care } from "#contract/care.ts";
import type { Message } from "#contract/entities.ts";
import { messages } from "#contract/messages.ts";
import { photoWithPlace, type SentFile } from "#server/gates/hostile-files.ts";
import { newId } from "#server/platform/ids.ts";
import { type CallResult, startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import {
  attach,
  conversations,
  mark,
  messageOf,
  say,
  talking,
  type Talking,
  tell,
  wholeThread,
} from "./testing/talk.ts";

let server: TestServer;
let photo: SentFile;
beforeAll(async () => {
  server = await startTestServer();
  photo = await photoWithPlace();
});
afterAll(() => server.close());

const open = async (id: string, value: boolean) =>
  (await server.call(care.openConversation, { params: { id }, body: { open: value } }, { apiKey })).ok;
const clinicSees = async (id: string) => (await server.call(care.conversation, { params: { id } }, { apiKey })).ok;
const needsReply = async (her: Talking) =>
  (await server.call(account.user, {}, { token: await tokenOf(server, her) })).ok.needspatientreply;
const answerAction = async (her: Talking, mid: string) =>
  server.call(
    messages.answerAction,
    { params: { id: her.doctor, mid }, body: {} },
    { token: await tokenOf(server, her) },
  );

describe("§7 a send that a closed conversation refused goes through with the same key once it is open again", () => {
  test.each([
    ["her words", (her, key) => say(server, her, her.doctor, { message: "Hello", clientid: key }, { key })],
    ["her file", (her, key) => attach(server, her, her.doctor, photo, { clientid: key }, { key })],
    ["the practice's words", (her, key) => tell(server, her.doctor, { message: "Hello", clientid: key }, { key })],
  ] satisfies [string, (her: Talking, key: string) => Promise<CallResult<Message>>][])("%s", async (_, send) => {
    const [her, key] = [await talking(server), newId()];
    await open(her.doctor, false);
    for (let tries = 0; tries < 2; tries += 1) expect((await send(her, key)).problem.code).toBe("wrong_state");
    await open(her.doctor, true);
    const { status, ok } = await send(her, key);
    expect(status).toBe(201);
    expect((await send(her, key)).ok).toEqual(ok);
    expect(await wholeThread(server, her, her.doctor)).toEqual([messageOf(ok)]);
  });
});

describe("what a conversation waits for when it is opened again", () => {
  test("her first message after the practice's last one", async () => {
    const her = await talking(server);
    await say(server, her, her.doctor, { message: "Answered" });
    await tell(server, her.doctor, { message: "Yes" });
    server.clock.advance(60_000);
    const { ok: first } = await say(server, her, her.doctor, { message: "And this?" });
    server.clock.advance(60_000);
    await say(server, her, her.doctor, { message: "Or this?" });
    expect((await open(her.doctor, false)).waitingsince).toBeNull();
    expect((await open(her.doctor, true)).waitingsince).toBe(first.createdat);
  });

  test("nothing, when the practice had the last word", async () => {
    const her = await talking(server);
    await say(server, her, her.doctor, { message: "Hello" });
    await tell(server, her.doctor, { message: "Hello" });
    await open(her.doctor, false);
    expect((await open(her.doctor, true)).waitingsince).toBeNull();
  });
});

describe("the practice waits for no answer she cannot give", () => {
  test("§6 not in the chat of a state she left; back there, it waits again", async () => {
    const her = await talking(server);
    await tell(server, her.services, { message: "Which address?", needsreply: true });
    expect(await needsReply(her)).toBe(true);
    const moveTo = (state: string) =>
      server.services.db.updateTable("patient").set({ state }).where("id", "=", her.id).execute();
    await moveTo("CA");
    expect((await conversations(server, her))[1]).toMatchObject({ open: false, needsreply: false });
    expect(await clinicSees(her.services)).toMatchObject({ open: false, needsreply: false });
    expect(await needsReply(her)).toBe(false);
    await tell(server, her.doctor, { message: "How are you?", needsreply: true });
    expect(await needsReply(her)).toBe(true);
    await say(server, her, her.doctor, { message: "Well" });
    await moveTo("IA");
    expect(await needsReply(her)).toBe(true);
  });

  test("not from her doctor when the case lapsed", async () => {
    const her = await talking(server);
    await tell(server, her.doctor, { message: "How are you?", needsreply: true });
    const { db } = server.services;
    await db.updateTable("care_case").set({ status: "lapsed" }).where("patient_id", "=", her.id).execute();
    expect((await conversations(server, her))[0]).toMatchObject({ open: false, needsreply: false });
    expect(await needsReply(her)).toBe(false);
  });

  test("not for what was asked before it was closed, also when she marks some of it as done", async () => {
    const her = await talking(server);
    const ask = () =>
      tell(server, her.doctor, { message: "How are you?", type: "prescription_followup", needsreply: true });
    const { ok: first } = await ask();
    await ask();
    await open(her.doctor, false);
    const waits = async () => [(await conversations(server, her))[0]?.needsreply, await needsReply(her)];
    expect((await answerAction(her, first.id)).ok.actionstatus).toBe("ANSWERED");
    expect(await waits()).toEqual([false, false]);
    await open(her.doctor, true);
    expect(await waits()).toEqual([false, false]);
    const { ok: later } = await ask();
    await mark(server, her, her.doctor);
    expect(await waits()).toEqual([true, true]);
    await answerAction(her, later.id);
    expect(await waits()).toEqual([false, false]);
  });
});
