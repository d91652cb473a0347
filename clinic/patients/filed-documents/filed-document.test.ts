import { expect, test } from "vitest";
import { DocumentKind } from "#contract/documents/calls.ts";
import { filedBody, kindOptions, missingFromFiled, nothingFiled, reviewText, sourceText } from "./filed-document.ts";

const typed = { kind: "referral", from: " Dr. Ito ", datedon: "2026-11-02", title: " Letter " };
const uploadedat = "2026-11-20T12:00:00Z";

test("each kind can be filed", () => {
  expect(kindOptions.map(({ value }) => value).toSorted()).toEqual(DocumentKind.options.toSorted());
});

test("it takes a file, a kind and who sent it; no day to come", () => {
  expect(Object.keys(missingFromFiled(nothingFiled, null, "2026-11-24"))).toEqual(["file", "kind", "from"]);
  expect(missingFromFiled(typed, {}, "2026-11-24")).toEqual({});
  expect(missingFromFiled(typed, {}, "2026-11-02")).toEqual({});
  expect(Object.keys(missingFromFiled(typed, {}, "2026-11-01"))).toEqual(["datedon"]);
});

test("what is empty is left out", () => {
  expect(filedBody(typed)).toEqual({ kind: "referral", from: "Dr. Ito", datedon: "2026-11-02", title: "Letter" });
  expect(filedBody({ ...typed, datedon: "", title: " " })).toEqual({ kind: "referral", from: "Dr. Ito" });
});

test("a line says whence it came, and who looked at it", () => {
  const sent = { filed: null, review: null, uploadedat };
  expect([sourceText(sent), reviewText(sent)]).toEqual(["sent November 20, 2026", "nobody has looked at it yet"]);
  const filed = { from: "Dr. Ito", datedon: "2026-11-02" };
  expect(sourceText({ ...sent, filed })).toBe("from Dr. Ito, of November 2, 2026, filed November 20, 2026");
  expect(sourceText({ ...sent, filed: { ...filed, datedon: null } })).toBe("from Dr. Ito, filed November 20, 2026");
  const review = { by: "Elena Marsh, MD", at: "2026-11-21T12:00:00Z", text: "Fine." };
  expect(reviewText({ ...sent, review })).toBe("looked at by Elena Marsh, MD, November 21, 2026");
  expect(reviewText({ ...sent, review: { ...review, by: null } })).toBe("looked at by your system, November 21, 2026");
});
