import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { inboxItem } from "#clinic/testing/inbox.ts";
import { patient } from "#clinic/testing/patients.ts";
import { itemMarks, itemNote, kindLabels, promiseLabel } from "#clinic/work/kind-labels.ts";
import { inboxKinds } from "#contract/care/inbox-kinds.ts";
import type { InboxItem } from "#contract/care/inbox.ts";
import { Columns, Row } from "./inbox-row.tsx";

const now = Date.parse("2026-11-25T17:00:00Z");
const textOf = (item: InboxItem) =>
  renderToStaticMarkup(<Row item={item} now={now} claim={null} memberId="me" opensRecord opensCase />)
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|");

const asked = { log: null, answered: false, words: "Call back", by: "Dana" };

describe("a row of the inbox", () => {
  const medicines = [
    { productid: "a", name: "Estradiol patch", dosage: "0.1 mg/day" },
    { productid: "b", name: "Progesterone capsule", dosage: "100 mg" },
  ];
  const flags = [
    { ruleid: "one", level: "stop" as const, text: "Bleeding without a known cause." },
    { ruleid: "two", level: "clinician" as const, text: "Smokes." },
  ];

  test("says each medicine with its strength, the worst flag with how many more, the state and the wait", () => {
    const item = inboxItem({ patient: patient(1, { state: "OH" }), medicines, flags, ordernumber: "10005" });
    const text = textOf(item);
    for (const part of ["|Estradiol patch 0.1 mg/day|", "|Progesterone capsule 100 mg|", "|Order 10005|"])
      expect(text).toContain(part);
    expect(text).toContain("|Stop|Bleeding without a known cause.|+1| more|");
    expect(text).toContain("|State |OH|Waiting |5 h|");
    expect(text).not.toContain("Smokes.");
  });

  test("names a payment that differs and an identity that doesn't match, and neither where there's none", () => {
    const marked = inboxItem({ paymentdiffers: true, patient: patient(1, { identitystatus: "no_match" }) });
    expect(textOf(marked)).toContain("|Payment differs|Identity doesn’t match|");
    expect(itemMarks(inboxItem({ patient: patient(1, { identitystatus: "review" }) }))).toEqual([]);
    // Whose message it is has nothing to do with it.
    expect(itemMarks({ ...marked, kind: "conversation", paymentdiffers: false })).toEqual([]);
  });

  test("what a patient told: the worst flag alone, else the document or why it waits; and which medicine waits for it", () => {
    const item = inboxItem({ kind: "work_item", told: "words", holdsmedicine: true, flags });
    expect([itemNote(item), itemMarks(item)]).toEqual(["", ["Medicine waits"]]);
    const quiet = { ...item, flags: [], holdsmedicine: false };
    expect([itemNote(quiet), itemMarks(quiet)]).toEqual(["In their own words", []]);
    expect(itemNote({ ...quiet, told: "document", title: "Mammogram" })).toBe("Mammogram");
  });

  test.each([
    [{ kind: "emergency", title: "Please call 911 now" }, "Please call 911 now"],
    [
      { kind: "emergency", title: "Please call 911 now", name: "Ana Frost", patient: patient(1) },
      "Please call 911 now, written by Ana Frost",
    ],
    [{ kind: "work_item", told: "not_mine", title: "Lipids" }, "“This isn’t mine”: Lipids"],
    [
      { kind: "emergency", title: "Please call 911 now", acknowledgedat: "2026-11-25T12:00:00Z" },
      "Acknowledged, not closed. Please call 911 now",
    ],
    [{ kind: "conversation", conversation: "doctor" }, "To the doctor"],
    [{ kind: "conversation", conversation: "patient_services" }, "To patient services"],
    [{ kind: "identity", photos: 1 }, "1 photo"],
    [{ kind: "identity", photos: 2 }, "2 photos"],
    [{ kind: "contact", reference: "C-7" }, "C-7"],
    [{ kind: "past_due", attempts: 1 }, "Failed once"],
    [{ kind: "past_due", attempts: 3 }, "Failed 3 times"],
    [{ kind: "ready", ordernumber: "10005" }, "Order 10005"],
    [{ kind: "followup" }, ""],
    [{ kind: "emergency" }, ""],
    [{ kind: "emergency", acknowledgedat: "2026-11-25T12:00:00Z" }, "Acknowledged, not closed. "],
    [{ kind: "work_item" }, ""],
    [{ kind: "identity" }, "0 photos"],
    [{ kind: "contact" }, ""],
    [{ kind: "past_due" }, ""],
    [{ kind: "task", asked: { ...asked, kind: "task" } }, "Call back (Dana)"],
    [{ kind: "task", asked: { ...asked, kind: "question" } }, "Question: Call back (Dana)"],
    [{ kind: "task", asked: { ...asked, kind: "question", by: null } }, "Question: Call back"],
    [{ kind: "task", asked: { ...asked, kind: "question", answered: true } }, "Answer: Call back (Dana)"],
    [{ kind: "task", asked: { ...asked, kind: "task", answered: true } }, "Answer: Call back (Dana)"],
    [
      { kind: "task", asked: { ...asked, kind: "question" }, ordernumber: "10005" },
      "Order 10005: Question: Call back (Dana)",
    ],
  ] as const)("%o is about “%s”", (change, note) => expect(itemNote(inboxItem(change))).toBe(note));

  test("an identity that doesn't match is marked where something is decided, and nowhere else", () => {
    const refused = patient(1, { identitystatus: "no_match" });
    expect(inboxKinds.filter((kind) => itemMarks(inboxItem({ kind, patient: refused })).length > 0)).toEqual([
      ...["incoming", "accepted", "renewal", "upsell", "followup", "followup_due", "change"],
    ]);
    expect(itemMarks(inboxItem({ patient: null }))).toEqual([]);
  });

  test.each([
    [null, "A decision"],
    [1, "A decision within 1 business day"],
    [2, "A decision within 2 business days"],
  ])("what is promised within %s business days is said so", (businessdays, label) =>
    expect(promiseLabel({ what: "A decision", businessdays })).toBe(label),
  );

  test("each kind has a name of its own", () =>
    expect(new Set(inboxKinds.map((kind) => kindLabels[kind].label)).size).toBe(inboxKinds.length));

  test("each kind has a column for what it's about, and money no medicine", () => {
    const about = (kind: (typeof inboxKinds)[number] | null) =>
      /Patient<\/span><span>(?<about>[^<]+)/.exec(renderToStaticMarkup(<Columns kind={kind} />))?.groups?.["about"];
    expect(inboxKinds.filter((name) => about(name) === "Order")).toEqual(["mismatch", "past_due", "dispute"]);
    expect([about("renewal"), about("conversation"), about(null)]).toEqual(["Medicine", "About", "About"]);
  });
});
