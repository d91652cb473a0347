import { act, renderHook, waitFor } from "@testing-library/react";
import * as z from "zod/mini";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareDocument } from "#app/testing/screens/document.ts";
import { createScreenServer, lost } from "#app/testing/screens/server.ts";
import { clearData } from "#clinic/api/query.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import { draftText } from "./draft-text.ts";
import { draftStatusTexts, pauseMs, useFields } from "./draft.ts";

const nothing = { note: "", dose: "" };
const text = draftText(z.object({ note: z.string(), dose: z.string() }), nothing);
const work = { kind: "note", id: staffId(5) } as const;
let server: ReturnType<typeof createScreenServer>;
beforeEach(() => {
  server = createScreenServer();
  prepareDocument(server.send);
  server.answer(staffWorkCalls.draft, { text: text.toText({ note: "Half", dose: "" }), updatedat: null });
});
// What is saved as a form closes goes to the server of its own test.
afterEach(async () => {
  clearData();
  await new Promise(setImmediate);
});
const saved = () =>
  server.sent.map(({ params, body }) => [params["kind"], params["id"], JSON.parse((body as { text: string }).text)]);
const asSaved = (note: string, dose: string) => [work.kind, work.id, { note, dose }];

test("the fields of a form are there again, change one at a time, and are saved after a pause", async () => {
  const { result, unmount } = renderHook(() => useFields(work, text));
  expect([result.current.loaded, result.current.value]).toEqual([false, nothing]);
  await waitFor(() => expect(result.current.loaded).toBe(true));
  expect([result.current.value, result.current.status]).toEqual([{ note: "Half", dose: "" }, "saved"]);
  act(() => result.current.change({ dose: "1 mg" }));
  act(() => result.current.change({ note: "Half a" }));
  expect([result.current.latest(), result.current.status, server.sent]).toEqual([
    ...[{ note: "Half a", dose: "1 mg" }, "unsaved", []],
  ]);
  const before = performance.now();
  await waitFor(() => expect(result.current.status).toBe("saved"));
  expect(performance.now() - before).toBeGreaterThan(pauseMs / 2);
  expect(saved()).toEqual([asSaved("Half a", "1 mg")]);
  unmount();
});

test("what was missing is said at its field until somebody writes there", async () => {
  const { result, unmount } = renderHook(() => useFields(work, text));
  await waitFor(() => expect(result.current.loaded).toBe(true));
  const missing = { note: "Please write one.", dose: "How much?" };
  act(() => expect(result.current.isMissing(missing)).toBe(true));
  expect(result.current.missing).toEqual(missing);
  act(() => result.current.change({ dose: "1 mg" }));
  expect(result.current.missing).toEqual({ note: missing.note });
  act(() => expect(result.current.isMissing({})).toBe(false));
  expect(result.current.missing).toEqual({});
  unmount();
});

test("it's saved at once when the line is back, and when the page is left, and not by a page that was left", async () => {
  const { result, unmount } = renderHook(() => useFields(work, text));
  await waitFor(() => expect(result.current.loaded).toBe(true));
  act(() => result.current.change({ note: "One" }));
  await act(async () => {
    dispatchEvent(new Event("online"));
    await server.settled();
  });
  expect(saved()).toEqual([asSaved("One", "")]);
  act(() => result.current.change({ note: "Two" }));
  unmount();
  await server.settled();
  expect(saved()).toEqual([asSaved("One", ""), asSaved("Two", "")]);
  result.current.change({ note: "Three" });
  dispatchEvent(new Event("online"));
  await server.settled();
  expect(server.sent).toHaveLength(2);
});

test("opened again while it's saved, or after it couldn't be, a form goes on with what was typed; somebody else's doesn't", async () => {
  const open = async () => {
    const form = renderHook(() => useFields(work, text));
    await waitFor(() => expect(form.result.current.loaded).toBe(true));
    return form;
  };
  const first = await open();
  act(() => first.result.current.change({ note: "One" }));
  first.unmount();
  const second = await open();
  expect(second.result.current.value.note).toBe("One");
  await server.settled();
  expect(saved()).toEqual([asSaved("One", "")]);
  server.answer(staffWorkCalls.saveDraft, lost);
  act(() => second.result.current.change({ note: "Two" }));
  second.unmount();
  await server.settled();
  const third = await open();
  expect(third.result.current.value.note).toBe("Two");
  third.unmount();
  clearData();
  const other = await open();
  expect(other.result.current.value.note).toBe("Half");
  other.unmount();
});

test("each state of a draft is said in words, nothing where nothing is written", () => {
  expect(draftStatusTexts).toEqual({ none: "", unsaved: "Not saved yet", saved: "Draft saved" });
});

test("who pauses for most of a second has it saved: shorter sends each word, longer loses more with the line", () => {
  expect(pauseMs).toBe(800);
});
