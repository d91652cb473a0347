import { beforeAll, describe, expect, test } from "vitest";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { GatewayUnknownOutcome, type PaymentGateway } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { defineOrderJobs } from "./jobs.ts";
import { orderQueues } from "./queues.ts";
import { reconcilePayments } from "./reconcile.ts";
import { addCharge, addOrder } from "./testing/order-rows.ts";

let server: TestServer;
let rosa: string;
beforeAll(async () => {
  server = await sharedTestServer();
  rosa = (await server.newPatient()).id;
});

/** Before anything else in the database: what is due then is of this file. */
const now = new Date("1999-06-01T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const at = (moment: Date) => ({ ...server.services, clock: { ...server.services.clock, now: () => moment } });

type Charge = Parameters<typeof addCharge>[2];
const charge =
  (values: Charge) =>
  async (last: Date): Promise<() => Promise<Date | undefined>> => {
    const { id } = await addCharge(server, await addOrder(server, rosa, 1), { ...values, updated_at: last });
    const row = server.services.db.selectFrom("payment_intent").select("updated_at").where("id", "=", id);
    return async () => (await row.executeTakeFirst())?.updated_at;
  };

/** A row of each queue that was last tried at a moment; gives when it was tried last. */
const queues = {
  charge: { waits: 10_000, add: charge({ status: "unknown" }) },
  hold: { waits: 24 * 3_600_000, add: charge({ status: "requires_capture" }) },
  settlement: { waits: 10_000, add: charge({ status: "requires_capture", capture_or_void: "capture" }) },
  refund: {
    waits: 10_000,
    add: async (last_attempt_at: Date) => {
      const { id: payment_intent_id } = await addCharge(server, await addOrder(server, rosa, 1), {
        ...{ status: "succeeded", captured_cents: 700 },
      });
      const id = newId();
      await server.services.db
        .insertInto("refund")
        .values({
          ...{ id, payment_intent_id, amount_cents: 1, status: "unknown", reason: "r", created_at: now },
          last_attempt_at,
        })
        .execute();
      const row = server.services.db.selectFrom("refund").select("last_attempt_at").where("id", "=", id);
      return async () => (await row.executeTakeFirst())?.last_attempt_at;
    },
  },
  release: {
    waits: 10_000,
    add: async (last_attempt_at: Date) => {
      const gateway_intent_id = `pi_${newId()}`;
      const { id: order_id } = await addOrder(server, rosa, 1);
      await server.services.db
        .insertInto("payment_release")
        .values({ gateway_intent_id, gateway: "sandbox", order_id, reason: "r", requested_at: now, last_attempt_at })
        .execute();
      const rows = server.services.db.selectFrom("payment_release").select("last_attempt_at");
      return async () =>
        (await rows.where("gateway_intent_id", "=", gateway_intent_id).executeTakeFirst())?.last_attempt_at;
    },
  },
  answer: {
    waits: 10_000,
    add: async (evidence_attempt_at: Date) => {
      const { db, secrets } = server.services;
      const { id: payment_intent_id } = await addCharge(server, await addOrder(server, rosa, 1), {
        status: "succeeded",
      });
      const id = newId();
      await db
        .insertInto("dispute")
        .values({
          ...{ id, payment_intent_id, patient_id: rosa, gateway_dispute_id: `dp_${id}`, amount_cents: 1 },
          ...{ reason: "fraudulent", status: "needs_response", opened_at: now, updated_at: now },
          ...{ evidence_status: "asked", evidence_asked_at: now, evidence_asked_by: "staff:1", evidence_attempt_at },
          evidence_sealed: secrets.seal({}, sealed("dispute.evidence_sealed")(id)),
        })
        .execute();
      const rows = db.selectFrom("dispute").select("evidence_attempt_at").where("id", "=", id);
      return async () => (await rows.executeTakeFirst())?.evidence_attempt_at ?? undefined;
    },
  },
  event: {
    waits: 10_000,
    add: async (last_attempt_at: Date) => {
      const event_id = `evt_${newId()}`;
      const event = { gateway: server.services.gateway.name, event_id, type: "t", received_at: now };
      await server.services.db
        .insertInto("webhook_event")
        .values({ ...event, gateway_intent_id: `pi_${event_id}`, last_attempt_at })
        .execute();
      const rows = server.services.db.selectFrom("webhook_event").select("last_attempt_at");
      return async () => (await rows.where("event_id", "=", event_id).executeTakeFirst())?.last_attempt_at;
    },
  },
} as const;

/** A gateway that answers every question so. */
const answering = (error: Error): PaymentGateway =>
  new Proxy(server.services.gateway, {
    get: (of, call: keyof PaymentGateway) => (call === "name" ? of.name : () => Promise.reject(error)),
  });

describe.each(Object.entries(queues))("the reconciling job's queue of a %s", (what, { waits, add }) => {
  test("takes what was last tried long enough ago, and puts it at the end", async () => {
    const [due, waiting] = [await add(ago(waits + 1)), await add(ago(waits))];
    await reconcilePayments({ ...at(now), gateway: answering(new GatewayUnknownOutcome("a question")) });
    expect([await due(), await waiting()]).toEqual([now, ago(waits)]);
  });

  test("warns of a gateway that doesn't answer, and is an error for anything else", async () => {
    for (const [error, level] of [
      [new GatewayUnknownOutcome("a question"), 40],
      [new Error(`broken for ${what}`), 50],
    ] as const) {
      const before = server.logged().length;
      const tried = await add(ago(waits + 1));
      await reconcilePayments({ ...at(now), gateway: answering(error) });
      expect(await tried()).toEqual(now);
      const lines = server.logged().slice(before).split("\n").filter(Boolean);
      const unfinished = lines
        .map((line) => JSON.parse(line) as { level: number; msg: string; [key: string]: unknown })
        .filter((line) => line.msg === "payment still unfinished" && what in line);
      // Of a charge that isn't decided, what the gateway doesn't answer is its outcome.
      const isOutcome = ["charge", "hold"].includes(what) && level === 40;
      expect(unfinished.map((line) => line.level)).toEqual(isOutcome ? [] : [level]);
    }
  });
});

test("a paid cart is left to its own job for a minute, and swept up from then on", async () => {
  const heard: string[] = [];
  const works = new Map<string, (data: object) => Promise<void>>();
  const jobs = { define: (queue: string, work: (data: object) => Promise<void>) => void works.set(queue, work) };
  const sweepAt = async (moment: Date) => {
    const placed = [(_: unknown, { orderId }: { orderId: string }) => Promise.resolve(void heard.push(orderId))];
    defineOrderJobs({ beforeConfirming: [], placed, settled: [] })(jobs as never, at(moment) as never);
    await works.get(orderQueues.sweep)?.({});
  };
  const { id } = await addOrder(server, rosa, 1, { status: "paid", kind: "cart", updated_at: now });
  await sweepAt(new Date(now.getTime() + 59_999));
  expect(heard).toEqual([]);
  await sweepAt(new Date(now.getTime() + 60_000));
  expect(heard).toEqual([id]);
});
