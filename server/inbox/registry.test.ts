import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { inboxKinds } from "#contract/care/inbox-kinds.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays } from "#server/platform/clock/working-days.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { lateBefore, promisedUntil } from "./promises.ts";
import { registry } from "./registry.ts";

const content = await shippedContent();

describe("decisions §11 how many wait and how long, promised against kept", () => {
  test.each([
    // Until the end of the next working day, in the practice's time.
    ["2026-11-23T14:00:00Z", "2026-11-25T04:59:00Z", false],
    ["2026-11-23T14:00:00Z", "2026-11-25T05:01:00Z", true],
    // Nobody works on Thanksgiving.
    ["2026-11-25T14:00:00Z", "2026-11-28T04:59:00Z", false],
    ["2026-11-25T14:00:00Z", "2026-11-28T05:01:00Z", true],
    // From Friday it is Monday, from Saturday as well.
    ["2026-11-20T14:00:00Z", "2026-11-23T20:00:00Z", false],
    ["2026-11-20T14:00:00Z", "2026-11-24T14:00:00Z", true],
    ["2026-11-21T14:00:00Z", "2026-11-24T04:00:00Z", false],
  ])("a case since %s is late at %s: %s", (since, at, late) => {
    const { businessdays = null } = registry.incoming.promise(content) ?? {};
    expect(new Date(since) < lateBefore(businessdays ?? 0, new Date(at), content)).toBe(late);
    const promise = { what: "A decision", businessdays };
    const until = promisedUntil(promise, { since: new Date(since), expires: null }, content);
    expect(until !== null && until <= new Date(at)).toBe(late);
  });

  test("the moment that splits late from not late is the promise's own rule, on every day of a year", () => {
    for (let day = "2026-01-01"; day < "2027-01-01"; day = addDays(day, 1))
      for (const businessdays of [1, 2, 3, 5]) {
        const before = lateBefore(businessdays, new Date(`${day}T17:00:00Z`), content);
        for (let back = 0; back < 12; back += 1) {
          const began = addDays(day, -back);
          const isLate = new Date(`${began}T17:00:00Z`) < before;
          expect([day, began, isLate]).toEqual([
            day,
            began,
            day > addWorkingDays(content.promises.closed, began, businessdays),
          ]);
        }
      }
  });

  test("where nothing is promised, nothing is late", () => {
    const promised = inboxKinds.filter((kind) => registry[kind].promise(content) !== null);
    expect(promised).toEqual([
      ...["work_item", "task", "conversation", "incoming", "accepted", "renewal", "followup", "ready", "mismatch"],
    ]);
  });

  test("what a patient told is late by its own day, however long it waits", () => {
    const due = new Date("2026-11-26T05:00:00Z");
    const told = registry.work_item.promise(content) ?? expect.fail();
    expect(promisedUntil(told, { since: new Date("2026-11-01T14:00:00Z"), expires: due }, content)).toEqual(due);
  });

  test("the pharmacy's days are the content's, after the day a decision takes", () => {
    const { pharmacydays } = content.shipping;
    expect(registry.ready.promise(content)?.businessdays).toBe(1 + pharmacydays);
  });
});

describe("decisions §11 live changes ask the registry", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await sharedTestServer()));

  test.each(inboxKinds)("%s: each of its tables tells open desks of changes", async (kind) => {
    const { rows } = await sql<{ table: string }>`
      select distinct tgrelid::regclass::text as table from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where proname = 'signal_work' or prosrc like '%insert into clinic_event%'`.execute(server.services.db);
    expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining([...registry[kind].tables]));
  });
});
