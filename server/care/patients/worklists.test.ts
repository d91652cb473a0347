import { beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { deliver, inCare } from "#server/treatment/testing/in-care.ts";
import { handedOver } from "../testing/handed-over.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

type OrderStatus = "authorized" | "paid" | "ready" | "shipped" | "mismatch";

/** The first item of a paged list that matches; undefined when no page has one. */
async function findIn<T>(
  page: (nextpage: object) => Promise<{ readonly items: readonly T[]; readonly nextpage: string | null }>,
  matches: (item: T) => boolean,
): Promise<T | undefined> {
  let { items, nextpage } = await page({});
  for (;;) {
    const found = items.find(matches);
    if (found !== undefined || nextpage === null) return found;
    ({ items, nextpage } = await page({ nextpage }));
  }
}

const inOrderList = (status: OrderStatus, orderId: string) =>
  findIn(
    async (nextpage) => (await server.call(care.orders, { query: { status, ...nextpage } }, { apiKey })).ok,
    ({ id }) => id === orderId,
  );

const inCaseList = (status: "incoming" | "accepted", patientId: string) =>
  findIn(
    async (nextpage) => (await server.call(care.cases, { query: { status, ...nextpage } }, { apiKey })).ok,
    ({ patient }) => patient.id === patientId,
  );

describe("decisions §11 what there is to do", () => {
  it("a case is incoming until it is accepted, then accepted until it is decided, with the end of its hold", async () => {
    const rosa = await handedOver(server);
    const params = { id: rosa.id };
    expect(await inCaseList("incoming", rosa.id)).toMatchObject({ acceptedat: null, order: { id: rosa.orderId } });
    await server.call(care.accept, { params, body: {} }, { apiKey });
    expect(await inCaseList("incoming", rosa.id)).toBeUndefined();
    const accepted = await inCaseList("accepted", rosa.id);
    const held = Date.parse(accepted?.holdends ?? "") - Date.parse(accepted?.order?.placedat ?? "");
    expect(held).toBe(7 * 86_400_000);
    await server.call(care.approvePlan, { params, body: {} }, { apiKey });
    expect(await inCaseList("accepted", rosa.id)).toBeUndefined();
  });

  it("an order is to be sent from its payment until it has left", async () => {
    const rosa = await inCare(server, { delivered: false });
    expect(await inOrderList("authorized", rosa.orderId)).toBeUndefined();
    expect(await inOrderList("paid", rosa.orderId)).toMatchObject({ ready: true, holdends: null });
    expect(await inOrderList("ready", rosa.orderId)).toMatchObject({ patient: { id: rosa.id }, ready: true });
    await deliver(server, rosa.orderId);
    expect(await inOrderList("ready", rosa.orderId)).toBeUndefined();
  });

  it("one that holds a medicine on hold is paid and not ready; the list and the refusal to ship agree", async () => {
    const rosa = await inCare(server, { delivered: false });
    const { ok: record } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    const [prescription] =
      record.prescriptions?.filter(({ productid }) => productid === "progesterone_capsule_100") ?? [];
    const params = { id: prescription?.id ?? "" };
    await server.call(care.holdPrescription, { params, body: { reason: "?", message: "Please wait." } }, { apiKey });
    expect(await inOrderList("paid", rosa.orderId)).toMatchObject({ ready: false });
    expect(await inOrderList("ready", rosa.orderId)).toBeUndefined();
    const body = { carrier: "Meadow Post", trackingnumber: "MP-1" };
    const { problem } = await server.call(care.shipOrder, { params: { id: rosa.orderId }, body }, { apiKey });
    expect(problem.code).toBe("prescription_needed");
  });

  it("refuses a status it does not know", async () => {
    const { status, problem } = await server.call(care.orders, { query: { status: "lost" as "paid" } }, { apiKey });
    expect([status, problem.code]).toEqual([400, "bad_request"]);
  });
});

describe("decisions §11 the record", () => {
  it("names each prescription with its Rx number, NDC, fills and days' supply, and what became of it", async () => {
    const rosa = await inCare(server);
    const read = async () =>
      (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok.prescriptions;
    const [one, other] = (await read()) ?? [];
    for (const each of [one, other])
      expect(each).toMatchObject({ status: "active", refillsleft: 12, dayssupply: 28, stoppedat: null });
    expect(one?.rxnumber).toMatch(/^RX\d+$/);
    expect(one?.ndc).toMatch(/^\d{5}-\d{4}-\d{2}$/);
    const params = { id: one?.id ?? "" };
    await server.call(care.stopPrescription, { params, body: { reason: "?", message: "Please stop." } }, { apiKey });
    const stopped = (await read())?.find(({ id }) => id === one?.id);
    expect([stopped?.status, stopped?.stoppedat]).toEqual(["stopped", expect.any(String)]);
  });
});
