import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useDraft } from "./use-draft.ts";

test("what is written to one conversation stays there, until it's emptied, and is in no other one", () => {
  const draftOf = (id: string) => renderHook(() => useDraft(id)).result;
  const textOf = (id: string) => draftOf(id).current[0];
  act(() => draftOf("doctor").current[1]("My head aches"));
  expect([textOf("doctor"), textOf("patient_services")]).toEqual(["My head aches", ""]);
  act(() => draftOf("patient_services").current[1]("Where is my order?"));
  expect([textOf("doctor"), textOf("patient_services")]).toEqual(["My head aches", "Where is my order?"]);
  act(() => draftOf("doctor").current[1](""));
  expect([textOf("doctor"), textOf("patient_services")]).toEqual(["", "Where is my order?"]);
});
