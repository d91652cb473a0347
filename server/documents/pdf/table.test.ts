import { expect, test } from "vitest";
import { readPdf } from "../testing/read-pdf.ts";
import { letterhead } from "./blocks.ts";
import { writePdf } from "./pdf-writer.ts";
import { table } from "./table.ts";

const colours = { ink: "#101010", muted: "#505050", line: "#a0a0a0", band: "#f0f0f0", accent: "#303060" };
const options = {
  title: "A long list",
  author: "Practice",
  landscape: false,
  footer: "Foot",
  createdAt: new Date(0),
  colours,
  unprintable: "refuse",
} as const;
const columns = [
  { title: "Number", share: 1 },
  { title: "Words", share: 4 },
];

test("decisions §12 the head of a table is on every page and is read out once", async () => {
  const rows = Array.from({ length: 120 }, (_, index) => [String(index), `Row ${index}`]);
  const pdf = await readPdf(await writePdf(options, (writer) => table(writer, { columns, rows })));
  expect(pdf.pages).toBeGreaterThan(2);
  for (const text of pdf.textOfPage) expect(text).toMatch(/^Number Words/);
  expect(pdf.tables.flat().filter(([first]) => first === "Number")).toHaveLength(1);
  for (const [, words] of rows) expect(pdf.text).toContain(words);
});

test("decisions §12 an answer longer than a page is written in full", async () => {
  const words = Array.from({ length: 2500 }, (_, index) => `word${index}`).join(" ");
  const pdf = await readPdf(await writePdf(options, (writer) => table(writer, { columns, rows: [["1", words]] })));
  expect(pdf.pages).toBeGreaterThan(1);
  for (const index of [0, 1249, 1250, 2499]) expect(pdf.text).toContain(`word${index}`);
});

test("decisions §12 writing a long list lets other work run", async () => {
  const rows = Array.from({ length: 300 }, (_, index) => [String(index), `Row ${index}`]);
  let ticks = 0;
  await writePdf(options, async (writer) => {
    const tick = () => {
      ticks += 1;
      next = setImmediate(tick);
    };
    let next = setImmediate(tick);
    await table(writer, { columns, rows });
    clearImmediate(next);
  });
  expect(ticks).toBeGreaterThanOrEqual(20);
});

test("a document is drawn in the brand's colours and in no other", async () => {
  const seen = new Set<string>();
  await writePdf(options, async (writer) => {
    for (const draw of ["fillColor", "strokeColor", "fill"] as const) {
      const original = writer.doc[draw].bind(writer.doc) as (colour?: string) => PDFKit.PDFDocument;
      Object.assign(writer.doc, {
        [draw]: (colour?: string) => {
          if (colour !== undefined) seen.add(colour);
          return original(colour);
        },
      });
    }
    letterhead(writer, { issuer: "Practice", title: "Title", aside: "Beside" });
    await table(writer, { columns, rows: [["1", "one"]] });
  });
  expect([...seen].sort()).toEqual(Object.values(colours).sort());
});
