import { beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { agreeToSuggestion, insert, suggested, suggestMedicine } from "#server/care/testing/suggestions.ts";
import { acceptedUpsellOrder, answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { insertAnswers } from "#server/onboarding/flow/visit-queries.ts";
import type { GivenAnswers } from "#server/onboarding/rules/answers.ts";
import { paymentQueues } from "#server/payment/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { capturedCents, tokenOf } from "#server/treatment/testing/in-care.ts";
import { putPrescriptionsOnHold } from "../hold-prescriptions.ts";
import { settlementSweepQueue } from "../settlement-jobs.ts";

let server: TestServer;
let physician: StaffPerson;
let doctorId: string;
beforeAll(async () => {
  server = await startTestServer();
  const { doctor_id } = await server.services.db
    .selectFrom("doctor_license")
    .select("doctor_id")
    .where("state", "=", "IA")
    .executeTakeFirstOrThrow();
  doctorId = doctor_id;
  physician = await signedInStaff(server, ["physician"], doctor_id);
  return () => server.close();
});

const updateHealthAnswers = (patient: TestPatient, answers: GivenAnswers) => {
  const { secrets, clock, content } = server.services;
  const written = { patientId: patient.id, contentVersion: content.questionnaire.version, now: clock.now() };
  return inTransaction(server.services, ({ db: tx }) => insertAnswers(tx, secrets, written, answers));
};
const estrogenAllergy = { allergies: { value: ["estrogen"], others: null } };
const heartDisease = { heart_and_clots: { value: ["heart_disease"], others: null } };
const sildenafil = { productid: "sildenafil_cream", pricingid: "sildenafil_cream_1m" };
const rowOf = async ({ id }: { readonly id: string }) =>
  server.services.db.selectFrom("medicine_suggestion").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const upsellsOf = async ({ id }: TestPatient) =>
  (await server.call(care.upsells, { query: { patientid: id } }, { apiKey })).ok.items;

describe("decisions §5 screening applies to a medicine a doctor suggests", () => {
  test("what a rule stops is refused with the newest answers, whatever is overridden", async () => {
    const rosa = await answeredPatientInCare(server);
    await updateHealthAnswers(rosa, estrogenAllergy);
    const { status, problem } = await suggestMedicine(server, rosa, { despitewarning: true });
    expect([status, problem.message]).toEqual([409, expect.stringContaining("Estrogen allergy")]);
    const params = { id: rosa.id };
    const quote = (await server.call(care.suggestionQuote, { params, query: insert }, { apiKey })).ok;
    expect(quote.obstacle).toBe(problem.message);
    const { items } = (await server.call(care.suggestibleMedicines, { params }, { apiKey })).ok;
    expect(items.find(({ productid }) => productid === insert.productid)?.obstacle).toBe(problem.message);
  });

  test("what a rule warns of is weighed: a person gives a reason, which is kept", async () => {
    const rosa = await answeredPatientInCare(server);
    await updateHealthAnswers(rosa, heartDisease);
    const params = { id: rosa.id };
    const { browser } = physician;
    const quote = (await browser.call(care.suggestionQuote, { params, query: sildenafil })).ok;
    expect(quote).toMatchObject({
      obstacle: null,
      warnings: [{ ruleid: "sildenafil_heart" }, { ruleid: "heart_disease" }],
    });
    const body = { ...sildenafil, note: "You asked for it." };
    const refused = await browser.call(care.suggestMedicine, { params, body });
    expect(refused.problem).toMatchObject({
      code: "override_required",
      details: { rules: ["sildenafil_heart", "heart_disease"] },
    });
    const override = { rules: ["sildenafil_heart", "heart_disease"], reason: "Stable, seen by cardiology." };
    const made = await browser.call(care.suggestMedicine, {
      params,
      body: { ...body, despitewarning: true, override },
    });
    expect(made.status).toBe(201);
    const { overrides } = (await server.call(care.patient, { params }, { apiKey })).ok;
    expect(overrides).toMatchObject([{ decision: "suggestion", refid: made.ok.id, reason: override.reason }]);
    expect((await agreeToSuggestion(server, rosa, made.ok)).status, "the doctor has weighed it").toBe(200);
  });

  test("a physician whose license has ended reads it before writing anything", async () => {
    const rosa = await answeredPatientInCare(server);
    const licenses = (validUntil: string | null) =>
      server.services.db
        .updateTable("doctor_license")
        .set({ valid_until: validUntil })
        .where("doctor_id", "=", doctorId)
        .execute();
    await licenses("2020-01-01");
    try {
      const params = { id: rosa.id };
      const quote = (await physician.browser.call(care.suggestionQuote, { params, query: insert })).ok;
      expect(quote.obstacle).toContain("not licensed in IA");
      const made = await physician.browser.call(care.suggestMedicine, {
        params,
        body: { ...insert, note: "For dryness." },
      });
      expect(made.problem.message).toBe(quote.obstacle);
    } finally {
      await licenses(null);
    }
  });

  test("what the patient asked for themselves is decided, not suggested", async () => {
    const rosa = await answeredPatientInCare(server);
    await acceptedUpsellOrder(server, rosa);
    const [request] = await upsellsOf(rosa);
    const [item] = request?.items ?? [];
    const { problem } = await suggestMedicine(server, rosa, {
      productid: item?.productid ?? "",
      pricingid: `${item?.productid}_1m`,
    });
    expect(problem.message).toContain("waiting for a decision");
  });
});

describe("what happens after it was suggested", () => {
  test.each([
    ["a rule forbids it", estrogenAllergy, insert],
    ["a rule warns that nobody weighed", heartDisease, sildenafil],
  ] as const)("an answer by which %s: agreeing is refused, and nothing is ordered", async (_, answers, choice) => {
    const rosa = await answeredPatientInCare(server);
    const made = await suggested(server, rosa, choice);
    const before = await capturedCents(server, rosa);
    await updateHealthAnswers(rosa, answers);
    const { status, problem } = await agreeToSuggestion(server, rosa, made);
    expect([status, problem.message]).toEqual([409, expect.stringContaining("something new since")]);
    await server.jobs.drain();
    expect([(await rowOf(made)).status, await upsellsOf(rosa), await capturedCents(server, rosa)]).toEqual([
      ...["waiting", [], before],
    ]);
  });

  test("an answer that puts medicines of its kind on hold withdraws it, and no other", async () => {
    const [rosa, ana] = [await answeredPatientInCare(server), await answeredPatientInCare(server)];
    const [made, other, anas] = [
      await suggested(server, rosa),
      await suggested(server, rosa, sildenafil),
      await suggested(server, ana),
    ];
    await inTransaction(server.services, (tx) =>
      putPrescriptionsOnHold({ ...tx, ...refusesAny }, rosa.id, (id) => id === insert.productid),
    );
    expect([await rowOf(made), await rowOf(other), await rowOf(anas)].map(({ status }) => status)).toEqual([
      ...["withdrawn", "waiting", "waiting"],
    ]);
  });

  test("an answer between the bank's yes and the prescription: a doctor looks again, and nothing is charged before", async () => {
    const rosa = await answeredPatientInCare(server);
    const made = await suggested(server, rosa);
    const before = await capturedCents(server, rosa);
    const placed = server.services.gateway.authorize.bind(server.services.gateway);
    server.services.gateway.authorize = async (...args) => {
      const result = await placed(...args);
      await updateHealthAnswers(rosa, heartDisease);
      await updateHealthAnswers(rosa, estrogenAllergy);
      return result;
    };
    try {
      const { ok } = await agreeToSuggestion(server, rosa, made);
      expect(ok.message).toContain("look at this again");
    } finally {
      server.services.gateway.authorize = placed;
    }
    await server.jobs.drain();
    expect((await rowOf(made)).status).toBe("agreed");
    expect(await upsellsOf(rosa)).toMatchObject([{ status: "open", items: [{ productid: insert.productid }] }]);
    expect(await capturedCents(server, rosa)).toEqual(before);
  });

  test("the bank's answer is lost: once it's known, it is prescribed and charged, once", async () => {
    const rosa = await answeredPatientInCare(server);
    const made = await suggested(server, rosa);
    const before = await capturedCents(server, rosa);
    const authorize = server.services.gateway.authorize.bind(server.services.gateway);
    server.services.gateway.authorize = async (...args) => {
      await authorize(...args);
      throw new GatewayUnknownOutcome("lost");
    };
    try {
      expect((await agreeToSuggestion(server, rosa, made)).problem.code).toBe("payment_pending");
    } finally {
      server.services.gateway.authorize = authorize;
    }
    expect((await rowOf(made)).status).toBe("waiting");
    server.clock.advance(120_000);
    await server.jobs.enqueue(server.services.db, paymentQueues.reconcile, {});
    await server.jobs.drain();
    expect((await rowOf(made)).status).toBe("agreed");
    expect(await capturedCents(server, rosa)).toEqual([...before, 7900]);
    // What a lost job left is finished by the sweep, with no second charge.
    await server.services.db
      .updateTable("medicine_suggestion")
      .set({ status: "waiting", decided_at: null })
      .where("id", "=", made.id)
      .execute();
    server.clock.advance(120_000);
    await server.jobs.enqueue(server.services.db, settlementSweepQueue, {});
    await server.jobs.drain();
    expect((await rowOf(made)).status).toBe("agreed");
    expect(await capturedCents(server, rosa)).toEqual([...before, 7900]);
  });

  test("closing the account withdraws it", async () => {
    const rosa = await answeredPatientInCare(server);
    const made = await suggested(server, rosa);
    const token = await tokenOf(server, rosa);
    await server.call(account.closeAccount, { body: { password: rosa.password } }, { token });
    expect((await rowOf(made)).status).toBe("withdrawn");
    expect([401, 404]).toContain((await agreeToSuggestion(server, rosa, made).catch(() => ({ status: 401 }))).status);
  });
});
