import { expect, test } from "vitest";
import { newId } from "./ids.ts";
import { pageOf, pageSize, placeOf } from "./keyset.ts";
import { Refusal } from "./refusal.ts";

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ at: new Date(1_700_000_000_000 + index), id: newId() }));
const own = <T>(row: T) => row;

test("a cursor is the place of the last row of its page", () => {
  const read = rows(pageSize + 1);
  const { items, nextpage } = pageOf(read, own);
  expect(items).toHaveLength(pageSize);
  expect(placeOf(nextpage ?? "")).toEqual({ ...read[pageSize - 1], front: false });
});
test.each([0, 1, pageSize])("%i rows are the last page", (count) => {
  expect(pageOf(rows(count), own)).toMatchObject({ nextpage: null });
});
test("the first page has no cursor", () => {
  expect(placeOf(undefined)).toBeNull();
});
const cursorOf = (text: string) => Buffer.from(text).toString("base64url");
test.each([
  "",
  "x",
  "é",
  cursorOf("2026-99-99T00:00:00.000Z 0"),
  cursorOf(`2026-99-99T00:00:00.000Z ${newId()}`),
  cursorOf(`0000-01-01T00:00:00.000Z ${newId()}`),
])("%j is no cursor", (cursor) => {
  expect(() => placeOf(cursor)).toThrow(Refusal);
});
