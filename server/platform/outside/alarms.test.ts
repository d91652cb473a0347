import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { alarmDue, alarmOfOutside, type OutsideFailure } from "./alarms.ts";
import { alarmOf, outsideTable } from "./outside-table.ts";
import { createOutside } from "./outside.ts";

const now = new Date("2026-03-05T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const failing = (minutes: number, rest: Partial<OutsideFailure> = {}): OutsideFailure => ({
  failing_since: minutesAgo(minutes),
  last_failed_at: now,
  failures: 2,
  alarmed_at: null,
  alarm_open: false,
  ...rest,
});

test.each<[string, OutsideFailure, ReturnType<typeof alarmOf>, ReturnType<typeof alarmDue>]>([
  ["ours, just now", failing(0, { failures: 1 }), "at_once", "failing"],
  ["for now, just now", failing(0), "if_it_lasts", null],
  ["for now, almost two minutes", failing(1.9), "if_it_lasts", null],
  ["for now, two minutes", failing(2), "if_it_lasts", "failing"],
  ["for now, once, long ago", failing(60, { failures: 1 }), "if_it_lasts", null],
  ["final, for hours", failing(600), "never", null],
  ["told already", failing(60, { alarmed_at: minutesAgo(59), alarm_open: true }), "at_once", null],
  [
    "told six hours ago, goes on",
    failing(400, { alarmed_at: minutesAgo(360), alarm_open: true }),
    "at_once",
    "failing",
  ],
  [
    "told six hours ago, silent since",
    failing(400, { alarmed_at: minutesAgo(360), last_failed_at: minutesAgo(361), alarm_open: true }),
    "at_once",
    null,
  ],
  ["fails again an hour after it was told", failing(1, { alarmed_at: minutesAgo(60) }), "at_once", null],
  [
    "works again",
    failing(0, { failing_since: null, alarmed_at: minutesAgo(9), alarm_open: true }),
    "at_once",
    "works_again",
  ],
  ["worked again, told", failing(0, { failing_since: null, alarmed_at: minutesAgo(9) }), "at_once", null],
])("%s: %#", (_, failure, alarm, due) => {
  expect(alarmDue(failure, alarm, now)).toBe(due);
});

const row = { comes: "x", person: "nothing", practice: "Renew the password in SMTP_URL." };
const table = outsideTable({
  system: "mail",
  name: "The mail server",
  rows: {
    login_refused: { ...row, means: "ours" },
    busy: { ...row, means: "for_now", practice: "Ask whoever runs it." },
    no_such_recipient: { ...row, means: "final" },
  },
  unknown: { person: "nothing" },
});

test("an alarm follows from what a row means; what is unknown is for now, with an alarm at once", () => {
  expect(Object.entries(table.rows).map(([answer, each]) => [answer, each.means, alarmOf(answer, each)])).toEqual([
    ["login_refused", "ours", "at_once"],
    ["busy", "for_now", "if_it_lasts"],
    ["no_such_recipient", "final", "never"],
    ["unknown", "for_now", "at_once"],
  ]);
});

describe("the practice is told", () => {
  const pages: Record<string, string>[] = [];
  let pageStatus = 200;
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (pageStatus === 200) pages.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(pageStatus).end();
    });
  });
  let server: TestServer;
  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const { port } = receiver.address() as AddressInfo;
    server = await startTestServer(
      {},
      { ALARM_EMAIL: "ops@practice.example, it@practice.example", ALARM_URL: `http://127.0.0.1:${port}/hook` },
    );
  });
  afterAll(async () => {
    await server.close();
    receiver.close();
  });
  const told = async () => {
    await alarmOfOutside(server.services);
    await server.jobs.drain();
    const mails = await server.mailbox.list("ops@practice.example");
    expect((await server.mailbox.list("it@practice.example")).length).toBe(mails.length);
    return { mails: mails.length, pages: pages.length };
  };
  const count = (answer: string) =>
    server.services.metrics
      .getSingleMetricAsString("outside_answers_total")
      .then((text) => Number(new RegExp(`system="mail",answer="${answer}",.*} (\\d+)`).exec(text)?.[1]));

  test("once of what is ours, by mail and page, and once that it works again", async () => {
    const reports = server.services.outside.of(table);
    expect(await count("login_refused")).toBe(0);
    expect(reports.failed("login_refused", "EAUTH 535")).toEqual(table.rows.login_refused);
    reports.failed("login_refused");
    expect(await count("login_refused")).toBe(2);
    expect(await told()).toEqual({ mails: 1, pages: 1 });
    expect(pages[0]).toMatchObject({
      state: "failing",
      system: "mail",
      answer: "login_refused",
      text: expect.stringContaining("The mail server fails (login_refused). Renew the password in SMTP_URL."),
    });
    const [mail] = await server.mailbox.list("ops@practice.example");
    expect(mail?.subject).toBe("Something we need isn't working: The mail server");
    for (const text of [
      "login_refused",
      "Renew the password in SMTP_URL.",
      server.clock.now().toISOString().slice(0, 10),
    ])
      expect(mail?.text).toContain(text);
    reports.failed("login_refused");
    expect(await told()).toEqual({ mails: 1, pages: 1 });
    reports.worked();
    expect(await told()).toEqual({ mails: 2, pages: 2 });
    expect(pages[1]).toMatchObject({ state: "works_again", text: expect.stringContaining("works again") });
    expect(await told()).toEqual({ mails: 2, pages: 2 });
  });

  test("of what is for now once it lasts, of what is final never", async () => {
    const reports = server.services.outside.of(table);
    const before = await told();
    reports.failed("busy");
    reports.failed("no_such_recipient");
    expect(await told()).toEqual(before);
    server.clock.advance(121_000);
    expect(await told()).toEqual(before);
    reports.failed("busy");
    expect(await told()).toEqual({ mails: before.mails + 1, pages: before.pages + 1 });
    expect(await server.services.metrics.getSingleMetricAsString("outside_alarms_open")).toContain('system="mail"} 1');
    reports.worked();
    await told();
    expect(await server.services.metrics.getSingleMetricAsString("outside_alarms_open")).toContain('system="mail"} 0');
  });

  test("by one node of several that look at once", async () => {
    const reports = server.services.outside.of(table);
    reports.worked();
    const before = await told();
    server.clock.advance(7 * 3_600_000);
    reports.failed("login_refused");
    await server.services.outside.write();
    await Promise.all([alarmOfOutside(server.services), alarmOfOutside(server.services)]);
    expect(await told()).toEqual({ mails: before.mails + 1, pages: before.pages + 1 });
    reports.worked();
    await told();
  });

  test("although another node had a good answer before it, and not of two failures with a good answer between", async () => {
    const { outside, db, clock, log } = server.services;
    const reports = outside.of(table);
    const other = createOutside({ db, clock, log, metrics: new Registry() });
    reports.worked();
    const before = await told();
    server.clock.advance(7 * 3_600_000);
    reports.failed("busy");
    expect(await told()).toEqual(before);
    reports.worked();
    expect(await told()).toEqual(before);
    server.clock.advance(180_000);
    other.of(table).worked();
    server.clock.advance(1000);
    reports.failed("busy");
    await outside.write();
    await other.write();
    server.clock.advance(121_000);
    expect(await told()).toEqual(before);
    reports.failed("busy");
    expect(await told()).toEqual({ mails: before.mails + 1, pages: before.pages + 1 });
    reports.worked();
    await told();
  });

  test("by a page that the receiver refuses at first", async () => {
    const before = (await told()).pages;
    server.clock.advance(7 * 3_600_000);
    pageStatus = 503;
    server.services.outside.of(table).failed("login_refused");
    expect((await told()).pages).toBe(before);
    pageStatus = 200;
    // As time brings the retry of a job about.
    await server.services.db.executeQuery(
      (await import("kysely")).CompiledQuery.raw(
        "update pgboss.job set start_after = now() where name = 'outside-page'",
      ),
    );
    expect((await told()).pages).toBe(before + 1);
  });

  test("although the database didn't take it at first", async () => {
    const { outside, db } = server.services;
    const reports = outside.of(table);
    reports.worked();
    const before = await told();
    server.clock.advance(7 * 3_600_000);
    reports.failed("login_refused");
    const { CompiledQuery } = await import("kysely");
    await db.executeQuery(CompiledQuery.raw("alter table outside_failure rename to elsewhere"));
    await expect(outside.write()).rejects.toThrow("outside_failure");
    await db.executeQuery(CompiledQuery.raw("alter table elsewhere rename to outside_failure"));
    expect((await told()).mails).toBe(before.mails + 1);
    reports.worked();
    await db.executeQuery(CompiledQuery.raw("alter table outside_failure rename to elsewhere"));
    await expect(outside.write()).rejects.toThrow("outside_failure");
    await db.executeQuery(CompiledQuery.raw("alter table elsewhere rename to outside_failure"));
    expect((await told()).mails).toBe(before.mails + 2);
  });
});
