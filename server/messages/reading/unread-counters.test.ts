import { describe, expect, test } from "vitest";
import {
  countersAfterMessage,
  countersAfterRead,
  mailDueAt,
  readMarkAt,
  type WrittenMessage,
} from "./unread-counters.ts";

const minute = (number: number): Date => new Date(Date.UTC(2026, 0, 5, 12, number));
const delays = { delayminutes: 10, windowhours: 2 };
/** Two messages, of which the patient received one and has read none; asked for an answer, and mailed at noon. */
const before = {
  ...{ last_seq: 2, read_seq: 1, received_count: 1, received_read_count: 0, needs_reply: true },
  ...{ waiting_since: minute(1), mail_due_at: minute(20), mailed_at: minute(0) },
};
const quiet = { ...before, received_read_count: 1, needs_reply: false, waiting_since: null, mail_due_at: null };
const written = (authorSide: WrittenMessage["authorSide"], more: Partial<WrittenMessage> = {}): WrittenMessage => ({
  ...{ authorSide, needsReply: false, sendsMail: true, at: minute(30) },
  ...more,
});

describe("the counters of a conversation after one more message", () => {
  test.each([
    ["patient", before, { last_seq: 3, read_seq: 1, received_count: 1, needs_reply: false, waiting_since: minute(1) }],
    ["patient", quiet, { last_seq: 3, read_seq: 3, received_count: 1, needs_reply: false, waiting_since: minute(30) }],
    ["helper", before, { last_seq: 3, received_count: 2, waiting_since: minute(1) }],
    ["helper", quiet, { last_seq: 3, received_count: 2, waiting_since: minute(30) }],
    [
      "practice",
      before,
      { last_seq: 3, received_count: 2, needs_reply: true, waiting_since: null, mail_due_at: minute(20) },
    ],
    [
      "practice",
      quiet,
      { last_seq: 3, received_count: 2, needs_reply: false, waiting_since: null, mail_due_at: minute(120) },
    ],
    [
      "system",
      before,
      { last_seq: 3, received_count: 2, needs_reply: true, waiting_since: minute(1), mail_due_at: minute(20) },
    ],
    [
      "system",
      quiet,
      { last_seq: 3, received_count: 2, needs_reply: false, waiting_since: null, mail_due_at: minute(120) },
    ],
  ] as const)("of the %s", (side, earlier, after) =>
    expect(countersAfterMessage(earlier, written(side), delays)).toEqual(after),
  );

  test("that asks for an answer, that another mail covers, and that leaves something to wait for", () => {
    expect(countersAfterMessage(quiet, written("practice", { needsReply: true }), delays).needs_reply).toBe(true);
    expect(countersAfterMessage(quiet, written("practice", { sendsMail: false }), delays)).not.toHaveProperty(
      "mail_due_at",
    );
    const unansweredSince = minute(5);
    expect(countersAfterMessage(before, written("practice", { unansweredSince }), delays).waiting_since).toBe(
      unansweredSince,
    );
  });
});

test.each([
  ["never mailed", null, 40],
  ["mailed long ago", minute(-600), 40],
  ["mailed within the window", minute(0), 120],
])("a mail of a message at half past twelve to somebody %s", (_, mailedAt, due) =>
  expect(mailDueAt(minute(30), mailedAt, delays)).toEqual(minute(due)),
);

test.each([
  [undefined, 7],
  [5, 5],
  [3, 4],
  [9, 7],
])("the read mark for %j, between four and seven", (seq, mark) =>
  expect(readMarkAt({ read_seq: 4, last_seq: 7 }, seq)).toBe(mark),
);

describe("the counters after reading", () => {
  const read = (due: Date | null, unreadFrom: Date | null, mailedAt: Date | null = null) =>
    countersAfterRead({ mail_due_at: due, mailed_at: mailedAt }, 6, { othersRead: 3, unreadFrom }, delays);
  const counts = { read_seq: 6, received_read_count: 3 };

  test("a due mail is timed from what is unread, never earlier than it was, and not at all once nothing is", () => {
    expect(read(null, minute(30))).toEqual(counts);
    expect(read(minute(20), null)).toEqual({ ...counts, mail_due_at: null });
    expect(read(minute(20), minute(30))).toEqual({ ...counts, mail_due_at: minute(40) });
    expect(read(minute(50), minute(30))).toEqual({ ...counts, mail_due_at: minute(50) });
    expect(read(minute(20), minute(30), minute(0))).toEqual({ ...counts, mail_due_at: minute(120) });
  });
});
