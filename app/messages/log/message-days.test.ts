import { expect, test } from "vitest";
import { groupByDay } from "./message-days.ts";
import { messageOf } from "../testing.ts";

const at = (day: number, hour: number, minute = 0) => new Date(2026, 5, day, hour, minute).toISOString();

test("§2.3 messages are grouped by day, each run names its author once", () => {
  const days = groupByDay(
    [
      messageOf({ seq: 1, createdat: at(1, 9) }),
      messageOf({ seq: 2, createdat: at(1, 9, 2) }),
      messageOf({ seq: 3, createdat: at(1, 9, 30) }),
      messageOf({ seq: 4, createdat: at(2, 9, 31) }),
    ],
    null,
  );
  expect(days.map(({ rows }) => rows.map(({ first }) => first))).toEqual([[true, false, true], [true]]);
});

test("§2.3 the divider shows once, before the first unread message of somebody else", () => {
  const messages = [1, 2, 3, 4].map((seq) =>
    messageOf({ seq, createdat: at(1, 9), role: seq === 3 ? "patient" : "doctor" }),
  );
  const unread = (divider: number | null) =>
    groupByDay(messages, divider).flatMap(({ rows }) => rows.flatMap((row) => (row.unread ? [row.message.seq] : [])));
  expect(groupByDay(messages.slice(2), 0).flatMap(({ rows }) => rows.filter((row) => row.unread))).toEqual([]);
  expect([unread(null), unread(1), unread(2), unread(4)]).toEqual([[], [2], [4], []]);
});
