import { expect, test, vi } from "vitest";
import { dayIn, formatsIn, formatList } from "./formats.ts";

test.each([
  ["Pacific/Kiritimati", "2026-02-28T12:00:00Z", "2026-03-01"],
  ["Asia/Kathmandu", "2026-03-01T18:14:59.999Z", "2026-03-01"],
  ["Asia/Kathmandu", "2026-03-01T18:15:00Z", "2026-03-02"],
  ["Africa/Monrovia", "1970-01-02T00:44:29Z", "1970-01-01"],
  ["Africa/Monrovia", "1970-01-02T00:44:30Z", "1970-01-02"],
  ["UTC", "2026-07-04T00:00:00Z", "2026-07-04"],
])("a day in %s is YYYY-MM-DD: %s", (zone, at, day) => {
  expect(dayIn(zone, new Date(at))).toBe(day);
});

test("in every zone, clocks are full quarters of an hour from UTC, so the day of a quarter is that of each of its moments", () => {
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    // oxlint-disable-next-line formats/made-once -- one for each zone
    const clock = new Intl.DateTimeFormat("en-US", { timeZone, minute: "numeric", second: "numeric" });
    for (const at of ["1980-01-01T00:00:00Z", "1995-07-01T00:00:00Z", "2026-01-15T00:00:00Z", "2026-07-15T00:00:00Z"]) {
      const [minute, second] = clock.format(new Date(at)).split(":").map(Number);
      expect([timeZone, at, (minute ?? 1) % 15, second]).toEqual([timeZone, at, 0, 0]);
    }
  }
});

test("a day is YYYY-MM-DD too where the browser writes every date as M/D/Y", () => {
  const own = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format") ?? {};
  const writes: PropertyDescriptor = { ...own, get: () => () => "12/9/2024" };
  Object.defineProperty(Intl.DateTimeFormat.prototype, "format", writes);
  try {
    expect(new Intl.DateTimeFormat("en-CA").format()).toBe("12/9/2024");
    expect(dayIn("America/New_York", new Date("2024-12-10T05:00:00Z"))).toBe("2024-12-10");
  } finally {
    Object.defineProperty(Intl.DateTimeFormat.prototype, "format", own);
  }
});

test("a time zone's formatter is created once", () => {
  const made = vi.spyOn(Intl, "DateTimeFormat");
  try {
    const dates = formatsIn({ dateStyle: "long" });
    for (let call = 0; call < 100; call += 1) {
      dayIn("Europe/Lisbon", new Date(call * 86_400_000));
      expect(dates("Europe/Lisbon").format(new Date("2026-06-03T12:00:00Z"))).toBe("June 3, 2026");
    }
    expect(made).toHaveBeenCalledTimes(2);
  } finally {
    made.mockRestore();
  }
});

test.each([
  [[], ""],
  [["a patch"], "a patch"],
  [["a patch", "a capsule"], "a patch and a capsule"],
  [["a patch", "a capsule", "a cream"], "a patch, a capsule, and a cream"],
])("%j in a sentence", (names, sentence) => {
  expect(formatList(names)).toBe(sentence);
});
