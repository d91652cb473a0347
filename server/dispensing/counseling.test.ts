import type { Bundle, Communication } from "fhir/r4";
import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { fhirProblems } from "#server/documents/testing/fhir-validator.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays } from "#server/platform/clock/working-days.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { deliver, inCare, type InCare } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
let pharmacist: StaffPerson;
beforeAll(async () => {
  server = await sharedTestServer();
  pharmacist = await signedInStaff(server, ["pharmacy"]);
});

const offerOf = async ({ token }: InCare, id: string) =>
  (await server.call(treatment.counseling, { params: { id } }, { token })).ok.offer;
const answer = ({ token }: InCare, id: string, body: object) =>
  server.call(treatment.answerCounseling, { params: { id }, body: body as never }, { token });
const call = { answer: "call", phoneno: "(515) 555-0100", times: ["morning", "noon"] } as const;
const tasksOf = (orderId: string) =>
  server.services.db
    .selectFrom("task")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("kind", "=", "counseling")
    .orderBy("opened_at")
    .orderBy("id")
    .execute();
const end = (by: StaffPerson, id: string, outcome: string) =>
  by.browser.call(care.endTask, { params: { id }, body: { outcome: outcome as "talked" } });

/** Another order of the same products, placed a month later. */
async function nextOrder({ id, orderId }: InCare): Promise<string> {
  const { db } = server.services;
  const next = newId();
  const order = await db.selectFrom("customer_order").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const lines = await db.selectFrom("order_line").selectAll().where("order_id", "=", orderId).execute();
  const placed = new Date(order.placed_at.getTime() + 30 * 86_400_000);
  await db
    .insertInto("customer_order")
    .values({
      ...(order as never as object),
      ...{ id: next, number: String(Math.floor(Math.random() * 1e9) + 1e9), status: "paid", kind: "renewal" },
      ...{ placed_at: placed, patient_id: id, idempotency_key: newId() },
    } as never)
    .execute();
  await db
    .insertInto("order_line")
    .values(lines.map((line) => ({ ...line, order_id: next })) as never)
    .execute();
  return next;
}

const ship = (on: TestServer, { orderId }: InCare) =>
  on.call(
    care.shipOrder,
    { params: { id: orderId }, body: { carrier: "Meadow Post", trackingnumber: `T${newId().slice(0, 18)}` } },
    { apiKey: testApiKey },
  );

/** The talks with the pharmacist in the record as FHIR, which is valid. */
async function communicationsOf({ id, token }: InCare) {
  const { raw } = await server.call(documents.medicalRecordsFhir, { params: { id } }, { token });
  const bundle = JSON.parse(raw.payload) as Bundle;
  expect(fhirProblems(bundle)).toEqual([]);
  const talks = (bundle.entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === "Communication" ? [resource as Communication] : [],
  );
  return talks.map(({ status, statusReason, note = [] }) => ({
    ...{ status, why: statusReason?.text, by: note.map(({ authorString }) => authorString) },
  }));
}

/** What only this test can read: its address is sealed for another order. */
async function forget(orderId: string): Promise<void> {
  const { db } = server.services;
  await db.deleteFrom("order_line").where("order_id", "=", orderId).execute();
  await db.deleteFrom("customer_order").where("id", "=", orderId).execute();
}

describe("OBRA-90 an offer to talk with the pharmacist", () => {
  test("comes with the first fill, names what is new, and the pharmacy with its phone", async () => {
    const rosa = await inCare(server, { delivered: false });
    const lines = await server.services.db
      .selectFrom("order_line")
      .select(["name", "dosage"])
      .where("order_id", "=", rosa.orderId)
      .where("prescription", "=", true)
      .orderBy("line")
      .execute();
    const { name, phone } = server.services.content.brand.pharmacy;
    expect(await offerOf(rosa, rosa.orderId)).toMatchObject({
      ...{ medicines: lines.map((line) => ({ ...line, why: "medicine" })), pharmacy: { name, phone }, answer: null },
    });
  });

  test("not with the next fill of the same, and with its first fill by other directions", async () => {
    const rosa = await inCare(server, { delivered: false });
    await deliver(server, rosa.orderId);
    const next = await nextOrder(rosa);
    expect(await offerOf(rosa, next)).toBeNull();
    expect((await answer(rosa, next, call)).problem.code).toBe("wrong_state");
    const { id, product_id, doctor_id } = await server.services.db
      .selectFrom("prescription")
      .select(["id", "product_id", "doctor_id"])
      .where("patient_id", "=", rosa.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    server.clock.advance(1000);
    const changeId = newId();
    await server.services.db
      .insertInto("directions_change")
      .values({
        ...{ id: changeId, patient_id: rosa.id, prescription_id: id, product_id, pace: "label" },
        ...{ doctor_id, made_at: server.clock.now(), directions_sealed: Buffer.from("x") },
      } as never)
      .execute();
    expect((await offerOf(rosa, next))?.medicines.map(({ why }) => why)).toEqual(["directions"]);
    // The one that left before has nothing new by it.
    expect((await offerOf(rosa, rosa.orderId))?.medicines.length).toBeGreaterThan(1);
    await server.services.db.deleteFrom("directions_change").where("id", "=", changeId).execute();
    await forget(next);
  });

  test("again for what never reached the patient: a package that came back, a medicine that was canceled", async () => {
    const rosa = await inCare(server, { delivered: false });
    await deliver(server, rosa.orderId);
    const next = await nextOrder(rosa);
    const { db, clock } = server.services;
    const whys = async () => (await offerOf(rosa, next))?.medicines.map(({ why }) => why) ?? [];
    const cancel = (cancelled_at: Date | null) =>
      db
        .updateTable("order_line")
        .set({ cancelled_at })
        .where("order_id", "=", rosa.orderId)
        .where("line", "=", 1)
        .execute();
    expect(await whys()).toEqual([]);
    await cancel(clock.now());
    expect(await whys()).toEqual(["medicine"]);
    await cancel(null);
    const fill = async (line: number, voided: boolean, order_id = rosa.orderId) =>
      void (await db
        .insertInto("order_fill")
        .values({
          ...{ id: newId(), order_id, line, parcel: 1, packed_at: clock.now() },
          ...(voided && { voided_at: clock.now(), voided_by: "staff:1", voided_by_name: "Dana", void_resends: false }),
          ...(voided && { void_reason: "missing" as const, void_note: "Not in it." }),
        })
        .execute());
    const names = async () => (await offerOf(rosa, next))?.medicines.map(({ name }) => name) ?? [];
    const [first, second] = await db
      .selectFrom("order_line")
      .select(["line", "name"])
      .where("order_id", "=", rosa.orderId)
      .orderBy("line")
      .execute();
    await db.deleteFrom("order_fill").where("order_id", "=", rosa.orderId).execute();
    const other = await inCare(server);
    for (const { line } of [first!, second!]) await fill(line, true, other.orderId);
    expect(await names(), "what was wrong in another's package").toEqual([]);
    await db.deleteFrom("order_fill").where("order_id", "=", other.orderId).execute();
    await fill(second!.line, true);
    expect(await names()).toEqual([second!.name]);
    await fill(first!.line, false);
    expect(await names()).toEqual([second!.name]);
    await fill(second!.line, false);
    expect(await names()).toEqual([]);
    await db.deleteFrom("order_fill").where("order_id", "=", rosa.orderId).execute();
    await db
      .updateTable("shipment")
      .set({ returned_at: clock.now(), return_reason: "unclaimed" })
      .where("order_id", "=", rosa.orderId)
      .execute();
    expect(new Set(await whys())).toEqual(new Set(["medicine"]));
    await forget(next);
  });

  test("not of an order nobody is to fill, of none that isn't there, and of nobody else's", async () => {
    const [rosa, other] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
    for (const { status } of [
      await server.call(treatment.counseling, { params: { id: rosa.orderId } }, { token: other.token }),
      await answer(other, rosa.orderId, call),
      await answer(rosa, newId(), call),
    ])
      expect(status).toBe(404);
    await server.services.db
      .updateTable("order_line")
      .set({ cancelled_at: server.clock.now() })
      .where("order_id", "=", rosa.orderId)
      .execute();
    expect(await offerOf(rosa, rosa.orderId)).toBeNull();
    expect((await answer(rosa, rosa.orderId, call)).problem.code).toBe("wrong_state");
    expect(await tasksOf(rosa.orderId)).toEqual([]);
  });
});

test("the mail about the first package offers it too, unless the patient has answered", async () => {
  const mailOf = async (patient: InCare) => {
    await ship(server, patient);
    await server.jobs.drain();
    return (await server.mailbox.list(patient.email)).filter(({ subject }) => subject.endsWith("is on its way"));
  };
  const [rosa, asked] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
  await answer(asked, asked.orderId, call);
  const [first] = await mailOf(rosa);
  expect(first?.text).toContain("Our pharmacist is happy to call you about it.");
  const [second] = await mailOf(asked);
  expect(second?.text).not.toContain("pharmacist");
  expect(second?.text).toContain("Follow it here");
});

describe("the patient asks for a call", () => {
  test("until they were called it's to come, in the record as FHIR too", async () => {
    const rosa = await inCare(server, { delivered: false });
    expect(await communicationsOf(rosa)).toEqual([]);
    await answer(rosa, rosa.orderId, call);
    expect(await communicationsOf(rosa)).toEqual([{ status: "preparation", why: undefined, by: [] }]);
  });

  test("it's the pharmacy's by the next working day, with phone, times and what is new; a repeat changes nothing", async () => {
    const rosa = await inCare(server, { delivered: false });
    const { promises } = server.services.content;
    const due = addWorkingDays(promises.closed, clinicToday(server.services), promises.counseling.businessdays);
    const { ok } = await answer(rosa, rosa.orderId, call);
    expect(ok.offer?.answer).toMatchObject({ callby: due, outcome: null });
    await answer(rosa, rosa.orderId, call);
    const tasks = await tasksOf(rosa.orderId);
    expect(tasks).toHaveLength(1);
    const [task] = tasks;
    const read = (await pharmacist.browser.call(care.task, { params: { id: task!.id } })).ok;
    expect(read).toMatchObject({
      ...{ kind: "counseling", asker: null, dueon: due, for: { role: "pharmacy" }, ended: null },
      words: expect.stringMatching(
        /^Please call the patient at \(515\) 555-0100\. Good time in IA: morning or noon\. New in this/,
      ),
    });
    expect(read.actions).toEqual(expect.arrayContaining(["talk", "aside", "reassign"]));
    expect(read.actions).not.toContain("drop");
    const inbox = (await pharmacist.browser.call(care.inbox, { query: { kind: "task" } })).ok;
    expect(JSON.stringify(inbox.items)).toContain(task!.id);
  });

  test.each(["talked", "declined", "not_reached"] as const)(
    "it ends with %s, by whom and when; the patient sees it, and it's in the record",
    async (outcome) => {
      const rosa = await inCare(server, { delivered: false });
      await answer(rosa, rosa.orderId, call);
      const [task] = await tasksOf(rosa.orderId);
      for (const wrong of ["done", "answered", "dropped"])
        expect((await end(pharmacist, task!.id, wrong)).problem.code).toBe("wrong_state");
      expect((await end(pharmacist, task!.id, outcome)).ok.ended).toMatchObject({
        ...{ outcome, actor: `staff:${pharmacist.id}`, name: "Ines Falk" },
      });
      expect((await offerOf(rosa, rosa.orderId))?.answer).toMatchObject({ callby: null, outcome });
      const { raw } = await server.call(documents.medicalRecords, { params: { id: rosa.id } }, { token: rosa.token });
      const { tables } = await readPdf(raw.rawPayload);
      const rows = tables.find(([head]) => head?.includes("What came of it"));
      expect(rows?.[1]?.at(-1)).toBe("Ines Falk");
      expect(await communicationsOf(rosa)).toEqual([
        outcome === "talked"
          ? { status: "completed", why: undefined, by: ["Ines Falk"] }
          : { status: "not-done", why: expect.stringMatching(/declined|didn't reach/), by: [] },
      ]);
      if (outcome === "not_reached")
        expect((await answer(rosa, rosa.orderId, call)).ok.offer?.answer?.outcome).toBeNull();
    },
  );

  test("another number takes the place of the first; two at once leave one", async () => {
    const rosa = await inCare(server, { delivered: false });
    await answer(rosa, rosa.orderId, call);
    await Promise.all([
      answer(rosa, rosa.orderId, { ...call, phoneno: "5155550111" }),
      answer(rosa, rosa.orderId, { ...call, phoneno: "5155550111" }),
    ]);
    const open = (await tasksOf(rosa.orderId)).filter(({ ended_at }) => ended_at === null);
    expect(open).toHaveLength(1);
    const read = (await pharmacist.browser.call(care.task, { params: { id: open[0]!.id } })).ok;
    expect(read.words).toContain("(515) 555-0111");
  });

  test("no, thanks is kept as their answer; after a request it ends the request; later they may ask", async () => {
    const rosa = await inCare(server, { delivered: false });
    await answer(rosa, rosa.orderId, { answer: "decline" });
    await answer(rosa, rosa.orderId, { answer: "decline" });
    expect((await tasksOf(rosa.orderId)).map(({ outcome, ended_by }) => [outcome, ended_by])).toEqual([
      ["declined", `patient:${rosa.id}`],
    ]);
    server.clock.advance(1000);
    expect((await answer(rosa, rosa.orderId, call)).ok.offer?.answer?.outcome).toBeNull();
    server.clock.advance(1000);
    expect((await answer(rosa, rosa.orderId, { answer: "decline" })).ok.offer?.answer?.outcome).toBe("declined");
    expect((await tasksOf(rosa.orderId)).every(({ ended_at }) => ended_at !== null)).toBe(true);
  });

  test.each([
    ["no phone", { answer: "call", times: ["morning"] }],
    ["half a phone", { ...call, phoneno: "555" }],
    ["no time", { ...call, times: [] }],
    ["another word", { answer: "maybe" }],
    ["more than asked", { answer: "decline", phoneno: "5155550100" }],
  ])("refused with %s", async (_, body) => {
    const rosa = await inCare(server, { delivered: false });
    expect((await answer(rosa, rosa.orderId, body)).status).toBe(400);
    expect(await tasksOf(rosa.orderId)).toEqual([]);
  });
});
