import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";

let server: TestServer;
/** Both licensed in Iowa. */
let approver: StaffPerson;
let decliner: StaffPerson;
beforeAll(async () => {
  server = await startTestServer();
  approver = await signedInStaff(server, ["physician"], "elena_marsh");
  decliner = await signedInStaff(server, ["physician"], "ruth_okafor");
});
afterAll(() => server.close());

/** What was decided about the order's plan, as the records say: each counts separately, so two decisions cannot hide behind one status. */
async function decisions(patientId: string, orderId: string) {
  const { db } = server.services;
  const found = await db.selectFrom("care_case").select("status").where("order_id", "=", orderId).executeTakeFirst();
  const events = await db
    .selectFrom("clinic_event")
    .select("id")
    .where("type", "=", "plan.decided")
    .where("patient_id", "=", patientId)
    .execute();
  const { length: prescriptions } = await db
    .selectFrom("prescription")
    .select("id")
    .where("patient_id", "=", patientId)
    .execute();
  return { status: found?.status, events: events.length, prescriptions };
}

describe("decisions §11 two physicians decide one case at the same time", () => {
  it("exactly one decision is made, and the other one learns of it", async () => {
    const found = { races: 0, approved: 0, declined: 0, twice: 0, none: 0 };
    const ways = fc.record({
      leaves: fc.boolean(),
      // Often at the same moment; often just after the other one has decided and left.
      pauses: fc.tuple(fc.oneof(fc.nat(6), fc.nat(200)), fc.oneof(fc.nat(6), fc.nat(200))),
    });
    await fc.assert(
      fc.asyncProperty(ways, async ({ leaves, pauses }) => {
        const { id, orderId } = await handedOver(server);
        await server.call(care.accept, { params: { id }, body: {} }, { apiKey });
        const { revision } = (await approver.browser.call(care.patient, { params: { id } })).ok;
        // Both have the case open.
        await decliner.browser.call(care.patient, { params: { id } });
        const params = { id };
        // The patient answered nothing.
        const override = { withoutanswers: true, reason: "Answers taken by phone." };
        const leave = ({ browser }: StaffPerson) =>
          leaves ? browser.call(staff.release, { params: { kind: "case", id } }) : null;
        const both = await Promise.all([
          pause(pauses[0])
            .then(() =>
              approver.browser.call(care.approvePlan, { params, body: { revision, override } }, { key: newId() }),
            )
            .finally(() => leave(approver)),
          pause(pauses[1])
            .then(() =>
              decliner.browser.call(
                care.declinePlan,
                { params, body: { revision, reason: "Please see a doctor in person first." } },
                { key: newId() },
              ),
            )
            .finally(() => leave(decliner)),
        ]);
        const { status, events, prescriptions } = await decisions(id, orderId);
        const accepted = both.filter((each) => each.status < 300).length;
        found.races += 1;
        found.approved += both[0].status < 300 ? 1 : 0;
        found.declined += both[1].status < 300 ? 1 : 0;
        found.twice += accepted > 1 || events > 1 ? 1 : 0;
        found.none += accepted === 0 ? 1 : 0;
        expect(both.every((each) => each.status < 300 || each.status === 409)).toBe(true);
        expect({ accepted, events, status, prescriptions: prescriptions > 0 }).toEqual({
          accepted: 1,
          events: 1,
          status: both[0].status < 300 ? "approved" : "declined",
          prescriptions: both[0].status < 300,
        });
      }),
      { ...propertyRuns(12, 1000), endOnFailure: true },
    );
    if (found.races >= 1000) console.log("two physicians, one decision:", found);
  }, 1_800_000);
});
