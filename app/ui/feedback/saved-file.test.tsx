import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { SavedFile } from "./saved-file.tsx";

const file = new File(["%PDF-1.7"], "receipt-2026.pdf", { type: "application/pdf" });
const shown = (handedOver: boolean) =>
  renderToStaticMarkup(<SavedFile saved={{ file, handedOver }} />).replace(/<[^>]+>/g, "");

test("a file given to a browser isn't said to be in the downloads, which no page knows", () => {
  expect(shown(true)).toContain("We gave receipt-2026.pdf to your browser to save.");
  expect(shown(true)).not.toMatch(/in your downloads/);
});

test.each([
  ["that shares files: a press", { canShare: () => true }, true],
  ["that shares no files of this kind: where it can be had", { canShare: () => false }, false],
  ["that shares nothing: where it can be had", {}, false],
])("in a browser that can't save, %s", (_what, navigator, isShared) => {
  vi.stubGlobal("navigator", navigator);
  expect(shown(false)).toContain("You’re in an app that can’t save files");
  expect(shown(false)).toContain("open this page in Safari or Chrome, log in, and download it there.");
  expect(shown(false).includes("Share or save it")).toBe(isShared);
});
