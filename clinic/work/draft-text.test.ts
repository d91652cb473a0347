import * as z from "zod/mini";
import { expect, test } from "vitest";
import { draftText } from "./draft-text.ts";

const nothing = { note: "", despite: false, directions: {} };
const { toText, fromText } = draftText(
  z.object({ note: z.string(), despite: z.boolean(), directions: z.record(z.string(), z.string()) }),
  nothing,
);

test("what was written comes back as it was", () => {
  const written = { note: "", despite: true, directions: { patch: "Once" } };
  expect(fromText(toText(written))).toEqual(written);
});

test("nothing written is no text, also where something was deleted again", () => {
  expect([toText(nothing), toText({ ...nothing, directions: { patch: "" } })]).toEqual(["", ""]);
});

test.each(["", "{", "null", '{"note":1}'])("%j, which can't be read, is nothing written", (text) =>
  expect(fromText(text)).toEqual(nothing),
);
