import { expect, test } from "vitest";
import { timelineEvents, timelineKinds } from "#contract/care/timeline.ts";
import { aboutLabel, eventLabel, kindLabels, placeOf } from "./story-labels.ts";

test("each kind and each event of it has words of its own", () => {
  const words = timelineKinds.flatMap((kind) => timelineEvents[kind].map((event) => eventLabel({ kind, event })));
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((each) => /_/.test(each))).toEqual([]);
  expect(new Set(Object.values(kindLabels)).size).toBe(timelineKinds.length);
  expect(eventLabel({ kind: "task", event: "newer" })).toBe("newer");
});

test("what it's about, with its amount", () => {
  expect(aboutLabel({ kind: "payment", about: "100991", amount: 12.5 })).toBe("100991 · $12.50");
  expect(aboutLabel({ kind: "order", about: "100991", amount: null })).toBe("100991");
  expect(aboutLabel({ kind: "message", about: "doctor", amount: null })).toBe("with the doctor");
  expect(aboutLabel({ kind: "message", about: "patient_services", amount: null })).toBe("with patient services");
  expect(aboutLabel({ kind: "emergency", about: "message", amount: null })).toBe("");
});

test("each thing opens at its place", () => {
  const open = (kind: (typeof timelineKinds)[number], refid: string | null, seq: number | null = null) =>
    placeOf({ kind, refid, seq }, "p1");
  expect(open("message", "c1", 7)).toBe("/clinic/conversation/c1?seq=7");
  expect(open("task", "t1")).toBe("/clinic/task/t1");
  expect(open("emergency", "e1")).toBe("/clinic/emergency/e1");
  expect(open("review", "f1")).toBe("/clinic/patients/p1?part=followups&review=f1");
  expect(open("decision", null)).toBe("/clinic/patients/p1?part=visit-notes");
  expect(open("note", null)).toBe("/clinic/patients/p1?part=notes");
  expect(open("payment", "o1")).toBe("/clinic/patients/p1?part=orders");
});
