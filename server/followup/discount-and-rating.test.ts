import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { followup } from "#contract/followup.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { loadCodes } from "./discount-codes.ts";
import { apply, sendFollowupTo, patientWithFollowup, codeOf, goThrough } from "./testing/followups.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const earned = ({ id }: TestPatient) =>
  server.services.db.selectFrom("earned_discount").selectAll().where("patient_id", "=", id).execute();

describe("§9 follow-up discount codes", () => {
  test("ten give 5 to 50 percent, five more 20 to 40; nobody can guess them", async () => {
    const { ok } = await server.call(care.followupCodes, {}, { apiKey });
    expect(ok.items.map(({ percent }) => percent)).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 20, 25, 30, 35, 40]);
    expect(new Set(ok.items.map(({ code }) => code)).size).toBe(15);
    for (const { code } of ok.items) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/);
  });

  test("nodes that need them at the same time create one set, and it stays", async () => {
    const fresh = await startTestServer();
    try {
      const { db } = fresh.services;
      const sets = await Promise.all(Array.from({ length: 10 }, () => loadCodes(db)));
      expect(new Set(sets.map((set) => JSON.stringify(set))).size).toBe(1);
      expect(await inTransaction({ db }, ({ db: tx }) => loadCodes(tx))).toEqual(sets[0]);
      expect(sets[0]).not.toEqual(await loadCodes(server.services.db));
    } finally {
      await fresh.close();
    }
  });
});

describe("§4 Follow-up modal: at completion the discount is applied", () => {
  test("the discount of its code is kept for a later order, once, and announced", async () => {
    const patient = await patientWithFollowup(server, 25);
    await goThrough(server, patient);
    const { status, ok } = await apply(server, patient, patient.followupId, patient.code ?? "");
    expect([status, ok]).toEqual([
      200,
      {
        message: "25% off one order, as a thank you. We'll take it off automatically.",
        coupon: {
          couponid: patient.code,
          code: patient.code,
          description: "25% off one order",
          percent: 25,
          amount: null,
        },
      },
    ]);
    expect(await earned(patient)).toMatchObject([
      {
        source: "followup",
        source_id: patient.followupId,
        code: patient.code,
        percent: 25,
        amount_cents: null,
        order_id: null,
      },
    ]);
  });

  test("the same request again, another one, and fifty at once give one discount", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient);
    const code = patient.code ?? "";
    const key = newId();
    const first = await apply(server, patient, patient.followupId, code, key);
    expect((await apply(server, patient, patient.followupId, code, key)).ok).toEqual(first.ok);
    const token = await tokenOf(server, patient);
    const params = { id: patient.followupId };
    const all = await Promise.all(
      Array.from({ length: 50 }, () => server.call(followup.applyCoupon, { params, body: { code } }, { token })),
    );
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(await earned(patient)).toHaveLength(1);
  });

  test("the patient has it even if the browser closed before requesting it", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient);
    expect(await earned(patient)).toHaveLength(1);
  });

  test("there is none before the follow-up is complete", async () => {
    const patient = await patientWithFollowup(server);
    const { status, problem } = await apply(server, patient, patient.followupId, patient.code ?? "");
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(await earned(patient)).toEqual([]);
  });

  test("only with its own code", async () => {
    const patient = await patientWithFollowup(server, 5);
    await goThrough(server, patient);
    const better = await apply(server, patient, patient.followupId, await codeOf(server, 50));
    expect(better.problem.code).toBe("coupon_not_applicable");
    expect((await apply(server, patient, patient.followupId, "WINBACK10")).problem).toMatchObject({
      code: "coupon_not_found",
      message: "The coupon you entered does not exist, please check the code you entered.",
    });
    expect(await earned(patient)).toMatchObject([{ percent: 5 }]);
  });

  test("a follow-up without a code gives none", async () => {
    const patient = await patientWithFollowup(server, null);
    await goThrough(server, patient);
    expect(await earned(patient)).toEqual([]);
    expect((await apply(server, patient, patient.followupId, await codeOf(server, 5))).problem.code).toBe(
      "coupon_not_applicable",
    );
  });
});

describe("§7 POST /patient/followup/nps-survey", () => {
  const rate = async (patient: TestPatient, body: { rating: number; followupid?: string }) =>
    server.call(followup.rate, { body }, { token: await tokenOf(server, patient) });
  const ratingOf = async (id: string) =>
    (await server.services.db.selectFrom("followup").select("rating").where("id", "=", id).executeTakeFirstOrThrow())
      .rating;

  test("is saved with the patient's latest follow-up, or with the named one; a later rating replaces it", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient);
    expect((await rate(patient, { rating: 7 })).status).toBe(201);
    server.clock.advance(60_000);
    const next = await sendFollowupTo(server, patient);
    expect((await rate(patient, { rating: 10 })).status).toBe(201);
    expect((await rate(patient, { rating: 1, followupid: patient.followupId })).status).toBe(201);
    expect([await ratingOf(patient.followupId), await ratingOf(next.followupId)]).toEqual([1, 10]);
  });

  test.each([0, 11, 1.5, -1])("%s is not a rating", async (rating) => {
    const { status, problem } = await rate(await patientWithFollowup(server), { rating });
    expect([status, problem.details?.fields]).toEqual([
      400,
      [{ path: "rating", message: "Please choose a number from 1 to 10." }],
    ]);
  });

  test("without a follow-up, or for another patient's, it is not found", async () => {
    const other = await patientWithFollowup(server);
    expect((await rate(await inCare(server), { rating: 5 })).problem.code).toBe("not_found");
    expect(
      (await rate(await patientWithFollowup(server), { rating: 5, followupid: other.followupId })).problem.code,
    ).toBe("not_found");
    expect(await ratingOf(other.followupId)).toBeNull();
  });
});

describe("§7 GET /patient/{id}/product/{id}/firstpurchase", () => {
  const first = async (patient: TestPatient, productid: string, id = patient.id) =>
    server.call(followup.firstPurchase, { params: { id, productid } }, { token: await tokenOf(server, patient) });

  test("is the first paid order with the product", async () => {
    const patient = await inCare(server);
    const { ok } = await first(patient, "estradiol_patch_0_05");
    expect(ok).toEqual({
      productid: "estradiol_patch_0_05",
      purchasedat: expect.any(String),
      orderid: patient.orderId,
    });
    expect((await first(patient, "moisturizer")).ok).toEqual({
      productid: "moisturizer",
      purchasedat: null,
      orderid: null,
    });
  });

  test("another patient's is not found", async () => {
    const [patient, other] = [await inCare(server), await inCare(server)];
    expect((await first(patient, "estradiol_patch_0_05", other.id)).problem.code).toBe("not_found");
  });
});
