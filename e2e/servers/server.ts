import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { presentProduct } from "#server/catalogue/public.ts";
import { namedDoctors } from "#server/doctors/public.ts";
import { forwardEvents } from "#server/growth/tracking/forwarding.ts";
import { startServer } from "#server/main.ts";
import { serveSite } from "../../site/serve.ts";
import { servePartner } from "../network/partner.ts";
import { clinicKey, marketingOrigin, partnerPort, port } from "../settings.ts";
import { databaseIfPossible } from "./database.ts";
import { slowDown } from "./slow-line.ts";

/** Runs a server in demo mode for the browser tests, on an empty database: PostgreSQL where a server is reachable, else embedded. */
const database = await databaseIfPossible("e2e");
const dataDir = mkdtempSync(join(tmpdir(), "calendula-e2e-"));
const { app, config, services, stop } = await startServer({
  PORT: String(port),
  MARKETING_ORIGIN: marketingOrigin,
  DATA_DIR: dataDir,
  ...(database ? { DATABASE_URL: database.url } : {}),
  LOG_LEVEL: "warn",
  RATE_LIMIT_PER_MINUTE: "100000",
  PASSWORD_MEMORY_KIB: "64",
  // Longer than the whole run: the desk decides nothing before a test does.
  CARE_DESK_PACE_SECONDS: "3600",
  API_KEY: clinicKey,
  EVENTS_FORWARD_URL: `http://127.0.0.1:${partnerPort}/events`,
  EVENTS_FORWARD_TOKEN: "the partner of the browser tests",
});
// By `npm run explore -- slow-line`.
const lineDelayMs = Number(process.env["LINE_DELAY_MS"] ?? 0);
if (lineDelayMs > 0) slowDown(app.server, lineDelayMs);
const partner = await servePartner(partnerPort, {
  forward: () => forwardEvents(services),
  outbox: () => services.db.selectFrom("marketing_event").select(["name", "fields"]).execute(),
});
const site = await serveSite({
  host: config.host,
  port: port + 1,
  appOrigin: config.publicUrl,
  practice: { ...services.content, doctors: namedDoctors(services.content) },
  products: services.content.catalogue.products.map((product) => presentProduct(services.content, product)),
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    partner.close();
    void Promise.all([stop(), site.close()]).then(async () => {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
      process.exit(0);
    });
  });
}
