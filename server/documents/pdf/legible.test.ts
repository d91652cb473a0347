import { expect, test } from "vitest";
import { legible } from "./legible.ts";

const latin = (codePoint: number) => codePoint < 0x180;

test("decisions §12 letters of other languages stay as they are where the font has them", () => {
  expect(legible("Núñez-Şahin Łęcka", latin)).toBe("Núñez-Şahin Łęcka");
  expect(legible("Nun\u0303ez", latin)).toBe("Nuñez");
});

test("decisions §12 a letter the font lacks loses its marks, and what cannot be written stays", () => {
  expect(legible("Nguyễn", latin)).toBe("Nguyen");
  expect(legible("李", latin)).toBe("李");
});
