import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import type { Role } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { refundableCents } from "#server/payment/public.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { type InCare, inCare } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();

const paid = async () => {
  const patient = await inCare(server, { delivered: false });
  await server.jobs.drain();
  return patient;
};
type Body = Input<typeof care.addPatientTask>["body"];
async function ask(by: StaffPerson, patient: InCare, role: Role, change: Partial<Body> = {}): Promise<string> {
  await by.browser.call(staff.openRecord, {
    params: { id: patient.id },
    body: { reason: "colleague", words: "Asked about the patient." },
  });
  const body = { kind: "question" as const, role, words: "Was the box damaged?", orderid: patient.orderId, ...change };
  const { status, ok } = await by.browser.call(care.addPatientTask, { params: { id: patient.id }, body });
  expect(status).toBe(201);
  return ok.id;
}
type Questions = Input<typeof care.refundOrder>["body"]["questions"];
const refund = (by: StaffPerson, { orderId }: InCare, questions?: Questions) =>
  by.browser.call(
    care.refundOrder,
    { params: { id: orderId }, body: { amount: 5, reason: "A late parcel", ...(questions && { questions }) } },
    { key: newId() },
  );
const withAnswer = (answer: string, ...questionids: string[]): Questions => ({ questionids, answer });
const refundsOf = async ({ orderId }: InCare) =>
  await server.services.db
    .selectFrom("payment_intent as intent")
    .innerJoin("refund", "refund.payment_intent_id", "intent.id")
    .select("refund.amount_cents")
    .where("intent.order_id", "=", orderId)
    .execute();
const refundableOf = async ({ orderId }: InCare) => (await refundableCents(server.services.db, orderId)) / 100;
const shownTo = async (by: StaffPerson, { orderId }: InCare) => {
  const number = (await server.services.db
    .selectFrom("customer_order")
    .select("number")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow())!.number!;
  const { ok } = await by.browser.call(care.orderByNumber, { params: { number } });
  return ok.items[0]?.refundquestions.map(({ taskid }) => taskid);
};
const taskOf = async (by: StaffPerson, id: string) => (await by.browser.call(care.task, { params: { id } })).ok;

describe("a refund waits for the answer to a question about its order", () => {
  test("it names who asked, and moves no money; answered with the refund, whoever asked reads the answer", async () => {
    const [patient, other] = [await paid(), await paid()];
    const [services, finance] = [
      await signedInStaff(server, ["patient_services"]),
      await signedInStaff(server, ["finance"]),
    ];
    const [one, two] = [await ask(services, patient, "finance"), await ask(services, other, "finance")];
    expect([await shownTo(finance, patient), await shownTo(finance, other)]).toEqual([[one], [two]]);
    const held = await refund(finance, patient);
    expect([held.status, held.problem.code]).toEqual([409, "conflict"]);
    expect(held.problem.message).toContain(`${(await taskOf(finance, one)).asker?.name} has an open question`);
    expect(await refundsOf(patient)).toEqual([]);
    const done = await refund(finance, patient, withAnswer("It was. $5 goes back.", one));
    expect([done.status, await refundsOf(patient)]).toEqual([200, [{ amount_cents: 500 }]]);
    const answered = await taskOf(services, one);
    expect([answered.answer?.text, answered.for.role]).toEqual(["It was. $5 goes back.", "patient_services"]);
    expect([await shownTo(finance, patient), await shownTo(finance, other)]).toEqual([[], [two]]);
    expect((await taskOf(services, two)).answer).toBeNull();
    expect((await refund(finance, patient)).status).toBe(200);
  });

  test("what finance asked somebody else holds it too; who overrules it says why, and it isn't said to be the answer", async () => {
    const patient = await paid();
    const finance = await signedInStaff(server, ["finance"]);
    const question = await ask(finance, patient, "patient_services");
    expect((await refund(finance, patient)).status).toBe(409);
    expect((await refund(finance, patient, withAnswer("The bank asked.", question))).status).toBe(200);
    expect((await taskOf(finance, question)).answer?.text).toBe(
      "Refunded without waiting for the answer: The bank asked.",
    );
  });

  test("of two, one that wasn't read holds it; one that was answered meanwhile has to be looked at", async () => {
    const patient = await paid();
    const [services, finance] = [
      await signedInStaff(server, ["patient_services"]),
      await signedInStaff(server, ["finance"]),
    ];
    const [one, two] = [await ask(services, patient, "finance"), await ask(services, patient, "finance")];
    expect((await refund(finance, patient, withAnswer("Yes.", one))).status).toBe(409);
    await finance.browser.call(care.answerTask, { params: { id: one }, body: { answer: "Please wait." } });
    const late = await refund(finance, patient, withAnswer("Yes.", one, two));
    expect([late.status, late.problem.message]).toEqual([409, expect.stringContaining("meanwhile")]);
    expect([await refundsOf(patient), (await taskOf(finance, two)).answer]).toEqual([[], null]);
    expect((await refund(finance, patient, withAnswer("Yes.", two))).status).toBe(200);
    expect((await taskOf(services, one)).answer?.text).toBe("Please wait.");
  });

  test("a refund that's refused answers nothing", async () => {
    const patient = await paid();
    const [services, finance] = [
      await signedInStaff(server, ["patient_services"]),
      await signedInStaff(server, ["finance"]),
    ];
    const question = await ask(services, patient, "finance");
    const body = { amount: 90_000, reason: "All of it", questions: withAnswer("Yes.", question) };
    const params = { id: patient.orderId };
    const refused = await finance.browser.call(care.refundOrder, { params, body }, { key: newId() });
    expect([refused.status, (await taskOf(services, question)).answer]).toEqual([409, null]);
  });

  test("a system is held as well; what isn't about this refund doesn't hold it", async () => {
    const [patient, other] = [await paid(), await paid()];
    const [services, finance, nurse] = [
      await signedInStaff(server, ["patient_services"]),
      await signedInStaff(server, ["finance"]),
      await signedInStaff(server, ["nurse"]),
    ];
    const drop = (id: string) => services.browser.call(care.endTask, { params: { id }, body: { outcome: "dropped" } });
    await ask(nurse, patient, "patient_services");
    await ask(services, patient, "finance", {
      ...{ kind: "task", dueon: addDays(clinicToday(server.services), 1), words: "Look at this order" },
    });
    await ask(services, patient, "finance", { orderid: undefined });
    await ask(services, other, "finance");
    await drop(await ask(services, patient, "finance"));
    expect([await shownTo(finance, patient), await shownTo(services, other)]).toEqual([[], []]);
    expect((await refund(finance, patient)).status).toBe(200);
    const body = { amount: 1, reason: "By a system" };
    const bySystem = await server.call(
      care.refundOrder,
      { params: { id: other.orderId }, body },
      { apiKey, key: newId() },
    );
    expect([bySystem.status, await refundsOf(other)]).toEqual([409, []]);
  });

  test("of an order that was refunded since its refund was read, no more goes back", async () => {
    const patient = await paid();
    const read = await refundableOf(patient);
    const again = async (refundable: number) => {
      const body = { amount: 5, refundable, reason: "A late parcel" };
      const given = { params: { id: patient.orderId }, body };
      return (await server.call(care.refundOrder, given, { apiKey, key: newId() })).status;
    };
    expect([await again(read), await again(read), await again(read - 5)]).toEqual([200, 409, 200]);
    expect(await refundsOf(patient)).toEqual([{ amount_cents: 500 }, { amount_cents: 500 }]);
  });

  test("what follows from a cancellation doesn't wait, is on the question, and isn't refunded on top of what was read", async () => {
    const patient = await paid();
    const [services, finance, nurse] = [
      await signedInStaff(server, ["patient_services"]),
      await signedInStaff(server, ["finance"]),
      await signedInStaff(server, ["nurse"]),
    ];
    const [question, between] = [await ask(services, patient, "finance"), await ask(services, patient, "nurse")];
    const shown = async (by: StaffPerson, id: string) =>
      (await taskOf(by, id)).order?.refunds.map(({ amount, status }) => [amount, status]);
    const before = await refundableOf(patient);
    expect([await shown(finance, question), await refundsOf(patient)]).toEqual([[], []]);
    const canceled = await server.call(
      care.cancelOrder,
      { params: { id: patient.orderId }, body: { reason: "Too many boxes" } },
      { apiKey, key: newId() },
    );
    const cents = (await refundsOf(patient)).map(({ amount_cents }) => amount_cents);
    expect([canceled.status, cents.length > 0, (await taskOf(finance, question)).answer]).toEqual([200, true, null]);
    expect(await shown(finance, question)).toEqual(cents.map((each) => [each / 100, "under_way"]));
    expect([await shown(nurse, between), await shown(services, question)]).toEqual([[], []]);
    const body = { amount: 5, refundable: before, reason: "As asked", questions: withAnswer("Yes.", question) };
    const late = await finance.browser.call(
      care.refundOrder,
      { params: { id: patient.orderId }, body },
      { key: newId() },
    );
    expect(late.status).toBe(409);
    expect(await refundsOf(patient)).toHaveLength(cents.length);
    const later = await ask(services, patient, "finance");
    expect(await shown(finance, later)).toEqual([]);
  });
});
