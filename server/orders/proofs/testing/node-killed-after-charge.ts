import { createApp } from "#server/app.ts";
import { createAuthenticator } from "#server/auth/public.ts";
import { readConfig } from "#server/config.ts";
import { featureJobs } from "#server/features.ts";
import { openServices } from "#server/open-services.ts";
import { movableClock } from "#server/platform/clock/clock.ts";
import { openDatabase } from "#server/platform/database/open.ts";
import { testLimits } from "#server/platform/database/testing/test-databases.ts";
import type { PaymentGateway } from "#server/platform/gateway/port.ts";
import { faultQueue } from "#server/platform/gateway/sandbox/faults.ts";
import { adapters, stripeGatewayAt } from "#server/platform/gateway/testing/adapters.ts";

// A node in a process of its own that kills itself when the gateway has made a charge, before anything is written about it.
// STRIPE_PORT: port of the Stripe simulator; without it the sandbox gateway stores its data in this database.
const config = readConfig(process.env);
const clock = movableClock();
const database = await openDatabase(config, testLimits);
const port = process.env["STRIPE_PORT"];
const real = port
  ? await stripeGatewayAt(Number(port))
  : (await adapters.sandbox({ db: database.db, clock }, faultQueue())).gateway;
const gateway: PaymentGateway = {
  ...real,
  async authorize(input) {
    const intent = await real.authorize(input);
    process.kill(process.pid, "SIGKILL");
    return intent;
  },
};
const { services, jobs } = await openServices(config, { clock, database, gateway });
for (const define of featureJobs) define(jobs, services);
await jobs.start(false);
const app = await createApp(services, { authenticate: await createAuthenticator(services), pages: null });
const address = await app.listen({ host: config.host, port: 0 });
process.on("disconnect", () => process.exit(1));
process.send?.({ address });
