import { afterAll, beforeAll, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { treatedPatient } from "./testing/patients.ts";
import { readPdf } from "./testing/read-pdf.ts";

let server: TestServer;
let patient: Awaited<ReturnType<typeof treatedPatient>>;
beforeAll(async () => {
  server = await startTestServer();
  patient = await treatedPatient(server);
});
afterAll(() => server.close());

const call = async (name: string) => {
  await server.services.db.updateTable("patient").set({ firstname: name }).where("id", "=", patient.id).execute();
  const options = { token: await tokenOf(server, patient) };
  const params = { id: patient.id };
  return {
    receipt: await server.call(documents.hsaReceipt, { params }, options),
    drugs: await server.call(documents.ndcLetter, { params }, options),
    record: await server.call(documents.medicalRecords, { params }, options),
    labels: await server.call(care.printOrders, { body: { orderids: [patient.orderId], what: "labels" } }, { apiKey }),
  };
};

test("§3 a name no font has: label and receipt are refused in words with the letter, the record has its code", async () => {
  const { receipt, drugs, record, labels } = await call("محمد");
  for (const { problem, status } of [receipt, drugs]) {
    expect([status, problem.code]).toEqual([422, "unprintable"]);
    expect(problem.message).toContain("“م” (Arabic, U+0645)");
  }
  expect([labels.status, labels.problem.code]).toEqual([422, "unprintable"]);
  expect(labels.problem.message).toMatch(/^Order \d+: “م” \(Arabic, U\+0645\) can’t be printed/);
  expect((await readPdf(record.raw.rawPayload)).text).toContain("[U+0645 U+062D U+0645 U+062F]");
});

test("§3 a name in another script that a font has is on all of them", async () => {
  const printed = await call("李娜");
  for (const { status, raw } of Object.values(printed)) {
    expect(status).toBe(200);
    expect((await readPdf(raw.rawPayload)).text).toContain("李娜");
  }
});
