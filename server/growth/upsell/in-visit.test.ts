import { beforeAll, describe, expect, test } from "vitest";
import { store } from "#contract/cart/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { putStep, readOnboardingRecord } from "#server/onboarding/testing/answers.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { patientAtAddons, firstUpsellInVisit, answersForBothUpsells } from "../testing/upsells.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** A patient at the add-ons step, or another one, whose answers match both upsells. */
const atAddons = (until?: number, answers = {}) =>
  patientAtAddons(server, { ...answersForBothUpsells, ...answers }, until);
const upsellsInVisit = ({ token }: TestPatient) => server.call(growth.onboardingUpsell, {}, { token });
const first = async (patient: TestPatient) => (await firstUpsellInVisit(server, patient)).upsellId;
const accept = ({ token }: TestPatient, upsellId: string, coupon?: string) =>
  server.call(growth.acceptOnboardingUpsell, { body: { upsellId, ...(coupon && { coupon }) } }, { token });
const chosen = async ({ token }: TestPatient) =>
  (await server.call(onboarding.step, { params: { n: 4 } }, { token })).ok.chosen.map(({ productid }) => productid);

describe("§7 Onboarding upsell", () => {
  test("offers what the patient's answers match once the patient has reached the add-ons, not before", async () => {
    const early = await atAddons(3);
    expect((await upsellsInVisit(early)).ok.items).toEqual([]);
    const rosa = await atAddons();
    expect((await upsellsInVisit(rosa)).ok.items.map(({ name, triggeredfrom }) => [name, triggeredfrom])).toEqual([
      ["cream", "onboarding"],
      ["minoxidil", "onboarding"],
    ]);
    expect((await upsellsInVisit(await atAddons(4, { vaginal_dryness: "0", thin_hair: "0" }))).ok.items).toEqual([]);
  });

  test("accepting adds it to the visit's order, keeps the patient's step, and it is paid with the visit", async () => {
    const rosa = await atAddons();
    const { status, ok } = await accept(rosa, await first(rosa));
    expect([status, ok.upsell.status]).toEqual([200, "accepted"]);
    expect(ok.chosen.map(({ productid }) => productid)).toContain("estriol_cream");
    expect(await chosen(rosa)).toContain("estriol_cream");
    expect((await readOnboardingRecord(server, rosa)).onboardingstep).toBe(4);
    expect((await upsellsInVisit(rosa)).ok.items.map(({ name }) => name)).toEqual(["minoxidil"]);
    const { ok: shipping } = await server.call(
      store.createShippingAddress,
      { body: { address1: "1 Elm Street", city: "Davis", state: "CA", zipcode: "95616" } },
      { token: rosa.token },
    );
    const { ok: tax } = await server.call(
      store.computeTax,
      { body: { shippingid: shipping.id } },
      { token: rosa.token },
    );
    expect(tax.orderdetail.map(({ productid }) => productid)).toContain("estriol_cream");
  });

  test("accepted twice, denied, unknown and another patient's are refused", async () => {
    const rosa = await atAddons();
    const [cream, serum] = (await upsellsInVisit(rosa)).ok.items.map(({ upsellId }) => upsellId);
    await accept(rosa, cream ?? "");
    expect((await accept(rosa, cream ?? "")).problem).toMatchObject({
      code: "wrong_state",
      message: "You've already added this.",
    });
    await server.call(growth.denyUpsell, { params: { id: serum ?? "" }, body: {} }, { token: rosa.token });
    expect((await accept(rosa, serum ?? "")).problem.message).toBe("You already said no to this.");
    expect((await accept(rosa, newId())).status).toBe(404);
    const other = await atAddons();
    expect((await accept(rosa, await first(other))).status).toBe(404);
    expect((await upsellsInVisit(rosa)).ok.items).toEqual([]);
  });

  test("a coupon applies to the visit's order; one that does not exist adds nothing", async () => {
    const rosa = await atAddons();
    const cream = await first(rosa);
    expect((await accept(rosa, cream, "NOSUCHCODE")).problem.code).toBe("coupon_not_found");
    expect(await chosen(rosa)).not.toContain("estriol_cream");
    expect((await accept(rosa, cream, "FSASTORE30")).status).toBe(200);
    expect((await readOnboardingRecord(server, rosa)).couponid).toBe("FSASTORE30");
  });

  test("screened by the same clinical rules: what a STOP rule forbids is not offered, and cannot be accepted once the answer is given", async () => {
    const allergic = { allergies: ["minoxidil"] };
    expect((await upsellsInVisit(await atAddons(4, allergic))).ok.items.map(({ name }) => name)).toEqual(["cream"]);
    const rosa = await atAddons();
    const serum = (await upsellsInVisit(rosa)).ok.items.find(({ name }) => name === "minoxidil")?.upsellId ?? "";
    await putStep(server, rosa, 2.5, { answers: [{ questionid: "allergies", answer: allergic.allergies }] });
    expect((await upsellsInVisit(rosa)).ok.items.map(({ name }) => name)).toEqual(["cream"]);
    expect((await accept(rosa, serum)).problem.code).toBe("bad_request");
    expect(await chosen(rosa)).not.toContain("minoxidil_serum");
  });

  test("what the patient chose, and the same hormone, is not offered", async () => {
    const rosa = await atAddons();
    await putStep(server, rosa, 4, { products: [{ productid: "minoxidil_serum", pricingid: "minoxidil_serum_1m" }] });
    expect((await upsellsInVisit(rosa)).ok.items.map(({ name }) => name)).toEqual(["cream"]);
  });

  test("a visit that is done or was stopped", async () => {
    const done = await handedOver(server);
    expect((await upsellsInVisit(done)).ok.items).toEqual([]);
    const rosa = await atAddons();
    const cream = await first(rosa);
    const { db, clock } = server.services;
    await db
      .updateTable("onboarding")
      .set({ stop_rule_id: "stroke", stopped_at: clock.now() })
      .where("patient_id", "=", rosa.id)
      .execute();
    expect((await upsellsInVisit(rosa)).problem.code).toBe("visit_stopped");
    expect((await accept(rosa, cream)).problem.code).toBe("visit_stopped");
    await db.updateTable("onboarding").set({ status: "DONE" }).where("patient_id", "=", rosa.id).execute();
    expect((await accept(rosa, cream)).problem.code).toBe("step_completed");
  });
});
