import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { movableClock } from "../clock/clock.ts";
import { localMailbox } from "./local-mailbox.ts";
import { MailNotSent } from "./mailer.ts";

const welcome = {
  id: "0198c0de-0000-7000-8000-000000000001",
  to: "ana@example.com",
  subject: "Welcome",
  text: "Hello",
};
const receipt = {
  id: "0198c0de-0000-7000-8000-000000000002",
  to: "bea@example.com",
  subject: "Receipt",
  text: "Thanks",
};

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "mailbox-"));
});
afterEach(() => rm(directory, { recursive: true }));

test("mailbox: lists newest first and reads by id", async () => {
  const clock = movableClock({ now: () => new Date("2026-03-01T12:00:00Z") });
  const mailbox = localMailbox({ directory, clock });
  await mailbox.send(welcome);
  clock.advance(1000);
  await mailbox.send(receipt);
  expect((await mailbox.list()).map((mail) => mail.subject)).toEqual(["Receipt", "Welcome"]);
  expect((await mailbox.list("ANA@example.com")).map((mail) => mail.id)).toEqual([welcome.id]);
  expect(await mailbox.read(receipt.id)).toEqual({ ...receipt, sentAt: "2026-03-01T12:00:01.000Z" });
  expect(await mailbox.read("unknown")).toBeUndefined();
});

test("mailbox: survives a restart of the server", async () => {
  const clock = movableClock();
  await localMailbox({ directory, clock }).send(welcome);
  const reopened = localMailbox({ directory, clock });
  expect(await reopened.list()).toMatchObject([welcome]);
});

test("mailbox: shows what another node on the machine sent", async () => {
  const [one, other] = [0, 1].map(() => localMailbox({ directory, clock: movableClock() }));
  expect(await one?.list()).toEqual([]);
  await other?.send(welcome);
  expect(await one?.list()).toMatchObject([welcome]);
});

test("mailbox: the same mail sent twice is one mail", async () => {
  const mailbox = localMailbox({ directory, clock: movableClock() });
  await mailbox.send(welcome);
  await mailbox.send(welcome);
  expect(await mailbox.list()).toHaveLength(1);
  expect(await readdir(directory)).toEqual([`${welcome.id}.json`]);
});

test("mailbox: without a directory it keeps mails in memory", async () => {
  const mailbox = localMailbox({ clock: movableClock() });
  await mailbox.send(welcome);
  expect(await mailbox.list()).toHaveLength(1);
  expect(await readdir(directory)).toEqual([]);
});

test("mailbox: an id cannot name another path", async () => {
  await writeFile(join(directory, "beside.json"), JSON.stringify({ ...welcome, sentAt: "2026-03-01T12:00:00.000Z" }));
  const mailbox = localMailbox({ directory: join(directory, "mails"), clock: movableClock() });
  await mailbox.send(receipt);
  await expect(mailbox.send({ ...welcome, id: "../escape" })).rejects.toThrow(MailNotSent);
  expect(await mailbox.read("../beside")).toBeUndefined();
});
