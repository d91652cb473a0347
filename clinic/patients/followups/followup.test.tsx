import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { bareRecord, patient } from "#clinic/testing/patients.ts";
import { followupResult } from "#clinic/testing/followups.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { inboxItem } from "#clinic/testing/inbox.ts";
import { hasOpenFollowup } from "#clinic/work/send-followup.tsx";
import type { RecordFollowup } from "#contract/care/patients.ts";
import { byMovement, closedText, closeLabel, listedFollowups, movement, otherAnswers } from "./followup.ts";
import { FollowupAnswers } from "./followup-answers.tsx";

const followup = (number: number, status: RecordFollowup["status"], change: Partial<RecordFollowup> = {}) => ({
  ...{ id: staffId(700 + number), status, sentat: `2026-11-${10 + number}T12:00:00Z`, completedat: null },
  ...{ waitingsince: null, closedat: null },
  ...change,
});
const waiting = (number: number, of = patient(1)) =>
  inboxItem({ kind: "followup", id: staffId(700 + number), patient: of });

describe("decisions §11 a patient's reviews are listed in the record", () => {
  const list = (followups: RecordFollowup[], inbox: ReturnType<typeof waiting>[], wanted: string | null = null) =>
    listedFollowups(bareRecord({ followups }), inbox, wanted).map(({ id, status }) => [
      Number(id.slice(-3)) - 700,
      status,
    ]);

  test("as the record has them; one that was answered since, as the inbox has it", () => {
    const followups = [followup(3, "not_answered"), followup(2, "not_answered"), followup(1, "read")];
    expect(list(followups, [waiting(2)])).toEqual([
      [3, "not_answered"],
      [2, "to_read"],
      [1, "read"],
    ]);
  });

  test("another patient's is never among them", () => {
    expect(list([followup(1, "read")], [waiting(1, patient(2)), waiting(5, patient(2))])).toEqual([[1, "read"]]);
  });

  test("the one an address asks for is there, once", () => {
    expect(list([followup(1, "read")], [], staffId(701))).toEqual([[1, "read"]]);
    expect(list([], [], staffId(708))).toEqual([[8, "unknown"]]);
  });

  test("another one is sent once the last is finished", () => {
    const open = hasOpenFollowup(bareRecord({ followups: [followup(2, "read")] }));
    const finished = [followup(2, "to_read", { completedat: "2026-11-20T12:00:00Z" })];
    expect([open, hasOpenFollowup(bareRecord({ followups: finished })), hasOpenFollowup(bareRecord())]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("decisions §11 a review as it's read", () => {
  test.each([
    [4, 1, "Better"],
    [1, 3, "Worse"],
    [2, 2, "The same"],
    [null, 2, "New"],
    [2, null, "Not answered"],
  ])("a symptom that was %s and is %s is “%s”", (before, now, label) =>
    expect(movement({ id: "a", name: "A", before, now }).label).toBe(label),
  );

  test("what got worse comes first, and a symptom isn't among the answers again", () => {
    const shown = followupResult();
    expect(byMovement(shown.symptoms).map(({ name }) => name)).toEqual(["Poor sleep", "Low mood", "Hot flashes"]);
    expect(otherAnswers(shown).map(({ questionid }) => questionid)).toEqual(["side_effects", "what_else", "form"]);
  });

  test("warnings, movement, side effects and the patient's own words are all there, in this order", () => {
    const markup = renderToStaticMarkup(<FollowupAnswers followup={followupResult()} />);
    const places = [
      "Look at this",
      "Bleeding the patient didn’t expect.",
      "Poor sleep: was 1, now 3",
      "Bleeding I didn&#x27;t expect",
      "The patch itches.",
      "Before they changed an answer",
      "9 of 10",
    ].map((text) => markup.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(markup).not.toContain("hasn’t finished");
  });

  test("one that isn't finished and reports an emergency says both", () => {
    const flags = [{ id: "a", level: "emergency" as const, text: "Chest pain." }];
    const markup = renderToStaticMarkup(<FollowupAnswers followup={followupResult({ completedat: null, flags })} />);
    expect(markup).toContain("The patient hasn’t finished it");
    expect(markup).toContain(">Emergency<");
  });

  test("the button and what it did say whether a note goes to the patient", () => {
    expect([closeLabel(" "), closeLabel("Well done.")]).toEqual(["Close without a note", "Send the note and close"]);
    expect(closedText("Rosa", "Well done.")).toBe("Closed. Your note is sent to Rosa.");
    expect(closedText("Rosa", "")).toBe("Closed, without a note.");
  });
});
