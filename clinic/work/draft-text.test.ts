import * as z from "zod/mini";
import { expect, test } from "vitest";
import { draftText, joinFields, joinParagraphs } from "./draft-text.ts";

const nothing = { note: "", despite: false, directions: {} };
const { toText, fromText } = draftText(
  z.object({ note: z.string(), despite: z.boolean(), directions: z.record(z.string(), z.string()) }),
  nothing,
);

test("what was written comes back as it was", () => {
  const fields = { note: "", despite: true, directions: { patch: "Once" } };
  expect(fromText(toText(fields))).toEqual(fields);
});

test("nothing written is no text, also where something was deleted again", () => {
  expect([toText(nothing), toText({ ...nothing, directions: { patch: "" } })]).toEqual(["", ""]);
});

test.each(["", "{", "null", '{"note":1}'])("%j, which can't be read, is nothing written", (text) =>
  expect(fromText(text)).toEqual(nothing),
);

test("typed before the draft was read: plain text follows what was kept", () =>
  expect(joinParagraphs("Half a letter", "The rest")).toBe("Half a letter\n\nThe rest"));

test("typed before the draft was read: a form has what was kept, and the fields written since", () => {
  const saved = toText({ note: "Bleeding", despite: false, directions: { patch: "Once", capsule: "Twice" } });
  const typed = toText({ note: "", despite: true, directions: { patch: "Once a week" } });
  const joined = { note: "Bleeding", despite: true, directions: { patch: "Once a week", capsule: "Twice" } };
  expect(fromText(joinFields(saved, typed))).toEqual(joined);
  expect(joinFields("{", typed)).toBe(typed);
  expect(joinFields('{"note":"Half","day":null}', '{"note":"","day":null}')).toBe('{"note":"Half","day":null}');
});
