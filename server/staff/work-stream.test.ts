import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { patientWithConversations, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { signedInStaff, type StaffPerson } from "./testing/staff-people.ts";
import { workStreamPath } from "./work-stream.ts";

let server: TestServer;
let nurse: StaffPerson;
let port: number;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = server.app.server.address() as AddressInfo);
  nurse = await signedInStaff(server, ["nurse"]);
});
afterAll(() => server.close());

async function open(cookies: Readonly<Record<string, string>>) {
  const headers = {
    cookie: Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; "),
  };
  const request = get({ host: "127.0.0.1", port, path: workStreamPath, headers, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  response.setEncoding("utf8").on("data", (chunk: string) => void (text += chunk));
  return {
    response,
    text: () => text,
    changes: () => text.split("data: changed").length - 1,
    close: () => request.destroy(),
  };
}

describe("decisions §11 an open desk", () => {
  it("is told of a change at once, without a word of what it is; and of what a colleague works on", async () => {
    const rosa = await patientWithConversations(server);
    const desk = await open(nurse.browser.cookies());
    await expect.poll(desk.changes).toBeGreaterThan(0);
    const first = desk.changes();
    await expect
      .poll(async () => {
        await sendAsPatient(server, rosa, rosa.doctorConversationId, { message: "My flashes are back" });
        return desk.changes();
      })
      .toBeGreaterThan(first);
    const before = desk.changes();
    const work = { kind: "conversation" as const, id: rosa.doctorConversationId };
    await nurse.browser.call(staff.claim, { params: work, body: {} });
    await expect.poll(desk.changes).toBeGreaterThan(before);
    expect(desk.text().replaceAll("data: changed", "").trim().replaceAll(":", "").trim()).toBe("");
    expect(desk.response.headers).toMatchObject({ "content-type": "text/event-stream", "cache-control": "no-store" });
    desk.close();
  });

  it("is told of whatever a colleague does to a conversation at its commit: an answer, an assignment, a hand-over", async () => {
    const rosa = await patientWithConversations(server);
    const id = rosa.doctorConversationId;
    const { ok: asked } = await sendAsPatient(server, rosa, id, { message: "Where is my package?" });
    const desk = await open(nurse.browser.cookies());
    await expect.poll(desk.changes).toBeGreaterThan(0);
    const params = { id };
    const deeds = [
      () => nurse.browser.call(care.assignConversation, { params, body: { memberid: nurse.id } }),
      () =>
        nurse.browser.call(care.handOverConversation, { params, body: { note: "About a delivery.", seq: asked.seq } }),
      () => nurse.browser.call(care.sendMessage, { params, body: { message: "They will write to you." } }),
      () => nurse.browser.call(staff.release, { params: { kind: "conversation", id } }),
      () => nurse.browser.call(care.openConversation, { params, body: { open: false } }),
    ];
    for (const deed of deeds) {
      const before = desk.changes();
      expect((await deed()).status).toBeLessThan(300);
      await expect.poll(desk.changes).toBeGreaterThan(before);
    }
    desk.close();
  });

  it("is told of a license that changes, because it decides whose a conversation may be", async () => {
    const desk = await open(nurse.browser.cookies());
    await expect.poll(desk.changes).toBeGreaterThan(0);
    const params = { doctorid: "elena_marsh", state: "IA" };
    for (const body of [{ validuntil: "2030-01-01" }, {}]) {
      const before = desk.changes();
      await server.call(staff.setLicense, { params, body }, { apiKey: testApiKey });
      await expect.poll(desk.changes).toBeGreaterThan(before);
    }
    desk.close();
  });

  it("all of fifty desks are told of every commit", async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => signedInStaff(server, ["nurse"])));
    const desks = await Promise.all(
      Array.from({ length: 50 }, (_, n) => open((people[n % people.length] as StaffPerson).browser.cookies())),
    );
    const rosa = await patientWithConversations(server);
    for (let round = 0; round < 10; round += 1) {
      const before = desks.map(({ changes }) => changes());
      await sendAsPatient(server, rosa, rosa.doctorConversationId, { message: `Question ${round}` });
      const isTold = () => desks.every(({ changes }, n) => changes() > (before[n] ?? 0));
      await expect.poll(isTold, { interval: 5, timeout: 30_000 }).toBe(true);
    }
    for (const { close } of desks) close();
  });

  it("hears nothing more within five seconds once its person is disabled", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const person = await signedInStaff(server, ["nurse"]);
      const desk = await open(person.browser.cookies());
      const ended = once(desk.response, "end");
      await server.call(staff.disableMember, { params: { id: person.id }, body: {} }, { apiKey: testApiKey });
      vi.advanceTimersByTime(5000);
      await ended;
    } finally {
      vi.useRealTimers();
    }
  });

  it("without a session nothing is told, and no browser asks again", async () => {
    for (const cookies of [{}, { staffSession: "nobody" }]) {
      const desk = await open(cookies);
      expect(desk.response.statusCode).toBe(204);
    }
  });

  it("has eight streams a session, so that nobody can hold a node's connections", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    const desks = await Promise.all(Array.from({ length: 9 }, () => open(person.browser.cookies())));
    expect(desks.some(({ response }) => response.statusCode === 200)).toBe(true);
    const next = await open(person.browser.cookies());
    expect(next.response.statusCode).toBe(204);
    for (const { close } of [...desks, next]) close();
  });
});
