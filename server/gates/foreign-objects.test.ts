import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account.ts";
import { everyCall } from "#contract/api.ts";
import { care } from "#contract/care.ts";
import type { Endpoint, Input } from "#contract/endpoint.ts";
import { onboarding } from "#contract/onboarding.ts";
import { payment } from "#contract/payment.ts";
import { store } from "#contract/store.ts";
import { treatment } from "#contract/treatment.ts";
import { newId } from "#server/platform/ids.ts";
import { handlers } from "#server/rooms.ts";
import { answerAll, put } from "#server/onboarding/testing/answers.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";

/** What another patient owns. */
interface Belongings {
  readonly shippingId: string;
  readonly orderId: string;
  readonly sessionId: string;
}

const address = { address1: "18 Orchard Street", city: "Davis", state: "CA", zipcode: "95616" };
const lines = [{ productid: "moisturizer", pricingid: "moisturizer_1m", quantity: 1 }];

let server: TestServer;
let intruder: TestPatient;
let owner: TestPatient;
let hers: Belongings;

beforeAll(async () => {
  server = await startTestServer();
  [intruder, owner] = [await server.newPatient(), await server.newPatient()];
  const { token } = owner;
  await answerAll(server, owner);
  const shippingId = (await server.call(store.createShippingAddress, { body: address }, { token })).ok.id;
  await server.call(payment.saveSource, { body: { source: "tok_visa" } }, { token });
  const { ok: view } = await server.call(onboarding.step, { params: { n: 6 } }, { token });
  const consents = view.consents.map(({ id, version }) => ({ id, version }));
  await put(server, owner, 6, { shippingid: shippingId, consents });
  const { ordersummary } = (await server.call(store.computeTax, { body: {} }, { token })).ok;
  const { order } = await put(server, owner, 7, { consents, totalamount: ordersummary.totalamount });
  const { ok: sessions } = await server.call(account.sessions, {}, { token });
  hers = { shippingId, orderId: order?.id ?? "", sessionId: sessions.items[0]?.id ?? "" };
  await answerAll(server, intruder);
  await server.call(payment.saveSource, { body: { source: "tok_visa" } }, { token: intruder.token });
});
afterAll(() => server.close());

interface Attempt<E extends Endpoint = Endpoint> {
  readonly call: E;
  readonly where: string;
  readonly input: (of: Belongings) => Input<E>;
}
const attempt = <E extends Endpoint>(call: E, where: string, input: (of: Belongings) => Input<E>): Attempt =>
  ({ call, where, input }) as unknown as Attempt;

/** Every way to name another patient's object: in the path, or in the body. */
const attempts: readonly Attempt[] = [
  attempt(store.updateShippingAddress, "path", ({ shippingId }) => ({ params: { id: shippingId }, body: address })),
  attempt(store.computeTax, "body", ({ shippingId }) => ({ body: { checkout: lines, shippingid: shippingId } })),
  attempt(store.checkout, "body", ({ shippingId }) => ({ body: { checkout: lines, shippingid: shippingId } })),
  attempt(onboarding.saveStep, "body", ({ shippingId }) => ({ params: { n: 6 }, body: { shippingid: shippingId } })),
  attempt(account.endSession, "path", ({ sessionId }) => ({ params: { id: sessionId } })),
  attempt(treatment.order, "path", ({ orderId }) => ({ params: { id: orderId } })),
  attempt(treatment.shipment, "path", ({ orderId }) => ({ params: { id: orderId } })),
];

/** Path names that are no reference to a patient's object; another patient's idempotency key is as good as none. */
const harmless = new Set(["n", "code", "type", "eventName", "year", "key"]);

describe("another patient's object is not found", () => {
  test.each(
    attempts.map((entry) => ({ ...entry, title: `${entry.call.method} ${entry.call.path} in the ${entry.where}` })),
  )("$title", async ({ call, input }) => {
    const before = await server.call(treatment.order, { params: { id: hers.orderId } }, { token: owner.token });
    const { status, problem } = await server.call(call, input(hers), { token: intruder.token });
    expect({ status, code: problem.code }).toEqual({ status: 404, code: "not_found" });
    const after = await server.call(treatment.order, { params: { id: hers.orderId } }, { token: owner.token });
    expect(after).toMatchObject({ status: 200, ok: before.ok });
  });

  test("what is nobody's answers alike", async () => {
    const { status, problem } = await server.call(
      treatment.order,
      { params: { id: newId() } },
      { token: intruder.token },
    );
    expect({ status, code: problem.code }).toEqual({ status: 404, code: "not_found" });
  });

  test("every built call of a patient that names an object stands in the table", () => {
    const tried = new Set(attempts.map(({ call }) => call));
    const open = [...everyCall()]
      .filter(({ room, name, call }) => name in handlers[room] && call.auth === "patient")
      .filter(({ call }) => [...call.path.matchAll(/\{(\w+)\}/g)].some(([, name = ""]) => !harmless.has(name)))
      .filter(({ call }) => !tried.has(call))
      .map(({ room, name }) => `${room}.${name}`);
    expect(open).toEqual([]);
  });
});

describe("the clinic's calls on nobody", () => {
  const named = Object.entries(care as Readonly<Record<string, Endpoint>>).filter(
    ([name, call]) => name in handlers.care && call.path.includes("{id}"),
  );
  const bodies: Readonly<Record<string, object>> = {
    shipped: { carrier: "USPS", trackingnumber: "9400" },
    identity: { outcome: "matched" },
    payment: { outcome: "release" },
  };
  test.each(named)("%s on an id that does not exist is not found", async (_, call) => {
    const url = `/api${call.path.replace(/\{\w+\}/g, () => newId())}`;
    const body = bodies[call.path.split("/").at(-1) ?? ""] ?? { reason: "No such patient." };
    const answer = await server.app.inject({
      method: call.method,
      url,
      headers: { "x-api-key": testApiKey, "idempotency-key": newId() },
      ...(call.method === "GET" ||
      call.path.endsWith("accept") ||
      call.path.endsWith("approve") ||
      call.path.endsWith("delivered")
        ? {}
        : { payload: body }),
    });
    expect(answer.statusCode, answer.payload).toBe(404);
  });
});
