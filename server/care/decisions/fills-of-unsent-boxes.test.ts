import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { ledger } from "#server/orders/testing/shop.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { undecidedPrescriptionRenewals } from "#server/prescriptions/public.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { shopAtNoon } from "#server/treatment/testing/at-noon.ts";
import { bill, inCare, mailSubjects, passDays, tokenOf } from "#server/treatment/testing/in-care.ts";
import { handedOver } from "../testing/handed-over.ts";
import { sandboxCharges } from "../testing/sandbox-charges.ts";

const shop = shopAtNoon();
const patch = "estradiol_patch_0_05";
const capsule = "progesterone_capsule_100";
const words = { reason: "DVT found on ultrasound", message: "Please stop the patch today." };

const prescriptionsOf = ({ id }: TestPatient) =>
  shop.services.db
    .selectFrom("prescription")
    .select(["id", "product_id", "refills_left"])
    .where("patient_id", "=", id)
    .orderBy("product_id")
    .execute();
/** Refills left of the patch and of the capsules. */
const refills = async (patient: TestPatient) =>
  (await prescriptionsOf(patient)).map(({ refills_left }) => refills_left);
async function act(call: "stopPrescription" | "holdPrescription" | "releasePrescription", patient: TestPatient) {
  const id = (await prescriptionsOf(patient)).find(({ product_id }) => product_id === patch)?.id ?? "";
  const body = { ...words, ...(call === "releasePrescription" && { despitewarning: true }) };
  const { status, raw } = await shop.call(care[call], { params: { id }, body }, { apiKey });
  expect([status, raw.payload]).toEqual([200, expect.any(String)]);
}

const ordersOf = ({ id }: TestPatient, kind: Tables["customer_order"]["kind"]) =>
  shop.services.db
    .selectFrom("customer_order")
    .select(["id", "status"])
    .where("patient_id", "=", id)
    .where("kind", "=", kind)
    .execute();
async function renewed(patient: TestPatient): Promise<string> {
  for (let day = 0; day < 40; day += 1) {
    const [paid] = await ordersOf(patient, "renewal");
    if (paid?.status === "paid") return paid.id;
    await passDays(shop, 1);
  }
  return expect.fail("no renewal");
}
/** The patient's subscriptions are over, the first boxes used up, and the patient orders both medicines and magnesium once. */
async function buyAgain(patient: TestPatient, beforeAnswer?: () => Promise<unknown>): Promise<string> {
  const token = () => tokenOf(shop, patient);
  await shop.call(treatment.cancel, { params: { id: patient.id }, body: {} }, { token: await token() });
  await passDays(shop, 25);
  if (beforeAnswer) shop.beforeGatewayAnswer(beforeAnswer);
  const checkout = [patch, capsule, "magnesium"].map((productid) => ({
    ...{ productid, pricingid: `${productid}_1m`, quantity: 1 },
  }));
  const { ok, raw } = await shop.call(store.checkout, { body: { checkout } }, { token: await token() });
  return ok.order?.id ?? expect.fail(raw.payload);
}
const linesLeft = async (orderId: string) =>
  (
    await shop.services.db
      .selectFrom("order_line")
      .select("product_id")
      .where("order_id", "=", orderId)
      .where("cancelled_at", "is", null)
      .orderBy("product_id")
      .execute()
  ).map(({ product_id }) => product_id);
/** What the line of the patch came to was refunded, and the ledger agrees with the gateway. */
async function expectPatchRefunded(orderId: string): Promise<void> {
  await shop.jobs.drain();
  const { unit_price_cents, discount_cents, tax_cents } = await shop.services.db
    .selectFrom("order_line")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("product_id", "=", patch)
    .executeTakeFirstOrThrow();
  const [charge] = await sandboxCharges(shop, orderId);
  expect(charge?.amount_refunded).toBe(unit_price_cents - discount_cents + tax_cents);
  const left = (charge?.amount_captured ?? 0) - (charge?.amount_refunded ?? 0);
  expect(await ledger(shop, orderId)).toEqual({ sum: 0, gateway: left });
}

describe("decisions §11 a stopped medicine: the fill of a box that is refunded before it was sent is left again", () => {
  test("a renewal's: of the stopped medicine only", async () => {
    const rosa = await inCare(shop);
    const orderId = await renewed(rosa);
    expect(await refills(rosa)).toEqual([11, 11]);
    await act("stopPrescription", rosa);
    expect(await refills(rosa)).toEqual([12, 11]);
    await expectPatchRefunded(orderId);
    expect(await refills(rosa)).toEqual([12, 11]);
  });

  test("a cart's: of the stopped medicine only", async () => {
    const rosa = await inCare(shop);
    const orderId = await buyAgain(rosa);
    expect(await refills(rosa)).toEqual([11, 11]);
    await act("stopPrescription", rosa);
    expect(await linesLeft(orderId)).toEqual(["magnesium", capsule]);
    expect(await refills(rosa)).toEqual([12, 11]);
    await expectPatchRefunded(orderId);
  });

  test("a box that has left keeps its fill", async () => {
    const rosa = await inCare(shop);
    const id = await renewed(rosa);
    const parcel = { carrier: "Meadow Post", trackingnumber: "MP-1" };
    await shop.call(care.shipOrder, { params: { id }, body: parcel }, { apiKey });
    await act("stopPrescription", rosa);
    await shop.jobs.drain();
    expect(await refills(rosa)).toEqual([11, 11]);
  });

  test("a cart that the gateway had just charged: only that medicine is refunded, the rest is sent, and the patient is told", async () => {
    const rosa = await inCare(shop);
    const orderId = await buyAgain(rosa, () => act("stopPrescription", rosa));
    await expectPatchRefunded(orderId);
    expect(await linesLeft(orderId)).toEqual(["magnesium", capsule]);
    expect(await refills(rosa)).toEqual([12, 11]);
    const subjects = await mailSubjects(shop, rosa);
    expect(subjects.filter((subject) => subject.startsWith("Your refund for"))).toHaveLength(1);
    const sent = { params: { id: orderId }, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } };
    expect((await shop.call(care.shipOrder, sent, { apiKey })).status).toBe(200);
  });
});

describe("decisions §11 any other box that is not sent", () => {
  test("a cart the practice refunds in full before it is sent; once sent, it keeps its fills", async () => {
    const refund = async (id: string) => {
      await shop.call(care.refundOrder, { params: { id }, body: { reason: "Ordered by mistake" } }, { apiKey });
      await shop.jobs.drain();
    };
    const rosa = await inCare(shop);
    await refund(await buyAgain(rosa));
    expect(await refills(rosa)).toEqual([12, 12]);
    const mara = await inCare(shop);
    const id = await buyAgain(mara);
    const parcel = { carrier: "Meadow Post", trackingnumber: "MP-1" };
    await shop.call(care.shipOrder, { params: { id }, body: parcel }, { apiKey });
    await refund(id);
    expect(await refills(mara)).toEqual([11, 11]);
  });

  test("what a doctor leaves out of a plan consumes no fill, and the rest keeps all of its own", async () => {
    const rosa = await handedOver(shop);
    const params = { id: rosa.id };
    await shop.call(care.accept, { params, body: {} }, { apiKey });
    const body = { declined: { [patch]: "Let us wait with it." } };
    expect((await shop.call(care.approvePlan, { params, body }, { apiKey })).status).toBe(200);
    await shop.jobs.drain();
    expect(await prescriptionsOf(rosa)).toMatchObject([{ product_id: capsule, refills_left: 12 }]);
  });

  test("a renewal declined by the doctor after a cart was paid: it is refunded and its fill is left again", async () => {
    const rosa = await inCare(shop);
    const orderId = await buyAgain(rosa);
    await act("holdPrescription", rosa);
    const [prescription] = await prescriptionsOf(rosa);
    await shop.services.db
      .insertInto("renewal_request")
      .values({
        id: newId(),
        patient_id: rosa.id,
        prescription_id: prescription?.id ?? "",
        status: "open",
        requested_at: shop.clock.now(),
      })
      .execute();
    const waiting = await undecidedPrescriptionRenewals(shop.services.db, null, 1000);
    const id = waiting.find(({ patientId }) => patientId === rosa.id)?.id ?? expect.fail("nothing waits");
    const declined = await shop.call(
      care.declinePrescriptionRenewal,
      { params: { id }, body: { reason: "Please see me first." } },
      { apiKey },
    );
    expect(declined.status).toBe(200);
    await expectPatchRefunded(orderId);
    expect(await refills(rosa)).toEqual([12, 11]);
  });

  test("a medicine on hold keeps the fill of its paid box, and sends that box once it is released", async () => {
    const rosa = await inCare(shop);
    const id = await renewed(rosa);
    const ship = () =>
      shop.call(
        care.shipOrder,
        { params: { id }, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } },
        { apiKey },
      );
    await act("holdPrescription", rosa);
    expect([await refills(rosa), (await ship()).problem.code]).toEqual([[11, 11], "prescription_needed"]);
    await act("releasePrescription", rosa);
    expect([await refills(rosa), (await ship()).status]).toEqual([[11, 11], 200]);
  });

  test("a hold while the gateway is asked: what is not charged keeps its fill, and is charged once it is released", async () => {
    const rosa = await inCare(shop);
    const paid = async () => (await ordersOf(rosa, "renewal")).filter(({ status }) => status === "paid").length;
    shop.faults.add("authorize", "before");
    for (let day = 0; day < 40 && (await ordersOf(rosa, "renewal")).length === 0; day += 1) await passDays(shop, 1);
    expect([await refills(rosa), await paid()]).toEqual([[11, 11], 0]);
    await act("holdPrescription", rosa);
    shop.clock.advance(8 * 60_000);
    await shop.reconcile();
    await bill(shop);
    // The capsules are charged without the patch.
    expect([await refills(rosa), await paid()]).toEqual([[12, 11], 1]);
    await act("releasePrescription", rosa);
    await passDays(shop, 14);
    await shop.jobs.drain();
    expect([await refills(rosa), await paid()]).toEqual([[11, 11], 2]);
  });
});
