import { describe, expect, test } from "vitest";
import { message } from "#clinic/testing/messages.ts";
import { inboxItem } from "#clinic/testing/inbox.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import type { Message } from "#contract/messages/message.ts";
import { nextWaiting } from "./next-waiting.ts";
import { authorOf, firstUnanswered, contiguousSeq, seqToMark, threadDays, wasSentElsewhere } from "./thread.ts";

const at = (day: number, hour = 12) => new Date(2026, 10, day, hour).toISOString();

const system: Message["sender"] = {
  ...{ id: "practice", firstName: "Calendula", lastName: "", role: "system" },
  ...{ name: "Calendula", title: null },
};

describe("the thread", () => {
  test("is by day, oldest first, and a message that two pages have is there once", () => {
    const [one, two, three] = [
      message({ seq: 1, createdat: at(3) }),
      message({ seq: 2, createdat: at(4, 8) }),
      message({ seq: 3, createdat: at(4, 9) }),
    ];
    const days = threadDays([three, two, two, one]);
    expect(days.map(({ messages }) => messages.map(({ seq }) => seq))).toEqual([[1], [2, 3]]);
    expect(threadDays([])).toEqual([]);
  });

  test("waits since the first unanswered message, not the last", () => {
    const messages = [
      message({ seq: 4, createdat: at(6) }),
      message({ seq: 3, createdat: at(5) }),
      message({ seq: 2, createdat: at(4), by: "doctor" }),
      message({ seq: 1, createdat: at(3) }),
    ];
    const waits = (read: typeof messages, waitingsince: string | null) =>
      firstUnanswered(read, { kind: "doctor", waitingsince }, [])?.seq ?? null;
    expect(waits(messages, at(5))).toBe(3);
    expect(waits(messages, null)).toBeNull();
    expect(waits(messages.slice(0, 1), at(3))).toBe(4);
  });

  test("decisions §11 what was handed over waits from the sentence that stands for it, not from what was answered before", () => {
    const messages = [
      message({ seq: 4, createdat: at(7) }),
      message({ seq: 3, createdat: at(6), type: "system", by: "patient_services", sender: system }),
      message({ seq: 2, createdat: at(5), by: "patient_services" }),
      message({ seq: 1, createdat: at(4) }),
    ];
    const waits = (handovers: { to: "doctor" | "patient_services"; seq: number }[]) =>
      firstUnanswered(messages, { kind: "patient_services", waitingsince: at(3) }, handovers)?.seq;
    expect(waits([{ to: "patient_services", seq: 3 }])).toBe(3);
    expect(waits([{ to: "doctor", seq: 3 }])).toBe(1);
    // A nurse has answered what was handed over.
    const answered = [message({ seq: 5, createdat: at(8) }), message({ seq: 4, createdat: at(7), by: "nurse" })];
    const handedHere = [{ to: "patient_services", seq: 3 }] as const;
    const waiting = { kind: "patient_services", waitingsince: at(8) } as const;
    expect(firstUnanswered([...answered, ...messages.slice(1)], waiting, handedHere)?.seq).toBe(5);
  });

  test.each([
    [message({ seq: 1 }), { name: "Rosa Maier", role: "Patient" }],
    [message({ seq: 1, by: "doctor" }), { name: "Dr. Elena Marsh", role: "Doctor" }],
    [message({ seq: 1, by: "nurse" }), { name: "Ines Falk", role: "Nurse" }],
    [message({ seq: 1, by: "patient_services" }), { name: "Patient services", role: null }],
  ])("says who wrote", (each, author) => expect(authorOf(each)).toEqual(author));
});

describe("decision 58 read by the practice", () => {
  test("is what stands before the first gap: an answer just sent, above a message nobody has loaded, shows only itself", () => {
    for (let bits = 0; bits < 2 ** 7; bits += 1) {
      const seqs = [1, 2, 3, 4, 5, 6, 7, 8].filter((seq) => seq === 1 || Math.floor(bits / 2 ** (seq - 2)) % 2 === 1);
      const before = seqs.filter((seq, index) => seq === index + 1).length;
      expect([seqs, contiguousSeq(seqs.toReversed().map((seq) => message({ seq })))]).toEqual([seqs, before]);
    }
    expect(contiguousSeq([])).toBe(0);
    expect(contiguousSeq([41, 40, 40, 39].map((seq) => message({ seq })))).toBe(41);
  });
  const shown = { shownSeq: 7, markedSeq: 4, visible: true, open: true };
  test("is what was on a screen that somebody can see", () => {
    expect(seqToMark(shown)).toBe(7);
    expect(seqToMark({ ...shown, visible: false })).toBeNull();
    expect(seqToMark({ ...shown, open: false })).toBeNull();
  });
  test("is told once, and never moves back", () => {
    expect(seqToMark({ ...shown, markedSeq: 7 })).toBeNull();
    expect(seqToMark({ ...shown, markedSeq: 9 })).toBeNull();
  });
});

describe("two tabs with the same draft", () => {
  const messages = [
    message({ seq: 5, by: "doctor", message: "Take it easy." }),
    message({ seq: 4, message: "Thanks" }),
  ];
  test("what the other one sent is noticed", () => {
    expect(wasSentElsewhere(messages, 4, " Take it easy. ")).toBe(true);
  });
  test("older words, other words and the patient's are not", () => {
    expect(wasSentElsewhere(messages, 5, "Take it easy.")).toBe(false);
    expect(wasSentElsewhere(messages, 4, "Take it")).toBe(false);
    expect(wasSentElsewhere(messages, 3, "Thanks")).toBe(false);
    expect(wasSentElsewhere(messages, 0, " ")).toBe(false);
  });
});

describe("the next conversation", () => {
  const item = (number: number) => inboxItem({ kind: "conversation", id: staffId(number), patient: patient(number) });
  const claim = (number: number, by: number) => ({
    kind: "conversation" as const,
    id: staffId(number),
    memberid: staffId(by),
    name: "Sam",
    until: at(30),
  });
  const here = { conversationId: staffId(10), memberId: staffId(1) };
  test("is the most urgent one that nobody else works on", () => {
    const items = [item(10), item(11), item(12)];
    expect(nextWaiting(items, [], here)).toBe(staffId(11));
    expect(nextWaiting(items, [claim(11, 2)], here)).toBe(staffId(12));
    expect(nextWaiting(items, [claim(11, 1)], here)).toBe(staffId(11));
    expect(nextWaiting([item(10)], [], here)).toBeNull();
    const assigned = (number: number) => ({
      ...item(11),
      assignee: { memberid: staffId(number), name: "Sam", since: at(1) },
    });
    expect(nextWaiting([assigned(2), item(12)], [], here)).toBe(staffId(12));
    expect(nextWaiting([assigned(1), item(12)], [], here)).toBe(staffId(11));
    const emergency = { ...assigned(2), patient: patient(11, { emergencysince: at(1) }) };
    expect(nextWaiting([emergency, item(12)], [], here)).toBe(staffId(11));
  });
});
