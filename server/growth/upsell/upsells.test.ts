import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { growth } from "#contract/growth/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { sandboxCharges } from "#server/care/testing/sandbox-charges.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { earnDiscount } from "#server/discounts/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { declineCard } from "#server/treatment/testing/in-care.ts";
import {
  acceptUpsell,
  acceptedUpsellOrder,
  upsellAtClinic,
  answeredPatientInCare,
  dashboardUpsell,
  upsellOrders,
  answersForBothUpsells,
} from "../testing/upsells.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const dashboard = async ({ token }: TestPatient) =>
  (await server.call(growth.dashboardUpsells, {}, { token })).ok.items.map(({ name }) => name);
const available = async ({ token }: TestPatient, query = {}) =>
  (await server.call(growth.availableUpsells, { query }, { token })).ok.items;
const requestUpsell = ({ token }: TestPatient, id = "UPSELL51") =>
  server.call(growth.addUpsellToPatient, { params: { id }, body: { triggeredfrom: "cream_modal" } }, { token });
const accept = (
  patient: TestPatient,
  id: string,
  body: { coupon?: string; totalamount?: number } = {},
  key = newId(),
) => acceptUpsell(server, patient, id, { totalamount: 999, ...body }, key);
const deny = ({ token }: TestPatient, id: string) =>
  server.call(growth.denyUpsell, { params: { id }, body: {} }, { token });

describe("§7 Upsell: what is offered", () => {
  test("a patient in care whose answers match is offered both, each once however often they look", async () => {
    const rosa = await answeredPatientInCare(server);
    expect(await dashboard(rosa)).toEqual(["cream", "minoxidil"]);
    const first = await dashboardUpsell(server, rosa, "cream");
    expect(first).toMatchObject({
      productId: "ESTRIOL51",
      product: expect.objectContaining({ productid: "estriol_cream" }),
      pricingId: "estriol_cream_1m",
      triggeredfrom: "dashboard",
      couponId: null,
      status: "open",
      price: 59,
      total: 59,
      renewal: { amount: 59, dayssupply: 30 },
    });
    expect(first.product.notices[0]).toBe("No estriol product is approved by the FDA.");
    await Promise.all(Array.from({ length: 8 }, () => dashboard(rosa)));
    const { ok } = await server.call(growth.upsells, {}, { token: rosa.token });
    expect(ok.items.map(({ upsellId }) => upsellId)).toContain(first.upsellId);
    expect(ok.items).toHaveLength(2);
  });

  test("what the patient's answers do not match is not shown unasked, but is available", async () => {
    const withoutSymptoms = await answeredPatientInCare(server, { answers: { vaginal_dryness: "0", thin_hair: "0" } });
    expect(await dashboard(withoutSymptoms)).toEqual([]);
    expect((await available(withoutSymptoms)).map(({ name }) => name)).toEqual(["cream", "minoxidil"]);
    expect(await dashboard(withoutSymptoms)).toEqual([]);
    expect((await requestUpsell(withoutSymptoms)).ok).toMatchObject({ name: "minoxidil", status: "open" });
  });

  test("a product with a STOP rule is not offered, and its refusal reveals no reason", async () => {
    const rosa = await answeredPatientInCare(server, { answers: { allergies: ["minoxidil"] } });
    expect(await dashboard(rosa)).toEqual(["cream"]);
    const { status, problem } = await requestUpsell(rosa);
    expect(status).toBe(409);
    expect(problem).toMatchObject({ code: "wrong_state" });
    expect(problem.message).not.toMatch(/allerg|minoxidil/i);
  });

  test("what the patient gets, and the same hormone in another product, is not offered", async () => {
    const rosa = await answeredPatientInCare(server, { products: ["estradiol_vaginal_cream"] });
    expect(await dashboard(rosa)).toEqual(["minoxidil"]);
    expect((await requestUpsell(rosa, "ESTRIOL51")).problem.code).toBe("wrong_state");
  });

  test("a product whose rule needs a newly added question is not offered until the patient has answered it", async () => {
    const rosa = await answeredPatientInCare(server);
    await server.services.db
      .deleteFrom("health_answer")
      .where("patient_id", "=", rosa.id)
      .where("question_id", "=", "allergies")
      .execute();
    expect(await dashboard(rosa)).toEqual([]);
  });

  test("in review, without a visit, and after a stopped visit nothing is offered outside the visit", async () => {
    const inReview = await submitted(server, { answers: answersForBothUpsells });
    const fresh = await server.newPatient();
    for (const patient of [inReview, fresh, await handedOver(server)]) {
      expect(await dashboard(patient)).toEqual([]);
      expect(await available(patient)).toEqual([]);
    }
    expect((await requestUpsell(inReview)).problem.code).toBe("wrong_state");
    const stopped = await answeredPatientInCare(server);
    const { upsellId } = await dashboardUpsell(server, stopped, "cream");
    await server.services.db
      .updateTable("onboarding")
      .set({ stop_rule_id: "stroke", stopped_at: server.clock.now() })
      .where("patient_id", "=", stopped.id)
      .execute();
    expect(await dashboard(stopped)).toEqual([]);
    expect((await accept(stopped, upsellId)).problem.code).toBe("visit_stopped");
    expect((await requestUpsell(stopped)).problem.code).toBe("visit_stopped");
  });

  test("in a state that is not served nothing is offered", async () => {
    const rosa = await answeredPatientInCare(server);
    const { upsellId } = await dashboardUpsell(server, rosa, "cream");
    const { db } = server.services;
    await db.updateTable("shipping_address").set({ state: "PR" }).where("patient_id", "=", rosa.id).execute();
    expect(await dashboard(rosa)).toEqual([]);
    expect((await accept(rosa, upsellId)).problem.code).toBe("not_available_in_state");
  });
});

describe("§7 Upsell: deny", () => {
  test("a denied upsell is not offered again, cannot be accepted, and denied once more stays denied", async () => {
    const rosa = await answeredPatientInCare(server);
    const { upsellId } = await dashboardUpsell(server, rosa, "cream");
    expect((await deny(rosa, upsellId)).ok.status).toBe("denied");
    expect((await deny(rosa, upsellId)).ok.status).toBe("denied");
    expect(await dashboard(rosa)).toEqual(["minoxidil"]);
    expect((await available(rosa)).map(({ name }) => name)).toEqual(["minoxidil"]);
    expect((await available(rosa, { show: "all" })).map(({ name, status }) => [name, status])).toContainEqual([
      "cream",
      "denied",
    ]);
    const refused = await accept(rosa, upsellId);
    expect(refused.problem).toMatchObject({ code: "wrong_state", message: "You already said no to this." });
    expect(await upsellOrders(server, rosa)).toEqual([]);
  });

  test("a patient who asks for it after a denial gets it", async () => {
    const rosa = await answeredPatientInCare(server);
    await deny(rosa, (await dashboardUpsell(server, rosa, "cream")).upsellId);
    const again = await requestUpsell(rosa, "ESTRIOL51");
    expect(again.ok).toMatchObject({ status: "open", triggeredfrom: "cream_modal" });
    expect((await accept(rosa, again.ok.upsellId)).status).toBe(200);
  });

  test("asking for one that was only listed opens it and keeps where it was asked for", async () => {
    const withoutSymptoms = await answeredPatientInCare(server, { answers: { vaginal_dryness: "0", thin_hair: "0" } });
    const open = async () => (await server.call(growth.upsells, {}, { token: withoutSymptoms.token })).ok.items;
    const [cream, serum] = await available(withoutSymptoms);
    expect(await open()).toEqual([]);
    const requested = await requestUpsell(withoutSymptoms, "ESTRIOL51");
    expect(requested.ok).toMatchObject({ upsellId: cream?.upsellId, status: "open", triggeredfrom: "cream_modal" });
    const byId = await server.call(
      growth.addUpsellToPatient,
      { params: { id: serum?.upsellId ?? "" }, body: null },
      { token: withoutSymptoms.token },
    );
    expect(byId.ok).toMatchObject({ productId: "UPSELL51", triggeredfrom: "asked" });
    expect((await open()).map(({ productId, triggeredfrom }) => [productId, triggeredfrom])).toEqual([
      ["ESTRIOL51", "cream_modal"],
      ["UPSELL51", "asked"],
    ]);
  });

  test("where it was asked for is kept by a listing and by a request that does not say", async () => {
    const rosa = await answeredPatientInCare(server);
    await requestUpsell(rosa, "ESTRIOL51");
    await available(rosa);
    await dashboard(rosa);
    const again = await server.call(
      growth.addUpsellToPatient,
      { params: { id: "ESTRIOL51" }, body: null },
      { token: rosa.token },
    );
    expect(again.ok.triggeredfrom).toBe("cream_modal");
  });

  test("an accepted one cannot be denied", async () => {
    const rosa = await answeredPatientInCare(server);
    const { upsellId } = await dashboardUpsell(server, rosa, "minoxidil");
    await accept(rosa, upsellId);
    expect((await deny(rosa, upsellId)).problem.code).toBe("wrong_state");
  });
});

describe("§7 Upsell: accept", () => {
  test("the payment is authorized, nothing is captured, the doctor has it, and the plan stays approved", async () => {
    const rosa = await answeredPatientInCare(server);
    const { upsellId, total } = await dashboardUpsell(server, rosa, "minoxidil");
    const { status, ok } = await accept(rosa, upsellId, { totalamount: total });
    expect(status).toBe(200);
    expect(ok.upsells).toMatchObject([{ upsellId, status: "accepted" }]);
    expect(ok.order).toMatchObject({ status: "authorized", summary: { totalamount: total } });
    expect(ok.order.timeline.find(({ state }) => state === "current")?.label).toBe("Your doctor is looking at it");
    expect(await sandboxCharges(server, ok.order.id)).toMatchObject([
      { status: "requires_capture", amount_captured: 0 },
    ]);
    await server.jobs.drain();
    expect(await upsellAtClinic(server, rosa)).toMatchObject({ status: "open", order: { id: ok.order.id } });
    const home = (await server.call(treatment.overview, {}, { token: rosa.token })).ok;
    expect(home.plan.status).toBe("approved");
    expect(home.nextstep.kind).toBe("approved");
    expect(home.upsellrequests).toEqual([
      { orderid: ok.order.id, names: ["Minoxidil hair serum"], text: expect.stringContaining("is looking at") },
    ]);
    expect(home.subscriptions.map(({ item }) => item.productid)).not.toContain("minoxidil_serum");
    expect(await dashboard(rosa)).toEqual(["cream"]);
    expect((await requestUpsell(rosa)).problem.code).toBe("wrong_state");
    const [mail] = (await server.mailbox.list(rosa.email)).filter(({ text }) => text.includes(ok.order.id));
    expect(mail?.text).not.toMatch(/minoxidil|serum|hair|doctor/i);
  });

  test("fifty posts with one key, and two tabs with keys of their own: one order, one charge, one upsell request", async () => {
    const rosa = await answeredPatientInCare(server);
    const { upsellId } = await dashboardUpsell(server, rosa, "minoxidil");
    const key = newId();
    const posts = await Promise.all([
      ...Array.from({ length: 50 }, () => accept(rosa, upsellId, {}, key)),
      accept(rosa, upsellId),
      accept(rosa, upsellId),
    ]);
    const succeeded = posts.filter(({ status }) => status === 200);
    expect(succeeded.length).toBeGreaterThan(0);
    expect(new Set(succeeded.map(({ ok }) => ok.order.id)).size).toBe(1);
    for (const { status, problem } of posts.filter((each) => each.status !== 200))
      expect([status, ["in_flight", "payment_pending", "wrong_state"].includes(problem.code)]).toEqual([409, true]);
    await server.jobs.drain();
    const live = (await upsellOrders(server, rosa)).filter(({ status }) => status !== "failed");
    expect(live).toHaveLength(1);
    expect(await sandboxCharges(server, live[0]?.id ?? "")).toHaveLength(1);
    expect((await accept(rosa, upsellId)).problem.code).toBe("wrong_state");
    const again = await accept(rosa, upsellId, {}, key);
    expect([again.status, again.ok.order.id]).toEqual([200, live[0]?.id]);
  });

  test("a price above the one shown asks again, and nothing is ordered", async () => {
    const rosa = await answeredPatientInCare(server);
    const { upsellId, total } = await dashboardUpsell(server, rosa, "cream");
    const { problem } = await accept(rosa, upsellId, { totalamount: total - 1 });
    expect(problem).toMatchObject({ code: "price_changed", details: { totalamount: total } });
    expect(await upsellOrders(server, rosa)).toEqual([]);
    expect((await accept(rosa, upsellId, { totalamount: total })).status).toBe(200);
  });

  test.each<[string, () => object | null]>([
    ["without a body", () => null],
    ["without a total, an empty coupon", () => ({ coupon: "" })],
    ["with no coupon in the offer's own word", () => ({ couponId: null })],
  ])("§13a %s it costs what it costs now", async (_, body) => {
    const rosa = await answeredPatientInCare(server);
    const { upsellId, total } = await dashboardUpsell(server, rosa, "cream");
    const { status, ok } = await server.call(
      growth.acceptUpsell,
      { params: { id: upsellId }, body: body() as never },
      { token: rosa.token, key: null },
    );
    expect([status, ok.order.summary.totalamount]).toEqual([200, total]);
  });

  test("§13a an upsell sent back as it was listed, by its code and with a couponId, is accepted with that coupon", async () => {
    const rosa = await answeredPatientInCare(server);
    const upsell = await dashboardUpsell(server, rosa, "minoxidil");
    const { upsellId, productId, pricingId, triggeredfrom } = upsell;
    const entity = { upsellId, productId, pricingId, triggeredfrom, couponId: "FSASTORE30" };
    const { status, ok } = await server.call(
      growth.acceptUpsellProduct,
      { body: entity },
      { token: rosa.token, key: null },
    );
    expect([productId, status]).toEqual(["UPSELL51", 201]);
    expect(ok.order.summary).toMatchObject({ discount: 11.7, couponid: "FSASTORE30" });
    const again = await server.call(growth.acceptUpsellProduct, { body: entity }, { token: rosa.token, key: null });
    expect(again.ok.order.id).toBe(ok.order.id);
    const { upsellId: id, ...cream } = await dashboardUpsell(server, rosa, "cream");
    const body = { productId: cream.productId, pricingId: "estriol_cream_3m", triggeredfrom: "email", coupon: "" };
    const put = await server.call(growth.acceptUpsell, { params: { id }, body }, { token: rosa.token, key: null });
    expect(put.ok.upsells).toMatchObject([{ upsellId: id, pricingId: "estriol_cream_3m", triggeredfrom: "email" }]);
  });

  test("§13a several, each with the upsell's own couponId: the first code applies to the order", async () => {
    const rosa = await answeredPatientInCare(server);
    const shownUpsells = [
      await dashboardUpsell(server, rosa, "cream"),
      await dashboardUpsell(server, rosa, "minoxidil"),
    ];
    const upsells = shownUpsells.map(({ upsellId, productId, pricingId, triggeredfrom }, at) => ({
      upsellId,
      productId,
      pricingId,
      triggeredfrom,
      couponId: at === 0 ? null : "HSASTORE30",
    }));
    const { status, ok } = await server.call(
      growth.acceptUpsellProducts,
      { body: { upsells } },
      { token: rosa.token, key: null },
    );
    expect([status, ok.order.summary.couponid, ok.order.summary.totalamount]).toEqual([201, "HSASTORE30", 68.6]);
  });

  test("a coupon applies, once; one that does not exist is refused in the spec's words", async () => {
    const rosa = await answeredPatientInCare(server);
    const { upsellId } = await dashboardUpsell(server, rosa, "cream");
    const none = await accept(rosa, upsellId, { coupon: "NOSUCHCODE" });
    expect(none.problem.message).toBe("The coupon you entered does not exist, please check the code you entered.");
    const { ok } = await accept(rosa, upsellId, { coupon: "FSASTORE30" });
    expect(ok.order.summary).toMatchObject({ subtotal: 59, discount: 17.7, totalamount: 41.3, couponid: "FSASTORE30" });
    const { upsellId: other } = await dashboardUpsell(server, rosa, "minoxidil");
    expect((await accept(rosa, other, { coupon: "FSASTORE30" })).problem.code).toBe("coupon_used");
  });

  test("an earned discount is deducted, shown before and used once", async () => {
    const rosa = await answeredPatientInCare(server);
    const { services } = server;
    const earned = { patientId: rosa.id, source: "followup", sourceId: newId(), code: "REVIEW", percent: 20 } as const;
    await inTransaction(services, ({ db: tx }) => earnDiscount(tx, { ...earned, now: services.clock.now() }));
    const { upsellId, discount, discountfrom, total } = await dashboardUpsell(server, rosa, "cream");
    expect([discount, discountfrom, total]).toEqual([11.8, "your review", 47.2]);
    const { ok } = await accept(rosa, upsellId, { totalamount: total });
    expect(ok.order.summary).toMatchObject({ subtotal: 59, discount: 11.8, totalamount: 47.2 });
    expect(await dashboardUpsell(server, rosa, "minoxidil")).toMatchObject({ discount: 0, total: 39 });
  });

  test("a declined card leaves the upsell open, and with another card it goes through", async () => {
    const rosa = await answeredPatientInCare(server);
    await declineCard(server, rosa, "insufficient_funds");
    const { upsellId } = await dashboardUpsell(server, rosa, "cream");
    expect((await accept(rosa, upsellId)).problem.code).toBe("insufficient_funds");
    await server.services.db.updateTable("sandbox.payment_method").set({ charge_decline: null }).execute();
    expect(await dashboard(rosa)).toEqual(["cream", "minoxidil"]);
    expect((await accept(rosa, upsellId)).status).toBe(200);
  });

  test("without a card the refusal says so", async () => {
    const rosa = await answeredPatientInCare(server);
    await server.services.db
      .updateTable("payment_source")
      .set({ is_default: false })
      .where("patient_id", "=", rosa.id)
      .execute();
    expect((await accept(rosa, (await dashboardUpsell(server, rosa, "cream")).upsellId)).problem.code).toBe(
      "no_payment_method",
    );
  });

  test("an upsell of another patient is not found", async () => {
    const [rosa, other] = [await answeredPatientInCare(server), await answeredPatientInCare(server)];
    const { upsellId } = await dashboardUpsell(server, rosa, "cream");
    for (const { status } of [await accept(other, upsellId), await deny(other, upsellId)]) expect(status).toBe(404);
    const named = { upsellId, productId: "estriol_cream", pricingId: "estriol_cream_1m" };
    const { token } = other;
    const byProduct = { body: { ...named, totalamount: 59 } };
    expect((await server.call(growth.acceptUpsellProduct, byProduct, { token })).status).toBe(404);
    const several = { body: { upsells: [named], totalamount: 59 } };
    expect((await server.call(growth.acceptUpsellProducts, several, { token })).status).toBe(404);
    expect(await upsellOrders(server, other)).toEqual([]);
    expect(await dashboard(rosa)).toContain("cream");
  });

  test("by product: with the chosen pricing, the trigger and a coupon", async () => {
    const rosa = await answeredPatientInCare(server);
    const body = {
      productId: "minoxidil_serum",
      pricingId: "minoxidil_serum_3m",
      triggeredfrom: "hair_page",
      totalamount: 105,
    };
    const { token } = rosa;
    const { status, ok } = await server.call(growth.acceptUpsellProduct, { body }, { token });
    expect(status).toBe(201);
    expect(ok.upsells).toMatchObject([{ pricingId: "minoxidil_serum_3m", triggeredfrom: "hair_page" }]);
    expect(ok.order.summary.totalamount).toBe(105);
    const elsewhere = { ...body, productId: "estriol_cream", pricingId: "minoxidil_serum_1m" };
    expect(
      (await server.call(growth.acceptUpsellProduct, { body: elsewhere }, { token })).problem.details?.fields,
    ).toEqual([{ path: "pricingId", message: "This size is no longer offered. Please choose again." }]);
    const coupon = await server.call(
      growth.acceptUpsellProduct,
      { body: { ...body, productId: "estriol_cream", pricingId: "estriol_cream_1m", coupon: "HSASTORE30" } },
      { token },
    );
    expect(coupon.ok.order.summary).toMatchObject({ discount: 17.7, totalamount: 41.3, couponid: "HSASTORE30" });
    const unknown = { productId: "moisturizer", pricingId: "moisturizer_1m", totalamount: 30 };
    expect(
      (await server.call(growth.acceptUpsellProduct, { body: unknown }, { token })).problem.details?.fields,
    ).toEqual([{ path: "productId", message: "This product isn't on offer." }]);
  });

  test("several in one order, and none of them twice", async () => {
    const rosa = await answeredPatientInCare(server);
    const { token } = rosa;
    const cream = { productId: "estriol_cream", pricingId: "estriol_cream_1m" };
    const serum = { productId: "minoxidil_serum", pricingId: "minoxidil_serum_1m" };
    const twice = await server.call(
      growth.acceptUpsellProducts,
      { body: { upsells: [cream, cream], totalamount: 118 } },
      { token },
    );
    expect(twice.problem.details?.fields).toEqual([
      { path: "upsells.1.productId", message: "Please list each product once." },
    ]);
    const body = { upsells: [cream, serum], totalamount: 98 };
    const { status, ok } = await server.call(growth.acceptUpsellProducts, { body }, { token });
    expect([status, ok.order.detail.length, ok.order.summary.totalamount]).toEqual([201, 2, 98]);
    expect(ok.upsells.map(({ status: each }) => each)).toEqual(["accepted", "accepted"]);
    await server.jobs.drain();
    expect(await upsellOrders(server, rosa)).toHaveLength(1);
  });

  test("several with one coupon: it applies to the whole order, once; one that does not exist orders nothing", async () => {
    const rosa = await answeredPatientInCare(server);
    const upsells = [
      { productId: "estriol_cream", pricingId: "estriol_cream_1m", triggeredfrom: "treatment" },
      { productId: "minoxidil_serum", pricingId: "minoxidil_serum_1m" },
    ];
    const acceptAll = (coupon: string) =>
      server.call(growth.acceptUpsellProducts, { body: { upsells, coupon, totalamount: 98 } }, { token: rosa.token });
    expect((await acceptAll("NOSUCHCODE")).problem.message).toBe(
      "The coupon you entered does not exist, please check the code you entered.",
    );
    expect(await upsellOrders(server, rosa)).toEqual([]);
    const { ok } = await acceptAll("FSASTORE30");
    expect(ok.order.summary).toMatchObject({ subtotal: 98, discount: 29.4, totalamount: 68.6, couponid: "FSASTORE30" });
    expect(ok.upsells.map(({ triggeredfrom }) => triggeredfrom)).toEqual(["treatment", "asked"]);
  });

  test("what a crash left between the authorization and the doctor is finished by the job", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const { db } = server.services;
    await db.deleteFrom("upsell_request").where("order_id", "=", orderId).execute();
    await db.updateTable("upsell").set({ status: "open", decided_at: null }).where("order_id", "=", orderId).execute();
    expect(await dashboard(rosa)).toEqual(["cream"]);
    expect((await requestUpsell(rosa)).problem.code).toBe("payment_pending");
    server.clock.advance(120_000);
    await server.jobs.enqueue(db, "growth.finish-upsells", {});
    await server.jobs.drain();
    expect(await upsellAtClinic(server, rosa)).toMatchObject({ status: "open", order: { id: orderId } });
  });
});
