import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import type { Intent } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { addCharge, minute, type Payer, twoPayers } from "../testing/payment-rows.ts";
import { chargeKeyOf } from "./charged-once.ts";
import {
  captureBeforeOf,
  cardNeeded,
  closeMismatchedIntent,
  createIntent,
  hasNewDefaultCard,
  intentByGatewayId,
  intentById,
  intentOf,
  type IntentRow,
  type IntentRowStatus,
  intentsToCaptureOrVoid,
  isChargeCancelRequested,
  recordChargeAttempt,
  recordIntent,
  requestCaptureOrVoid,
  requestChargeCancel,
  requeueIntent,
  undecidedAuthorizations,
  unresolvedIntents,
} from "./payment-intents.ts";

const server = serverAtNoon();
const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(server.services, ({ db }) => work(db));
const row = async (id: string) => (await intentById(server.services.db, id)) as IntentRow;
let rosa: Payer;
let other: Payer;
beforeEach(async () => {
  [rosa, other] = await twoPayers(server);
});

/** What `work` changes in the charges of all patients, by their id. */
async function changesBy(work: () => Promise<unknown>) {
  const rows = () => server.services.db.selectFrom("payment_intent").selectAll().execute();
  const before = new Map((await rows()).map((each) => [each.id, new Map<string, unknown>(Object.entries(each))]));
  await work();
  return Object.fromEntries(
    (await rows()).flatMap((each) => {
      const was = before.get(each.id);
      const fields = Object.entries(each).filter(([name, value]) => String(was?.get(name)) !== String(value));
      return fields.length === 0 ? [] : [[each.id, Object.fromEntries(fields)] as const];
    }),
  );
}

describe("a new charge", () => {
  const create = (chargeFor: readonly string[]) =>
    changesBy(() =>
      inTx((tx) =>
        createIntent(tx, {
          ...{ orderId: rosa.orderId, patientId: rosa.id, gateway: "a gateway", chargeFor, amountCents: 700 },
          ...{ paymentSourceId: rosa.charge.payment_source_id, capture: "manual", offSession: true, now: minute(9) },
        }),
      ),
    ).then((changes) => Object.values(changes)[0]);

  test("has no outcome yet", async () => {
    expect(await create([])).toMatchObject({
      ...{ order_id: rosa.orderId, patient_id: rosa.id, gateway: "a gateway", amount_cents: 700 },
      ...{ payment_source_id: rosa.charge.payment_source_id, capture: "manual", off_session: true },
      ...{ status: "created", created_at: minute(9), updated_at: minute(9), charge_for: [] },
    });
  });

  test("has the key of its attempt at what it pays for, counted for the patient", async () => {
    const period = `period ${newId()} 1`;
    await addCharge(server, other, { charge_for: [period] });
    const both = [period, "period x 2"];
    const keys = [await create([period]), await create(both), await create([period])];
    expect(keys.map((each) => each?.["charge_key"])).toEqual([
      chargeKeyOf("", [period], 1),
      chargeKeyOf("", both, 2),
      chargeKeyOf("", [period], 3),
    ]);
  });
});

test("an order's charge is its latest one; each is found by its id, here and at the gateway", async () => {
  const { db } = server.services;
  const later = await addCharge(server, rosa, { created_at: new Date(Date.now() + 9e9) });
  await addCharge(server, rosa, { created_at: minute(0) });
  await addCharge(server, other, { created_at: new Date(Date.now() + 99e9) });
  expect((await intentOf(db, rosa.orderId)).id).toBe(later);
  expect((await intentById(db, rosa.charge.id))?.id).toBe(rosa.charge.id);
  expect((await intentByGatewayId(db, `pi_${later}`))?.id).toBe(later);
});

test("the job's queues hold what each is about, tried before, the longest ago first", async () => {
  const add = (at: number, values: Parameters<typeof addCharge>[2]) =>
    addCharge(server, rosa, { updated_at: minute(at), ...values });
  const unknown = await add(2, { status: "unknown" });
  const created = await add(1, { status: "created" });
  const toVoid = await add(4, { status: "requires_capture", capture_or_void: "void" });
  const toCapture = await add(3, { status: "requires_capture", capture_or_void: "capture" });
  const undecided = await add(3, { status: "requires_capture" });
  for (const status of ["succeeded", "canceled", "declined", "mismatch"] as const)
    await add(0, { status, capture_or_void: "capture" });
  await add(10, { status: "unknown" });
  await add(10, { status: "requires_capture", capture_or_void: "void" });
  await add(10, { status: "requires_capture" });
  const queued = (queue: typeof unresolvedIntents) => withoutIndexes(server, (db) => queue(db, minute(10)));
  const ids = async (queue: typeof unresolvedIntents) =>
    (await queued(queue)).flatMap(({ id, patient_id }) => (patient_id === rosa.id ? id : []));
  expect(await ids(unresolvedIntents)).toEqual([created, unknown]);
  expect(await ids(intentsToCaptureOrVoid)).toEqual([toCapture, toVoid]);
  expect(await ids(undecidedAuthorizations)).toEqual([undecided]);
  await Promise.all(Array.from({ length: 100 }, () => add(5, { status: "unknown" })));
  expect(await queued(unresolvedIntents)).toHaveLength(100);
});

test("an attempt is counted, and a charge put off, it alone", async () => {
  const { db } = server.services;
  const id = await addCharge(server, rosa, { status: "created", attempts: 1 });
  const attempt = await changesBy(async () => expect(await recordChargeAttempt(db, id, minute(5))).toBe(2));
  expect(attempt).toEqual({ [id]: { attempts: 2, attempted_at: minute(5) } });
  expect(await changesBy(() => requeueIntent(db, id, minute(6)))).toEqual({ [id]: { updated_at: minute(6) } });
});

describe("the gateway's state of a charge", () => {
  const from = ["created", "unknown", "requires_capture", "succeeded", "canceled", "declined", "mismatch"] as const;
  test.each<[IntentRowStatus, readonly IntentRow["status"][]]>([
    ["unknown", ["created", "unknown"]],
    ["requires_capture", ["created", "unknown"]],
    ["succeeded", ["created", "unknown", "requires_capture"]],
    ["canceled", ["created", "unknown", "requires_capture"]],
    ["declined", ["created", "unknown"]],
    ["mismatch", ["created", "unknown", "requires_capture"]],
  ])("becomes %s only after %j", async (status, after) => {
    for (const before of from) {
      const id = await addCharge(server, rosa, { status: before });
      const changes = await changesBy(async () =>
        expect(await inTx((tx) => recordIntent(tx, id, status, null, minute(7)))).toBe(after.includes(before)),
      );
      const expected = { ...(before !== status && { status }), updated_at: minute(7) };
      expect(changes).toEqual(after.includes(before) ? { [id]: expected } : {});
    }
  });

  test("is recorded with what the gateway says", async () => {
    const id = await addCharge(server, rosa, { status: "created", gateway_intent_id: null, captured_cents: 0 });
    const lastDecline = { code: "expired_card" } as Intent["lastDecline"];
    const intent = { id: `pi_${newId()}`, amountCaptured: 55, lastDecline, captureBefore: minute(8) } as Intent;
    await inTx((tx) => recordIntent(tx, id, "requires_capture", intent, minute(7)));
    expect(await row(id)).toMatchObject({
      ...{ gateway_intent_id: intent.id, captured_cents: 55, decline_code: "expired_card" },
      capture_before: minute(8),
    });
  });
});

test("the first decision on an authorization stands", async () => {
  const id = await addCharge(server, rosa, { status: "requires_capture" });
  await addCharge(server, other, { status: "requires_capture" });
  const decide = (decision: "capture" | "void") => inTx((tx) => requestCaptureOrVoid(tx, id, decision, minute(7)));
  const changes = await changesBy(async () => expect(await decide("void")).toBe("void"));
  expect(changes).toEqual({ [id]: { capture_or_void: "void", updated_at: minute(7) } });
  expect(await changesBy(async () => expect(await decide("capture")).toBe("void"))).toEqual({});
  const charged = await addCharge(server, rosa, { status: "succeeded" });
  const tooLate = inTx((tx) => requestCaptureOrVoid(tx, charged, "void", minute(7)));
  expect(await changesBy(async () => expect(await tooLate).toBeNull())).toEqual({});
});

test("a charge is cancelled while it has no outcome", async () => {
  const id = await addCharge(server, rosa, { status: "unknown", created_at: new Date(Date.now() + 9e9) });
  await addCharge(server, other, { status: "unknown" });
  await addCharge(server, rosa, { status: "requires_capture" });
  const { db } = server.services;
  expect(await isChargeCancelRequested(db, rosa.orderId)).toBe(false);
  const changes = await changesBy(() => inTx((tx) => requestChargeCancel(tx, rosa.orderId)));
  expect(changes).toEqual({ [id]: { cancel_requested: true } });
  expect(await isChargeCancelRequested(db, rosa.orderId)).toBe(true);
});

test("a charge that differed is closed once, accepted or released", async () => {
  const [accepted, released] = [
    await addCharge(server, rosa, { status: "mismatch", captured_cents: 1 }),
    await addCharge(server, rosa, { status: "mismatch", captured_cents: 1 }),
  ];
  const close = (id: string, cents: number | null) => inTx((tx) => closeMismatchedIntent(tx, id, cents, minute(7)));
  const changes = await changesBy(() => close(accepted, 90).then(() => close(released, null)));
  expect(changes).toEqual({
    [accepted]: { status: "succeeded", captured_cents: 90, updated_at: minute(7) },
    [released]: { status: "canceled", updated_at: minute(7) },
  });
  expect(await changesBy(() => close(accepted, null))).toEqual({});
});

test("until when an authorization holds is known of those that are authorized", async () => {
  const { db } = server.services;
  expect(await captureBeforeOf(db, [])).toEqual(new Map());
  await addCharge(server, rosa, { status: "canceled", capture_before: minute(1) });
  await addCharge(server, rosa, { status: "requires_capture", capture_before: minute(2) });
  await addCharge(server, other, { status: "requires_capture", capture_before: minute(3) });
  expect(await captureBeforeOf(db, [rosa.orderId])).toEqual(new Map([[rosa.orderId, minute(2)]]));
});

describe("the card that an order is charged to", () => {
  const update = (values: { is_default?: boolean; refused_at?: Date | null }) =>
    server.services.db
      .updateTable("payment_source")
      .set(values)
      .where("id", "=", rosa.charge.payment_source_id)
      .execute();

  test("is needed where it is missing or refused, until a charge of it goes through", async () => {
    const { db } = server.services;
    expect(await cardNeeded(db, rosa.orderId)).toBeNull();
    const refused = new Date(rosa.charge.created_at.getTime() + 1000);
    await update({ refused_at: refused });
    expect(await cardNeeded(db, rosa.orderId)).toBe("refused");
    expect(await cardNeeded(db, other.orderId)).toBeNull();
    await addCharge(server, rosa, { status: "succeeded", created_at: new Date(refused.getTime() + 1000) });
    expect(await cardNeeded(db, rosa.orderId)).toBeNull();
    await update({ is_default: false });
    expect(await cardNeeded(db, rosa.orderId)).toBe("missing");
  });

  test("is another one since the patient put it on file", async () => {
    const { db } = server.services;
    expect(await hasNewDefaultCard(db, rosa.orderId)).toBe(false);
    const sources = db.selectFrom("payment_source").selectAll().where("id", "=", rosa.charge.payment_source_id);
    const card = await sources.executeTakeFirstOrThrow();
    const add = (is_default: boolean) => {
      const id = newId();
      return db
        .insertInto("payment_source")
        .values({ ...card, id, gateway_method_id: id, is_default })
        .execute();
    };
    await add(false);
    expect(await hasNewDefaultCard(db, rosa.orderId)).toBe(false);
    await update({ is_default: false });
    await add(true);
    expect([await hasNewDefaultCard(db, rosa.orderId), await hasNewDefaultCard(db, other.orderId)]).toEqual([
      true,
      false,
    ]);
  });
});
