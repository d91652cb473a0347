import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { onboarding } from "#contract/onboarding.ts";
import { treatment } from "#contract/treatment.ts";
import { GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { seedDemo } from "./seed.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await seedDemo(server.services);
});
afterAll(() => server.close());

async function signIn(id: string, on = server) {
  const patient = on.services.content.demo.patients.find((each) => each.id === id);
  if (!patient) throw new Error(`The content has no ${id}`);
  const { email, password } = patient;
  const { status, ok } = await on.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
  expect(status).toBe(200);
  return { id: ok.userid, token: ok.idToken, status: ok.onboardingstatus };
}

const count = async (table: "patient" | "customer_order" | "audit_event", on = server) =>
  (
    await on.services.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow()
  ).n;

describe("demo patients", () => {
  test("Maria has an approved plan, delivered and dated in the past", async () => {
    const { token, status } = await signIn("maria");
    expect(status).toBe("DONE");
    const { ok } = await server.call(treatment.full, {}, { token });
    expect(ok.plan).toMatchObject({ status: "approved", items: [{ prescription: true }, { prescription: true }] });
    expect(ok.orders).toHaveLength(1);
    expect(ok.orders[0]?.status).toBe("delivered");
    const days = ok.orders[0]?.timeline.map(({ at }) => Math.round((Date.now() - Date.parse(at ?? "")) / 86_400_000));
    expect(days).toEqual([12, 12, 12, 12, 12, 10, 7]);
    expect(ok.subscriptions.map((each) => each.status)).toEqual(["active", "active"]);
    expect(ok.needs.map(({ kind }) => kind)).not.toContain("update_payment");
    expect(ok.plan.nextstep).toContain("Your order has arrived");
  });

  test("Joan resumes in the middle of her visit", async () => {
    const { token, status } = await signIn("joan");
    expect(status).toBe("PENDING");
    const { ok } = await server.call(onboarding.record, {}, { token });
    expect(ok).toMatchObject({ onboardingstep: 2.5, flow_variant: "C", state: "TX", stop: null });
    const { ok: home } = await server.call(treatment.full, {}, { token });
    expect(home).toMatchObject({ doctor: null, plan: { status: "none" }, orders: [] });
    expect(home.needs[0]?.kind).toBe("finish_visit");
  });

  test("§8 Denise is asked for another card: hers has expired", async () => {
    const { token, id } = await signIn("denise");
    const { ok } = await server.call(treatment.full, {}, { token });
    expect(ok.plan.status).toBe("approved");
    expect(ok.orders.map(({ status }) => status)).toEqual(["delivered"]);
    expect(ok.subscriptions.map(({ status }) => status)).toEqual(["past_due"]);
    expect(ok.needs[0]).toMatchObject({ kind: "update_payment", text: "We have detected that your card has expired." });
    const failed = await server.services.db
      .selectFrom("customer_order")
      .select(["status", "decline_code"])
      .where("patient_id", "=", id)
      .where("kind", "=", "renewal")
      .execute();
    expect(failed).toEqual([{ status: "failed", decline_code: "expired_card" }]);
  });

  test("the gateway's books and the ledger agree, and every access left a row", async () => {
    const { db } = server.services;
    const captured = await db
      .selectFrom("sandbox.intent")
      .select(["order_id", "amount_captured"])
      .where("status", "=", "succeeded")
      .execute();
    expect(captured).toHaveLength(3);
    for (const { order_id, amount_captured } of captured) {
      const entries = await db.selectFrom("ledger_entry").selectAll().where("order_id", "=", order_id).execute();
      expect(entries.find(({ account }) => account === "gateway")?.amount_cents).toBe(amount_captured);
    }
    const { id } = await signIn("maria");
    const rows = await db.selectFrom("audit_event").select("call").where("patient_id", "=", id).execute();
    expect(rows.map(({ call }) => call)).toEqual(expect.arrayContaining(["onboarding.saveStep", "care.approvePlan"]));
  });

  test("no mail goes out to them", async () => {
    await server.jobs.drain();
    expect(await server.mailbox.list()).toEqual([]);
  });

  test("a second start adds nothing", async () => {
    const before = [await count("patient"), await count("customer_order"), await count("audit_event")];
    await seedDemo(server.services);
    expect([await count("patient"), await count("customer_order"), await count("audit_event")]).toEqual(before);
  });
});

test("a start that was interrupted is gone on with", async () => {
  const other = await startTestServer();
  try {
    const { gateway } = other.services;
    const broken = { ...gateway, capture: () => Promise.reject(new GatewayUnknownOutcome("capture")) };
    await expect(seedDemo({ ...other.services, gateway: broken })).rejects.toThrow();
    await seedDemo(other.services);
    const { token } = await signIn("maria", other);
    const { ok } = await other.call(treatment.full, {}, { token });
    expect(ok.plan.status).toBe("approved");
    expect(ok.orders).toHaveLength(1);
    expect(await count("patient", other)).toBe(other.services.content.demo.patients.length);
    expect((await signIn("denise", other)).status).toBe("DONE");
  } finally {
    await other.close();
  }
});
