import { describe, expect, test } from "vitest";
import { messagePreview } from "./message-preview.ts";

describe("§2.3 §9 preview of a message", () => {
  test("85 characters stay uncut", () => {
    expect(messagePreview("a".repeat(85))).toBe("a".repeat(85));
  });

  test("86 characters become 82 and an ellipsis", () => {
    expect(messagePreview(`${"a".repeat(82)}bcde`)).toBe(`${"a".repeat(82)}…`);
  });

  test.each([
    ["an emoji of two code units", "🌼"],
    ["a family joined of several emoji", "👩‍👩‍👧"],
    ["a flag", "🇺🇸"],
    ["a letter and its combining accent", "e\u0301"],
  ])("%s counts as one and is never cut in half", (_, character) => {
    expect(messagePreview(character.repeat(85))).toBe(character.repeat(85));
    expect(messagePreview(character.repeat(86))).toBe(`${character.repeat(82)}…`);
  });

  test("line breaks become one space, and count as one character", () => {
    expect(messagePreview("Good morning,\r\n\r\n  how are you?\n")).toBe("Good morning, how are you?");
    expect(messagePreview(`${"a".repeat(42)}\n\n${"b".repeat(42)}`)).toBe(`${"a".repeat(42)} ${"b".repeat(42)}`);
  });

  test.each([
    ["one letter with thousands of accents", `e${"\u0301".repeat(4900)}`, "…"],
    ["such a letter behind words", `Hello e${"\u0301".repeat(4900)} there`, "Hello …"],
    [
      "a few characters of many parts",
      `a${"\u0301".repeat(199)}`.repeat(4),
      `${`a${"\u0301".repeat(199)}`.repeat(3)}…`,
    ],
  ])("%s: at most 700 code units, cut between characters", (_, text, shown) => {
    expect(messagePreview(text)).toBe(shown);
  });

  test("direction controls do not reach the text around it", () => {
    expect(messagePreview("\u202eSee \u2066the\u2069 \u200fdoctor\u061c\u202c")).toBe("See the doctor");
  });

  test("an empty message has an empty preview", () => {
    expect(messagePreview("")).toBe("");
  });
});
