import { describe, expect, test } from "vitest";
import { taskKinds } from "#contract/care/task-kinds.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { asideDays, dayObstacle, lastDayAside, newTaskDays } from "./task-days.ts";

const timezone = "America/New_York";
/** A Tuesday, after midnight in London and not yet in New York. */
const now = {
  closed: [{ name: "Inventory", month: 12, day: 1 }],
  timezone,
  today: "2026-11-24",
  now: new Date("2026-11-25T03:00:00Z"),
};

describe("the days of tasks and questions", () => {
  test.each([
    ["2026-11-23", /past/],
    ["2026-11-24", null],
    [addDays("2026-11-24", 730), null],
    [addDays("2026-11-24", 731), /two years/],
  ])("%s can be named: %s", (day, obstacle) =>
    obstacle === null ? expect(dayObstacle(day, now)).toBeNull() : expect(dayObstacle(day, now)).toMatch(obstacle),
  );

  test("a task waits from the beginning of its day in the practice's time, and is late at the end of the day somebody sees it", () => {
    expect(newTaskDays("task", "2026-11-28", now)).toEqual({
      dueOn: "2026-11-28",
      waitsSince: new Date("2026-11-28T05:00:00Z"),
      dueAt: new Date("2026-12-01T05:00:00Z"),
    });
    expect(newTaskDays("task", "2026-12-01", now)).toEqual({
      ...{ dueOn: "2026-12-01", waitsSince: new Date("2026-12-01T05:00:00Z"), dueAt: new Date("2026-12-03T05:00:00Z") },
    });
    expect(newTaskDays("task", "2026-11-24", now).waitsSince).toEqual(now.now);
  });

  test("a question waits at once, whatever its day, and needs none", () => {
    expect(newTaskDays("question", "2026-11-27", now)).toEqual({
      ...{ dueOn: "2026-11-27", waitsSince: now.now, dueAt: new Date("2026-11-28T05:00:00Z") },
    });
    expect(newTaskDays("question", null, now)).toEqual({ dueOn: null, waitsSince: now.now, dueAt: null });
  });

  test("put aside, a task's day goes with it and comes no earlier; that of a question stays", () => {
    expect(asideDays("task", "2026-11-25", "2026-12-02", now).dueOn).toBe("2026-12-02");
    expect(asideDays("task", "2026-12-09", "2026-12-02", now).dueOn).toBe("2026-12-09");
    for (const kind of ["question", "order_question"] as const)
      expect(asideDays(kind, "2026-12-09", "2026-12-02", now)).toMatchObject({
        ...{ dueOn: "2026-12-09", waitsSince: new Date("2026-12-02T05:00:00Z") },
      });
  });

  test("until when each kind can be put aside", () => {
    const far = addDays(now.today, 730);
    const last = (kind: (typeof taskKinds)[number], dueOn: string | null, answered = false) =>
      lastDayAside({ kind, dueOn, answered }, now.today);
    // Nobody waits for the day of a task, nor for that of what is put aside itself.
    const ofEach = (due: string | null) => taskKinds.map((kind) => (kind === "task" || kind === "aside" ? far : due));
    expect(taskKinds.map((kind) => last(kind, "2026-11-27"))).toEqual(ofEach("2026-11-27"));
    expect(taskKinds.map((kind) => last(kind, "2026-11-24"))).toEqual(ofEach(null));
    expect(taskKinds.map((kind) => last(kind, null))).toEqual(taskKinds.map(() => far));
    expect(taskKinds.map((kind) => last(kind, "2026-11-20", true))).toEqual(taskKinds.map(() => far));
  });
});
