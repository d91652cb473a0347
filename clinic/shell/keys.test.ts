import { describe, expect, test } from "vitest";
import { escapeLeaves, type Focused, takesKey } from "#clinic/ui/taken-keys.ts";
import { nextKey, type KeyState } from "./keys.ts";

const press = (key: string, change = {}) => ({ key, modified: false, taken: false, ...change });
const idle: KeyState = { goingSince: null };
const going: KeyState = { goingSince: 1000 };

describe("keys", () => {
  test("g and a letter goes somewhere", () => {
    expect(nextKey(idle, press("g"), 1000)).toEqual({ state: going, action: { kind: "none" } });
    expect(nextKey(going, press("t"), 1400)).toEqual({ state: idle, action: { kind: "go", letter: "t" } });
  });

  test("a letter long after g is itself", () => {
    expect(nextKey(going, press("j"), 3000).action).toEqual({ kind: "key", key: "j" });
  });

  test("somebody who types, or has a dialog open, presses no keys of the page", () => {
    expect(nextKey(idle, press("g", { taken: true }), 0)).toEqual({ state: idle, action: { kind: "none" } });
    expect(nextKey(going, press("t", { taken: true }), 1100)).toEqual({ state: idle, action: { kind: "none" } });
  });

  test("the browser's own shortcuts stay the browser's", () => {
    expect(nextKey(idle, press("j", { modified: true }), 0).action).toEqual({ kind: "none" });
  });

  test("Shift on the way to ? changes nothing", () => {
    expect(nextKey(going, press("Shift"), 1100).state).toEqual(going);
    expect(nextKey(idle, press("?"), 1100).action).toEqual({ kind: "key", key: "?" });
  });
});

describe("a key in a field", () => {
  const at = (change: Partial<Focused>): Focused => ({
    tag: "DIV",
    type: "",
    editable: false,
    inDialog: false,
    ...change,
  });
  const radio = at({ tag: "INPUT", type: "radio" });

  test.each<[Partial<Focused>, boolean]>([
    [{}, false],
    [{ tag: "BUTTON" }, false],
    [{ tag: "INPUT", type: "text" }, true],
    [{ tag: "INPUT", type: "date" }, true],
    [{ tag: "TEXTAREA" }, true],
    [{ tag: "SELECT" }, true],
    [{ editable: true }, true],
    [{ inDialog: true }, true],
    [{ tag: "INPUT", type: "radio" }, false],
    [{ tag: "INPUT", type: "checkbox" }, false],
    [{ tag: "INPUT", type: "radio", inDialog: true }, true],
  ])("a letter at %j is the field's: %s", (focused, taken) => {
    expect(takesKey(at(focused), "a")).toBe(taken);
  });

  test.each<[Partial<Focused> | null, boolean]>([
    [{ tag: "INPUT", type: "text" }, true],
    [{ tag: "TEXTAREA" }, true],
    [{ tag: "SELECT" }, true],
    [{ editable: true }, true],
    [{ tag: "INPUT", type: "radio" }, true],
    [{ tag: "TEXTAREA", inDialog: true }, false],
    [{ tag: "BUTTON" }, false],
    [{}, false],
    [null, false],
  ])("Escape at %j leaves the field: %s", (focused, leaves) => {
    const escape = { key: "Escape", defaultPrevented: false };
    const where = focused && at(focused);
    expect(escapeLeaves(where, escape)).toBe(leaves);
    expect([
      escapeLeaves(where, { ...escape, defaultPrevented: true }),
      escapeLeaves(where, { ...escape, key: "a" }),
    ]).toEqual([false, false]);
  });

  test("what chooses is the choice's", () => {
    expect([" ", "ArrowDown", "Enter", "Tab"].map((key) => takesKey(radio, key))).toEqual([true, true, true, true]);
  });
});
