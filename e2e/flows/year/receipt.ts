import { readFile } from "node:fs/promises";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { expect } from "../../fixtures.ts";
import type { PatientYear } from "./patient-year.ts";

/** The numbers of a receipt; sums in cents. */
export interface Receipt {
  /** Numbers of the orders paid in the year. */
  readonly orders: readonly string[];
  /** Sum of its lines; `taxAndShipping` is its sales tax and shipping. */
  readonly lines: number;
  readonly taxAndShipping: number;
  readonly refunds: number;
  /** Its stated total: paid less refunds. */
  readonly net: number;
}

/** Downloads the HSA receipt of a year with its dialog. */
export async function downloadReceipt({ page }: PatientYear, year: string): Promise<Receipt> {
  const dialog = page.getByRole("dialog", { name: "Download HSA Receipt" });
  if (!(await dialog.isVisible())) await page.getByRole("button", { name: "HSA receipt", exact: true }).click();
  await dialog.getByLabel("Year").selectOption(year);
  const coming = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe(`calendula-hsa-receipt-${year}.pdf`);
  const { tables } = await readPdf(await readFile(await file.path()));
  return receiptOf(tables);
}

type Table = readonly (readonly string[])[];

function receiptOf(tables: readonly Table[]): Receipt {
  const bought = columnsOf(tables, "Drug or product");
  const paid = columnsOf(tables, "Paid on");
  const refunded = columnsOf(tables, "Refunded on");
  const summary = tables.find(([head]) => head?.[0] === "Paid for")?.at(-1);
  return {
    orders: paid("Order"),
    lines: sum(bought("Amount")),
    taxAndShipping: sum(paid("Sales tax")) + sum(paid("Shipping")),
    refunds: sum(refunded("Refund")),
    net: cents(summary?.at(-1) ?? ""),
  };
}

/** The cells of the tables that have a column of this name, by column, without total rows; a long table continues over several pages. */
function columnsOf(tables: readonly Table[], columnName: string): (name: string) => string[] {
  const own = tables.filter(([head]) => head?.includes(columnName));
  return (name) =>
    own.flatMap(([head = [], ...rows]) =>
      rows.filter(([first]) => !first?.startsWith("Total")).map((row) => row[head.indexOf(name)] ?? ""),
    );
}

const sum = (cells: readonly string[]): number => cells.reduce((total, cell) => total + cents(cell), 0);

/** Cents of “$1,234.50” or “−$69.00”. */
function cents(text: string): number {
  const amount = Math.round(Number(text.replace(/[^\d.]/g, "")) * 100);
  return /^[-−–]/.test(text) ? -amount : amount;
}
