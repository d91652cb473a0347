import { describe, expect, test } from "vitest";
import type { StaffCall } from "#clinic/api/client.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { type WorkItem, workItemKinds, workItemOutcomes } from "#contract/care/work-items.ts";
import { queues } from "./queues.ts";
import { outcomeWords, workItemKindWords, workItemTitle } from "./work-item-words.ts";

const entry = (change: Partial<WorkItem["entries"][number]> = {}): WorkItem["entries"][number] => ({
  at: "2026-11-27T15:00:00Z",
  answers: [],
  flags: [],
  document: null,
  ...change,
});
const flag = (level: "stop" | "clinician", text: string) => ({ ruleid: text, level, text });
const item = (change: Partial<WorkItem> = {}): WorkItem => ({
  id: staffId(7),
  kind: "answers",
  patient: patient(3),
  since: "2026-11-27T15:00:00Z",
  due: "2026-11-28T05:00:00Z",
  holds: true,
  version: 1,
  entries: [entry({ flags: [flag("clinician", "Reach out today.")] })],
  medicines: [],
  flags: [],
  closed: null,
  ...change,
});

describe("a row says what it is about", () => {
  test("a stop before what is to be weighed, the newest of several, a document by its name, else the kind", () => {
    const [first, second] = [
      entry({ flags: [flag("stop", "Not with this."), flag("clinician", "Weigh.")] }),
      entry({ flags: [flag("clinician", "Ask for a value.")] }),
    ];
    expect(workItemTitle(item({ entries: [first, second] }))).toBe("Not with this.");
    expect(workItemTitle(item({ entries: [entry({ flags: [flag("clinician", "Old.")] }), second] }))).toBe(
      "Ask for a value.",
    );
    const document = { id: staffId(8), kind: "lab_result" as const, title: "Mammogram", filename: "mammogram.jpg" };
    expect(workItemTitle(item({ kind: "document", entries: [entry({ document })] }))).toBe("Mammogram");
    expect(workItemTitle(item({ kind: "words", entries: [entry()] }))).toBe("In their own words");
  });

  test("in the inbox with its patient, when it is too late, and which medicine waits for what", async () => {
    const medicines = [{ productid: "patch", name: "Estradiol patch", dosage: "0.05 mg/day" }];
    const flags = [flag("clinician", "Reach out today.")];
    const answer = {
      items: [item({ medicines, flags }), item({ id: staffId(9), holds: false, kind: "words", entries: [entry()] })],
    };
    const call = (() => Promise.resolve({ ...answer, nextpage: "next" })) as unknown as StaffCall;
    const { items, nextpage } = await queues.work_item.read(call, undefined, {});
    expect(items).toMatchObject([
      {
        queue: "work_item",
        id: staffId(7),
        patient: patient(3),
        since: "2026-11-27T15:00:00Z",
        expires: "2026-11-28T05:00:00Z",
        note: "",
        medicines: ["Estradiol patch 0.05 mg/day"],
        flags,
        marks: ["Medicine waits"],
      },
      { id: staffId(9), note: "In their own words", medicines: [], flags: [], marks: [] },
    ]);
    expect(nextpage).toBe("next");
  });

  test("each kind and each outcome has words of its own", () => {
    const words = [
      ...workItemKinds.map((kind) => workItemKindWords[kind].title),
      ...workItemOutcomes.map((outcome) => outcomeWords[outcome].label),
    ];
    expect(new Set(words).size).toBe(workItemKinds.length + workItemOutcomes.length);
  });
});
