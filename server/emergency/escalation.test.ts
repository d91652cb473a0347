import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { EmergencySource } from "#contract/care/told-emergency.ts";
import { support } from "#contract/support.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { reportById } from "./emergency-reports.ts";
import { defineEmergencyJobs, escalate, mailedAt, mailReport, nextMailAfter } from "./escalation.ts";
import { addReport, minute } from "./testing/report-rows.ts";

const people = ["first@practice.example", "second@practice.example", "third@practice.example"];

test.each<[number, readonly string[]]>([
  [0, ["first@practice.example"]],
  [1, ["first@practice.example"]],
  [2, ["second@practice.example"]],
  [3, ["third@practice.example"]],
  [4, people],
  [9, people],
])("after %i mails the next goes to %j", (times, expected) => {
  expect(mailedAt(times, people)).toEqual(expected);
});

test.each([
  [1, 15],
  [3, 15],
  [4, 60],
  [9, 60],
])("after %i mails to three people the next is due in %i minutes", (times, minutes) => {
  const now = new Date("2026-03-05T12:00:00Z");
  expect(nextMailAfter(times, people, now)).toEqual(new Date(now.getTime() + minutes * 60_000));
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { ON_CALL_EMAIL: people.slice(0, 2).join(", ") });
});
afterAll(() => server.close());

const metric = (name: string) => server.services.metrics.getSingleMetricAsString(name);
const told = async (message: string) => {
  const { ok } = await server.call(support.contact, { body: { email: "a@example.com", topic: "other", message } });
  const { items } = (await server.call(care.emergencies, { query: {} }, { apiKey })).ok;
  return items.find(({ contact }) => contact?.reference === ok.reference)?.id ?? expect.fail("not reported");
};
/** How many mails about a report each person got. */
const mailsAbout = async (id: string) => {
  await server.jobs.drain();
  const mails = await Promise.all(people.map((to) => server.mailbox.list(to)));
  return mails.map((of) => of.filter(({ text }) => text.includes(id)).length);
};
const minutesLater = async (minutes: number) => {
  server.clock.advance(minutes * 60_000);
  await escalate(server.services);
};

describe("what nobody acknowledges", () => {
  test("every series begins at zero, and the gauges read the table", async () => {
    const counter = await metric("emergencies_told_total");
    for (const source of EmergencySource.options)
      for (const kind of ["911", "988"]) expect(counter).toContain(`source="${source}",kind="${kind}"} 0`);
    for (const name of ["emergencies_open", "emergencies_oldest_seconds"])
      for (const state of ["unacknowledged", "unclosed"])
        expect(await metric(name)).toMatch(new RegExp(`^${name}\\{state="${state}"\\} 0$`, "m"));
    const id = await told("my chest hurts");
    server.clock.advance(120_000);
    await told("i want to die");
    expect(await metric("emergencies_told_total")).toContain('source="contact",kind="988"} 1');
    expect(await metric("emergencies_open")).toContain('state="unacknowledged"} 2');
    expect(await metric("emergencies_oldest_seconds")).toMatch(/state="unacknowledged"\} 12[0-9]/);
    await server.call(care.acknowledgeEmergency, { params: { id }, body: {} }, { apiKey });
    expect(await metric("emergencies_open")).toContain('state="unacknowledged"} 1');
    expect(await metric("emergencies_open")).toContain('state="unclosed"} 2');
    expect(await metric("emergencies_oldest_seconds")).toMatch(/state="unacknowledged"\} [0-9](\.|$)/m);
    expect(await metric("emergencies_oldest_seconds")).toMatch(/state="unclosed"\} 12[0-9]/);
    await server.call(care.closeEmergency, { params: { id }, body: { outcome: "Well" } }, { apiKey });
    expect(await metric("emergencies_open")).toContain('state="unclosed"} 1');
    expect(await metric("emergencies_oldest_seconds")).toMatch(/state="unclosed"\} [0-9](\.|$)/m);
  });

  test("is mailed again after 15 minutes, then to the next person, then to all; not once it is acknowledged", async () => {
    const [id, handled] = [await told("my chest hurts"), await told("i cant breathe")];
    expect([await mailsAbout(id), await mailsAbout(handled)]).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
    await server.call(care.acknowledgeEmergency, { params: { id: handled }, body: {} }, { apiKey });
    await minutesLater(14);
    expect(await mailsAbout(id)).toEqual([1, 0, 0]);
    await minutesLater(1);
    await minutesLater(0);
    expect(await mailsAbout(id)).toEqual([2, 0, 0]);
    expect(server.logged()).toContain(`"report":"${id}","mailed":2`);
    await minutesLater(15);
    expect(await mailsAbout(id)).toEqual([2, 1, 0]);
    await minutesLater(60);
    expect(await mailsAbout(id)).toEqual([3, 2, 0]);
    expect(await mailsAbout(handled)).toEqual([1, 0, 0]);
  });

  test("is mailed a hundred at a time, what is longest due first; what isn't due is left", async () => {
    const { db } = server.services;
    await db
      .updateTable("emergency_report")
      .set({ acknowledged_at: minute(0) })
      .execute();
    const due = (at: number) => addReport(server, null, at, { mailed: 3 });
    const [second, first] = [await due(2), await due(1)];
    for (let at = 0; at < 98; at += 1) await due(3);
    const [last, later] = [
      await due(4),
      await addReport(server, null, 0, { mail_at: new Date(server.clock.now().getTime() + 3_600_000) }),
    ];
    const mailed = async (...ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await reportById(db, id))?.mailed));
    await escalate(server.services);
    expect(await mailed(first, second, last, later)).toEqual([4, 4, 3, 1]);
    await escalate(server.services);
    expect(await mailed(first, second, last, later)).toEqual([4, 4, 4, 1]);
  });

  test("is mailed once to each, however often it is asked to be", async () => {
    const id = await addReport(server, null, 1);
    for (let time = 0; time < 2; time += 1) await inTransaction(server.services, (tx) => mailReport(tx, id, 4));
    expect(await mailsAbout(id)).toEqual([1, 1, 0]);
  });

  test("is looked for each minute", async () => {
    const jobs: [queue: string, work: () => Promise<void>, options: unknown][] = [];
    const define = (...job: (typeof jobs)[number]) => void jobs.push(job);
    defineEmergencyJobs({ define } as never, { ...server.services, metrics: new Registry() });
    expect(jobs).toEqual([["emergency_escalate", expect.any(Function), { cron: "* * * * *" }]]);
    const id = await addReport(server, null, 1);
    for (const [, work] of jobs) await work();
    expect((await reportById(server.services.db, id))?.mailed).toBe(2);
  });
});
