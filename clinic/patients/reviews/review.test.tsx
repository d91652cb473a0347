import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { message } from "#clinic/testing/messages.ts";
import { patient } from "#clinic/testing/patients.ts";
import { review } from "#clinic/testing/reviews.ts";
import { staffId } from "#clinic/testing/staff.ts";
import type { InboxItem } from "#clinic/work/queues.ts";
import { byMovement, closedText, closeLabel, differs, listedReviews, movement, otherAnswers } from "./review.ts";
import { ReviewAnswers } from "./review-answers.tsx";

const patientId = patient(1).id;
const sent = (number: number, actionstatus: "PENDING" | "ANSWERED") =>
  message({
    ...{ seq: number, by: "doctor", type: "prescription_followup", actionstatus, followupid: staffId(700 + number) },
    createdat: `2026-11-${10 + number}T12:00:00Z`,
  });
const waiting = (number: number, of = patient(1)): InboxItem => ({
  ...{ queue: "followup", id: staffId(700 + number), patient: of, name: null, since: "2026-11-25T12:00:00Z" },
  ...{ expires: null, note: "" },
});

describe("decisions §11 a patient's reviews are listed in the record", () => {
  const list = (messages: Parameters<typeof listedReviews>[0], inbox: InboxItem[], wanted: string | null = null) =>
    listedReviews(messages, inbox, { patientId, wanted }).map(({ id, status }) => [Number(id.slice(-3)) - 700, status]);

  test("to read as the inbox has it, also one that isn't finished and reports an emergency", () => {
    const messages = [sent(3, "PENDING"), sent(2, "PENDING"), message({ seq: 9 }), sent(1, "ANSWERED")];
    expect(list(messages, [waiting(2)])).toEqual([
      [3, "not_answered"],
      [2, "to_read"],
      [1, "answered"],
    ]);
  });

  test("another patient's is never among them, and each one stands once", () => {
    expect(list([sent(1, "ANSWERED")], [waiting(1), waiting(5, patient(2))])).toEqual([[1, "to_read"]]);
    expect(list([sent(1, "ANSWERED")], [], staffId(701))).toEqual([[1, "answered"]]);
  });

  test("one that waits longer than the messages go back is there, and so is the one an address asks for", () => {
    expect(list([], [waiting(4)], staffId(708))).toEqual([
      [4, "to_read"],
      [8, "unknown"],
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
    const shown = review();
    expect(byMovement(shown.symptoms).map(({ name }) => name)).toEqual(["Poor sleep", "Low mood", "Hot flashes"]);
    expect(otherAnswers(shown).map(({ questionid }) => questionid)).toEqual(["side_effects", "what_else", "form"]);
  });

  test("warnings, movement, side effects and the patient's own words are all there, in this order", () => {
    const markup = renderToStaticMarkup(<ReviewAnswers review={review()} />);
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
    const markup = renderToStaticMarkup(<ReviewAnswers review={review({ completedat: null, flags })} />);
    expect(markup).toContain("The patient hasn’t finished it");
    expect(markup).toContain(">Emergency<");
  });

  test("what the patient answered meanwhile is noticed; that it was closed isn't an answer", () => {
    expect(differs(review(), review({ closedat: "2026-11-25T13:00:00Z" }))).toBe(false);
    expect(differs(review({ completedat: null }), review())).toBe(true);
    expect(differs(review({ flags: [] }), review())).toBe(true);
  });

  test("the button and what it did say whether a note goes to the patient", () => {
    expect([closeLabel(" "), closeLabel("Well done.")]).toEqual(["Close without a note", "Send the note and close"]);
    expect(closedText("Rosa", "Well done.")).toBe("Closed. Your note is sent to Rosa.");
    expect(closedText("Rosa", "")).toBe("Closed, without a note.");
  });
});
