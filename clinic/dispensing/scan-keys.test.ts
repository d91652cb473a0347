import { describe, expect, test } from "vitest";
import { gtinOfNdc } from "#contract/dispensing/ndc.ts";
import { afterKey, nothingTyped, type PressedKey } from "./scan-keys.ts";

const gs = "\u001d";
const code = `01${gtinOfNdc("0078034342")}1727053110AB12`;
const press = (key: string, change: Partial<PressedKey> = {}): Omit<PressedKey, "at"> => ({
  ...{ key, ctrlKey: false, altKey: false },
  ...change,
});
const keysOf = (text: string) => Array.from(text, (key) => press(key));

/** What is scanned of keys, each a pause after the one before. */
function scans(keys: readonly Omit<PressedKey, "at">[], pause = 10): string[] {
  let run = nothingTyped;
  return keys.flatMap((key, index) => {
    const next = afterKey(run, { ...key, at: 1000 + index * pause });
    ({ run } = next);
    return next.scanned ?? [];
  });
}

describe("a scanner is told from somebody who types", () => {
  test.each([
    ["ends with Enter", [...keysOf(code), press("Enter")], [code]],
    ["ends with Tab", [...keysOf(code), press("Tab")], [code]],
    ["two, one after the other", [...keysOf(code), press("Enter"), ...keysOf(code), press("Enter")], [code, code]],
    ["with Shift in between", [...keysOf(code).flatMap((key) => [press("Shift"), key]), press("Enter")], [code]],
    [
      "GS as Ctrl+]",
      [...keysOf(code), press("]", { ctrlKey: true }), ...keysOf("21S1"), press("Enter")],
      [`${code}${gs}21S1`],
    ],
    ["GS as F8", [...keysOf(code), press("F8"), ...keysOf("21S1"), press("Enter")], [`${code}${gs}21S1`]],
    [
      "GS as Alt+029",
      [
        ...keysOf(code),
        press("Alt"),
        ...["0", "2", "9"].map((key) => press(key, { altKey: true })),
        ...keysOf("21S1"),
        press("Enter"),
      ],
      [`${code}${gs}21S1`],
    ],
    ["half a code, fast", [...keysOf(code.slice(0, 12)), press("Enter")], [code.slice(0, 12)]],
    ["AltGr types a character", [...keysOf("]d2".slice(1)), press("Enter")], []],
    ["a lot", [...keysOf("AB12"), press("Enter")], []],
    ["a shortcut", [...keysOf(code), press("c", { ctrlKey: true }), press("Enter")], []],
    ["an arrow in between", [...keysOf(code), press("ArrowLeft"), press("Enter")], []],
    ["only Enter", [press("Enter")], []],
  ])("%s", (_, keys, scanned) => expect(scans(keys)).toEqual(scanned));

  test("at the pace of a hand a code is still one, a text is none", () => {
    expect(scans([...keysOf(code), press("Enter")], 150)).toEqual([code]);
    expect(scans([...keysOf("LOT-2027-0031"), press("Enter")], 100)).toEqual([]);
    expect(scans([...keysOf(code), press("Enter")], 400)).toEqual([]);
  });
});
