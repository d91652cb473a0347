import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { looksLikeBoxCode, readBoxCode, readGs1Day } from "./box-code.ts";
import {
  dashedNdc,
  elevenDigits,
  gtinCheckDigit,
  gtinOfNdc,
  hasRightCheckDigit,
  isSameNdc,
  ndcInGtin,
  tenDigits,
} from "./ndc.ts";

const gs = "\u001d";
const gtin = gtinOfNdc("0078034342");
const read = (text: string) => {
  const { code } = readBoxCode(text);
  return code ? [code.ndc, code.lot, code.endson, code.serial] : readBoxCode(text).problem;
};
const all = ["0078034342", "AB12", "2027-05-31", "SER0001"];

describe("a box's code as scanners type it", () => {
  test.each([
    ["as it is", `01${gtin}21SER0001${gs}1727053110AB12`],
    ["with FNC1 in front", `${gs}01${gtin}17270531` + `10AB12${gs}21SER0001`],
    ["as a Data Matrix", `]d201${gtin}1727053110AB12${gs}21SER0001`],
    ["as a GS1-128", `]C101${gtin}1727053110AB12${gs}21SER0001`],
    ["as a QR code", `]Q301${gtin}1727053110AB12${gs}21SER0001`],
    ["lot first", `10AB12${gs}01${gtin}1727053121SER0001`],
    ["small letters", `01${gtin}1727053110ab12${gs}21ser0001`],
    ["with Caps Lock on", `]D201${gtin}1727053110ab12${gs}21ser0001`],
    ["day 00", `01${gtin}1727050010AB12${gs}21SER0001`],
    ["with other fields", `01${gtin}1126010110AB12${gs}1727053121SER0001${gs}71012345`],
    ["spaces and line ends around", ` 01${gtin}1727053110AB12${gs}21SER0001\r\n`],
    ...["{GS}", "<GS>", "[GS]", "^]", "|", "~", "␝", "\\x1d"].map((other) => [
      `${other} for GS`,
      `01${gtin}1727053110AB12${other}21SER0001`,
    ]),
    ["the separator left out where it can be read one way", `01${gtin}21SER00011727053110AB12`],
  ])("%s", (_, text) => expect(read(text)).toEqual(all));

  test.each([
    ["no serial", `01${gtin}1727053110AB12`, ["0078034342", "AB12", "2027-05-31", null]],
    ["only what it is", `01${gtin}`, ["0078034342", null, null, null]],
    ["a UPC-A", gtin.slice(2), ["0078034342", null, null, null]],
    ["an EAN-13", gtin.slice(1), ["0078034342", null, null, null]],
    ["an EAN-13 with its prefix", `]E0${gtin.slice(1)}`, ["0078034342", null, null, null]],
    ["a lot like a day", `01${gtin}1727053110` + "27-MAY", ["0078034342", "27-MAY", "2027-05-31", null]],
    ["a lot like a number", `01${gtin}1727053110` + "10E5", ["0078034342", "10E5", "2027-05-31", null]],
    ["what is no drug", "4006381333931", [null, null, null, null]],
  ])("%s", (_, text, expected) => expect(read(text)).toEqual(expected));

  test("letters of Caps Lock are told", () => {
    expect(readBoxCode(`]D201${gtin}10ab12`).code).toMatchObject({ lot: "AB12", hasInvertedCase: true });
    expect(readBoxCode(`]d201${gtin}10ab12`).code).toMatchObject({ lot: "AB12", hasInvertedCase: false });
  });

  test.each([
    ["nothing", "", /Nothing was scanned/],
    ["only a separator", gs, /Nothing was scanned/],
    ["half a GTIN", `01${gtin.slice(0, 9)}`, /Only a part/],
    ["half a day", `01${gtin}172705`, /Only a part/],
    ["a lot without its number", `01${gtin}1727053110`, /Only a part/],
    ["a serial without its number", `01${gtin}1727053110AB12${gs}21`, /Only a part/],
    ["no GTIN", `1727053110AB12`, /Only a part/],
    ["half a UPC", gtin.slice(2, 9), /Only a part/],
    ["two at once", `01${gtin}1727053110AB12${gs}21S101${gtin}1727053110AB12${gs}21S2`, /Two codes/],
    ["two Data Matrix at once", `]d201${gtin}10AB12]d201${gtinOfNdc("0078034442")}10X`, /Two codes/],
    ["two UPC at once", gtin.slice(2).repeat(2), /Two codes/],
    ["a wrong check digit", `01${gtin.slice(0, 13)}${(Number(gtin[13]) + 1) % 10}1727053110A`, /wrong digit/],
    ["a day that doesn't exist", `01${gtin}1727023110AB12`, /day that doesn’t exist/],
    ["month 13", `01${gtin}1727130010AB12`, /day that doesn’t exist/],
    ["a case", `01${`503${"0078034342"}`}${gtinCheckDigit("5030078034342")}10A`, /shipping case/],
    ["a French keyboard", "à&ààà&&&à&&à_(&'&è\"è", /another keyboard/],
    ["a French keyboard's prefix", `$d201${gtin}10QW`, /another keyboard/],
    ["a lot with a sign lots don't have", `01${gtin}10A+B`, /character that lots don’t have/],
    ["the separator left out where it can be read two ways", `01${gtin}1727053110AB2112345678`, /two ways/],
    ["a web address", "https://example.com/01/0123", /no code of a medicine/],
    ["words", "Rosa Alvarez", /no code of a medicine/],
  ])("%s is refused", (_, text, problem) => expect(read(text)).toMatch(problem));

  test("a lot number is none, a code is one", () => {
    for (const lot of ["AB12", "27-MAY", "10E5", "0112345"]) expect(looksLikeBoxCode(lot)).toBe(false);
    for (const code of [`01${gtin}10A`, `]d201${gtin}`, `${gs}01${gtin}`]) expect(looksLikeBoxCode(code)).toBe(true);
  });

  test.each([
    ...(["10", "21", "22", "710", "711", "712", "713", "714", "715", "716"] as const).map((id) => [id, 20] as const),
    ...(["30", "37"] as const).map((id) => [id, 8] as const),
    ...(["90", "240", "241", "250"] as const).map((id) => [id, 30] as const),
    ...(["91", "92", "93", "94", "95", "96", "97", "98", "99"] as const).map((id) => [id, 90] as const),
  ])("the field %s holds %i characters at most", (id, most) => {
    const codeOf = (length: number) => readBoxCode(`01${gtin}17270531${id}${"8".repeat(length)}${gs}1126010115260101`);
    expect([codeOf(most).code?.endson, codeOf(most + 1).code]).toEqual(["2027-05-31", undefined]);
  });

  test("days of GS1", () => {
    const days = ["270531", "270500", "280200", "270200", "991231", "271301", "270001", "270431", "27053", "x"].map(
      readGs1Day,
    );
    expect(days).toEqual([
      "2027-05-31",
      "2027-05-31",
      "2028-02-29",
      "2027-02-28",
      "1999-12-31",
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const word = fc.stringMatching(/^[A-Z0-9][A-Z0-9]{0,19}$/);

describe("any code", () => {
  test("is read as it was made, in any order of its fields", () => {
    const made = fc.tuple(
      digits(10),
      word,
      word,
      fc.integer({ min: 1, max: 12 }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    );
    fc.assert(
      fc.property(made, ([ndc, lot, serial, month, order]) => {
        const fields = [`01${gtinOfNdc(ndc)}`, `10${lot}${gs}`, `17270${month % 9 || 9}00`, `21${serial}${gs}`];
        const { code } = readBoxCode(order.map((at) => fields[at]).join(""));
        expect(code && [code.ndc, code.lot, code.serial]).toEqual([ndc, lot, serial]);
      }),
      propertyRuns(100, 5000),
    );
  });

  test("with one wrong digit in its GTIN is refused", () => {
    const wrong = fc.tuple(digits(10), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(wrong, ([ndc, at, by]) => {
        const right = gtinOfNdc(ndc);
        const changed = right.slice(0, at) + String((Number(right[at]) + by) % 10) + right.slice(at + 1);
        expect(hasRightCheckDigit(changed)).toBe(false);
        expect(readBoxCode(`01${changed}1727053110AB12`).code).toBeUndefined();
      }),
      propertyRuns(200, 5000),
    );
  });

  test("of any text has an answer, quickly", () => {
    const noise = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc
        .array(fc.constantFrom("01", "10", "17", "21", "91", gtin, gs, "270531", "A"), { maxLength: 60 })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(noise, (text) => {
        const { code, problem } = readBoxCode(text);
        expect((code === undefined) !== (problem === undefined)).toBe(true);
      }),
      propertyRuns(200, 20_000),
    );
  });
});

describe("NDCs", () => {
  test.each([
    ["0078-0343-42", "00078034342", ["0078034342"]],
    ["50242-060-01", "50242006001", ["5024206001"]],
    ["60574-4113-1", "60574411301", ["6057441131"]],
    ["00078-0343-42", "00078034342", ["0078034342", "0007834342"]],
    ["00000-1101-28", "00000110128", ["0000110128"]],
    ["12345678912", "12345678912", []],
    ["12345678901", "12345678901", ["1234567891"]],
    ["0078034342", null, ["0078034342"]],
    ["78-343-42", null, []],
  ])("%s", (ndc, eleven, ten) => {
    expect(elevenDigits(ndc)).toBe(eleven);
    expect(tenDigits(ndc)).toEqual(ten);
  });

  test.each([
    ["0078-0343-42", "00078034342", true],
    ["0078034342", "0078-0343-42", true],
    ["0078034342", "00078-0343-42", true],
    ["00078-0343-42", "0078034342", true],
    ["5024206001", "50242-0060-01", true],
    ["6057441131", "60574411301", true],
    ["0078034342", "00078-0344-42", false],
    ["0078-0343-42", "00078-0343-43", false],
    ["0078034342", "0078034342", true],
    ["0078034342", "0078034343", false],
    ["x", "x", false],
  ])("%s and %s are the same: %s", (one, other, same) => expect(isSameNdc(one, other)).toBe(same));

  test("ten digits go into a GTIN and come out", () => {
    fc.assert(
      fc.property(digits(10), (ndc) => ndcInGtin(gtinOfNdc(ndc)) === ndc),
      propertyRuns(50, 1000),
    );
    expect(ndcInGtin("04006381333931")).toBeNull();
    expect(dashedNdc("00078034342")).toBe("00078-0343-42");
  });
});
