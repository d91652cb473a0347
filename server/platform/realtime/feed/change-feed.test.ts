import { describe, expect, test } from "vitest";
import { changesAfterCursor } from "./change-feed.ts";

const item = (seq: number) => ({ seq, topic: "user", objectId: null, at: new Date(seq * 1000) });
const items = (...seqs: number[]) => seqs.map(item);
const cursor = { seq: 4, at: 4000 };

describe("proof 7: the changes after a cursor are given completely, or not at all", () => {
  test.each([
    ["what follows it", 6, items(4, 5, 6), items(5, 6)],
    ["what follows it, itself forgotten", 6, items(5, 6), items(5, 6)],
    ["nothing yet", 4, items(4), []],
    ["nothing yet, itself forgotten", 4, [], []],
  ])("%s", (_, last, from, expected) => {
    expect(changesAfterCursor(cursor, last, from)).toEqual(expected);
  });

  test.each([
    ["the next one is forgotten", 6, items(4, 6)],
    ["one in between is forgotten", 8, items(5, 6, 8)],
    ["all after it are forgotten", 6, []],
    ["all after it are forgotten, itself kept", 6, items(4)],
    ["the feed was put back to before it", 3, []],
    ["the feed was put back and has grown again", 5, [{ ...item(4), at: new Date(1) }, item(5)]],
  ])("gone: %s", (_, last, from) => {
    expect(changesAfterCursor(cursor, last, from)).toBeNull();
  });
});
