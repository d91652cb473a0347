import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenDatabase } from "../database/open.ts";
import { openTestDatabase } from "../database/testing/test-databases.ts";
import { createClockGuard, requireRightClock } from "./clock-guard.ts";
import { movableClock, systemClock } from "./clock.ts";

const [secondMs, hourMs, yearMs] = [1000, 3_600_000, 365 * 86_400_000];
let database: OpenDatabase;
/** Statements sent. */
let asked = 0;
beforeAll(async () => {
  database = await openTestDatabase(null, () => void (asked += 1));
});
afterAll(() => database.close());

/** A machine's clock, wrong by so much. */
const wrongBy = (ms: number) => ({ now: () => new Date(Date.now() + ms) });
function guardOf(clock: { now: () => Date }) {
  const lines: string[] = [];
  const metrics = new Registry();
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  return { guard: createClockGuard({ db: database.db, clock, log, metrics }), lines, metrics };
}

describe("a node's clock beside the database's", () => {
  test.each([
    ["right", systemClock, 0],
    ["a demo's, moved by a year", movedBy(yearMs), 0],
    ["half a minute ahead", wrongBy(30 * secondMs), 0],
    ["a minute and a bit ahead", wrongBy(65 * secondMs), 65],
    ["a minute and a bit behind", wrongBy(-65 * secondMs), -65],
    ["an hour ahead", wrongBy(hourMs), 3600],
    ["a year ahead", wrongBy(yearMs), yearMs / 1000],
  ])("%s", async (_, clock, offBySeconds) => {
    const { guard, metrics } = guardOf(clock);
    await guard.check();
    expect(Math.round(guard.offByMs() / 1000) + 0).toBe(offBySeconds);
    expect(await guard.isWrong()).toBe(offBySeconds !== 0);
    const shown = Number(/^clock_offset_seconds (\S+)$/m.exec(await metrics.metrics())?.[1]);
    const actual = offBySeconds === 0 && clock !== systemClock && !("offset" in clock) ? 30 : offBySeconds;
    expect(Math.round(shown) + 0).toBe(actual);
    const answer = offBySeconds === 0 ? "right" : await requireRightClock(database.db, clock).catch(String);
    expect(answer).toMatch(
      offBySeconds === 0 ? "right" : /clock is \d+ seconds (ahead of|behind) the database's: set it/,
    );
  });

  test("a wrong clock still tells the time that all nodes share", async () => {
    for (const clock of [wrongBy(hourMs), wrongBy(-hourMs), systemClock]) {
      const { guard } = guardOf(clock);
      await guard.check();
      expect(Math.abs(guard.shared.now().getTime() - Date.now())).toBeLessThan(2 * secondMs);
    }
    const { guard } = guardOf(movedBy(yearMs));
    await guard.check();
    expect(Math.abs(guard.shared.now().getTime() - Date.now() - yearMs)).toBeLessThan(2 * secondMs);
  });

  test("set between two comparisons it's noticed at once, told of once, and told of when it is right again", async () => {
    let offset = 0;
    const { guard, lines } = guardOf({ now: () => new Date(Date.now() + offset) });
    expect(await guard.isWrong()).toBe(false);
    offset = yearMs;
    expect([await guard.isWrong(), await guard.isWrong()]).toEqual([true, true]);
    offset = 0;
    expect(await guard.isWrong()).toBe(false);
    expect(lines).toEqual([
      expect.stringMatching(/^this node's clock is 31536000 seconds ahead of the database's: it runs no jobs$/),
      "this node's clock is right again",
    ]);
  });

  test("a clock that runs on isn't compared for each job", async () => {
    const { guard } = guardOf(systemClock);
    await guard.isWrong();
    const before = asked;
    await guard.isWrong();
    expect(asked).toBe(before);
    await guard.check();
    expect(asked).toBe(before + 1);
  });
});

function movedBy(ms: number) {
  const clock = movableClock();
  clock.setOffset(ms);
  return clock;
}
