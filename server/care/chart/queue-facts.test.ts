import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import type { CaseItem } from "#contract/care/worklists.ts";
import { goThrough, patientWithFollowup } from "#server/followup/testing/followups.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { requestPrescriptionRenewal } from "#server/prescriptions/public.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { startTestServer, type TestPatient, type TestServer, testApiKey as apiKey } from "#server/testing/harness.ts";
import { statementCounter } from "#server/testing/statement-counter.ts";
import { changeTreatment, stronger } from "#server/treatment/testing/changes.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { openWorkItem } from "#server/work-items/public.ts";
import { handedOver } from "../testing/handed-over.ts";
import { overchargeOrder } from "../testing/sandbox-charges.ts";

const counter = statementCounter();
let server: TestServer;
beforeAll(async () => void (server = await startTestServer({}, {}, counter)));
afterAll(() => server.close());

const flag = (level: "info" | "clinician", ruleid: string) => ({ ruleid, level, text: `About ${ruleid}` });

const inQueue = async (status: CaseItem["kind"], { id }: TestPatient) =>
  (await server.call(care.cases, { query: { status } }, { apiKey })).ok.items.find(({ patient }) => patient.id === id);
const medicinesIn = async (status: CaseItem["kind"], patient: TestPatient) =>
  (await inQueue(status, patient))?.medicines.map(({ name, dosage }) => `${name} ${dosage}`);
/** Notes that these rules were raised, as answering does. */
async function raise({ id }: TestPatient, ...ruleIds: string[]) {
  const { content, db, clock } = server.services;
  const rows = ruleIds.map((ruleId) => ({
    ...{ patient_id: id, rule_id: ruleId, content_version: "test", rule_version: "test", at: clock.now() },
    outcome: content.rules.find((rule) => rule.id === ruleId)?.outcome ?? "CLINICIAN",
  }));
  await db.insertInto("screening_hit").values(rows).execute();
}
const nameOf = (productId: string) => {
  const found = server.services.content.catalogue.products.find(({ productid }) => productid === productId);
  return `${found?.name} ${found?.strength}`;
};
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];

describe("a row of a queue says what it is about", () => {
  test("a plan's medicines with their strength, and the rules about them alone: what forbids first, each patient their own", async () => {
    const [rosa, ana] = [await handedOver(server), await handedOver(server)];
    await raise(rosa, "fibroids", "pap_due", "minoxidil_heart", "patch_allergy", "blood_clot", "no_rule_of_today");
    const item = await inQueue("incoming", rosa);
    expect(item?.medicines.map(({ name, dosage }) => `${name} ${dosage}`)).toEqual([nameOf(patch), nameOf(capsule)]);
    expect(item?.flags.map(({ ruleid, level }) => `${level} ${ruleid}`)).toEqual([
      ...["stop blood_clot", "stop patch_allergy", "clinician fibroids"],
    ]);
    const { rules } = server.services.content;
    expect(item?.flags[2]?.text).toBe(rules.find(({ id }) => id === "fibroids")?.note);
    expect((await inQueue("incoming", ana))?.flags).toEqual([]);
    await raise(ana, "blood_clot");
    expect((await inQueue("incoming", ana))?.flags.map(({ ruleid }) => ruleid)).toEqual(["blood_clot"]);
  });

  test("a renewal its one product, a change the new strength, what's canceled no longer", async () => {
    const [rosa, ana, kim] = [await inCare(server), await inCare(server), await handedOver(server)];
    const { db } = server.services;
    const { id } = await db
      .selectFrom("prescription")
      .select("id")
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", capsule)
      .executeTakeFirstOrThrow();
    await inTransaction(server.services, (tx) => requestPrescriptionRenewal(tx, rosa.id, id));
    await changeTreatment(server, ana, { pricingid: stronger });
    await db
      .updateTable("order_line")
      .set({ cancelled_at: server.clock.now() })
      .where("order_id", "=", kim.orderId)
      .where("product_id", "=", patch)
      .execute();
    expect(await medicinesIn("renewal", rosa)).toEqual([nameOf(capsule)]);
    expect(await medicinesIn("change", ana)).toEqual([nameOf("estradiol_patch_0_1")]);
    await raise(kim, "patch_allergy", "peanut_capsule");
    const left = await inQueue("incoming", kim);
    expect(left?.medicines.map(({ productid }) => productid)).toEqual([capsule]);
    expect(left?.flags.map(({ ruleid }) => ruleid)).toEqual(["peanut_capsule"]);
  });

  test("an order whose payment differs, until somebody has decided", async () => {
    const [rosa, ana] = [await handedOver(server), await handedOver(server)];
    await overchargeOrder(server, rosa.orderId);
    expect([await inQueue("incoming", rosa), await inQueue("incoming", ana)]).toMatchObject([
      { paymentdiffers: true },
      { paymentdiffers: false },
    ]);
    await server.services.db
      .updateTable("payment_mismatch")
      .set({ outcome: "accept", decided_at: server.clock.now() })
      .where("order_id", "=", rosa.orderId)
      .execute();
    expect((await inQueue("incoming", rosa))?.paymentdiffers).toBe(false);
  });

  test("a review what they take now, and what a patient told which of it waits, in as many statements for three as for one", async () => {
    const rosa = await patientWithFollowup(server);
    await goThrough(server, rosa);
    expect((await medicinesIn("followup", rosa))?.toSorted()).toEqual([nameOf(patch), nameOf(capsule)].toSorted());
    const reportEmergency = async (patient: TestPatient) => {
      await inTransaction(server.services, (tx) =>
        openWorkItem(tx, {
          ...{ kind: "answers", patientId: patient.id, scope: "clinical", within: 1 },
          holds: [patch, "estradiol_patch_0_1"],
          entry: { answers: [], document: null, flags: [flag("info", "pap_due"), flag("clinician", "fibroids")] },
        }),
      );
    };
    const waiting = async () => (await server.call(care.workItems, { query: {} }, { apiKey })).ok.items;
    await reportEmergency(rosa);
    const [item] = await waiting();
    expect(item?.medicines.map(({ productid }) => productid)).toEqual([patch]);
    expect(item?.flags.map(({ ruleid }) => ruleid)).toEqual(["fibroids", "pap_due"]);
    const sent = counter.maxByCall.get("care.workItems");
    for (const patient of [await inCare(server), await inCare(server)]) await reportEmergency(patient);
    expect((await waiting()).length).toBe(3);
    expect(counter.maxByCall.get("care.workItems")).toBe(sent);
  });

  test.each(["patient_services", "pharmacy", "finance", "administrator"] as const)(
    "decisions §11 %s reads none of it",
    async (role) => {
      const { browser } = await signedInStaff(server, [role]);
      expect((await browser.call(care.cases, { query: { status: "incoming" } })).status).toBe(403);
      expect((await browser.call(care.workItems, { query: {} })).status).toBe(403);
    },
  );
});
