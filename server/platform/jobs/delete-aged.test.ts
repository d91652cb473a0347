import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { movableClock } from "../clock/clock.ts";
import type { OpenDatabase } from "../database/open.ts";
import { openTestDatabase } from "../database/testing/test-databases.ts";
import { deleteAged } from "./delete-aged.ts";

const dayMs = 86_400_000;
let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe("a job that deletes by age", () => {
  const clock = movableClock();
  const again: string[] = [];
  const jobs = { enqueue: async (_db: unknown, queue: string) => void again.push(queue) };
  /** How many days from now a run goes by. */
  const run = async (queue: string) => {
    let until = new Date(0);
    const services = { db: database.db, clock, jobs } as unknown as Parameters<typeof deleteAged>[0];
    await deleteAged(services, queue, async (limit) => void (until = limit))();
    return Math.round((until.getTime() - Date.now()) / dayMs) + 0;
  };

  test("goes by the time; a year ahead it deletes what a day can age, and nothing more for running twice in a row by the right time", async () => {
    expect(await run("one")).toBe(0);
    clock.setOffset(365 * dayMs);
    expect([await run("one"), again]).toEqual([1, ["one"]]);
    clock.setOffset(0);
    expect(await run("one")).toBe(0);
    expect(await run("one")).toBe(0);
    expect(again).toEqual(["one"]);
  });

  test("after a pause it catches up, a day each run, and each queue by itself", async () => {
    expect(await run("paused")).toBe(0);
    clock.setOffset(3 * dayMs);
    again.length = 0;
    expect([await run("paused"), await run("paused"), await run("paused"), await run("paused")]).toEqual([1, 2, 3, 3]);
    expect(again).toEqual(["paused", "paused"]);
    expect(await run("another")).toBe(3);
  });
});
