import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import type { Role } from "#contract/policy/roles.ts";
import { joinedHelper } from "#server/auth/helpers/testing/helpers.ts";
import { patientById } from "#server/auth/public.ts";
import { sendAsPatient } from "#server/messages/testing/conversations.ts";
import type { KeptMail } from "#server/notifications/public.ts";
import { syncIntent } from "#server/orders/payments/sync-intent.ts";
import { executeAnswer } from "#server/payment/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { answerDispute, openDispute } from "#server/platform/gateway/sandbox/emulator/disputes.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { type InCare, inCare } from "#server/treatment/testing/in-care.ts";
import { readPdf } from "../testing/read-pdf.ts";
import { leftOut, mailsAbout } from "./dispute-evidence.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const emulator = () => ({ db: server.services.db, clock: server.clock });
const hourMs = 3_600_000;
const restrictedFields = [
  { id: "whom", value: "person" },
  { id: "askedon", value: "2026-01-05" },
];

interface Disputed extends InCare {
  readonly disputeId: string;
  readonly gatewayId: string;
  readonly intent: string;
}

/** Somebody whose parcel was delivered and whose bank wants the money back. */
async function disputed(): Promise<Disputed> {
  const patient = await inCare(server);
  await server.jobs.drain();
  const { gateway_intent_id } = await server.services.db
    .selectFrom("payment_intent")
    .select("gateway_intent_id")
    .where("order_id", "=", patient.orderId)
    .executeTakeFirstOrThrow();
  const intent = gateway_intent_id ?? "";
  const gatewayId = await openDispute(emulator(), intent, { amount: 2100 });
  await syncIntent(server.services, intent);
  const { id } = await server.services.db
    .selectFrom("dispute")
    .select("id")
    .where("gateway_dispute_id", "=", gatewayId)
    .executeTakeFirstOrThrow();
  return { ...patient, disputeId: id, gatewayId, intent };
}

const evidenceOf = ({ disputeId }: Disputed) =>
  server.call(care.disputeEvidence, { params: { id: disputeId }, query: {} }, { apiKey });
const answer = ({ disputeId }: Disputed, revision: string) =>
  server.call(care.answerDispute, { params: { id: disputeId }, body: { revision } }, { apiKey });
const seen = async (of: Disputed) => (await evidenceOf(of)).ok.revision;
const disputeOf = async ({ disputeId }: Disputed) =>
  (await server.call(care.disputes, { query: {} }, { apiKey })).ok.items.find(({ id }) => id === disputeId);
const atBank = ({ gatewayId }: Disputed) =>
  server.services.db
    .selectFrom("sandbox.dispute")
    .select(["evidence", "status", "answered_by"])
    .where("id", "=", gatewayId)
    .executeTakeFirstOrThrow();
const linesOf = async (of: Disputed) =>
  Object.fromEntries(
    (await evidenceOf(of)).ok.sections.map(({ title, lines }) => [title, lines.map(({ text }) => text)]),
  );
const orderOf = ({ orderId }: InCare) =>
  server.services.db
    .selectFrom("customer_order")
    .innerJoin("shipment", "shipment.order_id", "customer_order.id")
    .select(["number", "total_cents", "terms_version", "placed_at", "tracking_number", "carrier"])
    .where("customer_order.id", "=", orderId)
    .executeTakeFirstOrThrow();

describe("decisions §11 a dispute's evidence", () => {
  test("it has consent, announcement, delivery, sign-ins, times of messages, refunds and policies: of this patient's order alone", async () => {
    const [rosa, other] = [await disputed(), await disputed()];
    const [order, others] = [await orderOf(rosa), await orderOf(other)];
    // A charge of the same patient's that isn't disputed.
    const { orderId } = await inCare(server);
    await inTransaction(server.services, async ({ db }) => {
      await sql`set local session_replication_role = replica`.execute(db);
      await db.updateTable("payment_intent").set({ patient_id: rosa.id }).where("order_id", "=", orderId).execute();
    });
    const words = "The patch itches and my periods are back";
    const { items } = (await server.call(messages.conversations, {}, { token: rosa.token })).ok;
    const sent = await sendAsPatient(server, rosa, items[0]?.id ?? "", { message: words });
    expect(sent.status).toBe(201);
    await server.call(
      care.refundOrder,
      { params: { id: rosa.orderId }, body: { amount: 5, reason: "The patient has a rash" } },
      { apiKey, key: newId() },
    );
    await server.jobs.drain();
    const consent = (of: InCare, consent_id: string, hours: number) => ({
      ...{ id: newId(), patient_id: of.id, consent_id, version: `of ${of === rosa ? "rosa" : "other"}` },
      given_at: new Date(order.placed_at.getTime() + hours * hourMs),
    });
    await server.services.db.deleteFrom("consent").where("patient_id", "in", [rosa.id, other.id]).execute();
    await server.services.db
      .insertInto("consent")
      .values([
        consent(rosa, "terms", -1),
        consent(rosa, "telehealth_treatment", -1),
        // After the charge, it's no consent to it.
        consent(rosa, "terms", 500),
        consent(other, "terms", -1),
      ])
      .execute();
    const lines = await linesOf(rosa);
    const total = `$${(order.total_cents / 100).toFixed(2)}`;
    expect(lines["The charge"]).toEqual([
      `Order ${order.number} was placed`,
      expect.stringMatching(new RegExp(`^\\${total} was charged to Visa ending in 4242$`)),
      "$21.00 was taken back by the bank of Visa ending in 4242",
      `$5.00 was refunded to Visa ending in 4242, credit note CN-${order.number}-1`,
    ]);
    expect(lines["What the cardholder agreed to"]).toEqual([
      "Agreed to the terms and conditions, version of rosa",
      `Agreed at checkout to be charged for each supply until they pause or cancel, terms of ${order.terms_version}`,
    ]);
    expect(lines["What was announced and confirmed"]).toContainEqual(
      expect.stringMatching(
        new RegExp(`^A shipping notice with the tracking number was mailed to ${rosa.email}; the mail server took it$`),
      ),
    );
    expect(lines["What was sent and delivered"]).toEqual([
      expect.stringMatching(`^Sent by ${order.carrier}, tracking number ${order.tracking_number}, to .+, IA \\d{5}$`),
      `Delivered by ${order.carrier}, tracking number ${order.tracking_number}`,
    ]);
    expect(lines["How the account was used"]).toContain("Signed in to the account");
    expect(
      lines["How the account was used"]?.filter((text) => text === "Wrote a message to the practice"),
    ).toHaveLength(1);
    expect(lines["Refunds and cancellation"]).toEqual([
      expect.stringContaining("its price goes back to the card"),
      expect.stringMatching(/cancelled online at any time.*before each automatic charge of a running delivery/is),
    ]);
    const all = JSON.stringify((await evidenceOf(rosa)).ok);
    for (const foreign of [others.number, other.email, other.orderId]) expect(all).not.toContain(foreign);
    expect((await linesOf(other))["How the account was used"]).not.toContain("Wrote a message to the practice");
  });

  test("who helps the patient isn't the cardholder: their sign-ins and messages aren't in it", async () => {
    const rosa = await disputed();
    const before = (await linesOf(rosa))["How the account was used"];
    const helper = await joinedHelper(server, rosa);
    const { items } = (await server.call(messages.conversations, {}, { token: helper.token })).ok;
    const sent = await server.call(
      messages.send,
      { params: { id: items[0]?.id ?? "" }, body: { message: "I write for Rosa" } },
      { token: helper.token, key: newId() },
    );
    expect(sent.status).toBe(201);
    const used = (await linesOf(rosa))["How the account was used"] ?? [];
    const count = (lines: readonly string[], text: string) => lines.filter((each) => each === text).length;
    for (const text of ["Signed in to the account", "Wrote a message to the practice"])
      expect([text, count(used, text)]).toEqual([text, count(before ?? [], text)]);
  });

  test("of checkouts it has the order's own, or the last one before a renewal", async () => {
    const rosa = await disputed();
    const { db } = server.services;
    const order = await db
      .selectFrom("customer_order")
      .selectAll()
      .where("id", "=", rosa.orderId)
      .executeTakeFirstOrThrow();
    const agreed = async () =>
      ((await linesOf(rosa))["What the cardholder agreed to"] ?? []).filter((text) => text.includes("at checkout"));
    const placed = (version: string, hours: number) =>
      db
        .insertInto("customer_order")
        .values({
          ...order,
          ...{
            id: newId(),
            kind: "cart",
            number: String(7_000_000 + Math.floor(Math.random() * 999_999)),
            terms_version: version,
          },
          ...{ placed_at: new Date(order.placed_at.getTime() + hours * hourMs), idempotency_key: newId() },
        } as never)
        .execute();
    await placed("of long before", -200);
    await placed("of before", -100);
    await placed("of after", 1);
    expect(await agreed()).toEqual([expect.stringContaining(`terms of ${order.terms_version}`)]);
    // Its kind is one of what an order keeps.
    await inTransaction(server.services, async ({ db: tx }) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await tx.updateTable("customer_order").set({ kind: "renewal" }).where("id", "=", rosa.orderId).execute();
    });
    expect(await agreed()).toEqual([expect.stringContaining("terms of of before")]);
  });

  test("nothing clinical is in it, in its file, or in what is sent", async () => {
    const rosa = await disputed();
    const { ok } = await evidenceOf(rosa);
    const { raw } = await server.call(
      care.disputeEvidenceFile,
      { params: { id: rosa.disputeId }, query: {} },
      { apiKey },
    );
    const { text } = await readPdf(raw.rawPayload);
    await answer(rosa, ok.revision);
    await server.jobs.drain();
    const told = [JSON.stringify(ok.sections), text, JSON.stringify((await atBank(rosa)).evidence)];
    const { products } = server.services.content.catalogue;
    const names = products.map(({ name }) => name.split(/[ (]/)[0] ?? "");
    const { birthday } = await patientById(server.services, rosa.id);
    const clinical = [
      ...names,
      "hormone",
      "medic",
      "pharmac",
      "estradiol",
      "menopause",
      "prescri",
      "rash",
      "doctor",
      birthday ?? "?",
    ];
    for (const each of told) {
      // Apart from what the file says isn't in it.
      const [inIt = ""] = each.split("Not in this file");
      expect(clinical.filter((word) => inIt.toLowerCase().includes(word.toLowerCase()))).toEqual([]);
    }
    expect(ok.leftout).toEqual([...leftOut]);
    for (const each of leftOut) expect(text.toLowerCase().replaceAll(/\s+/g, " ")).toContain(each.toLowerCase());
  });

  test.each([
    ["a restriction", "restriction", { whom: "person", askedon: "2026-01-05" }, /isn’t disclosed/],
    ["another way to reach them", "contact_way", { email: "safe@example.com" }, /another way/],
  ] as const)(
    "with %s on the chart no email and no address is in it, unless somebody looked",
    async (_, kind, values, why) => {
      const [rosa, other] = [await disputed(), await disputed()];
      const fields = Object.entries(values).map(([id, value]) => ({ id, value }));
      const body = { kind, words: "My husband has the card.", fields };
      const made = await server.call(care.addPatientLog, { params: { id: rosa.id }, body }, { apiKey });
      expect(made.status, made.raw.body).toBe(201);
      const address = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok.shippingaddress;
      const contacts = [rosa.email, address?.address1 ?? "?", address?.zipcode ?? "?"];
      // A PDF breaks what is too long for a line.
      const bare = (text: string) => text.replaceAll(/\s/gu, "");
      const found = (text: string) => contacts.filter((each) => bare(text).includes(bare(each)));
      const { ok } = await evidenceOf(rosa);
      expect([ok.contactleftout, (await evidenceOf(other)).ok.contactleftout]).toEqual([
        expect.stringMatching(why),
        null,
      ]);
      expect(found(JSON.stringify(ok))).toEqual([]);
      const fileOf = async (query: { withcontact?: "true" }) => {
        const { raw } = await server.call(
          care.disputeEvidenceFile,
          { params: { id: rosa.disputeId }, query },
          { apiKey },
        );
        return (await readPdf(raw.rawPayload)).text;
      };
      expect([found(await fileOf({})), found(await fileOf({ withcontact: "true" }))]).toEqual([[], contacts]);
      const looked = await server.call(
        care.disputeEvidence,
        { params: { id: rosa.disputeId }, query: { withcontact: "true" } },
        { apiKey },
      );
      expect([looked.ok.contactleftout, found(JSON.stringify(looked.ok))]).toEqual([null, contacts]);
      // What was seen with it isn't sent without it, nor the other way around.
      expect((await answer(rosa, looked.ok.revision)).problem.code).toBe("conflict");
      expect((await answer(rosa, ok.revision)).status).toBe(200);
      await server.jobs.drain();
      expect(found(JSON.stringify((await atBank(rosa)).evidence))).toEqual([]);
    },
  );

  test("what somebody looked at is sent with the contact data, and the audit says so", async () => {
    const rosa = await disputed();
    const body = { kind: "restriction", words: "Not him.", fields: restrictedFields };
    const made = await server.call(care.addPatientLog, { params: { id: rosa.id }, body }, { apiKey });
    expect(made.status, made.raw.body).toBe(201);
    const params = { id: rosa.disputeId };
    const { ok } = await server.call(care.disputeEvidence, { params, query: { withcontact: "true" } }, { apiKey });
    const looked = { revision: ok.revision, withcontact: true };
    expect((await server.call(care.answerDispute, { params, body: looked }, { apiKey })).status).toBe(200);
    await server.jobs.drain();
    expect((await atBank(rosa)).evidence).toMatchObject({ customerEmail: rosa.email });
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("ground")
      .where("patient_id", "=", rosa.id)
      .where("call", "=", "care.answerDispute")
      .execute();
    expect(audited.map(({ ground }) => ground)).toContain("contact_to_bank");
  });

  test("it's sent once, as it was seen; the bank reviews it, and the list says when", async () => {
    const [rosa, other] = [await disputed(), await disputed()];
    expect(await disputeOf(rosa)).toMatchObject({ answer: null, answerable: true });
    const revision = await seen(rosa);
    const asked = await answer(rosa, revision);
    expect(asked.ok.dispute).toMatchObject({ id: rosa.disputeId, answerable: false, answer: { status: "asked" } });
    expect((await answer(rosa, revision)).status).toBe(200);
    await server.jobs.drain();
    await syncIntent(server.services, rosa.intent);
    const { evidence, status } = await atBank(rosa);
    const { number, tracking_number } = await orderOf(rosa);
    expect([status, evidence]).toEqual([
      "under_review",
      expect.objectContaining({
        customerEmail: rosa.email,
        shippingTrackingNumber: tracking_number,
        summary: expect.stringContaining(`Order ${number} was placed`) as string,
        activityLog: expect.stringContaining("Signed in to the account") as string,
        refundPolicy: expect.stringContaining("its price goes back to the card") as string,
        cancellationPolicy: expect.stringContaining("cancelled online at any time") as string,
      }),
    ]);
    const after = await disputeOf(rosa);
    expect(after).toMatchObject({ status: "under_review", answerable: false, answer: { status: "sent" } });
    expect(after?.answer?.settledat).not.toBeNull();
    expect([await disputeOf(other), (await atBank(other)).evidence]).toEqual([
      expect.objectContaining({ answer: null, answerable: true }),
      null,
    ]);
  });

  test("what changed since it was seen is looked at first", async () => {
    const rosa = await disputed();
    const revision = await seen(rosa);
    await server.call(
      care.refundOrder,
      { params: { id: rosa.orderId }, body: { amount: 3, reason: "Late" } },
      { apiKey, key: newId() },
    );
    await server.jobs.drain();
    const refused = await answer(rosa, revision);
    expect([refused.status, refused.problem.code, (await atBank(rosa)).evidence]).toEqual([409, "conflict", null]);
    expect((await answer(rosa, await seen(rosa))).status).toBe(200);
  });

  test("two people at once send one", async () => {
    const rosa = await disputed();
    const revision = await seen(rosa);
    const answers = await Promise.all([answer(rosa, revision), answer(rosa, revision)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await server.jobs.drain();
    expect((await atBank(rosa)).answered_by).toMatch(new RegExp(`^${rosa.disputeId}:answer:\\d+$`));
    expect((await disputeOf(rosa))?.answer?.status).toBe("sent");
  });

  test("an answer of the gateway that gets lost sends nothing twice, and what isn't known is asked again", async () => {
    const rosa = await disputed();
    await answer(rosa, await seen(rosa));
    const { gateway } = server.services;
    const lost = {
      ...server.services,
      gateway: {
        ...gateway,
        answerDispute: async (input: Parameters<typeof gateway.answerDispute>[0]) => {
          await gateway.answerDispute(input);
          throw new GatewayUnknownOutcome("answerDispute");
        },
      },
    };
    await expect(executeAnswer(lost, rosa.disputeId)).rejects.toThrow(GatewayUnknownOutcome);
    expect((await disputeOf(rosa))?.answer?.status).toBe("asked");
    await executeAnswer(server.services, rosa.disputeId);
    await executeAnswer(server.services, rosa.disputeId);
    expect((await disputeOf(rosa))?.answer?.status).toBe("sent");
  });

  test("one that was answered in the gateway's dashboard meanwhile is refused there, and it's shown", async () => {
    const rosa = await disputed();
    const revision = await seen(rosa);
    await answer(rosa, revision);
    const evidence = {
      productDescription: "",
      refundPolicy: "",
      cancellationPolicy: "",
      summary: "From the dashboard",
    };
    await answerDispute(emulator(), { disputeId: rosa.gatewayId, evidence }, newId());
    await server.jobs.drain();
    expect(await disputeOf(rosa)).toMatchObject({ answerable: false, answer: { status: "refused" } });
    expect((await atBank(rosa)).evidence).toEqual(evidence);
    expect((await answer(rosa, revision)).problem.code).toBe("wrong_state");
  });

  test.each(["under_review", "won", "lost", "inquiry_closed"] as const)(
    "one that is %s can't be answered",
    async (status) => {
      const rosa = await disputed();
      const revision = await seen(rosa);
      await server.services.db.updateTable("dispute").set({ status }).where("id", "=", rosa.disputeId).execute();
      expect([(await disputeOf(rosa))?.answerable, (await answer(rosa, revision)).status]).toEqual([false, 409]);
    },
  );

  test("past its day it can't be; a bank's question can", async () => {
    const rosa = await disputed();
    const revision = await seen(rosa);
    const set = (values: { evidence_due_by?: Date | null; status?: "inquiry" }) =>
      server.services.db.updateTable("dispute").set(values).where("id", "=", rosa.disputeId).execute();
    await set({ evidence_due_by: new Date(server.clock.now().getTime() - hourMs) });
    expect([(await disputeOf(rosa))?.answerable, (await answer(rosa, revision)).status]).toEqual([false, 409]);
    await set({ evidence_due_by: null, status: "inquiry" });
    expect([(await disputeOf(rosa))?.answerable, (await answer(rosa, revision)).status]).toEqual([true, 200]);
  });

  test("finance alone reads and sends it, with a fresh proof, and the audit says who of whom", async () => {
    const rosa = await disputed();
    const params = { id: rosa.disputeId };
    for (const role of [
      "physician",
      "nurse",
      "patient_services",
      "pharmacy",
      "administrator",
    ] as const satisfies readonly Role[]) {
      const { browser } = await signedInStaff(server, [role], role === "physician" ? "elena_marsh" : undefined);
      const answers = [
        await browser.call(care.disputeEvidence, { params, query: {} }),
        await browser.call(care.disputeEvidenceFile, { params, query: {} }),
        await browser.call(care.answerDispute, { params, body: { revision: "x" } }),
      ];
      expect([role, ...answers.map(({ status }) => status)]).toEqual([role, 403, 403, 403]);
    }
    const { browser, id } = await signedInStaff(server, ["finance"]);
    const { ok } = await browser.call(care.disputeEvidence, { params, query: {} });
    expect((await browser.call(care.disputeEvidenceFile, { params, query: {} })).raw.headers["content-type"]).toBe(
      "application/pdf",
    );
    server.clock.advance(6 * 60_000);
    const stale = [
      await browser.call(care.disputeEvidenceFile, { params, query: {} }),
      await browser.call(care.answerDispute, { params, body: { revision: ok.revision } }),
    ];
    expect(stale.map(({ problem }) => problem.code)).toEqual(["proof_required", "proof_required"]);
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("call")
      .where("actor", "=", `staff:${id}`)
      .where("patient_id", "=", rosa.id)
      .where("status", "=", 200)
      .orderBy("at")
      .execute();
    expect(audited.map(({ call }) => call)).toEqual(["care.disputeEvidence", "care.disputeEvidenceFile"]);
  });

  test("one that isn't there", async () => {
    const params = { id: newId() };
    expect((await server.call(care.disputeEvidence, { params, query: {} }, { apiKey })).status).toBe(404);
    expect((await server.call(care.answerDispute, { params, body: { revision: "x" } }, { apiKey })).status).toBe(404);
  });
});

test("a mail is about the charge by its day: reminders of two weeks before, confirmations until a day after, shipping notices of its parcels", () => {
  const day = (number: number) => new Date(Date.UTC(2026, 4, number, 12));
  const mail = (name: string, at: Date, outcome: KeptMail["outcome"] = "accepted"): KeptMail => ({
    ...{ id: newId(), mail: name, address: "rosa@example.org", values: null, queuedAt: at, outcome, outcomeAt: at },
    ...{ sentBy: null, helperId: null, repeatsId: null, repeats: 0 },
  });
  const moments = { placedAt: day(20), chargedAt: day(21), sentAt: [day(23)] };
  const found = (...mails: readonly KeptMail[]) =>
    mailsAbout(mails, moments).map(({ at, text }) => [at?.getUTCDate(), text]);
  const reminder = "A reminder of the charge, with its amount and day, was mailed to rosa@example.org;";
  expect(
    found(
      mail("charge_reminder", day(6)),
      mail("charge_reminder", day(7), "refused"),
      mail("charge_reminder", day(22)),
      mail("receipt", day(19)),
      mail("receipt", day(22), "dropped"),
      mail("receipt", day(23)),
      mail("plan_approved", day(20)),
      mail("plan_declined", day(20)),
      mail("order_shipped", day(22)),
      mail("order_shipped", day(25), "waiting"),
      mail("order_shipped", day(26)),
      mail("urgent_message", day(21)),
    ),
  ).toEqual([
    [7, `${reminder} the mail server refused it`],
    [22, "A receipt was mailed to rosa@example.org; it wasn't delivered"],
    [20, "A notice of the charge, with its amount, was mailed to rosa@example.org; the mail server took it"],
    [
      25,
      "A shipping notice with the tracking number was mailed to rosa@example.org; the mail server hasn't taken it yet",
    ],
  ]);
});
