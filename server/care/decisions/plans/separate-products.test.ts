import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { expireAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { bill, deliverPaid, tokenOf } from "#server/treatment/testing/in-care.ts";
import { handedOver } from "../../testing/handed-over.ts";
import { sandboxCharges } from "../../testing/sandbox-charges.ts";
import type { Submitted } from "../../testing/submitted-visit.ts";
import { separateProducts } from "./separate-products.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  server.clock.setOffset(0);
  server.clock.advance(msUntilNoon());
});
afterAll(() => server.close());

const apiKey = testApiKey;
const dayMs = 86_400_000;
const patch = "estradiol_patch_0_05";
const capsule = "progesterone_capsule_100";
const reason = "It suits your skin better.";
const tablet = { productid: "estradiol_tablet_1", pricingid: "estradiol_tablet_1_1m", reason };
const strongPatch = { productid: "estradiol_patch_0_1", pricingid: "estradiol_patch_0_1_1m", reason };
const otherCapsule = { productid: "progesterone_capsule_200", pricingid: "progesterone_capsule_200_1m", reason };

const inDays = (count: number) => addDays(clinicToday(server.services), count);
const approve = (patient: { id: string }, body: object, key = newId()) =>
  server.call(care.approvePlan, { params: { id: patient.id }, body }, { apiKey, key });
const home = async (patient: Submitted) =>
  (await server.call(treatment.overview, {}, { token: await tokenOf(server, patient) })).ok;
async function accepted(): Promise<Submitted> {
  const patient = await handedOver(server);
  await server.call(care.accept, { params: { id: patient.id }, body: {} }, { apiKey });
  return patient;
}
/** Days pass, with one billing run on each and one before. */
async function pass(days: number): Promise<void> {
  await bill(server);
  for (let day = 0; day < days; day += 1) {
    server.clock.advance(dayMs);
    await bill(server);
  }
}
const linesOf = async (patient: Submitted) =>
  server.services.db
    .selectFrom("order_line")
    .innerJoin("customer_order", "customer_order.id", "order_line.order_id")
    .selectAll("order_line")
    .select("customer_order.status")
    .where("customer_order.patient_id", "=", patient.id)
    .orderBy("placed_at")
    .orderBy("line")
    .execute();
const ledgerSum = async ({ id }: Submitted) => {
  const { sum } = await server.services.db
    .selectFrom("ledger_entry")
    .innerJoin("customer_order", "customer_order.id", "ledger_entry.order_id")
    .select(({ fn }) => fn.sum<string | null>("ledger_entry.amount_cents").as("sum"))
    .where("customer_order.patient_id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
};
const prescribedProducts = async ({ id }: Submitted) =>
  (
    await server.services.db
      .selectFrom("prescription")
      .select(["product_id", "refills_left"])
      .where("patient_id", "=", id)
      .where("status", "=", "active")
      .orderBy("product_id")
      .execute()
  ).map(({ product_id, refills_left }) => [product_id, refills_left]);
const doctorsMessage = async ({ id }: Submitted) =>
  (await server.call(care.messages, { params: { id }, query: { limit: 10 } }, { apiKey })).ok.items
    .map(({ message }) => message)
    .find((text) => text.includes(reason) || text.includes("Please start"));

describe("decisions §11 a requested product is replaced by another strength or form", () => {
  test("at no higher price: the requested one isn't sent or paid, the other one is charged the same day, with what belongs to it", async () => {
    const rosa = await accepted();
    const { status, ok } = await approve(rosa, {
      replaced: { [patch]: tablet },
      refills: { [patch]: 4 },
      directions: { [patch]: "One each morning." },
    });
    expect(status).toBe(200);
    expect(ok.prescriptions?.map(({ productid }) => productid).toSorted()).toEqual([tablet.productid, capsule]);
    await server.jobs.drain();
    const [charge, ...others] = await sandboxCharges(server, rosa.orderId);
    expect(others).toEqual([]);
    expect(charge?.amount_captured).toBe(charge?.amount);
    expect(charge?.amount_refunded).toBe(5900);
    const now = await home(rosa);
    expect(now.plan.items.map(({ productid, directions }) => [productid, directions])).toEqual(
      expect.arrayContaining([[tablet.productid, "One each morning."]]),
    );
    expect(now.plan.items.map(({ productid }) => productid)).not.toContain(patch);
    const subscription = now.subscriptions.find(({ item }) => item.productid === tablet.productid);
    expect(subscription).toMatchObject({ status: "active", price: 29, nextchargeon: inDays(0) });
    expect(await doctorsMessage(rosa)).toContain(reason);
    expect(await doctorsMessage(rosa)).toContain("We're charging it today with the rest of your plan");
    await bill(server);
    expect((await linesOf(rosa)).filter(({ product_id }) => product_id === tablet.productid)).toMatchObject([
      { unit_price_cents: 2900, status: "paid" },
    ]);
    expect(await prescribedProducts(rosa)).toContainEqual([tablet.productid, 4]);
    expect(await ledgerSum(rosa)).toBe(0);
  });

  test("the patient who does not want to wait gets it at once", async () => {
    const rosa = await accepted();
    await approve(rosa, { replaced: { [patch]: tablet } });
    await server.jobs.drain();
    const { subscriptions } = await home(rosa);
    const next = subscriptions
      .find(({ item }) => item.productid === tablet.productid)
      ?.prescriptionorders.find(({ status }) => status === "scheduled");
    expect(next?.actions).toContain("getnext");
    const token = await tokenOf(server, rosa);
    const got = await server.call(treatment.getNext, { params: { id: next?.id ?? "" } }, { token });
    expect([got.status, got.ok]).toMatchObject([200, {}]);
    expect((await linesOf(rosa)).filter(({ product_id }) => product_id === tablet.productid)).toHaveLength(1);
  });

  test("at a higher price: nothing is charged before the patient's yes, and that price after it", async () => {
    const rosa = await accepted();
    expect((await approve(rosa, { replaced: { [patch]: strongPatch } })).status).toBe(200);
    await server.jobs.drain();
    expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([{ amount_refunded: 5900 }]);
    await pass(10);
    expect((await linesOf(rosa)).map(({ product_id }) => product_id).toSorted()).toEqual([patch, capsule].toSorted());
    const [change] = (await home(rosa)).changes;
    expect(change).toMatchObject({ fromordered: false, to: { dosage: "0.1 mg/day", price: 62 } });
    const token = await tokenOf(server, rosa);
    const agreed = await server.call(
      treatment.agreeToChange,
      { params: { id: change?.id ?? "" }, body: { price: change?.to.price ?? 0 } },
      { token },
    );
    expect(agreed.status).toBe(200);
    await pass(6);
    expect((await linesOf(rosa)).filter(({ product_id }) => product_id === strongPatch.productid)).toMatchObject([
      { unit_price_cents: 6200, status: "paid" },
    ]);
    expect(await ledgerSum(rosa)).toBe(0);
  });

  test("a progestogen may not come later than its estrogen: refused, and nothing is decided", async () => {
    const rosa = await accepted();
    const { status, problem } = await approve(rosa, { replaced: { [capsule]: otherCapsule } });
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect((await home(rosa)).plan.status).toBe("in_review");
    expect((await linesOf(rosa)).every(({ cancelled_at }) => cancelled_at === null)).toBe(true);
  });

  test("both replaced: nothing of the first order is captured, and both come in one parcel", async () => {
    const rosa = await accepted();
    expect((await approve(rosa, { replaced: { [patch]: tablet, [capsule]: otherCapsule } })).status).toBe(200);
    await server.jobs.drain();
    expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
    const now = await home(rosa);
    expect(now.plan.status).toBe("approved");
    expect(now.nextstep.kind).not.toMatch(/payment|confirm|not_charged/);
    expect(now.subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
    await pass(5);
    const sent = (await linesOf(rosa)).filter(({ status }) => status === "paid");
    expect(sent.map(({ product_id }) => product_id).toSorted()).toEqual([tablet.productid, otherCapsule.productid]);
    expect(new Set(sent.map(({ order_id }) => order_id)).size).toBe(1);
    expect(await ledgerSum(rosa)).toBe(0);
  });

  test("a capture that fails makes only what is sent now past due", async () => {
    const rosa = await accepted();
    server.clock.advance(8 * dayMs);
    await expireAuthorizations({ db: server.services.db, clock: server.clock });
    expect((await approve(rosa, { replaced: { [patch]: tablet } })).status).toBe(200);
    await server.jobs.drain();
    const { subscriptions } = await home(rosa);
    expect(Object.fromEntries(subscriptions.map(({ item, status }) => [item.productid, status]))).toEqual({
      [tablet.productid]: "active",
      [capsule]: "past_due",
    });
  });

  test("two doctors, and the same key again: one decision", async () => {
    const rosa = await accepted();
    const key = newId();
    const body = { replaced: { [patch]: tablet } };
    const answers = await Promise.all([approve(rosa, body, key), approve(rosa, {}), approve(rosa, body)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await server.jobs.drain();
    expect((await linesOf(rosa)).filter(({ cancelled_at }) => cancelled_at !== null).length).toBeLessThan(2);
    expect(await ledgerSum(rosa)).toBe(0);
  });
});

describe("decisions §11 a requested product begins on the day the doctor says", () => {
  test("it isn't in the first parcel, can't be ordered before, and is charged so that it arrives in time", async () => {
    const rosa = await accepted();
    const day = inDays(40);
    expect((await approve(rosa, { start: { [patch]: day }, refills: { [patch]: 3 } })).status).toBe(200);
    await server.jobs.drain();
    expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([{ amount_refunded: 5900 }]);
    expect(await prescribedProducts(rosa)).toContainEqual([patch, 4]);
    const { plan, subscriptions } = await home(rosa);
    expect(plan.items.map(({ productid }) => productid)).toContain(patch);
    const { leaddays } = server.services.content.shipping;
    const own = subscriptions.find(({ item }) => item.productid === patch);
    expect(own).toMatchObject({ status: "active", nextchargeon: addDays(day, -leaddays) });
    const next = own?.prescriptionorders.find(({ status }) => status === "scheduled");
    expect(next).toMatchObject({
      getnextfrom: addDays(day, -leaddays),
      actions: expect.not.arrayContaining(["getnext"]),
    });
    const token = await tokenOf(server, rosa);
    const early = await server.call(treatment.getNext, { params: { id: next?.id ?? "" } }, { token });
    expect([early.status, early.problem.code]).toEqual([409, "too_early"]);
    expect(await doctorsMessage(rosa)).toContain("Please start");
    await pass(40 - leaddays - 1);
    const later = async () =>
      (await linesOf(rosa)).filter(({ product_id, order_id }) => product_id === patch && order_id !== rosa.orderId);
    expect(await later()).toEqual([]);
    await pass(1);
    expect(await later()).toMatchObject([{ status: "paid" }]);
    expect(await prescribedProducts(rosa)).toContainEqual([patch, 3]);
  });

  test("estrogen never begins before its progestogen", async () => {
    const rosa = await accepted();
    for (const start of [{ [capsule]: inDays(20) }, { [patch]: inDays(20), [capsule]: inDays(30) }])
      expect((await approve(rosa, { start })).problem.code).toBe("wrong_state");
    expect((await approve(rosa, { start: { [patch]: inDays(30), [capsule]: inDays(20) } })).status).toBe(200);
  });

  test("today is no later start", async () => {
    const rosa = await accepted();
    expect((await approve(rosa, { start: { [patch]: inDays(0) } })).status).toBe(200);
    await server.jobs.drain();
    expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([{ amount_refunded: 0 }]);
  });
});

test("what makes no sense is refused with the field, and nothing is decided", async () => {
  const rosa = await accepted();
  const same = { productid: patch, pricingid: `${patch}_1m`, reason };
  const paths = async (body: object) =>
    (await approve(rosa, body)).problem.details?.fields?.map(({ path }) => path) ?? "none";
  expect(await paths({ start: { [patch]: inDays(-1) } })).toEqual([`start.${patch}`]);
  expect(await paths({ start: { [patch]: inDays(91) } })).toEqual([`start.${patch}`]);
  // It could not arrive in time.
  expect(await paths({ start: { [patch]: inDays(11) } })).toEqual([`start.${patch}`]);
  expect(await paths({ start: { vitamin_d: inDays(3) } })).toEqual(["start.vitamin_d"]);
  expect(await paths({ replaced: { [patch]: same } })).toEqual([`replaced.${patch}`]);
  expect(await paths({ replaced: { [patch]: { ...tablet, pricingid: "magnesium_1m" } } })).toEqual([
    `replaced.${patch}`,
  ]);
  expect(await paths({ replaced: { [patch]: { productid: "magnesium", pricingid: "magnesium_1m", reason } } })).toEqual(
    [`replaced.${patch}`],
  );
  expect(await paths({ replaced: { [patch]: tablet }, declined: { [patch]: reason } })).toEqual([`declined.${patch}`]);
  expect((await approve(rosa, { replaced: { [patch]: { ...tablet, reason: "" } } })).status).toBe(400);
  expect((await home(rosa)).plan.status).toBe("in_review");
});

test("what has left the catalogue since it was asked for can still be replaced", () => {
  const { content, clock } = server.services;
  const products = content.catalogue.products.filter(({ productid }) => productid !== patch);
  const lines = [{ product_id: patch, pricing_id: `${patch}_1m` }] as unknown as Parameters<typeof separateProducts>[2];
  const left = { content: { ...content, catalogue: { ...content.catalogue, products } }, clock };
  const found = separateProducts(left as never, { replaced: { [patch]: tablet } }, lines);
  expect(found).toEqual([{ line: lines[0], replacement: tablet, begins: null }]);
});

const isSent = ({ status, cancelled_at }: { status: string; cancelled_at: Date | null }): boolean =>
  cancelled_at === null && ["paid", "shipped", "delivered"].includes(status);
const decision = fc.constantFrom("approve", "decline", "replace", "dearer", "later");
test("sound checkout 8: whatever is decided for each product, the patient pays for what is sent and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(decision, decision, async (forPatch, forCapsule) => {
      const rosa = await accepted();
      const decisions = [
        [patch, forPatch, tablet, strongPatch],
        [capsule, forCapsule, otherCapsule, otherCapsule],
      ] as const;
      const pick = <T>(wanted: string, value: (each: (typeof decisions)[number]) => T) =>
        Object.fromEntries(decisions.filter((each) => each[1] === wanted).map((each) => [each[0], value(each)]));
      const { status } = await approve(rosa, {
        declined: pick("decline", () => reason),
        replaced: { ...pick("replace", ([, , cheap]) => cheap), ...pick("dearer", ([, , , dear]) => dear) },
        start: pick("later", () => inDays(15)),
      });
      await server.jobs.drain();
      await deliverPaid(server, rosa);
      await pass(12);
      const lines = await linesOf(rosa);
      const orders = Map.groupBy(lines, ({ order_id }) => order_id);
      for (const [orderId, own] of orders) {
        const charges = await sandboxCharges(server, orderId);
        const kept = charges.reduce((sum, each) => sum + each.amount_captured - each.amount_refunded, 0);
        const sent = own
          .filter(isSent)
          .reduce((sum, each) => sum + each.unit_price_cents * each.quantity - each.discount_cents + each.tax_cents, 0);
        expect(kept).toBe(sent);
        expect(charges.every((each) => each.amount_captured <= each.amount)).toBe(true);
      }
      expect(await ledgerSum(rosa)).toBe(0);
      const products = lines.filter(isSent);
      // What is sent first stands in the way of nothing that comes later.
      if (status === 200)
        expect(products.map(({ product_id }) => product_id).toSorted()).toEqual(
          decisions
            .flatMap(([requested, decided, cheap]) =>
              decided === "replace" || (decided === "dearer" && requested === capsule)
                ? cheap.productid
                : decided === "approve" || decided === "later"
                  ? requested
                  : [],
            )
            .toSorted(),
        );
      const estrogen = products.some(({ product_id }) => product_id.startsWith("estradiol"));
      const progestogen = products.some(({ product_id }) => product_id.startsWith("progesterone"));
      expect(progestogen || !estrogen).toBe(true);
      server.clock.setOffset(0);
      server.clock.advance(msUntilNoon());
    }),
    propertyRuns(8, 100),
  );
});
