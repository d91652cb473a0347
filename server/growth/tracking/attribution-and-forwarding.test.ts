import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { payment } from "#contract/payment.ts";
import { findVisitTracking } from "#server/onboarding/public.ts";
import { pay, readyToPay } from "#server/onboarding/testing/checkout.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { coverEveryRow } from "#server/testing/outside-rows.ts";
import { httpAnswer, openRawServer, type RawServer } from "#server/testing/raw-server.ts";
import { ensureAssignment } from "../experiments/experiment-queries.ts";
import { upsellAtClinic, answeredPatientInCare, dashboardUpsell } from "../testing/upsells.ts";
import { openReceiver, type Receiver } from "../testing/webhook-receiver.ts";
import { attributeOrder, recordMissedCompletions } from "./attribution.ts";
import { forwardingTable } from "./forwarding-answers.ts";
import { forwardEvents, probeForwarding } from "./forwarding.ts";
import { purgeExpiredTracking } from "./jobs.ts";

const token = "a token of the partner, long enough";
let receiver: Receiver;
let server: TestServer;
beforeAll(async () => {
  receiver = await openReceiver();
  server = await startTestServer({}, { EVENTS_FORWARD_URL: receiver.url, EVENTS_FORWARD_TOKEN: token });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.answer(200);
  receiver.takeReceived();
});

const names = { firstname: "Rosa", lastname: "W" };
/** A browser that sends Global Privacy Control. */
const gpcHeader = { "sec-gpc": "1" };

interface SignedInPatient {
  readonly id: string;
  readonly token: string;
}
interface Account extends SignedInPatient {
  readonly email: string;
  readonly password: string;
  readonly refreshToken: string;
}

const campaign = {
  "x-utm": '{"source":"news"}',
  "x-first-touch-utm": '{"source":"search"}',
  "x-gclid": "g-1",
  "x-tbclid": "tb-1",
  "x-fbp": "fb.1.2.3",
  "x-fbc": "fb.1.2.c",
  "x-deduplication-id": "d-1",
};
const clicks = {
  everflowtransactionid: "e-1",
  irclickid: "i-1",
  taboolaclickid: "t-1",
  shareasaleclickid: "s-1",
};

/** A patient for the shop who came from a campaign, with address and card. */
async function buyer({ headers = campaign as Record<string, string>, allowed = true } = {}): Promise<Account> {
  const body = { email: `b-${newId()}@example.com`, password: "marigold at noon", firstname: "Rosa", lastname: "W" };
  const { ok, cookies } = await server.call(auth.signUpNonRx, { body }, { headers });
  const refreshToken = cookies["refreshToken"] ?? "";
  const patient = { id: ok.userid, token: ok.idToken, email: body.email, password: body.password, refreshToken };
  const params = { eventName: "OnboardingIdentify" };
  await server.call(onboarding.event, { params, body: clicks }, { ...patient, headers });
  const address = { address1: "12 Garden Way", city: "Fresno", state: "CA", zipcode: "93701" } as const;
  await server.call(store.createShippingAddress, { body: address }, patient);
  await server.call(payment.saveSource, { body: { source: "tok_visa" } }, patient);
  if (allowed) await allowMeasurement(patient, true);
  return patient;
}

const allowMeasurement = (patient: SignedInPatient, allowed: boolean, headers: Record<string, string> = {}) =>
  server.call(growth.changeMeasurement, { body: { allowed } }, { token: patient.token, headers });

/** Buys magnesium and runs the jobs; returns the order's id. */
async function buy(patient: SignedInPatient, headers: Record<string, string> = {}): Promise<string> {
  const checkout = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 1 }];
  const { ok, status } = await server.call(store.checkout, { body: { checkout } }, { token: patient.token, headers });
  expect(status).toBe(201);
  await server.jobs.drain();
  return ok.order?.id ?? "";
}

const attribution = async (orderId: string) =>
  (
    await server.services.db.selectFrom("order_attribution").select("fields").where("order_id", "=", orderId).execute()
  ).map(({ fields }) => fields);
const eventsOf = (orderId: string) =>
  server.services.db
    .selectFrom("marketing_event")
    .select(["name", "fields", "gpc", "forwarded_at", "attempts"])
    .where("order_id", "=", orderId)
    .execute();
/** Ids of the orders the partner received since the last call. */
const forwardedOrderIds = () =>
  receiver
    .takeReceived()
    .flatMap(({ body }) => (JSON.parse(body) as { events: { orderid: string }[] }).events.map((e) => e.orderid));

const expectedTracking = {
  utm: { source: "news" },
  firsttouchutm: { source: "search" },
  gclid: "g-1",
  tbclid: "tb-1",
  fbp: "fb.1.2.3",
  fbc: "fb.1.2.c",
  deduplicationid: "d-1",
  ...clicks,
};

describe("§13 the outbox: where an order came from", () => {
  test("a cart order has every campaign and click id, and its event once", async () => {
    const order = await buy(await buyer());
    expect(await attribution(order)).toEqual([expectedTracking]);
    const { utm: _u, firsttouchutm: _f, ...ids } = expectedTracking;
    expect(await eventsOf(order)).toMatchObject([
      { name: "order_completed", fields: { ...ids, orderid: order, amount: expect.any(Number), currency: "USD" } },
    ]);
  });

  test("an onboarding order has its attribution when it is placed, its event when it is paid", async () => {
    const patient = await server.newPatient();
    const params = { eventName: "OnboardingIdentify" };
    await server.call(onboarding.event, { params, body: clicks }, { token: patient.token, headers: campaign });
    const { totalamount } = await readyToPay(server, patient);
    const { ok } = await pay(server, patient, totalamount);
    const order = ok.order?.id ?? "";
    await attributeOrder(server.services, { orderId: order, patientId: patient.id, kind: "onboarding" });
    expect(await attribution(order)).toEqual([expectedTracking]);
    expect(await eventsOf(order)).toEqual([]);
    const apiKey = testApiKey;
    await server.call(care.accept, { params: { id: patient.id }, body: {} }, { apiKey });
    await server.call(care.approvePlan, { params: { id: patient.id }, body: {} }, { apiKey });
    await server.jobs.drain();
    expect(await eventsOf(order)).toMatchObject([{ name: "order_completed", fields: { orderid: order } }]);
  });

  test("an upsell order has its own attribution, and its event once it is paid", async () => {
    const patient = await answeredPatientInCare(server);
    const params = { eventName: "OnboardingIdentify" };
    await server.call(onboarding.event, { params, body: clicks }, { token: patient.token, headers: campaign });
    const { upsellId, total } = await dashboardUpsell(server, patient, "minoxidil");
    const { ok } = await server.call(
      growth.acceptUpsell,
      { params: { id: upsellId }, body: { totalamount: total } },
      { token: patient.token },
    );
    await server.jobs.drain();
    const order = ok.order.id;
    expect(await attribution(order)).toEqual([expectedTracking]);
    expect(await eventsOf(order)).toEqual([]);
    const id = (await upsellAtClinic(server, patient))?.id ?? "";
    await server.call(care.approveUpsell, { params: { id }, body: {} }, { apiKey: testApiKey });
    await server.jobs.drain();
    expect(await eventsOf(order)).toMatchObject([
      { name: "order_completed", fields: { orderid: order, amount: total } },
    ]);
  });

  test("repeated events store it once, as it was when the order was placed", async () => {
    const patient = await buyer();
    const order = await buy(patient);
    await server.call(
      onboarding.event,
      { params: { eventName: "OnboardingIdentify" }, body: { irclickid: "later" } },
      { token: patient.token },
    );
    await server.services.jobs.enqueue(server.services.db, "order-placed", { orderId: order });
    await server.jobs.drain();
    await recordMissedCompletions(server.services);
    expect(await attribution(order)).toEqual([expectedTracking]);
    expect(await eventsOf(order)).toHaveLength(1);
  });

  test("what the listeners missed is caught up", async () => {
    const order = await buy(await buyer());
    await server.services.db.deleteFrom("marketing_event").where("order_id", "=", order).execute();
    await recordMissedCompletions(server.services);
    expect(await eventsOf(order)).toHaveLength(1);
  });

  test("a renewal has no attribution", async () => {
    const patient = await buyer();
    const order = await buy(patient);
    const { db } = server.services;
    await db.deleteFrom("marketing_event").where("order_id", "=", order).execute();
    await db.deleteFrom("order_attribution").where("order_id", "=", order).execute();
    await attributeOrder(server.services, { orderId: order, patientId: patient.id, kind: "renewal" });
    expect([await attribution(order), await eventsOf(order)]).toEqual([[], []]);
  });
});

describe("§13 the patient decides whether measurement is allowed", () => {
  test("nothing is allowed until the patient says so", async () => {
    const patient = await buyer({ allowed: false });
    expect((await server.call(growth.measurement, {}, patient)).ok).toEqual({
      allowed: false,
      gpc: false,
      configured: true,
    });
    const order = await buy(patient);
    await forwardEvents(server.services);
    expect(forwardedOrderIds()).not.toContain(order);
    // Allowing does not apply to past orders.
    expect((await allowMeasurement(patient, true)).ok.allowed).toBe(true);
    await forwardEvents(server.services);
    expect(forwardedOrderIds()).not.toContain(order);
  });

  test("allowed: the partner receives order, amount and click ids, signed, and no patient", async () => {
    const patient = await buyer();
    const order = await buy(patient);
    expect(await forwardEvents(server.services)).toBeGreaterThan(0);
    const [{ body, signature, authorization } = { body: "", signature: "", authorization: "" }] =
      receiver.takeReceived();
    const [, seconds = "", mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(createHmac("sha256", token).update(`${seconds}.${body}`).digest("hex")).toBe(mac);
    expect(authorization).toBeUndefined();
    expect(body).not.toContain(patient.id);
    const { events } = JSON.parse(body) as { events: Record<string, unknown>[] };
    const event = events.find(({ orderid }) => orderid === order) ?? {};
    expect(Object.keys(event).toSorted()).toEqual(
      [
        ...[
          "amount",
          "at",
          "currency",
          "deduplicationid",
          "event",
          "everflowtransactionid",
          "fbc",
          "fbp",
          "gclid",
          "id",
        ],
        ...["irclickid", "orderid", "shareasaleclickid", "taboolaclickid", "tbclid"],
      ].toSorted(),
    );
    expect((await eventsOf(order))[0]?.forwarded_at).not.toBeNull();
    await forwardEvents(server.services);
    expect(receiver.takeReceived()).toEqual([]);
  });

  test("forbidding deletes what waits, for good", async () => {
    const patient = await buyer();
    const order = await buy(patient);
    expect((await allowMeasurement(patient, false)).ok.allowed).toBe(false);
    expect(await eventsOf(order)).toEqual([]);
    await allowMeasurement(patient, true);
    await recordMissedCompletions(server.services);
    await forwardEvents(server.services);
    // Recorded again, the event still dates from before the patient allowed it.
    expect(forwardedOrderIds()).not.toContain(order);
  });

  test("Global Privacy Control wins over what the patient allowed, from the order on and before it", async () => {
    const patient = await buyer();
    const order = await buy(patient, { "sec-gpc": "1" });
    expect(await eventsOf(order)).toMatchObject([{ gpc: true }]);
    const { fields } = (await eventsOf(order))[0] ?? {};
    expect(Object.keys(fields as object).toSorted()).toEqual(["amount", "currency", "orderid"]);
    const plain = await buy(patient);
    await forwardEvents(server.services);
    expect(forwardedOrderIds().filter((each) => each === order || each === plain)).toEqual([]);
    expect((await server.call(growth.measurement, {}, patient)).ok).toMatchObject({ allowed: true, gpc: true });
    expect((await allowMeasurement(patient, true, { "sec-gpc": "1" })).ok).toMatchObject({ gpc: true });
    // From a browser without it the patient may allow it again.
    expect((await allowMeasurement(patient, true)).ok).toMatchObject({ allowed: true, gpc: false });
    const later = await buy(patient);
    await forwardEvents(server.services);
    expect(forwardedOrderIds().filter((each) => [order, plain, later].includes(each))).toEqual([later]);
  });

  test.each<[string, (patient: Account) => Promise<unknown>]>([
    [
      "a page the patient only reads",
      ({ token: bearer }) => server.call(growth.measurement, {}, { token: bearer, headers: gpcHeader }),
    ],
    [
      "signing in",
      ({ email, password }) =>
        server.call(auth.signIn, { body: { email, password, role: "PATIENT" } }, { headers: gpcHeader }),
    ],
    [
      "the refresh of the session",
      ({ refreshToken }) =>
        server.call(auth.refreshToken, { body: {} }, { cookies: { refreshToken }, headers: gpcHeader }),
    ],
    [
      "the whole window, where the frame's session goes on",
      async ({ token }) => {
        const { ok } = await server.call(auth.getOneTimeToken, { body: {} }, { token });
        const { statusCode, headers } = await server.app.inject({
          method: "POST",
          url: "/enter",
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            "sec-fetch-site": "same-origin",
            ...gpcHeader,
          },
          payload: new URLSearchParams({ onetimetoken: ok.onetimetoken, to: "/home" }).toString(),
        });
        expect([statusCode, headers.location]).toEqual([303, "/home"]);
      },
    ],
    [
      "signing up with an e-mail that is known",
      ({ email, password }) =>
        server.call(auth.signUpNonRx, { body: { email, password, ...names } }, { headers: gpcHeader }),
    ],
  ])("Global Privacy Control is honored at %s, and click ids kept before are deleted", async (_, does) => {
    const patient = await buyer();
    await does(patient);
    expect((await server.call(growth.measurement, {}, patient)).ok).toMatchObject({ allowed: true, gpc: true });
    const { utm, firsttouchutm } = expectedTracking;
    expect(await findVisitTracking(server.services.db, patient.id)).toEqual({ utm, firsttouchutm });
  });

  test("Global Privacy Control is honored at sign-up", async () => {
    const body = { email: `b-${newId()}@example.com`, password: "marigold at noon", ...names };
    const { ok } = await server.call(auth.signUpNonRx, { body }, { headers: { ...campaign, ...gpcHeader } });
    expect((await server.call(growth.measurement, {}, { token: ok.idToken })).ok).toMatchObject({ gpc: true });
  });

  test("Global Privacy Control is recorded once, not with every page", async () => {
    const patient = await buyer();
    const seen = () =>
      server.services.db
        .selectFrom("measurement_consent")
        .select(["gpc_seen_at", sql<string>`xmin::text`.as("version")])
        .where("patient_id", "=", patient.id)
        .execute();
    await server.call(growth.measurement, {}, { token: patient.token, headers: gpcHeader });
    const first = await seen();
    server.clock.advance(1000);
    await server.call(growth.measurement, {}, { token: patient.token, headers: gpcHeader });
    expect(await seen()).toEqual(first);
  });

  test("an order placed after a browser of the patient asked for privacy has its campaign and no click ids, whatever their source", async () => {
    const patient = await buyer();
    const before = await buy(patient);
    const order = await buy(patient, gpcHeader);
    // Another browser sends click ids again; the privacy choice still applies.
    const params = { eventName: "OnboardingIdentify" };
    await server.call(onboarding.event, { params, body: clicks }, { token: patient.token, headers: campaign });
    const later = await buy(patient);
    const { utm, firsttouchutm } = expectedTracking;
    expect(await attribution(before)).toEqual([expectedTracking]);
    for (const each of [order, later]) expect(await attribution(each)).toEqual([{ utm, firsttouchutm }]);
  });

  test("a caller who is not signed in and an invalid choice are refused", async () => {
    expect((await server.call(growth.measurement, {})).status).toBe(401);
    expect((await server.call(growth.changeMeasurement, { body: { allowed: true } })).status).toBe(401);
    const patient = await server.newPatient();
    const { status } = await server.call(growth.changeMeasurement, { body: { allowed: "yes" as never } }, patient);
    expect(status).toBe(400);
  });
});

describe("§13 forwarding", () => {
  test("without the settings nothing is forwarded", async () => {
    const order = await buy(await buyer());
    const unset = { ...server.services, config: { ...server.services.config, eventsForward: null } };
    expect(await forwardEvents(unset)).toBe(0);
    expect(receiver.takeReceived()).toEqual([]);
    expect(await eventsOf(order)).toMatchObject([{ attempts: 0, forwarded_at: null }]);
    await forwardEvents(server.services);
  });

  test.each([500, 429, 302])("answered %i: retried with growing delays, not at once", async (status) => {
    const order = await buy(await buyer());
    receiver.answer(status);
    expect(await forwardEvents(server.services)).toBe(0);
    expect(await forwardEvents(server.services)).toBe(0);
    expect(receiver.takeReceived()).toHaveLength(1);
    server.clock.advance(61_000);
    await forwardEvents(server.services);
    server.clock.advance(61_000);
    await forwardEvents(server.services);
    expect(receiver.takeReceived()).toHaveLength(1);
    expect(await eventsOf(order)).toMatchObject([{ attempts: 2, forwarded_at: null }]);
    receiver.answer(200);
    server.clock.advance(10 * 60_000);
    expect(await forwardEvents(server.services)).toBe(1);
    expect(forwardedOrderIds()).toEqual([order]);
  });

  describe("each answer of the partner", () => {
    let partner: RawServer;
    beforeAll(async () => {
      partner = await openRawServer();
      await buy(await buyer());
    });
    afterAll(() => partner.close());
    /** Everything that was ever bought is due again, and the partner says this; what that counted as, and whether it is still due later. */
    async function offered(answer: string) {
      const { services } = server;
      partner.answer(answer);
      await services.db.updateTable("marketing_event").set({ forwarded_at: null, next_attempt_at: null }).execute();
      const eventsForward = { url: partner.url, token };
      const counts = async () => {
        const text = await services.metrics.getSingleMetricAsString("outside_answers_total");
        return [...text.matchAll(/system="event_forwarding",answer="(\w+)",.*} (\d+)/g)].map(([, row, n]) => [row, n]);
      };
      services.outside.of(forwardingTable);
      const before = await counts();
      const taken = await forwardEvents({ ...services, config: { ...services.config, eventsForward } });
      const rows = (await counts()).filter(([, count], index) => count !== before[index]?.[1]).map(([row]) => row);
      const { rows: waiting } = await sql`
        select from marketing_event where order_id is not null and forwarded_at is null and next_attempt_at > ${services.clock.now()}
      `.execute(services.db);
      return { rows, taken: taken > 0, isKept: waiting.length > 0 };
    }
    const means = async (row: string, ...answers: string[]) => {
      for (const answer of answers)
        expect([answer, await offered(answer)]).toEqual([answer, { rows: [row], taken: false, isKept: true }]);
    };
    const all = (...statuses: number[]) => statuses.map((status) => httpAnswer(status));
    coverEveryRow(forwardingTable, {
      no_answer: () => means("no_answer", "220 mail.example ESMTP\r\n"),
      failing: () => means("failing", ...all(408, 429, 500, 502, 503, 599)),
      refused_signature: () => means("refused_signature", ...all(401, 403)),
      wrong_address: () =>
        means("wrong_address", ...all(301, 308, 404, 405, 410), "HTTP/1.1 101 X\r\nupgrade: websocket\r\n\r\n"),
      refused_events: () => means("refused_events", ...all(400, 413, 415, 422)),
      unknown: () => means("unknown", ...all(402, 418, 600)),
    });
    test.each([
      [204, null],
      [400, null],
      [422, null],
      [401, "refused_signature"],
      [404, "wrong_address"],
      [503, "failing"],
      [418, "unknown"],
    ])("the probe offers no events, signed; %i says %s", async (status, row) => {
      partner.answer(httpAnswer(status));
      const [result, ...more] = await probeForwarding({ url: partner.url, token });
      expect(more).toEqual([]);
      expect(result).toMatchObject({
        system: "event_forwarding",
        checked: `takes our signature at ${new URL(partner.url).host}`,
        problem: row && { answer: row, todo: forwardingTable.rows[row as "failing"].practice, code: String(status) },
      });
    });
    test("after however many attempts, an event is offered again within four hours", async () => {
      await server.services.db.updateTable("marketing_event").set({ attempts: 40 }).execute();
      await means("failing", httpAnswer(503));
      const { rows } = await sql<{ waits: number }>`
        select extract(epoch from max(next_attempt_at) - ${server.clock.now()}::timestamptz)::integer as waits
        from marketing_event where forwarded_at is null and order_id is not null`.execute(server.services.db);
      expect(rows[0]?.waits).toBeLessThanOrEqual(256 * 60);
      expect(await offered(httpAnswer(204))).toEqual({ rows: [], taken: true, isKept: false });
    });
  });

  test("two nodes at once forward it once", async () => {
    const order = await buy(await buyer());
    await Promise.all([forwardEvents(server.services), forwardEvents(server.services)]);
    expect(forwardedOrderIds()).toEqual([order]);
  });

  test("after 13 months all of it is deleted, except the variants of patients who signed up", async () => {
    const { db, clock } = server.services;
    const patient = await buyer();
    const order = await buy(patient);
    await forwardEvents(server.services);
    const { id: patientId } = await server.newPatient();
    for (const [subject, whose] of [
      ["a visitor", null],
      ["a patient", patientId],
    ] as const)
      await ensureAssignment(db, { experiment: "e", variant: "v", subject, patientId: whose, now: clock.now() });
    const subjects = async () =>
      (await db.selectFrom("experiment_assignment").select("subject").where("experiment", "=", "e").execute()).map(
        ({ subject }) => subject,
      );
    // 13 months are at least 393 days.
    server.clock.advance(390 * 86_400_000);
    await purgeExpiredTracking(server.services);
    expect(await attribution(order)).toHaveLength(1);
    expect(await subjects()).toHaveLength(2);
    expect(await findVisitTracking(db, patient.id)).toEqual(expectedTracking);
    server.clock.advance(8 * 86_400_000);
    await purgeExpiredTracking(server.services);
    expect([await attribution(order), await eventsOf(order), await subjects()]).toEqual([[], [], ["a patient"]]);
    expect(await findVisitTracking(db, patient.id)).toEqual({});
  });

  test("error reports are kept 90 days", async () => {
    const { db } = server.services;
    await server.call(onboarding.networkLog, { body: { error: "An error of long ago" } });
    const reportRows = () => db.selectFrom("error_report").select("id").execute();
    server.clock.advance(89 * 86_400_000);
    await purgeExpiredTracking(server.services);
    expect(await reportRows()).toHaveLength(1);
    server.clock.advance(2 * 86_400_000);
    await purgeExpiredTracking(server.services);
    expect(await reportRows()).toEqual([]);
  });
});
