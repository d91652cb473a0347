import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { dayIn } from "#contract/fields/formats.ts";
import { withGateway } from "#server/orders/testing/shop.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { type Dispute, disputeStatuses, GatewayRefused, type Intent } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { whileOrdersLocked } from "#server/testing/while-orders-locked.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { addDispute, minute, type Payer, twoPayers } from "../testing/payment-rows.ts";
import { askAnswer, executeAnswer } from "./dispute-answers.ts";
import { applyDisputes, chargesStoppedBy, disputeById, resumeCharges } from "./disputes.ts";

const server = serverAtNoon();
let rosa: Payer;
let other: Payer;
beforeEach(async () => {
  [rosa, other] = await twoPayers(server);
});

const dispute = (id: string, status: Dispute["status"], values: Partial<Dispute> = {}): Dispute => ({
  ...{
    id,
    status,
    amount: 300,
    reason: "product_not_received",
    evidenceDueBy: minute(30),
    openedAt: minute(1),
    ...values,
  },
});
/** The gateway says that these are the disputes of the charge. */
const apply = ({ charge }: Payer, ...disputes: readonly Dispute[]) =>
  applyDisputes(withGateway(server.services, { disputesOf: () => Promise.resolve(disputes) }), {
    id: charge.gateway_intent_id,
    disputed: true,
  } as Intent);
const rowsOf = ({ id }: Payer) =>
  server.services.db.selectFrom("dispute").selectAll().where("patient_id", "=", id).orderBy("opened_at").execute();
const entriesOf = async ({ orderId }: Payer) => {
  const entries = server.services.db.selectFrom("ledger_entry").selectAll().where("order_id", "=", orderId);
  const rows = await entries.where("reason", "in", ["dispute", "dispute_reversal"]).orderBy("at").execute();
  return rows.map(({ reason, account, amount_cents }) => `${reason} ${account} ${amount_cents}`);
};
const mailsAbout = async ({ charge }: Payer) => {
  await server.jobs.drain();
  const mails = await server.mailbox.list(server.services.content.brand.supportemail);
  return mails.map(({ text }) => text).filter((text) => text.includes(charge.gateway_intent_id ?? "?"));
};
const isWithBank = (status: Dispute["status"]) => ["needs_response", "under_review", "lost"].includes(status);

test("a dispute is recorded as the gateway has it, of this charge", async () => {
  const id = `dp_${newId()}`;
  await apply(rosa, dispute(id, "needs_response"));
  const { charge } = rosa;
  const recorded = {
    ...{ payment_intent_id: charge.id, patient_id: rosa.id, gateway_dispute_id: id, amount_cents: 300 },
    ...{ reason: "product_not_received", status: "needs_response", opened_at: minute(1), evidence_due_by: minute(30) },
    ...{ funds_withdrawn: true, charges_resumed_at: null },
  };
  expect(await rowsOf(rosa)).toMatchObject([recorded]);
  await apply(rosa, dispute(id, "needs_response"));
  const alarms = server.logged().split("\n");
  expect(alarms.filter((line) => line.includes(rosa.orderId) && line.includes("a payment is disputed"))).toHaveLength(
    1,
  );
  await apply(rosa, dispute(id, "won", { evidenceDueBy: null }));
  expect(await rowsOf(rosa)).toMatchObject([
    { ...recorded, status: "won", evidence_due_by: null, funds_withdrawn: false },
  ]);
  expect(await rowsOf(other)).toEqual([]);
});

test("whatever states follow one another, the ledger says what the bank has, and the practice is told of each once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...disputeStatuses), { minLength: 1, maxLength: 4 }), async (states) => {
      [rosa] = await twoPayers(server);
      const id = `dp_${newId()}`;
      for (const status of states) await apply(rosa, dispute(id, status));
      const expected: string[] = [];
      let has = false;
      for (const status of states)
        if (isWithBank(status) !== has) {
          has = !has;
          const sign = has ? 1 : -1;
          const reason = has ? "dispute" : "dispute_reversal";
          expected.push(`${reason} disputes ${sign * 300}`, `${reason} gateway ${sign * -300}`);
        }
      expect((await entriesOf(rosa)).toSorted()).toEqual(expected.toSorted());
      expect(await mailsAbout(rosa)).toHaveLength(new Set(states).size);
    }),
    propertyRuns<[Dispute["status"][]]>(2, 40, [
      [["needs_response", "under_review", "won", "lost"]],
      [["inquiry", "inquiry", "inquiry_closed"]],
      ...disputeStatuses.map((status): [[Dispute["status"]]] => [[status]]),
    ]),
  );
});

test("the practice is told the order, the amount, why and until when", async () => {
  await apply(rosa, dispute(`dp_${newId()}`, "needs_response", { evidenceDueBy: new Date("2026-03-09T12:00:00Z") }));
  await apply(other, dispute(`dp_${newId()}`, "inquiry", { evidenceDueBy: null }));
  const { number } = await server.services.db
    .selectFrom("customer_order")
    .select("number")
    .where("id", "=", rosa.orderId)
    .executeTakeFirstOrThrow();
  const [mail] = await mailsAbout(rosa);
  for (const part of [number ?? "?", "$3.00", "product not received", "2026-03-09"]) expect(mail).toContain(part);
  expect((await mailsAbout(other))[0]).toContain("none");
});

test("two disputes of a charge are two, in the states they are in", async () => {
  const ids = [`dp_${newId()}`, `dp_${newId()}`] as const;
  await apply(rosa, dispute(ids[0], "lost"), dispute(ids[1], "inquiry", { amount: 20, openedAt: minute(2) }));
  expect(
    (await rowsOf(rosa)).map(({ status, amount_cents, funds_withdrawn }) => [status, amount_cents, funds_withdrawn]),
  ).toEqual([
    ["lost", 300, true],
    ["inquiry", 20, false],
  ]);
});

test.each(disputeStatuses)(
  "charges that %s stops are resumed by the practice, once; else there are none",
  async (status) => {
    const [id, others] = [await addDispute(server, rosa, { status }), await addDispute(server, other, { status })];
    const resume = (of: string, at: number) => {
      const { services } = server;
      const refuse = (code: string) => new Refusal(code as never);
      const clock = { ...services.clock, now: () => minute(at) };
      return resumeCharges({ ...services, clock, refuse } as never, of).then(
        () => null,
        (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
      );
    };
    const stops = !["won", "inquiry_closed"].includes(status);
    expect([await resume(id, 5), await resume(id, 6)]).toEqual(stops ? [null, null] : ["wrong_state", "wrong_state"]);
    const resumedAt = async (of: string) => (await disputeById(server.services.db, of))?.charges_resumed_at;
    expect([await resumedAt(id), await resumedAt(others)]).toEqual([stops ? minute(5) : null, null]);
    expect(await resume(newId(), 7)).toBe("not_found");
  },
);

test.skipIf(testDatabaseUrl() === null)(
  "a dispute is recorded once no order of the patient is being placed",
  async () => {
    const { waited } = await whileOrdersLocked(server, rosa.id, () => apply(rosa, dispute(`dp_${newId()}`, "inquiry")));
    expect([waited, (await rowsOf(rosa)).length]).toEqual([true, 1]);
  },
);

const evidence = { productDescription: "", refundPolicy: "", cancellationPolicy: "", summary: "Agreed to" };
const ask = async ({ id }: { readonly id: string }, services = server.services) => {
  const known = await disputeById(server.services.db, id);
  if (!known) throw new Error("No such dispute");
  await askAnswer({ ...services, refuse: (code: string) => new Refusal(code as never) } as never, {
    dispute: known,
    evidence,
    actor: "key:test",
  });
};

test.each(["inquiry", "inquiry_closed", "won", "lost"] as const)(
  "one that was answered while it was %s is answered again once the bank demands the money, with a key of its own",
  async (before) => {
    const id = `dp_${newId()}`;
    await apply(rosa, dispute(id, "inquiry", { evidenceDueBy: null }));
    await apply(other, dispute(`dp_${newId()}`, "inquiry", { evidenceDueBy: null }));
    const [[row], [others]] = [await rowsOf(rosa), await rowsOf(other)];
    const keys: string[] = [];
    const services = withGateway(server.services, {
      answerDispute: ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        return Promise.resolve(dispute(id, "inquiry"));
      },
    });
    for (const each of [row, others]) {
      await ask(each as { id: string });
      await executeAnswer(services, each?.id ?? "");
    }
    await apply(rosa, dispute(id, before, { evidenceDueBy: null }));
    expect((await rowsOf(rosa))[0]).toMatchObject({ status: before, evidence_status: "sent" });
    await apply(rosa, dispute(id, "needs_response", { evidenceDueBy: null }));
    expect((await rowsOf(rosa))[0]).toMatchObject({
      ...{ evidence_status: null, evidence_sealed: null, evidence_asked_at: null, evidence_asked_by: null },
      ...{ evidence_settled_at: null, evidence_attempt_at: null },
    });
    expect((await rowsOf(other))[0]).toMatchObject({ evidence_status: "sent" });
    server.clock.advance(1000);
    await ask(row as { id: string });
    await executeAnswer(services, row?.id ?? "");
    expect((await rowsOf(rosa))[0]).toMatchObject({ evidence_status: "sent" });
    expect(new Set(keys).size).toBe(3);
    // What is answered stays answered as it goes on, and where the same is heard again.
    await apply(rosa, dispute(id, "needs_response", { evidenceDueBy: null }));
    await apply(rosa, dispute(id, "under_review", { evidenceDueBy: null }));
    await apply(rosa, dispute(id, "needs_response", { evidenceDueBy: null }));
    expect((await rowsOf(rosa))[0]).toMatchObject({ evidence_status: "sent" });
  },
);

test("the answer to an inquiry doesn't settle the one to the demand that came while it was sent", async () => {
  const id = `dp_${newId()}`;
  await apply(rosa, dispute(id, "inquiry", { evidenceDueBy: null }));
  const row = (await rowsOf(rosa))[0] as { id: string };
  await ask(row);
  const services = withGateway(server.services, {
    answerDispute: async () => {
      server.clock.advance(1000);
      await apply(rosa, dispute(id, "needs_response", { evidenceDueBy: null }));
      await ask(row);
      return dispute(id, "inquiry");
    },
  });
  await executeAnswer(services, row.id);
  expect((await rowsOf(rosa))[0]).toMatchObject({ evidence_status: "asked", evidence_settled_at: null });
});

test("an answer that isn't taken is mailed to the practice once, with the day; one that is isn't", async () => {
  const due = { evidenceDueBy: new Date(server.clock.now().getTime() + 5 * 86_400_000) };
  const [id, taken] = [`dp_${newId()}`, `dp_${newId()}`];
  await apply(rosa, dispute(id, "needs_response", due));
  await apply(other, dispute(taken, "needs_response", due));
  for (const payer of [rosa, other]) await ask((await rowsOf(payer))[0] as { id: string });
  const services = withGateway(server.services, {
    answerDispute: ({ disputeId }) =>
      disputeId === id
        ? Promise.reject(new GatewayRefused("wrong_state", "no"))
        : Promise.resolve(dispute(taken, "under_review")),
  });
  for (const payer of [rosa, rosa, other]) await executeAnswer(services, (await rowsOf(payer))[0]?.id ?? "");
  expect((await rowsOf(rosa))[0]).toMatchObject({ evidence_status: "refused" });
  const refused = (await mailsAbout(rosa)).filter((text) => text.includes("wasn't taken"));
  expect(refused).toHaveLength(1);
  expect(refused[0]).toContain(dayIn(server.services.content.brand.timezone, due.evidenceDueBy));
  expect((await mailsAbout(other)).filter((text) => text.includes("wasn't taken"))).toEqual([]);
});

test.each([
  [[], null],
  [["ending"], null],
  [["lost"], "practice"],
  [["lost", "ending"], "practice"],
  [["lost", "needs_response", "ending"], "bank"],
  [["inquiry"], "bank"],
  [["reported", "lost"], "report"],
  [["ending", "reported"], "report"],
] as const)("charges that %j stop wait for: %s", (statuses, who) => {
  for (const order of [statuses, statuses.toReversed()])
    expect(chargesStoppedBy(order.map((status) => ({ status })))).toBe(who);
});
