import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { copiesOfRecord } from "#contract/care/copies.ts";
import { copyRecipients } from "#contract/staff/record-access.ts";
import { documentsPerMinute } from "#server/documents/public.ts";
import { treatedPatient } from "#server/documents/testing/patients.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
let nurse: StaffPerson;
let services: StaffPerson;
let rosa: Awaited<ReturnType<typeof treatedPatient>>;
beforeAll(async () => {
  server = await sharedTestServer();
  rosa = await treatedPatient(server);
  const [conversation] = await conversationsOf(server, rosa);
  await sendAsPatient(server, rosa, conversation?.id ?? "", { message: "The larkspur itches" });
  nurse = await signedInStaff(server, ["nurse"]);
  services = await signedInStaff(server, ["patient_services"]);
});

const purpose = { recipient: "court", words: "Subpoena 12-345, larkspur case" } as const;
const copy = (of: (typeof copiesOfRecord)[number], by = nurse, id = rosa.id) =>
  by.browser.call(care.copyRecord, { params: { id }, body: { of, ...purpose } });
const auditOf = async (call: string, who: StaffPerson) =>
  (
    await server.call(care.audit, { query: { patient: rosa.id, actor: `staff:${who.id}`, what: "copied" } }, { apiKey })
  ).ok.items.filter((item) => item.call === call);

describe("copies of a record for somebody outside", () => {
  test("the record and the conversations, each to read and as data", async () => {
    const pdf = async (of: "record" | "conversations") => {
      const { status, raw } = await copy(of);
      expect([status, raw.headers["content-type"]]).toEqual([200, "application/pdf"]);
      return (await readPdf(raw.rawPayload)).text;
    };
    expect(await pdf("record")).toContain("Prescriptions");
    const conversations = await pdf("conversations");
    expect(conversations).toContain("The larkspur itches");
    expect(conversations).toContain("With the doctor");
    const bundle = JSON.parse((await copy("record_data")).raw.payload) as { resourceType: string };
    expect(bundle.resourceType).toBe("Bundle");
    const { raw } = await copy("conversations_data");
    expect(raw.headers["content-type"]).toContain("json");
    const data = JSON.parse(raw.payload) as {
      patient: { id: string };
      conversations: { kind: string; messages: { text: string; from: { role: string } }[] }[];
    };
    expect(data.patient.id).toBe(rosa.id);
    const all = data.conversations.flatMap(({ messages }) => messages);
    expect(all).toContainEqual(
      expect.objectContaining({ text: "The larkspur itches", from: expect.objectContaining({ role: "patient" }) }),
    );
  });

  test("receipts are also for patient services, who copy nothing of the record", async () => {
    const params = { id: rosa.id };
    const year = new Date().getFullYear();
    const receipt = await services.browser.call(care.copyReceipts, { params, body: { of: "hsa", year, ...purpose } });
    expect([receipt.status, receipt.raw.headers["content-type"]]).toEqual([200, "application/pdf"]);
    const none = await services.browser.call(care.copyReceipts, {
      params,
      body: { of: "fsa", year: 2021, ...purpose },
    });
    expect(none.problem.code).toBe("no_purchases");
    expect((await auditOf("care.copyReceipts", services)).map(({ ground }) => ground)).toEqual(["copy_court"]);
    expect((await copy("record", services)).problem.code).toBe("scope_missing");
    const finance = await signedInStaff(server, ["finance"]);
    const asFinance = await finance.browser.call(care.copyReceipts, { params, body: { of: "hsa", year, ...purpose } });
    expect(asFinance.problem.code).toBe("scope_missing");
  });

  test("the audit says whom each was for, and why in words to whoever may read about health", async () => {
    for (const recipient of copyRecipients)
      await nurse.browser.call(care.copyRecord, {
        params: { id: rosa.id },
        body: { of: "record_data", recipient, words: `For ${recipient}` },
      });
    const rows = (await auditOf("care.copyRecord", nurse)).slice(0, copyRecipients.length);
    expect(rows.map(({ ground, words }) => [ground, words])).toEqual(
      copyRecipients.toReversed().map((recipient) => [`copy_${recipient}`, `For ${recipient}`]),
    );
    const administrator = await signedInStaff(server, ["administrator"]);
    const { items } = (await administrator.browser.call(care.audit, { query: { patient: rosa.id, what: "copied" } }))
      .ok;
    expect(items[0]).toMatchObject({ ground: "copy_other", words: null });
  });

  test("so many a minute for one person, and nobody else waits for it", async () => {
    const busy = await signedInStaff(server, ["patient_services"]);
    const receipt = (by: StaffPerson, year: number) =>
      by.browser.call(care.copyReceipts, { params: { id: rosa.id }, body: { of: "ndc", year, ...purpose } });
    const answered: number[] = [];
    for (let made = 0; made <= documentsPerMinute.points; made += 1) answered.push((await receipt(busy, 2021)).status);
    expect(answered).toEqual([...Array.from({ length: documentsPerMinute.points }, () => 404), 429]);
    // Of the year asked for: nothing was sent in this one.
    expect((await receipt(services, 2021)).problem.code).toBe("no_purchases");
  });

  test("bad input: no reason, nobody it is for, an unknown patient; a record outside of one's work asks first", async () => {
    const params = { id: rosa.id };
    const ask = (body: object, id = params.id) =>
      server.call(
        care.copyRecord,
        { params: { id }, body: { of: "record", ...purpose, ...body } as never },
        { apiKey },
      );
    expect((await ask({ words: " " })).problem.details?.fields?.[0]?.path).toBe("words");
    expect((await ask({ recipient: "newspaper" })).problem.details?.fields?.[0]?.path).toBe("recipient");
    expect((await ask({}, newId())).status).toBe(404);
    const idle = await server.newPatient();
    expect((await copy("record", nurse, idle.id)).problem.code).toBe("reason_required");
  });
});
