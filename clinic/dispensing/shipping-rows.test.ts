import { describe, expect, test } from "vitest";
import { parseCsv } from "#clinic/ui/table/csv.ts";
import { csvText } from "#contract/fields/csv.ts";
import { uspsNumber } from "#contract/testing/usps-number.ts";
import { order, orderItem, unmatched } from "#clinic/testing/orders.ts";
import { patient } from "#clinic/testing/patients.ts";
import { pharmacyCsv } from "./pharmacy-file.ts";
import { asText } from "./spreadsheet-damage.ts";
import { numberAlone, parcelProblem, type ReadFile, readShippingFile, sameRows } from "./shipping-rows.ts";

const [first, second, third] = [uspsNumber(1), uspsNumber(2), uspsNumber(3)];
const spaced = first.replaceAll(/(.{4})/g, "$1 ").trim();
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
    expect(read(file(["100001", "USPS", spaced], ["100002", "UPS", "1z-5R89390357567127"])).rows).toEqual([
      { line: 2, orderId: orderItem(1).id, number: "100001", carrier: "USPS", trackingnumber: spaced },
      { line: 3, orderId: orderItem(2).id, number: "100002", carrier: "UPS", trackingnumber: "1z-5R89390357567127" },
    ]);
  });

  test.each([
    ["9400111899223450000000", /rounded this number/],
    ["9.40011E+21", /rounded this number/],
    ["9,40011E+21", /rounded this number/],
    ["27-May", /made a day/],
    ["May-27", /made a day/],
    ["5/27/2026", /made a day/],
    ["2-Jan-2026", /made a day/],
    ["TRUE", /true or false/],
    ["#NAME?", /couldn’t work this out/],
    ["#REF!", /couldn’t work this out/],
  ])("a tracking number or a lot that a spreadsheet may have changed is left out: %s", (cell, reason) => {
    expect(reasons(file(["100001", "USPS", cell]))[2]).toMatch(reason);
    const lots = csvText([
      ["Order", "Carrier", "Tracking", "Lot", "Expires"],
      ["100001", "USPS", first, cell, "5/31/2027"],
    ]);
    expect(reasons(lots)[2]).toMatch(reason);
  });

  test.each(["9400111899223456789017", "MAY27", "10-12", "1Z999AA10123456784", "1234500000", "0012"])(
    "what only looks a little like it is taken: %s",
    (cell) => expect(read(file(["100001", "Meadow Post", cell])).rows).toMatchObject([{ trackingnumber: cell }]),
  );

  test("one tracking number at orders of several patients is left out everywhere, however it is spaced", () => {
    const text = file(["100001", "USPS", spaced], ["100002", "USPS", first], ["100003", "UPS", "1Z5R89390357567127"]);
    expect(read(text).rows.map(({ number }) => number)).toEqual(["100003"]);
    expect(reasons(text)).toEqual({
      2: "Line 3 has the same tracking number, for somebody else.",
      3: "Line 2 has the same tracking number, for somebody else.",
    });
  });

  test("two orders of one patient may be in one parcel", () => {
    const [one, two] = [orderItem(1), orderItem(2)];
    const both = { ready: [one, { ...two, patient: one.patient }], paid: [], shipped: [] };
    const found = readShippingFile(file(["100001", "USPS", first], ["100002", "USPS", spaced]), both);
    expect(found).toMatchObject({ rows: [{ number: "100001" }, { number: "100002" }], left: [] });
  });

  test.each(["02139", "27-May", "10-12", "12E5", "9400111899223450000000", "0012"])(
    "%s goes out as text, and is read back as it is",
    (cell) => {
      const [row] = parseCsv(csvText([["Lot"], [asText(cell)]]))?.slice(1) ?? [];
      expect([asText(cell), row?.cells]).toEqual([`'${cell}`, [cell]]);
    },
  );

  test("further columns, their order and their case don’t matter", () => {
    const text = csvText([
      ["Patient", "TRACKING", "order", "carrier"],
      ["Rosa", first, "100001", "USPS"],
    ]);
    expect(read(text).rows).toMatchObject([{ number: "100001", carrier: "USPS", trackingnumber: first }]);
  });

  test.each([
    ["unknown", "999999", /No order with this number/],
    ["shipped already", "100005", /Already shipped/],
    ["not to be sent", "100004", /may not be sent/],
    ["foreign", "CAL-1", /isn’t one of our order numbers/],
    ["missing", "", /number is missing/],
  ])("an order that is %s is left out, with its line and the reason; the others are taken", (_, number, reason) => {
    const text = file(["100001", "USPS", first], [number, "USPS", second], ["100002", "USPS", third]);
    expect(reasons(text)).toEqual({ 3: expect.stringMatching(reason) });
    expect(read(text).rows.map((row) => row.number)).toEqual(["100001", "100002"]);
  });

  test("of an order that is there twice no row is taken, because nobody knows which one is right", () => {
    const text = file(["100001", "USPS", first], ["100002", "USPS", second], ["100001", "USPS", third]);
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
    ["USPS", "<b>94</b>", /no whole tracking number/],
    ["Meadow Post", "=HYPERLINK(1)", /4 to 40 letters/],
    ["Meadow Post", "MP1", /4 to 40 letters/],
    ["USPS", first.slice(0, 13), /no whole tracking number/],
    ["USPS", first + second, /two scans/],
    ["USPS", first.replace(/7$/, "8"), /wrong or missing/],
    ["UPS", first, /a number of USPS, and the carrier is UPS/],
    ["Meadow Post", "0100312345678906172705311012345", /code of a medicine’s box/],
    ["USPS", `42094110${first}`, /made out to 94110; the order goes to 52240/],
    ["x".repeat(61), "9400", /too long/],
  ])("the carrier %j with the tracking %j is left out", (carrier, tracking, reason) => {
    expect(reasons(file(["100001", carrier, tracking]))).toEqual({ 2: expect.stringMatching(reason) });
  });

  test("a row without a carrier has the one that its number says; the label’s ZIP is sent for the server to compare", () => {
    const label = `42052240${first}`;
    expect(read(file(["100001", "", label], ["100002", "", "1Z5R89390357567127"])).rows).toMatchObject([
      { carrier: "USPS", trackingnumber: label },
      { carrier: "UPS", trackingnumber: "1Z5R89390357567127" },
    ]);
    expect(numberAlone({ carrier: "USPS", trackingnumber: label })).toBe(first);
    expect(numberAlone({ carrier: "USPS", trackingnumber: "9400 1" }), "of a parcel that left before").toBe("9400 1");
  });

  test("an order whose address is gone is compared with none", () => {
    const parcel = { carrier: "USPS", trackingnumber: `42094110${first}` };
    expect(parcelProblem(parcel, orderItem(1))).toMatch(/goes to 52240/);
    expect(parcelProblem(parcel, orderItem(1, { order: order(1, { shipto: null }) }))).toBeNull();
    expect(parcelProblem(parcel, orderItem(1, { order: null }))).toBeNull();
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
  ])("a file %s is refused as a whole", (_, text, message) => {
    expect(readShippingFile(text, known)).toMatch(message);
  });

  test("what changed since it was shown is noticed before anything is sent", () => {
    const text = file(["100001", "USPS", first], ["100002", "USPS", second]);
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
    ...{ pace: "label" as const, planned: [], rest: null, earlyfills: 0, earlyuntil: null },
    rxnumber: "RX-1",
    ndc: null,
    refillsleft: 3,
    dayssupply: 84,
    directions: "Twice a week",
    doctorid: "elena_marsh",
    collaborator: null,
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
      "2 × Estradiol patch 0.05 mg, 84 days",
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
    const filled = csv("active").replace('"","","",""\r\n', '"lot-1","5/2031","USPS","' + first + '"\r\n');
    expect(read(filled).rows).toMatchObject([{ number: "100001", carrier: "USPS", trackingnumber: first }]);
  });

  test("what has left in another parcel is not in it, and a packed lot is filled in", () => {
    const [first, second] = [
      orderItem(1).order!.detail[0]!,
      { ...orderItem(1).order!.detail[0]!, pricingid: "other", name: "Other" },
    ];
    const line = { ...unmatched, packedat: "2026-11-01T12:00:00Z", lotnumber: "AB-1", expireson: "2031-05-31" };
    const item = orderItem(1, {
      order: { ...orderItem(1).order!, detail: [first, second] },
      dispensing: {
        package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
        packerverifies: true,
        voided: [],
        lines: [
          { ...line, pricingid: first.pricingid, parcel: 1 },
          { ...line, pricingid: "other", lotnumber: "CD-2", parcel: null },
        ],
        parcels: [],
      },
    });
    const found = cells(csv("active", item));
    expect(found?.[8]).toMatch(/^2 × Other/);
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
    const found = readShippingFile(csvText([head, ["100001", lot, expires, "USPS", first]]), {
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
    ["1.2E+11", "5/2031", /rounded this number/],
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
        package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
        packerverifies: true,
        voided: [],
        lines: [
          {
            ...unmatched,
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
    const text = csvText([head, ["100001", "", "", "USPS", first]]);
    expect(readShippingFile(text, { ...known, ready: [packed] })).toMatchObject({
      rows: [{ number: "100001" }],
      left: [],
    });
    expect(readShippingFile(csvText([["Order", "Lot", "Carrier", "Tracking"]]), known)).toMatch(/go together/);
  });
});
