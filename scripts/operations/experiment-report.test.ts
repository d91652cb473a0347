import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { store } from "#contract/cart/calls.ts";
import { payment } from "#contract/payment.ts";
import { assignVisitorVariants } from "#server/growth/experiments/experiments.ts";
import { experimentFunnels, flowFunnels } from "#server/growth/experiments/funnel.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { experimentReport } from "./experiment-report.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
});

/** Creates browsers that see a variant, some of which sign up, finish and pay. */
async function make(variant: string, { assigned, signedUp, finished, paid }: Record<string, number>) {
  for (let n = 0; n < (assigned ?? 0);) {
    const cookieId = crypto.randomUUID();
    const [seen] = await assignVisitorVariants(server.services, cookieId);
    if (seen?.variant !== variant) {
      await server.services.db.deleteFrom("experiment_assignment").where("subject", "=", cookieId).execute();
      continue;
    }
    if (n < (signedUp ?? 0)) await signUp(cookieId, n < (finished ?? 0), n < (paid ?? 0));
    n += 1;
  }
}
async function signUp(cookieId: string, finished: boolean, paid: boolean) {
  const body = { email: `r-${newId()}@example.com`, password: "marigold at noon", firstname: "Rosa", lastname: "W" };
  const { ok } = await server.call(auth.signUpNonRx, { body }, { headers: { "x-cookie-id": cookieId } });
  const credentials = { token: ok.idToken };
  const { db } = server.services;
  if (finished)
    await db.updateTable("onboarding").set({ status: "DONE" }).where("patient_id", "=", ok.userid).execute();
  if (!paid) return;
  const address = { address1: "12 Garden Way", city: "Fresno", state: "CA", zipcode: "93701" } as const;
  await server.call(store.createShippingAddress, { body: address }, credentials);
  await server.call(payment.saveSource, { body: { source: "tok_visa" } }, credentials);
  const checkout = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 1 }];
  expect((await server.call(store.checkout, { body: { checkout } }, credentials)).status).toBe(201);
}

describe("§7 experiments, analysable: the report", () => {
  const a = { assigned: 6, signedUp: 4, finished: 3, paid: 1 };
  const b = { assigned: 5, signedUp: 5, finished: 2, paid: 2 };
  beforeAll(async () => {
    await make("what_for", a);
    await make("why", b);
  });

  test("counts how far the visitors of each variant came", async () => {
    expect(new Map(await experimentFunnels(server.services.db, "visit_lead"))).toEqual(
      new Map([
        ["what_for", a],
        ["why", b],
      ]),
    );
  });

  test("earlier patients are not counted", async () => {
    const { db, clock } = server.services;
    const { id } = await server.newPatient();
    const before = new Date(clock.now().getTime() - 86_400_000);
    await db.updateTable("patient").set({ created_at: before }).where("id", "=", id).execute();
    const counted = (await experimentFunnels(db, "visit_lead")).reduce((sum, [, { assigned }]) => sum + assigned, 0);
    expect(counted).toBe(a.assigned + b.assigned);
    await db.deleteFrom("experiment_assignment").where("patient_id", "=", id).execute();
  });

  test("flows of the visit are counted from sign-up on", async () => {
    const flows = await flowFunnels(server.services.db);
    const sum = (step: "assigned" | "finished" | "paid") => flows.reduce((all, [, funnel]) => all + funnel[step], 0);
    expect([sum("finished"), sum("paid")]).toEqual([5, 3]);
    expect(sum("assigned")).toBeGreaterThanOrEqual(9);
  });

  test("is written with shares and differences", async () => {
    const report = await experimentReport(server.services.db);
    expect(report).toContain("visit_lead: Whether the first screen");
    expect(report).toMatch(/what_for +6 +4 +3 +1\n/);
    expect(report).toContain("66.7% [30.0%, 90.3%]");
    expect(report).toContain("flow_variant: ");
  });
});
