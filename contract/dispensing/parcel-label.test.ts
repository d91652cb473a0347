import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { labelObstacle, parcelCarriers, readParcelLabel, refusedLabels, trackingLink } from "./parcel-label.ts";

/** Numbers that carriers, and `jkeen/tracking_number_data` (MIT) as examples, have published. */
const published: Readonly<Record<string, readonly string[]>> = {
  USPS: [
    "9400111201080805483016",
    "9361289878700317633795",
    "9405803699300124287899",
    "9505511069605048600624",
    "9101123456789000000013",
    "03071790000523483741",
    "71123456789123456787",
    "EC207920162US",
  ],
  UPS: ["1Z5R89390357567127", "1Z879E930346834440", "1Z410E7W0392751591", "1Z8V92A70367203024", "1ZXX3150YW44070023"],
  FedEx: [
    "986578788855",
    "477179081230",
    "799531274483",
    "790535312317",
    "974367662710",
    "041441760228964",
    "568283610012000",
    "568283610012734",
    "61299998820821171811",
    "9261292700768711948021",
  ],
  "DHL Express": ["3318810025", "8487135506", "1099255990", "3821724944", "3318810036", "3318810014"],
  "DHL eCommerce": ["GM2951173225174494", "GM295117494011169042"],
};
const all = Object.entries(published).flatMap(([carrier, numbers]) => numbers.map((number) => ({ carrier, number })));

describe("what carriers print is read", () => {
  test.each(all)("$number is $carrier’s, chosen or not, in any spelling", ({ carrier, number }) => {
    const spellings = [
      number,
      number.toLowerCase(),
      ` ${number.replaceAll(/(.{4})/g, "$1 ")}\r`,
      number.replaceAll(/(.{3})/g, "$1-"),
      `]C1${number}`,
      number.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ];
    for (const spelling of spellings)
      for (const chosen of ["", carrier, carrier.toLowerCase(), ` ${carrier} `])
        expect(readParcelLabel(spelling, chosen), `${spelling} ${chosen}`).toEqual({ carrier, number });
  });

  test.each([
    ["420221539101026837331000039521", "USPS", "9101026837331000039521", "22153"],
    ["4201002334249200190132607600833457", "USPS", "9200190132607600833457", "100233424"],
    ["42022153\u001D9101026837331000039521", "USPS", "9101026837331000039521", "22153"],
    ["]C142022153\u001D9101026837331000039521\n", "USPS", "9101026837331000039521", "22153"],
    ["42022153<GS>9101026837331000039521", "USPS", "9101026837331000039521", "22153"],
    ["(420) 22153 (91) 01026837331000039521", "USPS", "9101026837331000039521", "22153"],
    ["4209411071123456789123456787", "USPS", "71123456789123456787", "94110"],
    ["42094110123471123456789123456787", "USPS", "71123456789123456787", "941101234"],
    ["4201028200009261290113185417468510", "FedEx", "9261290113185417468510", "102820000"],
    ["9622001900000000000000776632517510", "FedEx", "776632517510", undefined],
    ["9632001560123456789900794808390594", "FedEx", "794808390594", undefined],
    ["1001921334250001000300779017972697", "FedEx", "779017972697", undefined],
    ["1027590111820004833500785458233610", "FedEx", "785458233610", undefined],
    ["9611020987654312345672", "FedEx", "987654312345672", undefined],
  ])("the code %j is %s %s, made out to %s", (scanned, carrier, number, zip) =>
    expect(readParcelLabel(scanned)).toEqual({ carrier, number, ...(zip !== undefined && { zip }) }),
  );

  test("a number that several carriers have is that of the one somebody chose", () => {
    const number = "9261290113185417468510";
    expect(readParcelLabel(number)).toEqual({ carrier: "FedEx", number });
    expect(readParcelLabel(number, "USPS")).toEqual({ carrier: "USPS", number });
    expect(readParcelLabel(number, "dhl ecommerce")).toEqual({ carrier: "DHL eCommerce", number });
    // It might be the code of a medicine.
    expect(readParcelLabel("312345678043", "FedEx")).toEqual({ carrier: "FedEx", number: "312345678043" });
    expect(readParcelLabel("9200190132607600833457", "FedEx")).toMatchObject({ carrier: "FedEx" });
    expect(readParcelLabel("9200190132607600833457", "DHL")).toMatchObject({ carrier: "DHL eCommerce" });
  });

  test.each([
    ["United States Postal Service", "9400111201080805483016", "USPS"],
    ["USPS Priority Mail", "9400111201080805483016", "USPS"],
    ["fedex ground", "568283610012000", "FedEx"],
    ["Fed Ex", "986578788855", "FedEx"],
    ["ups", "1Z5R89390357567127", "UPS"],
    ["DHL", "3318810025", "DHL Express"],
    ["Upstate Couriers", "1Z5R89390357567127", "Upstate Couriers"],
  ])("the carrier %j of %s is %s", (name, number, carrier) =>
    expect(readParcelLabel(number, name)).toEqual({ carrier, number }),
  );
});

describe("what is refused says what to do", () => {
  const usps = "9400111201080805483016";
  test.each([
    ["nothing", "", "", refusedLabels.empty],
    ["nothing, with a carrier", "  ", "USPS", refusedLabels.empty],
    ["half a scan", usps.slice(0, 13), "", refusedLabels.unknown],
    ["the end of a scan", usps.slice(8), "USPS", refusedLabels.unknown],
    ["half a label with a ZIP", "4209411094001112", "", refusedLabels.unknown],
    ["two scans", usps + usps, "", refusedLabels.twice],
    ["two labels, one after the other", `${usps}\n1Z5R89390357567127`, "USPS", refusedLabels.twice],
    ["a medicine’s box and a label", `0100312345678906${"17270531"}10AB12${usps}`, "", refusedLabels.box],
    ["a medicine’s code", "]d201003123456789061727053110AB12", "", refusedLabels.box],
    [
      "a medicine’s code, chosen another carrier",
      "(01)00312345678906(17)270531(10)AB12",
      "Meadow Post",
      refusedLabels.box,
    ],
    ["a product’s code alone", "0100312345678906", "USPS", refusedLabels.box],
    ["a medicine’s code of a shop", "312345678906", "", refusedLabels.box],
    ["the same with 14 digits", "00312345678906", "FedEx", refusedLabels.box],
    ["one that might be a number of FedEx, too", "312345678043", "", refusedLabels.box],
    ["a wrong check digit", "1Z5R89390357567128", "UPS", refusedLabels.wrong],
    ["letters in a number", "94001112O1080805483016", "", refusedLabels.unknown],
    ["an order number", "100042", "", refusedLabels.unknown],
    ["digits of another script", "٣٣١٨٨١٠٠٢٥", "", refusedLabels.unknown],
    ["a pallet’s code", "00001234500000000027", "", refusedLabels.unknown],
    ["three signs of another carrier", "MP1", "Meadow Post", refusedLabels.other],
    ["41 signs of another carrier", "M".repeat(41), "Meadow Post", refusedLabels.other],
    ["markup", "<b>9400</b>", "Meadow Post", refusedLabels.other],
    ["a formula", "=HYPERLINK(1)", "Meadow Post", refusedLabels.other],
  ])("%s", (_, scanned, chosen, refused) => expect(readParcelLabel(scanned, chosen)).toEqual({ refused }));

  test("a number of another carrier than the chosen one", () =>
    expect(readParcelLabel(usps, "UPS")).toEqual({
      refused: "This is a number of USPS, and the carrier is UPS. Please correct one of them.",
    }));
});

test("another carrier's number stays as typed, with no link", () => {
  expect(readParcelLabel(" mp-100 42 ", "Meadow Post")).toEqual({ carrier: "Meadow Post", number: "mp-100 42" });
  expect(trackingLink({ carrier: "Meadow Post", number: "mp-100 42" })).toBeNull();
});

test.each(parcelCarriers)("the link of %s ends with the number", (carrier) => {
  const link = new URL(trackingLink({ carrier, number: "1Z5R8" }) ?? "");
  expect(link.protocol).toBe("https:");
  expect(link.href).toMatch(/=1Z5R8$/);
});

test("a label made out to another ZIP isn't the order's", () => {
  const label = { carrier: "USPS", number: "9101026837331000039521" };
  expect(labelObstacle(label, "10001")).toBeNull();
  expect(labelObstacle({ ...label, zip: "10001" }, "10001")).toBeNull();
  expect(labelObstacle({ ...label, zip: "100011234" }, "10001-9999")).toBeNull();
  expect(labelObstacle({ ...label, zip: "941101234" }, "10001")).toBe(
    "This label is made out to 94110; the order goes to 10001.",
  );
});

test("each of the five digits of a ZIP counts, and nothing behind them", () => {
  const zip = "10001";
  for (const at of [0, 1, 2, 3, 4]) {
    const other = zip.slice(0, at) + String((Number(zip[at]) + 1) % 10) + zip.slice(at + 1);
    expect(labelObstacle({ carrier: "USPS", number: "1", zip: other }, zip), other).toContain(other);
    expect(labelObstacle({ carrier: "USPS", number: "1", zip: `${other}1234` }, `${zip}-9999`), other).toContain(other);
  }
});

/**
 * Where a check digit can't notice that a digit is another: those of USPS and FedEx Ground always do. FedEx Express and S10 write two remainders of 11 alike,
 * UPS doubles without adding digits up, and DHL counts in sevens.
 */
function goesUnnoticed(number: string, at: number, digit: number): boolean {
  const before = Number(number[at]);
  if (/^\d{10}$/.test(number)) return at < 9 && Math.abs(before - digit) === 7;
  if (number.startsWith("1Z")) return at % 2 === 1 && at < 17 && Math.abs(before - digit) === 5;
  const change = (weights: readonly number[], from: number) =>
    (weights[(at - from) % weights.length] ?? 0) * (digit - before);
  const sum = (weights: readonly number[], digits: string) =>
    Array.from(digits).reduce((total, each, index) => total + Number(each) * (weights[index % weights.length] ?? 0), 0);
  const alike = (all11: number, changed: number, two: readonly number[]) =>
    two.includes(all11 % 11) && two.includes((((all11 + changed) % 11) + 11) % 11);
  if (/^\d{12}$/.test(number))
    return at < 11 && alike(sum([3, 1, 7], number.slice(0, 11)), change([3, 1, 7], 0), [0, 10]);
  if (/^[A-Z]/.test(number)) {
    const weights = [8, 6, 4, 2, 3, 5, 9, 7];
    return at < 10 && alike(sum(weights, number.slice(2, 10)), change(weights, 2), [0, 6]);
  }
  return false;
}

test("one wrong digit is refused wherever a check digit can notice it", () => {
  const checked = all.filter(({ number }) => !number.startsWith("GM"));
  const changes = fc.record({
    ...{ example: fc.constantFrom(...checked), where: fc.nat(), digit: fc.integer({ min: 0, max: 9 }) },
    random: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 34, maxLength: 34 }),
  });
  fc.assert(
    fc.property(changes, ({ example: { carrier, number }, where, digit, random }) => {
      // Any number of that form: its last digits are drawn, and the check digit is whichever is right.
      const check = number.startsWith("EC") ? 10 : number.length - 1;
      const first = number.startsWith("1Z") ? 10 : number.startsWith("EC") ? 2 : number.length > 15 ? 6 : 0;
      const drawn = Array.from(number, (sign, at) => (at >= first && at < check ? String(random[at]) : sign));
      const right = [...Array.from({ length: 10 }).keys()]
        .map((each) => drawn.with(check, String(each)).join(""))
        .find((each) => "number" in readParcelLabel(each, carrier));
      fc.pre(right !== undefined);
      const places = Array.from(right).flatMap((sign, at) => (/\d/.test(sign) && at >= Math.min(first, 2) ? [at] : []));
      const at = places[where % places.length] ?? 0;
      fc.pre(Number(right[at]) !== digit);
      const read = readParcelLabel(Array.from(right).with(at, String(digit)).join(""), carrier);
      expect("refused" in read, `${right} at ${at} with ${digit}`).toBe(!goesUnnoticed(right, at, digit));
    }),
    propertyRuns(400, 20_000),
  );
});
