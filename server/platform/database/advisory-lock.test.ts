import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withSetupLock } from "./advisory-lock.ts";
import type { OpenDatabase } from "./open.ts";
import { openTestDatabase, testDatabaseUrl } from "./testing/test-databases.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe("decisions §2 several nodes set up a database", () => {
  // The embedded database has one node.
  test.skipIf(testDatabaseUrl() === null)("one after the other, also when one of them fails", async () => {
    const concurrency = { now: 0, most: 0 };
    const runOnNode = (name: string) =>
      withSetupLock(database, async () => {
        concurrency.now += 1;
        concurrency.most = Math.max(concurrency.most, concurrency.now);
        await database.script(`create schema if not exists only_one; select pg_sleep(0.02)`);
        concurrency.now -= 1;
        if (name === "fails") throw new Error("this one fails");
        return name;
      });
    const outcomes = await Promise.allSettled(["a", "fails", "b", "c"].map(runOnNode));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(concurrency.most).toBe(1);
  });

  test("the result of the work is returned", async () => {
    expect(await withSetupLock(database, async () => "done")).toBe("done");
  });
});
