import { describe, expect, test } from "vitest";
import { csvCell, csvText } from "#contract/fields/csv.ts";
import { parseCsv } from "./csv.ts";

describe("a file for a spreadsheet", () => {
  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])("a cell that begins like %j is text", (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`);
  });

  test("quotes and line breaks stay in their cell", () => {
    expect(csvCell('a "b"\nc, d')).toBe('"a ""b""\nc, d"');
  });
});

describe("a file from a spreadsheet", () => {
  const cells = (text: string) => parseCsv(text)?.map((row) => row.cells);

  test("comes back as it went out", () => {
    const rows = [
      ["Order", "Tracking"],
      ["=1", 'a "b"\nc, d'],
      ["-2", "é"],
    ];
    expect(cells(`\uFEFF${csvText(rows)}`)).toEqual(rows);
  });

  test.each([
    ["a semicolon", "Order;Carrier\n1;Post, fast"],
    ["a tab", "Order\tCarrier\n1\tPost, fast"],
  ])("cells are separated by %s where the language has it so", (_, text) => {
    expect(cells(text)).toEqual([
      ["Order", "Carrier"],
      ["1", "Post, fast"],
    ]);
  });

  test("empty lines are no rows, and each row knows the line it begins at", () => {
    expect(parseCsv('a,b\r\n\r\n"1\n2",x\r\n3,y')).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 3, cells: ["1\n2", "x"] },
      { line: 5, cells: ["3", "y"] },
    ]);
  });

  test.each(['a,b\n"1,2', 'a,b\n1"2,3', 'a,b\n"1"2,3'])(
    "a quote that isn’t closed or stands within a cell: %j",
    (text) => {
      expect(parseCsv(text)).toBeNull();
    },
  );
});
