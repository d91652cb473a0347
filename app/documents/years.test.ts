import { expect, test } from "vitest";
import { receiptYears } from "./years.ts";

test("§2.3 the year selector runs from 2021 to the current year, newest first", () => {
  const years = receiptYears(new Date(2026, 5, 1)).map(({ value }) => value);
  expect(years).toEqual(["2026", "2025", "2024", "2023", "2022", "2021"]);
});

test("§9 a clock before 2021 still offers 2021", () => {
  expect(receiptYears(new Date(2019, 0, 1))).toEqual([{ value: "2021", label: "2021" }]);
});
