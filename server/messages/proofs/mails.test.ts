import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { notifications } from "#contract/notifications.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { mark, say, talking, type Talking, tell } from "../testing/talk.ts";
import { sendWaitingMails } from "../waiting-mails.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const subject = "You have a new message";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.clock.moveTo(0));

/** Lets time pass and the minute's job run; the mails about messages she has got so far. */
async function mailsAfter(her: Talking, ms: number) {
  server.clock.advance(ms);
  await sendWaitingMails(server.services);
  await server.jobs.drain();
  return (await server.mailbox.list(her.email)).filter((mail) => mail.subject === subject);
}

test("proof 10: a mail comes once a message was unread for ten minutes, not before, and says nothing of it", async () => {
  const her = await talking(server);
  await tell(server, her.doctor, { message: "Your biopsy results are here" });
  expect(await mailsAfter(her, 9 * minuteMs)).toEqual([]);
  const [mail, ...more] = await mailsAfter(her, minuteMs);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("Hello Rosa,");
  expect(mail?.text).toContain(`${server.services.config.publicUrl}/messages/doctor`);
  expect(JSON.stringify(mail)).not.toMatch(/biopsy|results|Marsh/i);
  expect(await mailsAfter(her, hourMs)).toHaveLength(1);
});

test("proof 10: one per conversation and window, however many messages come; the next window has the next", async () => {
  const her = await talking(server);
  await tell(server, her.doctor, { message: "One" });
  await tell(server, her.services, { message: "Two" });
  const first = await mailsAfter(her, 10 * minuteMs);
  expect(first.map(({ text }) => /\/messages\/\w+/.exec(text)?.[0] ?? "").toSorted()).toEqual([
    "/messages/doctor",
    "/messages/patient_services",
  ]);
  for (let n = 0; n < 3; n += 1) {
    await tell(server, her.doctor, { message: `More ${n}` });
    expect(await mailsAfter(her, hourMs)).toHaveLength(2);
  }
  expect(await mailsAfter(her, hourMs)).toHaveLength(3);
  expect(await mailsAfter(her, 5 * hourMs)).toHaveLength(3);
});

test("proof 10: reading cancels it, on whatever device; reading a part does not", async () => {
  const her = await talking(server);
  await tell(server, her.doctor, { message: "One" });
  await mark(server, her, her.doctor);
  expect(await mailsAfter(her, hourMs)).toEqual([]);
  await tell(server, her.doctor, { message: "Two" });
  await tell(server, her.doctor, { message: "Three" });
  await mark(server, her, her.doctor, 2);
  expect(await mailsAfter(her, hourMs)).toHaveLength(1);
});

test("proof 10: a part read, the mail waits ten minutes for the first message she has not read", async () => {
  const her = await talking(server);
  await tell(server, her.doctor, { message: "One" });
  server.clock.advance(9 * minuteMs);
  await tell(server, her.doctor, { message: "Two" });
  await mark(server, her, her.doctor, 1);
  expect(await mailsAfter(her, 9 * minuteMs)).toEqual([]);
  expect(await mailsAfter(her, minuteMs)).toHaveLength(1);
});

test("proof 10: a part read after a mail does not hurry the next one", async () => {
  const her = await talking(server);
  await tell(server, her.doctor, { message: "One" });
  expect(await mailsAfter(her, 10 * minuteMs)).toHaveLength(1);
  await tell(server, her.doctor, { message: "Two" });
  await tell(server, her.doctor, { message: "Three" });
  await mark(server, her, her.doctor, 2);
  expect(await mailsAfter(her, hourMs)).toHaveLength(1);
  expect(await mailsAfter(her, 3 * hourMs)).toHaveLength(2);
});

test("proof 10: one that cannot be sent is in nobody's way", async () => {
  const [broken, her] = [await talking(server), await talking(server)];
  await tell(server, broken.doctor, { message: "One" });
  server.clock.advance(1000);
  await tell(server, her.doctor, { message: "One" });
  await server.services.db
    .updateTable("patient")
    .set({ phone_sealed: Buffer.from("broken") })
    .where("id", "=", broken.id)
    .execute();
  server.clock.advance(10 * minuteMs);
  await sendWaitingMails(server.services, 1);
  await sendWaitingMails(server.services, 1);
  expect(await mailsAfter(her, 0)).toHaveLength(1);
});

test("proof 10: her own messages are mailed to nobody", async () => {
  const her = await talking(server);
  await say(server, her, her.doctor, { message: "Hello" });
  expect(await mailsAfter(her, hourMs)).toEqual([]);
});

test("proof 10: two nodes that look at the same moment send one", async () => {
  const many: Talking[] = [];
  while (many.length < 4) many.push(await talking(server));
  for (const her of many) await tell(server, her.doctor, { message: "Hello" });
  server.clock.advance(10 * minuteMs);
  await Promise.all(Array.from({ length: 4 }, () => sendWaitingMails(server.services)));
  for (const her of many) expect(await mailsAfter(her, 0)).toHaveLength(1);
});

test("proof 10: who wants no mails about messages gets none; wanted again, only what comes then is told", async () => {
  const her = await talking(server);
  const want = async (messages: boolean) =>
    server.call(
      notifications.savePreferences,
      { body: { messages, updates: true } },
      { token: await tokenOf(server, her) },
    );
  await want(false);
  await tell(server, her.doctor, { message: "One" });
  expect(await mailsAfter(her, hourMs)).toEqual([]);
  await want(true);
  expect(await mailsAfter(her, hourMs)).toEqual([]);
  await tell(server, her.doctor, { message: "Two" });
  expect(await mailsAfter(her, hourMs)).toHaveLength(1);
});

test("proof 10: the job runs each minute by itself", async () => {
  const her = await talking(server);
  await tell(server, her.doctor, { message: "One" });
  server.clock.advance(10 * minuteMs);
  await server.jobs.wake();
  await server.jobs.drain();
  expect((await server.mailbox.list(her.email)).map((mail) => mail.subject)).toContain(subject);
});
