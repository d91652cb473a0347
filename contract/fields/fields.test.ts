import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { singleLine, multiLine } from "./fields.ts";

const read = (typed: string) => z.safeParse(singleLine(20), typed).data;

describe("a line", () => {
  test.each([
    ["a direction turned around", "Rosa\u202e\u2066exe", "Rosaexe"],
    ["marks at the end", " \u200fRosa\ufeff ", "Rosa"],
    ["a soft hyphen and a zero-width space", "Ro\u00adsa\u200b", "Rosa"],
  ])("drops %s", (_, typed, kept) => expect(read(typed)).toBe(kept));

  test.each(["نازنین\u200cزهرا", "ശ്രീ\u200d", "👩🏽‍⚕️ ❤️", "Zoë D’Arcy"])("keeps %s as it is", (typed) =>
    expect(read(typed)).toBe(typed),
  );

  test("of invisible characters only is empty", () => expect(read("\u202e \u200b")).toBeUndefined());
  test.each(["Rosa\nBcc: x", "a\u0000b"])("%j is refused", (typed) => expect(read(typed)).toBeUndefined());
});

test("several lines keep emoji and line breaks", () => {
  expect(z.parse(multiLine(20), "👩‍👧 ❤️\nЯ")).toBe("👩‍👧 ❤️\nЯ");
});
