import { expect, test } from "vitest";
import { systemClock } from "../clock/clock.ts";
import { inTransaction } from "../database/open.ts";
import { openTestDatabase } from "../database/testing/test-databases.ts";
import { newId } from "../ids.ts";
import { GatewayUnknownOutcome } from "./port.ts";
import { sandboxGateway } from "./sandbox/sandbox-gateway.ts";

test("sandbox: while its data is unavailable every outcome is unknown", async () => {
  const database = await openTestDatabase();
  const gateway = sandboxGateway({ db: database.db, clock: systemClock, publishableKey: "pk", webhookSecret: "whsec" });
  // A database never used opens its first connection even after it was closed.
  await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() });
  await database.close();
  const created = gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() });
  await expect(created).rejects.toThrow(GatewayUnknownOutcome);
  await expect(gateway.retrieve("pi_1")).rejects.toThrow(GatewayUnknownOutcome);
});

test("sandbox: what it acknowledged stays when the clinic's own work fails", async () => {
  const database = await openTestDatabase();
  const gateway = sandboxGateway({ db: database.db, clock: systemClock, publishableKey: "pk", webhookSecret: "whsec" });
  const input = { patientId: newId(), idempotencyKey: newId() };
  const customer = await gateway.createCustomer(input);
  const failing = inTransaction(database, () => Promise.reject(new Error("the clinic failed")));
  await expect(failing).rejects.toThrow("the clinic failed");
  expect(await gateway.createCustomer(input)).toEqual(customer);
  await database.close();
});
