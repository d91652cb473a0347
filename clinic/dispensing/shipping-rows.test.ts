import { describe, expect, test } from "vitest";
import { parseCsv } from "#clinic/ui/table/csv.ts";
import { csvText } from "#contract/fields/csv.ts";
import { orderItem } from "#clinic/testing/orders.ts";
import { patient } from "#clinic/testing/patients.ts";
import { pharmacyCsv } from "./pharmacy-file.ts";
import { type ReadFile, readShippingFile, sameRows } from "./shipping-rows.ts";

const known = {
  ready: [orderItem(1), orderItem(2), orderItem(3)],
  paid: [orderItem(1), orderItem(2), orderItem(3), orderItem(4)],
  shipped: [orderItem(5)],
};
const file = (...rows: string[][]) => csvText([["Order", "Carrier", "Tracking"], ...rows]);
const read = (text: string): ReadFile => {
  const found = readShippingFile(text, known);
  if (typeof found === "string") throw new Error(found);
  return found;
};
const reasons = (text: string) => Object.fromEntries(read(text).left.map(({ line, reason }) => [line, reason]));

describe("a file of the pharmacy", () => {
  test("names the parcels to mark as shipped, with their line", () => {
    expect(read(file(["100001", "USPS", "9400 1"], ["100002", "UPS", "1Z-2"])).rows).toEqual([
      { line: 2, orderId: orderItem(1).id, number: "100001", carrier: "USPS", trackingnumber: "9400 1" },
      { line: 3, orderId: orderItem(2).id, number: "100002", carrier: "UPS", trackingnumber: "1Z-2" },
    ]);
  });

  test("further columns, their order and their case don’t matter", () => {
    const text = csvText([
      ["Patient", "TRACKING", "order", "carrier"],
      ["Rosa", "9400", "100001", "USPS"],
    ]);
    expect(read(text).rows).toMatchObject([{ number: "100001", carrier: "USPS", trackingnumber: "9400" }]);
  });

  test.each([
    ["unknown", "999999", /No order with this number/],
    ["shipped already", "100005", /Already shipped/],
    ["not to be sent", "100004", /may not be sent/],
    ["foreign", "CAL-1", /isn’t one of our order numbers/],
    ["missing", "", /number is missing/],
  ])("an order that is %s is left out, with its line and the reason; the others are taken", (_, number, reason) => {
    const text = file(["100001", "USPS", "9400"], [number, "USPS", "9401"], ["100002", "USPS", "9402"]);
    expect(reasons(text)).toEqual({ 3: expect.stringMatching(reason) });
    expect(read(text).rows.map((row) => row.number)).toEqual(["100001", "100002"]);
  });

  test("of an order that is there twice no row is taken, because nobody knows which one is right", () => {
    const text = file(["100001", "USPS", "9400"], ["100002", "USPS", "9401"], ["100001", "USPS", "9402"]);
    expect(read(text).rows.map(({ number }) => number)).toEqual(["100002"]);
    expect(reasons(text)).toEqual({
      2: "The same order is there again below.",
      4: "The same order is in line 2.",
    });
  });

  test.each([
    ["", "9400", /carrier is missing/],
    ["USPS", "", /tracking number is missing/],
    ["", "", /Not filled in/],
    ["USPS", "9.40E+21", /rounded this number/],
    ["USPS", "<b>94</b>", /no tracking number/],
    ["USPS", "=HYPERLINK(1)", /no tracking number/],
    ["x".repeat(61), "9400", /too long/],
  ])("the carrier %j with the tracking %j is left out", (carrier, tracking, reason) => {
    expect(reasons(file(["100001", carrier, tracking]))).toEqual({ 2: expect.stringMatching(reason) });
  });

  test("a row that has slipped, with a cell too many, is left out", () => {
    expect(reasons(`${file()}100001,USPS,9400,9401\r\n`)).toEqual({ 2: expect.stringMatching(/more cells/) });
  });

  test.each([
    ["without the columns", "a,b\n1,2", /must name the columns/],
    ["that is empty", "", /must name the columns/],
    ["with an open quote", 'Order,Carrier,Tracking\n"1,2,3', /isn’t closed/],
    ["of a spreadsheet’s own format", "PK\u0000\uFFFD", /isn’t a CSV/],
    ["of too many rows", file(...Array.from({ length: 2001 }, (_, at) => [String(at), "a", "123"])), /more than 2000/],
  ])("a file %s is refused as a whole", (_, text, words) => {
    expect(readShippingFile(text, known)).toMatch(words);
  });

  test("what changed since it was shown is noticed before anything is sent", () => {
    const text = file(["100001", "USPS", "9400"], ["100002", "USPS", "9401"]);
    const later = readShippingFile(text, { ...known, ready: known.ready.slice(1), shipped: [orderItem(1)] });
    expect(sameRows(read(text), read(text))).toBe(true);
    expect(sameRows(read(text), later as ReadFile)).toBe(false);
  });
});

describe("the file for the pharmacy", () => {
  const prescription = {
    id: orderItem(1).id,
    productid: "estradiol_patch_0_05",
    name: "Estradiol patch",
    dosage: "0.05 mg/day",
    usednow: true,
    rxnumber: "RX-1",
    ndc: null,
    refillsleft: 3,
    dayssupply: 84,
    directions: "Twice a week",
    doctorid: "elena_marsh",
    approvedat: "2026-11-01T12:00:00Z",
    onholdsince: null,
    stoppedat: null,
  };
  const csv = (status: "active" | "on_hold", item = orderItem(1)) =>
    pharmacyCsv([item], new Map([[item.patient.id, [{ ...prescription, status }]]]));
  const cells = (text: string) => parseCsv(text)?.[1]?.cells;

  test("has address, items with their days’ supply and the prescription, and not what was canceled", () => {
    expect(cells(csv("active"))).toEqual([
      "100001",
      "Maria Patient 1",
      "1970-03-09",
      "18 Orchard Street",
      "",
      "Iowa City",
      "IA",
      "52240",
      "1 × Estradiol patch 0.05 mg, 84 days",
      "RX-1: Estradiol patch 0.05 mg/day: Twice a week",
      "",
      "",
      "",
      "",
    ]);
  });

  test("names no prescription that is on hold", () => {
    expect(cells(csv("on_hold"))?.[9]).toBe("");
  });

  test("a name that begins like a formula stays text", () => {
    const item = orderItem(1, { patient: patient(1, { firstname: "=1+1", lastname: null }) });
    expect(csv("active", item)).toContain(`"'=1+1"`);
  });

  test("filled in by the pharmacy it can be read back", () => {
    const filled = csv("active").replace('"","","",""\r\n', '"lot-1","5/2031","USPS","9400"\r\n');
    expect(read(filled).rows).toMatchObject([{ number: "100001", carrier: "USPS", trackingnumber: "9400" }]);
  });

  test("what has left in another parcel is not in it, and a packed lot is filled in", () => {
    const [first, second] = [
      orderItem(1).order!.detail[0]!,
      { ...orderItem(1).order!.detail[0]!, pricingid: "other", name: "Other" },
    ];
    const line = { packedat: "2026-11-01T12:00:00Z", lotnumber: "AB-1", expireson: "2031-05-31" };
    const item = orderItem(1, {
      order: { ...orderItem(1).order!, detail: [first, second] },
      dispensing: {
        lines: [
          { ...line, pricingid: first.pricingid, parcel: 1 },
          { ...line, pricingid: "other", lotnumber: "CD-2", parcel: null },
        ],
        parcels: [],
      },
    });
    const found = cells(csv("active", item));
    expect(found?.[8]).toMatch(/^1 × Other/);
    expect(found?.slice(10, 12)).toEqual(["CD-2", "2031-05-31"]);
  });
});

describe("the lots of a pharmacy’s file", () => {
  const head = ["Order", "Lot", "Expires", "Carrier", "Tracking"];
  const two = orderItem(1).order!;
  const pair = orderItem(1, {
    order: { ...two, detail: [{ ...two.detail[0]! }, { ...two.detail[0]!, pricingid: "second", name: "Capsule" }] },
  });
  const readOne = (lot: string, expires: string, item = orderItem(1)) => {
    const found = readShippingFile(csvText([head, ["100001", lot, expires, "USPS", "9400"]]), {
      ...known,
      ready: [item],
    });
    if (typeof found === "string") throw new Error(found);
    return found.rows[0]?.lines ?? found.left[0]?.reason;
  };

  test.each([
    ["5/31/2031", "2031-05-31"],
    ["2031-05-31", "2031-05-31"],
    ["2/2032", "2032-02-29"],
    ["2031-5", "2031-05-31"],
  ])("the end %j is %s", (typed, day) => {
    expect(readOne("ab-1", typed)).toMatchObject([{ lotnumber: "AB-1", expireson: day }]);
  });

  test.each([
    ["", "", /lot number is missing/],
    ["AB-1", "", /one lot number and one end/],
    ["AB-1", "13/2031", /no date/],
    ["AB-1", "2/30/2031", /no date/],
    ["=HYPERLINK(1)", "5/2031", /no lot number/],
    ["@SUM(A1)", "5/2031", /no lot number/],
    ["1.2E+11", "5/2031", /rounded this lot number/],
    ["A\nB", "5/2031", /one lot number and one end/],
  ])("the lot %j with the end %j is left out, and says why", (lot, end, reason) => {
    expect(readOne(lot, end)).toMatch(reason);
  });

  test("of several items there is one for each, in their order", () => {
    expect(readOne("A1\nB2", "5/2031; 6/2031", pair)).toMatchObject([
      { lotnumber: "A1", expireson: "2031-05-31" },
      { pricingid: "second", lotnumber: "B2", expireson: "2031-06-30" },
    ]);
    expect(readOne("A1", "5/2031", pair)).toMatch(/2 lot numbers and 2 ends/);
  });

  test("one that was packed here before needs none; a file with only one of the columns is refused", () => {
    const packed = orderItem(1, {
      dispensing: {
        lines: [
          {
            pricingid: two.detail[0]!.pricingid,
            packedat: "2026-11-01T12:00:00Z",
            lotnumber: "Z",
            expireson: "2031-01-01",
            parcel: null,
          },
        ],
        parcels: [],
      },
    });
    const text = csvText([head, ["100001", "", "", "USPS", "9400"]]);
    expect(readShippingFile(text, { ...known, ready: [packed] })).toMatchObject({
      rows: [{ number: "100001" }],
      left: [],
    });
    expect(readShippingFile(csvText([["Order", "Lot", "Carrier", "Tracking"]]), known)).toMatch(/go together/);
  });
});
