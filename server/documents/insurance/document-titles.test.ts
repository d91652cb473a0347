import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { fileNameOf, titleOf } from "./insurance-documents.ts";

const content = await shippedContent();

test("§2.1 insurance documents: a document is called as the patient named it, else by the name of its kind", () => {
  expect(titleOf(content, "referral", "From Dr. Lee")).toBe("From Dr. Lee");
  expect(titleOf(content, "insurance_back", null)).toBe("Insurance card, back");
});

test.each([
  ["Insurance card, front", "image/jpeg", "insurance-card-front.jpg"],
  ["  Labs 2026/03 — Café ", "application/pdf", "labs-2026-03-cafe.pdf"],
  ["Résumé", "application/pdf", "resume.pdf"],
  ["../../etc/passwd", "image/jpeg", "etc-passwd.jpg"],
  ["血液検査", "application/pdf", "document.pdf"],
  ["x".repeat(200), "image/jpeg", `${"x".repeat(60)}.jpg`],
])("§5 uploads: “%s” is downloaded under a plain name", (title, type, name) => {
  expect(fileNameOf(title, type)).toBe(name);
});
