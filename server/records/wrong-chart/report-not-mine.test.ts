import { beforeEach, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { messages } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { pdfFile } from "#server/contract-tests/testing/clinic-document-states.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { dispensableProducts } from "#server/prescriptions/public.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
let patient: TestPatient;
beforeEach(async () => {
  patient = await inCare(server);
});

const as = async (who: TestPatient) => ({ token: await tokenOf(server, who) });
const waiting = async () =>
  (await server.call(care.workItems, { query: {} }, { apiKey })).ok.items.filter(
    ({ kind, patient: of }) => kind === "not_mine" && of?.id === patient.id,
  );
const close = async (more: { readonly message?: string } = { message: "It's yours: I asked for it in May." }) => {
  const [item] = await waiting();
  if (!item) throw new Error("nothing waits");
  return server.call(
    care.closeWorkItem,
    {
      params: { id: item.id },
      body: { version: item.version, outcome: "no_change", note: "Looked at it.", ...more },
    },
    { apiKey },
  );
};
const lastMessage = async () => {
  const { ok } = await server.call(messages.conversations, { query: {} }, await as(patient));
  return JSON.stringify(ok);
};

describe("a document that the practice filed", () => {
  const send = async (path: string, fields: Record<string, string>, by: Record<string, string>) => {
    const { headers, payload } = multipart(pdfFile, fields);
    const answer = await server.app.inject({ method: "POST", url: path, payload, headers: { ...headers, ...by } });
    return answer.json<{ id: string }>().id;
  };
  const file = (title: string) =>
    send(
      fullPath(care.fileDocument).replace("{id}", patient.id),
      { kind: "referral", title, from: "Prairie Lab" },
      { "x-api-key": apiKey, "idempotency-key": newId() },
    );
  const upload = async () => {
    const { headers, payload } = multipart(pdfFile, { kind: "referral", title: "Own card" });
    return (await server.call(documents.upload, { body: payload as never }, { ...(await as(patient)), headers })).ok.id;
  };
  const report = async (id: string, who = patient) =>
    server.call(documents.reportDocument, { params: { id } }, await as(who));
  const listed = async () =>
    (await server.call(documents.list, { query: {} }, await as(patient))).ok.items.map(({ title }) => title);
  const opens = async (id: string) => (await server.call(documents.file, { params: { id } }, await as(patient))).status;
  const reported = async () => (await server.call(documents.available, {}, await as(patient))).ok.documentreported;
  const recorded = async () =>
    (await server.call(care.patient, { params: { id: patient.id } }, { apiKey })).ok.documents?.map(
      ({ title, misfiled }) => [title, misfiled],
    );

  test("is hidden from the patient at once, and asks a clinician today; the other one stays", async () => {
    const [wrong] = [await file("QUILLMARK"), await file("Lipids")];
    expect((await report(wrong)).ok).toEqual({ id: wrong, misfiled: "reported" });
    expect([await listed(), await opens(wrong), await reported()]).toEqual([["Lipids"], 404, true]);
    expect(await recorded()).toEqual([
      ["Lipids", null],
      ["QUILLMARK", "reported"],
    ]);
    const [item, ...others] = await waiting();
    expect([item?.entries, others]).toMatchObject([
      [{ document: { id: wrong }, answers: [{ question: "Is QUILLMARK theirs?" }] }],
      [],
    ]);
    expect((await report(wrong)).status).toBe(200);
    expect((await waiting())[0]?.entries).toHaveLength(1);
  });

  test("is theirs after all: they see it again, and read why", async () => {
    const wrong = await file("QUILLMARK");
    await report(wrong);
    expect((await close({})).problem.details).toMatchObject({ fields: [{ path: "message" }] });
    expect((await close()).status).toBe(200);
    expect([await listed(), await reported()]).toEqual([["QUILLMARK"], false]);
    expect(await lastMessage()).toContain("I asked for it in May.");
  });

  test("is taken out: nothing waits of it any more, and the right patient sees it", async () => {
    const [wrong, right] = [await file("QUILLMARK"), await inCare(server)];
    await report(wrong);
    const { status } = await server.call(
      care.withdrawDocument,
      {
        ...{ params: { id: patient.id, documentid: wrong }, body: { forpatientid: right.id } },
      },
      { apiKey },
    );
    expect([status, await waiting(), await listed(), await reported()]).toEqual([200, [], [], false]);
    const { ok } = await server.call(documents.list, { query: {} }, await as(right));
    expect(ok.items.map(({ title }) => title)).toEqual(["QUILLMARK"]);
    expect((await report(wrong)).status).toBe(404);
  });

  test("which the patient sent themself is refused, and another patient's isn't there", async () => {
    expect((await report(await upload())).problem.code).toBe("wrong_state");
    expect((await report(await file("QUILLMARK"), await inCare(server))).status).toBe(404);
    expect(await waiting()).toEqual([]);
  });
});

describe("a medicine", () => {
  const overview = async () => (await server.call(treatment.overview, {}, await as(patient))).ok.subscriptions;
  const prescribed = async () => {
    const found = (await overview()).find(({ reportable }) => reportable);
    return found ?? expect.fail("nothing is prescribed");
  };
  const report = async (id: string, who = patient) =>
    server.call(treatment.reportMedicine, { params: { id } }, await as(who));
  const dispensable = async (productId: string) =>
    (await inTransaction(server.services, ({ db }) => dispensableProducts(db, patient.id))).has(productId);

  test("is neither sent nor charged from then on, and the patient reads what to do with what's at home", async () => {
    const { id, item } = await prescribed();
    const others = (await overview()).filter((each) => each.id !== id && each.reportable);
    const { ok } = await report(id);
    expect(ok.message).toContain(`We won't send ${item.name} or charge you for it`);
    expect(ok.message).toContain("until a doctor says so");
    expect(await dispensable(item.productid)).toBe(false);
    const after = await overview();
    expect(after.find((each) => each.id === id)).toMatchObject({ misfiled: "reported", reportable: false });
    for (const other of others)
      expect(after.find((each) => each.id === other.id)).toMatchObject({ misfiled: null, reportable: true });
    expect((await report(id)).ok.message).toBe(ok.message);
    expect(await waiting()).toMatchObject([{ holds: true, entries: [{ document: null }] }]);
  });

  test("is theirs after all: it goes on, and they read why", async () => {
    const { id, item } = await prescribed();
    await report(id);
    expect((await close()).status).toBe(200);
    expect(await dispensable(item.productid)).toBe(true);
    expect((await overview()).find((each) => each.id === id)).toMatchObject({ misfiled: null, reportable: true });
    expect(await lastMessage()).toContain("I asked for it in May.");
  });

  test("is stopped as entered for the wrong patient: nothing waits of it, and it can't be reported again", async () => {
    const { id } = await prescribed();
    await report(id);
    const [item] = await waiting();
    const { ok } = await server.call(care.workItem, { params: { id: item?.id ?? "" } }, { apiKey });
    const [prescription] = ok.prescriptions.filter(({ productid }) =>
      item?.medicines.some((each) => each.productid === productid),
    );
    const stopped = await server.call(
      care.stopPrescription,
      {
        params: { id: prescription?.id ?? "" },
        body: { reason: "It's another patient's.", message: "This was entered by mistake.", wrongpatient: true },
      },
      { apiKey },
    );
    expect([stopped.status, await waiting()]).toEqual([200, []]);
    expect((await report(id)).problem.code).toBe("wrong_state");
  });

  test("of another patient isn't there", async () => {
    const { id } = await prescribed();
    expect((await report(id, await inCare(server))).status).toBe(404);
    expect(await waiting()).toEqual([]);
  });
});
