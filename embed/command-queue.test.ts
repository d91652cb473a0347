import { expect, test } from "vitest";
import { callsOf, isVisitorCommand, isBackgroundCommand, type Stub } from "./command-queue.ts";

/** The state of the stub of docs/embed.md: the `arguments` of each call. */
function stubWith(...calls: unknown[][]): Stub {
  const q = calls.map((call) =>
    (function (..._call: unknown[]) {
      // oxlint-disable-next-line prefer-rest-params -- as sites write it
      return arguments;
    })(...call),
  );
  return Object.assign(() => {}, { q }) as unknown as Stub;
}

test("§7 commands given before the loader arrived are taken over in order", () => {
  const calls = [["cookie", { name: "gclid", value: "1" }], ["login"]];
  expect(callsOf(stubWith(...calls))).toEqual(calls);
  expect(callsOf(calls)).toEqual(calls);
});

test("§7 without a stub, or with an uncalled one, there is nothing to take over", () => {
  expect(callsOf(undefined)).toEqual([]);
  expect(callsOf([])).toEqual([]);
  expect(callsOf((() => {}) as unknown as Stub)).toEqual([]);
});

test("§7 an invalid call counts as an empty one, and the calls after it are taken over", () => {
  const calls = [null, undefined, 5, ["login"]] as unknown as Iterable<unknown>[];
  expect(callsOf(calls)).toEqual([[], [], [], ["login"]]);
});

test("§7 a visitor waits for a command that shows something", () => {
  expect(["login", "cart-open", "account-open", "login-with-redirect"].every(isVisitorCommand)).toBe(true);
  expect(["cookie", "logout", "close", "prepare", "mount", "on", undefined].some(isVisitorCommand)).toBe(false);
});

test("§7 a logout ends the session although nobody sees the widget", () => {
  expect(["prepare", "mount", "logout"].every(isBackgroundCommand)).toBe(true);
  expect(["cookie", "close", "on", "login", undefined].some(isBackgroundCommand)).toBe(false);
});
