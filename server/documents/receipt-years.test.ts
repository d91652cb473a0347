import { expect, test } from "vitest";
import { receiptYears } from "./downloads.ts";

const at = (moment: string) => receiptYears("America/New_York", new Date(moment));

test("§2.3 the years of a receipt run from 2021 to the practice's current year, newest first", () => {
  expect(at("2027-01-01T04:59:00Z")).toEqual([2026, 2025, 2024, 2023, 2022, 2021]);
  expect(at("2027-01-01T05:00:00Z")).toEqual([2027, 2026, 2025, 2024, 2023, 2022, 2021]);
});

test("§9 a clock before 2021 still offers 2021", () => {
  expect(at("2019-01-01T12:00:00Z")).toEqual([2021]);
});
