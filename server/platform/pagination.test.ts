import { expect, test } from "vitest";
import { newId } from "./ids.ts";
import { paginate, pageSize, decodeCursor } from "./pagination.ts";
import { Refusal } from "./refusal.ts";

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ at: new Date(1_700_000_000_000 + index), id: newId() }));
const identity = <T>(row: T) => row;

test("a cursor is the sort key of the last row of its page", () => {
  const readRows = rows(pageSize + 1);
  const { items, nextpage } = paginate(readRows, identity);
  expect(items).toHaveLength(pageSize);
  expect(decodeCursor(nextpage ?? "")).toEqual({ ...readRows[pageSize - 1], isPriority: false });
});
test.each([0, 1, pageSize])("%i rows are the last page", (count) => {
  expect(paginate(rows(count), identity)).toMatchObject({ nextpage: null });
});
test("the first page has no cursor", () => {
  expect(decodeCursor(undefined)).toBeNull();
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
  expect(() => decodeCursor(cursor)).toThrow(Refusal);
});
