import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { staff } from "#contract/staff/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { patientEntries } from "#server/tasks/public.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { changeTreatment, newestChange, stronger } from "#server/treatment/testing/changes.ts";
import { home, inCare, tokenOf } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
const requests = async (patient: TestPatient, orderid?: string) =>
  orderid === undefined
    ? server.call(account.requests, {}, { token: await tokenOf(server, patient) })
    : server.call(account.packageRequests, { params: { id: orderid } }, { token: await tokenOf(server, patient) });
const ofMedicine = async (patient: TestPatient, id: string) =>
  server.call(account.medicineRequests, { params: { id } }, { token: await tokenOf(server, patient) });
const takeBack = async (patient: TestPatient, id: string) =>
  server.call(account.takeRequestBack, { params: { id } }, { token: await tokenOf(server, patient) });
const ask = async (patient: TestPatient, body: Input<typeof account.addRequest>["body"]) =>
  server.call(account.addRequest, { body }, { token: await tokenOf(server, patient) });

describe("what a patient asks of their record", () => {
  test("waits for whom it's for by its legal day, and the patient reads each outcome in a sentence of its own", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const physician = await signedInStaff(server, ["physician"], "ruth_okafor");
    const asked = await ask(rosa, { kind: "correction", words: "I never smoked" });
    expect(asked.status).toBe(201);
    const today = clinicToday(server.services);
    expect(asked.ok.requests.items).toMatchObject([
      { kind: "correction", words: "I never smoked", answerby: addDays(today, 60), answer: null },
    ]);
    expect(asked.ok.requests.kinds.map(({ kind }) => kind)).not.toContain("correction");
    expect((await requests(ana)).ok.items).toEqual([]);
    expect((await requests(ana)).ok.kinds.map(({ kind }) => kind)).toContain("correction");
    expect((await ask(rosa, { kind: "correction", words: "Nor did I drink" })).status).toBe(409);

    const id = asked.ok.requests.items[0]?.id ?? "";
    const inbox = await physician.browser.call(care.inbox, { query: { kind: "task", limit: 200 as never } });
    expect(inbox.ok.items.find((each) => each.id === id)).toMatchObject({
      patient: { id: rosa.id },
      asked: { log: "Request to correct the record", words: "I never smoked" },
    });
    const task = await physician.browser.call(care.task, { params: { id } });
    expect(task.ok).toMatchObject({ asker: null, log: { fields: [{ id: "askedon", value: today }] } });
    for (const outcome of ["denied", "partly", "accepted"]) {
      const next =
        outcome === "denied"
          ? id
          : ((await ask(rosa, { kind: "correction", words: outcome })).ok.requests.items[0]?.id ?? "");
      const ended = await physician.browser.call(care.endTask, {
        params: { id: next },
        body: { outcome: "settled", logoutcome: outcome },
      });
      expect(ended.status).toBe(200);
      expect((await requests(rosa)).ok.items[0]).toMatchObject({
        ...{ id: next, answerby: null },
        answer: server.services.content.log["correction"]?.request?.outcomes[outcome],
      });
    }
  });

  test("what the practice logs of the patient isn't among it", async () => {
    const rosa = await inCare(server);
    const nurse = await signedInStaff(server, ["nurse"]);
    await nurse.browser.call(staff.openRecord, {
      params: { id: rosa.id },
      body: { reason: "colleague", words: "Asked about the patient." },
    });
    const logged = await nurse.browser.call(care.addPatientLog, {
      params: { id: rosa.id },
      body: { kind: "correction", words: "Private words", fields: [{ id: "askedon", value: "2026-11-01" }] },
    });
    expect(logged.ok.dueon).toBe("2026-12-31");
    expect((await requests(rosa)).ok.items).toEqual([]);
    expect((await takeBack(rosa, logged.ok.id)).status, "nor the patient's to take back").toBe(404);
  });

  test.each(["call", "complaint", "package_problem", "constructor"])("%s is nothing to ask for", async (kind) =>
    expect((await ask(await inCare(server), { kind, words: "Hello" })).status).toBe(400),
  );

  test("what can't wait is reported, and says whom to call", async () => {
    const rosa = await inCare(server);
    const { ok } = await ask(rosa, { kind: "correction", words: "I have chest pain and can't breathe" });
    expect(ok.emergency?.title).toContain("911");
    expect((await ask(rosa, { kind: "access_review", words: "My neighbor works with you" })).ok.emergency).toBeNull();
  });
});

describe("what is wrong with a package", () => {
  test("is said of an order that left, once at a time, and waits for patient services", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server, { delivered: false })];
    expect((await requests(rosa, rosa.orderId)).ok.kinds.map(({ kind }) => kind)).toEqual(["package_problem"]);
    const body = { kind: "package_problem", words: "It’s broken", orderid: rosa.orderId };
    const services = await signedInStaff(server, ["patient_services"]);
    const told = await ask(rosa, body);
    expect(told.ok.requests).toMatchObject({ kinds: [], items: [{ words: "It’s broken" }] });
    const task = await services.browser.call(care.task, { params: { id: told.ok.requests.items[0]?.id ?? "" } });
    expect(task.ok).toMatchObject({ order: { id: rosa.orderId, held: false }, for: { role: "patient_services" } });
    expect((await requests(rosa)).ok.items).toEqual([]);
    const entriesOf = (orderId: string) =>
      patientEntries(server.services.db, rosa.id, { kinds: ["package_problem"], orderId });
    expect([(await entriesOf(rosa.orderId)).length, (await entriesOf(ana.orderId)).length]).toEqual([1, 0]);
    expect((await ask(rosa, { ...body, words: "Again" })).status).toBe(409);
    expect((await takeBack(rosa, task.ok.id)).ok).toMatchObject({
      kinds: [{ kind: "package_problem" }],
      items: [{ id: task.ok.id, open: false }],
    });
    // Nothing of this one has left.
    expect((await requests(ana, ana.orderId)).ok.kinds).toEqual([]);
    expect((await ask(ana, { ...body, orderid: ana.orderId })).status).toBe(409);
    // It's another patient's.
    expect((await ask(ana, body)).status).toBe(404);
    expect((await requests(ana, rosa.orderId)).status).toBe(404);
  });
});

describe("decisions §20 another dose or form of a medicine", () => {
  const asksFor = { kind: "dose_request", choice: "too_weak", words: "I still wake up at three" };
  async function onTwo() {
    const rosa = await inCare(server);
    const all = (await home(server, rosa)).subscriptions;
    const [one, other] = all.filter(({ item }) => item.prescription);
    return { rosa, one: one!, other: other! };
  }
  /** Each doctor is decided for by one person. */
  let signedIn: ReturnType<typeof signedInStaff> | undefined;
  const physician = () => (signedIn ??= signedInStaff(server, ["physician"], "elena_marsh"));
  const mails = async ({ email }: TestPatient) => {
    await server.jobs.drain();
    return (await server.mailbox.list(email)).map(({ subject, text }) => `${subject} ${text}`);
  };

  test("waits for the physicians with the medicine, once at a time for each; the answer says what was decided and why, where it was asked", async () => {
    const { rosa, one, other } = await onTwo();
    const doctor = await physician();
    const asked = await ask(rosa, { ...asksFor, subscriptionid: one.id });
    expect(asked.status).toBe(201);
    const item = asked.ok.requests.items[0]!;
    expect(asked.ok.requests.kinds).toEqual([]);
    expect(item).toMatchObject({ choice: "It doesn't help enough", words: asksFor.words, answer: null, open: true });
    expect((await ask(rosa, { ...asksFor, subscriptionid: one.id })).status).toBe(409);
    const second = await ask(rosa, { ...asksFor, choice: "skin", subscriptionid: other.id });
    expect((await ofMedicine(rosa, one.id)).ok.items.map(({ id }) => id)).toEqual([item.id]);
    expect((await requests(rosa)).ok.items).toEqual([]);
    const task = (await doctor.browser.call(care.task, { params: { id: item.id } })).ok;
    expect(task).toMatchObject({
      ...{ asker: null, for: { role: "physician" }, subscriptionid: one.id },
      log: {
        why: true,
        fields: [{ value: `${one.item.name} ${one.item.dosage}` }, { id: "what", value: "Too weak" }],
      },
    });
    const end = (body: Input<typeof care.endTask>["body"], id = item.id) =>
      doctor.browser.call(care.endTask, { params: { id }, body });
    const unsaid = await end({ outcome: "settled", logoutcome: "stays" });
    expect([unsaid.status, unsaid.problem.details?.fields?.[0]?.path]).toEqual([400, "note"]);
    expect((await end({ outcome: "settled", logoutcome: "stays", note: "Give it four weeks." })).status).toBe(200);
    const changed = await end(
      { outcome: "settled", logoutcome: "changed", note: "A gel instead." },
      second.ok.requests.items[0]?.id,
    );
    expect(changed.status).toBe(200);
    const outcomes = server.services.content.log["dose_request"]?.request?.outcomes;
    expect((await ofMedicine(rosa, one.id)).ok).toMatchObject({
      kinds: [{ kind: "dose_request" }],
      items: [{ id: item.id, open: false, answer: outcomes?.["stays"], why: "Give it four weeks." }],
    });
    expect((await ofMedicine(rosa, other.id)).ok.items).toMatchObject([
      { answer: outcomes?.["changed"], why: "A gel instead." },
    ]);
    const told = (await mails(rosa)).filter((mail) => mail.startsWith("We answered"));
    expect(told).toHaveLength(2);
    expect(told.join()).toContain(`/subscription/${one.id}`);
    expect(told.join()).not.toMatch(/gel|weeks|patch|estradiol/i);
  });

  test("is taken back until it's answered, twice alike; the practice reads that the patient did, and then it's asked again", async () => {
    const { rosa, one } = await onTwo();
    const ana = await inCare(server);
    const doctor = await physician();
    const { id } = (await ask(rosa, { ...asksFor, subscriptionid: one.id })).ok.requests.items[0]!;
    expect((await takeBack(ana, id)).status).toBe(404);
    for (const _ of [1, 2])
      expect((await takeBack(rosa, id)).ok).toMatchObject({
        kinds: [{ kind: "dose_request" }],
        items: [{ id, open: false, answer: "You took this back.", why: null }],
      });
    expect((await doctor.browser.call(care.task, { params: { id } })).ok.ended).toMatchObject({
      ...{ outcome: "dropped", actor: `patient:${rosa.id}` },
    });
    const late = await doctor.browser.call(care.endTask, {
      params: { id },
      body: { outcome: "settled", logoutcome: "stays", note: "No" },
    });
    expect(late.status).toBe(409);
    const again = (await ask(rosa, { ...asksFor, subscriptionid: one.id })).ok.requests.items[0]!;
    const body = { outcome: "settled", logoutcome: "stays", note: "Wait." } as const;
    expect((await doctor.browser.call(care.endTask, { params: { id: again.id }, body })).status).toBe(200);
    expect((await takeBack(rosa, again.id)).status).toBe(409);
    expect((await ofMedicine(rosa, one.id)).ok.items[0]?.answer).not.toBe("You took this back.");
  });

  test("dropped by the practice it's open no more, and its note is for the practice alone", async () => {
    const { rosa, one } = await onTwo();
    const { id } = (await ask(rosa, { ...asksFor, subscriptionid: one.id })).ok.requests.items[0]!;
    const body = { outcome: "dropped", note: "Logged twice by mistake" } as const;
    expect((await (await physician()).browser.call(care.endTask, { params: { id }, body })).status).toBe(200);
    const [item] = (await ofMedicine(rosa, one.id)).ok.items;
    expect(item).toMatchObject({ id, open: false, why: null, answerby: null });
    expect(item?.answer).not.toBe("You took this back.");
  });

  test("isn't asked before a doctor has approved it", async () => {
    const rosa = await handedOver(server);
    const pending = (await home(server, rosa)).subscriptions.find(({ status }) => status === "pending");
    expect((await ofMedicine(rosa, pending?.id ?? "")).ok).toMatchObject({ kinds: [], items: [] });
    expect((await ask(rosa, { ...asksFor, subscriptionid: pending?.id ?? "" })).status).toBe(409);
  });

  test("isn't asked of another patient's, of a canceled one, without what bothers, or of two things at once", async () => {
    const { rosa, one, other } = await onTwo();
    const ana = await inCare(server);
    expect((await ofMedicine(ana, one.id)).status).toBe(404);
    expect((await ask(ana, { ...asksFor, subscriptionid: one.id })).status).toBe(404);
    for (const choice of [undefined, "toString"]) {
      const { choice: _, ...rest } = asksFor;
      const refused = await ask(rosa, { ...rest, subscriptionid: one.id, ...(choice && { choice }) });
      expect([refused.status, refused.problem.details?.fields?.[0]?.path]).toEqual([400, "choice"]);
    }
    expect((await ask(rosa, { ...asksFor, subscriptionid: one.id, orderid: rosa.orderId })).status).toBe(400);
    expect((await ask(rosa, asksFor)).status).toBe(400);
    const token = await tokenOf(server, rosa);
    await server.call(treatment.cancel, { params: { id: rosa.id }, body: { subscriptionid: other.id } }, { token });
    expect((await ofMedicine(rosa, other.id)).ok.kinds).toEqual([]);
    expect((await ask(rosa, { ...asksFor, subscriptionid: other.id })).status).toBe(409);
  });

  test("isn't asked while a change of it waits for the patient's answer", async () => {
    const { rosa, one, other } = await onTwo();
    const open = async (id: string) => (await ofMedicine(rosa, id)).ok.kinds.length > 0;
    expect([await open(one.id), await open(other.id)]).toEqual([true, true]);
    await changeTreatment(server, rosa, { pricingid: stronger });
    const { subscriptionid, status } = await newestChange(server, rosa);
    expect(status).toBe("waiting");
    expect(await open(subscriptionid)).toBe(false);
    expect(await open(subscriptionid === one.id ? other.id : one.id)).toBe(true);
  });

  test("what can't wait is reported, and says whom to call", async () => {
    const { rosa, one } = await onTwo();
    const words = "My chest hurts and I can't breathe";
    const { ok } = await ask(rosa, { ...asksFor, words, subscriptionid: one.id });
    expect(ok.emergency?.title).toContain("911");
    expect((await ask(await inCare(server), { kind: "correction", words: "x" })).ok.emergency).toBeNull();
  });
});
