import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../server/main.ts";
import { presentProduct } from "../server/store/public.ts";
import { serveSite } from "../site/serve.ts";
import { clinicKey, marketingOrigin, port } from "./settings.ts";

/** A server in demo mode on an empty embedded database, for the browser tests. */
const dataDir = mkdtempSync(join(tmpdir(), "calendula-e2e-"));
const { config, services, stop } = await startServer({
  PORT: String(port),
  MARKETING_ORIGIN: marketingOrigin,
  DATA_DIR: dataDir,
  LOG_LEVEL: "warn",
  RATE_LIMIT_PER_MINUTE: "100000",
  PASSWORD_MEMORY_KIB: "64",
  // Slow enough that a patient sees her home page before the approval.
  CARE_DESK_PACE_SECONDS: "20",
  API_KEY: clinicKey,
});
const site = await serveSite({
  host: config.host,
  port: port + 1,
  appOrigin: config.publicUrl,
  practice: services.content,
  products: services.content.catalogue.products.map((product) => presentProduct(services.content, product)),
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    void Promise.all([stop(), site.close()]).then(() => {
      rmSync(dataDir, { recursive: true, force: true });
      process.exit(0);
    });
  });
}
