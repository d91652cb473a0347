import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import {
  acceptUpsell,
  acceptedUpsellOrder,
  upsellAtClinic,
  answeredPatientInCare,
} from "#server/growth/testing/upsells.ts";
import { formatDay, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import {
  bill,
  deliver,
  home,
  inCare,
  type InCare,
  passDays,
  declineCard,
  subscriptionOf,
  prescriptionOrderIn,
  capturedCents,
  tokenOf,
} from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";

const server = serverAtNoon();
const { putOnHold } = treatmentScenarios(() => server);

const line = (productid: string, quantity = 1, pricing = "1m") => ({
  productid,
  pricingid: `${productid}_${pricing}`,
  quantity,
});
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];
type Line = ReturnType<typeof line>;

const checkout = async (patient: InCare, ...lines: Line[]) =>
  server.call(store.checkout, { body: { checkout: lines } }, { token: await tokenOf(server, patient) });
const obstacles = async (patient: InCare, ...lines: Line[]) =>
  (await server.call(store.computeTax, { body: { checkout: lines } }, { token: await tokenOf(server, patient) })).ok
    .obstacles;
const cancelAll = async (patient: InCare) =>
  server.call(treatment.cancel, { params: { id: patient.id }, body: {} }, { token: await tokenOf(server, patient) });
const refills = async ({ id }: InCare) => {
  const rows = await server.services.db
    .selectFrom("prescription")
    .select(["product_id", "refills_left"])
    .where("patient_id", "=", id)
    .where("status", "=", "active")
    .execute();
  return Object.fromEntries(rows.map(({ product_id, refills_left }) => [product_id, refills_left]));
};
const allRefills = { [patch]: 12, [capsule]: 12 };

/** A patient with ended subscriptions and active prescriptions who has used most of the first boxes. */
async function withoutSubscriptions(): Promise<InCare> {
  const rosa = await inCare(server);
  await cancelAll(rosa);
  await passDays(server, 25);
  return rosa;
}

describe("decisions §9 no stockpiling through the cart", () => {
  test("twelve boxes of patches, ten times in a row: nothing is sold, and the cart says why before payment", async () => {
    const rosa = await inCare(server);
    const wanted = line(patch, 12);
    expect(await obstacles(rosa, wanted)).toMatchObject([
      { pricingid: wanted.pricingid, code: "on_subscription", fix: { kind: "open_treatment" } },
    ]);
    for (let turn = 0; turn < 10; turn += 1) {
      const { status, problem } = await checkout(rosa, wanted);
      expect([status, problem.code]).toEqual([409, "on_subscription"]);
      expect(problem.message).toContain("already comes with your treatment");
      server.clock.advance(9000);
    }
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    expect(await refills(rosa)).toEqual(allRefills);
  });

  test("without a subscription: no more than prescribed at a time, only when most is used, and once", async () => {
    const rosa = await inCare(server);
    await cancelAll(rosa);
    const [early] = await obstacles(rosa, line(patch, 12), line(capsule));
    expect(early).toMatchObject({ code: "too_early", fix: null });
    expect(early?.message).toContain(formatDay(early?.from ?? ""));
    const refused = await checkout(rosa, line(patch), line(capsule));
    expect([refused.problem.code, refused.problem.details?.["date"]]).toEqual(["too_early", early?.from]);
    await passDays(server, 25);
    expect(await obstacles(rosa, line(patch, 12), line(capsule))).toMatchObject([
      { code: "quantity_above_prescribed", fix: { kind: "quantity", quantity: 1 } },
    ]);
    const { problem } = await checkout(rosa, line(patch, 12), line(capsule));
    expect([problem.code, problem.details?.fields]).toEqual([
      "quantity_above_prescribed",
      [{ path: "checkout.0.quantity", message: problem.message }],
    ]);
    expect((await checkout(rosa, line(patch, 1, "3m"), line(capsule))).problem.code).toBe("quantity_above_prescribed");
    expect((await checkout(rosa, line(patch), line(capsule))).status).toBe(201);
    expect(await refills(rosa)).toEqual({ [patch]: 11, [capsule]: 11 });
    expect((await checkout(rosa, line(patch), line(capsule))).problem.code).toBe("too_early");
    expect(await refills(rosa)).toEqual({ [patch]: 11, [capsule]: 11 });
  });

  test("with a uterus, estrogen alone is not sold, and the cart offers its companion", async () => {
    const rosa = await withoutSubscriptions();
    const [obstacle] = await obstacles(rosa, line(patch));
    expect(obstacle).toMatchObject({
      code: "progestogen_needed",
      fix: { kind: "add", productid: capsule, pricingid: `${capsule}_1m` },
    });
    expect(obstacle?.message).toMatch(/^Estradiol patch and your progesterone go together/u);
    expect((await checkout(rosa, line(patch))).problem.code).toBe("progestogen_needed");
    expect(await obstacles(rosa, line(patch), line(capsule))).toEqual([]);
    expect(await refills(rosa)).toEqual(allRefills);
    await server.services.db
      .updateTable("prescription")
      .set({ status: "ended" })
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", capsule)
      .execute();
    // Nobody prescribed it any more, so it isn't offered.
    expect(await obstacles(rosa, line(patch))).toMatchObject([
      { code: "progestogen_needed", fix: { kind: "message_doctor" } },
    ]);
  });

  test("on hold, or with no refill left: the answer points to the doctor, not to a visit", async () => {
    const rosa = await withoutSubscriptions();
    await server.services.db
      .updateTable("prescription")
      .set({ refills_left: 0 })
      .where("patient_id", "=", rosa.id)
      .execute();
    const noRefills = await checkout(rosa, line(capsule));
    expect([noRefills.problem.code, noRefills.problem.message]).toEqual([
      "prescription_needed",
      expect.stringMatching(/no refills of .* Please message your doctor/u),
    ]);
    await putOnHold(rosa);
    const [onHold] = await obstacles(rosa, line(capsule));
    expect(onHold).toMatchObject({ code: "prescription_needed", fix: { kind: "message_doctor" } });
    const other = await checkout(rosa, line("tretinoin_cream_0_025"));
    expect(other.problem.code).toBe("step_ahead");
    expect(other.problem.message).not.toContain("visit");
  });

  test("a declined charge restores the fills", async () => {
    const rosa = await withoutSubscriptions();
    await declineCard(server, rosa, "insufficient_funds");
    expect((await checkout(rosa, line(patch), line(capsule))).status).toBe(402);
    expect(await refills(rosa)).toEqual(allRefills);
  });

  test("ten checkouts at once, each with a key of its own, are one order", async () => {
    const rosa = await withoutSubscriptions();
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkout(rosa, line(patch), line(capsule))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, problem } of answers.filter((each) => each.status !== 201))
      expect([status, ["too_early", "payment_pending"].includes(problem.code)]).toEqual([409, true]);
    expect(await refills(rosa)).toEqual({ [patch]: 11, [capsule]: 11 });
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });
});

describe("decisions §9 no stockpiling past a doctor", () => {
  test("an upsell the patient has a bottle of, and cancelled, is not sold again before most of it is used", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const id = (await upsellAtClinic(server, rosa))?.id ?? "";
    await server.call(care.approveUpsell, { params: { id }, body: {} }, { apiKey: testApiKey });
    await server.jobs.drain();
    await deliver(server, orderId);
    const token = await tokenOf(server, rosa);
    const { id: subscriptionid } = await subscriptionOf(server, rosa, "minoxidil_serum");
    await server.call(treatment.cancel, { params: { id: rosa.id }, body: { subscriptionid } }, { token });
    const upsell = await server.call(growth.addUpsellToPatient, { params: { id: "UPSELL51" }, body: {} }, { token });
    const { status, problem } = await acceptUpsell(server, { ...rosa, token }, upsell.ok.upsellId, {
      totalamount: 500,
    });
    expect([status, problem.code]).toEqual([409, "too_early"]);
  });

  test("with a uterus, a plan of estrogen alone is not approved", async () => {
    const rosa = await handedOver(server);
    await server.services.db
      .deleteFrom("order_line")
      .where("order_id", "=", rosa.orderId)
      .where("product_id", "=", capsule)
      .execute();
    const params = { id: rosa.id };
    await server.call(care.accept, { params, body: {} }, { apiKey: testApiKey });
    const { status, problem } = await server.call(care.approvePlan, { params, body: {} }, { apiKey: testApiKey });
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(problem.message).toContain("go together");
  });
});

describe("decisions §9 no stockpiling by renewals", () => {
  const scheduled = async (rosa: InCare, product?: string) =>
    prescriptionOrderIn(await subscriptionOf(server, rosa, product), "scheduled");

  test("while the last box is still at the pharmacy, the next one is not charged and is planned again", async () => {
    const rosa = await inCare(server, { delivered: false });
    const planned = (await scheduled(rosa)).chargeon ?? "";
    await passDays(server, 40);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    const later = (await scheduled(rosa)).chargeon ?? "";
    expect(later > planned && later > clinicToday(server.services)).toBe(true);
    await deliver(server, rosa.orderId);
    await passDays(server, 30);
    await bill(server);
    // One more charge for each of the two.
    const [first = 0, ...renewed] = await capturedCents(server, rosa);
    expect(renewed.reduce((sum, cents) => sum + cents, 0)).toBe(first);
  });

  test("estrogen whose progestogen has no refill left goes on hold with it, and both come once the doctor renews", async () => {
    const rosa = await inCare(server);
    await server.services.db
      .updateTable("prescription")
      .set({ refills_left: 0 })
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", capsule)
      .execute();
    await passDays(server, 40);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    expect([(await scheduled(rosa)).status, (await scheduled(rosa, capsule)).status]).toEqual([
      "scheduled",
      "scheduled",
    ]);
    expect((await openPrescriptionRenewals(rosa)).map(({ item }) => item.productid)).toEqual([capsule]);
    await decide(rosa, care.approvePrescriptionRenewal, {});
    await passDays(server, 10);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
    expect((await home(server, rosa)).orders[0]?.detail.map(({ productid }) => productid).toSorted()).toEqual([
      patch,
      capsule,
    ]);
  });

  test("the progestogen is declined: the estrogen stays on hold, and the doctor is asked about it", async () => {
    const rosa = await inCare(server);
    await putProductOnHold(rosa, capsule);
    await passDays(server, 40);
    expect((await openPrescriptionRenewals(rosa)).map(({ item }) => item.productid)).toEqual([capsule]);
    await decide(rosa, care.declinePrescriptionRenewal, { reason: "Please see me first." });
    expect((await openPrescriptionRenewals(rosa)).map(({ item }) => item.productid)).toEqual([patch]);
    await passDays(server, 20);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
  });

  const openPrescriptionRenewals = async ({ id }: InCare) =>
    (await server.call(care.prescriptionRenewals, { query: {} }, { apiKey: testApiKey })).ok.items.filter(
      ({ patient }) => patient.id === id,
    );
  async function decide(
    rosa: InCare,
    call: typeof care.approvePrescriptionRenewal | typeof care.declinePrescriptionRenewal,
    body: object,
  ): Promise<void> {
    for (const { id } of await openPrescriptionRenewals(rosa))
      expect((await server.call(call, { params: { id }, body: body as never }, { apiKey: testApiKey })).status).toBe(
        200,
      );
  }
  const putProductOnHold = (rosa: InCare, product: string) => putOnHold(rosa, (productId) => productId === product);
});
