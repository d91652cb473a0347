import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message } from "#contract/messages/message.ts";
import { arrivalStates, catchUpSeq, lastSeq, mergeMessages, countFromOthers, contiguousSeq } from "./thread.ts";
import { messageOf } from "../testing.ts";

const run = (length: number): Message[] => Array.from({ length }, (_, index) => messageOf({ seq: index + 1 }));
const seqs = (messages: readonly Message[]) => messages.map(({ seq }) => seq);

describe("decisions §10 messages merge by id and are ordered by seq", () => {
  test("decisions §10 in whatever order and however often they arrive, each is there once, by seq", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.infiniteStream(fc.nat()), (length, picks) => {
        const all = run(length);
        const deliveries = [...picks.take(length * 3)].map((pick) => all[pick % length]!);
        const merged = [...deliveries, ...all].reduce<readonly Message[]>(
          (known, one) => mergeMessages(known, [one]),
          [],
        );
        expect(merged).toEqual(all);
      }),
    );
  });

  test("decisions §10 a gap is fetched, never guessed: from any loss, fetching above the contiguous run completes the thread", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 2, max: 40 })), (arrived) => {
        const all = run(40);
        let known = mergeMessages(
          [all[0]!],
          all.filter(({ seq }) => arrived.includes(seq)),
        );
        for (let fetches = 0; contiguousSeq(known) < 40; fetches++) {
          expect(fetches).toBeLessThan(40);
          const from = contiguousSeq(known);
          known = mergeMessages(known, all.slice(from, from + 3));
        }
        expect(known).toEqual(all);
      }),
    );
  });

  test("decisions §10 a repeat changes nothing, not even the list itself", () => {
    const known = run(3);
    expect(mergeMessages(known, run(3))).toBe(known);
  });

  test("§3 an answered request stays answered, however late an older version arrives", () => {
    const open = messageOf({ seq: 1, type: "prescription_followup", actionstatus: "PENDING" });
    const done = { ...open, actionstatus: "ANSWERED" as const };
    expect(mergeMessages([open], [done])).toEqual([done]);
    expect(mergeMessages([done], [open])).toEqual([done]);
  });
  test("one that was taken back stays so, however late an older version arrives; what is only reported may be withdrawn yet", () => {
    const was = messageOf({ seq: 1, message: "Of another patient" });
    const reported = { ...was, message: "", misfiled: "reported" as const };
    const withdrawn = { ...was, message: "", misfiled: "withdrawn" as const };
    for (const late of [was, reported]) expect(mergeMessages([withdrawn], [late])).toEqual([withdrawn]);
    expect(mergeMessages([reported], [withdrawn])).toEqual([withdrawn]);
    expect(mergeMessages([reported], [was])).toEqual([was]);
  });
});

test("decisions §10 the contiguous run ends before the first gap", () => {
  expect(contiguousSeq([])).toBe(0);
  expect(contiguousSeq(run(4))).toBe(4);
  expect(contiguousSeq([5, 6, 9, 10].map((seq) => messageOf({ seq })))).toBe(6);
});

test("§3 an open request among the latest is fetched again when catching up", () => {
  const open = { type: "prescription_followup", actionstatus: "PENDING" } as const;
  expect(catchUpSeq(run(9))).toBe(9);
  expect(catchUpSeq([...run(9), messageOf({ seq: 10, ...open }), messageOf({ seq: 11 })])).toBe(9);
  const old = [messageOf({ seq: 1, ...open }), ...run(80).slice(1)];
  expect(catchUpSeq(old)).toBe(80);
});

test("§2.3 only what others wrote above the mark is unread", () => {
  const messages = [...run(3), messageOf({ seq: 4, role: "patient" }), messageOf({ seq: 5 })];
  expect(countFromOthers(messages, 2)).toBe(2);
  expect(countFromOthers(messages, 5)).toBe(0);
  expect([lastSeq(messages), lastSeq([])]).toEqual([5, 0]);
  expect(seqs(mergeMessages(messages, []))).toEqual([1, 2, 3, 4, 5]);
});

describe("§10 what stands below the patient's own messages", () => {
  const own = (length: number) => run(length).map(({ seq }) => messageOf({ seq, role: "patient" }));
  const states = (messages: readonly Message[], staffreadseq: number | null) => [
    ...arrivalStates(messages, staffreadseq),
  ];
  test("the last one has arrived, and “read” stands below the last one the practice has read", () => {
    expect(states(own(3), 0)).toEqual([[3, "sent"]]);
    expect(states(own(3), 2)).toEqual([
      [3, "sent"],
      [2, "read"],
    ]);
    expect(states(own(3), 3)).toEqual([[3, "read"]]);
  });
  test("nothing once the practice has answered, nor that an emergency was read", () => {
    expect(states([...own(2), messageOf({ seq: 3 })], 3)).toEqual([]);
    expect(states(own(2), null)).toEqual([[2, "sent"]]);
  });
});
