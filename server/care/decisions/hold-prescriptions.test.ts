import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { changeTreatment, weaker } from "#server/treatment/testing/changes.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { openWorkItem } from "#server/work-items/public.ts";
import { putPrescriptionsOnHold } from "./hold-prescriptions.ts";

const patch = "estradiol_patch_0_05";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const isReady = async ({ orderId }: InCare) =>
  (await server.call(care.orders, { query: { status: "paid" } }, { apiKey: testApiKey })).ok.items.find(
    ({ id }) => id === orderId,
  )?.ready;

/** A patient whose first patch is paid and not sent; a doctor has prescribed another strength since. */
async function withReplacedPatch(): Promise<InCare> {
  const rosa = await inCare(server, { delivered: false });
  expect((await changeTreatment(server, rosa, { pricingid: weaker })).status).toBe(201);
  expect(await isReady(rosa)).toBe(true);
  server.clock.advance(60_000);
  return rosa;
}

describe("decisions §5 a medicine that was replaced and isn't sent yet isn't sent", () => {
  it("when it's put on hold", async () => {
    const rosa = await withReplacedPatch();
    await inTransaction(server.services, (tx) =>
      putPrescriptionsOnHold({ ...tx, ...refusesAny }, rosa.id, (id) => id === patch),
    );
    expect(await isReady(rosa)).toBe(false);
    // A doctor isn't asked to renew what another one has replaced.
    const { items } = (await server.call(care.prescriptionRenewals, { query: {} }, { apiKey: testApiKey })).ok;
    expect(items.filter(({ patient }) => patient.id === rosa.id)).toEqual([]);
  });

  it("while somebody has to look at what the patient told", async () => {
    const rosa = await withReplacedPatch();
    await inTransaction(server.services, (tx) =>
      openWorkItem(tx, {
        ...{ kind: "words", patientId: rosa.id, scope: "clinical", within: 1, holds: [patch] },
        entry: { answers: [], flags: [], document: null },
      }),
    );
    expect(await isReady(rosa)).toBe(false);
  });
});
