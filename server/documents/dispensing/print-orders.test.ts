import { inflateSync } from "node:zlib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { encode } from "uqr";
import { beforeAll, describe, expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { care } from "#contract/care/calls.ts";
import { orderCode } from "#contract/dispensing/order-code.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { updatePatient } from "#server/auth/public.ts";
import { ordersById } from "#server/orders/public.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { deliver, inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { readPdf } from "../testing/read-pdf.ts";
import { leafletsPdf } from "./leaflets-pdf.ts";
import { printOrders } from "./print-orders.ts";

const shipped = await loadContent();
let server: TestServer;
let rosa: InCare;
beforeAll(async () => {
  server = await sharedTestServer();
  rosa = await inCare(server, { delivered: false });
  await updatePatient(server.services, rosa.id, { firstname: "Ñusta", lastname: "Şahin" });
});

type Body = Input<typeof care.printOrders>["body"];
const print = (body: Body) => server.call(care.printOrders, { body }, { apiKey });
async function printed(body: Body) {
  const { status, raw } = await print(body);
  expect([status, raw.headers["content-type"]]).toEqual([200, "application/pdf"]);
  return readPdf(raw.rawPayload);
}
const linesOf = (orderId: string) =>
  server.services.db.selectFrom("order_line").selectAll().where("order_id", "=", orderId).orderBy("line").execute();

describe("decisions §11 a pharmacy label", () => {
  test("is one page of 4 by 6 inches for each prescription line, with all that a pharmacist looks for", async () => {
    const pdf = await printed({ orderids: [rosa.orderId], what: "labels", paper: "label" });
    const lines = await linesOf(rosa.orderId);
    expect(pdf.pages).toBe(lines.length);
    const { brand, documents } = server.services.content;
    const rows = await server.services.db
      .selectFrom("prescription")
      .selectAll()
      .where("patient_id", "=", rosa.id)
      .execute();
    for (const [index, line] of lines.entries()) {
      const text = pdf.textOfPage[index] ?? "";
      const prescription = rows.find(({ product_id }) => product_id === line.product_id);
      const product = server.services.content.catalogue.products.find(({ productid }) => productid === line.product_id);
      for (const part of [
        brand.pharmacy.name,
        brand.pharmacy.address1,
        brand.pharmacy.phone,
        brand.practice.name,
        brand.practice.address1,
        "Ñusta Şahin, born May 6, 1974",
        `Rx ${prescription?.rx_number}`,
        `${line.name} ${line.dosage}`,
        `${line.days_supply * line.quantity} days’ supply`,
        `${prescription?.refills_left} refills left`,
        product?.howtouse ?? "?",
        "Prescriber Dr. ",
        documents.label.caution,
        "Keep out of reach of children.",
      ])
        expect(text).toContain(part);
      expect(text).toMatch(/Filled [A-Z][a-z]{2} \d+, \d{4}/);
      expect(text).toMatch(/Quantity \d+ (patches|capsules|tablets)/);
      expect(text).not.toMatch(/Lot |Discard/);
    }
  });

  test("of a packed line has its lot, its end, and the day to discard it", async () => {
    const ana = await inCare(server, { delivered: false });
    const [first] = await linesOf(ana.orderId);
    const lines = [{ pricingid: first?.pricing_id ?? "", lotnumber: "ab-1", expireson: "2031-05-31" }];
    await server.call(care.packOrder, { params: { id: ana.orderId }, body: { lines } }, { apiKey });
    const { textOfPage } = await printed({ orderids: [ana.orderId], what: "labels" });
    expect(textOfPage[0]).toMatch(/Lot AB-1 +Exp\. May 31, 2031 +Discard after [A-Z][a-z]{2} \d+, \d{4}/);
    expect(textOfPage[1]).not.toContain("Lot ");
  });

  test("says nothing of the patient's health beyond the prescription", async () => {
    const { text } = await printed({ orderids: [rosa.orderId], what: "labels" });
    expect(text).not.toMatch(/hot flash|night sweats|period|blood pressure|weight|migraine/i);
    expect(text).not.toContain(rosa.email);
  });

  test("a batch is one PDF, in the order asked for, on letter paper several to a sheet; each patient is in the audit", async () => {
    const [ana, eva] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
    const pdf = await printed({ orderids: [eva.orderId, ana.orderId], what: "labels", paper: "letter" });
    const lines = [...(await linesOf(eva.orderId)), ...(await linesOf(ana.orderId))];
    expect(pdf.text.match(/Rx RX\d+/g)).toHaveLength(lines.length);
    expect(pdf.pages).toBeLessThan(lines.length);
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("patient_id")
      .where("call", "=", "care.printOrders")
      .where("patient_id", "in", [ana.id, eva.id])
      .execute();
    expect(new Set(audited.map(({ patient_id }) => patient_id))).toEqual(new Set([ana.id, eva.id]));
  });

  test("each prescription product of the catalogue has warnings of its own", () => {
    const { catalogue, documents } = server.services.content;
    for (const product of catalogue.products.filter(({ prescription }) => prescription))
      expect(
        documents.label.warnings.filter(
          ({ categories, forms }) =>
            (categories?.some((each) => product.categories.includes(each)) ?? false) ||
            (forms?.includes(product.form) ?? false),
        ),
        product.productid,
      ).not.toEqual([]);
  });
});

/** Where each page's code has dark squares, from its corner, in squares. */
function codesOf(pdf: Buffer): readonly (readonly string[])[] {
  const streams = [...pdf.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(
    ([, bytes = ""]) => {
      try {
        return inflateSync(Buffer.from(bytes, "latin1")).toString("latin1");
      } catch {
        return [];
      }
    },
  );
  return streams.flatMap((stream) => {
    const squares = [...stream.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) \3 re/g)].map((each) =>
      each.slice(1, 4).map(Number),
    );
    const [left, top] = [0, 1].map((axis) => Math.min(...squares.map((each) => each[axis] ?? 0)));
    const at = (each: readonly number[]) =>
      [each[0] ?? 0, each[1] ?? 0].map((value, axis) =>
        Math.round((value - ((axis ? top : left) ?? 0)) / (each[2] ?? 1)),
      );
    return squares.length === 0 ? [] : [squares.map((each) => at(each).join(" "))];
  });
}
const squaresOfCode = (number: string): readonly string[] =>
  encode(orderCode(number), { ecc: "Q", border: 0 }).data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `${x} ${y}` : [])),
  );

describe("decisions §19 the code of an order", () => {
  test.each(["labels", "slips", "stickers"] as const)("is on each page of %s, its own order's", async (what) => {
    const ana = await inCare(server, { delivered: false });
    const { raw } = await print({ orderids: [rosa.orderId, ana.orderId], what });
    const orders = await ordersById(server.services.db, [rosa.orderId, ana.orderId]);
    const pages = what === "labels" ? (await linesOf(ana.orderId)).length : 1;
    const expected = [rosa, ana].flatMap(({ orderId }) => {
      const number = orders.find(({ id }) => id === orderId)?.number ?? "";
      return Array.from({ length: pages }, () => squaresOfCode(number));
    });
    expect(codesOf(raw.rawPayload)).toEqual(expected);
  });

  test("a slip says whose it is and what is in the package, a sticker only whose it is; of what is canceled neither", async () => {
    const ana = await inCare(server, { delivered: false });
    const [first, second] = await linesOf(ana.orderId);
    await server.services.db
      .updateTable("order_line")
      .set({ cancelled_at: server.clock.now() })
      .where("order_id", "=", ana.orderId)
      .where("line", "=", second?.line ?? 0)
      .execute();
    const slip = await printed({ orderids: [rosa.orderId, ana.orderId], what: "slips" });
    const sticker = await printed({ orderids: [rosa.orderId, ana.orderId], what: "stickers" });
    expect([slip.pages, sticker.pages]).toEqual([2, 2]);
    for (const { textOfPage } of [slip, sticker]) expect(textOfPage[0]).toContain("Ñusta Şahin");
    const item = `${first?.quantity} × ${first?.name} ${first?.dosage}`;
    expect(slip.textOfPage[1]).toContain(item);
    expect(slip.textOfPage[1]).not.toContain(second?.name);
    expect(slip.textOfPage[0]).toContain(second?.name);
    for (const line of [first, second]) expect(sticker.text).not.toContain(line?.name);
    expect(slip.text).not.toMatch(/hot flash|night sweats|period|blood pressure|weight|migraine/i);
  });
});

test("a slip of an order that has left in two packages says what is in the last one", async () => {
  const ana = await inCare(server, { delivered: false });
  const lines = await linesOf(ana.orderId);
  const { db, clock } = server.services;
  for (const [index, { order_id, line }] of lines.entries()) {
    const parcel = index + 1;
    await db
      .insertInto("shipment")
      .values({ order_id, parcel, carrier: "UPS", tracking_number: `T${parcel}`, shipped_at: clock.now() })
      .execute();
    await db.insertInto("order_fill").values({ id: newId(), order_id, line, parcel, packed_at: clock.now() }).execute();
  }
  const slip = await printed({ orderids: [ana.orderId], what: "slips" });
  expect(lines.map(({ name }) => slip.text.includes(name))).toEqual(
    lines.map((_, index) => index === lines.length - 1),
  );
});

describe("decisions §11 a leaflet", () => {
  test("is one page or more for each product, with risks before the start, directions, and a missed dose", async () => {
    const pdf = await printed({ orderids: [rosa.orderId], what: "leaflets" });
    const { catalogue, documents, brand } = server.services.content;
    for (const line of await linesOf(rosa.orderId)) {
      const product = catalogue.products.find(({ productid }) => productid === line.product_id);
      for (const part of [
        `${line.name} ${line.dosage}`,
        documents.leaflet.before,
        ...(product?.notices ?? []),
        product?.howtouse ?? "?",
        product?.dosing?.missed ?? documents.leaflet.missedunknown,
        brand.crisis.emergency,
      ])
        expect(pdf.text).toContain(part);
    }
    expect(pdf.text).not.toContain("Ñusta");
  });

  const products = shipped.catalogue.products.filter(({ prescription }) => prescription);
  /** Every way in which a label can differ from the product: words, phases, a first day, two at once. */
  const differing = products.flatMap(({ productid: productId, howtouse, double }) =>
    [
      { directions: "Use it every other night.", start: null, missed: null },
      { directions: `${howtouse} Starting June 1, 2026: Use it every other night.`, start: null, missed: null },
      { directions: howtouse, start: "Start on Jun 1, 2026.", missed: null },
      ...(double ? [{ directions: double.directions, start: null, missed: double.missed }] : []),
    ].map((says) => ({ productId, orderNumber: "4711", ...says })),
  );
  const leafletOf = async (labels: Parameters<typeof leafletsPdf>[1]["labels"]) =>
    readPdf(await leafletsPdf(shipped, { labels, createdAt: new Date("2026-11-02T12:00:00Z") }));
  const oneLine = (text: string) => text.replace(/\s+/gu, " ");

  test.each(differing)("of $productId says its label’s words first: $directions $start", async (label) => {
    const { howtouse } = products.find(({ productid }) => productid === label.productId) ?? { howtouse: "?" };
    const { leaflet } = shipped.documents;
    const text = oneLine((await leafletOf([label])).text);
    const isSame = label.directions === howtouse;
    const parts = [
      leaflet.use,
      ...(label.start === null ? [] : [label.start]),
      label.directions,
      ...(isSame ? [] : [leaflet.labelcounts, howtouse]),
      leaflet.missed,
      label.missed ?? leaflet.missedunknown,
    ].map(oneLine);
    expect(text).toContain(parts.join(" "));
    expect(text).toContain("Order 4711");
  });

  test("is one sheet for all who use it as the catalogue says, and one for each who doesn’t", async () => {
    const [{ productid: productId, howtouse } = { productid: "?", howtouse: "?" }] = products;
    const usual = { ...{ productId, directions: howtouse }, start: null, missed: null };
    const own = { ...usual, directions: "Use it every other night." };
    const { text } = await leafletOf([
      ...[1, 2].map((order) => ({ ...usual, orderNumber: `100${order}` })),
      ...[3, 4].map((order) => ({ ...own, orderNumber: `100${order}` })),
    ]);
    expect(text.match(/Order 100\d/gu)).toEqual(["Order 1003", "Order 1004"]);
    expect(text.split(shipped.documents.leaflet.before)).toHaveLength(4);
  });
});

describe("21 CFR 209.11 the side effects statement goes with each prescription", () => {
  const statement =
    "Call your doctor for medical advice about side effects. You may report side effects to FDA at 1-800-FDA-1088.";
  const createdAt = new Date("2026-11-02T12:00:00Z");
  const fontSizesOf = async (bytes: Uint8Array, words: string): Promise<readonly number[]> => {
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const pages = Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1));
    const items = (await Promise.all(pages.map(async (page) => (await (await page).getTextContent()).items))).flat();
    return items.flatMap((item) =>
      "str" in item && words.includes(item.str) && item.str.length > 20 ? [item.height] : [],
    );
  };

  test("on the leaflet of each product, with the pharmacy's phone, in 10 points or more", async () => {
    const { content } = server.services;
    for (const { productid, howtouse } of content.catalogue.products) {
      const label = { ...{ productId: productid, orderNumber: "1", directions: howtouse }, start: null, missed: null };
      const bytes = await leafletsPdf(content, { labels: [label], createdAt });
      const { text } = await readPdf(bytes);
      expect(text, productid).toContain(statement);
      expect(text, productid).toContain(`call ${content.brand.pharmacy.name} at ${content.brand.pharmacy.phone}`);
      const sizes = await fontSizesOf(bytes, statement);
      expect(Math.min(...sizes), productid).toBeGreaterThanOrEqual(10);
    }
  });

  test("on the label instead where the content says so", async () => {
    const { content } = server.services;
    const documents = {
      ...content.documents,
      sideeffects: { ...content.documents.sideeffects, on: ["label" as const] },
    };
    const services = {
      ...server.services,
      content: { ...content, documents },
      refuse: (code: string) => new Refusal(code as never),
    };
    const print = async (what: "labels" | "leaflets") => {
      const { file } = await printOrders(services as never, { orderids: [rosa.orderId], what });
      return readPdf(file.bytes);
    };
    const { textOfPage } = await print("labels");
    expect(textOfPage.length).toBeGreaterThan(0);
    for (const text of textOfPage) expect(text).toContain(statement);
    expect((await print("leaflets")).text).not.toContain(statement);
    expect((await printed({ orderids: [rosa.orderId], what: "labels" })).text).not.toContain(statement);
  });
});

describe("what isn't printed", () => {
  test("an order that isn't approved, and with it the whole batch", async () => {
    const { problem } = await print({ orderids: [rosa.orderId, newId()], what: "labels" });
    expect(problem.code).toBe("not_found");
  });

  test("a medicine that was put on hold", async () => {
    const ana = await inCare(server, { delivered: false });
    await server.services.db
      .updateTable("prescription")
      .set({ on_hold_at: server.clock.now() })
      .where("patient_id", "=", ana.id)
      .execute();
    const { problem } = await print({ orderids: [rosa.orderId, ana.orderId], what: "labels" });
    expect([problem.code, problem.message]).toEqual([
      "prescription_needed",
      expect.stringMatching(/may not be dispensed/),
    ]);
  });

  test("an order that has arrived", async () => {
    const ana = await inCare(server, { delivered: false });
    await deliver(server, ana.orderId);
    expect((await print({ orderids: [ana.orderId], what: "labels" })).problem.code).toBe("wrong_state");
  });
});
