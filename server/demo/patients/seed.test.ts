import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { followup } from "#contract/followup.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { takeLease } from "#server/platform/jobs/lease.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { seedDemo } from "./seed.ts";

let server: TestServer;
/** Sessions left over from the seed. */
let devices: readonly unknown[];
/** Of the demo's patients, two that are soon seeded: one has an order, the other is in the middle of the visit. */
const two = ["gloria", "joan"];
/** Their rows after one node has seeded everybody. */
const counts: Record<string, number> = {};
beforeAll(async () => {
  server = await startTestServer({ careDesk: true });
  await seedDemo(server.services);
  devices = await server.services.db.selectFrom("session").selectAll().where("revoked_at", "is", null).execute();
  for (const table of ["patient", "customer_order", "message"] as const) counts[table] = await countOfTwo(table);
});
afterAll(() => server.close());

const patientNamed = (id: string) =>
  server.services.content.demo.patients.find((each) => each.id === id) ?? expect.fail(`The content has no ${id}`);

/** Seeds the two patients. */
function seedTwo({ services }: TestServer): Promise<void> {
  const { content } = services;
  return seedDemo({ ...services, content: { ...content, demo: { ...content.demo, patients: two.map(patientNamed) } } });
}

async function signIn(id: string, on = server) {
  const { email, password } = patientNamed(id);
  const { status, ok } = await on.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
  expect(status).toBe(200);
  return { id: ok.userid, token: ok.idToken, status: ok.onboardingstatus };
}

const count = async (table: "patient" | "customer_order" | "audit_event" | "message", on = server) =>
  (
    await on.services.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow()
  ).n;

/** Rows of the two patients. */
async function countOfTwo(table: "patient" | "customer_order" | "message", on = server): Promise<number> {
  const { db } = on.services;
  const emails = two.map((id) => patientNamed(id).email);
  const ids = (await db.selectFrom("patient").select("id").where("email", "in", emails).execute()).map(({ id }) => id);
  const rows =
    table === "patient" ? ids : await db.selectFrom(table).select("id").where("patient_id", "in", ids).execute();
  return rows.length;
}

describe("demo patients", () => {
  test("Maria has an approved plan, delivered and dated in the past", async () => {
    const { token, status } = await signIn("maria");
    expect(status).toBe("DONE");
    const { ok } = await server.call(treatment.overview, {}, { token });
    expect(ok.plan).toMatchObject({ status: "approved", items: [{ prescription: true }, { prescription: true }] });
    expect(ok.orders).toHaveLength(1);
    expect(ok.orders[0]?.status).toBe("delivered");
    const days = ok.orders[0]?.timeline.map(({ at }) => Math.round((Date.now() - Date.parse(at ?? "")) / 86_400_000));
    expect(days).toEqual([19, 19, 19, 19, 19, 17, 14]);
    expect(ok.subscriptions.map((each) => each.status)).toEqual(["active", "active"]);
    expect(ok.actionitems.map(({ kind }) => kind)).not.toContain("update_payment");
    expect(ok.nextstep).toMatchObject({ kind: "dose_today" });
  });

  test("Maria has checked in, and keeps a log of doses", async () => {
    const { token } = await signIn("maria");
    const { ok } = await server.call(wellbeing.read, {}, { token });
    expect(ok.checkins?.symptoms.map(({ then, now }) => (now ?? then) - then)).toEqual([-1, -1, -1]);
    expect(ok.doses.items.map(({ schedule }) => schedule !== null)).toEqual([true, true]);
  });

  test("decisions §11 what was charged has the same day in our books and at the gateway", async () => {
    const { items } = (await server.call(care.closings, { query: {} }, { apiKey: testApiKey })).ok;
    const charged = items.filter(({ ours }) => ours.captured > 0);
    expect(charged.length).toBeGreaterThan(0);
    for (const { day } of charged) {
      const { ok } = await server.call(care.closingOfDay, { params: { day } }, { apiKey: testApiKey });
      expect(ok.differences).toEqual([]);
    }
  });

  test("nobody starts with a device of the seed's own", () => expect(devices).toEqual([]));

  test("Joan resumes in the middle of the visit", async () => {
    const { token, status } = await signIn("joan");
    expect(status).toBe("PENDING");
    const { ok } = await server.call(onboarding.record, {}, { token });
    expect(ok).toMatchObject({ onboardingstep: 2.5, flow_variant: "C", state: "TX", stop: null });
    const { ok: home } = await server.call(treatment.overview, {}, { token });
    expect(home).toMatchObject({ doctor: null, plan: { status: "none" }, orders: [] });
    expect(home.nextstep.kind).toBe("finish_visit");
  });

  test("§8 Denise is asked for another card: the one on file has expired", async () => {
    const { token, id } = await signIn("denise");
    const { ok } = await server.call(treatment.overview, {}, { token });
    expect(ok.plan.status).toBe("approved");
    expect(ok.orders.map(({ status }) => status)).toEqual(["delivered"]);
    expect(ok.subscriptions.map(({ status }) => status)).toEqual(["past_due"]);
    expect(ok.nextstep).toMatchObject({
      kind: "payment_failed",
      action: { href: "/account-settings/billing-details" },
    });
    const failed = await server.services.db
      .selectFrom("customer_order")
      .select(["status", "decline_code"])
      .where("patient_id", "=", id)
      .where("kind", "=", "renewal")
      .execute();
    expect(failed).toEqual([{ status: "failed", decline_code: "expired_card" }]);
  });

  test("the gateway's data and the ledger agree, and every access left a row", async () => {
    const { db } = server.services;
    const captured = await db
      .selectFrom("sandbox.intent")
      .select(["order_id", "amount_captured"])
      .where("status", "=", "succeeded")
      .execute();
    expect(captured).toHaveLength(4);
    for (const { order_id, amount_captured } of captured) {
      const entries = await db.selectFrom("ledger_entry").selectAll().where("order_id", "=", order_id).execute();
      expect(entries.find(({ account }) => account === "gateway")?.amount_cents).toBe(amount_captured);
    }
    const { id } = await signIn("maria");
    const rows = await db.selectFrom("audit_event").select("call").where("patient_id", "=", id).execute();
    expect(rows.map(({ call }) => call)).toEqual(expect.arrayContaining(["onboarding.saveStep", "care.approvePlan"]));
  });

  test("§2.3 Maria has written with the doctor and with patient services; the doctor's last message is unread", async () => {
    const { token } = await signIn("maria");
    const { ok } = await server.call(messages.conversations, {}, { token });
    expect(ok.items.map(({ kind, lastseq, unreadcount }) => [kind, lastseq, unreadcount])).toEqual([
      ["doctor", 5, 1],
      ["patient_services", 4, 0],
    ]);
    const page = await server.call(
      messages.messagePages,
      { params: { id: ok.items[0]?.id ?? "" }, query: {} },
      { token },
    );
    expect(page.ok.items.map(({ sender }) => sender.role)).toEqual([
      "doctor",
      "patient",
      "doctor",
      "patient",
      "doctor",
    ]);
    const days = page.ok.items.map(({ createdat }) => (Date.now() - Date.parse(createdat)) / 86_400_000);
    expect(days.map((each) => Math.round(each * 10) / 10)).toEqual([0.8, 13.2, 13.3, 13.5, 18.8]);
    const { ok: bell } = await server.call(notifications.list, { query: {} }, { token });
    expect(bell.items.filter(({ kind, timestampread }) => kind === "message" && timestampread === null)).toHaveLength(
      1,
    );
  });

  test("§2.3 Maria's notifications include the order, dated in the past and read; Denise's failed payment is unread", async () => {
    const bellOf = async (id: string) => {
      const { token } = await signIn(id);
      const { items } = (await server.call(notifications.list, { query: {} }, { token })).ok;
      return items.filter(({ kind }) => kind !== "message");
    };
    const ago = (at: string) => Math.round((Date.now() - Date.parse(at)) / 86_400_000);
    const shown = (await bellOf("maria")).map((each) => [each.title, ago(each.timestampcreated), each.timestampread]);
    expect(shown).toEqual([
      ["Your order has arrived", 14, expect.any(String)],
      ["Your order is on its way", 17, expect.any(String)],
      ["Your order is confirmed", 19, expect.any(String)],
      ["We have your order", 19, expect.any(String)],
    ]);
    const unread = (await bellOf("denise")).filter(({ timestampread }) => timestampread === null);
    expect(unread.map(({ title }) => title)).toEqual([
      "Your payment didn't go through",
      "Your next order is coming up",
    ]);
  });

  test("the care desk has nothing to add to the patients' past", async () => {
    const written = await count("message");
    await server.runCareDesk();
    expect(await count("message")).toBe(written);
  });

  test("§4 Rosalind has a follow-up from the doctor; Maria has none yet, nor has a patient with a payment to fix", async () => {
    const followupStatusOf = async (id: string) =>
      (await server.call(followup.check, {}, { token: (await signIn(id)).token })).ok.followupstatus;
    expect([
      await followupStatusOf("rosalind"),
      await followupStatusOf("maria"),
      await followupStatusOf("denise"),
    ]).toEqual(["SENT", null, null]);
    const { token } = await signIn("rosalind");
    const { ok } = await server.call(followup.check, {}, { token });
    expect(ok).toMatchObject({ step: 0, percent: 20 });
    const { ok: home } = await server.call(treatment.overview, {}, { token });
    expect(home.nextstep.kind).toBe("treatment_review");
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

test("a demo whose content has other texts and recipients since then starts, and leaves what was written", async () => {
  const { content } = server.services;
  const before = await count("message");
  const patients = content.demo.patients.map((patient) => ({
    ...patient,
    messages: patient.messages.map((message) => ({
      ...message,
      to: message.to === "doctor" ? ("patient_services" as const) : ("doctor" as const),
      text: `${message.text} Thanks.`,
    })),
  }));
  const deskanswers = { ...content.deskanswers, welcome: `${content.deskanswers.welcome} Welcome!` };
  await seedDemo({ ...server.services, content: { ...content, demo: { ...content.demo, patients }, deskanswers } });
  expect(await count("message")).toBe(before);
});

test("an interrupted start is continued", async () => {
  const other = await startTestServer();
  try {
    const { db } = other.services;
    await sql`alter table sandbox.intent add constraint captures_nothing check (status <> 'succeeded')`.execute(db);
    await expect(seedTwo(other)).rejects.toThrow();
    await sql`alter table sandbox.intent drop constraint captures_nothing`.execute(db);
    await seedTwo(other);
    const { token } = await signIn("gloria", other);
    const { ok } = await other.call(treatment.overview, {}, { token });
    expect(ok.plan.status).toBe("approved");
    expect(ok.orders).toHaveLength(1);
    expect(await count("patient", other)).toBe(two.length);
    expect((await signIn("joan", other)).status).toBe("PENDING");
  } finally {
    await other.close();
  }
});

describe("two nodes that start at once on an empty database", () => {
  const lease = "demo_seed_lease";

  test("one makes the patients, the other waits and continues when it is done", async () => {
    const node = await startTestServer();
    try {
      await Promise.all([seedTwo(node), seedTwo(node)]);
      for (const table of ["patient", "customer_order", "message"] as const)
        expect([table, await count(table, node)]).toEqual([table, counts[table]]);
      expect(await takeLease(node.services.db, lease)).not.toBeNull();
    } finally {
      await node.close();
    }
  });

  test("a node takes over from one that died, and not before", async () => {
    const node = await startTestServer();
    const { db } = node.services;
    const until = (seconds: number) =>
      sql`jsonb_build_object('owner', 'a node that died', 'until', clock_timestamp() + make_interval(secs => ${seconds}))`;
    try {
      await sql`insert into setting (name, value) values (${lease}, ${until(60)})`.execute(db);
      expect(await takeLease(db, lease)).toBeNull();
      const started = performance.now();
      await sql`update setting set value = ${until(0.6)} where name = ${lease}`.execute(db);
      await seedTwo(node);
      expect(performance.now() - started).toBeGreaterThan(500);
      expect(await count("patient", node)).toBe(two.length);
    } finally {
      await node.close();
    }
  });

  test("a node that lost the lease leaves the rest to the other one", async () => {
    const node = await startTestServer();
    try {
      const { db } = node.services;
      const first = await takeLease(db, lease);
      await sql`update setting set value = jsonb_build_object('owner', 'another', 'until', clock_timestamp() + interval '60 s') where name = ${lease}`.execute(
        db,
      );
      expect(await first?.isHeld()).toBe(false);
      await first?.release();
      expect(await takeLease(db, lease)).toBeNull();
    } finally {
      await node.close();
    }
  });
});
