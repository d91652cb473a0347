import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { withGateway } from "#server/orders/testing/shop.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { GatewayRefused, GatewayUnknownOutcome, type PaymentMethod } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { sentence } from "#server/platform/sentences.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  defaultSource,
  forgetSource,
  haveSameCard,
  mayBeChargedAlone,
  putCardOnFile,
  refuseSource,
  saveDefaultSource,
  sourceById,
} from "./cards.ts";
import { addCharge, minute, type Payer, twoPayers } from "./testing/payment-rows.ts";

const server = serverAtNoon();
let rosa: Payer;
let other: Payer;
beforeEach(async () => {
  [rosa, other] = await twoPayers(server);
});

const method = (change: Partial<PaymentMethod> = {}): PaymentMethod => ({
  ...{ id: `pm_${newId()}`, brand: "amex", last4: "0005", fingerprint: newId(), expMonth: 3, expYear: 2099 },
  ...change,
});
const save = ({ id: patientId }: Payer, card: PaymentMethod, now: Date) =>
  inTransaction(server.services, ({ db }) =>
    saveDefaultSource(db, { patientId, gateway: "sandbox", method: card, now }),
  );
const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

describe("a card put on file", () => {
  test("is the default of this patient from there on", async () => {
    const { db } = server.services;
    const before = await defaultSource(db, rosa.id);
    const card = method();
    const saved = await save(rosa, card, minute(1));
    expect(saved).toMatchObject({
      ...{ patient_id: rosa.id, gateway: "sandbox", gateway_method_id: card.id, brand: "amex", last4: "0005" },
      ...{ exp_month: 3, exp_year: 2099, fingerprint: card.fingerprint, is_default: true, refused_at: null },
      created_at: minute(1),
    });
    expect(await defaultSource(db, rosa.id)).toEqual(saved);
    expect(before && (await sourceById(db, before.id)).is_default).toBe(false);
    expect((await defaultSource(db, other.id))?.id).toBe(other.charge.payment_source_id);
  });

  test("is saved one after the other, whichever nodes it is pressed on", async () => {
    const isLocked = await inTransaction(server.services, async ({ db }) => {
      await saveDefaultSource(db, { patientId: rosa.id, gateway: "sandbox", method: method(), now: minute(1) });
      const { rows } = await sql<{ name: string }>`
        select name from unnest(${[rosa, other].map(({ id }) => `payment source ${id}`)}::text[]) as name
        where exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
          and (classid::bigint << 32) + objid::bigint = hashtextextended(name, 0))`.execute(db);
      return rows.map(({ name }) => name);
    });
    expect(isLocked).toEqual([`payment source ${rosa.id}`]);
  });

  test("is the same one where it is entered again within ten minutes", async () => {
    const card = method();
    const { id } = await save(rosa, card, minute(1));
    const again = { ...card, id: `pm_${newId()}` };
    expect((await save(rosa, again, new Date(minute(11).getTime() - 1))).id).toBe(id);
    expect((await save(rosa, again, minute(11))).id).not.toBe(id);
  });

  test.each<[string, Partial<PaymentMethod>]>([
    ["another card", { fingerprint: "another" }],
    ["one that ends in another month", { expMonth: 4 }],
    ["one that ends in another year", { expYear: 2098 }],
    ["one of which nobody knows", { fingerprint: null }],
  ])("is another row where it is %s", async (_, change) => {
    const card = method();
    const { id } = await save(rosa, card, minute(1));
    expect((await save(rosa, { ...card, id: `pm_${newId()}`, ...change }, minute(2))).id).not.toBe(id);
  });

  test("is another row where the one before was declined meanwhile", async () => {
    const card = method();
    const { id } = await save(rosa, card, minute(1));
    await addCharge(server, rosa, { payment_source_id: id, status: "succeeded" });
    const again = () => save(rosa, { ...card, id: `pm_${newId()}` }, minute(2));
    expect((await again()).id).toBe(id);
    await addCharge(server, rosa, { payment_source_id: id, status: "declined" });
    expect((await again()).id).not.toBe(id);
  });

  test("is still refused where its bank refused it before, for this patient", async () => {
    const card = method();
    const { id } = await save(rosa, card, minute(1));
    await inTransaction(server.services, ({ db }) => refuseSource(db, id, minute(5)));
    const again = () => ({ ...card, id: `pm_${newId()}` });
    expect((await save(rosa, again(), minute(30))).refused_at).toEqual(minute(5));
    expect((await save(rosa, { ...again(), expYear: 2098 }, minute(50))).refused_at).toBeNull();
    expect((await save(other, again(), minute(30))).refused_at).toBeNull();
  });
});

test("of a card that was on file already, the second is taken off again at the gateway", async () => {
  const [card, another] = [method(), method()];
  const detached: string[] = [];
  const put = (attached: PaymentMethod, detach: () => Promise<void> = () => Promise.resolve()) => {
    const gateway = {
      attachSource: () => Promise.resolve({ attached }),
      detachSource: (id: string) => {
        detached.push(id);
        return detach();
      },
    };
    const command = { patientId: rosa.id, source: "tok", idempotencyKey: newId() };
    return putCardOnFile(
      { ...withGateway(server.services, gateway), refuse: () => new Error("refused") } as never,
      command,
    );
  };
  const first = await put(card);
  expect((await put({ ...card, id: "pm_again" })).id).toBe(first.id);
  const failing = () => Promise.reject(new Error("No answer"));
  expect((await put({ ...card, id: "pm_third" }, failing)).id).toBe(first.id);
  expect(detached).toEqual(["pm_again", "pm_third"]);
  expect((await put(another)).gateway_method_id).toBe(another.id);
  expect(detached).toHaveLength(2);
});

test.each<[Error, string, object]>([
  [new GatewayUnknownOutcome("a card"), "unavailable", { retryAfterSeconds: 5 }],
  [new GatewayRefused("not_found", "No"), "unavailable", { retryAfterSeconds: 5 }],
  [
    new GatewayRefused("wrong_amount", "No"),
    "bad_request",
    {
      message: sentence("payment.enter_card_again"),
      fields: [{ path: "source", message: sentence("payment.enter_card_again") }],
    },
  ],
])("a card that the gateway doesn't take with “%s” is refused as %s", async (error, code, options) => {
  const services = withGateway(server.services, { attachSource: () => Promise.reject(error) });
  const put = putCardOnFile(services as never, { patientId: rosa.id, source: "tok", idempotencyKey: newId() });
  await expect(put).rejects.toMatchObject({ code, options });
  const broken = withGateway(server.services, { attachSource: () => Promise.reject(new Error("broken")) });
  const failing = putCardOnFile(broken as never, { patientId: rosa.id, source: "tok", idempotencyKey: newId() });
  await expect(failing).rejects.toThrow("broken");
});

test("another patient's card at the gateway becomes nobody else's", async () => {
  const card = method();
  const { id } = await save(other, card, minute(1));
  await expect(save(rosa, card, minute(2))).rejects.toThrow();
  expect(await sourceById(server.services.db, id)).toMatchObject({ patient_id: other.id, created_at: minute(1) });
});

test("a card that is forgotten is no default any more, it alone", async () => {
  const { db } = server.services;
  await forgetSource(db, rosa.charge.payment_source_id);
  expect(await defaultSource(db, rosa.id)).toBeUndefined();
  expect(await defaultSource(db, other.id)).toBeDefined();
});

test("a refused card is charged without its holder once a charge of it went through since", async () => {
  const { db } = server.services;
  const { id } = await save(rosa, method(), minute(1));
  const isCharged = async () => mayBeChargedAlone(db, await sourceById(db, id));
  expect(await isCharged()).toBe(true);
  await inTransaction(server.services, (tx) => refuseSource(tx.db, id, minute(5)));
  await addCharge(server, rosa, { payment_source_id: id, status: "succeeded", created_at: minute(5) });
  await addCharge(server, rosa, { payment_source_id: id, status: "declined", created_at: minute(6) });
  await addCharge(server, rosa, { status: "succeeded", created_at: minute(6) });
  expect(await isCharged()).toBe(false);
  await addCharge(server, rosa, { payment_source_id: id, status: "succeeded", created_at: minutesAfter(minute(5), 1) });
  expect(await isCharged()).toBe(true);
});

test("two patients have a card in common by what the gateway knows of it", async () => {
  const { db } = server.services;
  await save(rosa, method({ fingerprint: null }), minute(1));
  await save(other, method({ fingerprint: null }), minute(1));
  await db.updateTable("payment_source").set({ fingerprint: newId() }).where("patient_id", "=", rosa.id).execute();
  expect(await haveSameCard(db, rosa.id, other.id)).toBe(false);
  const card = method();
  await save(rosa, card, minute(30));
  await save(other, { ...card, id: `pm_${newId()}` }, minute(30));
  expect([await haveSameCard(db, rosa.id, other.id), await haveSameCard(db, other.id, rosa.id)]).toEqual([true, true]);
});
