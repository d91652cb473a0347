import type { Bundle, Communication } from "fhir/r4";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { type HelperPart, helperParts } from "#contract/account/helpers.ts";
import { everyCall } from "#contract/api.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { messages } from "#contract/messages/calls.ts";
import type { Order } from "#contract/orders/orders.ts";
import { helperCalls } from "#contract/policy/helper-calls.ts";
import { documentsPerMinute } from "#server/documents/public.ts";
import { stateForHelper } from "#server/overview/helper-orders.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { type InCare, inCare } from "#server/treatment/testing/in-care.ts";
import { helperActs } from "./helpers.ts";
import { helperOf, helperPassword, type Joined, joinedHelper } from "./testing/helpers.ts";

let [server, rosa]: [TestServer, InCare] = [] as never;
const byPart = new Map<HelperPart, Joined>();
const firstnames: Readonly<Record<HelperPart, string>> = {
  orders: "Olga",
  messages: "Ana",
  documents: "Dora",
  reminders: "Remy",
};
beforeAll(async () => {
  server = await startTestServer();
  rosa = await inCare(server);
  for (const part of helperParts)
    byPart.set(part, await joinedHelper(server, rosa, { parts: [part], firstname: firstnames[part] }));
});
afterAll(() => server.close());

type Step = Order["timeline"][number];
const called = [...everyCall()].filter(({ call }) => ["patient", "optional"].includes(call.access.caller));
const tokenOf = (part: HelperPart) => byPart.get(part)?.token ?? "";

/** A request of a call as bare as it can be: what is refused for who asks is refused before it is read. */
const bare = (token: string, call: (typeof called)[number]["call"]) =>
  server.app.inject({
    method: call.method,
    url: fullPath(call).replaceAll(/\{\w+\}/g, newId()),
    headers: { authorization: `Bearer ${token}`, ...(call.method !== "GET" && { "content-type": "application/json" }) },
    ...(call.method !== "GET" && { payload: "{}" }),
  });

describe("each call of a patient × a helper with one part", () => {
  const needToken = called.filter(
    ({ call, feature, name }) =>
      call.access.caller === "patient" && !["account.stopHelping"].includes(`${feature}.${name}`),
  );
  test.each(helperParts)("%s", async (part) => {
    const answers: string[] = [];
    for (const { feature, name, call } of needToken) {
      const { statusCode, body } = await bare(tokenOf(part), call);
      const isRefused = statusCode === 403 && body.includes("This isn't part of what was shared with you.");
      answers.push(`${feature}.${name} ${isRefused ? "refused" : statusCode < 500 ? "served" : statusCode}`);
    }
    const isOpen = (name: string) => ["any", part].includes(helperCalls.get(name) ?? "");
    expect(answers).toEqual(
      needToken
        .map(({ feature, name }) => `${feature}.${name}`)
        .map((name) => `${name} ${isOpen(name) ? "served" : "refused"}`),
    );
    expect(answers.filter((answer) => answer.endsWith("served")).length).toBeGreaterThan(1);
  });

  test("a call without a row is refused", () => {
    expect(called.map(({ feature, name }) => `${feature}.${name}`).filter((name) => !helperCalls.has(name))).toEqual(
      [],
    );
    expect([...helperCalls.keys()].length).toBe(called.length);
  });

  test("a call that needs no token is made as by nobody", async () => {
    const contact = { name: "Ana Frost", email: "ana@example.com", subject: "Hello", message: "A question" };
    const { db } = server.services;
    const before = await db.selectFrom("contact_message").select("id").where("patient_id", "=", rosa.id).execute();
    await server.app.inject({
      ...{ method: "POST", url: "/api/contact", payload: contact },
      headers: { authorization: `Bearer ${tokenOf("messages")}` },
    });
    const after = await db.selectFrom("contact_message").select("id").where("patient_id", "=", rosa.id).execute();
    expect(after).toEqual(before);
  });

  test("every act that a part allows is worded for the patient", () => {
    const acts = called.flatMap(({ feature, name, call }) =>
      call.method !== "GET" && !["any", "patient"].includes(helperCalls.get(`${feature}.${name}`) ?? "patient")
        ? `${feature}.${name}`
        : [],
    );
    expect(acts.toSorted()).toEqual(Object.keys(helperActs).toSorted());
  });
});

describe("what a helper reads", () => {
  test.each(helperParts)("who they are, for whom, and their part: %s", async (part) => {
    const { ok } = await server.call(account.helperSession, {}, { token: tokenOf(part) });
    expect(ok).toMatchObject({
      ...{ id: byPart.get(part)?.id, firstname: firstnames[part], lastname: "Frost", patientid: rosa.id },
      parts: [{ id: part, title: server.services.content.helpers.parts[part].title }],
    });
  });

  test("a patient is nobody's helper", async () => {
    expect((await server.call(account.helperSession, {}, { token: rosa.token })).status).toBe(404);
    expect((await server.call(account.stopHelping, {}, { token: rosa.token })).status).toBe(404);
  });

  test("orders, charges and packages, and nothing else", async () => {
    const { ok } = await server.call(account.helperOrders, {}, { token: tokenOf("orders") });
    expect(Object.keys(ok).toSorted()).toEqual(["charges", "orders", "packages"]);
    expect(ok.orders.length).toBeGreaterThan(0);
    expect(ok.orders[0]?.names.length).toBeGreaterThan(0);
    expect(ok.orders[0]?.state).not.toBe("");
    expect(ok.charges[0]).toMatchObject({ retry: false });
  });

  test("nothing of what a doctor decides or decided about an order", () => {
    const { content } = server.services;
    const step = (event: Step["event"], state: Step["state"] = "done"): Step => ({
      ...{ event, state, label: `label of ${event}` },
      ...{ at: null, detail: null, amount: null },
    });
    const shown = (...timeline: Step[]) => stateForHelper(content, { timeline });
    expect(shown(step("authorized"), step("in_review", "current"), step("approved", "todo"))).toBe("Being prepared");
    expect(shown(step("in_review"), step("approved"))).toBe("Being prepared");
    expect(shown(step("in_review"), step("declined", "current"))).toBe("Canceled");
    expect(shown(step("in_review"), step("declined"))).toBe("Canceled");
    expect(shown(step("approved"), step("paid"))).toBe("label of paid");
    expect(shown(step("shipped"), step("delivered", "current"))).toBe("label of delivered");
    expect(shown()).toBe("");
  });

  test("and downloads use up none of the patient's", async () => {
    const helper = await joinedHelper(server, rosa, { parts: ["documents"] });
    const receipt = (token: string) => server.call(documents.hsaReceipt, { params: { id: rosa.id } }, { token });
    for (let used = 0; used < documentsPerMinute.points; used += 1)
      await server.services.limiter.consume("paper", `helper ${helper.id}`, documentsPerMinute);
    expect([(await receipt(helper.token)).status, (await receipt(rosa.token)).status]).toEqual([429, 200]);
  });
});

describe("what a helper writes is theirs", () => {
  const conversation = async () => {
    const { ok } = await server.call(messages.conversations, {}, { token: tokenOf("messages") });
    return ok.items.find(({ kind }) => kind === "doctor")?.id ?? "";
  };
  const write = async (message: string, clientid?: string) =>
    server.call(
      messages.send,
      { params: { id: await conversation() }, body: { message, ...(clientid && { clientid }) } },
      { token: tokenOf("messages") },
    );

  test("the patient, the practice and the audit read who it was", async () => {
    const { ok: sent } = await write("My mother asks when her box comes.");
    const helper = byPart.get("messages");
    const sender = {
      ...{ id: helper?.id, role: "patient", name: "Ana Frost", firstName: "Ana", lastName: "Frost" },
      title: expect.stringMatching(/^Helper of /),
    };
    expect(sent.sender).toEqual(sender);
    const id = await conversation();
    const forPatient = await server.call(messages.messagePages, { params: { id }, query: {} }, { token: rosa.token });
    expect(forPatient.ok.items[0]?.sender).toEqual(sender);
    const forPractice = await server.call(care.conversationMessages, { params: { id }, query: {} }, { apiKey });
    expect(forPractice.ok.items.find((each) => each.id === sent.id)?.sender).toEqual(sender);
    const rows = await server.services.db
      .selectFrom("audit_event")
      .select(["actor", "patient_id"])
      .where("call", "=", "messages.send")
      .where("patient_id", "=", rosa.id)
      .where("status", "<", 400)
      .execute();
    expect(rows).toEqual([{ actor: `helper:${helper?.id}`, patient_id: rosa.id }]);
    expect((await helperOf(server, rosa, helper?.id ?? "")).acts[0]?.text).toBe("Sent a message for you");
    const audit = await server.call(care.audit, { query: { actor: `helper:${helper?.id}` } }, { apiKey });
    expect(audit.ok.items[0]).toMatchObject({ actorname: "Ana Frost (helper)", patientid: rosa.id });
  });

  test("it answers nothing for the patient, who finds it unread among what they had read; reading it is theirs", async () => {
    const id = await conversation();
    const { token } = rosa;
    const asked = { message: "How do you feel today?", needsreply: true };
    await server.call(care.sendMessage, { params: { id }, body: asked }, { apiKey });
    await server.call(messages.markAsRead, { params: { id }, body: {} }, { token });
    const state = async () => (await server.call(messages.conversation, { params: { id } }, { token })).ok;
    const read = await state();
    expect(read).toMatchObject({ unreadcount: 0, needsreply: true });
    const { ok: sent } = await write("She's fine, I think.");
    expect(await state()).toMatchObject({ unreadcount: 1, needsreply: true, readseq: read.readseq });
    expect(
      (await server.call(messages.unreadCount, { params: { patientId: rosa.id } }, { token })).ok.unreadcount,
    ).toBe(1);
    const marked = await server.call(messages.markAsRead, { params: { id }, body: { seq: sent.seq } }, { token });
    expect(marked.ok).toMatchObject({ unreadcount: 0, readseq: sent.seq });
    expect(await state()).toMatchObject({ needsreply: true });
    await server.call(messages.send, { params: { id }, body: { message: "I feel fine." } }, { token });
    expect(await state()).toMatchObject({ unreadcount: 0, needsreply: false });
  });

  test("the same client id of the patient is another message", async () => {
    const id = await conversation();
    const clientid = newId();
    const own = await server.call(
      messages.send,
      { params: { id }, body: { message: "From me", clientid } },
      { token: rosa.token },
    );
    const { status, ok } = await write("From Ana", clientid);
    expect([own.status, status]).toEqual([201, 201]);
    expect(ok.id).not.toBe(own.ok.id);
    expect(own.ok.sender).toMatchObject({ id: rosa.id, title: null });
  });

  test("an emergency is one, whoever writes of it", async () => {
    const { ok } = await write("She has chest pain and can't breathe");
    expect(ok.emergency).not.toBeNull();
    const reports = await server.services.db
      .selectFrom("emergency_report")
      .select("source")
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(reports).toEqual([{ source: "message" }]);
    const own = await server.call(
      messages.send,
      { params: { id: await conversation() }, body: { message: "I have chest pain" } },
      { token: rosa.token },
    );
    expect(own.ok.emergency).not.toBeNull();
    const told = await server.call(care.emergencies, { query: { patientid: rosa.id } }, { apiKey });
    expect(told.ok.items.map(({ writer }) => writer)).toEqual(["Ana Frost", null]);
    const waiting = (await server.call(care.inbox, { query: { kind: "emergency" } }, { apiKey })).ok.items;
    const ofRosa = waiting.filter(({ patient }) => patient?.id === rosa.id).map(({ name }) => name);
    expect(new Set(ofRosa)).toEqual(new Set(["Ana Frost", null]));
    const { raw } = await server.call(documents.medicalRecordsFhir, { params: { id: rosa.id } }, { token: rosa.token });
    const { entry = [] } = JSON.parse(raw.payload) as Bundle;
    const senders = entry.flatMap(({ resource }) =>
      resource?.resourceType === "Communication" ? [(resource as Communication).sender?.display ?? "patient"] : [],
    );
    expect(senders.toSorted()).toEqual(["Ana Frost", "patient"]);
  });

  test("what was refused isn't among what they did", async () => {
    const id = byPart.get("messages")?.id ?? "";
    const acts = async () => (await helperOf(server, rosa, id)).acts.length;
    const clientid = newId();
    await write("Is it on its way?", clientid);
    const before = await acts();
    expect((await write("Something else", clientid)).status).toBe(422);
    const rows = await server.services.db
      .selectFrom("audit_event")
      .select("status")
      .where("actor", "=", `helper:${id}`)
      .where("call", "=", "messages.send")
      .execute();
    expect(rows.map(({ status }) => status)).toContain(422);
    expect(await acts()).toBe(before);
  });

  test("what they read stays unread for the patient", async () => {
    const id = await conversation();
    const before = await server.call(messages.conversation, { params: { id } }, { token: rosa.token });
    await server.call(messages.messagePages, { params: { id }, query: {} }, { token: tokenOf("messages") });
    const after = await server.call(messages.conversation, { params: { id } }, { token: rosa.token });
    expect(after.ok.readseq).toBe(before.ok.readseq);
  });
});

describe("a helper's session is no patient's", () => {
  test("it goes on as the helper's, and no one-time token makes more of it", async () => {
    const { refreshToken } = byPart.get("orders") as Joined;
    expect(refreshToken).toMatch(/^h\./);
    for (const call of [auth.refreshToken, auth.getToken]) {
      const renewed = await server.call(call, { body: {} }, { cookies: { refreshToken } });
      const { idToken, userid } = renewed.ok;
      expect(userid).toBe(rosa.id);
      expect((await server.call(account.user, {}, { token: idToken })).status).toBe(403);
      expect((await server.call(account.helperOrders, {}, { token: idToken })).status).toBe(200);
      expect((await server.call(messages.conversations, {}, { token: idToken })).status).toBe(403);
    }
  });

  test("the patient's password doesn't open it, and theirs not the patient's", async () => {
    const { email } = byPart.get("orders") as Joined;
    expect((await server.call(auth.signIn, { body: { email, password: helperPassword } })).status).toBe(401);
    const asHelper = { email: rosa.email, password: rosa.password };
    expect((await server.call(account.helperSignIn, { body: asHelper })).status).toBe(401);
  });

  test("it isn't among the patient's devices, and no socket opens", async () => {
    const { ok } = await server.call(account.sessions, {}, { token: rosa.token });
    expect(ok.items).toHaveLength(1);
    await server.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = server.app.server.address() as { port: number };
    const outcome = await new Promise<string>((resolve) => {
      const socket: Socket = io(`http://127.0.0.1:${port}`, {
        path: "/socket",
        transports: ["websocket"],
        auth: { token: tokenOf("messages") },
        reconnection: false,
      });
      socket.on("connect", () => resolve("open"));
      socket.on("connect_error", () => resolve("refused"));
      setTimeout(() => socket.close(), 5000);
    });
    expect(outcome).toBe("refused");
  });
});
