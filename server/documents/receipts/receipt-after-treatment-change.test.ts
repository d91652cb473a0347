import { afterAll, beforeAll, expect, test } from "vitest";
import { documents } from "#contract/documents/calls.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { changeTreatment, weaker } from "#server/treatment/testing/changes.ts";
import { home, inCare, passDays, tokenOf } from "#server/treatment/testing/in-care.ts";
import { ship } from "../testing/patients.ts";
import { readPdf } from "../testing/read-pdf.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // A day in March, so that the following month is in the same year.
  const now = new Date();
  server.clock.setOffset(Date.UTC(now.getUTCFullYear() + 1, 2, 3, 17) - now.getTime());
});
afterAll(() => server.close());

test("after a treatment change later prescription orders are named, counted and eligible as what was sent, the earlier ones as before", async () => {
  const rosa = await inCare(server);
  await changeTreatment(server, rosa, { pricingid: weaker });
  await passDays(server, 35);
  const [later] = (await home(server, rosa)).orders;
  await ship(server, later?.id ?? "");
  const token = await tokenOf(server, rosa);
  const downloadPdf = async (call: (typeof documents)["hsaReceipt" | "fsaReceipt" | "ndcLetter"]) => {
    const { status, raw } = await server.call(call, { params: { id: rosa.id } }, { token });
    expect(status).toBe(200);
    return readPdf(raw.rawPayload);
  };
  for (const call of [documents.hsaReceipt, documents.fsaReceipt]) {
    const { tables } = await downloadPdf(call);
    // A cell may be broken into several lines.
    const lines = (tables[0] ?? []).map((row) => row.map((cell) => cell.replaceAll(" ", "")));
    const [titles = [], ...rows] = lines;
    const patches = rows.filter((row) => row[titles.indexOf("Drugorproduct")] === "Estradiolpatch");
    const columnOf = (title: string) => patches.map((row) => row[titles.indexOf(title)]);
    expect(columnOf("Strength")).toEqual(["0.05mg/day", "0.025mg/day"]);
    expect(columnOf("Quantity")).toEqual(["8patches", "8patches"]);
    expect(columnOf("Days’supply")).toEqual(["28", "28"]);
    expect(columnOf("Eligibility")).toEqual(["Eligible", "Eligible"]);
    expect(columnOf("Amount")).toEqual(["$59.00", "$59.00"]);
    const numbers = columnOf("Rxnumber");
    expect(new Set(numbers).size).toBe(2);
    for (const number of numbers) expect(number).toMatch(/^RX\d+$/);
  }
  expect((await downloadPdf(documents.ndcLetter)).text.replaceAll(" ", "")).toContain("0.025mg/day");
});
