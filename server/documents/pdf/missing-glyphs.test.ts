import { expect, test } from "vitest";
import { replaceMissingGlyphs } from "./pdf-writer.ts";

const latin = (codePoint: number) => codePoint < 0x180;

test("decisions §12 letters of other languages stay as they are where the font has them", () => {
  expect(replaceMissingGlyphs("Núñez-Şahin Łęcka", latin)).toBe("Núñez-Şahin Łęcka");
  expect(replaceMissingGlyphs("Nun\u0303ez", latin)).toBe("Nuñez");
});

test("decisions §12 a letter the font lacks loses its marks, and one that cannot be written stays", () => {
  expect(replaceMissingGlyphs("Nguyễn", latin)).toBe("Nguyen");
  expect(replaceMissingGlyphs("李", latin)).toBe("李");
});
