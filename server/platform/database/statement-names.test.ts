import { expect, test } from "vitest";
import { statementNames } from "./shared-reads.ts";

const callTimes = (names: ReturnType<typeof statementNames>, text: string, times: number) =>
  Array.from({ length: times }, () => names.nameOf(text));

test("a text gets a name from its hundredth use on, always the same", () => {
  const names = statementNames();
  expect(new Set(callTimes(names, "select 1", 99))).toEqual(new Set([null]));
  const [first, second] = callTimes(names, "select 1", 2);
  expect(first).toMatch(/^\w+$/);
  expect(second).toBe(first);
});

test("a text that is known to be sent often has a name from its first use on", () => {
  const names = statementNames();
  const name = names.nameOf("select 1", true);
  expect(name).toMatch(/^\w+$/);
  expect(names.nameOf("select 1", true)).toBe(name);
  names.forget("select 1");
  expect(names.nameOf("select 1", true)).toBeNull();
});

test("two texts never share a name", () => {
  const names = statementNames();
  const named = ["select 1", "select 2", "select 3"].map((text) => callTimes(names, text, 100).at(-1));
  expect(new Set(named).size).toBe(3);
});

test("a forgotten text is sent in full from then on", () => {
  const names = statementNames();
  callTimes(names, "select 1", 100);
  names.forget("select 1");
  expect(new Set(callTimes(names, "select 1", 200))).toEqual(new Set([null]));
});

test("an unlimited number of texts takes a limited number of names and limited memory", () => {
  const names = statementNames();
  for (let number = 0; number < 300; number += 1) callTimes(names, `select ${number}`, 100);
  expect(names.nameOf("select 199")).not.toBeNull();
  expect(names.nameOf("select 299")).toBeNull();
});
