import { describe, expect, test } from "vitest";
import { createSigning, noteDraft, noteField } from "./note-draft.ts";

const stop = noteDraft("medicine_stopped");
const edited = { decision: "medicine_stopped", text: "Mine.", from: "Drafted." } as const;

describe("decisions §20 the note of a decision while it's made", () => {
  test("a draft comes back as it was, and another decision's is none", () => {
    expect(stop.fromText(stop.toText(edited))).toEqual(edited);
    expect(noteDraft("medicine_held").fromText(stop.toText(edited)).text).toBeNull();
    expect(stop.toText({ ...edited, text: null })).toBe("");
    for (const broken of ["", "{", "null", '{"text":1}']) expect(stop.fromText(broken).text).toBeNull();
  });

  test("what was typed before the draft was read takes its place; another decision's adds nothing", () => {
    const typed = stop.toText({ ...edited, text: "Typed." });
    expect(stop.fromText(stop.join(stop.toText(edited), typed)).text).toBe("Typed.");
    const held = noteDraft("medicine_held");
    expect(stop.join(held.toText({ ...edited, decision: "medicine_held" }), typed)).toBe(typed);
  });

  test("until somebody writes in it the drafted one is shown and signed, once it's of what is decided now", () => {
    const untouched = { text: null, from: "" };
    expect(noteField(untouched, "Drafted.")).toEqual({
      ...{ text: "Drafted.", isEdited: false, isOutdated: false, signed: "Drafted." },
    });
    expect(noteField(untouched, null)).toMatchObject({ text: "", signed: undefined });
  });

  test("what somebody wrote is signed, and says so where the decision has changed since", () => {
    expect(noteField(edited, "Drafted.")).toEqual({
      ...{ text: "Mine.", isEdited: true, isOutdated: false, signed: "Mine." },
    });
    expect(noteField(edited, "Drafted anew.").isOutdated).toBe(true);
    expect(noteField(edited, null).isOutdated).toBe(false);
  });

  test("emptied, the drafted one is signed", () => {
    expect(noteField({ ...edited, text: " " }, "Drafted.")).toMatchObject({ isEdited: true, signed: "Drafted." });
    expect(noteField({ ...edited, text: "" }, null).signed).toBeUndefined();
  });

  test("a press again sends the note of the first one, also where its draft arrived between; own words and another decision are sent as they are", () => {
    const sign = createSigning();
    const untouched = { text: null, from: "" };
    expect(sign("stop", noteField(untouched, null))).toEqual({});
    expect(sign("stop", noteField(untouched, "Drafted."))).toEqual({});
    expect(sign("stop", noteField({ text: " ", from: "Drafted." }, "Drafted."))).toEqual({});
    expect(sign("stop", noteField(edited, "Drafted."))).toEqual({ visitnote: "Mine." });
    expect(sign("hold", noteField(untouched, "Drafted."))).toEqual({ visitnote: "Drafted." });
    expect(sign("hold", noteField(untouched, "Drafted anew."))).toEqual({ visitnote: "Drafted." });
  });
});
