import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import { syncIntent } from "#server/orders/payments/sync-intent.ts";
import { formatDay, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import type { Dispute } from "#server/platform/gateway/port.ts";
import { openDispute, updateDispute } from "#server/platform/gateway/sandbox/emulator/disputes.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { beginMedicines } from "#server/wellbeing/testing/wellbeing.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { home, type InCare, inCare, passDays, mailSubjects, capturedCents, tokenOf } from "../testing/in-care.ts";
import { remindOfCharges } from "./remind-of-charges.ts";

const server = serverAtNoon();
const reminder = "Your next order is coming up";

describe("decisions §9 a disputed payment suspends automatic charges", () => {
  const intentOf = async ({ orderId }: InCare) =>
    (
      await server.services.db
        .selectFrom("payment_intent")
        .select("gateway_intent_id")
        .where("order_id", "=", orderId)
        .executeTakeFirstOrThrow()
    ).gateway_intent_id ?? "";
  const gatewayServices = () => ({ db: server.services.db, clock: server.clock });
  const openDisputeFor = async (patient: InCare): Promise<string> => {
    const intent = await intentOf(patient);
    const id = await openDispute(gatewayServices(), intent);
    await syncIntent(server.services, intent);
    return id;
  };
  const decideDispute = async (patient: InCare, id: string, status: Dispute["status"]) => {
    await updateDispute(gatewayServices(), id, status);
    await syncIntent(server.services, await intentOf(patient));
  };
  const listedDispute = async ({ id }: InCare) =>
    (await server.call(care.disputes, { query: {} }, { apiKey })).ok.items.find(({ patient }) => patient.id === id);

  test("nothing is charged and no charge is announced while it is open or lost", async () => {
    const patient = await inCare(server);
    const id = await openDisputeFor(patient);
    await passDays(server, 45);
    await decideDispute(patient, id, "lost");
    await passDays(server, 45);
    expect(await capturedCents(server, patient)).toHaveLength(1);
    expect(await mailSubjects(server, patient)).not.toContain(reminder);
  });

  test("one that opens while the round runs sends no reminder that would not come true", async () => {
    const patient = await inCare(server);
    await passDays(server, 15);
    await openDisputeFor(patient);
    server.clock.advance(6 * 86_400_000);
    await remindOfCharges(server.services, patient.id);
    expect(await mailSubjects(server, patient)).not.toContain(reminder);
  });

  test("one that opens after the reminder still suspends the charge", async () => {
    const patient = await inCare(server);
    for (let day = 0; day < 40 && !(await mailSubjects(server, patient)).includes(reminder); day += 1)
      await passDays(server, 1);
    await openDisputeFor(patient);
    await passDays(server, 10);
    expect(await capturedCents(server, patient)).toHaveLength(1);
  });

  test.each(["won", "inquiry_closed"] satisfies Dispute["status"][])(
    "after %s charges continue, with a reminder first",
    async (status) => {
      const patient = await inCare(server);
      const id = await openDisputeFor(patient);
      await passDays(server, 45);
      await decideDispute(patient, id, status);
      await passDays(server, 1);
      expect(await capturedCents(server, patient)).toHaveLength(1);
      await passDays(server, 14);
      expect(await mailSubjects(server, patient)).toContain(reminder);
      expect(await capturedCents(server, patient)).toHaveLength(2);
    },
  );

  test("the practice resumes charges after a lost one; a repeat changes nothing", async () => {
    const patient = await inCare(server);
    const id = await openDisputeFor(patient);
    await decideDispute(patient, id, "lost");
    const params = { id: (await listedDispute(patient))?.id ?? "" };
    expect((await listedDispute(patient))?.chargesstopped).toBe(true);
    for (let time = 0; time < 2; time += 1) {
      const { ok } = await server.call(care.resumeCharges, { params, body: {} }, { apiKey });
      expect(ok.dispute).toMatchObject({ status: "lost", chargesstopped: false });
    }
    await passDays(server, 40);
    expect((await capturedCents(server, patient)).length).toBeGreaterThan(1);
  });

  /** All texts about upcoming charges. The day a prescription order is named after and the day it can be requested from are not charge days. */
  const textsOf = ({ plan, nextstep, subscriptions, charges, changes }: Treatment): string =>
    JSON.stringify({ plan, nextstep, subscriptions, charges, changes }, (key, value: unknown) =>
      key === "plannedon" || key === "getnextfrom" ? undefined : value,
    );

  /** How often the patient's open pages were told to refetch the treatment. */
  const treatmentChanges = async ({ id }: InCare): Promise<number> =>
    (
      await server.services.db
        .selectFrom("change_event")
        .select("seq")
        .where("patient_id", "=", id)
        .where("topic", "=", "treatment")
        .execute()
    ).length;

  test("what the patient reads: charges are suspended while the bank looks into it, and no charge day; once it has decided, the day", async () => {
    const patient = await inCare(server);
    await beginMedicines(server, patient);
    const { chargeon } = (await home(server, patient)).charges[0] ?? { chargeon: "" };
    const changes = await treatmentChanges(patient);
    const id = await openDisputeFor(patient);
    expect(await treatmentChanges(patient)).toBe(changes + 1);
    const overview = await home(server, patient);
    expect(overview.nextstep).toMatchObject({
      kind: "disputed",
      text: expect.stringContaining("Your bank is looking into one of your payments"),
    });
    expect(overview.charges).toEqual([]);
    for (const { nextchargeon, statustext, prescriptionorders } of overview.subscriptions) {
      expect([nextchargeon, statustext]).toEqual([
        null,
        expect.stringContaining("we won't charge you unless you ask us to"),
      ]);
      expect(prescriptionorders.filter(({ status }) => status === "scheduled")).toMatchObject([
        { chargeon: null, nextafter: null, waitsfor: "bank" },
      ]);
    }
    expect(textsOf(overview)).not.toContain(chargeon);
    expect(textsOf(overview)).not.toContain(formatDay(chargeon));
    await decideDispute(patient, id, "lost");
    expect(await treatmentChanges(patient)).toBe(changes + 2);
    expect((await home(server, patient)).nextstep.text).toContain("gave you one of your payments back");
    const params = { id: (await listedDispute(patient))?.id ?? "" };
    await server.call(care.resumeCharges, { params, body: {} }, { apiKey });
    expect(await treatmentChanges(patient)).toBe(changes + 3);
    const after = await home(server, patient);
    expect(after.charges[0]?.chargeon).toBe(chargeon);
    expect(after.nextstep.text).toContain(formatDay(chargeon));
  });

  test("nothing that is skipped, paused or resumed until then announces a charge day, on screen or by mail", async () => {
    const patient = await inCare(server);
    await openDisputeFor(patient);
    const { subscriptions } = await home(server, patient);
    const token = await tokenOf(server, patient);
    const prescriptionOrder = subscriptions[0]?.prescriptionorders.find(({ status }) => status === "scheduled");
    expect(prescriptionOrder?.actions).not.toContain("skip");
    const skipped = await server.call(
      treatment.skip,
      { params: { id: prescriptionOrder?.id ?? "" }, body: {} },
      { token },
    );
    expect(skipped.problem).toMatchObject({ code: "wrong_state", message: expect.stringContaining("Your bank is") });
    const params = { id: patient.id };
    await server.call(treatment.pause, { params, body: { months: 1 } }, { token });
    const resumed = await server.call(treatment.resume, { params, body: {} }, { token });
    expect(resumed.ok.message).toContain("Until it decides, we won't charge you unless you ask us to.");
    expect(resumed.ok.message).not.toMatch(/charge you and send/);
    await server.jobs.drain();
    const [mail] = (await server.mailbox.list(patient.email)).filter(
      ({ subject }) => subject === "Your subscription continues",
    );
    expect(mail?.text).toContain("welcome back. Your bank is looking into one of your payments.");
  });

  test("resuming charges after one dispute leaves another one that suspends them", async () => {
    const patient = await inCare(server);
    await decideDispute(patient, await openDisputeFor(patient), "lost");
    const params = { id: (await listedDispute(patient))?.id ?? "" };
    await server.call(care.resumeCharges, { params, body: {} }, { apiKey });
    await openDisputeFor(patient);
    await passDays(server, 45);
    expect(await capturedCents(server, patient)).toHaveLength(1);
  });

  test("the practice is notified of the day it must answer by, in its own time zone, in the evening too", async () => {
    const patient = await inCare(server);
    server.clock.advance(9 * 3_600_000);
    await openDisputeFor(patient);
    await server.jobs.drain();
    const { ordernumber = null } = (await listedDispute(patient)) ?? {};
    const mails = await server.mailbox.list(server.services.content.brand.supportemail);
    const [mail] = mails.filter(({ text }) => text.includes(`: ${ordernumber}`));
    expect(mail?.subject).toBe("A payment is disputed");
    expect(mail?.text).toContain(addDays(clinicToday(server.services), 20));
  });

  test("charges cannot be resumed for a dispute that suspends nothing, and an unknown one is not found", async () => {
    const patient = await inCare(server);
    await decideDispute(patient, await openDisputeFor(patient), "won");
    const params = { id: (await listedDispute(patient))?.id ?? "" };
    expect((await server.call(care.resumeCharges, { params, body: {} }, { apiKey })).problem).toMatchObject({
      code: "wrong_state",
      message: "This dispute was settled, so it isn't stopping any charges.",
    });
    const unknown = { id: newId() };
    expect((await server.call(care.resumeCharges, { params: unknown, body: {} }, { apiKey })).status).toBe(404);
  });
});
