import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { store } from "#contract/cart/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { movableClock } from "#server/platform/clock/clock.ts";
import { openEmbedded } from "#server/platform/database/open.ts";
import { openTestDatabase } from "#server/platform/database/testing/test-databases.ts";
import { faultQueue } from "#server/platform/gateway/sandbox/faults.ts";
import { stripeKey } from "#server/platform/gateway/testing/adapters.ts";
import { openStripeServer } from "#server/platform/gateway/testing/stripe-server.ts";
import { newId } from "#server/platform/ids.ts";
import { openShop } from "../testing/shop.ts";
import { adapterNames, cart, expectPaidOnce, withCartSteps } from "./testing/each-gateway.ts";

const compiled = fileURLToPath(new URL("../../../.cache/compiled", import.meta.url));

/** Starts a node that is killed between charge and commit; resolves with its address when ready. */
async function startNodeKilledAfterCharge(env: Record<string, string>) {
  const child = fork(fileURLToPath(new URL("testing/node-killed-after-charge.ts", import.meta.url)), {
    env: { NODE_ENV: "test", LOG_LEVEL: "silent", NODE_COMPILE_CACHE: compiled, ...env },
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr?.on("data", (text: Buffer) => (stderr += text.toString()));
  const ended = once(child, "exit").then(([, signal]) => signal as NodeJS.Signals | null);
  const [message] = await Promise.race([once(child, "message"), ended.then(() => [null])]);
  if (!message) throw new Error(`The node did not start: ${stderr}`);
  return { address: (message as { address: string }).address, ended };
}

describe.each(adapterNames)("%s", (adapter) => {
  it("checkout proof 7: SIGKILL between charge and commit; the next process’s job asks the gateway and resolves it", async () => {
    const directory = mkdtempSync(join(tmpdir(), "calendula-doomed-"));
    const database = await openTestDatabase(directory);
    // The embedded database allows one process at a time; a database on a server would be dropped by `close`.
    const staying = database.lite ? database : { ...database, close: async () => undefined };
    // Stripe's simulated data is in another database, and survives.
    const stripe = adapter === "stripe" ? await openTestDatabase() : null;
    const gatewayDatabase = stripe ? { gatewayDb: stripe.db } : {};
    const emulator = stripe
      ? await openStripeServer({ db: stripe.db, clock: movableClock(), secretKey: stripeKey, faults: faultQueue() })
      : null;
    try {
      const before = withCartSteps(await openShop(adapter, { database: staying, ...gatewayDatabase }));
      const buyer = await before.buyer();
      await before.close();

      const node = await startNodeKilledAfterCharge({
        DATA_DIR: directory,
        SECRETS_KEY: before.services.config.secretsKey,
        ...(emulator ? { STRIPE_PORT: String(emulator.port) } : {}),
        ...(database.pool ? { DATABASE_URL: database.pool.options.connectionString ?? "" } : {}),
      });
      const key = newId();
      const answer = await fetch(node.address + fullPath(store.checkout), {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${buyer.token}`, "idempotency-key": key },
        body: JSON.stringify({ checkout: cart }),
      }).catch(() => null);
      expect([answer, await node.ended]).toEqual([null, "SIGKILL"]);

      const after = withCartSteps(
        await openShop(adapter, {
          database: database.lite ? await openEmbedded(directory) : staying,
          ...gatewayDatabase,
        }),
      );
      try {
        expect(await after.paymentState(buyer)).toMatchObject({
          orders: [{ status: "authorizing", number: null }],
          charges: [{ status: "succeeded" }],
          ledger: 0,
        });
        expect((await after.outcome(buyer, key)).outcome).toBe("open");
        expect((await after.pay(buyer)).problem.code).toBe("payment_pending");
        await after.reconcile();
        const id = await expectPaidOnce(after, buyer);
        expect(await after.outcome(buyer, key)).toMatchObject({ outcome: "placed", order: { id } });
        after.clock.advance(30_000);
        expect((await after.pay(buyer, {}, key)).ok.order.id).toBe(id);
        await expectPaidOnce(after, buyer);
      } finally {
        await after.close();
      }
    } finally {
      await emulator?.close();
      await stripe?.close();
      if (database.pool) await database.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
