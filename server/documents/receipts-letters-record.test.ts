import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { updatePatient } from "#server/auth/public.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { acceptedUpsellOrder, upsellAtClinic, answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { documentsPerMinute } from "./routes.ts";
import { ship, treatedPatient } from "./testing/patients.ts";
import { type ReadPdf, readPdf } from "./testing/read-pdf.ts";

let server: TestServer;
let patient: Awaited<ReturnType<typeof treatedPatient>>;
const year = () => Number(new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone: "America/New_York" }).format());

beforeAll(async () => {
  server = await sharedTestServer();
  patient = await treatedPatient(server);
  await updatePatient(server.services, patient.id, { firstname: "Ñusta", lastname: "Şahin-Łęcka" });
});

const yearly = [
  ["hsa", documents.hsaReceipt, documents.hsaReceiptOfYear, "hsa-receipt"],
  ["fsa", documents.fsaReceipt, documents.fsaReceiptOfYear, "fsa-receipt"],
  ["ndc", documents.ndcLetter, documents.ndcLetterOfYear, "ndc-letter"],
] as const;
const undated = [
  ["letter", documents.medicalLetter],
  ["records", documents.medicalRecords],
  ["fhir", documents.medicalRecordsFhir],
] as const;
type DocumentCall = (typeof yearly)[number][1] | (typeof undated)[number][1];
const allDocuments: readonly { name: string; call: DocumentCall }[] = [...yearly, ...undated].map(([name, call]) => ({
  name,
  call,
}));

async function downloadPdf(call: DocumentCall, of = patient): Promise<ReadPdf> {
  const { status, raw } = await server.call(call, { params: { id: of.id } }, { token: of.token });
  expect([status, raw.headers["content-type"]]).toEqual([200, "application/pdf"]);
  return readPdf(raw.rawPayload);
}

describe("documents", () => {
  test.each(allDocuments)("the 21st within a minute is refused, of all kinds together: $name", async ({ call }) => {
    const other = await server.newPatient();
    for (let used = 0; used < documentsPerMinute.points; used += 1)
      await server.services.limiter.consume("paper", other.id, documentsPerMinute);
    const { status, problem } = await server.call(call, { params: { id: other.id } }, { token: other.token });
    expect([status, problem.code]).toEqual([429, "rate_limited"]);
  });
});

const cents = (text: string | undefined): number =>
  Math.round(Number((text ?? "").replace("−", "-").replace(/[$,]/g, "")) * 100);
const column = (rows: readonly (readonly string[])[], title: string) => {
  const at = rows[0]?.indexOf(title) ?? -1;
  return rows.slice(1).map((row) => row[at] ?? "");
};

describe("decisions §12 HSA and FSA receipt", () => {
  test("practice, pharmacy and patient with their addresses and numbers", async () => {
    const { text } = await downloadPdf(documents.hsaReceipt);
    const { practice, pharmacy, registration } = server.services.content.brand;
    for (const part of [
      "Ñusta Şahin-Łęcka",
      "Date of birth: May 6, 1974",
      "1 Elm Street Town, IA 50001",
      practice.name,
      practice.address1,
      registration.practice.taxid,
      `NPI ${registration.practice.npi}`,
      pharmacy.name,
      pharmacy.address1,
      `NPI ${registration.pharmacy.npi}`,
    ])
      expect(text).toContain(part);
  });

  test("each line has its date of service, drug, strength, form, quantity, days’ supply, Rx number, prescriber, price, discount, eligibility", async () => {
    const [lines = []] = (await downloadPdf(documents.hsaReceipt)).tables;
    expect(lines[0]).toEqual([
      "Date of service",
      "Order",
      "Drug or product",
      "Strength",
      "Form",
      "Quantity",
      "Days’ supply",
      "Rx number",
      "Prescriber",
      "Eligibility",
      "Price",
      "Discount",
      "Amount",
    ]);
    const [patch] = lines.slice(1);
    expect(patch?.slice(1)).toEqual([
      expect.stringMatching(/^\d+$/),
      "Estradiol patch",
      "0.05 mg/day",
      "Patch",
      "8 patches",
      "28",
      expect.stringMatching(/^RX\d+$/),
      expect.stringMatching(/^Dr\. .+ NPI \d{10}$/),
      "Eligible",
      "$59.00",
      "$0.00",
      "$59.00",
    ]);
    expect(column(lines, "Eligibility")).toEqual(["Eligible", "Eligible", "Needs a letter", "Not eligible", ""]);
    expect(lines[3]?.[0]).toContain("paid, not sent yet");
  });

  test("tax and shipping are separate, and everything sums to what the card was charged, to the cent", async () => {
    const { tables } = await downloadPdf(documents.hsaReceipt);
    const [lines = [], paid = [], , summary = []] = tables;
    const sumOf = (rows: readonly (readonly string[])[], title: string) => {
      const all = column(rows, title).map(cents);
      const sumOfOthers = all.slice(0, -1).reduce((total, each) => total + each, 0);
      expect(sumOfOthers).toBe(all.at(-1));
      return sumOfOthers;
    };
    const amount = sumOf(lines, "Price") + sumOf(lines, "Discount");
    expect(amount).toBe(sumOf(lines, "Amount"));
    expect(amount).toBe(sumOf(paid, "Lines"));
    const paidTotal = sumOf(paid, "Lines") + sumOf(paid, "Sales tax") + sumOf(paid, "Shipping");
    expect(paidTotal).toBe(sumOf(paid, "Paid"));
    const charged = await server.services.db
      .selectFrom("payment_intent")
      .select(({ fn }) => fn.sum<number>("captured_cents").as("cents"))
      .where("patient_id", "=", patient.id)
      .executeTakeFirstOrThrow();
    expect(paidTotal).toBe(Number(charged.cents));
    const shares = summary.slice(1).filter(([name]) => !/^Total|^Paid/.test(name ?? ""));
    expect(shares.reduce((total, row) => total + cents(row.at(-1)), 0)).toBe(paidTotal);
    expect(sumOf(lines, "Discount")).toBeLessThan(0);
    expect(patient.cart.summary.taxamount).toBeGreaterThan(0);
  });

  test("an upsell is on both once it was paid, and not while it waits", async () => {
    const rosa = await answeredPatientInCare(server);
    await acceptedUpsellOrder(server, rosa);
    const receipts = [documents.hsaReceipt, documents.fsaReceipt];
    for (const call of receipts)
      expect((await downloadPdf(call, { ...patient, ...rosa })).text).not.toContain("Minoxidil");
    const id = (await upsellAtClinic(server, rosa))?.id ?? "";
    await server.call(care.approveUpsell, { params: { id }, body: {} }, { apiKey: testApiKey });
    await server.jobs.drain();
    for (const call of receipts) {
      const [lines = []] = (await downloadPdf(call, { ...patient, ...rosa })).tables;
      const serum = lines.find((row) => row.some((cell) => cell.includes("Minoxidil")));
      expect(serum?.slice(-3)).toEqual(["$39.00", "$0.00", "$39.00"]);
      expect(serum).toContainEqual(expect.stringMatching(/^RX\d+$/));
    }
  });

  test("the card’s last four, and refunds with their dates and amounts", async () => {
    const { tables, text } = await downloadPdf(documents.hsaReceipt);
    expect(column(tables[1] ?? [], "Paid with").slice(0, 2)).toEqual(["Visa ending in 4242", "Visa ending in 4242"]);
    const [, refund, total] = tables[2] ?? [];
    expect(refund).toEqual([
      patient.cart.number,
      expect.stringMatching(/^\w{3} \d{1,2}, \d{4}$/),
      `CN-${patient.cart.number}-1`,
      "Visa ending in 4242",
      "−$5.25",
    ]);
    expect(total?.at(-1)).toBe("−$5.25");
    expect(text).toContain("Paid less refunds");
  });

  test("the FSA receipt mentions the plan year, the HSA receipt tax records", async () => {
    const fsa = await downloadPdf(documents.fsaReceipt);
    expect(fsa.text).toContain("within the plan year");
    const hsa = await downloadPdf(documents.hsaReceipt);
    expect(hsa.text).toContain("tax records");
    for (const { text } of [fsa, hsa]) expect(text).not.toMatch(/\byour\b/i);
    expect(hsa.text).not.toContain("plan year");
  });

  test("an order only authorized, and a voided one, are on no receipt", async () => {
    const awaiting = await handedOver(server);
    const { status, problem } = await server.call(
      documents.hsaReceipt,
      { params: { id: awaiting.id } },
      { token: awaiting.token },
    );
    expect([status, problem.code]).toEqual([404, "no_purchases"]);
    await server.call(care.accept, { params: { id: awaiting.id }, body: {} }, { apiKey: testApiKey });
    const body = { reason: "Please see a doctor near you." };
    await server.call(care.declinePlan, { params: { id: awaiting.id }, body }, { apiKey: testApiKey });
    await server.services.jobs.drain();
    const again = await server.call(documents.fsaReceipt, { params: { id: awaiting.id } }, { token: awaiting.token });
    expect(again.problem.code).toBe("no_purchases");
  });

  test("an order refunded in full stays, with its refund, and nets to zero", async () => {
    const back = await handedOver(server);
    const apiKey = testApiKey;
    await server.call(care.accept, { params: { id: back.id }, body: {} }, { apiKey });
    await server.call(care.approvePlan, { params: { id: back.id }, body: {} }, { apiKey });
    await server.services.jobs.drain();
    await server.call(care.refundOrder, { params: { id: back.orderId }, body: { reason: "Sent back." } }, { apiKey });
    await server.services.jobs.drain();
    const { tables } = await downloadPdf(documents.hsaReceipt, { ...patient, ...back });
    expect(tables.at(-1)?.at(-1)).toEqual(["Paid less refunds", "", "", "$0.00"]);
  });
});

describe("decisions §12 NDC letter", () => {
  test("each drug that was sent, with its code, Rx number and fill date", async () => {
    const { tables, text } = await downloadPdf(documents.ndcLetter);
    const [drugs = []] = tables;
    expect(column(drugs, "NDC")).toEqual(["00000-1103-28", "00000-1301-30"]);
    expect(column(drugs, "Quantity")).toEqual(["8 patches", "28 capsules"]);
    expect(column(drugs, "Rx number").every((number) => /^RX\d+$/.test(number))).toBe(true);
    expect(column(drugs, "Fill date").every((day) => day.endsWith(String(year())))).toBe(true);
    expect(text).not.toContain("Magnesium");
  });

  test("a year in which nothing was sent has no letter, whatever was paid", async () => {
    const paid = await handedOver(server);
    const apiKey = testApiKey;
    await server.call(care.accept, { params: { id: paid.id }, body: {} }, { apiKey });
    await server.call(care.approvePlan, { params: { id: paid.id }, body: {} }, { apiKey });
    await server.services.jobs.drain();
    const ask = () => server.call(documents.ndcLetter, { params: { id: paid.id } }, { token: paid.token });
    expect((await ask()).problem.message).toContain("We didn't send you any medicine");
    await ship(server, paid.orderId);
    expect((await ask()).status).toBe(200);
  });
});

describe("decisions §12 medical record", () => {
  test("demographics, prescriptions, the decision and orders", async () => {
    const { text } = await downloadPdf(documents.medicalRecords);
    for (const part of [
      "Ñusta Şahin-Łęcka",
      "State of care: Iowa",
      "Allergies",
      "Medicines she reported",
      "Estradiol patch 0.05 mg/day",
      "Approved",
      "This plan is a good fit for you.",
      "00000-1301-30",
      "Magnesium glycinate",
    ])
      expect(text).toContain(part);
  });

  test("a new patient has one as well", async () => {
    const { text } = await downloadPdf(documents.medicalRecords, { ...patient, ...(await server.newPatient()) });
    expect(text).toContain("Nothing has been ordered.");
  });
});

describe("§7 the documents as files", () => {
  test.each(yearly)(
    "%s: neutral name, stored by no cache, readable by a screen reader",
    async (_, call, ofYear, name) => {
      const token = patient.token;
      const now = await server.call(call, { params: { id: patient.id } }, { token });
      expect(now.headers).toMatchObject({
        "content-disposition": `attachment; filename="calendula-${name}-${year()}.pdf"`,
        "cache-control": "no-store",
      });
      const chosen = await server.call(ofYear, { params: { id: patient.id, year: year() } }, { token });
      expect(chosen.headers["content-disposition"]).toBe(now.headers["content-disposition"]);
      const pdf = await readPdf(chosen.raw.rawPayload);
      expect(pdf).toMatchObject({ marked: true, displaysTitle: true, lang: "en-US" });
      expect(pdf.title).toContain("Ñusta Şahin-Łęcka");
      expect(pdf.roles.filter((role) => role === "H1")).toHaveLength(1);
      for (const role of ["H2", "P", "Table", "THead", "TR", "TH", "TD"]) expect(pdf.roles).toContain(role);
      expect(pdf.textOfPage.map((text) => / Page (\d+) of (\d+)/.exec(text)?.slice(1, 3).map(Number))).toEqual(
        pdf.textOfPage.map((__, index) => [index + 1, pdf.pages]),
      );
    },
  );

  test.each(yearly)("%s: a year before 2021 is refused at the field", async (_, __, ofYear) => {
    for (const wrong of [2020, 1, "soon"]) {
      const params = { id: patient.id, year: wrong as number };
      const { status, problem } = await server.call(ofYear, { params }, { token: patient.token });
      expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "year"]);
    }
  });

  test.each(yearly)("%s: a year without purchases is refused at the field", async (_, __, ofYear) => {
    for (const none of [2021, year() + 1]) {
      const params = { id: patient.id, year: none };
      const { status, problem } = await server.call(ofYear, { params }, { token: patient.token });
      expect([status, problem.code]).toEqual([404, "no_purchases"]);
      expect(problem.details?.fields).toEqual([{ path: "year", message: expect.stringContaining(String(none)) }]);
    }
  });

  test.each(allDocuments)("$name: another patient’s, and a nonexistent one, are not found", async ({ call }) => {
    const other = await server.newPatient();
    for (const id of [patient.id, newId()]) {
      const { status, problem } = await server.call(call, { params: { id } }, { token: other.token });
      expect([status, problem.code]).toEqual([404, "not_found"]);
    }
  });

  test.each(allDocuments)("$name: without a token the patient is asked to log in", async ({ call }) => {
    expect((await server.call(call, { params: { id: patient.id } })).problem.code).toBe("need_auth");
  });
});
