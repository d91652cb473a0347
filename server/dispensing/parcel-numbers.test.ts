import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { orderCalls } from "#contract/orders/orders.ts";
import { uspsNumber } from "#contract/testing/usps-number.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare, shipInParts } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

let serial = 700_000;
/** One that no other test has. */
const freshNumber = () => uspsNumber((serial += 1));
const paid = () => inCare(server, { delivered: false });
const ship = (id: string, trackingnumber: string, carrier = "USPS", more: object = {}) =>
  server.call(care.shipOrder, { params: { id }, body: { carrier, trackingnumber, ...more } }, { apiKey });
const bringBack = (id: string) =>
  server.call(care.returnOrder, { params: { id }, body: { reason: "address" } }, { apiKey });
const deliver = (id: string) => server.call(care.deliverOrder, { params: { id }, body: {} }, { apiKey });
const orderOf = async ({ orderId, token }: InCare) =>
  (await server.call(orderCalls.order, { params: { id: orderId } }, { token })).ok;
const zipOf = async (rosa: InCare) => (await orderOf(rosa)).shipto?.zipcode ?? "";
const shipmentsOf = (id: string) =>
  server.services.db
    .selectFrom("shipment")
    .select(["carrier", "tracking_number", "tracking_url", "owns_number"])
    .where("order_id", "=", id)
    .orderBy("parcel")
    .execute();

/** Another order of the same patient, with supplements, ready to leave. */
async function orderSupplements({ token }: InCare): Promise<string> {
  const line = { productid: "magnesium", pricingid: "magnesium_1m", quantity: 1 };
  const { ok } = await server.call(store.checkout, { body: { checkout: [line] } }, { token });
  await server.jobs.drain();
  return ok.order.id;
}

describe("decisions §11 a package is sent with its own label", () => {
  test("a scanned label: its number alone is stored, and the patient gets the carrier's link", async () => {
    const rosa = await paid();
    const number = freshNumber();
    const scan = `]C1420${await zipOf(rosa)}\u001D${number}`;
    expect((await ship(rosa.orderId, scan, "usps")).status).toBe(200);
    const link = `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`;
    expect(await shipmentsOf(rosa.orderId)).toEqual([
      { carrier: "USPS", tracking_number: number, tracking_url: link, owns_number: true },
    ]);
    expect((await orderOf(rosa)).timeline.find(({ event }) => event === "shipped")?.detail).toBe(`USPS ${number}`);
    const { nextstep } = (await server.call(treatment.overview, {}, { token: rosa.token })).ok;
    expect(nextstep.action).toMatchObject({ href: link, external: true });
    await server.jobs.drain();
    const mails = await server.mailbox.list(rosa.email);
    expect(mails.some(({ text }) => text.includes(`Tracking number: ${number}`))).toBe(true);
  });

  test("a carrier we don't know: as typed, with the link that the practice's own system gives, or none", async () => {
    const rosa = await paid();
    expect((await ship(rosa.orderId, "mp 100/42", "Meadow Post")).status).toBe(200);
    expect(await shipmentsOf(rosa.orderId)).toMatchObject([
      { carrier: "Meadow Post", tracking_number: "mp 100/42", tracking_url: null, owns_number: false },
    ]);
    const trackingurl = "https://post.example/42";
    await ship(rosa.orderId, "mp 100/42", "Meadow Post", { trackingurl });
    expect(await shipmentsOf(rosa.orderId)).toMatchObject([{ tracking_url: trackingurl }]);
    await ship(rosa.orderId, freshNumber(), "USPS", { trackingurl });
    expect((await shipmentsOf(rosa.orderId))[0]?.tracking_url).toMatch(/^https:\/\/tools\.usps\.com/);
  });

  test("a label of another ZIP is refused at the field, and nothing has left", async () => {
    const rosa = await paid();
    const zip = await zipOf(rosa);
    const { status, problem } = await ship(rosa.orderId, `42094110${freshNumber()}`);
    const message = `This label is made out to 94110; the order goes to ${zip}.`;
    expect([status, problem.code, problem.message]).toEqual([400, "bad_request", message]);
    expect(problem.details?.["fields"]).toEqual([{ path: "trackingnumber", message }]);
    expect((await orderOf(rosa)).status).toBe("paid");
    expect((await ship(rosa.orderId, `420${zip}1234${freshNumber()}`)).status).toBe(200);
    expect((await ship(rosa.orderId, `42094110${freshNumber()}`)).problem.message, "corrected, too").toBe(message);
  });

  test.each([
    ["half a scan", "940011120108", "USPS", /no whole tracking number/],
    ["two scans", `${uspsNumber(1)}${uspsNumber(2)}`, "USPS", /two scans/],
    ["two lines", `${uspsNumber(1)}\n${uspsNumber(2)}`, "USPS", /two scans/],
    ["a medicine’s box", "0100312345678906172705311012345", "USPS", /code of a medicine’s box/],
    ["a medicine’s box, another carrier", "0100312345678906172705311012345", "Meadow Post", /code of a medicine’s box/],
    ["a wrong check digit", "1Z5R89390357567128", "UPS", /wrong or missing/],
    ["another carrier’s number", "1Z5R89390357567127", "FedEx", /a number of UPS, and the carrier is FedEx/],
    ["nothing", " \u001D ", "USPS", /scan the label/],
    ["more than two scans", "9".repeat(201), "USPS", /two scans/],
    ["three signs of another carrier", "MP1", "Meadow Post", /4 to 40/],
  ])("%s is refused at the field", async (_, scanned, carrier, words) => {
    const rosa = await paid();
    const { status, problem } = await ship(rosa.orderId, scanned, carrier);
    expect([status, problem.code]).toEqual([400, "bad_request"]);
    expect(problem.details?.["fields"]).toEqual([{ path: "trackingnumber", message: expect.stringMatching(words) }]);
    expect(await shipmentsOf(rosa.orderId)).toEqual([]);
  });

  test("caps, spaces and full-width digits are no difference", async () => {
    const [rosa, anna] = [await paid(), await paid()];
    const wide = uspsNumber((serial += 1)).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    expect((await ship(rosa.orderId, "1z 5r8 939 03 5756 7127", "ups")).status).toBe(200);
    expect((await ship(anna.orderId, wide)).status).toBe(200);
    expect((await shipmentsOf(rosa.orderId))[0]).toMatchObject({
      carrier: "UPS",
      tracking_number: "1Z5R89390357567127",
    });
    expect((await shipmentsOf(anna.orderId))[0]?.tracking_number).toBe(uspsNumber(serial));
  });
});

describe("decisions §11 one number, one package", () => {
  test("a number of somebody else's package is refused until that one has arrived or come back", async () => {
    const [rosa, anna, lena] = [await paid(), await paid(), await paid()];
    const number = freshNumber();
    await ship(rosa.orderId, number);
    const { problem } = await ship(anna.orderId, number);
    expect(problem.code).toBe("wrong_state");
    expect(problem.message).toBe(
      `This number is that of the package of order ${(await orderOf(rosa)).number ?? ""}. Please scan the label of this order.`,
    );
    expect((await orderOf(anna)).status).toBe("paid");
    expect((await ship(rosa.orderId, number)).status, "a repeat").toBe(200);
    await bringBack(rosa.orderId);
    expect((await ship(anna.orderId, number)).status).toBe(200);
    await deliver(anna.orderId);
    expect((await ship(lena.orderId, number)).status).toBe(200);
  });

  test("whoever scanned the wrong label corrects it, and the number is free", async () => {
    const [rosa, anna] = [await paid(), await paid()];
    const number = freshNumber();
    await ship(rosa.orderId, number);
    await ship(rosa.orderId, freshNumber());
    expect((await ship(anna.orderId, number)).status).toBe(200);
  });

  test("orders of one patient may go in one package", async () => {
    const rosa = await paid();
    const other = await orderSupplements(rosa);
    const number = freshNumber();
    expect((await ship(rosa.orderId, number)).status).toBe(200);
    expect((await ship(other, number)).status).toBe(200);
    expect((await ship(other, number)).status, "a repeat").toBe(200);
    expect(await shipmentsOf(other)).toMatchObject([{ tracking_number: number, owns_number: false }]);
    await deliver(rosa.orderId);
    expect((await ship((await paid()).orderId, number)).problem.code, "the second is under way").toBe("wrong_state");
  });

  test("parcels of one order don't take each other's number when one is corrected", async () => {
    const rosa = await shipInParts(server, await paid());
    const number = freshNumber();
    await ship(rosa.orderId, number);
    expect((await ship(rosa.orderId, number, "USPS")).status).toBe(200);
    const [first, second] = await shipmentsOf(rosa.orderId);
    expect([first?.tracking_number, second?.tracking_number]).toEqual(["PART1", number]);
  });

  test("two orders marked with one number at once: one of them is refused", async () => {
    const [rosa, anna] = [await paid(), await paid()];
    const number = freshNumber();
    const answers = await Promise.all([ship(rosa.orderId, number), ship(anna.orderId, number)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.problem.message).toMatch(/^This number is that of/);
  });

  test("SQL has one owner of a number under way", async () => {
    const [rosa, anna] = [await paid(), await paid()];
    const number = freshNumber();
    await ship(rosa.orderId, number);
    await ship(anna.orderId, freshNumber());
    await expect(
      server.services.db
        .updateTable("shipment")
        .set({ tracking_number: number })
        .where("order_id", "=", anna.orderId)
        .execute(),
    ).rejects.toThrow(/shipment_number/);
  });

  test("what another carrier counts isn't compared", async () => {
    const [rosa, anna] = [await paid(), await paid()];
    expect((await ship(rosa.orderId, "ROUND 0001", "Meadow Post")).status).toBe(200);
    expect((await ship(anna.orderId, "ROUND 0001", "Meadow Post")).status).toBe(200);
  });
});
