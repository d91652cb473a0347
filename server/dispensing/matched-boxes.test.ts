import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { voidReasons } from "#contract/care/packed-lines.ts";
import { store } from "#contract/cart/calls.ts";
import { gtinOfNdc, tenDigits } from "#contract/dispensing/ndc.ts";
import { documents } from "#contract/documents/calls.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { linesOf, orderById } from "#server/orders/public.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { whileDoing } from "#server/testing/while-orders-locked.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { matchCodes } from "./match-scans.ts";
import { storePacking } from "./packing.ts";
import { requireOwnBoxes } from "./refused-boxes.ts";

let server: TestServer;
let pharmacist: StaffPerson;
beforeAll(async () => {
  server = await sharedTestServer();
  pharmacist = await signedInStaff(server, ["pharmacy"]);
});

interface Bundle {
  readonly entry: readonly {
    readonly resource: {
      readonly resourceType: string;
      readonly medicationCodeableConcept: { readonly coding: readonly { readonly code: string }[] };
    };
  }[];
}

const gs = "\u001d";
const day = (yyyymmdd: string) => yyyymmdd.replaceAll("-", "").slice(2);
const today = () => clinicToday(server.services);
const later = (days = 600) => addDays(today(), days);
let serials = 0;
const newSerial = () => `SN${String((serials += 1)).padStart(8, "0")}`;

interface Box {
  readonly ndc?: string;
  readonly end?: string;
  readonly lot?: string;
  readonly serial?: string | null;
}
const codeOf = ({ ndc = "00000-2103-14", end = later(), lot = "AB12", serial = newSerial() }: Box = {}) =>
  `01${gtinOfNdc(tenDigits(ndc)[0] ?? "")}17${day(end)}10${lot}${serial === null ? "" : `${gs}21${serial}`}`;

interface Line {
  readonly pricingid: string;
  readonly codes?: string[];
  readonly lotnumber?: string;
  readonly expireson?: string;
  readonly separate?: boolean;
  readonly uncoded?: string;
}
const packAs = (by: "person" | "system", id: string, lines: readonly Line[]) => {
  const body = { lines: [...lines] };
  return by === "system"
    ? server.call(care.packOrder, { params: { id }, body }, { apiKey })
    : pharmacist.browser.call(care.packOrder, { params: { id }, body: { ...body, verified: true } });
};
const shipAs = (by: "person" | "system", id: string, body: object = {}) => {
  const all = { carrier: "Meadow Post", trackingnumber: `T${newSerial()}`, ...body };
  return by === "system"
    ? server.call(care.shipOrder, { params: { id }, body: all }, { apiKey })
    : pharmacist.browser.call(care.shipOrder, { params: { id }, body: { ...all, verified: true } });
};

/** An order to be sent: patches in boxes of four, and capsules that are counted out. */
async function orderToPack() {
  const rosa = await inCare(server, { delivered: false });
  const lines = await server.services.db
    .selectFrom("order_line")
    .selectAll()
    .where("order_id", "=", rosa.orderId)
    .orderBy("line")
    .execute();
  const patch = lines.find(({ product_id }) => product_id === "estradiol_patch_0_05");
  const capsule = lines.find(({ product_id }) => product_id === "progesterone_capsule_100");
  if (!patch || !capsule) throw new Error("The order has no patches or no capsules");
  const product = server.services.content.catalogue.products.find(({ productid }) => productid === patch.product_id);
  const units = product?.pricings.find(({ pricingid }) => pricingid === patch.pricing_id)?.unitsdispensed ?? 0;
  return {
    ...{ rosa, id: rosa.orderId, patch: patch.pricing_id, capsule: capsule.pricing_id },
    count: (units * patch.quantity) / 4,
    days: patch.days_supply * patch.quantity,
  };
}
type Order = Awaited<ReturnType<typeof orderToPack>>;
const boxes = ({ count }: Order, box: Box = {}) => Array.from({ length: count }, () => codeOf(box));
const capsules = (order: Order, box: Box = {}): Line => ({
  pricingid: order.capsule,
  codes: [codeOf({ ndc: "00000-1301-30", lot: "P7", ...box })],
});
const packed = async ({ id }: Pick<Order, "id">) =>
  server.services.db
    .selectFrom("order_fill")
    .select(["matched", "packer", "uncoded_reason", "lot_number", "expires_on", "parcel"])
    .where("order_id", "=", id)
    .orderBy("line")
    .execute();
const recall = (lotnumber: string, ndc = "", recalled = true) =>
  pharmacist.browser.call(care.recallLot, { body: { lotnumber, ndc, recalled, reason: "Cracked blisters" } });

describe("decisions §19 a box leaves only after its code was matched", () => {
  test("by a person's scans: what was matched is kept, shown to the pharmacy, and found by each lot", async () => {
    const order = await orderToPack();
    const codes = [
      ...boxes({ ...order, count: order.count - 1 }, { lot: "M-1" }),
      codeOf({ lot: "M-2", end: later(300) }),
    ];
    const { ok } = await packAs("person", order.id, [{ pricingid: order.patch, codes }, capsules(order)]);
    expect(ok.order.id).toBe(order.id);
    expect(await packed(order)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          matched: "code",
          packer: `staff:${pharmacist.id}`,
          lot_number: "M-2",
          expires_on: later(300),
        }),
      ]),
    );
    const { items } = (await server.call(care.orderByNumber, { params: { number: ok.order.number ?? "" } }, { apiKey }))
      .ok;
    const line = items[0]?.dispensing?.lines.find(({ pricingid }) => pricingid === order.patch);
    expect(line).toMatchObject({ matched: "code", lotnumber: "M-2", uncoded: null });
    expect(line?.boxes.map(({ ndc, lotnumber }) => [ndc, lotnumber])).toEqual([
      ...Array.from({ length: order.count - 1 }, () => ["00000-2103-14", "M-1"]),
      ["00000-2103-14", "M-2"],
    ]);
    for (const lotnumber of order.count > 1 ? ["M-1", "M-2"] : ["M-2"]) {
      const found = (await server.call(care.lotRecipients, { query: { lotnumber } }, { apiKey })).ok.items;
      expect(found.map(({ orderid }) => orderid)).toEqual([order.id]);
    }
    expect((await shipAs("person", order.id)).ok.order.status).toBe("shipped");
  });

  test("another maker's box is as good, from its first day on", async () => {
    const order = await orderToPack();
    const lines = [
      { pricingid: order.patch, codes: boxes({ ...order, count: order.count / 2 }, { ndc: "00000-1103-28" }) },
      capsules(order),
    ];
    expect((await packAs("person", order.id, lines)).status).toBe(200);
  });

  test("papers name the NDCs that left, both makers', and not those of a box that came back", async () => {
    const order = await orderToPack();
    const { rosa } = order;
    const big = {
      pricingid: order.patch,
      codes: boxes({ ...order, count: order.count / 2 }, { ndc: "00000-1103-28" }),
    };
    expect((await shipAs("person", order.id, { lines: [big, capsules(order)] })).ok.order.status).toBe("shipped");
    const returned = await server.call(
      care.returnOrder,
      { params: { id: order.id }, body: { reason: "address" } },
      { apiKey },
    );
    expect(returned.status).toBe(200);
    const one = codeOf({ ndc: "00000-1103-28" });
    const both = [one, ...boxes({ ...order, count: order.count - 2 })];
    expect((await shipAs("person", order.id, { lines: [{ ...big, codes: both }, capsules(order)] })).status).toBe(200);
    const as = { token: rosa.token };
    const bundle = (
      await server.call(documents.medicalRecordsFhir, { params: { id: rosa.id } }, as)
    ).raw.json<Bundle>();
    const dispensed = bundle.entry.flatMap(({ resource }) =>
      resource.resourceType === "MedicationDispense" ? [resource.medicationCodeableConcept] : [],
    );
    const codes = dispensed.map(({ coding }) => coding.map(({ code }) => code));
    const expected = order.count > 2 ? ["00000-1103-28", "00000-2103-14"] : ["00000-1103-28"];
    expect(codes).toEqual([expected, ["00000-1301-30"]]);
    for (const call of [documents.ndcLetter, documents.medicalRecords]) {
      const { raw } = await server.call(call, { params: { id: rosa.id } }, as);
      const { text } = await readPdf(raw.rawPayload);
      for (const ndc of [...expected, "00000-1301-30"]) expect(text).toContain(ndc);
    }
  });

  test("a UPC tells the medicine; lot and end are typed", async () => {
    const order = await orderToPack();
    const upc = gtinOfNdc("0000210314").slice(2);
    const codes = Array.from({ length: order.count }, () => upc);
    const line = { pricingid: order.patch, codes };
    expect((await packAs("person", order.id, [line])).problem.message).toMatch(/has no lot or no end/);
    const typed = { ...line, lotnumber: "u-5", expireson: later(), ...(order.count > 1 && { separate: true }) };
    expect((await packAs("person", order.id, [typed])).status).toBe(200);
    expect((await packed(order))[0]).toMatchObject({ matched: "code", lot_number: "U-5" });
  });

  test("without a serial one box scanned again isn't another: it's refused until somebody says that they are separate", async () => {
    const order = await orderToPack();
    expect(order.count).toBeGreaterThan(1);
    const alike = Array.from({ length: order.count }, () => codeOf({ serial: null }));
    const line = { pricingid: order.patch, codes: alike };
    for (const by of ["person", "system"] as const) {
      const { problem } = await packAs(by, order.id, [line, capsules(order)]);
      expect([problem.code, problem.message]).toEqual([
        "wrong_state",
        expect.stringMatching(new RegExp(`^${order.count} scans of .* read the same and have no serial number`, "u")),
      ]);
    }
    expect((await shipAs("person", order.id, { lines: [line, capsules(order)] })).status).toBe(409);
    expect(await packed(order)).toEqual([]);
    // Another lot, or a serial, tells a box apart.
    const apart = [codeOf({ serial: null }), ...boxes({ ...order, count: order.count - 1 })];
    expect((await packAs("person", order.id, [{ ...line, codes: apart }, capsules(order)])).status).toBe(200);
    const separate = { ...line, separate: true };
    expect((await packAs("person", order.id, [separate, capsules(order)])).status).toBe(200);
    // A serial that was scanned twice is one box, whatever is said.
    const again = [codeOf({ serial: "SAME1" }), codeOf({ serial: "SAME1" }), ...alike.slice(2)];
    expect((await packAs("person", order.id, [{ ...separate, codes: again }])).problem.message).toMatch(/already/u);
    // One that is counted out of may be scanned as often as it's opened.
    const bottle = codeOf({ ndc: "00000-1301-30", lot: "P7", serial: null });
    const twice = { pricingid: order.capsule, codes: [bottle, bottle] };
    expect((await packAs("person", order.id, [twice])).status).toBe(200);
  });

  test("a person who scans nothing says why; the pharmacy's own system answers for its boxes", async () => {
    const order = await orderToPack();
    const typed = { pricingid: order.patch, lotnumber: "T-1", expireson: later() };
    expect((await packAs("person", order.id, [typed])).problem.message).toMatch(/scan the boxes of .*, or say why/);
    const vouched = { ...typed, uncoded: "The code is torn" };
    expect((await packAs("person", order.id, [{ ...vouched, expireson: "" }])).problem.message).toMatch(
      /enter the lot/,
    );
    expect((await packAs("person", order.id, [vouched])).status).toBe(200);
    expect((await packed(order))[0]).toMatchObject({ matched: "vouched", uncoded_reason: "The code is torn" });
    expect((await packAs("system", order.id, [typed])).status).toBe(200);
    expect((await packed(order))[0]).toMatchObject({ matched: "system", packer: expect.stringMatching(/^key:/) });
  });

  test("what nobody has packed isn't sent by a person, alone or with others; the system may send at once", async () => {
    const order = await orderToPack();
    expect((await shipAs("person", order.id)).problem.message).toMatch(/isn’t packed yet/);
    await packAs("person", order.id, [{ pricingid: order.patch, codes: boxes(order) }]);
    expect((await shipAs("person", order.id)).problem.message).toMatch(/isn’t packed yet/);
    const lots = [{ pricingid: order.capsule, lotnumber: "X", expireson: later() }, { pricingid: order.patch }];
    expect((await shipAs("person", order.id, { lines: lots })).problem.message).toMatch(/scan the boxes/);
    expect((await shipAs("system", order.id)).status).toBe(200);
    expect(new Set((await packed(order)).map(({ matched }) => matched))).toEqual(new Set(["code", "system"]));
  });

  test("what came back has to be packed again, from other boxes", async () => {
    const order = await orderToPack();
    const lines = () => [{ pricingid: order.patch, codes: boxes(order) }, capsules(order)];
    const first = lines();
    await packAs("person", order.id, first);
    await shipAs("person", order.id);
    await server.call(care.returnOrder, { params: { id: order.id }, body: { reason: "address" } }, { apiKey });
    expect((await shipAs("person", order.id)).problem.message).toMatch(/isn’t packed yet/);
    expect((await packAs("person", order.id, first)).problem.message).toMatch(/has left already/);
    expect((await packAs("person", order.id, lines())).status).toBe(200);
    expect((await shipAs("person", order.id)).status).toBe(200);
  });

  test("a box that a packing was corrected to leave out is free again", async () => {
    const [one, two] = [await orderToPack(), await orderToPack()];
    const first = boxes(one);
    await packAs("person", one.id, [{ pricingid: one.patch, codes: first }]);
    const other = [{ pricingid: two.patch, codes: first }];
    expect((await packAs("person", two.id, other)).problem.message).toMatch(/is packed already, for order/);
    await packAs("person", one.id, [{ pricingid: one.patch, codes: boxes(one) }]);
    expect((await packAs("person", two.id, other)).status).toBe(200);
  });

  test.each(voidReasons)(
    "a box whose fill is voided (%s) is packed again only if it was never put in",
    async (wrong) => {
      const [one, two] = [await orderToPack(), await orderToPack()];
      const first = boxes(one);
      await packAs("person", one.id, [{ pricingid: one.patch, codes: first }, capsules(one)]);
      await shipAs("person", one.id);
      const body = { pricingid: one.patch, parcel: 1, wrong, note: "As the patient says.", lotnumber: "OTHER1" };
      const voided = await pharmacist.browser.call(care.voidFill, { params: { id: one.id }, body });
      expect(voided.status).toBe(200);
      const { status } = await packAs("person", two.id, [{ pricingid: two.patch, codes: first }]);
      expect(status).toBe(wrong === "missing" ? 200 : 409);
    },
  );

  test("one box for two orders at once: one of them has it", async () => {
    const [one, two] = [await orderToPack(), await orderToPack()];
    const codes = boxes(one);
    const both = await Promise.all(
      [one, two].map(({ id, patch }) => packAs("person", id, [{ pricingid: patch, codes }])),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test("a lot recalled after it was packed doesn't leave", async () => {
    const order = await orderToPack();
    await packAs("person", order.id, [
      { pricingid: order.patch, codes: boxes(order, { lot: "LATE-9" }) },
      capsules(order),
    ]);
    await recall("LATE-9", "00000-2103-14");
    for (const by of ["person", "system"] as const)
      expect((await shipAs(by, order.id)).problem.message).toMatch(/^Lot LATE-9 of .* was recalled/);
  });

  test("nor does any box of several lots, each recalled by what is on it", async () => {
    const order = await orderToPack();
    const [first = "", ...rest] = boxes(order, { lot: "FINE-8" });
    const codes = [first, ...rest.slice(1), codeOf({ lot: "LATE-8" })];
    await packAs("person", order.id, [{ pricingid: order.patch, codes }, capsules(order)]);
    await recall("LATE-8", "00000-1301-30");
    await recall("LATE-8", "00000-2103-14");
    for (const by of ["person", "system"] as const)
      expect((await shipAs(by, order.id)).problem.message).toMatch(/^Lot LATE-8 of .* was recalled/);
    await recall("LATE-8", "00000-2103-14", false);
    expect((await shipAs("person", order.id)).status).toBe(200);
  });
});

// The embedded database has one connection, so nothing can wait there.
test.skipIf(testDatabaseUrl() === null)(
  "whoever packs a box while another packs it waits, and takes another box",
  async () => {
    const [one, two] = [await orderToPack(), await orderToPack()];
    const codes = boxes(one);
    const { db, clock, content } = server.services;
    const lines = await linesOf(db, [one.id]);
    const line = lines.find(({ pricing_id }) => pricing_id === one.patch) ?? expect.fail("No patches");
    const refuses = { ...server.services, ...refusesAny };
    const packing = matchCodes({ ...refuses, content }, [{ line, named: { pricingid: one.patch, codes } }]);
    const packer = { actor: "staff:1", isSystem: false, name: "Dana" };
    const { waited, result } = await whileDoing(
      server,
      async (tx) => {
        await requireOwnBoxes(refuses, tx, one.id, packing);
        const order = (await orderById(tx, one.id)) ?? expect.fail("No order");
        const nothing = { verification: null, labels: () => null };
        await storePacking({ db: tx, clock }, { order, lines }, { packer, packed: packing, ...nothing });
      },
      () => packAs("person", two.id, [{ pricingid: two.patch, codes }]),
    );
    expect(waited).toBe(true);
    expect(result.problem.message).toMatch(/is packed already, for order/);
  },
);

/** What is scanned of the patches, and what is answered. A code has a box's own serial unless it says another. */
type WrongBoxes = readonly [name: string, codes: (order: Order) => readonly string[], refusal: RegExp];
const each = (box: Box) => (order: Order) => boxes(order, box);
const anyOf = (change: (code: string) => string) => (order: Order) => boxes(order).map(change);
const replaced = (at: number, by: string) => (code: string) => code.slice(0, at) + by + code.slice(at + by.length);
const prescribed = /is prescribed\. Please put it back/;
const half = /Only a part of the code arrived/;
const wrongBoxes: readonly WrongBoxes[] = [
  ...["1101", "1102", "1104", "1105"].map((product): WrongBoxes => [
    `patches of another strength, ${product}`,
    each({ ndc: `00000-${product}-28` }),
    prescribed,
  ]),
  ...[
    "1201-30",
    "1202-30",
    "1203-30",
    "1301-30",
    "1302-30",
    "2301-30",
    "1401-42",
    "1402-18",
    "1501-20",
    "1502-20",
    "1601-60",
  ].map((code): WrongBoxes => [`another medicine, ${code}`, each({ ndc: `00000-${code}` }), prescribed]),
  [
    "one of another strength among right ones",
    (order) => [...boxes(order).slice(1), codeOf({ ndc: "00000-1104-28" })],
    prescribed,
  ],
  ["another size of the same maker", each({ ndc: "00000-2103-15" }), /doesn’t know this box/],
  ["a medicine nobody knows", each({ ndc: "00078-0343-42" }), /doesn’t know this box/],
  ["a labeler one digit off", each({ ndc: "00001-2103-14" }), /doesn’t know this box/],
  ["what is no medicine", () => ["4006381333931"], /no code of a prescription medicine/],
  ["a magazine", () => ["9781234567897"], /no code of a prescription medicine/],
  ["a box that ended yesterday", (order) => boxes(order, { end: addDays(today(), -1) }), /expired on/],
  ["a box that ended years ago", each({ end: "2019-05-31" }), /expired on/],
  ["a box of the last century", anyOf((code) => code.replace(/17\d{6}10/, "1799123110")), /expired on/],
  ["a box that ends today", (order) => boxes(order, { end: today() }), /before the last day of this supply/],
  [
    "a box that ends a day early",
    (order) => boxes(order, { end: addDays(today(), order.days - 2) }),
    /before the last day of this supply/,
  ],
  [
    "one that ends early among good ones",
    (order) => [...boxes(order).slice(1), codeOf({ end: addDays(today(), 3) })],
    /before the last day/,
  ],
  ["a recalled lot", each({ lot: "RECALLED-1" }), /was recalled/],
  ["a recalled lot in small letters", each({ lot: "recalled-1" }), /was recalled/],
  ["a lot recalled for this medicine", each({ lot: "RECALLED-2" }), /was recalled/],
  [
    "one recalled among good ones",
    (order) => [...boxes(order).slice(1), codeOf({ lot: "RECALLED-1" })],
    /was recalled/,
  ],
  ["a wrong check digit", anyOf((code) => replaced(15, code[15] === "0" ? "1" : "0")(code)), /wrong digit/],
  ["one wrong digit in the product", anyOf((code) => replaced(9, code[9] === "9" ? "8" : "9")(code)), /wrong digit/],
  ["two digits exchanged", anyOf((code) => replaced(10, `${code[11]}${code[10]}`)(code)), /wrong digit/],
  ["half of the GTIN", anyOf((code) => code.slice(0, 9)), half],
  ["half of the end", anyOf((code) => code.slice(0, 20)), half],
  ["everything but the lot", anyOf((code) => code.slice(0, 26)), half],
  ["the second half", anyOf((code) => code.slice(16)), half],
  ["a serial that broke off", anyOf((code) => code.slice(0, code.indexOf(gs) + 3)), half],
  ["no end", anyOf((code) => code.replace(/17\d{6}/, "")), /has no lot or no end/],
  ["no lot", anyOf((code) => code.slice(0, 24)), /has no lot or no end/],
  ["two scans at once", anyOf((code) => code + codeOf()), /Two codes arrived at once/],
  ["the same scan twice at once", anyOf((code) => code + code), /Two codes arrived at once/],
  ["two Data Matrix codes at once", anyOf((code) => `]d2${code}]d2${codeOf()}`), /Two codes arrived at once/],
  [
    "a French keyboard",
    anyOf((code) => code.replace(/\d/g, (digit) => "à&é\"'(-è_ç"[Number(digit)] ?? "")),
    /another keyboard/,
  ],
  ["a French keyboard's prefix", anyOf((code) => `$d2${code}`), /another keyboard/],
  ["a case of boxes", anyOf((code) => code.replace(/^01\d{14}/, "0150300002103149")), /wrong digit|shipping case/],
  ["a day that doesn't exist", anyOf((code) => code.replace(/17\d{6}10/, "1729023010")), /day that doesn’t exist/],
  ["an end in month 13", anyOf((code) => code.replace(/17\d{6}10/, "1729130010")), /day that doesn’t exist/],
  ["a lot with a sign no lot has", each({ lot: "A+B" }), /character that lots don’t have/],
  ["a code without separators that can be read in two ways", anyOf((code) => code.replace(gs, "")), /two ways/],
  ["words", () => ["27-MAY"], /no code of a medicine/],
  ["a number as lots have", () => ["10E5"], half],
  ["one box too few", (order) => boxes({ ...order, count: order.count - 1 }), /^1 box of .* is missing/],
  ["one box too many", (order) => [...boxes(order), codeOf()], /too many/],
  [
    "one box scanned twice",
    (order) => [...boxes(order).slice(1), ...boxes({ ...order, count: 1 })].fill(codeOf({ serial: "TWICE-1" })),
    /was scanned already/,
  ],
  [
    "a box that has left",
    (order) => [...boxes(order).slice(1), codeOf({ serial: "LEFT-1" })],
    /has left already, for order/,
  ],
  [
    "a box that has left, in small letters",
    (order) => [...boxes(order).slice(1), codeOf({ serial: "left-1" })],
    /has left already/,
  ],
  [
    "a box that is packed for somebody",
    (order) => [...boxes(order).slice(1), codeOf({ serial: "WAITS-1" })],
    /is packed already, for order/,
  ],
];

test("a recall is recorded once, by whoever dispenses, and is over when somebody says so", async () => {
  const order = await orderToPack();
  const lines = [{ pricingid: order.patch, codes: boxes(order, { lot: "BACK-1" }) }, capsules(order)];
  for (const ndc of ["00000-2103-14", "0000-2103-14", "00000210314"])
    expect((await recall("back-1", ndc)).ok).toEqual({ lotnumber: "BACK-1", recalled: true });
  expect((await packAs("person", order.id, lines)).problem.message).toMatch(/was recalled/);
  expect((await recall("BACK-1", "0000-2103-14", false)).ok).toEqual({ lotnumber: "BACK-1", recalled: false });
  expect((await packAs("person", order.id, lines)).status).toBe(200);
  expect((await recall("BACK-1", "0000210314")).status).toBe(400);
  const finance = await signedInStaff(server, ["finance"]);
  const body = { lotnumber: "BACK-1", recalled: true, reason: "x" };
  expect((await finance.browser.call(care.recallLot, { body })).status).toBe(403);
});

test("of lots with one number each maker's is recalled, and over, by itself", async () => {
  const order = await orderToPack();
  const lines = [{ pricingid: order.patch, codes: boxes(order, { lot: "TWICE-1" }) }, capsules(order)];
  const [own, other] = ["00000-2103-14", "00000-1301-30"];
  for (const ndc of [own, other, ""]) await recall("TWICE-1", ndc);
  for (const over of [other, ""]) {
    await recall("TWICE-1", over, false);
    expect((await packAs("person", order.id, lines)).problem.message, over).toMatch(/was recalled/);
  }
  await recall("TWICE-1", own, false);
  expect((await packAs("person", order.id, lines)).status).toBe(200);
});

test("what needs no prescription is packed by a person without a code or a lot", async () => {
  const { token } = await inCare(server);
  const checkout = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 1 }];
  const { id } = (await server.call(store.checkout, { body: { checkout } }, { token })).ok.order;
  await server.jobs.drain();
  expect((await packAs("person", id, [{ pricingid: "magnesium_1m" }])).status).toBe(200);
  expect(await packed({ id })).toMatchObject([{ matched: null, lot_number: null }]);
});

describe("decisions §19 wrong boxes", () => {
  let order: Order;
  beforeAll(async () => {
    const [left, waits] = [await orderToPack(), await orderToPack()];
    const withSerial = (of: Order, serial: string) => [
      { pricingid: of.patch, codes: [...boxes(of).slice(1), codeOf({ serial })] },
      capsules(of),
    ];
    await packAs("person", left.id, withSerial(left, "LEFT-1"));
    await shipAs("person", left.id);
    await packAs("person", waits.id, withSerial(waits, "WAITS-1"));
    await recall("RECALLED-1");
    await recall("RECALLED-2", "00000-2103-14");
    await recall("FINE-HERE", "00000-1301-30");
    order = await orderToPack();
  });

  test("there are fifty", () => expect(wrongBoxes.length).toBeGreaterThanOrEqual(50));

  test.each(wrongBoxes)("%s: neither packed nor sent", async (_, codes, refusal) => {
    const lines = [{ pricingid: order.patch, codes: [...codes(order)] }, capsules(order)];
    for (const refused of [
      await packAs("person", order.id, lines),
      await packAs("system", order.id, lines),
      await shipAs("person", order.id, { lines }),
      await shipAs("system", order.id, { lines }),
    ]) {
      expect([400, 409]).toContain(refused.status);
      expect(refused.problem.message).toMatch(refusal);
    }
    expect(await packed(order)).toEqual([]);
  });

  test("what is typed beside a code says nothing that the code says: an expired box stays expired", async () => {
    const line = (box: Box) => ({ pricingid: order.patch, codes: boxes(order, box), expireson: later(900) });
    const expired = await packAs("person", order.id, [line({ end: addDays(today(), -1) })]);
    expect(expired.problem.message).toMatch(/expired on/);
    const other = await orderToPack();
    await packAs("person", other.id, [{ ...line({ end: later(600) }), pricingid: other.patch }]);
    expect((await packed(other)).map(({ expires_on }) => expires_on)).toEqual([later(600)]);
  });

  test("a code with a reason for having none, or with a lot it doesn't have, is refused", async () => {
    const line = { pricingid: order.patch, codes: boxes(order) };
    expect((await packAs("person", order.id, [{ ...line, uncoded: "x" }])).problem.message).toMatch(
      /codes and a reason/,
    );
    expect((await packAs("person", order.id, [{ ...line, lotnumber: "OTHER" }])).problem.message).toMatch(
      /none of the scanned/,
    );
  });

  test("a lot that's typed for a box without a code is recalled by the medicine it's typed for", async () => {
    const pack = (lotnumber: string) =>
      packAs("person", order.id, [
        { pricingid: order.patch, lotnumber, expireson: later(), uncoded: "The code is torn" },
        capsules(order),
      ]);
    for (const lot of ["RECALLED-1", "RECALLED-2"])
      expect((await pack(lot)).problem.message, lot).toMatch(new RegExp(`^Lot ${lot} of .* was recalled`));
    expect((await pack("FINE-HERE")).status).toBe(200);
  });

  test("a lot recalled for another medicine is fine for this one, and the right boxes leave", async () => {
    const lines = [{ pricingid: order.patch, codes: boxes(order, { lot: "FINE-HERE" }) }, capsules(order)];
    expect((await shipAs("person", order.id, { lines })).ok.order.status).toBe("shipped");
  });
});
