import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { glyphsOfFont } from "#server/platform/print/fonts.ts";
import { foldForPrint, letterInWords } from "#server/platform/print/printable-text.ts";
import { readPdf } from "../testing/read-pdf.ts";
import { letterhead } from "./blocks.ts";
import { type PdfOptions, writePdf } from "./pdf-writer.ts";

const options: PdfOptions = {
  title: "Names",
  author: "Practice",
  landscape: false,
  footer: "Foot",
  createdAt: new Date(0),
  colours: { ink: "#101010", muted: "#505050", line: "#a0a0a0", band: "#f0f0f0", accent: "#303060" },
  unprintable: "refuse",
};

const print = async (text: string, unprintable: PdfOptions["unprintable"] = "refuse") =>
  (
    await readPdf(
      await writePdf({ ...options, unprintable }, (pdf) => letterhead(pdf, { issuer: text, title: text, aside: text })),
    )
  ).text;

describe("§3 what is printed is what was written", () => {
  test.each([
    "Zoë Núñez-Şahin",
    "Łucja Święcka",
    "Nguyễn Thị Hồng",
    "Kaʻahumanu",
    "OʼNeill",
    "Ελένη Παπαδοπούλου",
    "Людмила Щукіна",
    "李小龍",
    "さくら 髙橋",
    "김민서",
    "Ẹniọlá Ọlátúnjí",
    "Þórdís Æsa",
    "Ljiljana Đukić ǅ",
    "Two hearts 💕 and 👍",
  ])("%s", async (name) => {
    const letters = (text: string) => text.normalize("NFC").replace(/\s|\u200d|\ufe0f/gu, "");
    expect(letters(await print(name))).toContain(letters(name));
  });

  test.each([
    ["50 µg/day", "50 mcg/day"],
    ["50 μg a day", "50 mcg a day"],
    ["5 µL", "5 µL"],
    ["Παύλος μg", "Παύλος mcg"],
    ["Anne‑Marie", "Anne-Marie"],
    ["2 p.m.", "2 p.m."],
    ["One\r\ntwo\u2028three", "One\ntwo\nthree"],
    ["Nun\u0303ez", "Nuñez"],
    ["a\tb\u00adc\u200bd\u202ee", "a bcde"],
  ])("%s means the same as %s", (given, shown) => expect(foldForPrint(given)).toBe(shown));

  test.each([
    ["محمد علي", "“م” (Arabic, U+0645)"],
    ["שרה", "“ש” (Hebrew, U+05E9)"],
    ["प्रिया", "“प्रि” (Devanagari, U+092A, U+094D, U+0930, U+093F)"],
    ["Half \ufffd", "“\ufffd” (U+FFFD)"],
  ])("%s is refused, and its letter named", async (name, words) => {
    const refusal = await print(name).then(
      () => "printed",
      (error: { letter?: string }) => letterInWords(error.letter ?? ""),
    );
    expect(refusal).toBe(words);
  });

  test("a copy that nobody may be refused says the code instead", async () => {
    expect(await print("Dear محمد, hello", "codes")).toContain("Dear [U+0645 U+062D U+0645 U+062F], hello");
  });
});

describe("§3 every writer of a PDF", () => {
  const sources = readdirSync(new URL("../../..", import.meta.url), { recursive: true, encoding: "utf8" }).filter(
    (path) =>
      /^(?:server|clinic|app|scripts|content|contract|client|embed)\/.*\.tsx?$/.test(path) &&
      !/\.test\.tsx?$/.test(path),
  );
  const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

  test("writes by the one home of PDFs, which looks at each letter", () => {
    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.filter((path) => /["'](?:pdfkit|pdf-lib|jspdf|fontkit)/.test(text(path)))).toEqual([
      "server/documents/pdf/pdf-writer.ts",
      // Only asks a font what it has.
      "server/platform/print/fonts.ts",
    ]);
    const writers = sources.filter((path) => /\bwritePdf\(/.test(text(path)));
    expect(writers.length).toBeGreaterThan(6);
    for (const path of writers.filter((each) => !each.endsWith("pdf-writer.ts")))
      expect([path, text(path).match(/\.(?:text|list|widthOfString|font|addContent)\(/g)]).toEqual([path, null]);
  });

  test("says what becomes of a letter that no font has: only copies of the record are written all the same", () => {
    const coded = sources.filter((path) => /unprintable: "codes"/.test(text(path)));
    expect(coded.toSorted()).toEqual([
      "server/documents/conversations/conversation-copies.ts",
      "server/documents/medical-record/medical-record-pdf.ts",
    ]);
  });
});

test("what prints is known before it's printed: a style's fonts have the same characters in both weights", async () => {
  const all = Array.from({ length: 0x2_ffff }, (_, codePoint) => codePoint);
  for (const set of ["brand", "latin"] as const) {
    const [regular, bold] = [await glyphsOfFont("text", set), await glyphsOfFont("strong", set)];
    const other = all.filter((each) => regular(each) !== bold(each)).map((each) => each.toString(16));
    expect([set, other]).toEqual([set, []]);
  }
});
