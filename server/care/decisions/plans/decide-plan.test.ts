import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { expireAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { handedOver } from "../../testing/handed-over.ts";
import { sandboxCharges } from "../../testing/sandbox-charges.ts";
import { submitted, type Submitted } from "../../testing/submitted-visit.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const apiKey = testApiKey;
const dayMs = 86_400_000;
const on = ({ id }: { id: string }) => ({ params: { id } });
const accept = (patient: Submitted) => server.call(care.accept, { ...on(patient), body: {} }, { apiKey });
const approve = (patient: { id: string }, body: object = {}, key = newId()) =>
  server.call(care.approvePlan, { ...on(patient), body }, { apiKey, key });
const decline = (patient: { id: string }, key = newId()) =>
  server.call(care.declinePlan, { ...on(patient), body: { reason: "Please see a doctor near you." } }, { apiKey, key });
const home = async ({ token }: Submitted) => (await server.call(treatment.overview, {}, { token })).ok;
const subjects = async ({ email }: Submitted) => (await server.mailbox.list(email)).map(({ subject }) => subject);

async function accepted(state?: string): Promise<Submitted> {
  const patient = await handedOver(server, state);
  await accept(patient);
  return patient;
}

describe("§8 a plan is approved", () => {
  test("the prescription is written, the payment captured, the subscription started, and the patient notified", async () => {
    const rosa = await accepted();
    expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([
      { status: "requires_capture", amount_captured: 0 },
    ]);
    const [first = ""] = (await home(rosa)).plan.items.map(({ productid }) => productid);
    const { status, ok } = await approve(rosa, {
      refills: 5,
      directions: { [first]: "Twice a week, below the waist." },
      note: "This plan is a good fit for you.",
    });
    expect(status).toBe(200);
    expect(ok).toMatchObject({ planstatus: "approved", subscriptions: [{ refillsleft: 5 }, { refillsleft: 5 }] });
    expect(ok.requested?.find(({ productid }) => productid === first)?.directions).toBe(
      "Twice a week, below the waist.",
    );
    await server.jobs.drain();
    const [charge] = await sandboxCharges(server, rosa.orderId);
    expect(charge).toMatchObject({ status: "succeeded", amount_captured: charge?.amount });
    const now = await home(rosa);
    expect(now.plan).toMatchObject({ status: "approved", note: "This plan is a good fit for you." });
    expect(now.nextstep).toMatchObject({ kind: "approved", title: `${now.doctor?.name} approved your plan` });
    expect(now.orders[0]?.timeline.filter(({ state }) => state === "done").map(({ event }) => event)).toEqual([
      "authorized",
      "in_review",
      "approved",
      "paid",
      "pharmacy",
    ]);
    expect(now.subscriptions.map((each) => each.status)).toEqual(["active", "active"]);
    expect(now.subscriptions.every(({ nextchargeon }) => nextchargeon !== null)).toBe(true);
    expect(await subjects(rosa)).toContain(`Good news about order ${now.orders[0]?.number}`);
    const rx = await server.services.db
      .selectFrom("prescription")
      .select("rx_number")
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(new Set(rx.map(({ rx_number }) => rx_number)).size).toBe(2);
    expect(rx[0]?.rx_number).toMatch(/^RX\d{6}$/);
  });

  test("the same idempotency key gets the same answer, another key is refused", async () => {
    const rosa = await accepted();
    const key = newId();
    const first = await approve(rosa, {}, key);
    expect((await approve(rosa, {}, key)).ok).toEqual(first.ok);
    expect((await approve(rosa)).problem).toMatchObject({
      code: "wrong_state",
      message: "This plan has already been approved.",
    });
  });

  test("of parallel requests exactly one decides", async () => {
    const rosa = await accepted();
    const answers = await Promise.all([approve(rosa), approve(rosa), decline(rosa), approve(rosa), decline(rosa)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    await server.jobs.drain();
    const { plan } = await home(rosa);
    const [charge, ...more] = await sandboxCharges(server, rosa.orderId);
    expect(more).toEqual([]);
    expect(charge?.status).toBe(plan.status === "approved" ? "succeeded" : "canceled");
    const written = await server.services.db
      .selectFrom("prescription")
      .select("id")
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(written).toHaveLength(plan.status === "approved" ? 2 : 0);
  });

  test("nothing is captured before the approval", async () => {
    const rosa = await accepted();
    await server.jobs.drain();
    expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([
      { status: "requires_capture", amount_captured: 0 },
    ]);
    expect((await home(rosa)).subscriptions.map(({ status }) => status)).toEqual(["pending", "pending"]);
  });

  test("not before the patient is accepted", async () => {
    const rosa = await handedOver(server);
    expect((await approve(rosa)).problem).toMatchObject({
      code: "wrong_state",
      message: "Please accept the patient first.",
    });
  });

  test("with the acceptance in one step, by the doctor who is named", async () => {
    const rosa = await handedOver(server, "TX");
    const { ok } = await approve(rosa, { accept: true, doctorid: "ines_valdez" });
    expect([ok.planstatus, ok.doctor?.id]).toEqual(["approved", "ines_valdez"]);
  });

  test("a refused approval accepts nobody and changes no doctor", async () => {
    const rosa = await handedOver(server, "TX");
    const record = async () => (await server.call(care.patient, on(rosa), { apiKey })).ok;
    const before = await record();
    await server.services.db
      .updateTable("onboarding")
      .set({ identity_status: "review" })
      .where("patient_id", "=", rosa.id)
      .execute();
    for (const body of [{ accept: true }, { accept: true, doctorid: "ines_valdez" }]) {
      expect((await approve(rosa, body)).problem.message).toBe("Please decide on the patient's identity first.");
      const { carestatus, doctor } = await record();
      expect([carestatus, doctor]).toEqual(["incoming", before.doctor]);
    }
  });

  test("not before the identity is decided", async () => {
    const rosa = await accepted();
    await server.services.db
      .updateTable("onboarding")
      .set({ identity_status: "review" })
      .where("patient_id", "=", rosa.id)
      .execute();
    expect((await approve(rosa)).problem).toMatchObject({
      code: "wrong_state",
      message: "Please decide on the patient's identity first.",
    });
    await server.call(care.decideIdentity, { ...on(rosa), body: { outcome: "matched" } }, { apiKey });
    expect((await approve(rosa)).status).toBe(200);
  });

  test("not from a stopped visit", async () => {
    const rosa = await accepted();
    await server.services.db
      .updateTable("onboarding")
      .set({ stop_rule_id: "liver" })
      .where("patient_id", "=", rosa.id)
      .execute();
    const { problem } = await approve(rosa);
    expect(problem.code).toBe("wrong_state");
    expect(problem.message).toContain("stopped for the patient's safety");
  });

  test("not without a visit, and not for an unknown patient", async () => {
    const patient = await server.newPatient();
    expect((await approve(patient)).problem.message).toBe("This patient hasn't submitted a visit.");
    expect((await approve({ id: newId() })).status).toBe(404);
  });

  test("only by a doctor licensed in the patient's state, for products of the plan", async () => {
    const rosa = await accepted("TX");
    expect((await approve(rosa, { doctorid: "hanna_lindqvist" })).problem.message).toBe(
      "This doctor is not licensed in TX.",
    );
    const { problem } = await approve(rosa, { directions: { aspirin: "Daily" } });
    expect(problem.details?.fields?.[0]?.path).toBe("directions.aspirin");
    expect((await approve(rosa, { doctorid: "ines_valdez" })).ok.doctor?.id).toBe("ines_valdez");
  });

  test("an authorization that expired before the decision: the patient is asked for another card, nothing is sent", async () => {
    const rosa = await accepted();
    server.clock.advance(8 * dayMs);
    await expireAuthorizations({ db: server.services.db, clock: server.clock });
    expect((await approve(rosa)).status).toBe(200);
    await server.jobs.drain();
    server.clock.setOffset(0);
    const now = await home(rosa);
    expect(now.orders[0]?.status).toBe("voided");
    expect(now.nextstep).toMatchObject({
      kind: "payment_failed",
      text: expect.stringContaining("as soon as your payment goes through"),
      action: { href: "/account-settings/billing-details" },
    });
    expect(now.subscriptions.map(({ status }) => status)).toEqual(["past_due", "past_due"]);
    expect(await subjects(rosa)).toContain("Your payment didn't go through");
    const ship = { carrier: "Meadow Post", trackingnumber: "MP-1" };
    const { status } = await server.call(care.shipOrder, { params: { id: rosa.orderId }, body: ship }, { apiKey });
    expect(status).toBe(409);
  });
});

describe("§8 a plan is declined", () => {
  test("the authorization is voided, the subscriptions end, and the patient is told why", async () => {
    const rosa = await accepted();
    const { ok } = await decline(rosa);
    expect(ok).toMatchObject({ planstatus: "declined" });
    await server.jobs.drain();
    expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
    const now = await home(rosa);
    expect(now.plan).toMatchObject({ status: "declined", note: "Please see a doctor near you." });
    expect(now.orders[0]?.status).toBe("voided");
    // Nothing of them was paid: there is nothing to show, and nothing to order again.
    expect(now.subscriptions).toEqual([]);
    const rows = await server.services.db
      .selectFrom("subscription")
      .select("status")
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(rows).toEqual([{ status: "cancelled" }, { status: "cancelled" }]);
    expect(await subjects(rosa)).toContainEqual(expect.stringMatching(/^An update on order \d+$/));
  });

  test("it is final: neither approved nor declined again", async () => {
    const rosa = await accepted();
    await decline(rosa);
    expect((await decline(rosa)).problem.message).toBe("This plan has already been declined.");
    expect((await approve(rosa)).problem.message).toBe("This plan has already been declined.");
  });

  test("not after an approval", async () => {
    const rosa = await accepted();
    await approve(rosa);
    expect((await decline(rosa)).problem).toMatchObject({
      code: "wrong_state",
      message: "This plan has already been approved.",
    });
  });

  test("also when nobody accepted the patient", async () => {
    expect((await decline(await handedOver(server))).status).toBe(200);
  });

  test("the doctor's note is neither stored in plain text nor logged", async () => {
    const rosa = await accepted();
    await approve(rosa, { note: "canary-of-the-note" });
    const rows = await server.services.db
      .selectFrom("care_case")
      .selectAll()
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain("canary-of-the-note");
    expect(server.logged()).not.toContain("canary-of-the-note");
  });
});

test("no call answered a code it does not declare", () => {
  expect(server.logged()).not.toContain("undeclared error code");
});

describe("decisions §11 a plan is decided product by product", () => {
  const capsule = "progesterone_capsule_100";
  const patch = "estradiol_patch_0_05";
  const reason = "Your answers speak against it for now.";
  const linesOf = async ({ orderId }: Submitted) =>
    server.services.db.selectFrom("order_line").selectAll().where("order_id", "=", orderId).orderBy("line").execute();

  test("what is declined isn't prescribed, sent or charged again; its price comes back with the capture, and the patient reads why", async () => {
    const rosa = await accepted();
    const { status, ok } = await approve(rosa, { declined: { [patch]: reason }, refills: { [capsule]: 2 } });
    expect(status).toBe(200);
    expect(ok.prescriptions?.map(({ productid, refillsleft }) => [productid, refillsleft])).toEqual([[capsule, 2]]);
    expect(ok.requested?.map(({ productid }) => productid)).toEqual([capsule]);
    await server.jobs.drain();
    const [charge] = await sandboxCharges(server, rosa.orderId);
    const line = (await linesOf(rosa)).find(({ product_id }) => product_id === patch);
    const price = line ? line.unit_price_cents * line.quantity - line.discount_cents + line.tax_cents : 0;
    expect(price).toBeGreaterThan(0);
    expect(charge).toMatchObject({ amount_captured: charge?.amount, amount_refunded: price });
    const now = await home(rosa);
    expect(now.plan.items.map(({ productid }) => productid)).toEqual([capsule]);
    expect(now.subscriptions.filter((each) => each.status !== "cancelled").map(({ item }) => item.productid)).toEqual([
      capsule,
    ]);
    const ledger = await server.services.db
      .selectFrom("ledger_entry")
      .select(({ fn }) => fn.sum<string>("amount_cents").as("sum"))
      .where("order_id", "=", rosa.orderId)
      .executeTakeFirstOrThrow();
    expect(Number(ledger.sum)).toBe(0);
    const planned = await server.services.db
      .selectFrom("prescription_order")
      .innerJoin("subscription", "subscription.id", "prescription_order.subscription_id")
      .select("subscription.product_id")
      .where("prescription_order.patient_id", "=", rosa.id)
      .where("prescription_order.status", "=", "scheduled")
      .execute();
    expect(planned).toEqual([{ product_id: capsule }]);
    const { ok: messages } = await server.call(
      care.messages,
      { params: { id: rosa.id }, query: { limit: 10 } },
      { apiKey: testApiKey },
    );
    expect(messages.items[0]?.message).toContain(reason);
    const shipped = await server.call(
      care.shipOrder,
      { params: { id: rosa.orderId }, body: { carrier: "Meadow Post", trackingnumber: "9400" } },
      { apiKey: testApiKey },
    );
    expect(shipped.ok.order.detail.map(({ productid, cancelled }) => [productid, cancelled])).toEqual(
      expect.arrayContaining([
        [patch, true],
        [capsule, false],
      ]),
    );
  });

  test("estrogen without its progestogen is refused, and nothing is decided", async () => {
    const rosa = await accepted();
    const { status, problem } = await approve(rosa, { declined: { [capsule]: reason } });
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect((await home(rosa)).plan.status).toBe("in_review");
    expect((await linesOf(rosa)).every(({ cancelled_at }) => cancelled_at === null)).toBe(true);
    expect((await approve(rosa)).status).toBe(200);
  });

  test("all of it, or a product nobody asked for, is refused", async () => {
    const rosa = await accepted();
    const everything = await approve(rosa, { declined: { [capsule]: reason, [patch]: reason } });
    expect([everything.status, everything.problem.message]).toEqual([
      409,
      expect.stringContaining("decline it instead"),
    ]);
    const unknown = await approve(rosa, { declined: { minoxidil_serum: reason }, refills: { vitamin_d: 1 } });
    expect(unknown.problem.details?.fields?.map(({ path }) => path)).toEqual([
      "declined.minoxidil_serum",
      "refills.vitamin_d",
    ]);
    expect((await approve(rosa, { declined: { [patch]: "" } })).status).toBe(400);
  });

  test("when the capture fails, only what was prescribed is asked for again", async () => {
    const rosa = await accepted();
    await approve(rosa, { declined: { [patch]: reason } });
    await expireAuthorizations({
      db: server.services.db,
      clock: { ...server.clock, now: () => new Date(server.clock.now().getTime() + 9 * 86_400_000) },
    });
    await server.jobs.drain();
    const pastDue = (await home(rosa)).subscriptions.filter(({ status }) => status === "past_due");
    expect(pastDue.map(({ item }) => item.productid)).toEqual([capsule]);
  });
});

describe("decisions §11 a decision on a record that has changed is refused, and says what changed", () => {
  const recordOf = async ({ id }: Submitted) =>
    (await server.call(care.patient, { params: { id } }, { apiKey: testApiKey })).ok;

  test("an answer, the patient's state, somebody else's decision", async () => {
    const rosa = await submitted(server);
    await accept(rosa);
    const { revision } = await recordOf(rosa);
    const { db } = server.services;
    const answers = [{ questionid: "weight", answer: "160" }];
    await server.call(account.updateHealthAnswers, { body: { version: 1, answers } }, { token: rosa.token });
    await db.updateTable("patient").set({ state: "TX" }).where("id", "=", rosa.id).execute();
    const stale = await approve(rosa, { revision });
    expect([stale.status, stale.problem.code, stale.problem.details?.["changed"]]).toEqual([
      409,
      "conflict",
      ["answers", "state"],
    ]);
    expect(stale.problem.message).toContain("the health answers");
    await db.updateTable("patient").set({ state: "IA" }).where("id", "=", rosa.id).execute();
    const { revision: read } = await recordOf(rosa);
    expect((await approve(rosa, { revision: read })).status).toBe(200);
    const late = await server.call(
      care.declinePlan,
      { params: { id: rosa.id }, body: { reason: "No", revision: read } },
      { apiKey: testApiKey },
    );
    expect([late.problem.code, late.problem.details?.["changed"]]).toEqual([
      "conflict",
      expect.arrayContaining(["decision", "prescriptions"]),
    ]);
  });

  test("two doctors decide at once: one decision is made, the other is refused", async () => {
    const rosa = await accepted();
    const { revision } = await recordOf(rosa);
    const [yes, no] = await Promise.all([
      approve(rosa, { revision }),
      server.call(
        care.declinePlan,
        { params: { id: rosa.id }, body: { reason: "No", revision } },
        { apiKey: testApiKey },
      ),
    ]);
    expect([yes.status, no.status].toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  test("the revision says nothing about the patient, and stays while nothing changes", async () => {
    const [rosa, mara] = [await accepted(), await accepted()];
    const { revision } = await recordOf(rosa);
    expect((await recordOf(rosa)).revision).toBe(revision);
    expect(revision).toMatch(/^[\w.-]{60,80}$/);
    const others = (await recordOf(mara)).revision.split(".");
    expect(revision.split(".").filter((part) => others.includes(part))).toEqual([]);
  });
});
