import { beforeAll, expect, test } from "vitest";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { consumeFill } from "#server/prescriptions/public.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { isAdvisoryLockAwaited } from "#server/testing/while-orders-locked.ts";
import { inCare } from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";

// The embedded database has one connection: nothing waits there.
if (testDatabaseUrl() !== null) {
  let server: TestServer;
  beforeAll(async () => {
    server = await sharedTestServer();
  });

  test("decisions §9 a STOP while billing places a renewal: one waits for the other, and both go through", async () => {
    const rosa = await inCare(server);
    const { putOnHold } = treatmentScenarios(() => server);
    const prescribed = () =>
      server.services.db
        .selectFrom("prescription")
        .select("on_hold_at")
        .where("patient_id", "=", rosa.id)
        .where("product_id", "=", "estradiol_patch_0_05")
        .executeTakeFirstOrThrow();
    let stop: Promise<unknown> = Promise.resolve();
    const { db } = server.services;
    await db
      .withoutPlugins()
      .transaction()
      .execute(async (tx) => {
        await lockPatientOrders(tx, rosa.id);
        stop = putOnHold(rosa);
        while (!(await isAdvisoryLockAwaited(tx)));
        await consumeFill(tx, rosa.id, "estradiol_patch_0_05");
        expect((await prescribed()).on_hold_at).toBeNull();
      });
    await stop;
    expect((await prescribed()).on_hold_at).not.toBeNull();
  });
} else test.skip("decisions §9 a STOP while the engine claims a renewal", () => undefined);
